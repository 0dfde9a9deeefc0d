/// Scenes in which every vertex moves in every frame: bodies move as documented.
#include "scenes/cursor.h"
#include "tests/opened.h"
#include "tests/test.h"

#include "base/memory.h"
#include "scenes/motions/motions.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(every_body_that_deforms_has_new_vertices_in_every_frame)
{
    static const struct {
        const char *specification;
        bool deforms[2];
    } cases[] = {
        {"bar:triangles=200,motion=bend:steps=20:period=7.5", {true, true}},
        {"bar:triangles=200+box,motion=bend:steps=20:period=7.5", {true, true}},
        {"cloth:triangles=200,motion=wave:steps=20:period=7.5", {true, true}},
        {"cloth:triangles=200+sphere:triangles=80,motion=wave:steps=20:period=7.5", {true, false}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        test_row("%s", cases[c].specification);
        struct cd_scene *scene = loaded(cases[c].specification);
        assert_true(scene->deforms);
        struct cd_cursor *cursor = cd_cursor_open(scene), *behind = cd_cursor_open(scene);
        for (const struct cd_frame *frame; (frame = next(cursor));) {
            const struct cd_frame *before = frame->index ? next(behind) : NULL;
            for (uint32_t i = 0; i < 2; i++) {
                const struct cd_body *body = &frame->bodies[i];
                size_t bytes = scene->meshes[body->mesh]->vertex_count * sizeof *body->vertices;
                assert_int_equal(body->version, cases[c].deforms[i] ? frame->index + 1 : 0);
                if (before)
                    assert_int_equal(!memcmp(before->bodies[i].vertices, body->vertices, bytes),
                                     !cases[c].deforms[i]);
            }
        }
        cd_cursor_close(cursor);
        cd_cursor_close(behind);
        cd_scene_destroy(scene);
    }
}

TEST(a_bar_bends_as_far_as_its_sag_and_across_its_thinnest_axis)
{
    struct cd_scene *scene = loaded("box:triangles=1200:x=0.5:y=4:z=1,motion=bend:sag=0.25:period=8:steps=3");
    struct cd_cursor *cursor = cd_cursor_open(scene);
    next(cursor);
    next(cursor);
    const struct cd_frame *frame = next(cursor); // a quarter of the period
    const struct cd_mesh *mesh = scene->meshes[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct cd_vec3 p = mesh->vertices[i];
        for (int body = 0; body < 2; body++) {
            struct cd_vec3 moved = cd_sub(frame->bodies[body].vertices[i], p);
            assert_true(moved.y == 0 && moved.z == 0);
            double bend = 0.25 * 4 * (1.0 / 3 - p.y / 2 * (p.y / 2)) * (body ? -1 : 1);
            assert_true(fabs(moved.x - bend) < 1e-12);
        }
    }
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
}

TEST(a_wave_moves_a_cloth_along_its_normal_by_its_amplitude)
{
    struct cd_scene *scene =
        loaded("cloth:triangles=2000:x=2+box,motion=wave:amplitude=0.1:waves=3:period=8:steps=9");
    const struct cd_mesh *mesh = scene->meshes[0];
    double max = 0;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    for (const struct cd_frame *frame; (frame = next(cursor));)
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            struct cd_vec3 p = mesh->vertices[i], moved = cd_sub(frame->bodies[0].vertices[i], p);
            double phase = 2 * M_PI * (double)frame->index / 8, turns = 2 * M_PI * 3 / 2;
            assert_true(moved.x == 0 && moved.y == 0);
            assert_true(fabs(moved.z - 0.1 * (sin(turns * p.x - phase) + sin(turns * p.y + phase))) < 1e-8);
            max = fmax(max, fabs(moved.z));
        }
    assert_true(max > 0.19 && max <= 0.2);
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
}

static struct cd_aabb box_along(const struct cd_body *body, uint32_t vertex_count, struct cd_vec3 direction)
{
    struct cd_aabb range = cd_aabb_empty(); // only its x is used
    for (uint32_t i = 0; i < vertex_count; i++) {
        double along = cd_dot(direction, cd_canonical_vertex(&body->pose, body->vertices[i]));
        cd_aabb_add(&range, cd_vec(along, 0, 0));
    }
    return range;
}

TEST(the_bodies_begin_and_end_apart_for_any_seed_and_mesh)
{
    static const char *const shapes[] = {"bar:triangles=100", "gear:triangles=300+torusknot:triangles=600",
                                         "cloth:triangles=100+comb:triangles=200", "box:x=4:y=3"};
    for (unsigned i = 0; i < 40; i++) {
        char text[120];
        snprintf(text, sizeof text, "%s,motion=%s:steps=2:seed=%u:period=1.3", shapes[i % 4],
                 i % 8 < 4 ? "bend" : "wave", i);
        test_row("%s", text);
        struct cd_scene *scene = loaded(text);
        struct cd_cursor *cursor = cd_cursor_open(scene);
        for (const struct cd_frame *frame; (frame = next(cursor));) {
            const struct cd_body *a = &frame->bodies[0], *b = &frame->bodies[1];
            struct cd_vec3 way = cd_vec(b->pose.t[0], b->pose.t[1], b->pose.t[2]);
            struct cd_aabb first = box_along(a, scene->meshes[a->mesh]->vertex_count, way);
            struct cd_aabb second = box_along(b, scene->meshes[b->mesh]->vertex_count, way);
            assert_true(second.low.x > first.high.x);
        }
        cd_cursor_close(cursor);
        cd_scene_destroy(scene);
    }
}

TEST(cursors_at_different_frames_do_not_disturb_each_other)
{
    struct cd_scene *scene = loaded("cloth:triangles=200,motion=wave:steps=10");
    size_t bytes = scene->meshes[0]->vertex_count * sizeof(struct cd_vec3);
    struct cd_cursor *one = cd_cursor_open(scene), *other = cd_cursor_open(scene);
    const struct cd_vec3 *held = next(one)->bodies[1].vertices;
    const struct cd_frame *frame = next(other);
    assert_memory_equal(held, frame->bodies[1].vertices, bytes);
    struct cd_vec3 *copy = cd_allocate(1, bytes);
    memcpy(copy, held, bytes);
    while ((frame = next(other)))
        assert_memory_not_equal(frame->bodies[1].vertices, frame->bodies[0].vertices, bytes);
    assert_memory_equal(copy, held, bytes);
    cd_cursor_rewind(other);
    assert_memory_equal(copy, next(other)->bodies[1].vertices, bytes);
    cd_free(copy);
    cd_cursor_close(one);
    cd_cursor_close(other);
    cd_scene_destroy(scene);
}

/// Two boxes of half 1, of which the second one has in each of three frames a version and a size, 0 while it is away.
static void come_and_go(const uint64_t versions[3], const double sizes[3])
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 3; frame++) {
        struct cd_vec3 vertices[8];
        for (int i = 0; i < 8; i++)
            vertices[i] = cd_scale(made->scene->meshes[box]->vertices[i], sizes[frame]);
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        if (sizes[frame] > 0)
            handmade_put_deformed(made, frame, 1, box, handmade_at(2.5, 0, 0), versions[frame], vertices);
    }
    handmade_end(made, 3);
}

TEST(a_version_with_other_vertices_is_no_scene)
{
    static const struct {
        uint64_t versions[3];
        double sizes[3];
    } rows[] = {{{1, 0, 1}, {1.5, 0, 2}}, {{1, 1, 2}, {1.5, 2, 2}}, {{2, 0, 1}, {1.5, 0, 2}}};
    for (int i = 0; i < 3; i++) {
        int end;
        test_row("row %d", i);
        pid_t child = fork();
        if (!child) {
            signal(SIGABRT, SIG_DFL);
            close(STDERR_FILENO);
            come_and_go(rows[i].versions, rows[i].sizes);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &end, 0), child);
        assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGABRT);
    }
}
