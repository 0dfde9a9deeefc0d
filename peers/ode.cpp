// ODE: triangle meshes by OPCODE, in single precision; and its spaces as broad phases. Its contacts are points, which
// are merged if they are close together. Most do not say which triangles they belong to, so ODE is not asked for all of
// them.
#include "peers/peer.hpp"

#include <ode/ode.h>
#include <ode/version.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

namespace
{

// What ODE makes, to be freed by a function of its own.
template <class T> using Made = std::unique_ptr<T, void (*)(T *)>;

class Model
{
  public:
    using Body = Made<dxGeom>;

  private:
    Made<dxTriMeshData> data{dGeomTriMeshDataCreate(), dGeomTriMeshDataDestroy};
    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    peer::Bodies<Body> geoms;

  public:
    Model(const cd_settings *, const cd_shape &shape) : indices(peer::corners_of<dTriIndex>(shape))
    {
        if (shape.mesh->triangle_count < 2) // OPCODE makes no tree of it, and dCollide reads it
            throw peer::Unsuitable("ode crashes with a mesh of one triangle, as " +
                                   std::string(shape.mesh->name) + " is; `fcl` takes any mesh");
        peer::require_area(shape, "ode");
        build(shape);
    }

    void build(const cd_shape &shape)
    {
        geoms.clear(); // they belong to the former shape
        peer::read_vertices(shape, vertices);
        dGeomTriMeshDataBuildDouble(data.get(), vertices.data(), 3 * sizeof(double),
                                    int(shape.mesh->vertex_count), indices.data(), int(indices.size()),
                                    3 * sizeof(dTriIndex));
    }

    Body &place(const cd_placed &body)
    {
        Body &geom = geoms.of(body.id, [this] {
            return std::make_unique<Body>(dCreateTriMesh(nullptr, data.get(), nullptr, nullptr, nullptr),
                                          dGeomDestroy);
        });
        const double *r = body.pose->r, *t = body.pose->t;
        const dMatrix3 rotation = {r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0};
        dGeomSetPosition(geom.get(), t[0], t[1], t[2]);
        dGeomSetRotation(geom.get(), rotation);
        return geom;
    }

    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &worker)
    {
        static thread_local const int ready = dAllocateODEDataForThread(dAllocateMaskAll);
        // Unless ODE is built for threads, which Debian's is not, all threads share what a collision is worked out in.
        static const bool takes_threads = dCheckConfiguration("ODE_EXT_mt_collisions");
        static std::mutex collision;
        std::unique_lock<std::mutex> guard(collision, std::defer_lock);
        if (!takes_threads && worker.context && worker.context->threads > 1)
            guard.lock();
        // Any one contact: otherwise ODE goes through all contacts, for the deepest.
        const int any_contact = int(1u | CONTACTS_UNIMPORTANT);
        dContactGeom contact;
        return ready && dCollide(peer::own_body<Model>(a).get(), peer::own_body<Model>(b).get(), any_contact,
                                 &contact, sizeof contact) > 0;
    }
};

// ---- many bodies ------------------------------------------------------------------------------------------

const cd_param broad_params[] = {
    CD_PARAM_CHOICE("space", "hash", "hash|sweep|quadtree|simple",
                    "what keeps the boxes: cells of several sizes, boxes sorted along an axis, a tree over x "
                    "and y, or a list"),
    CD_PARAM_END,
};

// A geom of a class of our own, which is a box along the axes and nothing else.
struct Body {
    uint32_t id;
    cd_aabb box;

    static Body &of(dGeomID geom)
    {
        return *static_cast<Body *>(dGeomGetClassData(geom));
    }
    static void bounds(dGeomID geom, dReal out[6])
    {
        const cd_aabb &box = of(geom).box;
        out[0] = box.low.x, out[1] = box.high.x;
        out[2] = box.low.y, out[3] = box.high.y;
        out[4] = box.low.z, out[5] = box.high.z;
    }
    static dColliderFn *no_collider(int)
    {
        return nullptr;
    }
    static int geom_class()
    {
        static const dGeomClass described = {sizeof(Body), no_collider, bounds, nullptr, nullptr};
        static const int number = dCreateGeomClass(&described);
        return number;
    }
};

class Broad : public peer::Keeping<Broad>
{
    const cd_settings *settings;
    dSpaceID space = nullptr;
    std::vector<dGeomID> geoms; // by id

    // Cells from the size of the smallest body to that of the largest, but large enough for the numbers of cells to be
    // integers.
    static dSpaceID make_hash(const cd_boxed *boxes, uint32_t count)
    {
        double least = HUGE_VAL, largest = 0, far = 0;
        for (uint32_t i = 0; i < count; i++) {
            const cd_aabb &box = boxes[i].box;
            double side = cd_aabb_longest_side(&box);
            least = std::min(least, side);
            largest = std::max(largest, side);
            for (double end : {box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z})
                far = std::max(far, std::abs(end));
        }
        dSpaceID made = dHashSpaceCreate(nullptr);
        int low = std::max(std::ilogb(std::max(std::min(least, largest), 1e-30)),
                           std::ilogb(std::max(far, 1e-30)) - 24);
        dHashSpaceSetLevels(made, low, std::max(low, std::ilogb(std::max(largest, 1e-30)) + 1));
        return made;
    }

    static dSpaceID make_quadtree(const cd_boxed *boxes, uint32_t count)
    {
        cd_aabb all = cd_aabb_empty();
        for (uint32_t i = 0; i < count; i++)
            cd_aabb_join(&all, &boxes[i].box);
        if (!count)
            all = {{0, 0, 0}, {0, 0, 0}};
        cd_vec3 middle = cd_aabb_centre(&all), extent = cd_aabb_extent(&all);
        const dVector3 centre = {middle.x, middle.y, middle.z};
        const dVector3 extents = {extent.x, extent.y, extent.z};
        int depth = std::clamp(int(std::log2(count + 1.0) / 2) + 1, 1, 8);
        return dQuadTreeSpaceCreate(nullptr, centre, extents, depth);
    }

    static void note(void *pairs, dGeomID a, dGeomID b)
    {
        cd_pairs_add(static_cast<cd_pairs *>(pairs), Body::of(a).id, Body::of(b).id);
    }

    void close()
    {
        if (space)
            dSpaceDestroy(space); // and the geoms in it
    }

  public:
    explicit Broad(const cd_create &create)
        : Keeping(create), settings(create.settings), geoms(create.scene->body_limit)
    {
    }
    Broad(const Broad &) = delete;
    ~Broad()
    {
        close();
    }

    void open(const cd_boxed *boxes, uint32_t count)
    {
        close();
        if (cd_setting_is(settings, "space", "hash"))
            space = make_hash(boxes, count);
        else if (cd_setting_is(settings, "space", "sweep"))
            space = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
        else if (cd_setting_is(settings, "space", "quadtree"))
            space = make_quadtree(boxes, count);
        else
            space = dSimpleSpaceCreate(nullptr);
    }

    void enter(uint32_t id, const cd_aabb &box)
    {
        geoms[id] = dCreateGeom(Body::geom_class());
        Body::of(geoms[id]).id = id;
        move(id, box);
        dSpaceAdd(space, geoms[id]);
    }

    void move(uint32_t id, const cd_aabb &box)
    {
        cd_vec3 centre = cd_aabb_centre(&box);
        Body::of(geoms[id]).box = box;
        dGeomSetPosition(geoms[id], centre.x, centre.y, centre.z);
    }

    void leave(uint32_t id)
    {
        dGeomDestroy(geoms[id]);
    }

    void end_frame()
    {
    }

    void candidates(cd_pairs &pairs)
    {
        dSpaceCollide(space, &pairs, note);
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
    return peer::pair_of_bodies<Model>(
        "ode",
        "triangle meshes of the physics library ODE; its contacts are points, for which it is not asked",
        "Smith 2001; OPCODE: Terdiman 2001", nullptr, describe);
}

const cd_algo ode = make_ode();
const cd_algo broad =
    peer::broad<Broad>("ode_broad", "spaces of the physics library ODE", "Smith 2001", broad_params);
const cd_algo *const algos[] = {&ode, &broad};

} // namespace

PEER_PLUGIN(algos, "ODE " dODE_VERSION, "BSD-3-Clause");
