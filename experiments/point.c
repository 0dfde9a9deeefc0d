// How far Image_CD's collision point is from the exact contact of two bodies; zou2011 leaves this open in its last
// section.
//
//     build/release/experiments/point --scene SCENE [--algo ALGO] [--frames N]
//
// A pixel that says "collision" shows a point of one body's edge that is in the other body: its position in the picture
// and its depth give the point (cd_picture_point). The contact is what the surfaces have in common: all segments in
// which triangles of one cut triangles of the other, found by obb8. For every frame in which ALGO (image_cd) finds a
// hit and surfaces meet, two distances to the nearest segment are taken: that of the `first` such pixel, row by row,
// which is where figure 7 stops looking, and that of the `nearest` such pixel. If a body is inside the other there is
// no contact: `inside` counts such frames. Distances are in pixels (the longer side of one in the world) and in sizes
// of the smaller body. Prints CSV: a row per kind of point; the median, its interval, and the largest.
#include "base/memory.h"
#include "experiments/program.h"
#include "scenes/motions/motions.h"

#include <math.h>

struct request {
    const char *scene, *algo;
    struct cd_number frames;
};

static const struct cd_option options[] = {
    {"scene", CD_OPTION_TEXT, "SCENE", offsetof(struct request, scene), 0, 0, "two bodies"},
    {"algo", CD_OPTION_TEXT, "ALGO", offsetof(struct request, algo), 0, 0,
     "an algorithm that decides by pictures (image_cd)"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000000,
     "frames of the scene (100)"},
    CD_OPTION_END,
};

enum kind { FIRST, NEAREST, KINDS };
static const char *const kinds[KINDS] = {"first", "nearest"};

struct bench {
    struct cd_scene *scene;
    const char *algo; ///< of `pictures`
    struct cd_instance *pictures, *exact;
    struct cd_records contacts;           ///< of the frame at hand
    double size;                          ///< of the smaller body
    double *pixels[KINDS], *sizes[KINDS]; ///< per frame that counts, the distance
    size_t count, inside, missed;
};

// ---- where two triangles meet

struct segment {
    struct cd_vec3 ends[2];
};

/// Where a triangle's outline crosses the plane: the lowest such point along `line` and the highest.
static struct segment cut(const struct cd_vec3 t[3], struct cd_vec3 normal, struct cd_vec3 origin,
                          struct cd_vec3 line)
{
    struct segment segment = {{{NAN, NAN, NAN}, {NAN, NAN, NAN}}};
    for (int k = 0; k < 3; k++) {
        struct cd_vec3 p = t[k], q = t[(k + 1) % 3];
        double above = cd_dot(normal, cd_sub(p, origin)), below = cd_dot(normal, cd_sub(q, origin));
        if (above * below > 0 || above == below)
            continue;
        struct cd_vec3 at = cd_add(p, cd_scale(cd_sub(q, p), above / (above - below)));
        if (!(cd_dot(line, at) >= cd_dot(line, segment.ends[0])))
            segment.ends[0] = at;
        if (!(cd_dot(line, at) <= cd_dot(line, segment.ends[1])))
            segment.ends[1] = at;
    }
    return segment;
}

/// What two triangles that touch have in common; of coplanar ones, NAN.
static struct segment meet(const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    struct cd_vec3 of_p = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    struct cd_vec3 of_q = cd_cross(cd_sub(q[1], q[0]), cd_sub(q[2], q[0])), line = cd_cross(of_p, of_q);
    struct segment a = cut(p, of_q, q[0], line), b = cut(q, of_p, p[0], line);
    if (cd_dot(line, b.ends[0]) > cd_dot(line, a.ends[0]))
        a.ends[0] = b.ends[0];
    if (cd_dot(line, b.ends[1]) < cd_dot(line, a.ends[1]))
        a.ends[1] = b.ends[1];
    return a;
}

static void corners_of(const struct bench *bench, const struct cd_body *body, uint32_t triangle,
                       struct cd_vec3 corners[3])
{
    for (int k = 0; k < 3; k++)
        corners[k] = cd_canonical_vertex(
            &body->pose, body->vertices[bench->scene->meshes[body->mesh]->triangles[triangle].v[k]]);
}

static struct segment *find_contact(const struct bench *bench, const struct cd_frame *frame)
{
    struct segment *segments = cd_allocate(bench->contacts.count, sizeof *segments);
    for (uint64_t i = 0; i < bench->contacts.count; i++) {
        const struct cd_record *record = &bench->contacts.items[i];
        struct cd_vec3 p[3], q[3];
        corners_of(bench, &frame->bodies[0], record->ta, p);
        corners_of(bench, &frame->bodies[1], record->tb, q);
        segments[i] = meet(p, q);
    }
    return segments;
}

// ---- frames

static double to_contact(const struct bench *bench, const struct segment *contact, struct cd_vec3 point)
{
    double nearest = INFINITY;
    for (uint64_t i = 0; i < bench->contacts.count; i++)
        nearest = fmin(nearest, cd_segment_distance(contact[i].ends[0], contact[i].ends[1], point));
    return nearest;
}

static void measure(struct bench *bench, const struct cd_picture *picture, const struct segment *contact)
{
    double pixel =
        2 * fmax(cd_length(picture->right) / picture->width, cd_length(picture->up) / picture->height);
    double distances[KINDS] = {NAN, INFINITY};
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        if (!cd_picture_hit(picture, picture->values[i]))
            continue;
        double distance = to_contact(bench, contact, cd_picture_point(picture, i));
        if (isnan(distances[FIRST]))
            distances[FIRST] = distance;
        distances[NEAREST] = fmin(distances[NEAREST], distance);
    }
    for (int k = 0; k < KINDS; k++) {
        bench->pixels[k][bench->count] = distances[k] / pixel;
        bench->sizes[k][bench->count] = distances[k] / bench->size;
    }
    bench->count++;
}

static enum cd_code run_frame(struct bench *bench, const struct cd_frame *frame, struct cd_status *status)
{
    struct cd_answering answering;
    struct cd_picture picture;
    enum cd_code code =
        cd_answering_ask(bench->exact, CD_QUERY_CONTACTS, CD_SINK_STORE, frame, &answering, status);
    if (!code)
        code = cd_answering_gather(bench->exact, &bench->contacts, status);
    if (!code)
        code = cd_answering_ask(bench->pictures, CD_QUERY_PAIRS, CD_SINK_COUNT, frame, &answering, status);
    if (code)
        return code;
    if (!answering.answer.count) {
        bench->missed += bench->contacts.count > 0;
        return CD_OK;
    }
    if (!bench->contacts.count) {
        bench->inside++;
        return CD_OK;
    }
    if (!cd_instance_picture(bench->pictures, &picture) || !picture.depths)
        return cd_fail(status, CD_USAGE, "--algo %s decides by no picture with depths; take image_cd",
                       bench->algo);
    struct segment *contact = find_contact(bench, frame);
    measure(bench, &picture, contact);
    cd_free(contact);
    return CD_OK;
}

static void print_distances(const double *values, size_t count)
{
    double max = NAN;
    for (size_t i = 0; i < count; i++)
        max = fmax(max, values[i]);
    program_print_median(values, count);
    program_print_number(max);
}

static void print_all(const struct bench *bench)
{
    printf("series,found,inside,missed," PROGRAM_MEDIAN("pixels") ",pixels_max," PROGRAM_MEDIAN(
        "sizes") ",sizes_max\n");
    for (int k = 0; k < KINDS; k++) {
        printf("%s,%zu,%zu,%zu", kinds[k], bench->count, bench->inside, bench->missed);
        print_distances(bench->pixels[k], bench->count);
        print_distances(bench->sizes[k], bench->count);
        printf("\n");
    }
}

static enum cd_code run_frames(struct bench *bench, struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_cursor *cursor = cd_cursor_open(bench->scene);
    for (int k = 0; k < KINDS; k++) {
        bench->pixels[k] = cd_allocate(bench->scene->frame_count, sizeof **bench->pixels);
        bench->sizes[k] = cd_allocate(bench->scene->frame_count, sizeof **bench->sizes);
    }
    enum cd_code code;
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame &&
           !(code = run_frame(bench, frame, status)))
        continue;
    cd_cursor_close(cursor);
    if (!code)
        print_all(bench);
    for (int k = 0; k < KINDS; k++) {
        cd_free(bench->pixels[k]);
        cd_free(bench->sizes[k]);
    }
    cd_free(bench->contacts.items);
    return code;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    struct cd_context context = {.threads = 1};
    struct bench bench = {.algo = request->algo, .size = INFINITY};
    if (!request->scene)
        return cd_fail(status, CD_USAGE, "give --scene, of two bodies");
    struct cd_scene_options wanted = {.frames = request->frames.value};
    enum cd_code code = cd_scene_load(request->scene, &wanted, &bench.scene, status);
    if (code)
        return code;
    for (uint32_t i = 0; i < bench.scene->mesh_count; i++)
        bench.size = fmin(bench.size, cd_aabb_longest_side(&bench.scene->meshes[i]->box));
    if (bench.scene->max_bodies != 2)
        code = cd_fail(status, CD_USAGE, "%s: the scene has %u bodies, not two", request->scene,
                       bench.scene->max_bodies);
    if (!code)
        code = cd_instance_open("obb8", bench.scene, CD_QUERY_CONTACTS, &context, &bench.exact, status);
    if (!code)
        code =
            cd_instance_open(request->algo, bench.scene, CD_QUERY_PAIRS, &context, &bench.pictures, status);
    if (!code)
        code = run_frames(&bench, status);
    cd_instance_destroy(bench.pictures);
    cd_instance_destroy(bench.exact);
    cd_scene_destroy(bench.scene);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.algo = "image_cd", .frames = {.value = 100}};
    return program_main("point", "how far the collision point of a picture is from the exact contact",
                        options, &request, run, argc, argv);
}
