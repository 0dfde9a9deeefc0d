#include "scenes/generators/generator.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

const struct cd_generator cd_generators[] = {
    {.name = "bar",
     .title = "slender round bar of many segments, closed",
     .parameters = "triangles=5000 length=2 thickness=0.1",
     .generate = cd_generate_bar},
    {.name = "box",
     .title = "box with subdivided sides, closed",
     .parameters = "triangles=5000 x=1 y=1 z=1",
     .generate = cd_generate_box},
    {.name = "bumpy",
     .title = "sphere with smooth random hills and dents, closed",
     .parameters = "triangles=5000 bumps=60 amplitude=0.25 seed=1",
     .generate = cd_generate_bumpy},
    {.name = "cloth",
     .title = "thin slab, closed",
     .parameters = "triangles=5000 x=1 y=1 thickness=0.01",
     .generate = cd_generate_cloth},
    {.name = "comb",
     .title = "plate with many parallel fins, closed",
     .parameters = "triangles=5000 fins=20",
     .generate = cd_generate_comb},
    {.name = "convex",
     .title = "random convex polytope: the hull of points on an ellipsoid, closed",
     .parameters = "triangles=5000 stretch=2 seed=1",
     .generate = cd_generate_convex},
    {.name = "fan",
     .title = "flat disc of triangles around its middle, open",
     .parameters = "triangles=5000",
     .generate = cd_generate_fan},
    {.name = "gear",
     .title = "gear wheel with a bore, a concave prism, closed",
     .parameters = "triangles=5000 teeth=16 bore=0.3 thickness=0.4",
     .generate = cd_generate_gear},
    {.name = "sheet",
     .title = "wavy square, open",
     .parameters = "triangles=5000 waves=3 amplitude=0.1",
     .generate = cd_generate_sheet},
    {.name = "sphere",
     .title = "sphere of radius 1, closed",
     .parameters = "triangles=5000",
     .generate = cd_generate_sphere},
    {.name = "torus",
     .title = "torus of radius 1, closed; grid=50:layout=rapid is RAPID's sample",
     .parameters = "triangles=5000 minor=0.2 layout=oriented",
     .generate = cd_generate_torus},
    {.name = "torusknot",
     .title = "tube along a (p,q) torus knot, closed",
     .parameters = "triangles=5000 p=2 q=3 tube=0.2",
     .generate = cd_generate_torusknot},
    {0},
};

/// Names the nearest generator, or all of them.
static enum cd_code unknown_name(const char *name, struct cd_status *status)
{
    const char *names[sizeof cd_generators / sizeof *cd_generators];
    char all[300] = "";
    size_t count = 0;
    for (const struct cd_generator *g = cd_generators; g->name; g++) {
        names[count++] = g->name;
        strncat(all, all[0] ? ", " : "", sizeof all - strlen(all) - 1);
        strncat(all, g->name, sizeof all - strlen(all) - 1);
    }
    const char *nearest = cd_nearest_name(name, names, count);
    if (nearest)
        return cd_fail(status, CD_USAGE, "\"%s\" is no generator; did you mean %s? (there are %s)", name,
                       nearest, all);
    return cd_fail(status, CD_USAGE, "\"%s\" is no generator; there are %s", name, all);
}

/// Takes `scale=` out of the arguments: a power of two, which changes the size of a mesh and nothing else, to
/// the last bit. A scale of 1 where none is given.
static enum cd_code take_scale(const char *generator, char *arguments, double *scale,
                               struct cd_status *status)
{
    static const char key[] = "scale=";
    *scale = 1;
    char *found = arguments;
    while (found && strncmp(found, key, sizeof key - 1))
        found = (found = strchr(found, ':')) ? found + 1 : NULL;
    if (!found)
        return CD_OK;
    size_t length = strcspn(found, ":");
    char *value = cd_duplicate(found + sizeof key - 1);
    value[length - (sizeof key - 1)] = 0;
    int exponent;
    bool good = cd_parse_real(value, scale) && *scale >= 0x1p-10 && *scale <= 0x1p10 &&
                frexp(*scale, &exponent) == 0.5;
    enum cd_code code = CD_OK;
    if (!good)
        code = cd_fail(status, CD_USAGE, "%s: scale=%s: give a power of two from 1/1024 to 1024", generator,
                       value);
    cd_free(value);
    char *rest = found[length] ? found + length + 1 : found + length;
    if (!*rest && found > arguments)
        found--; // the colon before it
    memmove(found, rest, strlen(rest) + 1);
    return code;
}

static enum cd_code scale_mesh(const char *name, double scale, struct cd_mesh **mesh,
                               struct cd_status *status)
{
    struct cd_mesh *plain = *mesh;
    struct cd_vec3 *vertices = cd_allocate(plain->vertex_count, sizeof *vertices);
    struct cd_triangle *triangles = cd_allocate(plain->triangle_count, sizeof *triangles);
    for (uint32_t i = 0; i < plain->vertex_count; i++)
        vertices[i] =
            cd_vec(scale * plain->vertices[i].x, scale * plain->vertices[i].y, scale * plain->vertices[i].z);
    memcpy(triangles, plain->triangles, plain->triangle_count * sizeof *triangles);
    enum cd_code code =
        cd_mesh_create(name, vertices, plain->vertex_count, triangles, plain->triangle_count, mesh, status);
    cd_mesh_destroy(plain);
    return code;
}

static enum cd_code generate(const struct cd_generator *generator, const char *specification,
                             const char *given, struct cd_mesh **mesh, struct cd_status *status)
{
    double scale;
    char *arguments = cd_duplicate(given);
    enum cd_code code = take_scale(generator->name, arguments, &scale, status);
    if (!code)
        code = generator->generate(arguments, mesh, status);
    if (!code && scale != 1)
        code = scale_mesh(specification, scale, mesh, status);
    cd_free(arguments);
    return code;
}

enum cd_code cd_mesh_generate(const char *specification, struct cd_mesh **mesh, struct cd_status *status)
{
    size_t length = strcspn(specification, ":");
    const char *arguments = specification + length + (specification[length] == ':');
    for (const struct cd_generator *g = cd_generators; g->name; g++)
        if (strlen(g->name) == length && memcmp(g->name, specification, length) == 0) {
            if (specification[length] && !*arguments)
                return cd_fail(status, CD_USAGE, "%s: nothing behind the colon; write key=value", g->name);
            return generate(g, specification, arguments, mesh, status);
        }
    char *name = cd_duplicate(specification);
    name[length] = 0;
    enum cd_code code = unknown_name(name, status);
    cd_free(name);
    return code;
}
