// Someone else's truth: what the exact predicates of CGAL's kernel (LGPL) say about triangles. Reads scenes from the
// files of an export, with code that shares nothing with the program.
//
//   truth pairs COUNT SEED         random pairs of triangles, compared with cd_triangles_touch
//   truth scene FOLDER ANSWERS     an exported scene, compared with `cdbench run --query contacts --answers`
//   truth itself FILE.off COUNT    a manifold mesh, compared with `self_contacts` of `cdbench info --json`
//
// The exit code is 2 when something differs.
#include "geom/triangle.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Face = std::array<Point, 3>;

/// Hands a triangle over as what it is: without area, a segment or a point.
template <class Use> static bool with_shape(const Face &face, Use use)
{
    if (!CGAL::collinear(face[0], face[1], face[2]))
        return use(Kernel::Triangle_3(face[0], face[1], face[2]));
    auto ends = std::minmax_element(face.begin(), face.end());
    return *ends.first == *ends.second ? use(*ends.first) : use(Segment(*ends.first, *ends.second));
}

static bool touch(const Face &a, const Face &b)
{
    return with_shape(a, [&b](const auto &first) {
        return with_shape(b, [&first](const auto &second) { return CGAL::do_intersect(first, second); });
    });
}

// ---- random pairs -----------------------------------------------------------------------------------------

static std::mt19937_64 generator;

static unsigned below(unsigned limit)
{
    return static_cast<unsigned>(generator() % limit);
}

/// On a coarse grid, some a last place or more off it; sometimes of another magnitude.
static double coordinate(unsigned kind)
{
    double value = static_cast<double>(below(5)) - 2;
    if (kind >= 2)
        value *= 0.1;
    if (kind >= 4)
        value = std::ldexp(value, static_cast<int>(below(60)) - 30);
    for (unsigned steps = kind & 1 ? below(3) : 0; steps; steps--)
        value = std::nextafter(value, generator() & 1 ? 10 : -10);
    return value;
}

/// A corner that stands by itself, is one of the other triangle's, or was meant to lie on its edge or face.
static Point corner(unsigned kind, const Face &other)
{
    double u = below(5) / 4.0, v = (1 - u) * below(5) / 4.0, w = 1 - u - v;
    unsigned i = below(3);
    if (below(6))
        return {coordinate(kind), coordinate(kind), coordinate(kind)};
    if (below(3) == 0)
        return other[i];
    return {u * other[0].x() + v * other[1].x() + w * other[2].x(),
            u * other[0].y() + v * other[1].y() + w * other[2].y(),
            u * other[0].z() + v * other[1].z() + w * other[2].z()};
}

static void copy(const Face &face, unsigned first, cd_vec3 corners[3])
{
    for (unsigned i = 0; i < 3; i++) {
        const Point &p = face[(first + i) % 3];
        corners[i] = {p.x(), p.y(), p.z()};
    }
}

static int compare_pairs(unsigned long count, unsigned long seed)
{
    unsigned long touching = 0, flat = 0, wrong = 0;
    generator.seed(seed);
    for (unsigned long n = 0; n < count; n++) {
        unsigned kind = below(6);
        Face a, b;
        for (Point &p : a)
            p = {coordinate(kind), coordinate(kind), coordinate(kind)};
        for (Point &p : b)
            p = corner(kind, a);
        bool truth = touch(a, b);
        cd_vec3 x[3], y[3];
        copy(a, below(3), x);
        copy(b, below(3), y);
        touching += truth;
        flat += CGAL::collinear(a[0], a[1], a[2]) || CGAL::collinear(b[0], b[1], b[2]);
        if (cd_triangles_touch(x, y) == truth && cd_triangles_touch(y, x) == truth)
            continue;
        if (!wrong++)
            for (int i = 0; i < 6; i++)
                std::printf("%a %a %a\n", i < 3 ? x[i].x : y[i - 3].x, i < 3 ? x[i].y : y[i - 3].y,
                            i < 3 ? x[i].z : y[i - 3].z);
    }
    std::printf("%lu pairs (seed %lu), %lu touch, %lu with a triangle without area: %lu differ\n", count,
                seed, touching, flat, wrong);
    return wrong ? 2 : 0;
}

// ---- scenes -----------------------------------------------------------------------------------------------

struct Mesh {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<size_t, 3>> triangles;
};

struct Body {
    size_t mesh;
    std::vector<std::array<double, 3>> vertices; ///< in model space
    std::vector<Face> faces;                     ///< in the world
    std::vector<CGAL::Bbox_3> boxes;
};

using Row = std::vector<double>;
using Rows = std::multimap<unsigned long, Row>; ///< by frame

static Mesh read_mesh(const std::string &path)
{
    Mesh mesh;
    std::ifstream file(path);
    std::string word;
    while (file >> word) {
        std::array<std::string, 3> texts;
        file >> texts[0] >> texts[1] >> texts[2];
        if (word == "v")
            mesh.vertices.push_back({std::stod(texts[0]), std::stod(texts[1]), std::stod(texts[2])});
        else
            mesh.triangles.push_back(
                {std::stoul(texts[0]) - 1, std::stoul(texts[1]) - 1, std::stoul(texts[2]) - 1});
    }
    return mesh;
}

/// Rows of numbers behind a header; of an answers file that means contacts.
static Rows read_rows(const std::string &path)
{
    Rows rows;
    std::ifstream file(path);
    std::string line, field;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        Row row;
        while (std::getline(fields, field, ','))
            row.push_back(std::strtod(field.c_str(), nullptr));
        rows.emplace(static_cast<unsigned long>(row[0]), row);
    }
    return rows;
}

static void place(Body &body, const Mesh &mesh, const Row &row)
{
    const double *r = &row[3], *t = &row[12];
    std::vector<Point> world;
    for (const auto &p : body.vertices) {
        double q[3];
        for (int i = 0; i < 3; i++)
            q[i] = ((r[3 * i] * p[0] + r[3 * i + 1] * p[1]) + r[3 * i + 2] * p[2]) + t[i];
        world.emplace_back(q[0], q[1], q[2]);
    }
    body.faces.clear();
    body.boxes.clear();
    for (const auto &triangle : mesh.triangles) {
        body.faces.push_back({world[triangle[0]], world[triangle[1]], world[triangle[2]]});
        body.boxes.push_back(CGAL::bbox_3(body.faces.back().begin(), body.faces.back().end()));
    }
}

static void add_contacts(const std::map<size_t, Body> &bodies, double frame, std::vector<Row> &contacts)
{
    for (auto a = bodies.begin(); a != bodies.end(); ++a)
        for (auto b = std::next(a); b != bodies.end(); ++b)
            for (size_t i = 0; i < a->second.faces.size(); i++)
                for (size_t k = 0; k < b->second.faces.size(); k++)
                    if (CGAL::do_overlap(a->second.boxes[i], b->second.boxes[k]) &&
                        touch(a->second.faces[i], b->second.faces[k]))
                        contacts.push_back({frame, static_cast<double>(a->first), static_cast<double>(i),
                                            static_cast<double>(b->first), static_cast<double>(k)});
}

static int compare_scene(const std::string &folder, const std::string &answers)
{
    std::vector<Mesh> meshes;
    for (std::string path; std::ifstream(path = folder + "/mesh-" + std::to_string(meshes.size()) + ".obj");)
        meshes.push_back(read_mesh(path));
    Rows frames = read_rows(folder + "/frames.csv"), deformed = read_rows(folder + "/vertices.csv");
    std::map<size_t, Body> before;
    std::vector<Row> truth, given;
    unsigned long count = frames.empty() ? 0 : frames.rbegin()->first + 1;
    for (unsigned long frame = 0; frame < count; frame++) {
        std::map<size_t, Body> now;
        auto rows = frames.equal_range(frame), changes = deformed.equal_range(frame);
        for (auto row = rows.first; row != rows.second; ++row) {
            auto id = static_cast<size_t>(row->second[1]), mesh = static_cast<size_t>(row->second[2]);
            auto old = before.find(id);
            now[id] = old != before.end() ? old->second : Body{mesh, meshes.at(mesh).vertices, {}, {}};
        }
        for (auto row = changes.first; row != changes.second; ++row)
            now.at(static_cast<size_t>(row->second[1])).vertices.at(static_cast<size_t>(row->second[2])) = {
                row->second[3], row->second[4], row->second[5]};
        for (auto row = rows.first; row != rows.second; ++row) {
            Body &body = now.at(static_cast<size_t>(row->second[1]));
            place(body, meshes.at(body.mesh), row->second);
        }
        add_contacts(now, static_cast<double>(frame), truth);
        before = std::move(now);
    }
    for (const auto &row : read_rows(answers))
        given.push_back(row.second);
    std::sort(truth.begin(), truth.end());
    std::sort(given.begin(), given.end());
    std::printf("%lu frames, %zu contacts by CGAL, %zu by cdbench: %s\n", count, truth.size(), given.size(),
                truth == given ? "the same" : "they differ");
    return truth == given ? 0 : 2;
}

static int compare_itself(const char *path, unsigned long count)
{
    CGAL::Surface_mesh<Point> mesh;
    std::vector<std::pair<CGAL::SM_Face_index, CGAL::SM_Face_index>> pairs;
    std::ifstream file(path);
    if (!(file >> mesh) || mesh.is_empty()) {
        std::fprintf(stderr, "%s: CGAL reads no mesh\n", path);
        return 65;
    }
    CGAL::Polygon_mesh_processing::self_intersections(mesh, std::back_inserter(pairs));
    std::printf("%zu pairs of triangles\n", pairs.size());
    if (pairs.size() != count)
        std::fprintf(stderr, "%s: %zu pairs, not %lu\n", path, pairs.size(), count);
    return pairs.size() == count ? 0 : 2;
}

int main(int argc, char **argv)
{
    const std::string what = argc == 4 ? argv[1] : "";
    if (what == "pairs")
        return compare_pairs(std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10));
    if (what == "scene")
        return compare_scene(argv[2], argv[3]);
    if (what == "itself")
        return compare_itself(argv[2], std::strtoul(argv[3], nullptr, 10));
    std::fprintf(stderr,
                 "usage: truth pairs COUNT SEED | truth scene FOLDER ANSWERS | truth itself FILE COUNT\n");
    return 64;
}
