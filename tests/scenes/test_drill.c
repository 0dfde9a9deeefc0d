/// The fire drill. It is the same on every machine and from every source, and water, walls and flames behave as
/// documented.
#include "scenes/cursor.h"
#include "tests/opened.h"
#include "tests/read_meshes.h"
#include "tests/touching.h"

#include "geom/winding.h"
#include "scenes/drill/drill.h"
#include "scenes/recipe.h"

#include <math.h>

static struct cd_status status;

static struct cd_drill *drill_of(const char *specification)
{
    static const struct cd_scene_options none;
    struct cd_settings *settings;
    struct cd_drill *drill = NULL;
    if (cd_settings_read("drill", specification, &cd_recipe_of(CD_RECIPE_SCENE, "drill")->params, 1,
                         &settings, &status) ||
        cd_drill_create(settings, &none, &drill, &status))
        fail_msg("%s", status.text);
    cd_settings_destroy(settings);
    return drill;
}

// ---- the recording ----------------------------------------------------------------------------------------

TEST(a_window_of_a_drill_or_every_seventh_frame_has_frames_of_the_whole)
{
    static const struct {
        const char *words;
        uint64_t frames;
        int first, every;
    } parts[] = {
        {"drill:setting=shared:droplets=90:seconds=1.5:rate=20:from=2.5", 30, 50, 1},
        {"drill:setting=shared:droplets=90:seconds=2.1:rate=20:from=1:every=7", 6, 20, 7},
    };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        test_row("%s", parts[k].words);
        struct play whole = play("drill:setting=shared:droplets=90:seconds=4:rate=20"),
                    part = play(parts[k].words);
        assert_int_equal(whole.scene->frame_count, 80);
        assert_int_equal(part.scene->frame_count, parts[k].frames);
        const struct cd_frame *frame = next(whole.cursor);
        for (int i = 0; i < parts[k].first; i++)
            frame = next(whole.cursor);
        for (const struct cd_frame *other; (other = next(part.cursor));) {
            assert_same_bodies(whole.scene, frame, other);
            for (int i = 0; i < parts[k].every; i++)
                frame = next(whole.cursor);
        }
        play_end(&whole);
        play_end(&part);
    }
}

/// Nobody must mistake a new droplet for an earlier one.
TEST(numbers_are_used_again_but_not_at_once_and_what_changes_flies_on)
{
    struct play it = play("drill:setting=several:droplets=300:seconds=8");
    uint32_t limit = it.scene->body_limit, max = 0;
    assert_true(limit < it.scene->max_bodies + 300);
    struct {
        bool live;
        uint32_t uses;
        struct cd_vec3 place;
    } *known = cd_allocate(limit, sizeof *known);
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        for (uint32_t i = 0; i < frame->vanished_count; i++)
            assert_true(known[frame->vanished[i]].live);
        for (uint32_t i = 0; i < frame->appeared_count; i++) {
            assert_false(known[frame->appeared[i]].live);
            uint32_t uses = ++known[frame->appeared[i]].uses;
            max = uses > max ? uses : max;
        }
        for (uint32_t id = 0; id < limit; id++)
            known[id].live = false;
        for (uint32_t i = 0, c = 0; i < frame->body_count; i++) {
            const struct cd_body *body = &frame->bodies[i];
            struct cd_vec3 place = cd_vec(body->pose.t[0], body->pose.t[1], body->pose.t[2]);
            if (c < frame->changed_count && frame->changed[c] == body->id) {
                assert_true(cd_length(cd_sub(place, known[body->id].place)) < 0.8);
                c++;
            }
            known[body->id].live = true;
            known[body->id].place = place;
        }
    }
    assert_true(max >= 5);
    cd_free(known);
    play_end(&it);
}

// ---- what there is ----------------------------------------------------------------------------------------

TEST(every_mesh_of_a_drill_is_closed_and_outward)
{
    struct cd_scene *scene = loaded("drill:setting=several:firefighters=64:steps=1");
    assert_int_equal(scene->mesh_count, 5);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const struct cd_mesh *mesh = scene->meshes[i];
        assert_true(mesh->closed && mesh->manifold && mesh->oriented && mesh->solid);
        assert_int_equal(mesh->degenerate_count, 0);
        assert_true(mesh_volume(mesh) > 0);
    }
    cd_scene_destroy(scene);
}

static int winding(const struct cd_mesh *mesh, const struct cd_vec3 *vertices, struct cd_vec3 p)
{
    int sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        struct cd_vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = vertices[mesh->triangles[t].v[k]];
        sum += cd_winding_crossing(&p, corners);
    }
    return sum;
}

TEST(the_formula_of_the_house_is_its_mesh)
{
    struct cd_mesh *mesh;
    assert_int_equal(cd_house_mesh(3, &mesh, &status), CD_OK);
    struct cd_aabb box = cd_house_box(3);
    assert_true(fabs(box.high.x - mesh->box.high.x) < 1e-9);
    assert_true(fabs(box.high.y - mesh->box.high.y) < 1e-9);
    struct cd_random random = handmade_random();
    int inside = 0;
    for (int i = 0; i < 3000; i++) {
        struct cd_vec3 p = cd_vec(cd_random_between(&random, box.low.x - 0.1, box.high.x + 0.1),
                                  cd_random_between(&random, box.low.y - 0.1, box.high.y + 0.1),
                                  cd_random_between(&random, box.low.z - 0.1, box.high.z + 0.1));
        int turns = winding(mesh, mesh->vertices, p);
        assert_int_equal(cd_house_holds(3, p), turns == 1);
        assert_in_range(turns, 0, 1);
        inside += turns;
    }
    assert_in_range(inside, 300, 2700);
    cd_mesh_destroy(mesh);
}

TEST(the_formula_of_a_flame_is_its_mesh)
{
    struct cd_mesh *mesh;
    assert_int_equal(cd_flame_mesh(&mesh, &status), CD_OK);
    assert_int_equal(mesh->vertex_count, CD_FLAME_RINGS * CD_FLAME_SEGMENTS + 2);
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    struct cd_random random = handmade_random();
    int inside = 0, different = 0;
    for (int i = 0; i < 3000; i++) {
        struct cd_flame flame;
        struct cd_flame_shape shape;
        cd_flame_choose(&flame, cd_vec(1, 2, 3), (uint32_t)i % 32, &random);
        cd_flame_shape(&flame, 0.1 * i, cd_random_unit(&random), &shape);
        cd_flame_vertices(&flame, &shape, vertices);
        struct cd_vec3 p =
            cd_vec(cd_random_between(&random, -0.5, 0.5), cd_random_between(&random, -0.1, 2.2),
                   cd_random_between(&random, -0.5, 0.5));
        int turns = winding(mesh, vertices, p);
        bool holds = cd_flame_holds(&shape, cd_add(p, flame.root));
        assert_in_range(turns, 0, 1);
        assert_true(holds || !turns); // the mesh has corners, the formula is round
        inside += turns;
        different += holds != turns;
    }
    assert_in_range(inside, 50, 1900);
    assert_true(different * 10 < inside);
    cd_free(vertices);
    cd_mesh_destroy(mesh);
}

// ---- what happens -----------------------------------------------------------------------------------------

TEST(droplets_fall_freely_until_they_hit_and_never_within_walls_or_under_ground)
{
    struct cd_drill *drill = drill_of("drill:setting=several:droplets=100");
    struct cd_drill_state *now = cd_drill_state_copy(drill, NULL);
    struct cd_vec3(*last)[2] = cd_allocate(drill->max_droplets, sizeof *last);
    uint32_t *ages = cd_allocate(drill->max_droplets, sizeof *ages), checked = 0, hits = 0;
    for (int frame = 0; frame < 90; frame++) {
        cd_drill_step(drill, now);
        for (uint32_t i = 0; i < now->droplet_end; i++) {
            const struct cd_droplet *droplet = &now->droplets[i];
            bool flies = droplet->state == CD_DROPLET_FLIES;
            assert_true(!flies || (droplet->place.y > 0 && !cd_house_holds(drill->bays, droplet->place)));
            hits += droplet->state == CD_DROPLET_HITS;
            ages[i] = flies ? ages[i] + 1 : 0;
            if (ages[i] >= 3) {
                struct cd_vec3 bend = cd_add(cd_sub(droplet->place, cd_scale(last[i][0], 2)), last[i][1]);
                double fall = -CD_DRILL_GRAVITY / (30.0 * 30);
                assert_true(cd_length(cd_sub(bend, cd_vec(0, fall, 0))) < 1e-9);
                checked++;
            }
            last[i][1] = last[i][0];
            last[i][0] = droplet->place;
        }
    }
    assert_true(checked > 10000 && hits > 1000);
    cd_free(last);
    cd_free(ages);
    cd_free(now);
    cd_free(drill);
}

TEST(flames_shrink_under_water_go_out_and_come_back)
{
    struct cd_drill *drill = drill_of("drill:setting=shared");
    struct cd_drill_state *now = cd_drill_state_copy(drill, NULL);
    assert_in_range(drill->flame_count, 1, 64);
    uint32_t went_out = 0, came_back = 0;
    double min = 1, max_after = 0;
    for (int frame = 0; frame < 30 * 30; frame++) {
        bool burnt[64] = {false};
        for (uint32_t i = 0; i < drill->flame_count; i++)
            burnt[i] = now->burning[i].burns;
        cd_drill_step(drill, now);
        for (uint32_t i = 0; i < drill->flame_count; i++) {
            went_out += burnt[i] && !now->burning[i].burns;
            came_back += !burnt[i] && now->burning[i].burns;
            min = fmin(min, now->burning[i].strength);
            if (frame > 600)
                max_after = fmax(max_after, now->burning[i].strength);
        }
    }
    print_message("flames went out %u times and came back %u times in 30 s\n", went_out, came_back);
    assert_true(went_out >= 3 && came_back >= 2);
    assert_true(min < 0.2 && max_after > 0.5);
    cd_free(now);
    cd_free(drill);
}

/// The generator decides hits by formulas. The recording has to show these hits.
TEST(a_droplet_that_hits_touches_what_it_hits)
{
    static const char words[] = "drill:setting=shared:droplets=150:steps=60";
    struct play it = play(words);
    struct cd_drill *drill = drill_of(words);
    struct cd_drill_state *now = cd_drill_state_copy(drill, NULL);
    uint32_t first = CD_DRILL_FIRST + drill->firefighter_count + drill->flame_count, hits = 0, touches = 0;
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        cd_drill_step(drill, now);
        for (uint32_t i = 0; i < frame->body_count; i++) {
            const struct cd_body *body = &frame->bodies[i];
            if (body->id < first || now->droplets[body->id - first].state != CD_DROPLET_HITS)
                continue;
            bool touched = false;
            for (uint32_t k = 0; frame->bodies[k].id < first && !touched; k++)
                touched = bodies_touch(it.scene, &frame->bodies[k], body);
            hits++;
            touches += touched;
        }
    }
    print_message("%u of %u droplets that hit touch what they hit\n", touches, hits);
    assert_true(hits > 500 && touches * 100 >= hits * 95);
    cd_free(now);
    cd_free(drill);
    play_end(&it);
}

// ---- words ------------------------------------------------------------------------------------------------

TEST(wrong_words_are_answered_with_the_right_ones)
{
    static const struct {
        const char *words, *says;
    } wrong[] = {
        {"drill+box", "scene of its own"},
        {"box+drill:fires=2", "scene of its own"},
        {"drill:", "nothing after the colon"},
        {"drill:firemen=2", "valid: setting, firefighters, fires"},
        {"drill:scale=2", "steps, seed"},
        {"drill:firefighters=0", "firefighters=0: must be an integer from 1 to 64"},
        {"drill:seconds=0", "seconds=0: must be a number from 0.001 to 86400"},
        {"drill:seconds=0.01", "seconds=0.01: no frame at rate=30"},
        {"drill:seconds=1:steps=30", "give one"},
        {"drill,motion=pair", "there is no setting 'motion'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        test_row("%s", wrong[i].words);
        assert_int_equal(cd_scene_check(wrong[i].words, &status), CD_USAGE);
        assert_null(strstr(status.text, ", scale"));
        assert_scene_refused(wrong[i].words, CD_USAGE, wrong[i].says);
    }
    assert_scene_refused("drill:firefighters=64:droplets=20000", CD_USAGE,
                         "firefighters=64 with droplets=20000");
}
