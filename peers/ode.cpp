// ODE: triangle meshes by OPCODE, in single precision. Its contacts are points, merged where they lie close together, of which
// most do not say of which triangles they are; so it is not asked for all of them.
#include "peers/peer.hpp"

#include <ode/ode.h>
#include <ode/version.h>

#include <mutex>
#include <vector>

namespace
{

class Model
{
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    std::vector<dGeomID> geoms; // by body
    std::mutex lock;

  public:
    Model(const cd_settings *, const cd_shape &shape)
    {
        for (uint32_t i = 0; i < shape.mesh->triangle_count; i++)
            indices.insert(indices.end(), shape.mesh->triangles[i].v, shape.mesh->triangles[i].v + 3);
        build(shape);
    }
    Model(const Model &) = delete;
    ~Model()
    {
        for (dGeomID geom : geoms)
            if (geom)
                dGeomDestroy(geom);
        dGeomTriMeshDataDestroy(data);
    }

    void build(const cd_shape &shape)
    {
        vertices.clear();
        for (uint32_t i = 0; i < shape.mesh->vertex_count; i++)
            vertices.insert(vertices.end(), {shape.vertices[i].x, shape.vertices[i].y, shape.vertices[i].z});
        dGeomTriMeshDataBuildDouble(data, vertices.data(), 3 * sizeof(double), int(shape.mesh->vertex_count),
                                    indices.data(), int(indices.size()), 3 * sizeof(dTriIndex));
        for (dGeomID geom : geoms)
            if (geom)
                dGeomTriMeshSetData(geom, data);
    }

    static size_t placement_bytes(const cd_shape *)
    {
        return sizeof(dGeomID);
    }

    static void place(cd_placed *body)
    {
        auto *model = static_cast<Model *>(const_cast<void *>(body->model));
        std::lock_guard<std::mutex> guard(model->lock);
        if (model->geoms.size() <= body->id)
            model->geoms.resize(body->id + 1);
        dGeomID &geom = model->geoms[body->id];
        if (!geom)
            geom = dCreateTriMesh(nullptr, model->data, nullptr, nullptr, nullptr);
        const double *r = body->pose->r, *t = body->pose->t;
        const dMatrix3 rotation = {r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0};
        dGeomSetPosition(geom, t[0], t[1], t[2]);
        dGeomSetRotation(geom, rotation);
        *static_cast<dGeomID *>(body->placement) = geom;
    }

    static bool test(const cd_placed *a, const cd_placed *b, const void *, void *, cd_worker *)
    {
        static thread_local const int ready = dAllocateODEDataForThread(dAllocateMaskAll);
        dContactGeom contact;
        return ready && dCollide(*static_cast<dGeomID *>(a->placement), *static_cast<dGeomID *>(b->placement),
                                 1, &contact, sizeof contact) > 0;
    }
};

void describe(const cd_settings *, cd_description *description)
{
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries = 1u << CD_QUERY_ANY | 1u << CD_QUERY_BODIES | 1u << CD_QUERY_PAIRS;
}

cd_algo make_ode()
{
    dInitODE2(0);
    dSetMessageHandler([](int, const char *, va_list) {}); // that contacts could not all be merged
    cd_algo algo = peer::pair<Model>("ode", "triangle meshes of the physics library ODE",
                                     "Smith 2001; OPCODE: Terdiman 2001", nullptr);
    algo.describe = describe;
    algo.placement_bytes = Model::placement_bytes;
    algo.place = Model::place;
    return algo;
}

const cd_algo ode = make_ode();
const cd_algo *const algos[] = {&ode};

} // namespace

PEER_PLUGIN(algos, "ODE " dODE_VERSION, "BSD-3-Clause");
