/// What users type after --scene, and where names are looked up.
#include "tests/opened.h"
#include "tests/scratch_folder.h"

#include "scenes/adjust.h"
#include "scenes/cursor.h"
#include "scenes/path.h"
#include "scenes/recipe.h"
#include "scenes/scene.h"

#include <unistd.h>

static struct cd_status status;

TEST(one_mesh_is_two_copies_on_the_pair_motion_and_three_fly_at_random)
{
    struct cd_scene *scene = loaded("sphere:triangles=100");
    assert_string_equal(scene->name, "sphere:triangles=100");
    assert_int_equal(scene->mesh_count, 1);
    assert_int_equal(scene->frame_count, 200);
    assert_int_equal(scene->body_limit, 2);
    assert_int_equal(scene->max_bodies, 2);
    assert_int_equal(scene->max_triangles, 2 * scene->meshes[0]->triangle_count);
    assert_int_equal(scene->seed, 1);
    assert_false(scene->deforms);
    cd_scene_destroy(scene);
    assert_true(
        scenes_are_equal("sphere:triangles=100", "sphere:triangles=100,motion=pair:steps=200:seed=1"));
    assert_true(scenes_are_equal("box+sphere+box,steps=3", "box+sphere+box,motion=random:bodies=3,steps=3"));
}

TEST(bodies_take_meshes_in_turn)
{
    struct play it = play("box+sphere:triangles=50+torus:triangles=50,motion=still:bodies=7");
    const struct cd_frame *frame = next(it.cursor);
    assert_int_equal(frame->body_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(frame->bodies[i].id, i);
        assert_int_equal(frame->bodies[i].mesh, i % 3);
        assert_ptr_equal(frame->bodies[i].vertices, it.scene->meshes[i % 3]->vertices);
    }
    play_end(&it);
}

TEST(steps_and_seed_are_taken_by_every_motion)
{
    const struct cd_recipe *motion;
    for (size_t k = 0; (motion = cd_recipe_at(CD_RECIPE_MOTION, k)); k++) {
        char inside[100], outside[100], other[100];
        test_row("%s", motion->name);
        snprintf(inside, sizeof inside, "box,motion=%s:steps=7:seed=3", motion->name);
        snprintf(outside, sizeof outside, "box,seed=3,motion=%s,steps=7", motion->name);
        snprintf(other, sizeof other, "box,motion=%s:steps=9:seed=4", motion->name);
        assert_true(scenes_are_equal(inside, outside));
        struct cd_scene *scene = loaded(inside);
        struct cd_scene *overridden =
            loaded_with(other, (struct cd_scene_options){.has_seed = true, .seed = 3, .frames = 7});
        assert_int_equal(scene->frame_count, 7);
        assert_int_equal(scene->seed, 3);
        assert_true(cd_hash_equal(scene->hash, overridden->hash));
        cd_scene_destroy(scene);
        cd_scene_destroy(overridden);
    }
}

TEST(options_override_what_a_drill_or_a_scene_file_says)
{
    const char *file = scratch_write("scene.yml", "meshes: [{generator: box}]\nsteps: 10\nseed: 4\n");
    const char *const words[][2] = {{"drill:seconds=2:seed=9", "drill:steps=7:seed=5"},
                                    {file, "box,steps=7,seed=5"}};
    for (int i = 0; i < 2; i++) {
        test_row("%s", words[i][0]);
        struct cd_scene_options options = {.has_seed = true, .seed = 5, .frames = 7};
        struct cd_scene *scene = loaded_with(words[i][0], options), *same = loaded(words[i][1]);
        assert_true(scene->frame_count == 7 && scene->seed == 5 && cd_hash_equal(scene->hash, same->hash));
        cd_scene_destroy(scene);
        cd_scene_destroy(same);
    }
}

TEST(what_is_wrong_is_answered_with_what_is_right)
{
    static const struct {
        const char *words;
        enum cd_code code;
        const char *part;
    } wrong[] = {
        {"box,motion=tumbel", CD_USAGE, "did you mean tumble?"},
        {"box,motion=tumble:dd=1", CD_USAGE, "tumble: there is no setting 'dd'; did you mean d? valid: d, "},
        {"box,motion=tumble:d=-1", CD_USAGE, "from 0 to 1000"},
        {"box,motion=random:bodies=2.5", CD_USAGE, "an integer"},
        {"box,motion=pair:bodies=3", CD_USAGE, "valid: steps, seed"},
        {"box,steps=0", CD_USAGE, "steps=0"},
        {"box,steps=1000000001", CD_USAGE, "1 to 100000000"},
        {"box,seed=9223372036854775808", CD_USAGE, "from 0 to 9223372036854775807"},
        {"box,speed=1", CD_USAGE, "\"speed=1\""},
        {"box,", CD_USAGE, "scene part \"\""},
        {"box,steps=1,steps=2", CD_USAGE, "given twice"},
        {"box,steps=4,motion=random:steps=4", CD_USAGE, "motion random: setting steps is given twice"},
        {"box,motion=pair:", CD_USAGE, "write key=value"},
        {"box:", CD_USAGE, "box: nothing after the colon; write key=value"},
        {"box+", CD_USAGE, "a mesh name is missing"},
        {"", CD_USAGE, "a mesh name is missing"},
        {"box+box+box,motion=tumble", CD_USAGE, "at most two meshes"},
        {"box+box+box,motion=random:bodies=2", CD_USAGE, "fewer than the 3 meshes"},
        {"bunyn.obj", CD_IO, "did you mean bunny.obj?"},
        {"bunny", CD_IO, "did you mean bunny.obj?"},
        {"no/such.obj", CD_IO, "no/such.obj: cannot read: No such file"},
        {"spheree", CD_IO, "did you mean sphere?"},
        {"spheer:triangles=10", CD_USAGE, "spheer"},
        {"box+qqqqqqqqqq.ply", CD_IO, "cdbench list scenes"},
        {"bunyn.obj:scale=2", CD_IO, "did you mean bunny.obj?"},
        {"no/such.obj:scale=2:up=z", CD_IO, "no/such.obj: cannot read: No such file"},
        {"scenes:scale=2", CD_IO, "is a directory"},
        {"bunny.obj:scale=1e15", CD_USAGE, "give a smaller scale"},
        {"regions:size=9:alpha=2", CD_USAGE, "size= and alpha= both set the size of regions; give one"},
        {"regions:n=10:size=50:space=40", CD_USAGE, "size=50 is more than space=40"},
        {"regions:n=10:size=5:aspect=9:space=40", CD_USAGE, "aspect=9 times size=5 is more than space=40"},
        {"regions:d=2:along=2", CD_USAGE, "along=2: axes are 0 to 1"},
        {"regions:n=10:alpha=0.001:space=3", CD_USAGE,
         "alpha=0.001: no whole side in space=3 comes within 10 %"},
        {"regions:n=10:alpha=1000", CD_USAGE, "alpha=1000: 10 regions come to 10 at most"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_scene_refused(wrong[i].words, wrong[i].code, wrong[i].part);
}

static int questions;

static bool stop_at_the_third(void)
{
    return ++questions == 3;
}

TEST(loading_can_be_interrupted)
{
    struct cd_scene_options options = {.stop = stop_at_the_third};
    struct cd_scene *scene;
    assert_int_equal(cd_scene_load("box,steps=100000000", &options, &scene, &status), CD_INTERRUPTED);
    assert_null(scene);
    assert_int_equal(questions, 3);
    options.stop = stop_at_once; // before the first frame
    assert_int_equal(cd_scene_load("drill:from=86400", &options, &scene, &status), CD_INTERRUPTED);
    assert_int_equal(cd_scene_load("box,motion=approach", &options, &scene, &status), CD_INTERRUPTED);
}

/// The words with the path of a folder in the place of F.
static const char *in_folder(const char *words)
{
    static char text[600];
    *text = 0;
    for (const char *c = words; *c; c++)
        strcat(text, *c == 'F' ? scratch_path("units") : (const char[]){*c, 0});
    return text;
}

TEST(a_mesh_file_is_found_in_any_folder_and_may_be_scaled_turned_and_welded)
{
    static const struct {
        const char *words; ///< F stands for the folder
        uint32_t meshes;
        struct cd_vec3 high; ///< of the last mesh's box; 0 if it does not matter
        const char *name;    ///< of the last mesh
    } cases[] = {
        {"F/part.obj", 1, {1, 2, 3}, "part.obj"},
        {"F/c++/part.obj", 1, {1, 2, 3}, "part.obj"},
        {"F/c++/part.obj,motion=pair,seed=1", 1, {1, 2, 3}, "part.obj"},
        {"F/a,b+c/part.obj", 1, {1, 2, 3}, "part.obj"},
        {"F/a,b+c/part.obj,steps=3", 1, {1, 2, 3}, "part.obj"},
        {"F/c++/part.obj+box+F/c++/part.obj,steps=3", 3, {1, 2, 3}, "part.obj"},
        {"F/part.obj:up=y:scale=0.33333333333333333", 1, {0, 0, 0}, "part.obj:scale=0.3333333333333333"},
        {"F/part.obj:scale=0.5", 1, {0.5, 1, 1.5}, "part.obj:scale=0.5"},
        {"F/part.obj:up=z:scale=25.40", 1, {25.4, 3 * 25.4, 0}, "part.obj:scale=25.4:up=z"},
        {"F/part.obj:weld=1e-2:up=x:scale=2", 1, {0, 2, 6}, "part.obj:scale=2:up=x:weld=0.01"},
        {"F/part.obj:scale=1,motion=tumble:d=1.2:steps=3", 1, {0, 0, 0}, "part.obj"},
        {"box+F/part.obj:scale=2,motion=pair:steps=3", 2, {2, 4, 6}, "part.obj:scale=2"},
        {"F/part.obj:scale=2+F/part.obj:up=z:scale=4,steps=3", 2, {4, 12, 0}, "part.obj:scale=4:up=z"},
        {"F/part.obj:scale=2+box:scale=4,steps=3", 2, {2, 2, 2}, "box:scale=4"},
        {"F/a,b+c/part.obj:scale=2,steps=3", 1, {2, 4, 6}, "part.obj:scale=2"},
        // A file with the whole name comes first, then the longest name.
        {"F/odd:scale=2.obj", 1, {10, 10, 0}, "odd:scale=2.obj"},
        {"F/odd:scale=2.obj:scale=3", 1, {30, 30, 0}, "odd:scale=2.obj:scale=3"},
        {"F/part.obj:up=z.obj,motion=pair:steps=3", 1, {10, 10, 0}, "part.obj:up=z.obj"},
        {"F/a:b.obj:scale=3+box+F/a:b.obj,steps=3", 3, {10, 10, 0}, "a:b.obj"},
    };
    static const char *const files[] = {"part.obj",        "a,b+c/part.obj",    "c++/part.obj",
                                        "odd:scale=2.obj", "part.obj:up=z.obj", "a:b.obj"};
    mkdir(scratch_path("units"), 0777);
    for (int i = 0; i < 6; i++) {
        char name[100];
        snprintf(name, sizeof name, "units/%s", files[i]);
        scratch_write(name, i < 3 ? "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
                                  : "v 0 0 0\nv 10 0 0\nv 0 10 0\nf 1 2 3\n");
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *words = in_folder(cases[i].words);
        test_row("%s", words);
        assert_int_equal(cd_scene_check(words, &status), CD_OK);
        struct cd_scene *scene = loaded(words);
        const struct cd_mesh *last = scene->meshes[scene->mesh_count - 1];
        assert_int_equal(scene->mesh_count, cases[i].meshes);
        assert_string_equal(last->name, cases[i].name);
        if (cases[i].high.y > 0)
            assert_true(cd_length(cd_sub(last->box.high, cases[i].high)) <= 1e-12);
        cd_scene_destroy(scene);
    }
    assert_scene_refused(in_folder("F/c++/paart.obj,steps=3"), CD_IO, "cannot read");
}

TEST(a_wrong_option_of_a_mesh_file_is_answered_before_it_is_read)
{
    static const struct {
        const char *words;
        const char *part;
    } cases[] = {
        {":", "nothing after the colon; write key=value"},
        {":scale", "'scale' is not a setting; write key=value"},
        {":scale=2:", "'' is not a setting; write key=value"},
        {":scale=0", "setting scale=0: must be a number from 1e-30 to 1e+30"},
        {":scale=2:scale=2", "setting scale is given twice"},
        {":weld=-1", "setting weld=-1: must be a number from 1e-12 to 0.01"},
        {":colour=red", "there is no setting 'colour'; valid: scale, up, weld"},
        {":sacle=2+box", "there is no setting 'sacle'; did you mean scale?"},
        {":up=w,motion=pair:steps=3", "setting up=w: must be one of x|y|z"},
    };
    const char *path = scratch_write("wrong.obj", "This is no mesh, and it is not looked at.\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[300], part[300];
        snprintf(words, sizeof words, "%s%s", path, cases[i].words);
        snprintf(part, sizeof part, "%s: %s", path, cases[i].part);
        assert_scene_refused(words, CD_USAGE, part);
        assert_int_equal(cd_scene_check(words, &status), CD_USAGE);
    }
}

TEST(a_wrong_setting_of_a_generator_is_answered_without_a_mesh)
{
    assert_int_equal(cd_scene_check("box+convex:triangles=200000,motion=pair", &status), CD_OK);
    assert_int_equal(cd_scene_check("box+bumpy:stretch=4,motion=pair", &status), CD_USAGE);
    assert_non_null(strstr(status.text, "bumpy: there is no setting 'stretch'"));
    assert_int_equal(cd_scene_check("box:scale=3", &status), CD_USAGE);
}

TEST(the_scene_path_is_searched_in_order_and_listed)
{
    static const char corners[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    static const char *const files[] = {"one/mine.obj", "two/mine.obj", "two/other.obj", "two/README.md"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        scratch_write(files[i], corners);
    char variable[300], path[300];
    snprintf(variable, sizeof variable, "%s::/no/such:%s", scratch_path("one"), scratch_path("two"));
    setenv("CDBENCH_SCENES", variable, 1);
    assert_int_equal(cd_scene_find("mine.obj", path, sizeof path, &status), CD_OK);
    assert_string_equal(path, scratch_path("one/mine.obj"));
    assert_int_equal(cd_scene_find("other.obj", path, sizeof path, &status), CD_OK);
    assert_string_equal(path, scratch_path("two/other.obj"));
    assert_int_equal(cd_scene_find("othre.obj", path, sizeof path, &status), CD_IO);
    assert_non_null(strstr(status.text, "did you mean other.obj?"));
    snprintf(variable, sizeof variable, "not found in the working directory or in %s, %s, ",
             scratch_path("one"), scratch_path("two"));
    assert_non_null(strstr(status.text, variable));
    struct cd_texts names = {0}, paths = {0};
    int bunnies = 0, mine = 0, readmes = 0;
    cd_scene_list(&names, &paths);
    assert_int_equal(names.count, paths.count);
    for (size_t i = 0; i < names.count; i++) {
        assert_int_equal(access(paths.items[i], R_OK), 0);
        bunnies += !strcmp(names.items[i], "bunny.obj");
        mine += !strcmp(names.items[i], "mine.obj");
        readmes += !strncmp(names.items[i], "README", 6);
    }
    assert_true(bunnies == 1 && mine == 1 && readmes == 0);
    cd_texts_free(&names);
    cd_texts_free(&paths);
    unsetenv("CDBENCH_SCENES");
    assert_int_equal(cd_scene_find("other.obj", path, sizeof path, &status), CD_IO);
    assert_int_equal(cd_scene_find("bunny.obj", path, sizeof path, &status), CD_OK);
    assert_int_equal(cd_scene_find("bunny.obj", path, 5, &status), CD_IO);
}

TEST(a_file_comes_before_a_generator_of_its_name)
{
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    scratch_write("three/sphere", "not a mesh");
    assert_int_equal(chdir(scratch_path("three")), 0);
    struct cd_scene *scene;
    enum cd_code file = cd_scene_load("sphere", NULL, &scene, &status);
    mkdir("box", 0777);
    enum cd_code folder = cd_scene_load("box,steps=1", NULL, &scene, &status);
    assert_int_equal(chdir(here), 0);
    assert_int_not_equal(file, CD_OK);
    assert_int_equal(folder, CD_OK);
    cd_scene_destroy(scene);
}

TEST(the_keys_of_a_motion_are_listed_as_far_as_there_is_space)
{
    char text[9];
    const struct cd_recipe *motion = cd_recipe_of(CD_RECIPE_MOTION, "random");
    assert_string_equal(cd_params_text(motion->params, text, sizeof text), "bodies=<");
}

TEST(parameters_of_recipes_and_mesh_files_are_without_fault)
{
    const struct cd_recipe *recipe;
    for (enum cd_recipe_role role = CD_RECIPE_GENERATOR; role < CD_RECIPE_ROLES; role++)
        for (size_t k = 0; (recipe = cd_recipe_at(role, k)); k++)
            for (const struct cd_param *param = recipe->params; param && param->name; param++)
                assert_null(cd_param_fault(param));
    for (const struct cd_param *param = cd_mesh_params; param->name; param++)
        assert_null(cd_param_fault(param));
}
