// Bullet: meshes as GImpact shapes, in single precision, without the margin that they have by default. A contact is a pair
// of triangles between which the library puts a point, or several.
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

class Model
{
    std::vector<btScalar> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;

  public:
    std::unique_ptr<btGImpactMeshShape> shape;

    Model(const cd_settings *, const cd_shape &from)
    {
        for (uint32_t i = 0; i < from.mesh->triangle_count; i++)
            for (uint32_t vertex : from.mesh->triangles[i].v)
                indices.push_back(int(vertex));
        build(from);
    }

    void build(const cd_shape &from)
    {
        vertices.clear();
        for (uint32_t i = 0; i < from.mesh->vertex_count; i++)
            for (double value : {from.vertices[i].x, from.vertices[i].y, from.vertices[i].z})
                vertices.push_back(btScalar(value));
        mesh = std::make_unique<btTriangleIndexVertexArray>(
            int(from.mesh->triangle_count), indices.data(), int(3 * sizeof(int)),
            int(from.mesh->vertex_count), vertices.data(), int(3 * sizeof(btScalar)));
        shape = std::make_unique<btGImpactMeshShape>(mesh.get());
        shape->setMargin(0);
        shape->updateBound();
    }

    void refit(const cd_shape &from)
    {
        for (uint32_t i = 0, k = 0; i < from.mesh->vertex_count; i++)
            for (double value : {from.vertices[i].x, from.vertices[i].y, from.vertices[i].z})
                vertices[k++] = btScalar(value);
        shape->postUpdate();
        shape->updateBound();
    }
};

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

bool bullet_test(const cd_placed *a, const cd_placed *b, const void *, void *, cd_worker *worker)
{
    static thread_local Thread own;
    btCollisionObject objects[2];
    const cd_placed *bodies[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        objects[i].setCollisionShape(static_cast<const Model *>(bodies[i]->model)->shape.get());
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
    if (worker->query != CD_QUERY_CONTACTS)
        return hit;
    std::sort(own.pairs.begin(), own.pairs.end());
    own.pairs.erase(std::unique(own.pairs.begin(), own.pairs.end()), own.pairs.end());
    for (const auto &pair : own.pairs)
        cd_emit_contact(worker, a, uint32_t(pair.first), b, uint32_t(pair.second));
    return hit;
}

cd_algo make_bullet()
{
    cd_algo algo{};
    algo.name = "bullet";
    algo.title = "meshes as GImpact shapes of the physics library Bullet";
    algo.source = "Coumans 2003; GImpact: Leon 2006";
    algo.role = CD_ROLE_PAIR;
    algo.describe = peer::approximate;
    algo.prepare = peer::prepare<Model>;
    algo.release = peer::release<Model>;
    algo.refit = peer::refit<Model>;
    algo.rebuild = peer::rebuild<Model>;
    algo.test = bullet_test;
    return algo;
}

const cd_algo bullet = make_bullet();
const cd_algo *const algos[] = {&bullet};

} // namespace

PEER_PLUGIN(algos, "Bullet 3.24", "Zlib");
