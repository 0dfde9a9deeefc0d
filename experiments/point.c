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
// of the smaller body. Prints CSV: a row per kind of point; the median and its interval.
#include "experiments/program.h"
#include "scenes/motions/motions.h"

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

/// What the triangles of a contact have in common; of coplanar ones, NAN.
static struct segment segment_of(const struct bench *bench, const struct cd_frame *frame,
                                 const struct cd_record *contact)
{
    const uint32_t triangles[2] = {contact->ta, contact->tb};
    struct cd_vec3 corners[2][3], normals[2];
    for (int i = 0; i < 2; i++) {
        const struct cd_body *body = &frame->bodies[i];
        struct cd_vec3 *p = corners[i];
        for (int k = 0; k < 3; k++)
            p[k] = cd_canonical_vertex(
                &body->pose, body->vertices[bench->scene->meshes[body->mesh]->triangles[triangles[i]].v[k]]);
        normals[i] = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    }
    struct cd_vec3 line = cd_cross(normals[0], normals[1]);
    struct segment a = cut(corners[0], normals[1], corners[1][0], line);
    struct segment b = cut(corners[1], normals[0], corners[0][0], line);
    if (cd_dot(line, b.ends[0]) > cd_dot(line, a.ends[0]))
        a.ends[0] = b.ends[0];
    if (cd_dot(line, b.ends[1]) < cd_dot(line, a.ends[1]))
        a.ends[1] = b.ends[1];
    return a;
}

/// Notes how far the points of the picture are from the contact.
static void measure(struct bench *bench, const struct cd_frame *frame, const struct cd_picture *picture)
{
    double pixel =
        2 * fmax(cd_length(picture->right) / picture->width, cd_length(picture->up) / picture->height);
    double distances[KINDS] = {NAN, INFINITY};
    struct segment *contact = cd_allocate(bench->contacts.count, sizeof *contact);
    for (uint64_t i = 0; i < bench->contacts.count; i++)
        contact[i] = segment_of(bench, frame, &bench->contacts.items[i]);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        double nearest = INFINITY;
        if (!cd_picture_hit(picture, picture->values[i]))
            continue;
        struct cd_vec3 point = cd_picture_point(picture, i);
        for (uint64_t k = 0; k < bench->contacts.count; k++)
            nearest = fmin(nearest, cd_segment_distance(contact[k].ends[0], contact[k].ends[1], point));
        if (isnan(distances[FIRST]))
            distances[FIRST] = nearest;
        distances[NEAREST] = fmin(distances[NEAREST], nearest);
    }
    cd_free(contact);
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
    if (!answering.answer.count)
        bench->missed += bench->contacts.count > 0;
    else if (!bench->contacts.count)
        bench->inside++;
    else if (!cd_instance_picture(bench->pictures, &picture) || !picture.depths)
        return cd_fail(status, CD_USAGE, "--algo %s decides by no picture with depths; take image_cd",
                       bench->algo);
    else
        measure(bench, frame, &picture);
    return CD_OK;
}

static enum cd_code run_frames(struct bench *bench, struct cd_status *status)
{
    const struct cd_frame *frame;
    struct cd_cursor *cursor = cd_cursor_open(bench->scene);
    enum cd_code code;
    for (int k = 0; k < KINDS; k++) {
        bench->pixels[k] = cd_allocate(bench->scene->frame_count, sizeof **bench->pixels);
        bench->sizes[k] = cd_allocate(bench->scene->frame_count, sizeof **bench->sizes);
    }
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame &&
           !(code = run_frame(bench, frame, status)))
        continue;
    cd_cursor_close(cursor);
    for (int k = 0; k < KINDS; k++) {
        if (!code) {
            program_text("series", kinds[k]);
            program_count("found", (double)bench->count);
            program_count("inside", (double)bench->inside);
            program_count("missed", (double)bench->missed);
            program_median("pixels", bench->pixels[k], bench->count);
            program_median("sizes", bench->sizes[k], bench->count);
            program_end_row();
        }
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
