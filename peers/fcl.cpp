// FCL: hierarchies of boxes, turned with the body or along the axes, in float or in double; and its dynamic tree
// of many bodies as a broad phase. Its other managers lose track when a body leaves (FCL 0.7).
#include "peers/peer.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/utility.h>
#include <fcl/narrowphase/detail/traversal/collision/collision_traversal_node_base.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace
{

const cd_param params[] = {
    CD_PARAM_CHOICE("volumes", "obb", "obb|obbrss|aabb",
                    "what bounds a node: boxes that turn with the body, the same with a swept sphere, boxes "
                    "along the axes"),
    CD_PARAM_CHOICE("real", "float", "float|double", "the numbers it calculates with"),
    CD_PARAM_END,
};

class Model
{
  public:
    Model(const cd_settings *settings, const cd_shape &shape);
    void build(const cd_shape &shape)
    {
        tree->build(shape);
    }
    void refit(const cd_shape &shape)
    {
        tree->refit(shape);
    }
    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &worker)
    {
        return peer::model_of<Model>(a).tree->test(a, b, *peer::model_of<Model>(b).tree, worker);
    }

    struct Any {
        virtual ~Any() = default;
        virtual void build(const cd_shape &shape) = 0;
        virtual void refit(const cd_shape &shape) = 0;
        virtual bool test(const cd_placed &a, const cd_placed &b, const Any &other,
                          cd_worker &worker) const = 0;
    };

  private:
    std::unique_ptr<Any> tree;
};

template <class Volume> class Tree final : public Model::Any
{
    using S = typename Volume::S;
    using Mesh = fcl::BVHModel<Volume>;
    static constexpr bool along_axes = std::is_same_v<Volume, fcl::AABB<S>>;
    using Turning =
        std::conditional_t<std::is_same_v<Volume, fcl::OBB<S>>, fcl::detail::MeshCollisionTraversalNodeOBB<S>,
                           fcl::detail::MeshCollisionTraversalNodeOBBRSS<S>>;
    using Node =
        std::conditional_t<along_axes, fcl::detail::MeshCollisionTraversalNode<fcl::AABB<S>>, Turning>;

    std::unique_ptr<Mesh> tree;

    static std::vector<fcl::Vector3<S>> vertices_of(const cd_shape &shape)
    {
        std::vector<fcl::Vector3<S>> vertices;
        for (uint32_t i = 0; i < shape.mesh->vertex_count; i++)
            vertices.emplace_back(S(shape.vertices[i].x), S(shape.vertices[i].y), S(shape.vertices[i].z));
        return vertices;
    }

    static fcl::Transform3<S> transform_of(const cd_pose &pose)
    {
        fcl::Transform3<S> transform = fcl::Transform3<S>::Identity();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                transform.linear()(i, j) = S(pose.r[3 * i + j]);
            transform.translation()(i) = S(pose.t[i]);
        }
        return transform;
    }

    // What fcl::collide does with two meshes, without its table of all shapes, which takes minutes and gigabytes to
    // compile.
    template <class M>
    static void collide(M &one, fcl::Transform3<S> here, M &other, fcl::Transform3<S> there,
                        const fcl::CollisionRequest<S> &request, fcl::CollisionResult<S> &result)
    {
        Node node;
        fcl::detail::initialize(node, one, here, other, there, request, result);
        fcl::detail::collide(&node);
    }

    // A copy has the parts of its original, which other threads may be using.
    static void give_own_parts(Mesh &copy)
    {
        copy.bv_splitter = std::make_shared<fcl::detail::BVSplitter<Volume>>(fcl::detail::SPLIT_METHOD_MEAN);
        copy.bv_fitter = std::make_shared<fcl::detail::BVFitter<Volume>>();
    }

  public:
    explicit Tree(const cd_shape &shape)
    {
        build(shape);
    }

    void build(const cd_shape &shape) override
    {
        std::vector<fcl::Triangle> triangles;
        for (uint32_t i = 0; i < shape.mesh->triangle_count; i++) {
            const uint32_t *v = shape.mesh->triangles[i].v;
            triangles.emplace_back(v[0], v[1], v[2]);
        }
        tree = std::make_unique<Mesh>();
        tree->beginModel(int(triangles.size()), int(shape.mesh->vertex_count));
        tree->addSubModel(vertices_of(shape), triangles);
        tree->endModel();
    }

    void refit(const cd_shape &shape) override
    {
        // An update would also keep the last vertices and fit boxes around both, for continuous collision.
        tree->beginReplaceModel();
        tree->replaceSubModel(vertices_of(shape));
        tree->endReplaceModel(true, true);
    }

    bool test(const cd_placed &a, const cd_placed &b, const Any &other, cd_worker &worker) const override
    {
        bool all = worker.query == CD_QUERY_CONTACTS;
        fcl::CollisionRequest<S> request(all ? std::numeric_limits<int>::max() : 1, false);
        fcl::CollisionResult<S> result;
        const Mesh &one = *tree, &another = *static_cast<const Tree &>(other).tree;
        if constexpr (along_axes) {
            // They do not turn: for every pair, FCL copies both models, moves their vertices and builds the trees anew.
            Mesh first(one), second(another);
            give_own_parts(first);
            give_own_parts(second);
            collide(first, transform_of(*a.pose), second, transform_of(*b.pose), request, result);
        } else {
            collide(one, transform_of(*a.pose), another, transform_of(*b.pose), request, result);
        }
        for (size_t i = 0; i < result.numContacts() && all; i++) {
            const fcl::Contact<S> &contact = result.getContact(i);
            cd_emit_contact(&worker, &a, uint32_t(contact.b1), &b, uint32_t(contact.b2));
        }
        return result.isCollision();
    }
};

template <class S> std::unique_ptr<Model::Any> make(const cd_settings *settings, const cd_shape &shape)
{
    if (cd_setting_is(settings, "volumes", "obb"))
        return std::make_unique<Tree<fcl::OBB<S>>>(shape);
    if (cd_setting_is(settings, "volumes", "obbrss"))
        return std::make_unique<Tree<fcl::OBBRSS<S>>>(shape);
    return std::make_unique<Tree<fcl::AABB<S>>>(shape);
}

Model::Model(const cd_settings *settings, const cd_shape &shape)
    : tree(cd_setting_is(settings, "real", "float") ? make<float>(settings, shape)
                                                    : make<double>(settings, shape))
{
}

// ---- many bodies ------------------------------------------------------------------------------------------

using Object = fcl::CollisionObject<double>;

// A body without a shape; only its box is asked for.
class Body final : public Object
{
  public:
    const uint32_t id;

    explicit Body(uint32_t which) : Object(std::shared_ptr<fcl::CollisionGeometry<double>>()), id(which)
    {
    }

    // FCL leaves a box unchanged when the new one is the same except for 2e-14 of its distance, so boxes are larger by
    // more.
    void place(const cd_aabb &box)
    {
        const double ends[6] = {box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z};
        double margin = 0;
        for (double end : ends)
            margin = std::max(margin, 0x1p-40 * std::abs(end));
        for (int k = 0; k < 3; k++) {
            aabb.min_(k) = ends[k] - margin;
            aabb.max_(k) = ends[3 + k] + margin;
        }
    }
};

class Broad : public peer::Keeping<Broad>
{
    using Manager = fcl::DynamicAABBTreeCollisionManager<double>;
    std::vector<std::unique_ptr<Body>> bodies; // by id
    std::unique_ptr<Manager> manager;          // forgets the bodies before they go
    std::vector<Object *> entered, moved;

    static bool note(Object *a, Object *b, void *pairs)
    {
        cd_pairs_add(static_cast<cd_pairs *>(pairs), static_cast<Body *>(a)->id, static_cast<Body *>(b)->id);
        return false;
    }

  public:
    explicit Broad(const cd_create &create) : Keeping(create), bodies(create.scene->body_limit)
    {
    }

    void open(const cd_boxed *, uint32_t)
    {
        manager = std::make_unique<Manager>();
    }

    void enter(uint32_t id, const cd_aabb &box)
    {
        bodies[id] = std::make_unique<Body>(id);
        bodies[id]->place(box);
        entered.push_back(bodies[id].get());
    }

    void move(uint32_t id, const cd_aabb &box)
    {
        bodies[id]->place(box);
        moved.push_back(bodies[id].get());
    }

    void leave(uint32_t id)
    {
        manager->unregisterObject(bodies[id].get());
        bodies[id].reset();
    }

    void end_frame()
    {
        if (!entered.empty())
            manager->registerObjects(entered);
        if (!moved.empty())
            manager->update(moved);
        manager->setup();
        entered.clear();
        moved.clear();
    }

    void candidates(cd_pairs &pairs) const
    {
        manager->collide(&pairs, note);
    }
};

const cd_algo fcl_algo = peer::pair<Model>(
    "fcl", "hierarchies of boxes of the library FCL; triangles decided by its floating point",
    "Pan, Chitta, Manocha 2012", params, peer::approximate);
const cd_algo broad = peer::broad<Broad>("fcl_broad", "dynamic tree of boxes of the library FCL",
                                         "Pan, Chitta, Manocha 2012", nullptr);
const cd_algo *const algos[] = {&fcl_algo, &broad};

} // namespace

PEER_PLUGIN(algos, "FCL " FCL_VERSION, "BSD-3-Clause");
