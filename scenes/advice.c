#include "scenes/advice.h"

#include "base/text.h"

#include <inttypes.h>

/// Below this share of all triangles, slivers do not dominate the running time.
#define MANY_SLIVERS 0.1

/// Vertices that move by this share of a side tilt faces by this many radians, 0.06 degrees. Bodies that touched them
/// come apart.
#define TILT 1e-3

/// Centimetres are 10 millimetres, feet 12 inches, inches 25.4 millimetres, metres 39.37 inches, 100 centimetres or
/// 1000 millimetres. Bodies in one unit also differ in size, so from this ratio on the smallest factor counts as met.
#define UNLIKE 8

static void advise(const struct cd_mesh *mesh, bool solids, void (*hear)(void *user, const char *line),
                   void *user)
{
    struct cd_vec3 low = mesh->box.low, high = mesh->box.high;
    double farthest = fmax(fmax(-low.x, high.x), fmax(fmax(-low.y, high.y), fmax(-low.z, high.z)));
    double moved = farthest * 0x1p-24; // half of the last bit of 24
    double side = cd_aabb_longest_side(&mesh->box) / sqrt(mesh->triangle_count);
    if (mesh->degenerate_count)
        cd_tell(hear, user,
                "%s: %" PRIu32 " of %" PRIu32
                " triangles have no area; they collide as the segments and points "
                "that they are, and other libraries may leave them out: remove them",
                mesh->name, mesh->degenerate_count, mesh->triangle_count);
    if (mesh->sliver_count >= MANY_SLIVERS * mesh->triangle_count)
        cd_tell(hear, user,
                "%s: %" PRIu32 " of %" PRIu32 " triangles are slivers, more than %d times as long as high; "
                "volumes around them are mostly empty, which takes time: mesh the model more evenly",
                mesh->name, mesh->sliver_count, mesh->triangle_count, CD_SLIVER);
    if (moved > TILT * side)
        cd_tell(
            hear, user,
            "%s: coordinates reach %.3g, and triangles measure about %.3g; single precision, as graphics "
            "cards and many libraries have it, moves vertices by up to %.2g: bring the mesh to the origin",
            mesh->name, farthest, side, moved);
    const struct cd_mesh_reading *reading = &mesh->reading;
    if (reading->left_out)
        cd_tell(hear, user,
                "%s: %" PRIu64 " face%s of fewer than three corners left out; see whether the file is whole",
                mesh->name, reading->left_out, cd_plural(reading->left_out));
    if (reading->crossing)
        cd_tell(hear, user,
                "%s: %" PRIu64
                " face%s crossing or covering themselves; fanned from the first corner, they may "
                "cover what is not theirs: mend them, or triangulate them where they were made",
                mesh->name, reading->crossing, cd_plural(reading->crossing));
    if (reading->bent)
        cd_tell(
            hear, user,
            "%s: %" PRIu64 " face%s of more than three corners not planar to a hundredth of their size; "
            "fanned from the first corner, and from another one the surface would be another: triangulate "
            "them where they were made",
            mesh->name, reading->bent, cd_plural(reading->bent));
    uint32_t inside_out = solids ? cd_mesh_inside_out(mesh) : 0;
    if (solids && cd_mesh_is_flat(mesh))
        cd_tell(hear, user,
                "%s: all of it lies in one plane, so that nothing can be inside; choose an algorithm that "
                "answers for surfaces",
                mesh->name);
    else if (solids && !mesh->solid)
        cd_tell(
            hear, user,
            "%s: it is %s, so that inside and outside are not defined and its surface counts instead; mend "
            "the mesh, or choose an algorithm that answers for surfaces",
            mesh->name, mesh->closed ? "closed, but its triangles are not oriented alike" : "not closed");
    else if (inside_out)
        cd_tell(hear, user,
                "%s: %" PRIu32 " of %" PRIu32
                " closed surfaces %s inside out: the triangles face inwards, and "
                "algorithms that tell front from back may answer wrongly; turn the faces round",
                mesh->name, inside_out, mesh->component_count, inside_out == 1 ? "is" : "are");
}

/// The length of a unit of the coordinates in metres, as the file states it; 0 if it does not.
static double metres(const struct cd_mesh *mesh)
{
    return mesh->reading.scale > 0 ? mesh->reading.unit / mesh->reading.scale : mesh->reading.unit;
}

/// Compares the units that files state.
static void advise_on_stated_units(struct cd_mesh *const *meshes, uint32_t count,
                                   void (*hear)(void *user, const char *line), void *user)
{
    const struct cd_mesh *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!(metres(meshes[i]) > 0))
            continue;
        first = first ? first : meshes[i];
        if (fabs(metres(meshes[i]) / metres(first) - 1) < 1e-6)
            continue;
        cd_tell(hear, user,
                "a unit of %s is %g m long and one of %s %g m, by what their files state: bring them to one "
                "unit with scale=",
                first->name, metres(first), meshes[i]->name, metres(meshes[i]));
        return;
    }
}

void cd_advise(struct cd_mesh *const *meshes, uint32_t count, bool solids,
               void (*hear)(void *user, const char *line), void *user)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = 0;
        while (!cd_hash_equal(meshes[first]->hash, meshes[i]->hash))
            first++;
        if (first == i)
            advise(meshes[i], solids, hear, user);
    }
    advise_on_stated_units(meshes, count, hear, user);
}

void cd_advise_on_units(const struct cd_scene *scene, void (*hear)(void *user, const char *line), void *user)
{
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        double size = cd_aabb_longest_side(&scene->meshes[i]->box);
        least = size > 0 ? fmin(least, size) : least;
        most = fmax(most, size);
    }
    if (most > UNLIKE * least)
        cd_tell(
            hear, user,
            "%s: one mesh measures %.3g and another one %.3g, and they never touch: are they in one unit?",
            scene->name, least, most);
}
