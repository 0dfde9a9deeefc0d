// Embree: trees of float boxes in the world. It knows no rigid motion, and compares two trees in one space only. So
// boxes are fitted or the tree is built anew for every frame, or a tree of every pose is kept. Pairs that its boxes
// leave are decided exactly.
#include "peers/peer.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace
{

const cd_param params[] = {
    CD_PARAM_CHOICE(
        "update", "refit", "refit|rebuild|none",
        "what happens to the tree of a body in every frame: its boxes are fitted, it is built anew, or "
        "nothing, for a pose has a tree of its own, made when it is first met and kept for later passes"),
    CD_PARAM_CHOICE("build", "medium", "low|medium|high", "how much is spent on building, but for refit"),
    CD_PARAM_END,
};

// One device for all: it has threads of its own, and only one.
RTCDevice device()
{
    static RTCDevice made = rtcNewDevice("threads=1,set_affinity=0");
    return made;
}

// The tree of one body, in the world.
class Tree
{
    RTCScene scene;
    RTCGeometry geometry;
    cd_placed body{};

    static void bounds(const RTCBoundsFunctionArguments *arguments)
    {
        peer::OurState state; // Embree flushes to zero
        cd_vec3 corner[3];
        cd_aabb box = cd_aabb_empty();
        cd_placed_corners(&static_cast<Tree *>(arguments->geometryUserPtr)->body, arguments->primID, corner);
        for (const cd_vec3 &one : corner)
            cd_aabb_add(&box, one);
        RTCBounds *bounds = arguments->bounds_o;
        bounds->lower_x = peer::below(box.low.x), bounds->upper_x = peer::above(box.high.x);
        bounds->lower_y = peer::below(box.low.y), bounds->upper_y = peer::above(box.high.y);
        bounds->lower_z = peer::below(box.low.z), bounds->upper_z = peer::above(box.high.z);
    }

  public:
    Tree(RTCBuildQuality build, bool refit, uint32_t triangles)
        : scene(rtcNewScene(device())), geometry(rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER))
    {
        if (!scene || !geometry)
            throw std::runtime_error("embree: cannot make a scene");
        rtcSetSceneBuildQuality(scene, refit ? RTC_BUILD_QUALITY_LOW
                                             : build); // only then do geometries keep their own trees
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
        if (rtcGetDeviceError(device()) != RTC_ERROR_NONE)
            throw std::runtime_error("embree: cannot make a tree");
    }

    RTCScene in_world() const
    {
        return scene;
    }
};

class Model
{
    using Pose = std::pair<uint32_t, std::array<double, 12>>; // of a body

    RTCBuildQuality quality;
    bool refits, keeps;
    peer::Bodies<Tree> moving;
    std::mutex mutex; // of the two below: several threads place bodies at once
    std::map<Pose, std::unique_ptr<Tree>> kept;
    uint64_t kept_triangles = 0;

    // About 2 GB.
    static constexpr uint64_t kept_at_most = 20000000;

    std::unique_ptr<Tree> make_tree(const cd_placed &body) const
    {
        return std::make_unique<Tree>(quality, refits, body.triangle_count);
    }

    Tree &tree_of_pose(const cd_placed &body)
    {
        Pose pose{body.id, {}};
        static_assert(sizeof pose.second == sizeof *body.pose);
        std::memcpy(pose.second.data(), body.pose, sizeof *body.pose);
        std::unique_ptr<Tree> &tree = place_of(pose, body.triangle_count);
        if (!tree) {
            tree = make_tree(body);
            tree->place(body);
        }
        return *tree;
    }

    // Where the tree of a pose is kept; a null pointer for a new pose, whose tree the thread that placed the body makes.
    std::unique_ptr<Tree> &place_of(const Pose &pose, uint32_t triangles)
    {
        std::lock_guard<std::mutex> guard(mutex);
        std::unique_ptr<Tree> &tree = kept[pose]; // stays where it is while others are added
        if (!tree && (kept_triangles += triangles) > kept_at_most)
            throw std::runtime_error(
                "embree:update=none: trees of all poses of a mesh have more than 20 million "
                "triangles; take fewer frames, or another update");
        return tree;
    }

  public:
    using Body = Tree;

    Model(const cd_settings *settings, const cd_shape &shape)
        : quality(cd_setting_is(settings, "build", "low")    ? RTC_BUILD_QUALITY_LOW
                  : cd_setting_is(settings, "build", "high") ? RTC_BUILD_QUALITY_HIGH
                                                             : RTC_BUILD_QUALITY_MEDIUM),
          refits(cd_setting_is(settings, "update", "refit")), keeps(cd_setting_is(settings, "update", "none"))
    {
        if (!device())
            throw peer::Lacking("embree: no device");
        cd_aabb box = cd_aabb_empty();
        for (uint32_t i = 0; i < shape.mesh->vertex_count; i++)
            cd_aabb_add(&box, shape.vertices[i]);
        if (refits && cd_aabb_longest_side(&box) < std::numeric_limits<float>::min())
            throw peer::Unsuitable(
                "embree:update=refit aborts with a mesh that has no extent in single precision, as " +
                std::string(shape.mesh->name) + "; use embree:update=rebuild");
    }

    // The body has deformed: what is kept belongs to another shape.
    void build(const cd_shape &)
    {
        kept.clear();
        kept_triangles = 0;
    }

    Tree &place(const cd_placed &body)
    {
        if (keeps)
            return tree_of_pose(body);
        Tree &tree = moving.of(body.id, [&] { return make_tree(body); });
        tree.place(body);
        return tree;
    }

    struct Query {
        const cd_placed *a, *b;
        cd_worker *worker;
        bool hit;
    };

    static void meet(void *query, RTCCollision *collisions, unsigned count)
    {
        peer::OurState state;
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
    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &worker)
    {
        Query query = {&a, &b, &worker, false};
        rtcCollide(peer::own_body<Model>(a).in_world(), peer::own_body<Model>(b).in_world(), meet, &query);
        return query.hit;
    }
};

const cd_algo embree = peer::pair_of_bodies<Model>(
    "embree", "trees of boxes of the ray tracer Embree; triangles decided exactly",
    "Wald, Woop, Benthin, Johnson, Ernst 2014", params);
const cd_algo *const algos[] = {&embree};

} // namespace

PEER_PLUGIN(algos, "Embree " RTC_VERSION_STRING, "Apache-2.0");
