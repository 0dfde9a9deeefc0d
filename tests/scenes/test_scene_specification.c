/// What users type after --scene, and where names are looked up.
#include "tests/scratch_folder.h"
#include "tests/test.h"

#include "scenes/cursor.h"
#include "scenes/motions/motions.h"
#include "scenes/path.h"
#include "scenes/recipe.h"
#include "scenes/scene.h"

#include <unistd.h>

static struct cd_status status;

static struct cd_scene *loaded_with(const char *specification, struct cd_scene_options options)
{
    struct cd_scene *scene;
    enum cd_code code = cd_scene_load(specification, &options, &scene, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    return scene;
}

static struct cd_scene *loaded(const char *specification)
{
    return loaded_with(specification, (struct cd_scene_options){0});
}

static void assert_refused(const char *specification, enum cd_code code, const char *part)
{
    struct cd_scene *scene;
    memset(&status, 0, sizeof status);
    assert_int_equal(cd_scene_load(specification, NULL, &scene, &status), code);
    assert_null(scene);
    assert_int_equal(status.code, code);
    assert_null(strchr(status.text, '\n'));
    if (!strstr(status.text, part))
        fail_msg("\"%s\" does not say \"%s\"", status.text, part);
}

TEST(one_mesh_is_two_copies_on_the_pair_motion)
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
    struct cd_scene *spelt = loaded("sphere:triangles=100,motion=pair:steps=200:seed=1");
    assert_true(cd_hash_equal(scene->hash, spelt->hash));
    cd_scene_destroy(spelt);
    cd_scene_destroy(scene);
}

TEST(bodies_take_meshes_in_turn)
{
    struct cd_scene *scene = loaded("box+sphere:triangles=50+torus:triangles=50,motion=still:bodies=7");
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    assert_int_equal(cd_cursor_next(cursor, &frame, &status), CD_OK);
    assert_int_equal(frame->body_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(frame->bodies[i].id, i);
        assert_int_equal(frame->bodies[i].mesh, i % 3);
        assert_ptr_equal(frame->bodies[i].vertices, scene->meshes[i % 3]->vertices);
    }
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
}

TEST(three_meshes_fly_at_random_by_default)
{
    struct cd_scene *scene = loaded("box+sphere+box,steps=3");
    struct cd_scene *spelt = loaded("box+sphere+box,motion=random,steps=3");
    assert_int_equal(scene->max_bodies, 3);
    assert_true(cd_hash_equal(scene->hash, spelt->hash));
    cd_scene_destroy(spelt);
    cd_scene_destroy(scene);
}

TEST(steps_and_seed_are_taken_by_every_motion)
{
    const struct cd_recipe *motion;
    for (size_t k = 0; (motion = cd_recipe_at(CD_RECIPE_MOTION, k)); k++) {
        char text[100];
        snprintf(text, sizeof text, "box,motion=%s:steps=7:seed=3", motion->name);
        struct cd_scene *inside = loaded(text);
        snprintf(text, sizeof text, "box,seed=3,motion=%s,steps=7", motion->name);
        struct cd_scene *outside = loaded(text);
        snprintf(text, sizeof text, "box,motion=%s:steps=9:seed=4", motion->name);
        struct cd_scene *overridden =
            loaded_with(text, (struct cd_scene_options){.has_seed = true, .seed = 3, .frames = 7});
        assert_int_equal(inside->frame_count, 7);
        assert_int_equal(inside->seed, 3);
        assert_true(cd_hash_equal(inside->hash, outside->hash));
        assert_true(cd_hash_equal(inside->hash, overridden->hash));
        cd_scene_destroy(inside);
        cd_scene_destroy(outside);
        cd_scene_destroy(overridden);
    }
}

TEST(a_wrong_word_is_answered_with_the_right_ones)
{
    assert_refused("box,motion=tumbel", CD_USAGE, "did you mean tumble?");
    assert_refused("box,motion=xyzzyxyzzy", CD_USAGE, "pair, pile, random, still, tumble");
    assert_refused("box,motion=tumble:dd=1", CD_USAGE,
                   "motion tumble: there is no setting 'dd'; did you mean d? valid: d, steps, seed");
    assert_refused("box,motion=tumble:d=-1", CD_USAGE, "from 0 to 1000");
    assert_refused("box,motion=tumble:d=1x", CD_USAGE, "d=1x");
    assert_refused("box,motion=tumble:d=nan", CD_USAGE, "d=nan");
    assert_refused("box,motion=tumble:d", CD_USAGE, "key=value");
    assert_refused("box,motion=random:bodies=2.5", CD_USAGE, "an integer");
    assert_refused("box,motion=pair:bodies=3", CD_USAGE, "valid: steps, seed");
    assert_refused("box,steps=0", CD_USAGE, "steps=0");
    assert_refused("box,steps=1000000001", CD_USAGE, "1 to 100000000");
    assert_refused("box,seed=-1", CD_USAGE, "seed=-1");
    assert_refused("box,seed=9223372036854775808", CD_USAGE, "from 0 to 9223372036854775807");
    assert_refused("box,speed=1", CD_USAGE, "\"speed=1\"");
    assert_refused("box,", CD_USAGE, "scene part \"\"");
    assert_refused("box,steps=1,steps=2", CD_USAGE, "given twice");
    assert_refused("box,motion=random:seed=3,seed=4", CD_USAGE, "motion random: setting seed is given twice");
    assert_refused("box,steps=4,motion=random:steps=4", CD_USAGE,
                   "motion random: setting steps is given twice");
    assert_refused("box,motion=random:seed=3:seed=4", CD_USAGE, "motion random: setting seed is given twice");
    assert_refused("box,motion=tumble:d=1:steps=2:d=1", CD_USAGE, "motion tumble: setting d is given twice");
    assert_refused("box,motion=pair:", CD_USAGE, "write key=value");
    assert_refused("box:triangles=20:triangles=30", CD_USAGE, "box: setting triangles is given twice");
    assert_refused("box:", CD_USAGE, "box: nothing after the colon; write key=value");
    assert_refused("box+", CD_USAGE, "a mesh name is missing");
    assert_refused("", CD_USAGE, "a mesh name is missing");
    assert_refused("box+box+box,motion=tumble", CD_USAGE, "at most two meshes");
    assert_refused("box+box+box,motion=random:bodies=2", CD_USAGE, "fewer than the 3 meshes");
}

TEST(a_missing_mesh_is_an_io_error_with_advice)
{
    assert_refused("bunyn.obj", CD_IO, "did you mean bunny.obj?");
    assert_refused("bunny", CD_IO, "did you mean bunny.obj?");
    assert_refused("no/such.obj", CD_IO, "no/such.obj: cannot read: No such file");
    assert_refused("spheree", CD_IO, "did you mean sphere?");
    assert_refused("spheer:triangles=10", CD_USAGE, "spheer");
    assert_refused("sphere:triangels=10", CD_USAGE, "triangels");
    assert_refused("box+qqqqqqqqqq.ply", CD_IO, "cdbench list scenes");
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
}

/// A scene's hash is golden: it is the same on every machine, whichever folder contains the mesh.
TEST(meshes_are_found_in_folders_with_plus_and_comma)
{
    static const struct {
        const char *words; ///< P and C stand for the folders
        uint32_t meshes;
        uint64_t frames;
        const char *hash;
    } scenes[] = {
        {"bunny.obj", 1, 200, "906d59c6642abb945a4b5d2c4cfae1a7"},
        {"P/bunny.obj", 1, 200, "906d59c6642abb945a4b5d2c4cfae1a7"},
        {"P/bunny.obj,motion=pair,seed=1", 1, 200, "906d59c6642abb945a4b5d2c4cfae1a7"},
        {"C/bunny.obj", 1, 200, "906d59c6642abb945a4b5d2c4cfae1a7"},
        {"C/bunny.obj,steps=3", 1, 3, "cf21b266e9a4731ee8c3132e59740afc"},
        {"bunny.obj+box+bunny.obj,steps=3", 3, 3, "c1402f4d1de1e0959a072a5592da7449"},
        {"P/bunny.obj+box+P/bunny.obj,steps=3", 3, 3, "c1402f4d1de1e0959a072a5592da7449"},
    };
    mkdir(scratch_path("c++"), 0777);
    mkdir(scratch_path("a,b+c"), 0777);
    char target[PATH_MAX];
    assert_non_null(realpath("scenes/bunny.obj", target));
    assert_int_equal(symlink(target, scratch_path("c++/bunny.obj")), 0);
    assert_int_equal(symlink(target, scratch_path("a,b+c/bunny.obj")), 0);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        char words[600] = "", hash[CD_HASH_TEXT];
        for (const char *c = scenes[i].words; *c; c++) {
            const char one[] = {*c, 0};
            strcat(words, *c == 'P' ? scratch_path("c++") : *c == 'C' ? scratch_path("a,b+c") : one);
        }
        struct cd_scene *scene = loaded(words);
        assert_int_equal(scene->mesh_count, scenes[i].meshes);
        assert_int_equal(scene->frame_count, scenes[i].frames);
        assert_string_equal(cd_hash_text(scene->hash, hash), scenes[i].hash);
        cd_scene_destroy(scene);
    }
    char missing[300];
    snprintf(missing, sizeof missing, "%s,steps=3", scratch_path("c++/bunyn.obj"));
    assert_refused(missing, CD_IO, "cannot read");
}

TEST(a_mesh_file_may_be_scaled_turned_and_welded)
{
    static const struct {
        const char *words; ///< F stands for the folder
        uint32_t meshes;
        struct cd_vec3 high; ///< of the last mesh's box
        const char *name;    ///< of the last mesh
    } cases[] = {
        {"F/part.obj", 1, {1, 2, 3}, "part.obj"},
        {"F/part.obj:scale=0.5", 1, {0.5, 1, 1.5}, "part.obj:scale=0.5"},
        {"F/part.obj:up=z:scale=25.40", 1, {25.4, 3 * 25.4, 0}, "part.obj:scale=25.4:up=z"},
        {"F/part.obj:weld=1e-2:up=x:scale=2", 1, {0, 2, 6}, "part.obj:scale=2:up=x:weld=0.01"},
        {"F/part.obj:scale=1,motion=tumble:d=1.2:steps=3",
         1,
         {1, 1, 1},
         "part.obj"}, // tumble changes the size
        {"box+F/part.obj:scale=2,motion=pair:steps=3", 2, {2, 4, 6}, "part.obj:scale=2"},
        {"F/part.obj:scale=2+F/part.obj:up=z:scale=4,steps=3", 2, {4, 12, 0}, "part.obj:scale=4:up=z"},
        {"F/part.obj:scale=2+box:scale=4,steps=3", 2, {2, 2, 2}, "box:scale=4"},
        {"F/a,b+c/part.obj:scale=2", 1, {2, 4, 6}, "part.obj:scale=2"},
        {"F/a,b+c/part.obj:scale=2,steps=3", 1, {2, 4, 6}, "part.obj:scale=2"},
        {"F/c++/part.obj:scale=2+F/c++/part.obj:up=z,steps=3", 2, {1, 3, 0}, "part.obj:up=z"},
        // A file with the whole name comes first, then the longest name.
        {"F/odd:scale=2.obj", 1, {10, 10, 0}, "odd:scale=2.obj"},
        {"F/odd:scale=2.obj:scale=3", 1, {30, 30, 0}, "odd:scale=2.obj:scale=3"},
        {"F/part.obj:up=z.obj,motion=pair:steps=3", 1, {10, 10, 0}, "part.obj:up=z.obj"},
        {"F/a:b.obj:scale=3+box+F/a:b.obj,steps=3", 3, {10, 10, 0}, "a:b.obj"},
    };
    static const char ten[] = "v 0 0 0\nv 10 0 0\nv 0 10 0\nf 1 2 3\n";
    static const char *const folders[] = {"", "a,b+c/", "c++/"}, *const odd[] = {"odd:scale=2",
                                                                                 "part.obj:up=z", "a:b"};
    char name[100];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "units/%spart.obj", folders[i]);
        mkdir(scratch_path("units"), 0777);
        scratch_write(name, "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
        snprintf(name, sizeof name, "units/%s.obj", odd[i]);
        scratch_write(name, ten);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[600] = "";
        for (const char *c = cases[i].words; *c; c++)
            strcat(words, *c == 'F' ? scratch_path("units") : (const char[]){*c, 0});
        assert_int_equal(cd_scene_check(words, &status), CD_OK);
        struct cd_scene *scene = loaded(words);
        assert_int_equal(scene->mesh_count, cases[i].meshes);
        const struct cd_mesh *last = scene->meshes[scene->mesh_count - 1];
        assert_string_equal(last->name, cases[i].name);
        if (i != 4)
            assert_true(cd_length(cd_sub(last->box.high, cases[i].high)) < 1e-12);
        cd_scene_destroy(scene);
    }
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
        {":scale=-1", "setting scale=-1: must be a number"},
        {":scale=abc", "setting scale=abc: must be a number"},
        {":scale=nan", "setting scale=nan: must be a number"},
        {":scale=1e400", "setting scale=1e400: must be a number"},
        {":scale=2:scale=2", "setting scale is given twice"},
        {":up=w", "setting up=w: must be one of x|y|z"},
        {":up=Z", "setting up=Z: must be one of x|y|z"},
        {":weld=-1", "setting weld=-1: must be a number from 1e-12 to 0.01"},
        {":weld=0", "setting weld=0: must be a number"},
        {":weld=1", "setting weld=1: must be a number"},
        {":colour=red", "there is no setting 'colour'; valid: scale, up, weld"},
        {":sacle=2+box", "there is no setting 'sacle'; did you mean scale?"},
        {":up=w,motion=pair:steps=3", "setting up=w: must be one of x|y|z"},
    };
    const char *path = scratch_write("wrong.obj", "This is no mesh, and it is not looked at.\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[300], part[300];
        snprintf(words, sizeof words, "%s%s", path, cases[i].words);
        snprintf(part, sizeof part, "%s: %s", path, cases[i].part);
        assert_refused(words, CD_USAGE, part);
        assert_int_equal(cd_scene_check(words, &status), CD_USAGE);
    }
    assert_refused("bunyn.obj:scale=2", CD_IO, "bunyn.obj: not found in");
    assert_refused("bunyn.obj:scale=2", CD_IO, "did you mean bunny.obj?");
    assert_refused("no/such.obj:scale=2:up=z", CD_IO, "no/such.obj: cannot read: No such file");
    assert_refused("scenes:scale=2", CD_IO, "is a directory");
    assert_refused("bunny.obj:scale=1e15", CD_USAGE, "give a smaller scale");
}

TEST(the_scene_path_is_searched_in_order)
{
    scratch_write("one/mine.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    scratch_write("two/mine.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n");
    scratch_write("two/other.obj", "v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n");
    char variable[200], path[300];
    snprintf(variable, sizeof variable, "%s::/no/such:%s", scratch_path("one"), scratch_path("two"));
    setenv("CDBENCH_SCENES", variable, 1);
    assert_int_equal(cd_scene_find("mine.obj", path, sizeof path, &status), CD_OK);
    assert_string_equal(path, scratch_path("one/mine.obj"));
    assert_int_equal(cd_scene_find("other.obj", path, sizeof path, &status), CD_OK);
    assert_string_equal(path, scratch_path("two/other.obj"));
    assert_int_equal(cd_scene_find("othre.obj", path, sizeof path, &status), CD_IO);
    assert_non_null(strstr(status.text, "did you mean other.obj?"));
    assert_non_null(strstr(status.text, scratch_path("two")));
    unsetenv("CDBENCH_SCENES");
    assert_int_equal(cd_scene_find("other.obj", path, sizeof path, &status), CD_IO);
    assert_int_equal(cd_scene_find("bunny.obj", path, sizeof path, &status), CD_OK);
    assert_int_equal(cd_scene_find("bunny.obj", path, 5, &status), CD_IO);
}

TEST(the_list_has_every_mesh_on_the_path_once)
{
    scratch_write("one/mine.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    scratch_write("two/mine.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    scratch_write("two/README.md", "");
    char variable[200];
    snprintf(variable, sizeof variable, "%s:%s", scratch_path("one"), scratch_path("two"));
    setenv("CDBENCH_SCENES", variable, 1);
    struct cd_texts names = {0}, paths = {0};
    int bunnies = 0, mine = 0, readmes = 0;
    cd_scene_list(&names, &paths);
    unsetenv("CDBENCH_SCENES");
    assert_int_equal(names.count, paths.count);
    for (size_t i = 0; i < names.count; i++) {
        assert_int_equal(access(paths.items[i], R_OK), 0);
        bunnies += !strcmp(names.items[i], "bunny.obj");
        mine += !strcmp(names.items[i], "mine.obj");
        readmes += !strncmp(names.items[i], "README", 6);
    }
    assert_int_equal(bunnies, 1);
    assert_int_equal(mine, 1);
    assert_int_equal(readmes, 0);
    cd_texts_free(&names);
    cd_texts_free(&paths);
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

TEST(the_keys_of_a_motion_are_listed_with_their_defaults)
{
    char text[100];
    struct cd_motion_start start;
    assert_int_equal(cd_motion_read("random", &start, &status), CD_OK);
    assert_string_equal(cd_params_text(start.motion->params, text, sizeof text),
                        "bodies=<one per mesh> fill=0.05 speed=0.05 spin=3");
    assert_string_equal(cd_params_text(start.motion->params, text, 9), "bodies=<");
    cd_settings_destroy(start.settings);
}

TEST(parameters_of_motions_and_scenes_are_without_fault)
{
    const struct cd_recipe *motion;
    for (size_t k = 0; (motion = cd_recipe_at(CD_RECIPE_MOTION, k)); k++)
        for (const struct cd_param *param = motion->params; param && param->name; param++)
            assert_null(cd_param_fault(param));
    const struct cd_recipe *kind;
    for (size_t k = 0; (kind = cd_recipe_at(CD_RECIPE_SCENE, k)); k++)
        for (const struct cd_param *param = kind->params; param->name; param++)
            assert_null(cd_param_fault(param));
}
