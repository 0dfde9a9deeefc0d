// The viewer without a picture: how it goes from frame to frame, and what keys do.
#include "tests/opened.h"
#include "tests/test.h"

#include "view/view.h"

static struct subject {
    struct cd_scene *scene;
    struct cd_instance *instance;
    struct cd_player *player;
    struct cd_view view;
} subject;

/// Two boxes, 3 and 5. The second passes through the first: they meet in frames 4 to 6 of 0 to 9.
static void subject_open(const char *specification, enum cd_query query)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 10; frame++) {
        handmade_put(made, frame, 3, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 5, box, handmade_at((double)frame * 1.5 - 7.5, 0.25, 0.125));
    }
    subject.scene = handmade_end(made, 10);
    subject.instance = open_instance(subject.scene, specification, query);
    subject.player = cd_player_open(subject.scene, subject.instance, query);
    assert_int_equal(cd_view_open(&subject.view, subject.player, specification, NULL), CD_OK);
}

void test_before(void)
{
    subject_open("rapid", CD_QUERY_PAIRS);
}

void test_after(void)
{
    cd_player_close(subject.player);
    cd_instance_destroy(subject.instance);
    cd_scene_destroy(subject.scene);
}

static void arrive(void)
{
    for (int i = 0; i < 100 && !subject.player->arrived; i++)
        assert_int_equal(cd_player_work(subject.player, 0, NULL), CD_OK); // a frame at a time
    assert_true(subject.player->arrived);
}

static void go(uint64_t frame)
{
    cd_player_seek(subject.player, frame);
    arrive();
    assert_int_equal(subject.player->frame->index, frame);
    bool meet = frame >= 4 && frame <= 6;
    assert_int_equal(cd_player_collides(subject.player, 3), meet);
    assert_int_equal(cd_player_collides(subject.player, 5), meet);
    assert_int_equal(subject.player->touched_count, meet ? 2 : 0);
}

TEST(any_frame_is_answered_whatever_came_before_it)
{
    static const struct {
        const char *algo;
        enum cd_query query;
    } cases[] = {{"rapid", CD_QUERY_PAIRS},           {"rapid", CD_QUERY_BODIES},
                 {"rapid", CD_QUERY_CONTACTS},        {"brute", CD_QUERY_BODIES},
                 {"rapid:broad=sap", CD_QUERY_PAIRS}, {"image_cd", CD_QUERY_PAIRS}};
    static const uint64_t order[] = {5, 6, 5, 0, 9, 4, 3, 4, 4, 7, 1, 2, 6};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s, query %d", cases[i].algo, (int)cases[i].query);
        test_after();
        subject_open(cases[i].algo, cases[i].query);
        for (size_t k = 0; k < sizeof order / sizeof *order; k++)
            go(order[k]);
    }
}

TEST(a_change_of_mind_on_the_way_is_followed)
{
    cd_player_seek(subject.player, 8);
    for (int i = 0; i < 5; i++)
        assert_int_equal(cd_player_work(subject.player, 0, NULL), CD_OK);
    assert_false(subject.player->arrived);
    go(4); // handed over already, but not answered
    cd_player_seek(subject.player, 9);
    assert_int_equal(cd_player_work(subject.player, 0, NULL), CD_OK);
    assert_false(cd_player_collides(subject.player, 3)); // an answer is never shown for another frame
    go(5);
    cd_player_seek(subject.player, 1000); // past the end
    arrive();
    assert_int_equal(subject.player->frame->index, 9);
}

TEST(keys_step_and_go_round)
{
    static const struct {
        enum cd_key key;
        uint64_t frame;
    } presses[] = {{CD_KEY_BACK, 9}, {CD_KEY_STEP, 0}, {CD_KEY_STEP, 1}, {CD_KEY_STEP, 2}, {CD_KEY_FIRST, 0}};
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        test_row("press %zu", i);
        cd_view_press(&subject.view, presses[i].key);
        assert_int_equal(subject.player->wanted, presses[i].frame);
    }
}

// Plays for `seconds`, as if tests took no time. Returns the number of frames shown.
static int play_for(double seconds)
{
    int frames = 0;
    uint64_t before = subject.player->wanted;
    for (uint64_t now = 1000000; now < (uint64_t)(seconds * 1e9); now += 1000000) {
        arrive();
        cd_view_tick(&subject.view, now);
        frames += subject.player->wanted != before;
        before = subject.player->wanted;
    }
    return frames;
}

TEST(playing_keeps_its_speed_and_loops_or_stops)
{
    assert_int_equal(play_for(1), 0); // paused at first
    cd_view_press(&subject.view, CD_KEY_PLAY);
    assert_in_range(play_for(2), 48, 50);
    cd_view_press(&subject.view, CD_KEY_FASTER);
    subject.view.due_ns = 0;
    assert_in_range(play_for(2), 97, 100);
    cd_view_press(&subject.view, CD_KEY_LOOP);
    cd_view_press(&subject.view, CD_KEY_FIRST);
    cd_view_press(&subject.view, CD_KEY_PLAY);
    assert_int_equal(play_for(2), 9);
    assert_false(subject.view.playing);
    cd_view_press(&subject.view, CD_KEY_PLAY); // from the start again
    assert_int_equal(subject.player->wanted, 0);
}

TEST(the_key_for_volumes_offers_what_the_algorithm_has)
{
    static const struct {
        const char *algo;
        enum cd_shown then[3];
    } cases[] = {{"brute", {CD_SHOWN_NOTHING, CD_SHOWN_NOTHING, CD_SHOWN_NOTHING}},
                 {"rapid", {CD_SHOWN_VOLUMES, CD_SHOWN_NOTHING, CD_SHOWN_VOLUMES}},
                 {"obb8", {CD_SHOWN_VOLUMES, CD_SHOWN_NOTHING, CD_SHOWN_VOLUMES}},
                 {"image_cd", {CD_SHOWN_VOLUMES, CD_SHOWN_PICTURE, CD_SHOWN_NOTHING}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].algo);
        test_after();
        subject_open(cases[i].algo, CD_QUERY_PAIRS);
        for (int k = 0; k < 3; k++) {
            cd_view_press(&subject.view, CD_KEY_SHOW);
            assert_int_equal(subject.view.shown, cases[i].then[k]);
        }
    }
}

TEST(depth_stays_where_there_are_volumes)
{
    cd_view_press(&subject.view, CD_KEY_SHALLOWER);
    cd_view_press(&subject.view, CD_KEY_DEEPER);
    assert_int_equal(subject.view.depth, 0); // nothing is shown
    cd_view_press(&subject.view, CD_KEY_SHOW);
    subject.view.deeper = true;
    cd_view_press(&subject.view, CD_KEY_DEEPER);
    assert_int_equal(subject.view.depth, 1);
    subject.view.deeper = false; // the last level
    cd_view_press(&subject.view, CD_KEY_DEEPER);
    assert_int_equal(subject.view.depth, 1);
    cd_view_press(&subject.view, CD_KEY_SHALLOWER);
    assert_int_equal(subject.view.depth, 0);
}

// The place of a point of the world in a square picture, from -1 to 1. The point must be in front of the eye.
static void project(const struct cd_camera *camera, struct cd_vec3 world, double at[2])
{
    double projection[16], view[16], eye[3];
    cd_camera_projection(camera, 1, 1, projection);
    cd_camera_matrix(camera, view);
    struct cd_vec3 p = cd_camera_relative(camera, world);
    for (int i = 0; i < 3; i++)
        eye[i] = view[i] * p.x + view[4 + i] * p.y + view[8 + i] * p.z + view[12 + i];
    assert_true(eye[2] < 0);
    at[0] = projection[0] * eye[0] / -eye[2];
    at[1] = projection[5] * eye[1] / -eye[2];
}

TEST(a_box_that_is_fitted_fills_the_picture_and_no_more)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 200; i++) {
        double size = pow(10, cd_random_between(&random, -100, 14));
        struct cd_aabb box = cd_aabb_empty();
        for (int k = 0; k < 2; k++)
            cd_aabb_add(&box, cd_vec(size * cd_random_unit(&random), size * cd_random_unit(&random),
                                     size * cd_random_unit(&random)));
        struct cd_camera camera = cd_camera_home(&box);
        cd_camera_turn(&camera, cd_random_between(&random, -180, 180), cd_random_between(&random, -110, 70));
        cd_camera_fit(&camera, &box);
        double max = 0;
        for (int k = 0; k < 8; k++) {
            double at[2];
            project(&camera,
                    cd_vec(k & 1 ? box.low.x : box.high.x, k & 2 ? box.low.y : box.high.y,
                           k & 4 ? box.low.z : box.high.z),
                    at);
            max = fmax(max, fmax(fabs(at[0]), fabs(at[1])));
        }
        assert_true(max > 0.999 && max < 1.001);
    }
}

TEST(points_fill_a_picture_of_any_shape_but_for_its_margin)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < 100; i++) {
        struct cd_vec3 points[20];
        struct cd_aabb box = cd_aabb_empty();
        double aspect = cd_random_between(&random, 1, 3), across[2] = {2, -2}, up[2] = {2, -2};
        for (int k = 0; k < 20; k++) {
            points[k] =
                cd_vec(cd_random_unit(&random), 3 * cd_random_unit(&random), 7 + cd_random_unit(&random));
            cd_aabb_add(&box, points[k]);
        }
        struct cd_camera camera = cd_camera_home(&box);
        cd_camera_turn(&camera, cd_random_between(&random, -180, 180), cd_random_between(&random, -110, 70));
        struct cd_reach reach = {aspect, {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
        for (int k = 0; k < 20; k++)
            cd_reach_add(&reach, &camera, points[k]);
        cd_camera_fill(&camera, &reach);
        for (int k = 0; k < 20; k++) {
            double at[2];
            project(&camera, points[k], at);
            across[0] = fmin(across[0], at[0] / aspect);
            across[1] = fmax(across[1], at[0] / aspect);
            up[0] = fmin(up[0], at[1]);
            up[1] = fmax(up[1], at[1]);
        }
        double most = fmax(fmax(-across[0], across[1]), fmax(-up[0], up[1]));
        assert_true(most > 0.919 && most < 0.921);
        // In the middle along both axes.
        assert_true(fabs(across[0] + across[1]) < 0.8 && fabs(up[0] + up[1]) < 0.8);
        assert_true(fmin(fabs(across[0] + across[1]), fabs(up[0] + up[1])) < 1e-6);
    }
}
