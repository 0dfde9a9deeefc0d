/// Scene files: what they can say, and that every error is reported with its file and line.
#include "tests/opened.h"
#include "tests/scratch_folder.h"

#include "geom/pose.h"
#include "scenes/cursor.h"
#include "scenes/scene.h"

#include <math.h>

#define MESHES "meshes:\n  - generator: box\n"

static void assert_same(const char *text, const char *specification)
{
    test_row("%s", text);
    assert_true(scenes_are_equal(scratch_write("scene.yaml", text), specification));
}

TEST(a_scene_file_says_what_a_command_line_says)
{
    assert_same("meshes:\n  - generator: sphere:triangles=100\n", "sphere:triangles=100");
    assert_same("# two\nmeshes: [{generator: box}, {file: bunny.obj}]\nsteps: 10\nseed: 4\n"
                "motion:\n  name: tumble\n  d: 1.9\n",
                "box+bunny.obj,motion=tumble:d=1.9:steps=10:seed=4");
    assert_same("meshes: [{generator: box}]\nsteps: 3\nmotion: {name: random, bodies: 5, fill: 1e-2}\n",
                "box,motion=random:bodies=5:fill=0.01:steps=3");
    assert_same(
        "\xef\xbb\xbf# CR alone\rmeshes: [{generator: box}]\rsteps: 3\rmotion: {name: pair, seed: 4}\r\n",
        "box,steps=3,seed=4");
    assert_same("meshes: [{generator: box}]\nmotion: {name: pair, steps: 3, seed: 4}\n",
                "box,steps=3,seed=4");
    assert_same("meshes: [{generator: box}, {generator: box}, {generator: box}]\nsteps: 3\n",
                "box+box+box,steps=3");
}

TEST(files_are_relative_to_the_scene_file)
{
    scratch_write("meshes/odd, name+1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    struct cd_scene *scene =
        loaded(scratch_write("scene.yaml", "meshes: [{file: \"meshes/odd, name+1.obj\"}]\n"));
    assert_int_equal(scene->meshes[0]->triangle_count, 1);
    cd_scene_destroy(scene);
}

TEST(a_mesh_file_may_be_scaled_turned_and_welded)
{
    assert_same("meshes: [{file: bunny.obj, scale: 0.001, up: z, weld: 1e-9}]\nsteps: 3\n",
                "bunny.obj:scale=0.001:up=z:weld=1e-9,steps=3");
    assert_same(
        "meshes: [{file: bunny.obj, up: x}, {file: bunny.obj}, {generator: 'box:scale=2'}]\nsteps: 3\n",
        "bunny.obj:up=x+bunny.obj+box:scale=2,steps=3");
    assert_same("meshes: [{file: bunny.obj, up: y, scale: 1}]\nsteps: 3\n", "bunny.obj,steps=3");
}

TEST(bodies_follow_their_tracks)
{
    struct play it =
        play(scratch_write("scene.yaml", "meshes:\n"
                                         "  - generator: box\n"
                                         "  - generator: torus:triangles=50\n"
                                         "bodies:\n"
                                         "  - position: [1, -1e15, 1e15]\n"
                                         "  - {mesh: 1, id: 5, from: 1, to: 2, velocity: [0, 0.5, 0],\n"
                                         "     position: [0, 1, 0], angle: 90, axis: [0, 0, 2], spin: 45}\n"
                                         "  - {mesh: 1, id: 5, from: 4, to: 5, angle: 30}\n"));
    assert_int_equal(it.scene->frame_count, 6);
    assert_int_equal(it.scene->body_limit, 6);
    static const unsigned live[6] = {1, 2, 2, 1, 2, 2};
    for (int i = 0; i < 6; i++) {
        const struct cd_frame *frame = next(it.cursor);
        assert_int_equal(frame->body_count, live[i]);
        assert_true(frame->bodies[0].pose.t[0] == 1 && frame->bodies[0].pose.t[1] == -1e15 &&
                    frame->bodies[0].pose.t[2] == 1e15 && frame->bodies[0].pose.r[0] == 1);
        const struct cd_pose *pose = &frame->bodies[1].pose;
        if (i == 4) { // about z at the origin, if no axis and no position are given
            assert_true(pose->t[0] == 0 && pose->t[1] == 0 && pose->t[2] == 0);
            assert_true(fabs(pose->r[0] - cos(M_PI / 6)) < 1e-8);
            assert_true(fabs(pose->r[3] - sin(M_PI / 6)) < 1e-8);
        }
        if (i != 2)
            continue;
        assert_int_equal(frame->bodies[1].id, 5);
        assert_true(pose->t[1] == 1.5);
        assert_true(fabs(pose->r[0] - cos(135 * M_PI / 180)) < 1e-8);
        assert_true(fabs(pose->r[3] - sin(135 * M_PI / 180)) < 1e-8);
    }
    assert_null(next(it.cursor));
    play_end(&it);
}

TEST(there_may_be_thousands_of_bodies)
{
    static char text[200000] = "meshes: [{generator: box}]\nsteps: 1\nbodies:\n";
    for (int i = 4999; i >= 0; i--)
        cd_append(text + strlen(text), 40, "  - {id: %d, position: [%d, 0, 0]}\n", i, i);
    struct play it = play(scratch_write("scene.yaml", text));
    const struct cd_frame *frame = next(it.cursor);
    assert_int_equal(frame->body_count, 5000);
    for (uint32_t i = 0; i < 5000; i++)
        assert_true(frame->bodies[i].id == i && frame->bodies[i].pose.t[0] == i);
    play_end(&it);
}

TEST(a_body_may_turn_about_its_centre)
{
    scratch_write("aside.obj", "v 10 0 0\nv 12 0 0\nv 10 2 0\nv 10 0 2\nf 1 2 3\nf 1 2 4\n");
    struct play it =
        play(scratch_write("scene.yaml", "meshes: [{file: aside.obj}]\nsteps: 5\n"
                                         "bodies: [{about: centre, position: [1, 2, 3], spin: 33}]\n"));
    for (const struct cd_frame *frame; (frame = next(it.cursor));) {
        struct cd_vec3 centre = cd_canonical_vertex(&frame->bodies[0].pose, cd_vec(11, 1, 1));
        assert_true(cd_length(cd_sub(centre, cd_vec(1, 2, 3))) < 1e-13);
    }
    play_end(&it);
}

TEST(what_is_wrong_is_named_with_its_line)
{
    static const struct {
        const char *text, *part;
    } wrong[] = {
        {MESHES "foo: 1\n",
         "scene.yaml:3: foo: unknown key 'foo'; valid: meshes, motion, bodies, steps, seed"},
        {"meshes:\n  - fiel: x\n",
         "scene.yaml:2: meshes[0].fiel: unknown key 'fiel'; did you mean file? valid: f"},
        {MESHES "motion:\n  quux: 1\n  name: random\n",
         "scene.yaml:4: motion.quux: unknown key 'quux'; valid: name, bodies, fill, speed, spin, steps, "
         "seed"},
        {MESHES "bodies:\n  - mesh: 0\n    sipn: 1\n",
         "scene.yaml:5: bodies[0].sipn: unknown key 'sipn'; did you mean spin? valid: mesh, id, from, to"},
        {MESHES "bodies: [{mesh: 0},\n  {a.b: 1}]\n",
         "scene.yaml:4: bodies[1].a.b: unknown key 'a.b'; valid: mesh, id"},
        {"meshes[0: 1\n", "scene.yaml:1: meshes[0: unknown key 'meshes[0'; did you mean meshes?"},
        {"seed: 1\n", "scene.yaml:1: the key 'meshes' is missing"},
        {MESHES "seed: 1\nseed: 2\n", "scene.yaml:4: seed: given twice"},
        {"meshes: 3\n", "scene.yaml:1: meshes: give a list, each entry on a line"},
        {"meshes: []\n", "scene.yaml:1: meshes: empty; give at least one entry"},
        {"meshes: [box]\n", "scene.yaml:1: meshes[0]: give \"key: value\" lines; valid: file, gen"},
        {"meshes:\n  - file:\n", "scene.yaml:2: meshes[0].file: empty; give a value"},
        {"meshes:\n  - file: bunny.obj\n    scale: 0\n",
         "scene.yaml:3: meshes[0].scale: bunny.obj: setting scale=0: must be a number from 1e-30 to 1e+30"},
        {"meshes:\n  - {file: 'bunny.obj:scale=2'}\n",
         "meshes[0].file: bunny.obj:scale=2: no such file; scale, up and weld are keys beside file: here"},
        {"meshes:\n  - {file: bunny.obj, scale: 1e15}\n", "scene.yaml:2: meshes[0]: "},
        {"meshes:\n  - {file: bunny.obj, up: w}\n", "meshes[0].up: bunny.obj: setting up=w: must be one of"},
        {"meshes:\n  - {file: bunny.obj, colour: red}\n",
         "meshes[0].colour: unknown key 'colour'; valid: file, generator, scale, up, weld"},
        {"meshes:\n  - generator: box\n    up: z\n",
         "scene.yaml:3: meshes[0].up: is for files; a generator has"},
        {MESHES "motion: pair\n", "scene.yaml:3: motion: give a name: on a line of its own"},
        {MESHES "steps: [1]\n", "scene.yaml:3: steps: give a single value"},
        {"meshes:\n  - {}\n", "scene.yaml:2: meshes[0]: give either file: or generator:"},
        {"meshes:\n  - {file: a, generator: b}\n", "scene.yaml:2: meshes[0]"},
        {"meshes:\n  - generator: spheer\n", "scene.yaml:2: meshes[0]"},
        {MESHES "steps: 0\n", "scene.yaml:3: steps"},
        {MESHES "seed: -1\n", "scene.yaml:3: seed"},
        {MESHES "motion:\n  d: 1\n", "give a name:"},
        {MESHES "motion: {name: 'tumble:d=1'}\n", "motion.name: give the name alone, and its keys"},
        {MESHES "motion:\n  name: tumble\n  d: 2x\n", "scene.yaml:5: motion.d: motion tumble: setting d=2x"},
        {MESHES "motion:\n  name: tumbel\n  fill: 0.1\n",
         "scene.yaml:4: motion.name: motion=tumbel: no such"},
        {MESHES "motion: {name: pair, steps: 0}\n", "motion.steps: motion pair: setting steps=0: must be"},
        {"seed: 1\n" MESHES "motion: {name: pair, seed: 1}\n", "scene.yaml:4: motion.seed: given twice"},
        {MESHES "motion: {name: pair, steps: 1}\nsteps: 1", "scene.yaml:3: motion.steps: given twice"},
        {MESHES "motion: {name: pair, seed: 1, seed: 2}\n", "motion.seed: given twice"},
        {MESHES "motion: {name: pair}\nbodies: [{mesh: 0}]\n", "scene.yaml:4: bodies: give either"},
        {MESHES "bodies: []\n", "scene.yaml:3: bodies: empty; give at least one entry"},
        {MESHES "bodies:\n  - mesh: 1\n", "scene.yaml:4: bodies[0].mesh: '1' is not an integer from 0 to 0"},
        {MESHES "bodies:\n  - from: 2\n    to: 1\n", "scene.yaml:5: bodies[0].to: lies before from"},
        {MESHES "bodies:\n  - axis: [0, 0, 0]\n", "scene.yaml:4: bodies[0].axis: give a direction"},
        {MESHES "bodies:\n  - axis: [0, 0]\n", "scene.yaml:4: bodies[0].axis: give a list of 3 numbers"},
        {MESHES "bodies:\n  - axis: 7\n", "scene.yaml:4: bodies[0].axis: give a list of 3 numbers"},
        {MESHES "bodies:\n  - axis: [0, nan, 1]\n", "scene.yaml:4: bodies[0].axis[1]: 'nan' is no number"},
        {MESHES "bodies:\n  - spin: fast\n", "scene.yaml:4: bodies[0].spin: 'fast' is no number"},
        {MESHES "bodies:\n  - spin: 1e16\n", "scene.yaml:4: bodies[0].spin: give a number of at most 1e15"},
        {MESHES "bodies: [{position: [0, 0, 1.01e15]}]\n", "scene.yaml:3: bodies[0].position"},
        {MESHES "bodies:\n  - about: me\n", "scene.yaml:4: bodies[0].about: unknown about 'me'; valid: o"},
        {MESHES "bodies:\n  - to: 3\n  - id: 0\n    from: 3\n",
         "scene.yaml:5: bodies[1]: body 0 is also bodies[0]"},
        {MESHES "bodies: [{to: 3}, {id: 0, to: 2}]\n", "scene.yaml:3: bodies[1]: body 0 is also bodies[0]"},
        {MESHES "steps: 3\n  x\n", "scene.yaml:3: steps"},
        {MESHES "---\na: b\n", "scene.yaml:3: a second document"},
        {MESHES "steps: &a 3\n", "scene.yaml:3: anchors and aliases are not allowed"},
        {MESHES "motion: &a {name: pair}\n", "scene.yaml:3: anchors and aliases are not allowed"},
        {"meshes: &a [{generator: box}]\n", "scene.yaml:1: anchors and aliases are not allowed"},
        {MESHES "steps: *a\n", "scene.yaml:3: anchors and aliases are not allowed"},
        {MESHES "[a]: b\n", "scene.yaml:3: a key is a word"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "nested too deeply"},
        {"meshes: [{generator: box}\nsteps: 1\n", "scene.yaml:"},
        {"- 1\n", "scene.yaml:1: give \"key: value\" lines; valid: meshes, motion"},
        {"", "scene.yaml: empty"},
        {"---\n", "scene.yaml:"},
        {"meshes:\n\t- file: a\n", "scene.yaml:2: "},
        {"\xff\xfe\x01", "scene.yaml"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_scene_refused(scratch_write("scene.yaml", wrong[i].text), CD_DATA, wrong[i].part);
}

#define KNOT "{generator: 'torusknot:triangles=3910000'}"

TEST(what_would_take_much_memory_or_time_is_refused_unless_it_is_allowed)
{
    static const char *const cases[][2] = {
        {"meshes: [{generator: 'torus:grid=1400'}, " KNOT ", " KNOT ", " KNOT "]\n",
         "scene.yaml:1: meshes: 4 meshes would take about 1.0 GB of memory (1.56e+07 triangles of "
         "generators)"},
        {"meshes: [{generator: 'torusknot:p=4:q=6:triangles=3910000'}, " KNOT ", " KNOT
         ", {generator: 'torus:grid=1390'}]\n",
         "coprime"},
        {MESHES "steps: 11200000\n",
         "scene.yaml:3: steps: asks for 11200000 frames: about 2 s to read them and 1.0 GB of memory to "
         "time them"},
        {MESHES "steps: 11100000\nmotion: {name: pair, seed: x}\n", "motion.seed"},
        {MESHES "steps: 4000000\nmotion: {name: random, bodies: 76}\n",
         "scene.yaml:3: steps: asks for 4000000 frames: about 61 s to read them and 0.4 GB"},
        {MESHES "bodies: [{from: 0, to: 12000000}]\n", "frames: about 2 s to read them and 1.1 GB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_scene_refused(scratch_write("scene.yaml", cases[i][0]), CD_DATA, cases[i][1]);
    const struct cd_scene_options allowed = {.allow_large = true, .stop = stop_at_once},
                                  fewer = {.frames = 3};
    struct cd_scene *scene;
    struct cd_status status;
    const char *path = scratch_write("scene.yaml", MESHES "steps: 12000000\n");
    assert_int_equal(cd_scene_load(path, &allowed, &scene, &status), CD_INTERRUPTED);
    cd_scene_destroy(loaded_with(path, fewer));
}

TEST(a_missing_file_is_an_io_error_with_its_line)
{
    const char *path = scratch_write("scene.yaml", "meshes:\n  - generator: box\n  - file: nothing.obj\n");
    assert_scene_refused(path, CD_IO, "scene.yaml:3: meshes[1]: nothing.obj: not found");
    assert_scene_refused("no-such.yaml", CD_IO, "no-such.yaml");
    assert_scene_refused("./no-such.yaml", CD_IO, "no-such.yaml");
    assert_scene_refused("some.yaml,steps=3", CD_USAGE, "--frames");
}
