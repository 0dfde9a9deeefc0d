// CGAL: trees of boxes around triangles that move with their body, triangles decided by exact predicates on canonical
// vertices; and intersecting boxes, of regions and as a broad phase. What is built from this file is under CGAL's GPL.
#include "peers/boxes.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Aff_transformation_3.h>
#include <CGAL/Cartesian_converter.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Interval_nt.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>
#include <geom/triangle.h>

#include <cstddef>
#include <limits>
#include <vector>

/// CGAL knows the limits of int and double only.
template <> struct CGAL::Box_intersection_d::box_limits<std::int64_t> {
    static std::int64_t inf()
    {
        return std::numeric_limits<std::int64_t>::min();
    }
    static std::int64_t sup()
    {
        return std::numeric_limits<std::int64_t>::max();
    }
};

namespace
{

// ---- bodies -----------------------------------------------------------------------------------------------

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangle = Kernel::Triangle_3;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, std::vector<Triangle>::const_iterator>;
using Traits = CGAL::AABB_traits<Kernel, Primitive>;
using Tree = CGAL::AABB_tree<Traits>;
using Node = CGAL::AABB_node<Traits>;
using Intervals = CGAL::Simple_cartesian<CGAL::Interval_nt_advanced>;

Triangle triangle_of(const cd_vec3 corner[3])
{
    return Triangle({corner[0].x, corner[0].y, corner[0].z}, {corner[1].x, corner[1].y, corner[1].z},
                    {corner[2].x, corner[2].y, corner[2].z});
}

/// Rounds to nearest again where CGAL calculates with intervals.
struct Nearest : CGAL::Protect_FPU_rounding<true> {
    Nearest() : Protect_FPU_rounding(CGAL_FE_TONEAREST)
    {
    }
};

class Model
{
    std::vector<Triangle> triangles;
    Tree tree;
    friend class Moved;

  public:
    Model(const cd_settings *, const cd_shape &shape)
    {
        build(shape);
    }

    void build(const cd_shape &shape)
    {
        tree.clear();
        triangles.clear();
        for (uint32_t i = 0; i < shape.mesh->triangle_count; i++) {
            const uint32_t *v = shape.mesh->triangles[i].v;
            const cd_vec3 corner[3] = {shape.vertices[v[0]], shape.vertices[v[1]], shape.vertices[v[2]]};
            triangles.push_back(triangle_of(corner));
        }
        tree.insert(triangles.cbegin(), triangles.cend());
        tree.build();
    }

    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &worker);
};

/// A triangle in the world.
struct Corners {
    uint32_t triangle;
    cd_vec3 corner[3];
    CGAL::Bbox_3 box;
};

/// A body where it is now. Its boxes move by CGAL's intervals: every operation of a canonical vertex is monotone, so
/// that no vertex is outside the moved box. Its triangles are those of the canonical vertices.
class Moved
{
    const cd_placed &body;
    const Model &model;
    CGAL::Aff_transformation_3<Kernel> motion;
    bool turns;

  public:
    explicit Moved(const cd_placed &placed)
        : body(placed), model(peer::model_of<Model>(placed)),
          motion(placed.pose->r[0], placed.pose->r[1], placed.pose->r[2], placed.pose->t[0],
                 placed.pose->r[3], placed.pose->r[4], placed.pose->r[5], placed.pose->t[1],
                 placed.pose->r[6], placed.pose->r[7], placed.pose->r[8], placed.pose->t[2]),
          turns(false)
    {
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                turns |= i != k && motion.m(i, k) != 0;
    }

    const cd_placed &placed() const
    {
        return body;
    }
    const Tree &tree() const
    {
        return model.tree;
    }
    /// What CGAL does for its rigid meshes (Rigid_triangle_mesh_collision_detection) and does not offer to others: if
    /// the body turns, the box around all corners, each moved; otherwise around the first and the last.
    CGAL::Bbox_3 box(const Node &node) const
    {
        const CGAL::Bbox_3 own = node.bbox();
        CGAL::Cartesian_converter<Kernel, Intervals> widen;
        const Intervals::Aff_transformation_3 move = widen(motion);
        Intervals::Point_3 corners[8];
        size_t count = 0;
        for (int i = 0; i < 8; i += turns ? 1 : 7)
            corners[count++] = move(Intervals::Point_3(widen(i & 4 ? own.xmax() : own.xmin()),
                                                       widen(i & 2 ? own.ymax() : own.ymin()),
                                                       widen(i & 1 ? own.zmax() : own.zmin())));
        return CGAL::bbox_3(corners, corners + count);
    }
    Corners corners(const Primitive &primitive) const
    {
        Nearest nearest;
        Corners found;
        found.triangle = uint32_t(primitive.id() - model.triangles.cbegin());
        for (int k = 0; k < 3; k++)
            found.corner[k] = body.vertices[body.triangles[found.triangle].v[k]];
        cd_canonical_vertices(body.pose, found.corner, 3, found.corner);
        found.box = triangle_of(found.corner).bbox();
        return found;
    }
};

/// The program decides triangles without area, of which CGAL knows nothing.
bool touch(const Corners &a, const Corners &b)
{
    Nearest nearest;
    Triangle one = triangle_of(a.corner), other = triangle_of(b.corner);
    if (one.is_degenerate() || other.is_degenerate())
        return cd_triangles_touch(a.corner, b.corner);
    return CGAL::do_intersect(one, other);
}

/// Goes through the tree of a body: whether a box of the world reaches a triangle's.
struct Reach {
    const Moved &body;
    cd_worker &worker;
    bool found = false;

    bool go_further() const
    {
        return !found;
    }
    bool do_intersect(const CGAL::Bbox_3 &box, const Node &node) const
    {
        worker.counters.box_tests++;
        return CGAL::do_overlap(box, body.box(node));
    }
    void intersection(const CGAL::Bbox_3 &box, const Primitive &primitive)
    {
        worker.counters.box_tests++;
        found = CGAL::do_overlap(box, body.corners(primitive).box);
    }
};

/// Goes through the tree of a body: which of its triangles touch one of another body.
struct Touch {
    const Moved &body, &other;
    cd_worker &worker;
    bool found = false;

    bool go_further() const
    {
        return !found || worker.query == CD_QUERY_CONTACTS;
    }
    bool do_intersect(const Corners &triangle, const Node &node) const
    {
        worker.counters.box_tests++;
        return CGAL::do_overlap(triangle.box, body.box(node));
    }
    void intersection(const Corners &triangle, const Primitive &primitive)
    {
        worker.counters.triangle_tests++;
        Corners own = body.corners(primitive);
        if (!touch(own, triangle))
            return;
        found = true;
        if (worker.query == CD_QUERY_CONTACTS)
            cd_emit_contact(&worker, &body.placed(), own.triangle, &other.placed(), triangle.triangle);
    }
};

/// Goes through the tree of the second body and, for every node or triangle, through the tree of the first, as CGAL's
/// own collision detection of rigid meshes does.
struct Meeting {
    const Moved &first, &second;
    cd_worker &worker;
    bool found = false;

    bool go_further() const
    {
        return !found || worker.query == CD_QUERY_CONTACTS;
    }
    bool do_intersect(const Tree &tree, const Node &node)
    {
        Reach reach{first, worker};
        worker.counters.node_visits++;
        tree.traversal(second.box(node), reach);
        return reach.found;
    }
    void intersection(const Tree &tree, const Primitive &primitive)
    {
        Touch touching{first, second, worker};
        tree.traversal(second.corners(primitive), touching);
        found |= touching.found;
    }
};

bool Model::test(const cd_placed &a, const cd_placed &b, cd_worker &worker)
{
    CGAL::Interval_nt_advanced::Protector intervals;
    Moved first(a), second(b);
    Meeting meeting{first, second, worker};
    second.tree().traversal(first.tree(), meeting);
    return meeting.found;
}

// ---- boxes ------------------------------------------------------------------------------------------------

const cd_param params[] = {
    CD_PARAM_INT("cutoff", "1000", 1, 1000000, "where it leaves off dividing, and scans"),
    CD_PARAM_END,
};

/// How CGAL reads boxes, as numbers of the type N.
template <class Box, class N, int D> struct Coordinates {
    using Box_parameter = const Box &;
    using NT = N;
    using ID = uint32_t;
    static NT min_coord(Box_parameter box, int k)
    {
        return box.low[k];
    }
    static NT max_coord(Box_parameter box, int k)
    {
        return box.high[k];
    }
    static ID id(Box_parameter box)
    {
        return box.name;
    }
    static int dimension()
    {
        return D;
    }
};

template <int D> class Regions final : public peer::Matcher
{
    using Extent = peer::Extent<D>;
    std::vector<Extent> sides[2];
    cd_touch closed;
    std::ptrdiff_t cutoff;

  public:
    explicit Regions(const cd_create &create)
        : closed(create.scene->touch), cutoff(cd_setting_int(create.settings, "cutoff"))
    {
    }

    void update(const cd_frame &frame) override
    {
        read(frame, closed, sides);
    }

    void match(peer::Matches &matches) override
    {
        CGAL::box_intersection_d(
            sides[0].begin(), sides[0].end(), sides[1].begin(), sides[1].end(),
            [&matches](const Extent &a, const Extent &b) { matches.found(a.name, b.name); },
            Coordinates<Extent, std::int64_t, D>(), cutoff, CGAL::Box_intersection_d::CLOSED);
    }
};

class Broad
{
    std::vector<peer::Body> bodies;
    std::ptrdiff_t cutoff;

  public:
    explicit Broad(const cd_create &create) : cutoff(cd_setting_int(create.settings, "cutoff"))
    {
    }

    void reset()
    {
    }

    void update(const cd_boxed *from, uint32_t count)
    {
        bodies.clear();
        for (uint32_t i = 0; i < count; i++)
            bodies.push_back(peer::body_of(from[i]));
    }

    void candidates(cd_pairs &pairs)
    {
        CGAL::box_self_intersection_d(
            bodies.begin(), bodies.end(),
            [&](const peer::Body &a, const peer::Body &b) { cd_pairs_add(&pairs, a.name, b.name); },
            Coordinates<peer::Body, double, 3>(), cutoff, CGAL::Box_intersection_d::CLOSED);
    }
};

const cd_algo pair = peer::pair<Model>(
    "cgal", "trees of boxes of the library CGAL; triangles decided exactly, as it decides them",
    "Alliez, Tayeb, Wormser 2009; rigid motion: Gimeno, Loriot 2018", nullptr);
const cd_algo regions = peer::regions<Regions>(
    "cgal_boxes", "intersecting boxes by CGAL's box_intersection_d", "Zomorodian, Edelsbrunner 2002", params);
const cd_algo broad = peer::broad<Broad>(
    "cgal_broad", "intersecting boxes by CGAL's box_self_intersection_d, anew in every frame",
    "Zomorodian, Edelsbrunner 2002", params);
const cd_algo *const algos[] = {&pair, &regions, &broad};

} // namespace

PEER_PLUGIN(algos, "CGAL " CGAL_VERSION_STR, "GPL-3.0-or-later");
