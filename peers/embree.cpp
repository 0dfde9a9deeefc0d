// Embree: trees of float boxes in the world. It knows no rigid motion, so that boxes are fitted, or the tree is built,
// anew for every frame; what its boxes leave is decided exactly.
#include "peers/peer.hpp"

#include <embree3/rtcore.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace
{

const cd_param params[] = {
    CD_PARAM_CHOICE(
        "update", "refit", "refit|rebuild",
        "what happens to the tree of a body in every frame: its boxes are fitted, or it is built anew"),
    CD_PARAM_CHOICE("build", "medium", "low|medium|high",
                    "how much is spent on building, where update=rebuild"),
    CD_PARAM_END,
};

// One device for all: its threads are its own, and a single one.
RTCDevice device()
{
    static RTCDevice made = rtcNewDevice("threads=1,set_affinity=0");
    return made;
}

// A float that is no larger, or no smaller.
float below(double value)
{
    return std::nextafter(float(value), -std::numeric_limits<float>::infinity());
}
float above(double value)
{
    return std::nextafter(float(value), std::numeric_limits<float>::infinity());
}

// The tree of one body, in the world.
class Tree
{
    RTCScene scene;
    RTCGeometry geometry;
    cd_placed body{};

    static void bounds(const RTCBoundsFunctionArguments *arguments)
    {
        cd_vec3 corner[3];
        cd_aabb box = cd_aabb_empty();
        cd_placed_corners(&static_cast<Tree *>(arguments->geometryUserPtr)->body, arguments->primID, corner);
        for (const cd_vec3 &one : corner)
            cd_aabb_add(&box, one);
        RTCBounds *bounds = arguments->bounds_o;
        bounds->lower_x = below(box.low.x), bounds->upper_x = above(box.high.x);
        bounds->lower_y = below(box.low.y), bounds->upper_y = above(box.high.y);
        bounds->lower_z = below(box.low.z), bounds->upper_z = above(box.high.z);
    }

  public:
    Tree(RTCBuildQuality build, bool refit, uint32_t triangles)
        : scene(rtcNewScene(device())), geometry(rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER))
    {
        if (!scene || !geometry)
            throw std::runtime_error("embree: cannot make a scene");
        rtcSetSceneBuildQuality(scene, refit ? RTC_BUILD_QUALITY_LOW
                                             : build); // only then geometries keep their own trees
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetGeometryBuildQuality(geometry, refit ? RTC_BUILD_QUALITY_REFIT : build);
        rtcSetGeometryUserPrimitiveCount(geometry, triangles);
        rtcSetGeometryUserData(geometry, this);
        rtcSetGeometryBoundsFunction(geometry, bounds, nullptr);
        rtcAttachGeometry(scene, geometry);
    }
    Tree(const Tree &) = delete;
    ~Tree()
    {
        rtcReleaseGeometry(geometry);
        rtcReleaseScene(scene);
    }

    void place(const cd_placed &placed)
    {
        body = placed;
        rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry);
        rtcCommitScene(scene);
    }

    RTCScene in_world() const
    {
        return scene;
    }
};

class Model
{
    RTCBuildQuality quality;
    bool refits;
    std::map<uint32_t, std::unique_ptr<Tree>> trees; // by body
    std::mutex lock;

  public:
    Model(const cd_settings *settings, const cd_shape &)
        : quality(cd_setting_is(settings, "build", "low")    ? RTC_BUILD_QUALITY_LOW
                  : cd_setting_is(settings, "build", "high") ? RTC_BUILD_QUALITY_HIGH
                                                             : RTC_BUILD_QUALITY_MEDIUM),
          refits(cd_setting_is(settings, "update", "refit"))
    {
        if (!device())
            throw std::runtime_error("embree: no device");
    }

    void build(const cd_shape &)
    {
    }

    static size_t placement_bytes(const cd_shape *)
    {
        return sizeof(Tree *);
    }

    static void place(cd_placed *body)
    {
        auto *model = static_cast<Model *>(const_cast<void *>(body->model));
        std::lock_guard<std::mutex> guard(model->lock);
        std::unique_ptr<Tree> &tree = model->trees[body->id];
        if (!tree)
            tree = std::make_unique<Tree>(model->quality, model->refits, body->triangle_count);
        tree->place(*body);
        *static_cast<Tree **>(body->placement) = tree.get();
    }

    struct Query {
        const cd_placed *a, *b;
        cd_worker *worker;
        bool hit;
    };

    static void meet(void *query, RTCCollision *collisions, unsigned count)
    {
        auto *asked = static_cast<Query *>(query);
        bool all = asked->worker->query == CD_QUERY_CONTACTS;
        for (unsigned i = 0; i < count && (all || !asked->hit); i++) {
            asked->worker->counters.triangle_tests++;
            if (!cd_placed_triangles_touch(asked->a, collisions[i].primID0, asked->b, collisions[i].primID1))
                continue;
            asked->hit = true;
            if (all)
                cd_emit_contact(asked->worker, asked->a, collisions[i].primID0, asked->b,
                                collisions[i].primID1);
        }
    }

    // rtcCollide cannot be stopped: after the first contact the rest is only listed.
    static bool test(const cd_placed *a, const cd_placed *b, const void *, void *, cd_worker *worker)
    {
        Query query = {a, b, worker, false};
        rtcCollide((*static_cast<Tree **>(a->placement))->in_world(),
                   (*static_cast<Tree **>(b->placement))->in_world(), meet, &query);
        return query.hit;
    }
};

cd_algo make_embree()
{
    cd_algo algo =
        peer::pair<Model>("embree", "trees of boxes of the ray tracer Embree; triangles decided exactly",
                          "Wald, Woop, Benthin, Johnson, Ernst 2014", params);
    algo.placement_bytes = Model::placement_bytes;
    algo.place = Model::place;
    return algo;
}

const cd_algo embree = make_embree();
const cd_algo *const algos[] = {&embree};

} // namespace

PEER_PLUGIN(algos, "Embree " RTC_VERSION_STRING, "Apache-2.0");
