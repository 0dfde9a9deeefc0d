/// Motions are the same on every machine, rigid in every frame, and as documented.
#include "tests/opened.h"
#include "tests/scratch_folder.h"
#include "tests/touching.h"

#include "base/memory.h"
#include "scenes/cursor.h"
#include "scenes/motions/motions.h"
#include "scenes/scene.h"

#include <math.h>

/// These change only when a motion, a generator, the drill or the hash does, which is a change of every result.
TEST(scenes_have_the_same_hash_everywhere)
{
    static const struct {
        const char *specification, *hash;
    } golden[] = {
        {"box", "6c6ba1bdbf36bd4ffb2f90eb2a8b147f"},
        {"bunny.obj", "906d59c6642abb945a4b5d2c4cfae1a7"},
        {"bunny.obj+box+bunny.obj,steps=3", "c1402f4d1de1e0959a072a5592da7449"},
        {"sphere:triangles=500,motion=pair:seed=7", "389fcff800aaa56ec303f44d40e28aaa"},
        {"torusknot:triangles=500+bumpy:triangles=500", "af84710fa7887b05a293be04c462f7b5"},
        {"gear,motion=tumble", "e870fdb3447e1838d7601dea8bd544f9"},
        {"torus+comb,motion=tumble:d=1.9:steps=500", "39ce80df9ebaebb525b439cede1572fd"},
        {"box+sphere,motion=random:bodies=50:steps=100", "f0e12acea8e8fa5acad849797edd0fd2"},
        {"sheet,motion=random:seed=5:fill=0.3:speed=2:spin=170", "181e6cb1c8013d27fa13c0b8a0bdb888"},
        {"box+sphere,motion=fall:bodies=50:fill=0.2", "51ae14ca296296398cbad79889b8bedd"},
        {"gear,motion=pile:bodies=50:seed=3:steps=100", "d64d9c5d8407d1045f0789bb684280d7"},
        {"box,motion=brownian:bodies=50:speed=0.3:steps=100", "019be48c8ee03e0a11ef817ca80eff90"},
        {"torusknot:triangles=500+gear,motion=overlap:share=30", "445debc2d3c7395fb80b16126a243231"},
        {"bumpy:triangles=800,motion=approach:depth=0.02:seed=3", "25674fdc3bb2b69e1f69afdccc120a18"},
        {"bar:triangles=500,motion=bend:steps=60", "f2578667693c9a824f43787c4bfc55b8"},
        {"cloth:triangles=500+gear,motion=wave:steps=60", "0c028a872bc7a8044fa8daeaa86904bd"},
        {"bar:triangles=200:length=3,motion=bend:sag=0.4:period=7:steps=9",
         "df3a58917e4192ea963e74af98f2c554"},
        {"cloth:triangles=200:x=3,motion=wave:steps=9", "d8828d2349188b3bbce01b2baffd4ff8"},
        {"box,motion=still:bodies=9", "5a7ee4e1eeb8ef6b2550ead7093fc4bd"},
        {"drill:seconds=2", "f5f90001a31127269c836a184d4e0c4f"},
        {"drill:setting=several:seconds=1:from=9", "8099f22901dc5a5036b56337ee8f1e00"},
        {"drill:setting=shared:seconds=1:from=59:seed=7", "c14f3575e5141f69795a7a7bf7d31bc8"},
        {"drill:firefighters=9:fires=5:flames=3:droplets=50:rate=24,steps=30,seed=3",
         "0ee4d24bf1d9a86bbbbd1864e85d773c"},
        {"drill:firefighters=45:droplets=50,steps=20", "afc51acc0fd0e403793d6422c31b7b60"},
        {"regions:n=50:d=3:size=20:aspect=8:steps=2", "56d27ee70df100788fb86517851b2e4d"},
        {"regions:n=50:d=3:size=20:aspect=8:along=1:steps=2", "f31de7b266f8ca8058e51379150270a7"},
    };
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        struct cd_scene *scene = loaded(golden[i].specification);
        char text[CD_HASH_TEXT];
        test_row("%s", golden[i].specification);
        assert_string_equal(cd_hash_text(scene->hash, text), golden[i].hash);
        cd_scene_destroy(scene);
    }
}

/// Expects that just those bodies of a motion are listed that have moved or bent since the last frame.
static void assert_changes_listed(const struct cd_frame *frame, struct cd_body *last)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->body_count; i++) {
        const struct cd_body *body = &frame->bodies[i];
        bool listed = count < frame->changed_count && frame->changed[count] == body->id;
        bool moved = memcmp(&last[i].pose, &body->pose, sizeof body->pose) != 0;
        assert_int_equal(listed, frame->index && (moved || last[i].version != body->version));
        last[i] = *body;
        count += listed;
    }
    assert_int_equal(frame->changed_count, count);
    assert_int_equal(frame->appeared_count, frame->index ? 0 : frame->body_count);
    assert_int_equal(frame->vanished_count, 0);
}

TEST(a_rewound_cursor_gives_the_same_frames_and_allocates_nothing)
{
    for (size_t k = 0; k == 0 || cd_recipe_at(CD_RECIPE_MOTION, k - 1); k++) {
        char text[100] = "drill:setting=several:droplets=100:steps=60:from=2";
        if (k)
            snprintf(text, sizeof text, "box,motion=%s:steps=20",
                     cd_recipe_at(CD_RECIPE_MOTION, k - 1)->name);
        test_row("%s", text);
        struct play one = play(text), other = play(text);
        next(one.cursor);
        uint64_t before = cd_allocation_count();
        for (int i = 1; i < 5; i++)
            next(one.cursor);
        if (k) // a drill begins with a new reader
            cd_cursor_rewind(one.cursor);
        while (next(one.cursor))
            ;
        assert_int_equal(cd_allocation_count(), before);
        cd_cursor_rewind(one.cursor);
        struct cd_body *last = cd_allocate(one.scene->max_bodies, sizeof *last);
        for (const struct cd_frame *a, *b; (a = next(one.cursor)) && (b = next(other.cursor));) {
            assert_same_bodies(one.scene, a, b);
            assert_same_changes(a, b);
            if (k)
                assert_changes_listed(a, last);
        }
        assert_null(next(other.cursor));
        assert_null(next(other.cursor));
        cd_free(last);
        play_end(&one);
        play_end(&other);
    }
}

TEST(rotations_stay_orthonormal_after_a_hundred_million_steps)
{
    struct cd_scene *scene = loaded("box,motion=random:bodies=20:steps=1:spin=180:speed=1000");
    struct cd_live live = {0};
    for (uint64_t frame = 1; frame < 100000000; frame += 999983) {
        live.body_count = 0;
        scene->source->kind->place(scene, frame, &live);
        for (uint32_t i = 0; i < live.body_count; i++)
            assert_true(cd_pose_defect(&live.bodies[i].pose) < 1e-14);
    }
    cd_free(live.bodies);
    cd_scene_destroy(scene);
}

static struct cd_vec3 centre_of(const struct cd_scene *scene, const struct cd_body *body)
{
    return cd_canonical_vertex(&body->pose, cd_aabb_centre(&scene->meshes[body->mesh]->box));
}

/// In how many frames of a scene the first two bodies touch, and whether they do in the first and the last one.
static unsigned touching_frames(const char *specification, bool ends[2])
{
    unsigned count = 0;
    struct play it = play(specification);
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        ends[frame->index > 0] = bodies_touch(it.scene, &frame->bodies[0], &frame->bodies[1]);
        count += ends[frame->index > 0];
    }
    play_end(&it);
    return count;
}

TEST(pair_collides_in_about_half_of_the_frames)
{
    static const char *const shapes[] = {"sphere:triangles=300",    "torus:triangles=300",
                                         "torusknot:triangles=600", "box:triangles=12",
                                         "bumpy:triangles=300",     "gear:triangles=300"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        bool ends[2];
        unsigned count = touching_frames(shapes[i], ends);
        print_message("%s: %u of 200\n", shapes[i], count);
        assert_in_range(count, 80, 120);
        assert_false(ends[0] || ends[1]);
    }
}

TEST(pair_begins_and_ends_apart_for_any_seed_and_mesh)
{
    static const char *const shapes[] = {"sheet", "comb", "box+torusknot"};
    for (unsigned i = 0; i < 30; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s,steps=2,seed=%u", shapes[i % 3], i);
        test_row("%s", text);
        struct play it = play(text);
        const struct cd_mesh *a = it.scene->meshes[0], *b = it.scene->meshes[it.scene->mesh_count - 1];
        for (const struct cd_frame *frame; (frame = next(it.cursor));) {
            struct cd_vec3 apart =
                cd_sub(centre_of(it.scene, &frame->bodies[0]), centre_of(it.scene, &frame->bodies[1]));
            assert_true(cd_length(apart) > cd_mesh_radius(a) + cd_mesh_radius(b));
        }
        play_end(&it);
    }
}

TEST(pair_works_far_from_the_origin_and_in_one_frame)
{
    scratch_write("far.obj", "v 1e9 1e9 1e9\nv 1000000001 1e9 1e9\nv 1e9 1000000001 1e9\n"
                             "v 1e9 1e9 1000000001\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    struct play it = play(scratch_path("far.obj,steps=1"));
    const struct cd_frame *frame = next(it.cursor);
    for (int i = 0; i < 2; i++)
        assert_true(cd_length(centre_of(it.scene, &frame->bodies[i])) < 1);
    play_end(&it);
}

TEST(tumble_turns_meshes_of_one_size_about_x_and_then_z_at_a_fixed_distance)
{
    struct play it = play("torus+gear,motion=tumble:d=1.5:steps=30");
    const uint64_t k = 5;         // round(sqrt(30))
    for (int i = 0; i < 2; i++) { // scaled to the cube of side 2
        assert_true(fabs(cd_aabb_longest_side(&it.scene->meshes[i]->box) - 2) < 1e-14);
        assert_true(cd_length(cd_aabb_centre(&it.scene->meshes[i]->box)) < 1e-14);
    }
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_pose identity = cd_pose_identity();
        assert_memory_equal(&frame->bodies[0].pose, &identity, sizeof identity);
        const struct cd_pose *pose = &frame->bodies[1].pose;
        assert_true(pose->t[0] == 1.5 && pose->t[1] == 0 && pose->t[2] == 0);
        double x = 2 * M_PI * (double)(frame->index * k) / 30;
        double z = 2 * M_PI * (double)(frame->index * k / 30) / (double)k;
        const double expected[9] = {cos(z), -sin(z) * cos(x), sin(z) * sin(x),
                                    sin(z), cos(z) * cos(x),  -cos(z) * sin(x),
                                    0,      sin(x),           cos(x)};
        for (int i = 0; i < 9; i++)
            assert_true(fabs(pose->r[i] - expected[i]) < 1e-8);
    }
    play_end(&it);
}

static struct cd_aabb world_box(const struct cd_scene *scene, const struct cd_body *body)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < scene->meshes[body->mesh]->vertex_count; i++)
        cd_aabb_add(&box, cd_canonical_vertex(&body->pose, body->vertices[i]));
    return box;
}

static double volume(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    return extent.x > 0 && extent.y > 0 && extent.z > 0 ? extent.x * extent.y * extent.z : 0;
}

/// The common volume of the boxes of the first two bodies, as a share of the smaller box.
static double box_overlap(const struct cd_scene *scene, const struct cd_frame *frame)
{
    struct cd_aabb a = world_box(scene, &frame->bodies[0]), b = world_box(scene, &frame->bodies[1]);
    struct cd_aabb both = cd_aabb_common(&a, &b);
    return volume(&both) / fmin(volume(&a), volume(&b));
}

TEST(overlap_gives_boxes_the_wanted_share_in_every_frame)
{
    static const char *const shapes[] = {"box", "torusknot:triangles=500+comb:triangles=300",
                                         "sheet:amplitude=0"};
    static const double shares[] = {0.5, 20, 45};
    for (size_t i = 0; i < 9; i++) {
        char text[120];
        snprintf(text, sizeof text, "%s,motion=overlap:share=%g:steps=20", shapes[i % 3], shares[i / 3]);
        test_row("%s", text);
        struct play it = play(text);
        for (const struct cd_frame *frame; (frame = next(it.cursor));)
            assert_true(fabs(box_overlap(it.scene, frame) - shares[i / 3] / 100) < 1e-11);
        play_end(&it);
    }
}

TEST(overlap_of_no_share_leaves_boxes_just_apart)
{
    struct play it = play("gear:triangles=300+bumpy:triangles=200,motion=overlap:share=0:steps=30");
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_aabb a = world_box(it.scene, &frame->bodies[0]), b = world_box(it.scene, &frame->bodies[1]);
        assert_false(cd_aabb_overlap(&a, &b));
        for (int axis = 0; axis < 3; axis++)
            assert_true(cd_axis(&b.low, axis) - cd_axis(&a.high, axis) < 1e-12);
    }
    play_end(&it);
}

TEST(overlap_of_everything_needs_a_box_that_fits)
{
    struct play it = play("sphere:triangles=80+box:x=0.1:y=0.1:z=0.1,motion=overlap:share=100");
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_aabb a = world_box(it.scene, &frame->bodies[0]), b = world_box(it.scene, &frame->bodies[1]);
        double out = fmax(a.low.x - b.low.x, fmax(a.low.y - b.low.y, a.low.z - b.low.z));
        assert_true(out < 1e-11);
        double room = fmin(a.high.x - b.high.x, fmin(a.high.y - b.high.y, a.high.z - b.high.z));
        assert_true(fabs(room) < 1e-11); // moved as far as it fits
    }
    play_end(&it);
    it = play("box:x=5,motion=overlap:share=100"); // most are not within each other, even about one centre
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_aabb a = world_box(it.scene, &frame->bodies[0]), b = world_box(it.scene, &frame->bodies[1]);
        double apart = cd_length(cd_sub(cd_aabb_centre(&a), cd_aabb_centre(&b)));
        assert_true(apart < 1e-12 || box_overlap(it.scene, frame) > 1 - 1e-11);
    }
    play_end(&it);
}

static unsigned approach_touches(const char *shapes, double depth)
{
    char text[120];
    snprintf(text, sizeof text, "%s,motion=approach:depth=%g:steps=20:seed=5", shapes, depth);
    return touching_frames(text, (bool[2]){false});
}

TEST(approach_stops_on_either_side_of_first_contact_and_nothing_touches_before)
{
    static const char *const shapes[] = {
        "box:triangles=12",    "torusknot:triangles=600",    "torus:triangles=300", "comb:triangles=300",
        "sheet:triangles=100", "box:z=5+gear:triangles=400", "bumpy:triangles=300"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        test_row("%s", shapes[i]);
        assert_int_equal(approach_touches(shapes[i], -1e-10), 0);
        assert_int_equal(approach_touches(shapes[i], 1e-10), 20);
        assert_int_equal(approach_touches(shapes[i], -0.3), 0);
    }
    // back from the contact to where the bodies' spheres are apart
    for (double depth = -0.001; depth > -3; depth *= 2)
        assert_int_equal(approach_touches("comb:triangles=200+torusknot:triangles=600", depth), 0);
}

TEST(the_depth_of_an_approach_is_in_sizes_of_the_smaller_body)
{
    struct play at = play("box:x=4+sphere:triangles=80,motion=approach:depth=0:steps=9");
    struct play deep = play("box:x=4+sphere:triangles=80,motion=approach:depth=0.25:steps=9");
    const struct cd_aabb *box = &at.scene->meshes[1]->box;
    for (const struct cd_frame *frame; (frame = next(at.cursor));) {
        const struct cd_body *shallow = &frame->bodies[1], *further = &next(deep.cursor)->bodies[1];
        struct cd_vec3 from = centre_of(at.scene, shallow), way = cd_sub(centre_of(at.scene, further), from);
        assert_true(fabs(cd_length(way) - 0.25 * cd_aabb_longest_side(box)) < 1e-12);
        assert_true(fabs(cd_dot(way, from) + cd_length(way) * cd_length(from)) < 1e-12); // to the centre
        assert_memory_equal(shallow->pose.r, further->pose.r, sizeof shallow->pose.r);
    }
    play_end(&at);
    play_end(&deep);
}

TEST(placements_do_not_depend_on_how_many_there_are)
{
    for (int i = 0; i < 2; i++) {
        struct play few = play(i ? "gear,motion=approach:steps=3" : "gear,motion=overlap:steps=3"),
                    many = play(i ? "gear,motion=approach:steps=30" : "gear,motion=overlap:steps=30");
        for (const struct cd_frame *a; (a = next(few.cursor));)
            assert_same_bodies(few.scene, a, next(many.cursor));
        play_end(&few);
        play_end(&many);
    }
}

TEST(placements_refuse_what_they_cannot_place)
{
    char text[200];
    snprintf(text, sizeof text, "%s,motion=approach", scratch_write("point.obj", "v 1 2 3\nf 1 1 1\n"));
    assert_scene_refused("box,motion=overlap:steps=1000001", CD_USAGE, "1000000");
    assert_scene_refused("box+box+box,motion=approach", CD_USAGE, "at most two meshes");
    assert_scene_refused(text, CD_USAGE, "do not meet");
}

/// Plays a scene of twelve bodies in a crowd, and says half the side of their box.
static struct play crowd(const char *motion, double *half)
{
    char text[120];
    snprintf(text, sizeof text, "sphere:triangles=100+box,motion=%s:bodies=12:fill=0.05", motion);
    struct play it = play(text);
    double volume = 0;
    for (int i = 0; i < 2; i++)
        volume += 6 * 4 * M_PI / 3 * pow(cd_mesh_radius(it.scene->meshes[i]), 3);
    *half = cbrt(volume / 0.05) / 2;
    return it;
}

TEST(bodies_of_crowds_stay_in_their_box_and_never_jump)
{
    static const struct {
        const char *motion;
        double way; ///< the longest per frame, in sides of the box
    } crowds[] = {{"random:steps=3000:speed=0.5", 0.0533},
                  {"fall:steps=400:speed=0.01", 0.018},
                  {"pile:steps=3000", 0.08},
                  {"brownian:steps=3000:speed=0.01", 0.0174}};
    for (size_t k = 0; k < sizeof crowds / sizeof *crowds; k++) {
        double half, farthest = 0;
        test_row("%s", crowds[k].motion);
        struct play it = crowd(crowds[k].motion, &half);
        struct cd_vec3 before[12] = {{0, 0, 0}};
        for (const struct cd_frame *frame; (frame = next(it.cursor));)
            for (uint32_t i = 0; i < 12; i++) {
                struct cd_vec3 now = centre_of(it.scene, &frame->bodies[i]);
                double radius = cd_mesh_radius(it.scene->meshes[i % 2]);
                for (int axis = 0; axis < 3; axis++) {
                    double reach = fabs(cd_axis(&now, axis)) + radius;
                    assert_true(reach < half * (1 + 1e-12));
                    farthest = fmax(farthest, reach);
                }
                double way = frame->index ? cd_length(cd_sub(now, before[i])) : 0;
                assert_true(way < crowds[k].way * 2 * half);
                before[i] = now;
            }
        assert_true(farthest > 0.97 * half);
        play_end(&it);
    }
}

TEST(bodies_fall_freely_and_come_to_rest_in_a_heap)
{
    double half, heights[40] = {0};
    struct play it = crowd("fall:gravity=0.002:steps=40", &half);
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        heights[frame->index] = centre_of(it.scene, &frame->bodies[0]).y;
        assert_true(frame->changed_count == 0 || frame->index <= 32);
        for (uint32_t i = 0; frame->index > 32 && i < 12; i++)
            assert_true(centre_of(it.scene, &frame->bodies[i]).y < -0.7 * half);
    }
    assert_true(fabs(heights[2] - 2 * heights[1] + heights[0] + 0.002 * 2 * half) < 1e-9);
    play_end(&it);
}

TEST(a_pile_is_pressed_together_wherever_gravity_points)
{
    double half;
    struct play it = crowd("pile:gravity=0.1:steps=400", &half);
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_aabb heap = cd_aabb_empty();
        for (uint32_t i = 0; i < 12; i++)
            cd_aabb_add(&heap, centre_of(it.scene, &frame->bodies[i]));
        assert_true(frame->index < 4 || volume(&heap) < 0.2 * pow(2 * half, 3));
    }
    play_end(&it);
}

TEST(brownian_bodies_are_spread_evenly_at_all_times)
{
    struct play it = play("box,motion=brownian:bodies=5000:speed=0.1:steps=25:fill=0.000001");
    double half = cbrt(5000 * 4 * M_PI / 3 * pow(cd_mesh_radius(it.scene->meshes[0]), 3) / 1e-6) / 2;
    for (const struct cd_frame *frame; (frame = next(it.cursor));)
        for (int axis = 0; axis < 3; axis++) {
            double sum = 0, squares = 0;
            for (uint32_t i = 0; i < 5000; i++) {
                struct cd_vec3 centre = centre_of(it.scene, &frame->bodies[i]);
                sum += cd_axis(&centre, axis) / half / 5000;
                squares += pow(cd_axis(&centre, axis) / half, 2) / 5000;
            }
            assert_true(fabs(sum) < 0.04 && fabs(squares - 1.0 / 3) < 0.02);
        }
    play_end(&it);
}

TEST(random_bodies_of_the_tightest_box_stay_apart_from_its_walls)
{
    cd_scene_destroy(loaded("sphere:triangles=100,motion=random:bodies=1:fill=0.5:steps=10"));
    cd_scene_destroy(loaded("sphere:triangles=100,motion=random:bodies=1000:fill=0.000001:steps=2"));
}

TEST(still_bodies_rest_and_overlap_their_neighbours)
{
    struct play it = play("sphere:triangles=200,motion=still:bodies=4:steps=2");
    const struct cd_frame *frame = next(it.cursor);
    for (int i = 0; i < 3; i++)
        assert_true(bodies_touch(it.scene, &frame->bodies[i], &frame->bodies[i + 1]));
    assert_false(bodies_touch(it.scene, &frame->bodies[0], &frame->bodies[2]));
    assert_int_equal(next(it.cursor)->changed_count, 0);
    play_end(&it);
}
