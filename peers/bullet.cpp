// Bullet: meshes as GImpact shapes, in single precision, without the margin that they have by default; and its broad
// phases. A contact is a pair of triangles between which the library puts one point or several.
#include "peers/peer.hpp"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace
{

// Notes the triangles of every point.
class Pairs final : public btManifoldResult
{
    std::vector<std::pair<int, int>> &pairs;

  public:
    Pairs(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
          std::vector<std::pair<int, int>> &into)
        : btManifoldResult(a, b), pairs(into)
    {
    }
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override
    {
        pairs.emplace_back(m_index0, m_index1);
    }
};

// What the library needs in each thread.
struct Thread {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    std::vector<std::pair<int, int>> pairs;
    Thread()
    {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    }
};

btTransform transform_of(const cd_pose &pose)
{
    const double *r = pose.r, *t = pose.t;
    return btTransform(btMatrix3x3(btScalar(r[0]), btScalar(r[1]), btScalar(r[2]), btScalar(r[3]),
                                   btScalar(r[4]), btScalar(r[5]), btScalar(r[6]), btScalar(r[7]),
                                   btScalar(r[8])),
                       btVector3(btScalar(t[0]), btScalar(t[1]), btScalar(t[2])));
}

class Model
{
    std::vector<btScalar> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;
    std::unique_ptr<btGImpactMeshShape> shape;

  public:
    Model(const cd_settings *, const cd_shape &from) : indices(peer::corners_of<int>(from))
    {
        peer::require_area(from, "bullet");
        build(from);
    }

    void build(const cd_shape &from)
    {
        peer::read_vertices(from, vertices);
        mesh = std::make_unique<btTriangleIndexVertexArray>(
            int(from.mesh->triangle_count), indices.data(), int(3 * sizeof(int)),
            int(from.mesh->vertex_count), vertices.data(), int(3 * sizeof(btScalar)));
        shape = std::make_unique<btGImpactMeshShape>(mesh.get());
        shape->setMargin(0);
        shape->updateBound();
        // Bullet counts, without atomics, how many tests have a mesh open, and closes the mesh at none; threads that
        // test the same mesh would lose it. So the mesh stays open, by a count that errors of the threads do not reach.
        for (int i = 0; i < shape->getMeshPartCount(); i++) {
            auto *manager = shape->getMeshPart(i)->getTrimeshPrimitiveManager();
            manager->lock();
            manager->m_lock_count = 1 << 30;
        }
    }

    void refit(const cd_shape &from)
    {
        peer::read_vertices(from, vertices); // where the mesh looks for them
        shape->postUpdate();
        shape->updateBound();
    }

    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &worker)
    {
        static thread_local Thread own;
        btCollisionObject objects[2];
        const cd_placed *bodies[2] = {&a, &b};
        for (int i = 0; i < 2; i++) {
            objects[i].setCollisionShape(peer::model_of<Model>(*bodies[i]).shape.get());
            objects[i].setWorldTransform(transform_of(*bodies[i]->pose));
        }
        btCollisionObjectWrapper first(nullptr, objects[0].getCollisionShape(), &objects[0],
                                       objects[0].getWorldTransform(), -1, -1);
        btCollisionObjectWrapper second(nullptr, objects[1].getCollisionShape(), &objects[1],
                                        objects[1].getWorldTransform(), -1, -1);
        own.pairs.clear();
        Pairs result(&first, &second, own.pairs);
        btCollisionAlgorithm *algorithm =
            own.dispatcher.findAlgorithm(&first, &second, nullptr, BT_CONTACT_POINT_ALGORITHMS);
        algorithm->processCollision(&first, &second, btDispatcherInfo(), &result);
        algorithm->~btCollisionAlgorithm();
        own.dispatcher.freeCollisionAlgorithm(algorithm);
        bool hit = !own.pairs.empty();
        if (worker.query != CD_QUERY_CONTACTS)
            return hit;
        std::sort(own.pairs.begin(), own.pairs.end());
        own.pairs.erase(std::unique(own.pairs.begin(), own.pairs.end()), own.pairs.end());
        for (const auto &pair : own.pairs)
            cd_emit_contact(&worker, &a, uint32_t(pair.first), &b, uint32_t(pair.second));
        return hit;
    }
};

// ---- many bodies ------------------------------------------------------------------------------------------

const cd_param broad_params[] = {
    CD_PARAM_CHOICE("phase", "dbvt", "dbvt|sweep",
                    "dynamic trees of boxes, or sweep and prune along three axes (btAxisSweep3 of 32 bits)"),
    CD_PARAM_END,
};

class Broad : public peer::Keeping<Broad>
{
    bool sweeps;
    uint32_t max_bodies;
    std::unique_ptr<btBroadphaseInterface> phase;
    std::vector<btBroadphaseProxy *> proxies; // by id

    static btVector3 low(const cd_aabb &box)
    {
        return btVector3(peer::below(box.low.x), peer::below(box.low.y), peer::below(box.low.z));
    }
    static btVector3 high(const cd_aabb &box)
    {
        return btVector3(peer::above(box.high.x), peer::above(box.high.y), peer::above(box.high.z));
    }
    static uint32_t id_of(const btBroadphaseProxy *proxy)
    {
        return uint32_t(reinterpret_cast<uintptr_t>(proxy->m_clientObject));
    }

  public:
    explicit Broad(const cd_create &create)
        : Keeping(create), sweeps(cd_setting_is(create.settings, "phase", "sweep")),
          max_bodies(create.scene->max_bodies), proxies(create.scene->body_limit)
    {
    }

    // The sweep takes its numbers from a space that is given beforehand: three times that of the first bodies. Some
    // bodies enter before others leave.
    void open(const cd_boxed *boxes, uint32_t count)
    {
        if (!sweeps) {
            phase = std::make_unique<btDbvtBroadphase>();
            return;
        }
        cd_aabb space = cd_aabb_empty();
        for (uint32_t i = 0; i < count; i++)
            cd_aabb_join(&space, &boxes[i].box);
        double side = count ? std::max(cd_aabb_longest_side(&space), 1e-12) : 1;
        cd_vec3 out = {side, side, side};
        if (!count)
            space = {{0, 0, 0}, {0, 0, 0}};
        space = {cd_sub(space.low, out), cd_add(space.high, out)};
        phase =
            std::make_unique<bt32BitAxisSweep3>(low(space), high(space), 2 * max_bodies + 1, nullptr, true);
    }

    void enter(uint32_t id, const cd_aabb &box)
    {
        proxies[id] =
            phase->createProxy(low(box), high(box), 0, reinterpret_cast<void *>(uintptr_t(id)),
                               btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr);
    }

    void move(uint32_t id, const cd_aabb &box)
    {
        phase->setAabb(proxies[id], low(box), high(box), nullptr);
    }

    void leave(uint32_t id)
    {
        phase->destroyProxy(proxies[id], nullptr);
    }

    void end_frame()
    {
        phase->calculateOverlappingPairs(nullptr);
    }

    void candidates(cd_pairs &pairs)
    {
        const btBroadphasePairArray &found = phase->getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < found.size(); i++)
            cd_pairs_add(&pairs, id_of(found[i].m_pProxy0), id_of(found[i].m_pProxy1));
    }
};

const std::string library = peer::version("Bullet", BT_BULLET_VERSION / 100, BT_BULLET_VERSION % 100);
const cd_algo bullet =
    peer::pair<Model>("bullet",
                      "GImpact shapes of the physics library Bullet, without margin; a contact "
                      "is a point between two triangles",
                      "Coumans 2003; GImpact: Leon 2006", nullptr, peer::approximate);
const cd_algo broad = peer::broad<Broad>(
    "bullet_broad", "broad phases of the physics library Bullet, in single precision",
    "Coumans 2003; dynamic trees: Presson 2008; sweep and prune: Baraff 1992", broad_params);
const cd_algo *const algos[] = {&bullet, &broad};

} // namespace

PEER_PLUGIN(algos, library.c_str(), "Zlib");
