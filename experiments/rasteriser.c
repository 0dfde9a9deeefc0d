// How close Image_CD comes to what this rasteriser needs for its passes alone. Two bodies that do not collide
// are drawn whole, with no stencil test: once filled, once as lines (each edge once), once as the outlines of
// their triangles. A test that finds nothing draws each body's edges and the other's faces for two layers, so
// that the sum of its passes is twice (filled + lines). Rounds of all alternate in order, each giving one
// time; medians are printed as CSV with their intervals.
//
// `triangles` are those of both bodies. `knots` interlock, so that the view shows all of both; `spheres` share only the
// corners of their boxes, so that most of each is culled. `times_passes` is each time over the sum of the passes; the
// aim is at most 0.7 for image_cd_culled and knots of 10 000 triangles and more. `drawn` counts the triangles that are
// handed to the rasteriser, as faces or as their edges.
#include "algos/mesh/image_cd_culled/image_cd_culled.h"
#include "experiments/program.h"

enum series { FILLED, LINES, OUTLINES, IMAGE_CD, PASSES, SERIES };
static const char *const series_names[SERIES] = {"filled", "lines", "outlines", "image_cd_culled", "passes"};

struct request {
    struct cd_number triangles, resolution, rounds;
    int spheres;
    const char *settings;
};

static const struct cd_option options[] = {
    {"triangles", CD_OPTION_NUMBER, "N", offsetof(struct request, triangles), 48, 4000000,
     "triangles of both bodies (20000)"},
    {"resolution", CD_OPTION_NUMBER, "R", offsetof(struct request, resolution), 16, 4096,
     "pixels along a side (512)"},
    {"pair", CD_OPTION_CHOICE, "knots|spheres", offsetof(struct request, spheres), 0, 0,
     "which bodies (knots)"},
    {"settings", CD_OPTION_TEXT, "key=value:...", offsetof(struct request, settings), 0, 0,
     "settings of image_cd_culled"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

struct bench {
    struct cd_scene scene;
    struct cd_mesh *mesh;
    struct cd_body bodies[2];
    struct cd_frame frame;
    struct cd_instance *instance;
    struct cd_gl_target target;
    struct cd_gl_bodies drawn;
    struct culled_edges edges; ///< of the mesh
    uint64_t hits, turns;
    uint64_t drawn_triangles[SERIES]; // by the last test of both bodies, as faces or as edges
    double ms[SERIES][PROGRAM_ROUNDS_MAX];
};

static struct cd_context one_thread = {.threads = 1};

// ---- the pair

static enum cd_code make_pair(struct bench *bench, const struct request *request, struct cd_status *status)
{
    bool knots = !request->spheres;
    char specification[64];
    snprintf(specification, sizeof specification, "%s:triangles=%" PRIu64,
             knots ? "torusknot:tube=0.1" : "bumpy", request->triangles.value / 2);
    enum cd_code code = cd_mesh_generate(specification, &bench->mesh, status);
    if (code)
        return code;
    for (uint32_t i = 0; i < 2; i++)
        bench->bodies[i] = (struct cd_body){i, 0, 0, bench->mesh->vertices, cd_pose_identity()};
    struct cd_pose *second = &bench->bodies[1].pose;
    if (knots) // a sixth of a turn puts each strand half way between two of the other's
        cd_rotation_about(cd_vec(0, 0, 1), M_PI / 3, second->r);
    else
        for (int k = 0; k < 3; k++)
            second->t[k] = 1.45;
    bench->scene = (struct cd_scene){
        .mesh_count = 1, .meshes = &bench->mesh, .frame_count = 1, .body_limit = 2, .max_bodies = 2};
    bench->frame = (struct cd_frame){.body_count = 2, .bodies = bench->bodies};
    for (int i = 0; i < SERIES; i++)
        bench->drawn_triangles[i] = (uint64_t)bench->mesh->triangle_count * (i == PASSES ? 8 : 2);
    return CD_OK;
}

// Both bodies move a little, so that every round has a frame of its own.
static void move_pair(struct bench *bench)
{
    double step = bench->frame.index++ % 2 ? -0x1p-10 : 0x1p-10;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            bench->bodies[i].pose.t[k] += step;
}

static enum cd_code open_all(struct bench *bench, const struct request *request, struct cd_status *status)
{
    char algo[256];
    snprintf(algo, sizeof algo, "image_cd_culled:resolution=%" PRIu64 "%s%s", request->resolution.value,
             *request->settings ? ":" : "", request->settings);
    enum cd_code code =
        cd_instance_open(algo, &bench->scene, CD_QUERY_PAIRS, &one_thread, &bench->instance, status);
    if (code)
        return code;
    cd_instance_reset(bench->instance);
    code = cd_gl_enter(CD_OPENGL_AUTO, 1, status);
    if (code)
        return code;
    cd_gl_bodies_open(&bench->drawn, &bench->scene, (struct cd_gl_store){culled_fill, culled_release});
    cd_gl_bodies_fill(&bench->drawn);
    culled_edges_open(&bench->edges, &bench->drawn.meshes[0]);
    code = cd_gl_target_open(&bench->target, (int)request->resolution.value, false, status);
    cd_gl_leave();
    return code;
}

static void close_all(struct bench *bench)
{
    struct cd_status status;
    if (!cd_gl_enter(CD_OPENGL_AUTO, 1, &status)) {
        cd_gl_bodies_close(&bench->drawn);
        culled_edges_close(&bench->edges);
        cd_gl_target_close(&bench->target);
        cd_gl_leave();
    }
    cd_instance_destroy(bench->instance);
    cd_mesh_destroy(bench->mesh);
}

// ---- what is timed

// Faces, or edges each once, or the outlines of the faces.
static void draw_whole(struct bench *bench, enum series series)
{
    const struct cd_gl_body *bodies = bench->drawn.bodies;
    struct cd_aabb common = cd_aabb_common(&bodies[0].box, &bodies[1].box);
    double size = fmax(cd_aabb_longest_side(&bodies[0].box), cd_aabb_longest_side(&bodies[1].box));
    struct cd_gl_view view = cd_gl_view_of(&common, size, -1, 2.0 / bench->target.resolution);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_CLAMP);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glDepthRange(0, 1);
    glClearDepth(1);
    glClear(GL_DEPTH_BUFFER_BIT);
    glPolygonMode(GL_FRONT_AND_BACK, series == OUTLINES ? GL_LINE : GL_FILL);
    for (int i = 0; i < 2; i++) {
        struct culled_side side = {cd_gl_side_of(&bodies[i], &view), &bench->edges};
        enum culled_part part = series == LINES ? CULLED_EDGES : CULLED_FACES;
        uint32_t items = series == LINES ? bench->edges.count : side.at.mesh->triangle_count;
        GLsizei counts[1] = {(GLsizei)items * (series == LINES ? 2 : 3)};
        const void *offsets[1] = {NULL};
        struct culled_runs runs = {.counts = counts, .offsets = offsets, .count = 1, .items = items};
        cd_gl_transform_load(&side.at.transform, 1);
        culled_draw(&side, part, &runs, &(struct cd_counters){0});
    }
    glFinish();
    glEnable(GL_STENCIL_TEST);
}

static enum cd_code time_drawing(struct bench *bench, enum series series, double *ms,
                                 struct cd_status *status)
{
    enum cd_code code = cd_gl_bodies_update(&bench->drawn, &bench->frame, CD_OPENGL_AUTO, 1, status);
    if (!code)
        code = cd_gl_enter(CD_OPENGL_AUTO, 1, status);
    if (code)
        return code;
    cd_gl_target_bind(&bench->target);
    uint64_t start = cd_clock_wall();
    draw_whole(bench, series);
    *ms = (double)(cd_clock_wall() - start) * 1e-6;
    code = cd_opengl_check("while the bodies were drawn", status);
    cd_gl_leave();
    return code;
}

static enum cd_code time_test(struct bench *bench, double *ms, struct cd_status *status)
{
    uint64_t before = cd_answering_counters(bench->instance).drawn_triangles;
    struct cd_answering answering;
    enum cd_code code =
        cd_answering_ask(bench->instance, CD_QUERY_PAIRS, CD_SINK_COUNT, &bench->frame, &answering, status);
    *ms = (double)answering.ns * 1e-6;
    bench->hits += answering.answer.count;
    bench->drawn_triangles[IMAGE_CD] = cd_answering_counters(bench->instance).drawn_triangles - before;
    return code;
}

static enum cd_code take_turn(void *user, size_t which, size_t round, struct cd_status *status)
{
    struct bench *bench = user;
    if (bench->turns++ % PASSES == 0)
        move_pair(bench);
    double *ms = &bench->ms[which][round];
    enum cd_code code = which == IMAGE_CD ? time_test(bench, ms, status)
                                          : time_drawing(bench, (enum series)which, ms, status);
    bench->ms[PASSES][round] = 2 * (bench->ms[FILLED][round] + bench->ms[LINES][round]);
    return code;
}

static void print_all(const struct bench *bench, const struct request *request)
{
    size_t rounds = request->rounds.value;
    double passes = cd_median_of_reals(bench->ms[PASSES], rounds);
    for (int i = 0; i < SERIES; i++) {
        program_text("series", series_names[i]);
        program_text("pair", request->spheres ? "spheres" : "knots");
        program_count("triangles", bench->mesh->triangle_count * 2);
        program_count("resolution", (double)request->resolution.value);
        program_median("ms", bench->ms[i], rounds);
        program_number("times_passes", cd_median_of_reals(bench->ms[i], rounds) / passes);
        program_count("drawn", (double)bench->drawn_triangles[i]);
        program_end_row();
    }
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    struct bench *bench = cd_allocate(1, sizeof *bench);
    enum cd_code code = make_pair(bench, request, status);
    if (!code)
        code = open_all(bench, request, status);
    if (!code)
        code = program_take_turns(PASSES, request->rounds.value, take_turn, bench, status);
    if (code)
        return code; // what is open ends with the program
    print_all(bench, request);
    if (bench->hits)
        fprintf(stderr, "rasteriser: %" PRIu64 " tests ended early with a hit; their time is too short\n",
                bench->hits);
    close_all(bench);
    cd_free(bench);
    return CD_OK;
}

int main(int argc, char **argv)
{
    struct request request = {{.value = 20000}, {.value = 512}, {.value = 15}, 0, ""};
    return program_main("rasteriser", "Image_CD beside the time of its passes alone", options, &request, run,
                        argc, argv);
}
