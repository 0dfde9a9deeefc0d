#include "scenes/advice.h"

#include <inttypes.h>

/// Below this share of all triangles, slivers do not dominate the running time.
#define MANY_SLIVERS 0.1

/// Vertices that move by this share of a side tilt faces by this many radians, 0.06 degrees. Bodies that touched them
/// come apart.
#define TILT 1e-3

/// Centimetres are 10 millimetres, feet 12 inches, inches 25.4 millimetres, metres 39.37 inches, 100 centimetres or
/// 1000 millimetres. Bodies in one unit also differ in size, so from this ratio on the smallest factor counts as met.
#define UNLIKE 8

static void advise(const struct cd_mesh *mesh, bool solids, void (*warn)(void *user, const char *line),
                   void *user)
{
    struct cd_vec3 low = mesh->box.low, high = mesh->box.high;
    double farthest = fmax(fmax(-low.x, high.x), fmax(fmax(-low.y, high.y), fmax(-low.z, high.z)));
    double moved = farthest * 0x1p-24; // half of the last bit of 24
    double side = cd_aabb_longest_side(&mesh->box) / sqrt(mesh->triangle_count);
    if (mesh->degenerate_count)
        cd_tell(warn, user,
                "%s: %" PRIu32 " of %" PRIu32
                " triangles have no area; they collide as the segments and points "
                "that they are, and other libraries may leave them out: remove them",
                mesh->name, mesh->degenerate_count, mesh->triangle_count);
    if (mesh->sliver_count >= MANY_SLIVERS * mesh->triangle_count)
        cd_tell(warn, user,
                "%s: %" PRIu32 " of %" PRIu32 " triangles are slivers, more than %d times as long as high; "
                "volumes around them are mostly empty, which takes time: mesh the model more evenly",
                mesh->name, mesh->sliver_count, mesh->triangle_count, CD_SLIVER);
    if (moved > TILT * side)
        cd_tell(
            warn, user,
            "%s: coordinates reach %.3g, and triangles measure about %.3g; single precision, as graphics "
            "cards and many libraries have it, moves vertices by up to %.2g: bring the mesh to the origin",
            mesh->name, farthest, side, moved);
    const struct cd_mesh_reading *reading = &mesh->reading;
    const char *fanned = "fanned from the first corner and may cover what is not theirs";
    if (reading->left_out)
        cd_tell(warn, user,
                "%s: faces of fewer than three corners: %" PRIu64
                "; they are left out: see whether the file is whole",
                mesh->name, reading->left_out);
    if (reading->crossing)
        cd_tell(warn, user,
                "%s: faces that cross or cover themselves: %" PRIu64
                "; they are %s: repair them, or triangulate them where they were made",
                mesh->name, reading->crossing, fanned);
    if (reading->too_large)
        cd_tell(warn, user,
                "%s: faces of too many corners to be cut: %" PRIu64
                "; they are %s: triangulate them where they were made",
                mesh->name, reading->too_large, fanned);
    if (reading->bent)
        cd_tell(
            warn, user,
            "%s: faces of more than three corners that are not planar to a hundredth of their size: %" PRIu64
            "; they are fanned from the first corner, and another one would make another surface: "
            "triangulate them where they were made",
            mesh->name, reading->bent);
    struct cd_facing facing = solids ? cd_mesh_facing(mesh) : (struct cd_facing){0};
    if (solids && cd_mesh_is_flat(mesh))
        cd_tell(warn, user,
                "%s: all of it lies in one plane, so that nothing can be inside; choose an algorithm that "
                "answers for surfaces",
                mesh->name);
    else if (solids && !mesh->solid)
        cd_tell(warn, user,
                "%s: it is %s, so that inside and outside are not defined and its surface counts instead; "
                "repair the "
                "mesh%s, or choose an algorithm that answers for surfaces",
                mesh->name, mesh->closed ? "closed, but its triangles are not oriented alike" : "not closed",
                mesh->closed || mesh->reading.welded
                    ? ""
                    : " (weld=1e-9 joins corners that differ in the last bits)");
    if (facing.inside_out)
        cd_tell(warn, user,
                "%s: %" PRIu32 " of %" PRIu32 " closed surfaces inside out: the triangles face inwards, and "
                "algorithms that tell front from back may answer wrongly; turn the faces round",
                mesh->name, facing.inside_out, facing.closed);
}

/// The length of a unit of the coordinates in metres, as the file states it; 0 if it does not.
static double metres(const struct cd_mesh *mesh)
{
    return mesh->reading.scale > 0 ? mesh->reading.unit / mesh->reading.scale : mesh->reading.unit;
}

/// The upward axis of the coordinates, as the file states it; 0 if it does not.
static char up_of(const struct cd_mesh *mesh)
{
    return mesh->reading.turned ? 'Y' : mesh->reading.up;
}

/// Compares the units and the upward axes that files state.
void cd_advise_on_statements(struct cd_mesh *const *meshes, uint32_t count,
                             void (*warn)(void *user, const char *line), void *user)
{
    const struct cd_mesh *first = NULL, *upward = NULL;
    bool told = false, told_up = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct cd_mesh *mesh = meshes[i];
        first = first || !(metres(mesh) > 0) ? first : mesh;
        upward = upward || !up_of(mesh) ? upward : mesh;
        if (!told && first && metres(mesh) > 0 && fabs(metres(mesh) / metres(first) - 1) > 1e-6) {
            cd_tell(
                warn, user,
                "a unit of %s is %g m long and one of %s %g m, by what their files state: bring them to one "
                "unit with scale=",
                first->name, metres(first), mesh->name, metres(mesh));
            told = true;
        }
        if (!told_up && upward && up_of(mesh) && up_of(mesh) != up_of(upward)) {
            cd_tell(warn, user,
                    "%c is upward in %s and %c in %s, by what their files state: turn one of them with up=",
                    up_of(upward), upward->name, up_of(mesh), mesh->name);
            told_up = true;
        }
    }
}

void cd_advise(struct cd_mesh *const *meshes, uint32_t count, bool solids,
               void (*warn)(void *user, const char *line), void *user)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = 0;
        while (!cd_hash_equal(meshes[first]->hash, meshes[i]->hash))
            first++;
        if (first == i)
            advise(meshes[i], solids, warn, user);
    }
    cd_advise_on_statements(meshes, count, warn, user);
}

void cd_advise_on_units(const struct cd_scene *scene, void (*warn)(void *user, const char *line), void *user)
{
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        double size = cd_aabb_longest_side(&scene->meshes[i]->box);
        least = size > 0 ? fmin(least, size) : least;
        most = fmax(most, size);
    }
    if (most > UNLIKE * least)
        cd_tell(
            warn, user,
            "%s: one mesh measures %.3g and another one %.3g, and they never touch: are they in one unit?",
            scene->name, least, most);
}
