// What algorithms show of their work: volumes that contain the bodies on every level, and pictures that agree with the
// answer.
#include "tests/opened.h"
#include "tests/test.h"

struct subject {
    struct cd_scene *scene;
    struct cd_cursor *cursor;
    const struct cd_frame *frame;
    struct cd_instance *instance;
    uint64_t hits; ///< pairs of the present frame that collide
};

/// Takes the next frame.
static void step(struct subject *subject)
{
    struct cd_status status = {0};
    struct cd_worker *worker = cd_instance_workers(subject->instance);
    subject->frame = next(subject->cursor);
    cd_sink_begin(worker->sink, CD_QUERY_PAIRS, CD_SINK_COUNT, subject->frame->index);
    assert_int_equal(cd_instance_update(subject->instance, subject->frame, &status), CD_OK);
    assert_int_equal(cd_instance_query(subject->instance, &status), CD_OK);
    subject->hits = cd_sinks_merge(worker->sink, 1).count;
}

/// Takes over the scene, and takes its first frame.
static struct subject subject_open(struct cd_scene *scene, const char *specification)
{
    struct subject subject = {.scene = scene,
                              .cursor = cd_cursor_open(scene),
                              .instance = open_instance(scene, specification, CD_QUERY_PAIRS)};
    step(&subject);
    return subject;
}

static void subject_close(struct subject *subject)
{
    cd_instance_destroy(subject->instance);
    cd_cursor_close(subject->cursor);
    cd_scene_destroy(subject->scene);
}

static struct cd_scene *two_knots(double apart)
{
    struct handmade *made = handmade_begin();
    struct cd_random random = cd_random_seed(1); // from others, boxes of bodies that far apart may not meet
    struct cd_mesh *mesh = generated("torusknot:triangles=600");
    uint32_t index = handmade_add(made, mesh);
    struct cd_pose pose = handmade_random_pose(&random, 1);
    handmade_put(made, 0, 3, index, pose);
    pose.t[0] += apart * (mesh->box.high.x - mesh->box.low.x);
    handmade_put(made, 0, 8, index, pose);
    return handmade_end(made, 1);
}

// ---- volumes ----------------------------------------------------------------------------------------------

struct gathered {
    struct cd_volume *items;
    size_t count, capacity, last, broad;
    unsigned kinds[2]; ///< the kinds of those that are not broad and of those that are, as bits
};

static void gather(struct cd_volumes *volumes, const struct cd_volume *volume)
{
    struct gathered *gathered = volumes->user;
    gathered->items = cd_grow(gathered->items, gathered->count, &gathered->capacity, sizeof *gathered->items);
    gathered->items[gathered->count++] = *volume;
    gathered->last += volume->last && !volume->broad;
    gathered->broad += volume->broad;
    gathered->kinds[volume->broad] |= 1U << volume->kind;
}

static struct gathered volumes_at(struct subject *subject, unsigned depth)
{
    struct gathered gathered = {0};
    struct cd_volumes volumes = {.depth = depth, .emit = gather, .user = &gathered};
    cd_instance_volumes(subject->instance, &volumes);
    return gathered;
}

static bool holds(const struct cd_volume *volume, struct cd_vec3 p)
{
    struct cd_vec3 d = cd_sub(p, volume->box.centre);
    double slack = 1e-6 * (1 + cd_length(p));
    if (volume->kind == CD_VOLUME_SPHERE)
        return cd_length(d) <= volume->box.half[0] + slack;
    for (int i = 0; i < 3; i++) {
        const double *axis = volume->box.axes + 3 * i;
        if (fabs(axis[0] * d.x + axis[1] * d.y + axis[2] * d.z) > volume->box.half[i] + slack)
            return false;
    }
    return true;
}

/// By a volume of each kind that is shown.
static void assert_every_vertex_held(const struct subject *subject, const struct gathered *gathered,
                                     bool broad)
{
    for (uint32_t i = 0; i < subject->frame->body_count; i++) {
        const struct cd_body *body = &subject->frame->bodies[i];
        const struct cd_mesh *mesh = subject->scene->meshes[body->mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            struct cd_vec3 p = cd_canonical_vertex(&body->pose, body->vertices[v]);
            unsigned held = 0;
            for (size_t k = 0; k < gathered->count && held != gathered->kinds[broad]; k++) {
                const struct cd_volume *volume = &gathered->items[k];
                if (volume->body == body->id && volume->broad == broad && holds(volume, p))
                    held |= 1U << volume->kind;
            }
            assert_true(held && held == gathered->kinds[broad]);
        }
    }
}

/// `kinds` is how many volumes are shown of a node.
static void check_levels(const char *specification, size_t kinds)
{
    struct subject subject = subject_open(two_knots(0.3), specification);
    assert_true(cd_instance_has_volumes(subject.instance));
    size_t before = 0, triangles = 2 * subject.scene->meshes[0]->triangle_count;
    for (unsigned depth = 0; depth < 40; depth++) {
        struct gathered gathered = volumes_at(&subject, depth);
        assert_true(gathered.count > before);
        before = gathered.count;
        bool ends = gathered.last == gathered.count;
        assert_true(depth > 0 || gathered.count == 2 * kinds);
        assert_int_equal(__builtin_popcount(gathered.kinds[0]), kinds);
        assert_every_vertex_held(&subject, &gathered, false);
        cd_free(gathered.items);
        if (ends)
            break;
    }
    assert_int_equal(before, triangles * kinds);
    subject_close(&subject);
}

TEST(every_level_of_volumes_holds_the_bodies_down_to_one_a_triangle)
{
    check_levels("obb8", 1);
    check_levels("rapid", 1);
    check_levels("rapid:variant=printed", 1);
    check_levels("sphere_obb:spheres=no", 1);
    check_levels("sphere_obb", 2);
    check_levels("sphere_obb_sized", 2);
    check_levels("sphere", 1);
    check_levels("aabb", 1);
    check_levels("box", 1);
    check_levels("saabb_depth:threshold=0", 1);
    check_levels("saabb:threshold=0", 1);
}

TEST(algorithms_that_draw_show_a_box_a_body)
{
    static const char *const algos[] = {"image_cd:resolution=64", "image_cd_culled:resolution=64"};
    for (size_t i = 0; i < 2; i++) {
        struct subject subject = subject_open(two_knots(0.3), algos[i]);
        struct gathered boxes = volumes_at(&subject, 1);
        assert_int_equal(boxes.count, 2);
        assert_int_equal(boxes.broad, 2);
        assert_every_vertex_held(&subject, &boxes, true);
        cd_free(boxes.items);
        subject_close(&subject);
    }
}

TEST(brute_force_has_nothing_to_show)
{
    struct subject subject = subject_open(two_knots(0.3), "brute");
    assert_false(cd_instance_has_volumes(subject.instance));
    assert_false(cd_instance_has_picture(subject.instance));
    struct cd_picture picture;
    assert_false(cd_instance_picture(subject.instance, &picture));
    struct gathered gathered = volumes_at(&subject, 0);
    assert_int_equal(gathered.count, 0);
    subject_close(&subject);
}

// ---- pictures ---------------------------------------------------------------------------------------------

/// How many pixels have values from `least` to `most`.
static size_t pixels_of(const struct cd_picture *picture, unsigned least, unsigned most)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        count += picture->values[i] >= least && picture->values[i] <= most;
    return count;
}

/// The distance of a point from the nearest edge of a body.
static double to_nearest_edge(const struct cd_scene *scene, const struct cd_body *body, struct cd_vec3 point)
{
    const struct cd_mesh *mesh = scene->meshes[body->mesh];
    double nearest = INFINITY;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const uint32_t *v = mesh->triangles[t].v;
            struct cd_vec3 p = cd_canonical_vertex(&body->pose, body->vertices[v[k]]);
            struct cd_vec3 q = cd_canonical_vertex(&body->pose, body->vertices[v[(k + 1) % 3]]);
            nearest = fmin(nearest, cd_segment_distance(p, q, point));
        }
    return nearest;
}

/// The points that hits show are on an edge of one body, seen through the middle of a pixel. They are at most half a
/// pixel's diagonal from the edge along the picture, and as far again where the edge is steep.
static void check_points(const struct subject *subject, const struct cd_picture *picture)
{
    double pixel = 2 * (cd_length(picture->right) + cd_length(picture->up)) / 64;
    for (size_t i = 0; i < 64 * 64; i++) {
        if (!cd_picture_hit(picture, picture->values[i]))
            continue;
        struct cd_vec3 point = cd_picture_point(picture, i);
        double nearest = INFINITY;
        for (uint32_t b = 0; b < 2; b++)
            nearest = fmin(nearest, to_nearest_edge(subject->scene, &subject->frame->bodies[b], point));
        assert_true(nearest < pixel);
    }
}

TEST(the_stencil_buffer_has_a_hit_where_the_answer_is_one)
{
    static const struct {
        double apart;
        const char *specification;
    } rows[] = {
        {0.3, "image_cd_culled:resolution=64"},
        {0.3, "image_cd_culled:resolution=64:layers=peel"},
        {0.3, "image_cd:resolution=64"},
        {0.3, "image_cd:resolution=64:variant=printed"},
        {0.3, "image_cd:resolution=64:path=immediate:view=whole"},
        {0.3, "image_cd_culled:resolution=64:view=whole"},
        {0.3, "image_cd:resolution=64:criterion=count"},
        {0.9, "image_cd_culled:resolution=64"}, // at 0.95 no picture is needed
        {0.95, "image_cd:resolution=64"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_row("%s, %g apart", rows[i].specification, rows[i].apart);
        struct subject subject = subject_open(two_knots(rows[i].apart), rows[i].specification);
        struct cd_picture picture;
        assert_true(cd_instance_has_picture(subject.instance));
        assert_true(cd_instance_picture(subject.instance, &picture));
        assert_true(picture.width == 64 && picture.height == 64);
        assert_true(pixels_of(&picture, 1, 255) > 0);
        assert_int_equal(pixels_of(&picture, picture.hit_min, picture.hit_max) > 0, subject.hits > 0);
        assert_true(picture.a == 3 && picture.b == 8);
        assert_true(cd_dot(cd_cross(picture.right, picture.up), picture.towards) > 0); // nothing is mirrored
        check_points(&subject, &picture);
        subject_close(&subject);
    }
}

TEST(many_bodies_share_a_picture)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint32_t i = 0; i < 3; i++) // in a row that gets sparser
        handmade_put(made, 0, i, box, handmade_at(1.5 * i + 0.25 * i * i, 0.3 * i, 0.2));
    for (uint32_t i = 0; i < 3; i++)
        handmade_put(made, 1, i, box, handmade_at(5.0 * i, 0, 0));
    struct subject subject =
        subject_open(handmade_end(made, 2), "image_cd:resolution=64:many=twopass:view=whole");
    struct cd_picture picture;
    assert_true(subject.hits > 0);
    assert_true(cd_instance_picture(subject.instance, &picture));
    assert_true(pixels_of(&picture, 1, 255) > 0);
    step(&subject);
    assert_int_equal(subject.hits, 0);
    assert_false(cd_instance_picture(subject.instance, &picture));
    subject_close(&subject);
}

TEST(there_is_no_picture_where_nothing_was_drawn)
{
    struct subject subject = subject_open(two_knots(3), "image_cd_culled:resolution=64");
    assert_int_equal(subject.hits, 0);
    struct cd_picture picture;
    assert_false(cd_instance_picture(subject.instance, &picture));
    subject_close(&subject);
}
