// A plug-in in C++17. It sorts the triangles of both bodies along one axis and sweeps them, so that only triangles
// whose world boxes overlap are tested. The boxes are those of the canonical vertices, so they are exact.
#include <algos/algo.h>
#include <geom/triangle.h>

#include <algorithm>
#include <new>

namespace
{

const cd_param sweep_params[] = {
    CD_PARAM_CHOICE("axis", "x", "x|y|z", "the world axis to sweep along"),
    CD_PARAM_END,
};

// A triangle in the world, with its box.
struct Item {
    cd_vec3 corner[3];
    cd_aabb box;
    double low, high; // of the box, along the axis
    uint32_t triangle;
};

struct Model {
    double cd_vec3::*axis;
};

enum cd_code sweep_prepare(const cd_settings *settings, const cd_shape *, cd_context *, void **model,
                           cd_status *status)
{
    auto *made = new (std::nothrow) Model;
    if (!made)
        return cd_fail(status, CD_ENVIRONMENT, "sweep_cpp: out of memory");
    made->axis = cd_setting_is(settings, "axis", "y")   ? &cd_vec3::y
                 : cd_setting_is(settings, "axis", "z") ? &cd_vec3::z
                                                        : &cd_vec3::x;
    *model = made;
    return CD_OK;
}

void sweep_release(void *model)
{
    delete static_cast<Model *>(model);
}

// The program owns this memory, so nothing is allocated while the program measures.
size_t sweep_placement_bytes(const cd_shape *shape)
{
    return shape->mesh->triangle_count * sizeof(Item);
}

void sweep_place(cd_placed *body)
{
    auto axis = static_cast<const Model *>(body->model)->axis;
    auto *items = static_cast<Item *>(body->placement);
    for (uint32_t i = 0; i < body->triangle_count; i++) {
        Item &item = items[i];
        item.triangle = i;
        item.box = cd_aabb_empty();
        for (int k = 0; k < 3; k++) {
            // Not computed here: the compiler of this file might contract it to fused multiply-add.
            cd_canonical_vertices(body->pose, &body->vertices[body->triangles[i].v[k]], 1, &item.corner[k]);
            cd_aabb_add(&item.box, item.corner[k]);
        }
        item.low = item.box.low.*axis;
        item.high = item.box.high.*axis;
    }
    std::sort(items, items + body->triangle_count, [](const Item &a, const Item &b) {
        return a.low != b.low ? a.low < b.low : a.triangle < b.triangle;
    });
}

bool sweep_test(const cd_test *t)
{
    const cd_placed *a = t->a, *b = t->b;
    cd_worker *worker = t->worker;
    auto *p = static_cast<const Item *>(a->placement), *p_end = p + a->triangle_count;
    auto *q = static_cast<const Item *>(b->placement), *q_end = q + b->triangle_count;
    bool hit = false;
    auto meet = [&](const Item &first, const Item &second) {
        worker->counters.box_tests++;
        if (!cd_aabb_overlap(&first.box, &second.box))
            return false;
        worker->counters.triangle_tests++;
        if (!cd_triangles_touch(first.corner, second.corner))
            return false;
        hit = true;
        if (worker->query == CD_QUERY_CONTACTS)
            cd_emit_contact(worker, a, first.triangle, b, second.triangle);
        return worker->query != CD_QUERY_CONTACTS;
    };
    while (p < p_end && q < q_end) {
        if (p->low <= q->low) {
            for (auto *other = q; other < q_end && other->low <= p->high; other++)
                if (meet(*p, *other))
                    return true;
            p++;
        } else {
            for (auto *other = p; other < p_end && other->low <= q->high; other++)
                if (meet(*other, *q))
                    return true;
            q++;
        }
    }
    return hit;
}

cd_algo make_sweep()
{
    static cd_pair_algo pair;
    pair.prepare = sweep_prepare;
    pair.release = sweep_release;
    pair.placement_bytes = sweep_placement_bytes;
    pair.place = sweep_place;
    pair.test = sweep_test;
    cd_algo algo{};
    algo.name = "sweep_cpp";
    algo.title = "triangles swept along an axis, from a plug-in in C++";
    algo.source = "folklore";
    algo.params = sweep_params;
    algo.pair = &pair;
    return algo;
}

const cd_algo sweep = make_sweep();
const cd_algo *const algos[] = {&sweep};

} // namespace

const struct cd_plugin_info cd_plugin = {CD_ABI_VERSION, 1, algos, "the standard library of C++", "MIT"};
