// libccd: convex bodies, by the simplices of Gilbert, Johnson and Keerthi or the portals of Snethen. All that libccd
// knows of a body is the vertex that is furthest in a direction.
#include "peers/peer.hpp"

#include <ccd/ccd.h>
#include <geom/predicates.h>

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace
{

const cd_param params[] = {
    CD_PARAM_CHOICE("by", "gjk", "gjk|mpr",
                    "what decides: simplices (GJK), or portals (Minkowski portal refinement)"),
    CD_PARAM_END,
};

/// The limit that FCL sets, too; by default libccd may go on forever.
const unsigned long max_iterations = 500;

class Model
{
    std::vector<std::vector<uint32_t>> neighbours; ///< by vertex
    std::vector<cd_vec3> points;
    uint32_t start; ///< a vertex of a triangle
    cd_vec3 centre;

  public:
    bool portals;

    Model(const cd_settings *settings, const cd_shape &shape)
        : neighbours(shape.mesh->vertex_count), start(shape.mesh->triangles[0].v[0]),
          portals(cd_setting_is(settings, "by", "mpr"))
    {
        for (uint32_t i = 0; i < shape.mesh->triangle_count; i++)
            for (int k = 0; k < 3; k++)
                neighbours[shape.mesh->triangles[i].v[k]].push_back(shape.mesh->triangles[i].v[(k + 1) % 3]);
        check(shape);
        points.assign(shape.vertices, shape.vertices + shape.mesh->vertex_count);
        centre = {0, 0, 0};
        double count = 0;
        for (size_t i = 0; i < points.size(); i++)
            if (!neighbours[i].empty())
                centre = cd_add(centre, points[i]), count++;
        centre = cd_scale(centre, 1 / count);
    }

    /// One closed surface; none of its edges bends inwards.
    static void check(const cd_shape &shape)
    {
        const cd_mesh &mesh = *shape.mesh;
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> opposite; // of a directed edge, the third corner
        bool convex = mesh.closed && mesh.manifold && mesh.oriented && mesh.component_count == 1;
        for (uint32_t i = 0; i < mesh.triangle_count && convex; i++) {
            const uint32_t *v = mesh.triangles[i].v;
            for (int k = 0; k < 3; k++)
                opposite[{v[k], v[(k + 1) % 3]}] = v[(k + 2) % 3];
        }
        int inside = 0; // the side of every plane on which the body is
        for (auto edge = opposite.begin(); edge != opposite.end() && convex; ++edge) {
            const cd_vec3 *p = shape.vertices;
            uint32_t a = edge->first.first, b = edge->first.second;
            int side = cd_orient3d(&p[a], &p[b], &p[edge->second], &p[opposite[{b, a}]]);
            convex = !side || !inside || side == inside;
            inside = side ? side : inside;
        }
        if (!convex || !inside)
            throw peer::Unsuitable("libccd takes convex bodies only, and " + std::string(mesh.name) +
                                   " is not one closed surface without dents; `fcl` takes any mesh");
    }

    /// The vertex that none of its neighbours exceeds is the furthest of all.
    uint32_t furthest(uint32_t from, const cd_vec3 &direction) const
    {
        double reach = cd_dot(points[from], direction);
        for (bool climbs = true; climbs;) {
            climbs = false;
            for (uint32_t next : neighbours[from]) {
                double at = cd_dot(points[next], direction);
                if (at > reach) {
                    from = next;
                    reach = at;
                    climbs = true;
                    break;
                }
            }
        }
        return from;
    }

    struct Placed {
        const Model &model;
        const cd_pose &pose;
        mutable uint32_t last;

        explicit Placed(const cd_placed &body)
            : model(peer::model_of<Model>(body)), pose(*body.pose), last(model.start)
        {
        }
        ccd_vec3_t in_world(const cd_vec3 &point) const
        {
            cd_vec3 p = cd_canonical_vertex(&pose, point);
            return {{p.x, p.y, p.z}};
        }
    };

    static void support(const void *body, const ccd_vec3_t *direction, ccd_vec3_t *point)
    {
        const Placed &placed = *static_cast<const Placed *>(body);
        const double *r = placed.pose.r, *d = direction->v;
        cd_vec3 turned = {r[0] * d[0] + r[3] * d[1] + r[6] * d[2], r[1] * d[0] + r[4] * d[1] + r[7] * d[2],
                          r[2] * d[0] + r[5] * d[1] + r[8] * d[2]};
        placed.last = placed.model.furthest(placed.last, turned);
        *point = placed.in_world(placed.model.points[placed.last]);
    }

    static void middle(const void *body, ccd_vec3_t *point)
    {
        const Placed &placed = *static_cast<const Placed *>(body);
        *point = placed.in_world(placed.model.centre);
    }

    static bool test(const cd_placed &a, const cd_placed &b, cd_worker &)
    {
        ccd_t ccd;
        CCD_INIT(&ccd);
        ccd.support1 = ccd.support2 = support;
        ccd.center1 = ccd.center2 = middle;
        ccd.max_iterations = max_iterations;
        Placed one(a), other(b);
        return one.model.portals ? ccdMPRIntersect(&one, &other, &ccd) : ccdGJKIntersect(&one, &other, &ccd);
    }
};

void describe(const cd_settings *, cd_description *description)
{
    description->meaning = CD_MEANING_SOLID;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

// Without `build`: a body that deforms may no longer be convex and is prepared anew.
const cd_algo libccd =
    peer::pair<Model>("libccd", "convex bodies by the library libccd, which knows no pairs of triangles",
                      "Gilbert, Johnson, Keerthi 1988; portals: Snethen 2008", params, describe);
const cd_algo *const algos[] = {&libccd};

} // namespace

PEER_PLUGIN(algos, "libccd " PEER_VERSION, "BSD-3-Clause");
