/// The table of small scenes that every algorithm is run on. A new scene is a function and a row.
#ifndef CD_TESTS_CONFORMANCE_H
#define CD_TESTS_CONFORMANCE_H

#include "tests/effort.h"
#include "tests/handmade.h"
#include "tests/handmade_regions.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "geom/predicates.h"

#include <math.h>

struct conformance_scene {
    const char *name; ///< a sentence
    struct cd_scene *(*make)(void);
    bool renders_choices; ///< algorithms that use OpenGL are tried with each of their choices
};

/// The settings that an algorithm is tried with: the defaults, with pictures that are drawn fast.
static inline struct cd_settings *conformance_settings(const struct cd_algo *algo)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    if (cd_settings_has(settings, "resolution"))
        assert_int_equal(cd_settings_set(settings, algo->name, "resolution", "64", NULL), CD_OK);
    return settings;
}

/// Whether every vertex of a mesh is in or below the plane of every triangle, or every one in or above it.
static inline bool conformance_is_convex(const struct cd_mesh *mesh)
{
    bool above = false, below = false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const struct cd_vec3 *p = mesh->vertices;
            const uint32_t *corner = mesh->triangles[t].v;
            int side = cd_orient3d(&p[corner[0]], &p[corner[1]], &p[corner[2]], &p[v]);
            above |= side < 0;
            below |= side > 0;
        }
    return mesh->closed && mesh->degenerate_count == 0 && above != below;
}

/// True when an algorithm may end with this code on a scene, and does not run on it then: this machine cannot
/// run it, or it takes convex bodies only and some are not.
static inline bool conformance_may_refuse(const struct cd_scene *scene, enum cd_code code,
                                          const struct cd_status *status)
{
    if (code != CD_USAGE || !strstr(status->text, "convex"))
        return code == CD_ENVIRONMENT;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (!conformance_is_convex(scene->meshes[i]))
            return true;
    return false;
}

/// Three frames with bodies only where `count` says so: 0 or 1.
static inline struct cd_scene *conformance_few(uint32_t count)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 3 && count; frame++)
        handmade_put(made, frame, 0, box, handmade_at((double)frame, 0, 0));
    return handmade_end(made, 3);
}

static inline struct cd_scene *conformance_no_body(void)
{
    return conformance_few(0);
}

static inline struct cd_scene *conformance_one_body(void)
{
    return conformance_few(1);
}

/// A tetrahedron that stands on its tip at the origin.
static inline struct cd_mesh *conformance_tip(void)
{
    const struct cd_vec3 corners[] = {{0, 0, 0}, {-0.5, -0.25, 1}, {0.5, -0.25, 1}, {0, 0.5, 1}};
    const struct cd_triangle triangles[] = {{{0, 2, 1}}, {{0, 3, 2}}, {{0, 1, 3}}, {{1, 2, 3}}};
    return handmade_mesh(corners, 4, triangles, 4);
}

/// Bodies that share a face, an edge, a corner, or a tip with a face, and the same an ulp apart or deep.
static inline struct cd_scene *conformance_touching(void)
{
    const double apart = nextafter(2, 3), deep = nextafter(2, 1), on = 1;
    const struct cd_vec3 boxes[] = {{2, 0, 0},     {2, 2, 0},    {2, 2, 2},       {2, 1, -1},
                                    {apart, 0, 0}, {deep, 0, 0}, {apart, 2, 2},   {2, apart, 0},
                                    {deep, 2, 0},  {0, 0, 2},    {deep, deep, 2}, {0, -apart, 0}};
    const struct cd_vec3 tips[] = {{0.25, 0.125, on},
                                   {0, 0, on},
                                   {on, on, on},
                                   {0.25, on, on},
                                   {0.25, 0.125, nextafter(on, 2)},
                                   {0.25, 0.125, nextafter(on, 0)}};
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false)), tip = handmade_add(made, conformance_tip());
    uint64_t frame = 0;
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++, frame++) {
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, box, handmade_at(boxes[i].x, boxes[i].y, boxes[i].z));
    }
    for (size_t i = 0; i < sizeof tips / sizeof *tips; i++, frame++) {
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 2, tip, handmade_at(tips[i].x, tips[i].y, tips[i].z));
    }
    return handmade_end(made, frame);
}

/// Triangles that share one point of their edges or corners.
static inline struct cd_scene *conformance_triangles(void)
{
    const struct cd_vec3 flat[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                         upright[] = {{0, 0, 0}, {0, 0, 4}, {4, 0, 4}};
    const struct cd_triangle one[] = {{{0, 1, 2}}};
    struct handmade *made = handmade_begin();
    uint32_t a = handmade_add(made, handmade_mesh(flat, 3, one, 1));
    uint32_t b = handmade_add(made, handmade_mesh(upright, 3, one, 1));
    uint64_t frame = 0;
    for (int x = -4; x <= 4; x += 2)
        for (int y = -1; y <= 5; y += 2)
            for (int z = -4; z <= 1; z += 2, frame++) {
                handmade_put(made, frame, 0, a, handmade_at(0, 0, 0));
                handmade_put(made, frame, 1, b, handmade_at(x, y, z));
                handmade_put(made, frame, 2, a, handmade_at(x, y, 0)); // coplanar with the first
            }
    return handmade_end(made, frame);
}

static inline struct cd_scene *conformance_coincident(void)
{
    struct cd_random random = cd_random_seed(3);
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    uint32_t inverted = handmade_add(made, handmade_box(1, true));
    uint32_t soup = handmade_add(made, handmade_soup(&random, 24, 4));
    for (uint64_t frame = 0; frame < 4; frame++) {
        struct cd_pose pose = frame ? handmade_random_pose(&random, 5) : handmade_at(0, 0, 0);
        handmade_put(made, frame, 0, box, pose);
        handmade_put(made, frame, 1, box, pose);
        handmade_put(made, frame, 2, inverted, pose);
        handmade_put(made, frame, 3, soup, pose);
        handmade_put(made, frame, 4, soup, pose);
    }
    return handmade_end(made, 4);
}

/// A box in a box, in the cavity of a hollow one, in its wall, and outside.
static inline struct cd_scene *conformance_nested(void)
{
    struct cd_random random = cd_random_seed(5);
    struct handmade *made = handmade_begin();
    uint32_t small = handmade_add(made, handmade_box(0.5, false)),
             large = handmade_add(made, handmade_box(3, false));
    uint32_t hollow =
        handmade_add(made, handmade_join(handmade_box(4, false), handmade_box(2, true), cd_vec(0, 0, 0)));
    for (uint64_t frame = 0; frame < 12; frame++) {
        struct cd_pose pose = frame < 6 ? handmade_at(0, 0, 0) : handmade_random_pose(&random, 0.25);
        pose.t[0] += (double)(frame % 6);
        handmade_put(made, frame, 0, small, pose);
        handmade_put(made, frame, frame % 2 ? 1 : 2, frame % 2 ? large : hollow, handmade_at(0, 0, 0));
    }
    return handmade_end(made, 12);
}

/// Points, segments and triangles of no area, among boxes and each other.
static inline struct cd_scene *conformance_degenerate(void)
{
    const struct cd_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const struct cd_triangle triangles[] = {{{0, 0, 0}}, {{0, 1, 2}}, {{2, 0, 0}},
                                            {{3, 3, 4}}, {{5, 5, 5}}, {{0, 3, 4}}};
    struct handmade *made = handmade_begin();
    uint32_t flat = handmade_add(made, handmade_mesh(points, 6, triangles, 6));
    uint32_t point = handmade_add(made, handmade_mesh(points, 1, triangles, 1));
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 24; frame++) {
        double x = 0.5 * (double)(frame % 6), y = 0.5 * (double)(frame / 6);
        handmade_put(made, frame, 0, flat, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, flat, handmade_at(x, y, 0));
        handmade_put(made, frame, 2, point, handmade_at(x, 0, 0));
        handmade_put(made, frame, 3, point, handmade_at(x, 0, 0));
        handmade_put(made, frame, 4, box, handmade_at(x + 1, y, 1));
    }
    return handmade_end(made, 24);
}

/// Random meshes with corners on a small grid: coplanar, touching and equal triangles everywhere.
static inline struct cd_scene *conformance_grid(void)
{
    struct cd_random random = cd_random_seed(7);
    struct handmade *made = handmade_begin();
    for (uint32_t i = 0; i < 3; i++)
        handmade_add(made, handmade_soup(&random, 20 + 13 * i, 4));
    for (uint64_t frame = 0; frame < 12; frame++)
        for (uint32_t id = 0; id < 6; id++)
            handmade_put(made, frame, id, id % 3,
                         handmade_at((double)cd_random_below(&random, 9), (double)cd_random_below(&random, 9),
                                     (double)cd_random_below(&random, 3)));
    return handmade_end(made, 12);
}

/// Hundreds of copies of one triangle, which no plane can split.
static inline struct cd_scene *conformance_equal_triangles(void)
{
    const struct cd_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}};
    struct cd_triangle triangles[150];
    for (uint32_t i = 0; i < 150; i++)
        triangles[i] = (struct cd_triangle){{0, 1, 2 + (i == 77)}};
    struct handmade *made = handmade_begin();
    uint32_t mesh = handmade_add(made, handmade_mesh(corners, 4, triangles, 150));
    const double heights[] = {0, 0.5, 1, 2};
    for (uint64_t frame = 0; frame < 4; frame++) {
        handmade_put(made, frame, 0, mesh, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, mesh, handmade_at(0, 0, heights[frame]));
    }
    return handmade_end(made, 4);
}

/// Long thin triangles turned any way.
static inline struct cd_scene *conformance_slivers(void)
{
    struct cd_random random = cd_random_seed(11);
    struct handmade *made = handmade_begin();
    for (int i = 0; i < 2; i++) {
        struct cd_mesh *soup = handmade_soup(&random, 30, 5);
        for (uint32_t k = 0; k < soup->vertex_count; k++)
            soup->vertices[k] =
                cd_vec(100 * soup->vertices[k].x, soup->vertices[k].y, 0.001 * soup->vertices[k].z);
        handmade_add(
            made, handmade_mesh(soup->vertices, soup->vertex_count, soup->triangles, soup->triangle_count));
        cd_mesh_destroy(soup);
    }
    for (uint64_t frame = 0; frame < 20; frame++)
        for (uint32_t id = 0; id < 3; id++)
            handmade_put(made, frame, id, id % 2, handmade_random_pose(&random, 30));
    return handmade_end(made, 20);
}

/// Bodies that pass through each other, turning, with trees of some depth.
static inline struct cd_scene *conformance_passing(void)
{
    struct cd_random random = cd_random_seed(13);
    struct handmade *made = handmade_begin();
    const char *const meshes[] = {"sphere:triangles=200", "torusknot:triangles=300"};
    for (int i = 0; i < 2; i++) {
        struct cd_mesh *mesh = NULL;
        assert_int_equal(cd_mesh_generate(meshes[i], &mesh, NULL), CD_OK);
        struct cd_vec3 extent = cd_aabb_extent(&mesh->box);
        handmade_add(made, cd_mesh_centred(mesh, 2 / fmax(extent.x, fmax(extent.y, extent.z))));
        cd_mesh_destroy(mesh);
    }
    for (uint64_t frame = 0; frame < 8; frame++)
        for (uint32_t id = 0; id < 3; id++)
            handmade_put(made, frame, id, id % 2, handmade_random_pose(&random, 1.2));
    return handmade_end(made, 8);
}

/// Convex bodies of many shapes, in pairs: apart, one within the other, on each other, or crossing.
static inline struct cd_scene *conformance_convex(void)
{
    struct cd_random random = cd_random_seed(37);
    struct handmade *made = handmade_begin();
    const char *const meshes[] = {"convex:triangles=4", "convex:triangles=60:seed=2:stretch=1",
                                  "convex:triangles=100:seed=3:stretch=20", "box:triangles=48",
                                  "sphere:triangles=80"};
    for (uint32_t i = 0; i < 5; i++) {
        struct cd_mesh *mesh = NULL;
        assert_int_equal(cd_mesh_generate(meshes[i], &mesh, NULL), CD_OK);
        handmade_add(made, mesh);
    }
    for (uint32_t i = 0; i < 5; i++)
        handmade_add(made, cd_mesh_centred(made->scene->meshes[i], 0.25));
    handmade_add(made, handmade_box(1, true));
    const double reaches[] = {2, 1, 0.2, 0};
    for (uint64_t frame = 0; frame < 24; frame++)
        for (uint32_t id = 0; id < 11; id++)
            if (cd_random_below(&random, 2))
                handmade_put(made, frame, id, id, handmade_random_pose(&random, reaches[frame % 4]));
    return handmade_end(made, 24);
}

/// The same far from the origin, where the rounding of world vertices is as large as the gaps.
static inline struct cd_scene *conformance_far_away(void)
{
    struct cd_random random = cd_random_seed(17);
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false)),
             soup = handmade_add(made, handmade_soup(&random, 25, 4));
    uint64_t frame = 0;
    for (double reach = 1e6; reach < 1e17; reach *= 1000)
        for (int i = 0; i < 6; i++, frame++)
            for (uint32_t id = 0; id < 4; id++) {
                struct cd_pose pose = handmade_random_pose(&random, 1);
                for (int k = 0; k < 3; k++)
                    pose.t[k] =
                        reach + (nextafter(reach, 2 * reach) - reach) * floor(3 * pose.t[k]) + pose.t[k];
                handmade_put(made, frame, id, id % 2 ? box : soup, pose);
            }
    return handmade_end(made, frame);
}

/// Meshes of a billionth and of a billion.
static inline struct cd_scene *conformance_scales(void)
{
    struct cd_random random = cd_random_seed(19);
    struct handmade *made = handmade_begin();
    const double scales[] = {1e-9, 1e-3, 1, 1e3, 1e9};
    for (int i = 0; i < 5; i++)
        handmade_add(made, handmade_box(scales[i], false));
    for (uint64_t frame = 0; frame < 20; frame++)
        for (uint32_t id = 0; id < 5; id++) {
            struct cd_pose pose = handmade_random_pose(&random, 1.5 * scales[frame % 5]);
            if (frame < 5)
                pose = handmade_at(2 * scales[id], 0, 0);
            handmade_put(made, frame, id, id, pose);
        }
    return handmade_end(made, 20);
}

/// Bodies that rest, move, vanish and come back; ids with gaps.
static inline struct cd_scene *conformance_come_and_go(void)
{
    struct cd_random random = cd_random_seed(23);
    struct handmade *made = handmade_begin();
    handmade_add(made, handmade_box(1, false));
    handmade_add(made, handmade_soup(&random, 12, 3));
    struct cd_pose poses[7];
    for (int id = 0; id < 7; id++)
        poses[id] = handmade_random_pose(&random, 2.5);
    for (uint64_t frame = 0; frame < 40; frame++)
        for (uint32_t id = 0; id < 7; id++) {
            if (cd_random_below(&random, 3) == 0)
                poses[id] = handmade_random_pose(&random, 2.5);
            if (frame % 10 != 9 && cd_random_below(&random, 4) > 0)
                handmade_put(made, frame, 5 * id + 2, id % 2, poses[id]);
        }
    return handmade_end(made, 40);
}

/// A body that grows and shrinks, one that is deformed from frame 5 on only, and one that is not.
static inline struct cd_scene *conformance_deforming(void)
{
    struct cd_random random = cd_random_seed(29);
    struct handmade *made = handmade_begin();
    uint32_t soup = handmade_add(made, handmade_soup(&random, 40, 5));
    const struct cd_mesh *mesh = made->scene->meshes[soup];
    struct cd_vec3 vertices[42], shifted[42];
    assert_int_equal(mesh->vertex_count, 42);
    for (int i = 0; i < 42; i++)
        shifted[i] = cd_add(mesh->vertices[i], cd_vec(i % 3, i % 5, -i % 7));
    for (uint64_t frame = 0; frame < 24; frame++) {
        double grown = 1 + 0.05 * (double)(frame / 2 * 7 % 5);
        for (int i = 0; i < 42; i++)
            vertices[i] = cd_scale(mesh->vertices[i], grown);
        if (frame % 8 != 3)
            handmade_put_deformed(made, frame, 0, soup, handmade_random_pose(&random, 4), frame / 2 + 1,
                                  vertices);
        if (frame < 5)
            handmade_put(made, frame, 1, soup, handmade_at(3, 1, 0));
        else
            handmade_put_deformed(made, frame, 1, soup, handmade_at(3, 1, 0), 1, shifted);
        handmade_put(made, frame, 2, soup, handmade_random_pose(&random, 4));
    }
    return handmade_end(made, 24);
}

/// A thousand bodies of two triangles.
static inline struct cd_scene *conformance_thousand(void)
{
    struct cd_random random = cd_random_seed(31);
    const struct cd_vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const struct cd_triangle triangles[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    struct handmade *made = handmade_begin();
    uint32_t mesh = handmade_add(made, handmade_mesh(corners, 4, triangles, 2));
    for (uint32_t id = 0; id < 1000; id++)
        handmade_put(made, 0, id, mesh, handmade_random_pose(&random, 6));
    return handmade_end(made, 1);
}

// ---- regions ----------------------------------------------------------------------------------------------

/// Frames without regions, with one, and with regions of one kind only.
static inline struct cd_scene *conformance_few_regions(void)
{
    const int64_t low[] = {0, 0}, high[] = {5, 5};
    struct handmade_regions *made = handmade_regions_begin(2, CD_TOUCH_HALF_OPEN);
    handmade_region(made, 1, 3, CD_REGION_PUBLISH, low, high);
    handmade_region(made, 2, 3, CD_REGION_SUBSCRIBE, low, high);
    for (uint32_t id = 0; id < 40; id++)
        handmade_region(made, 4, id, CD_REGION_PUBLISH, low, high);
    handmade_region(made, 5, 7, CD_REGION_SUBSCRIBE, low, high);
    handmade_region(made, 5, 9, CD_REGION_PUBLISH, low, high);
    for (uint32_t id = 0; id < 60; id++)
        handmade_region(made, 6, id, id % 3 ? CD_REGION_SUBSCRIBE : CD_REGION_PUBLISH, low, high);
    return handmade_regions_end(made, 8);
}

/// Pairs of squares, each far from the others, that share a border, a corner, or nothing by one unit.
static inline struct cd_scene *conformance_regions_in_touch(enum cd_touch touch)
{
    struct handmade_regions *made = handmade_regions_begin(2, touch);
    uint32_t id = 0;
    for (int64_t x = -5; x <= 5; x++)
        for (int64_t y = -5; y <= 5; y++, id += 2) {
            const int64_t low[] = {100 * x, 100 * y}, high[] = {low[0] + 4, low[1] + 4};
            const int64_t other_low[] = {low[0] + x, low[1] + y};
            const int64_t other_high[] = {other_low[0] + 4, other_low[1] + 4};
            handmade_region(made, 0, id, CD_REGION_SUBSCRIBE, low, high);
            handmade_region(made, 0, id + 1, CD_REGION_PUBLISH, other_low, other_high);
        }
    return handmade_regions_end(made, 1);
}

static inline struct cd_scene *conformance_closed_touch(void)
{
    return conformance_regions_in_touch(CD_TOUCH_CLOSED);
}

static inline struct cd_scene *conformance_half_open_touch(void)
{
    return conformance_regions_in_touch(CD_TOUCH_HALF_OPEN);
}

static inline struct cd_scene *conformance_random_regions(uint32_t dimensions)
{
    struct cd_random random = cd_random_seed(37 + dimensions);
    enum cd_touch touch = dimensions % 2 ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN;
    struct handmade_regions *made = handmade_regions_begin(dimensions, touch);
    uint64_t frame = 0;
    for (uint32_t extents = 1; extents <= 3; extents += 2)
        for (int bounds = 0; bounds < HANDMADE_BOUNDS; bounds++)
            for (uint32_t count = 5; count < 200; count *= 6, frame++)
                handmade_random_regions(made, &random, frame, count, extents, (enum handmade_bounds)bounds);
    return handmade_regions_end(made, frame);
}

static inline struct cd_scene *conformance_regions_1d(void)
{
    return conformance_random_regions(1);
}

static inline struct cd_scene *conformance_regions_2d(void)
{
    return conformance_random_regions(2);
}

static inline struct cd_scene *conformance_regions_3d(void)
{
    return conformance_random_regions(3);
}

static inline struct cd_scene *conformance_regions_4d(void)
{
    return conformance_random_regions(4);
}

static inline struct cd_scene *conformance_regions_8d(void)
{
    return conformance_random_regions(8);
}

/// Generated regions, some of which move.
static inline struct cd_scene *conformance_moving_regions(void)
{
    struct cd_scene *scene = NULL;
    const char *words = test_tries_all() ? "regions:n=3000:alpha=2:steps=6:sizes=lognormal:move=0.2"
                                         : "regions:n=1500:alpha=2:steps=6:sizes=lognormal:move=0.2";
    assert_int_equal(cd_scene_load(words, NULL, &scene, NULL), CD_OK);
    return scene;
}

static inline struct cd_scene *conformance_huge_regions(void)
{
    struct cd_scene *scene = NULL;
    const char *words = test_tries_all() ? "regions:n=4000:size=3:sizes=huge:huge=0.02"
                                         : "regions:n=2000:size=3:sizes=huge:huge=0.02";
    assert_int_equal(cd_scene_load(words, NULL, &scene, NULL), CD_OK);
    return scene;
}

/// Whether an algorithm with these settings takes what the scene is made of.
static inline bool conformance_takes(const struct cd_algo *algo, const struct cd_settings *settings,
                                     const struct cd_scene *scene)
{
    struct cd_description description;
    cd_describe(algo, settings, &description);
    return description.takes & (scene->dimensions ? CD_TAKES_REGIONS : CD_TAKES_BODIES);
}

static const struct conformance_scene conformance_scenes[] = {
    {"no body", conformance_no_body, false},
    {"one body", conformance_one_body, false},
    {"boxes and tips that touch, or miss by an ulp", conformance_touching, false},
    {"single triangles", conformance_triangles, false},
    {"coincident bodies", conformance_coincident, false},
    {"nested bodies", conformance_nested, true},
    {"points, segments and triangles without area", conformance_degenerate, false},
    {"meshes on a grid", conformance_grid, false},
    {"equal triangles", conformance_equal_triangles, false},
    {"slivers", conformance_slivers, false},
    {"bodies that pass through each other", conformance_passing, true},
    {"convex bodies", conformance_convex, false},
    {"bodies far away", conformance_far_away, false},
    {"bodies of all scales", conformance_scales, false},
    {"bodies that come and go", conformance_come_and_go, false},
    {"deforming bodies", conformance_deforming, true},
    {"a thousand bodies", conformance_thousand, false},
    {"few regions, or none", conformance_few_regions, false},
    {"closed regions in touch", conformance_closed_touch, false},
    {"half-open regions in touch", conformance_half_open_touch, false},
    {"random closed intervals", conformance_regions_1d, false},
    {"random half-open rectangles", conformance_regions_2d, false},
    {"random closed boxes", conformance_regions_3d, false},
    {"random half-open boxes of four dimensions", conformance_regions_4d, false},
    {"random half-open boxes of eight dimensions", conformance_regions_8d, false},
    {"regions that move", conformance_moving_regions, false},
    {"a few huge regions", conformance_huge_regions, false},
};

#endif
