/// What is said about meshes before an answer or a time is believed.
#include "scenes/advice.h"
#include "tests/opened.h"
#include "tests/read_meshes.h"

static char warnings[2000];

static void warn(void *user, const char *line)
{
    (void)user;
    assert_null(strchr(line, '\n'));
    cd_append(warnings, sizeof warnings, "%s\n", line);
}

/// Expects lines with these parts, separated by |, in this order, and no others.
static void assert_heard(const char *parts)
{
    char all[500], *rest = strcpy(all, parts), *part;
    const char *line = warnings;
    while (*parts && (part = strsep(&rest, "|"))) {
        const char *end = strchr(line, '\n'), *place = strstr(line, part);
        if (!end || !place || place > end)
            fail_msg("\"%s\" does not say \"%s\"", line, part);
        line = end + 1;
    }
    if (*line)
        fail_msg("more is said: %s", line);
    *warnings = 0;
}

#define CORNERS     "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define SIDES       "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
#define INSIDE_OUT  "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n"
#define TETRAHEDRON CORNERS SIDES
#define SLIVERS     TETRAHEDRON "v 0 1e-3 0\nf 1 2 5\nf 1 5 2\n" SIDES INSIDE_OUT SIDES "f 1 2 3\nf 1 4 2\n"

TEST(what_changes_answers_or_times_of_a_mesh_is_said)
{
    static const struct {
        const char *text, *parts;
    } cases[] = {
        {TETRAHEDRON, ""},
        {TETRAHEDRON "f 1 1 2\n", "a.obj: 1 of 5 triangles have no area"},
        // a tenth are slivers, or less
        {SLIVERS,
         "a.obj: 2 of 20 triangles are slivers, more than 100 times as long as high|not oriented alike"},
        {SLIVERS "f 2 4 3\n", "not oriented alike, so that inside and outside are not defined"},
        // 2^-24 of 10001 is more than a thousandth of a half
        {"v 10000 0 0\nv 10001 0 0\nv 10000 1 0\nv 10000 0 1\n" SIDES,
         "a.obj: coordinates reach 1e+04, and triangles measure about 0.5; single precision, as graphics "
         "cards and many libraries have it, moves vertices by up to 0.0006:"},
        {"v 0 -10001 0\nv 0 -10000 0\nv 1 -10000 0\nv 0 -10000 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n",
         "coordinates reach 1e+04"},
        {"v 0 0 -10001\nv 0 0 -10000\nv 1 0 -10000\nv 0 1 -10000\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
         "coordinates reach 1e+04"},
        {"v 8300 0 0\nv 8301 0 0\nv 8300 1 0\nv 8300 0 1\n" SIDES, ""},
        // faces
        {TETRAHEDRON "f 1 2\nf 3\n", "a.obj: faces of fewer than three corners: 2; they are left out"},
        {"v 0 0 0\nv 6 6 0\nv 6 0 0\nv 0 6 0\nf 1 2 3 4\n",
         "faces that cross or cover themselves: 1; they are fanned|all of it lies in one plane"},
        {"v 0 0 0\nv 1 0 1\nv 1 1 0\nv 0 1 1\nf 1 2 3 4\n",
         "corners that are not planar to a hundredth of their size: 1; they are fanned|it is not closed, so "
         "that inside and outside are not defined and its surface counts instead; repair the mesh "
         "(weld=1e-9"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj: all of it lies in one plane"},
        {CORNERS INSIDE_OUT, "a.obj: 1 of 1 closed surfaces inside out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].text);
        struct cd_mesh *mesh = read_mesh(scratch_write("a.obj", cases[i].text)), *twice[] = {mesh, mesh};
        cd_advise(twice, 2, true, warn, NULL);
        assert_heard(cases[i].parts);
        cd_mesh_destroy(mesh);
    }
    struct cd_mesh *open = read_mesh(scratch_write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
    cd_advise(&open, 1, false, warn, NULL); // surfaces need no inside
    assert_heard("");
    cd_mesh_destroy(open);
}

TEST(units_and_axes_that_files_state_are_compared)
{
    static const struct {
        double units[3], scales[3];
        const char *ups, *turned, *parts; ///< - for none
    } cases[] = {
        {{0, 0, 0}, {0, 0, 0}, "---", "---", ""},
        {{0, 1, 0.01}, {0, 0, 0}, "---", "---", "a unit of b is 1 m long and one of c 0.01 m"},
        {{1, 0.01, 0.001}, {0, 0, 0}, "---", "---", "a unit of a is 1 m long and one of b 0.01 m"},
        {{1, 0.01, 0.0254}, {0, 0.01, 0.0254}, "---", "---", ""},
        {{1, 1 + 1e-7, 1 - 1e-7}, {0, 0, 0}, "---", "---", ""},
        {{0, 0, 0}, {0, 0, 0}, "-ZY", "---", "Z is upward in b and Y in c"},
        {{0, 0, 0}, {0, 0, 0}, "YZX", "-Z-", "Y is upward in a and X in c"},
        {{0, 0, 0}, {0, 0, 0}, "ZZ-", "---", ""},
    };
    struct cd_mesh *meshes[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cd_mesh_generate("box", &meshes[i], NULL), CD_OK);
        strcpy(meshes[i]->name, i == 0 ? "a" : i == 1 ? "b" : "c");
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %s", i, cases[i].parts);
        for (int k = 0; k < 3; k++)
            meshes[k]->reading = (struct cd_mesh_reading){
                .unit = cases[i].units[k],
                .scale = cases[i].scales[k],
                .up = cases[i].ups[k] == '-' ? 0 : cases[i].ups[k],
                .turned = cases[i].turned[k] == '-' ? 0 : cases[i].turned[k],
            };
        cd_advise(meshes, 3, true, warn, NULL);
        assert_heard(cases[i].parts);
    }
    for (int i = 0; i < 3; i++)
        cd_mesh_destroy(meshes[i]);
}

TEST(sizes_that_differ_as_units_do_are_doubted)
{
    static const char *const words[][2] = {
        {"box+box:scale=8,steps=1", ""},
        {"box+box:scale=16,steps=1", "one mesh measures 1 and another one 16, and they never touch"},
        {"box:scale=16+box,steps=1", "one mesh measures 1 and another one 16, and they never touch"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        test_row("%s", words[i][0]);
        struct cd_scene *scene = loaded(words[i][0]);
        cd_advise_on_units(scene, warn, NULL);
        assert_heard(words[i][1]);
        cd_scene_destroy(scene);
    }
}
