// `cdbench info`: what a mesh contains (size, box, hash and topology), and what a scene made of meshes amounts to.
#include "base/memory.h"
#include "base/terminal.h"
#include "bench/cli/command.h"
#include "bench/harness/selection.h"
#include "bench/oracle/self_contacts.h"
#include "bench/record/fingerprint.h"
#include "scenes/advice.h"
#include "scenes/mesh.h"
#include "scenes/recipe.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct info_values {
    bool json, allow_large;
    struct cd_number seed, frames;
};

static const struct cd_option info_options[] = {
    CD_FRAMES_OPTION(struct info_values),
    CD_SEED_OPTION(struct info_values),
    CD_LARGE_OPTION(struct info_values),
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct info_values, json), 0, 0, "print JSON"},
    CD_OPTION_END,
};

static const char *yes(bool value)
{
    return value ? "yes" : "no";
}

/// Orders the largest first, and equal ones as in the file.
static int compare_components(const void *first, const void *second, void *components)
{
    uint32_t a = *(const uint32_t *)first, b = *(const uint32_t *)second;
    const struct cd_component *list = components;
    uint32_t of_a = list[a].triangle_count, of_b = list[b].triangle_count;
    return of_a != of_b ? (of_a < of_b) - (of_a > of_b) : (a > b) - (a < b);
}

static void print_components(const struct cd_mesh *mesh)
{
    if (mesh->component_count < 2)
        return;
    uint32_t *order = cd_allocate(mesh->component_count, sizeof *order);
    for (uint32_t i = 0; i < mesh->component_count; i++)
        order[i] = i;
    qsort_r(order, mesh->component_count, sizeof *order, compare_components, mesh->components);
    uint32_t shown = mesh->component_count <= 10 ? mesh->component_count : 10;
    puts("    component   triangles  closed  manifold  oriented  solid");
    for (uint32_t i = 0; i < shown; i++) {
        const struct cd_component *c = &mesh->components[order[i]];
        printf("    %-10" PRIu32 " %10" PRIu32 "  %-6s  %-8s  %-8s  %-5s\n", order[i], c->triangle_count,
               yes(c->closed), yes(c->manifold), yes(c->oriented), yes(c->solid));
    }
    cd_free(order);
    if (shown < mesh->component_count)
        printf("    ... and %" PRIu32 " more; --json lists all\n", mesh->component_count - shown);
}

static void print_advice(void *unused, const char *line)
{
    (void)unused;
    cd_print_line(stdout, 14, "  advice      %s", line);
}

/// Adds "N TEXT" to a list of such parts, unless N is 0.
static void add_part(char *parts, size_t bytes, uint64_t number, const char *text)
{
    size_t length = strlen(parts);
    if (number)
        snprintf(parts + length, bytes - length, "%s%" PRIu64 " %s", length ? ", " : "", number, text);
}

/// What the file says beside triangles, and what became of it.
static void print_reading(const struct cd_mesh_reading *reading)
{
    static const struct {
        double metres;
        const char *name;
    } names[] = {{1, "metre"},         {0.1, "decimetre"}, {0.01, "centimetre"}, {0.001, "millimetre"},
                 {1e-6, "micrometre"}, {0.0254, "inch"},   {0.3048, "foot"},     {0.9144, "yard"},
                 {1000, "kilometre"},  {1609.344, "mile"}};
    char parts[300] = "";
    add_part(parts, sizeof parts, reading->cut, "cut within themselves (not convex)");
    add_part(parts, sizeof parts, reading->crossing, "fanned (crossing or covering themselves)");
    add_part(parts, sizeof parts, reading->too_large, "fanned (too many corners to be cut)");
    add_part(parts, sizeof parts, reading->bent, "fanned (not planar)");
    add_part(parts, sizeof parts, reading->left_out, "left out (fewer than three corners)");
    if (*parts)
        cd_print_line(stdout, 14, "  faces       %s", parts);
    *parts = 0;
    add_part(parts, sizeof parts, reading->welded, "vertices replaced by a neighbour");
    add_part(parts, sizeof parts, reading->collapsed, "triangles left out that had no area then");
    if (*parts)
        cd_print_line(stdout, 14, "  welded      %s", parts);
    const char *unit = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (fabs(reading->unit / names[i].metres - 1) < 1e-6)
            unit = names[i].name;
    char stated[80] = "the file states none", applied[80] = "coordinates are as in the file";
    if (reading->unit > 0)
        snprintf(stated, sizeof stated, "%.6g m%s%s, by the file or its format", reading->unit,
                 *unit ? ", " : "", unit);
    if (reading->scale > 0)
        snprintf(applied, sizeof applied, "coordinates were multiplied by %.10g", reading->scale);
    if (reading->unit > 0 || reading->scale > 0)
        cd_print_line(stdout, 14, "  unit        %s; %s", stated, applied);
    char up[80] = "the file states none", turned[40] = "not turned";
    if (reading->up)
        snprintf(up, sizeof up, "%c, by the file or its format", reading->up);
    if (reading->turned && reading->turned != 'Y')
        snprintf(turned, sizeof turned, "%c was turned to Y", reading->turned);
    if (reading->up || reading->turned)
        cd_print_line(stdout, 14, "  up axis     %s; %s", up, turned);
}

static double volume_of(const struct cd_mesh *mesh)
{
    double volume = 0;
    for (uint32_t i = 0; i < mesh->component_count; i++)
        volume += mesh->components[i].volume;
    return volume;
}

/// Writes where the mesh meets itself, as a sentence without its end.
static void describe_contacts(const struct cd_self_contacts *contacts, char *text, size_t bytes)
{
    if (contacts->count)
        snprintf(text, bytes,
                 "%s%" PRIu64 " pair%s of triangles intersect beyond the corners they share; the first%s: "
                 "%" PRIu32 " and %" PRIu32 ", counted from 1",
                 contacts->complete ? "" : "at least ", contacts->count, cd_plural(contacts->count),
                 contacts->complete ? "" : " found", contacts->first[0] + 1, contacts->first[1] + 1);
    else
        snprintf(text, bytes,
                 contacts->complete ? "no two triangles intersect"
                                    : "too many triangles are close to tell whether two intersect");
}

static void print_solidity(const struct cd_mesh *mesh, const struct cd_self_contacts *contacts)
{
    struct cd_facing facing = cd_mesh_facing(mesh);
    char text[200];
    if (mesh->solid)
        printf("  volume      %.9g\n", volume_of(mesh));
    if (cd_mesh_is_flat(mesh))
        cd_print_line(stdout, 14, "  solid       no: all of it lies in one plane");
    else if (mesh->solid && facing.inside_out)
        cd_print_line(stdout, 14,
                      "  solid       yes, but inside out: the triangles of %" PRIu32 " of %" PRIu32
                      " closed surfaces face inwards",
                      facing.inside_out, facing.closed);
    else
        cd_print_line(stdout, 14, "  solid       %s",
                      mesh->solid ? "yes: inside and outside are defined"
                                  : "no: only its surface can collide");
    describe_contacts(contacts, text, sizeof text);
    cd_print_line(stdout, 14, "  itself      %s", text);
}

/// What `run` and `verify` also say of the mesh, and what would take them too long to find.
static void advise(struct cd_mesh *mesh, const struct cd_self_contacts *contacts,
                   void (*warn)(void *user, const char *line), void *user)
{
    char text[200];
    cd_advise(&mesh, 1, true, warn, user);
    describe_contacts(contacts, text, sizeof text);
    if (contacts->count)
        cd_tell(warn, user, "%s: %s; the surface passes through itself there: repair the mesh", mesh->name,
                text);
}

static void print_mesh(struct cd_mesh *mesh)
{
    char hash[CD_HASH_TEXT];
    const struct cd_vec3 *low = &mesh->box.low, *high = &mesh->box.high;
    struct cd_self_contacts contacts = cd_find_self_contacts(mesh);
    printf("%s\n", mesh->name);
    cd_print_line(stdout, 14, "  triangles   %" PRIu32 " (%" PRIu32 " without area, %" PRIu32 " slivers)",
                  mesh->triangle_count, mesh->degenerate_count, mesh->sliver_count);
    cd_print_line(stdout, 14,
                  mesh->place ? "  vertices    %" PRIu32 " (%" PRIu32
                                " once equal corners are joined, as they are "
                                "for all of the following)"
                              : "  vertices    %" PRIu32,
                  mesh->vertex_count, mesh->place_count);
    print_reading(&mesh->reading);
    cd_print_line(stdout, 14, "  box         [%.9g, %.9g] x [%.9g, %.9g] x [%.9g, %.9g]", low->x, high->x,
                  low->y, high->y, low->z, high->z);
    printf("  components  %" PRIu32 "\n", mesh->component_count);
    print_components(mesh);
    cd_print_line(stdout, 14,
                  mesh->boundary_edges ? "  closed      %s (%" PRIu32 " edges have only one triangle)"
                                       : "  closed      %s",
                  yes(mesh->closed), mesh->boundary_edges);
    cd_print_line(stdout, 14,
                  mesh->crowded_edges ? "  manifold    %s (%" PRIu32 " edges have more than two triangles)"
                                      : "  manifold    %s",
                  yes(mesh->manifold), mesh->crowded_edges);
    printf("  oriented    %s\n", yes(mesh->oriented));
    print_solidity(mesh, &contacts);
    printf("  hash        %s\n", cd_hash_text(mesh->hash, hash));
    advise(mesh, &contacts, print_advice, NULL);
}

static void note_advice(void *list, const char *line)
{
    json_array_append_new(list, cd_json_text(line));
}

static json_t *json_axis(char axis)
{
    return axis ? json_stringn(&axis, 1) : json_null();
}

static json_t *json_mesh(struct cd_mesh *mesh)
{
    char hash[CD_HASH_TEXT];
    const struct cd_aabb *box = &mesh->box;
    bool is_flat = cd_mesh_is_flat(mesh);
    json_t *components = json_array(), *advice = json_array();
    struct cd_self_contacts contacts = cd_find_self_contacts(mesh);
    advise(mesh, &contacts, note_advice, advice);
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        const struct cd_component *c = &mesh->components[i];
        json_array_append_new(components,
                              json_pack("{s:I, s:b, s:b, s:b, s:b, s:o}", "triangles",
                                        (json_int_t)c->triangle_count, "closed", c->closed, "manifold",
                                        c->manifold, "oriented", c->oriented, "solid", c->solid, "volume",
                                        c->solid ? json_real(c->volume) : json_null()));
    }
    const struct cd_mesh_reading *reading = &mesh->reading;
    json_t *first = contacts.count ? json_pack("[I,I]", (json_int_t)contacts.first[0] + 1,
                                               (json_int_t)contacts.first[1] + 1)
                                   : json_null();
    json_t *read =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:f, s:o, s:o}", "cut", (json_int_t)reading->cut,
                  "crossing", (json_int_t)reading->crossing, "too_large", (json_int_t)reading->too_large,
                  "bent", (json_int_t)reading->bent, "left_out", (json_int_t)reading->left_out, "welded",
                  (json_int_t)reading->welded, "collapsed", (json_int_t)reading->collapsed, "unit",
                  reading->unit > 0 ? json_real(reading->unit) : json_null(), "scale",
                  reading->scale > 0 ? reading->scale : 1, "up", json_axis(reading->up), "turned",
                  json_axis(reading->turned));
    return json_pack(
        "{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:[[f,f,f],[f,f,f]], s:b, s:b, s:b, s:b, s:b, s:I, s:I, "
        "s:b, s:o, s:o, s:s, s:o, s:o}",
        "name", cd_json_text(mesh->name), "triangles", (json_int_t)mesh->triangle_count, "vertices",
        (json_int_t)mesh->vertex_count, "places", (json_int_t)mesh->place_count, "degenerate",
        (json_int_t)mesh->degenerate_count, "slivers", (json_int_t)mesh->sliver_count, "boundary_edges",
        (json_int_t)mesh->boundary_edges, "crowded_edges", (json_int_t)mesh->crowded_edges, "box", box->low.x,
        box->low.y, box->low.z, box->high.x, box->high.y, box->high.z, "closed", mesh->closed, "manifold",
        mesh->manifold, "oriented", mesh->oriented, "solid", mesh->solid && !is_flat, "flat", is_flat,
        "inside_out", (json_int_t)cd_mesh_facing(mesh).inside_out, "self_contacts",
        (json_int_t)contacts.count, "all_pairs_looked_at", contacts.complete, "first_self_contact", first,
        "reading", read, "hash", cd_hash_text(mesh->hash, hash), "components", components, "advice", advice);
}

/// Describes a mesh as a mesh, and anything that says how bodies move as a scene.
static bool names_a_mesh(const char *operand)
{
    struct stat found;
    if (!fnmatch("*.yaml", operand, 0) || !fnmatch("*.yml", operand, 0) ||
        cd_recipe_of(CD_RECIPE_SCENE, operand))
        return false;
    if (!stat(operand, &found))
        return !S_ISDIR(found.st_mode);
    return cd_names_mesh_file(operand) || !strpbrk(operand, ",+");
}

static enum cd_code show_mesh(const char *operand, json_t *list, struct cd_status *status)
{
    struct cd_mesh *mesh;
    enum cd_code code = cd_named_mesh(operand, &mesh, status);
    if (code)
        return code;
    if (list)
        json_array_append_new(list, json_mesh(mesh));
    else
        print_mesh(mesh);
    cd_mesh_destroy(mesh);
    return CD_OK;
}

static json_t *json_scene(const struct cd_scene *scene)
{
    char hash[CD_HASH_TEXT];
    json_t *meshes = json_array(), *advice = json_array();
    cd_advise_on_statements(scene->meshes, scene->mesh_count, note_advice, advice);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        json_array_append_new(meshes, json_mesh(scene->meshes[i]));
    return json_pack("{s:o, s:s, s:I, s:I, s:I, s:b, s:I, s:I, s:I, s:o, s:o}", "scene",
                     cd_json_text(scene->name), "hash", cd_hash_text(scene->hash, hash), "frames",
                     (json_int_t)scene->frame_count, "bodies", (json_int_t)scene->max_bodies, "triangles",
                     (json_int_t)scene->max_triangles, "deforms", scene->deforms, "regions",
                     (json_int_t)scene->max_regions, "dimensions", (json_int_t)scene->dimensions, "seed",
                     (json_int_t)scene->seed, "meshes", meshes, "advice", advice);
}

static void print_scene(const struct cd_scene *scene)
{
    char hash[CD_HASH_TEXT];
    printf("%s\n", scene->name);
    printf("  frames      %" PRIu64 "\n", scene->frame_count);
    if (!scene->dimensions) {
        cd_print_line(stdout, 14, "  bodies      %" PRIu32 " at most in one frame%s", scene->max_bodies,
                      scene->deforms ? ", some of them deform" : "");
        printf("  triangles   %" PRIu64 " at most in one frame\n", scene->max_triangles);
    } else {
        cd_print_line(
            stdout, 14, "  regions     %" PRIu32 " at most in one frame, %" PRIu32 "-dimensional, %s",
            scene->max_regions, scene->dimensions, scene->touch == CD_TOUCH_CLOSED ? "closed" : "half-open");
    }
    printf("  hash        %s\n", cd_hash_text(scene->hash, hash));
    cd_advise_on_statements(scene->meshes, scene->mesh_count, print_advice, NULL);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        printf("mesh %" PRIu32 ": ", i);
        print_mesh(scene->meshes[i]);
    }
}

static enum cd_code show_scene(const char *operand, const struct info_values *values, json_t *list,
                               struct cd_status *status)
{
    struct cd_scene_options options =
        cd_scene_options_of(&values->seed, &values->frames, values->allow_large);
    struct cd_scene *scene;
    enum cd_code code = cd_scene_load(operand, &options, &scene, status);
    if (code)
        return code;
    if (list)
        json_array_append_new(list, json_scene(scene));
    else
        print_scene(scene);
    cd_scene_destroy(scene);
    return CD_OK;
}

static enum cd_code show_all(const struct cd_call *call, struct cd_status *status)
{
    const struct info_values *values = call->values;
    const struct cd_texts *operands = &call->operands;
    if (!operands->count)
        return cd_fail(status, CD_USAGE,
                       "info needs a FILE, a generator or a scene; see `cdbench list scenes`");
    json_t *list = values->json ? json_array() : NULL;
    enum cd_code code = CD_OK;
    for (size_t i = 0; !code && i < operands->count; i++)
        code = names_a_mesh(operands->items[i]) ? show_mesh(operands->items[i], list, status)
                                                : show_scene(operands->items[i], values, list, status);
    if (list && !code) {
        json_dumpf(list, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(list);
    return code;
}

const struct cd_command cd_command_info = {
    .name = "info",
    .title = "show what a mesh or a scene holds: size, topology, hash, advice",
    .operands = "MESH|GENERATOR|SCENE...",
    .options = info_options,
    .values = &(struct info_values){0},
    .run = show_all,
};
