/// Exported folders. What is written is read back to the last bit, whoever wrote it. Errors in files are reported with
/// their line.
#include "scenes/folder/folder.h"
#include "tests/opened.h"
#include "tests/scratch_folder.h"

#include "scenes/cursor.h"
#include "scenes/scene.h"

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

static struct cd_status status;

#define HEADER      "frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n"
#define IDENTITY    "1,0,0,0,1,0,0,0,1"
#define AT          "0,0,0," IDENTITY
#define BODY(place) place "," IDENTITY ",0,0,0\n" // frame, number and mesh
#define ROW         BODY("0,0,0")
#define GAP         HEADER ROW BODY("4,0,0")
#define META        "key,value\n"
#define VERTICES    "frame,body,vertex,x,y,z\n"
#define REGIONS     "frame,id,kind,lo0,hi0\n"
#define TETRAHEDRON "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

/// Writes a folder of a mesh and these files; NULL for none. Returns its path.
static const char *write_folder(const char *name, const char *frames, const char *vertices,
                                const char *regions, const char *meta)
{
    const char *const texts[][2] = {{"mesh-0.obj", frames ? TETRAHEDRON : NULL},
                                    {"frames.csv", frames},
                                    {"vertices.csv", vertices},
                                    {"regions.csv", regions},
                                    {"meta.csv", meta}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", name, texts[i][0]);
        if (texts[i][1])
            scratch_write(path, texts[i][1]);
        else
            unlink(scratch_path(path));
    }
    return scratch_path(name);
}

static void export_to(const struct cd_scene *scene, const char *folder)
{
    if (cd_scene_export(scene, folder, &status))
        fail_msg("%s", status.text);
}

static void assert_round_trip(const struct cd_scene *scene, const char *name)
{
    char folder[200];
    strcpy(folder, scratch_path(name));
    export_to(scene, folder);
    struct cd_scene *back = loaded(folder);
    assert_string_equal(back->name, folder);
    assert_true(cd_hash_equal(scene->hash, back->hash));
    assert_int_equal(scene->frame_count, back->frame_count);
    assert_int_equal(scene->body_limit, back->body_limit);
    assert_int_equal(scene->max_bodies, back->max_bodies);
    assert_int_equal(scene->max_triangles, back->max_triangles);
    assert_int_equal(scene->deforms, back->deforms);
    assert_int_equal(scene->dimensions, back->dimensions);
    assert_int_equal(scene->max_regions, back->max_regions);
    assert_int_equal(scene->touch, back->touch);
    assert_int_equal(scene->seed, back->seed);
    struct cd_cursor *first = cd_cursor_open(scene), *second = cd_cursor_open(back);
    for (int pass = 0; pass < 2; pass++) {
        for (const struct cd_frame *a, *b; (a = next(first)) && (b = next(second));) {
            assert_alike_bodies(scene, a, b);
            assert_same_changes(a, b);
            assert_int_equal(a->region_count, b->region_count);
            if (a->region_count)
                assert_memory_equal(a->regions, b->regions, a->region_count * sizeof *a->regions);
        }
        cd_cursor_rewind(first);
        cd_cursor_rewind(second);
    }
    cd_cursor_close(first);
    cd_cursor_close(second);
    cd_scene_destroy(back);
}

TEST(motions_and_drills_come_back_the_same)
{
    static const char *const specifications[] = {
        "torusknot:triangles=300,steps=20",
        "sphere:triangles=100+gear:triangles=100,motion=tumble:steps=30",
        "box+sphere:triangles=50,motion=random:bodies=9,steps=10,seed=77",
        "bunny.obj,motion=still:bodies=3:steps=2",
        "drill:setting=shared:droplets=60:flames=3:from=4:steps=20",
    };
    for (int i = 0; i < 5; i++) {
        test_row("%s", specifications[i]);
        struct cd_scene *scene = loaded(specifications[i]);
        assert_round_trip(scene, "motions"); // one over the other: what is left of the last must not matter
        cd_scene_destroy(scene);
    }
}

/// Vertices and poses with zeros of both signs, with denormals, and with the last bit set.
static struct cd_scene *awkward_scene(void)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(0.1, false));
    uint32_t wide = handmade_add(made, handmade_box(1.0 / 3, true));
    struct cd_vec3 moved[8];
    for (int i = 0; i < 8; i++)
        moved[i] = cd_vec(i ? i / 7.0 : -0.0, 5e-324 * i, -DBL_MIN / 3);
    struct cd_pose tiny = handmade_at(-0.0, 5e-324, nextafter(1, 2));
    tiny.r[1] = -0.0;
    // Frames 0 and 9 are empty. Body 7 leaves and returns, first with its deformed vertices, then without them.
    handmade_put(made, 1, 2, wide, handmade_at(1, 2, 3));
    handmade_put(made, 1, 7, box, tiny);
    handmade_put_deformed(made, 2, 7, box, tiny, 1, moved);
    handmade_put_deformed(made, 3, 7, box, handmade_at(0, 0, 0.1), 1, moved);
    handmade_put_deformed(made, 5, 7, box, tiny, 1, moved);
    moved[3].x = 0.3;
    handmade_put_deformed(made, 6, 7, box, tiny, 5, moved);
    handmade_put(made, 8, 7, box, tiny);
    return handmade_end(made, 10);
}

TEST(deforming_appearing_and_vanishing_bodies_are_listed_and_come_back_the_same)
{
    static const unsigned expected[10][3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 1}, {0, 1, 0}, {0, 0, 1},
                                             {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}};
    struct cd_scene *scene = awkward_scene();
    assert_true(scene->deforms);
    assert_int_equal(scene->body_limit, 8);
    assert_int_equal(scene->max_bodies, 2);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    for (int i = 0; i < 10; i++) {
        const struct cd_frame *frame = next(cursor);
        assert_int_equal(frame->appeared_count, expected[i][0]);
        assert_int_equal(frame->changed_count, expected[i][1]);
        assert_int_equal(frame->vanished_count, expected[i][2]);
    }
    cd_cursor_close(cursor);
    assert_round_trip(scene, "awkward");
    cd_scene_destroy(scene);
}

/// Body 1 is live in frame 0 with the vertices of its mesh. A second pass must not have forgotten these.
TEST(a_body_that_deforms_later_starts_every_pass_undeformed)
{
    static const char frames[] =
        HEADER ROW BODY("0,1,0") BODY("1,0,0") BODY("1,1,0") BODY("2,0,0") BODY("2,1,0");
    struct play it = play(write_folder(
        "late", frames, VERTICES "1,1,0,5,5,5\n1,1,1,6,5,5\n1,1,2,5,6,5\n1,1,3,5,5,6\n", NULL, NULL));
    for (int pass = 0; pass < 3; pass++) {
        for (const struct cd_frame *frame; (frame = next(it.cursor));) {
            assert_int_equal(frame->body_count, 2);
            assert_int_equal(frame->appeared_count, frame->index ? 0 : 2);
            assert_true(frame->bodies[0].vertices[0].x == 0);
            assert_true(frame->bodies[1].vertices[0].x == (frame->index ? 5 : 0));
        }
        cd_cursor_rewind(it.cursor);
    }
    play_end(&it);
}

TEST(corners_at_one_place_count_as_one_until_they_come_apart)
{
    // A tetrahedron whose sides have corners of their own. It is moved as a whole, and then one corner of one side is.
    static const char places[] = "021013123203";
    for (int torn = 0; torn < 2; torn++) {
        char mesh[1000] = "", rows[2000] = "frame,body,vertex,x,y,z\n";
        for (int v = 0; v < 12; v++) {
            int place = places[v] - '0', x = place == 1, y = place == 2, z = place == 3;
            sprintf(mesh + strlen(mesh), "v %d %d %d\n", x, y, z);
            sprintf(rows + strlen(rows), "1,0,%d,%d,%d,%s\n", v, x, y, torn && v == 11 ? "3" : z ? "2" : "1");
        }
        for (int v = 1; v < 12; v += 3)
            sprintf(mesh + strlen(mesh), "f %d %d %d\n", v, v + 1, v + 2);
        scratch_write("torn/mesh-0.obj", mesh);
        scratch_write("torn/frames.csv", HEADER ROW BODY("1,0,0"));
        scratch_write("torn/vertices.csv", rows);
        struct cd_scene *scene = loaded(scratch_path("torn"));
        assert_true(scene->deforms);
        assert_int_equal(scene->meshes[0]->solid, !torn);
        assert_int_equal(scene->meshes[0]->closed, !torn);
        cd_scene_destroy(scene);
    }
}

TEST(an_export_replaces_all_of_an_older_one)
{
    char folder[200];
    strcpy(folder, scratch_path("again"));
    struct cd_scene *large = awkward_scene(), *small = loaded("box,steps=2");
    export_to(large, folder);
    assert_int_equal(scratch_entries(folder), 5);
    export_to(small, folder);
    assert_int_equal(scratch_entries(folder), 3);
    struct cd_scene *back = loaded(folder);
    assert_true(cd_hash_equal(back->hash, small->hash));
    export_to(back, folder); // onto itself
    assert_true(scenes_are_equal(folder, "box,steps=2"));
    export_to(large, folder);
    unlink(scratch_path("again/vertices.csv"));
    assert_int_equal(mkdir(scratch_path("again/vertices.csv"), 0777), 0);
    assert_int_equal(cd_scene_export(small, folder, &status), CD_IO);
    assert_non_null(strstr(status.text, "vertices.csv: cannot remove"));
    cd_scene_destroy(back);
    cd_scene_destroy(small);
    cd_scene_destroy(large);
}

static void assert_not_exported(const struct cd_scene *scene, const char *name, const char *file)
{
    char folder[200];
    strcpy(folder, scratch_path(name));
    int before = scratch_entries(folder);
    assert_int_equal(cd_scene_export(scene, folder, &status), CD_USAGE);
    assert_non_null(strstr(status.text, file));
    assert_int_equal(scratch_entries(folder), before);
}

TEST(an_export_never_touches_the_files_of_others)
{
    static const char *const names[] = {"frames.csv",  "meta.csv",   "vertices.csv",
                                        "regions.csv", "mesh-0.obj", "mesh-17.obj"};
    struct cd_scene *scene = loaded("box,steps=2");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[80];
        test_row("%s", names[i]);
        snprintf(file, sizeof file, "foreign/%s", names[i]);
        scratch_write(file, "mine");
        assert_not_exported(scene, "foreign", names[i]);
        struct stat information;
        assert_int_equal(stat(scratch_path(file), &information), 0);
        assert_int_equal(information.st_size, 4);
        unlink(scratch_path(file));
    }
    scratch_write("mixed/notes.txt", "mine");
    scratch_write("mixed/mesh-1.obj.bak", "mine");
    scratch_write("mixed/mesh-01.obj", "mine");
    export_to(scene, scratch_path("mixed"));
    assert_int_equal(scratch_entries(scratch_path("mixed")), 6);
    export_to(scene, scratch_path("mixed")); // an export among other files is still one
    scratch_write("mixed/mesh-1.obj", "mine");
    assert_not_exported(scene, "mixed", "mesh-1.obj");
    unlink(scratch_path("mixed/mesh-1.obj"));
    scratch_write("mixed/regions.csv", "mine");
    assert_not_exported(scene, "mixed", "regions.csv");
    cd_scene_destroy(scene);
}

TEST(two_files_by_anyone_are_a_scene)
{
    scratch_write("plain/mesh-0.obj", TETRAHEDRON);
    scratch_write("plain/frames.csv",
                  "\xef\xbb\xbf"
                  "tx,note,ty,tz,\"r00\",r01,r02,r10,r11,r12,r20,r21,r22,mesh,body,frame\r\n"
                  "2,\"a, \"\"b\"\"\",0,0,1,0,0,0,1,0,0,0,1,0,9,0\r\n"
                  "1, x ,0, 0 ,\"1\",0,0,0,1,0,0,0,1,0,4,0\r\n"
                  "\r\n"
                  "1,,0,5e-1,1,-0,0,0,1,0,0,0,1,0,4,3");
    struct play it = play(scratch_path("plain/"));
    assert_int_equal(it.scene->frame_count, 4);
    assert_int_equal(it.scene->mesh_count, 1);
    assert_int_equal(it.scene->body_limit, 10);
    const struct cd_frame *frame = next(it.cursor);
    assert_int_equal(frame->body_count, 2);
    assert_int_equal(frame->bodies[0].id, 4); // sorted
    assert_int_equal(frame->bodies[1].id, 9);
    assert_true(frame->bodies[1].pose.t[0] == 2);
    assert_int_equal(next(it.cursor)->vanished_count, 2);
    assert_int_equal(next(it.cursor)->body_count, 0);
    frame = next(it.cursor);
    assert_true(frame->bodies[0].pose.t[2] == 0.5 && signbit(frame->bodies[0].pose.r[1]));
    assert_null(next(it.cursor));
    play_end(&it);
}

TEST(frames_cut_an_imported_scene_short)
{
    struct cd_scene *scene = loaded("box,steps=10"), *shorter;
    export_to(scene, scratch_path("long"));
    shorter = loaded_with(scratch_path("long"), (struct cd_scene_options){.frames = 4});
    assert_int_equal(shorter->frame_count, 4);
    cd_scene_destroy(shorter);
    shorter = loaded_with(scratch_path("long"), (struct cd_scene_options){.frames = 99});
    assert_int_equal(shorter->frame_count, 10);
    assert_true(cd_hash_equal(scene->hash, shorter->hash));
    cd_scene_destroy(shorter);
    cd_scene_destroy(scene);
}

TEST(a_body_keeps_its_mesh)
{
    scratch_write("swap/mesh-0.obj", TETRAHEDRON);
    scratch_write("swap/mesh-1.obj", TETRAHEDRON "v 1 1 1\nf 2 3 5\n");
    scratch_write("swap/frames.csv", HEADER ROW BODY("1,0,1"));
    assert_scene_refused(scratch_path("swap"), CD_DATA, "frame 1, body 0: mesh 1 was mesh 0 before");
    scratch_write("swap/vertices.csv", "frame,body,vertex,x,y,z\n0,0,0,0,0,0\n0,0,1,1,0,0\n0,0,2,0,1,0\n"
                                       "0,0,3,0,0,2\n1,0,4,0,0,2\n");
    assert_scene_refused(scratch_path("swap"), CD_DATA, "vertices.csv:6: body 0 had another mesh");
}

TEST(what_is_wrong_is_named_with_its_line)
{
    static const struct {
        const char *files[4]; ///< frames, vertices, regions, meta
        const char *part;
    } wrong[] = {
        {{HEADER ROW AT ",0,0,0,0\n"}, "frames.csv:3: 16 fields"},
        {{HEADER ROW BODY("0,1,0") BODY("0,1,0")}, "frames.csv:4: body 1 has a second row"},
        {{HEADER BODY("1,0,0") ROW}, "frames.csv:3: frame 0 after frame 1"},
        {{HEADER BODY("0,0,1")}, "frames.csv:2: there is no mesh-1.obj"},
        {{HEADER AT ",0,nan,0\n"}, "frames.csv:2: ty is \"nan\""},
        {{HEADER BODY("0,99999999999,0")}, "frames.csv:2: body is \"99999999999\""},
        {{HEADER BODY("100000000,0,0")}, "frames.csv:2: frame is \"100000000\""},
        {{HEADER "0,0,0,1,0,0,0,1,0,0,0,1.00000000001,0,0,0\n"},
         "frames.csv:2: r00..r22 are no rotation: orthonormal only to 2e-11"},
        {{HEADER "0,0,0,-1,0,0,0,1,0,0,0,1,0,0,0\n"},
         "frames.csv:2: r00..r22 are no rotation: mirrored (determinant -1)"},
        {{HEADER}, "no frames"},
        {{"frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty\n"},
         "frames.csv:1: the header has no column \"tz\""},
        {{""}, "frames.csv: empty"},
        {{HEADER AT ",0,0,\"\n"}, "frames.csv:2: a quote that is not closed on its line"},
        {{HEADER AT ",0,0,\"5\"\"\n"}, "frames.csv:2: a quote that is not closed on its line"},
        {{HEADER AT ",0,0,\"5\"5\n"}, "frames.csv:2: text after a closing quote"},
        {{"tx," HEADER "7," ROW}, "frames.csv:1: the header has the column \"tx\" twice"},
        {{"\"body," HEADER}, "frames.csv:1: a quote that is not closed on its line"},
        // vertices.csv
        {{HEADER ROW, VERTICES "0,0,0,0,0,0\n0,0,1,1,0,0\n0,0,2,0,1,0\n"},
         "vertices.csv:4: frame 0 has 3 of the 4 vertices"},
        {{HEADER ROW, VERTICES "0,0,0,0,0,0\n0,0,0,1,0,0\n"},
         "vertices.csv:3: vertex 0 of body 0 has a second row"},
        {{HEADER ROW, VERTICES "0,0,4,0,0,0\n"},
         "vertices.csv:2: vertex is \"4\", not an integer from 0 to 3"},
        {{HEADER ROW, VERTICES "0,1,0,0,0,0\n"}, "vertices.csv:2: body 1 is not live"},
        {{HEADER ROW, VERTICES "0,0,0,0,0,2e15\n"}, "vertices.csv:2: a coordinate is larger"},
        {{HEADER ROW, VERTICES "7,0,0,0,0,0\n"}, "vertices.csv:2: body 0 is not live in frame 7"},
        // regions.csv
        {{HEADER, NULL, REGIONS "0,0,publish,5,5\n"}, "regions.csv:2: lo0 is not below"},
        {{HEADER, NULL, REGIONS "0,0,both,4,5\n"}, "regions.csv:2: kind is \"both\""},
        {{HEADER, NULL, REGIONS "0,0,publish,4,99999999999999999999\n"}, "regions.csv:2: hi0"},
        {{HEADER, NULL, REGIONS "0,0,publish,-2147483648,5\n"},
         "regions.csv:2: lo0 is -2147483648, not from -2147483647 to"},
        {{HEADER, NULL, REGIONS "0,0,publish,4,2147483649\n"}, "regions.csv:2: hi0 is 2147483649, not from"},
        {{HEADER, NULL, REGIONS "0,99999999,publish,4,5\n"}, "regions.csv:2: id is"},
        {{HEADER, NULL, REGIONS "0,0,publish,4,5\n0,0,subscribe,4,5\n"},
         "regions.csv:3: frame 0 up to here has region 0 both"},
        {{HEADER, NULL, REGIONS "0,0,publish,5,5\n", META "dimensions,2\n"},
         "regions.csv:1: the header has lo and hi of 1"},
        {{HEADER ROW, NULL, REGIONS "0,0,publish,5,5\n", META "touch,closed\n"},
         "frames.csv:2: a scene of regions has no bodies"},
        // meta.csv
        {{GAP, NULL, NULL, META "frmaes,3\n"}, "meta.csv:2: unknown key \"frmaes\"; did you mean frames"},
        {{GAP, NULL, NULL, META "frames,0\n"}, "no frames"},
        {{GAP, NULL, NULL, META "frames,x\n"}, "meta.csv:2: value is \"x\""},
        {{GAP, NULL, NULL, META "frames,1\n"}, "frames.csv:3: frame 4, but meta.csv says 1 frames"},
        {{GAP, NULL, NULL, META "frames,9\nseed,1\nframes,9\n"}, "meta.csv:4: the key \"frames\" is given"},
        {{GAP, NULL, NULL, META "touch,maybe\n"}, "meta.csv:2: touch is \"maybe\""},
        {{GAP, NULL, NULL, META "format,2\n"}, "meta.csv:2: format 2 is newer"},
        {{GAP, NULL, NULL, META "hash,00\n"}, "meta.csv:2: hash is \"00\""},
        {{GAP, NULL, NULL, META "hash,00000000000000000000000000000000\n"},
         "does not have the hash in its meta.csv"},
        {{GAP, NULL, NULL, META "dimensions,9\n"}, "meta.csv:2: value is \"9\""},
        {{HEADER BODY("9,0,0"), NULL, NULL, META "frames,99999999\n"},
         "meta.csv says 99999999 frames; files of this size have 1000091 at most"}, // a million and their bytes
        {{HEADER BODY("9,0,0"), VERTICES, NULL, META "frames,99999999\n"},
         "files of this size have 1000115 at most"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const *files = wrong[i].files;
        assert_scene_refused(write_folder("wrong", files[0], files[1], files[2], files[3]), CD_DATA,
                             wrong[i].part);
    }
    assert_scene_refused(write_folder("wrong", HEADER ROW, NULL, NULL, META "meshes,2\n"), CD_IO,
                         "mesh-1.obj");
}

TEST(what_is_unusual_is_read)
{
    struct cd_scene *scene =
        loaded(write_folder("meta", GAP, NULL, NULL, META "frames,9\nseed,5\nname,\"x,y\"\n"));
    assert_int_equal(scene->frame_count, 9);
    assert_int_equal(scene->seed, 5);
    cd_scene_destroy(scene);
    static const char quoted[] = "note,note," HEADER "\"\",\"\"\"\"," AT ",0,0, \"0\" \n";
    cd_scene_destroy(loaded(write_folder("quotes", quoted, NULL, NULL, NULL)));
    cd_scene_destroy(
        loaded(write_folder("touching", NULL, NULL, REGIONS "0,0,publish,5,5\n", META "touch,closed\n")));
}

TEST(regions_need_no_file_but_their_own)
{
    struct cd_scene *alone =
        loaded(write_folder("only-regions", NULL, NULL, REGIONS "0,0,publish,4,5\n2,0,publish,5,6\n", NULL));
    assert_int_equal(alone->frame_count, 3);
    assert_int_equal(alone->dimensions, 1);
    scratch_write("only-regions/frames.csv", HEADER);
    struct cd_scene *both = loaded(scratch_path("only-regions"));
    assert_true(cd_hash_equal(alone->hash, both->hash));
    cd_scene_destroy(alone);
    cd_scene_destroy(both);
}

TEST(a_folder_without_a_scene_is_refused)
{
    scratch_write("empty/readme", "");
    assert_scene_refused(scratch_path("empty"), CD_IO, "frames.csv: no such file; a scene folder has");
    assert_scene_refused(scratch_path("empty"), CD_IO, "mesh-0.obj, or regions.csv");
    scratch_write("empty/frames.csv", HEADER);
    assert_scene_refused(scratch_path("empty"), CD_DATA, "neither meshes");
    scratch_write("empty/mesh-0.obj", "f 1 2 3\n");
    assert_scene_refused(scratch_path("empty"), CD_DATA, "mesh-0.obj");
    unlink(scratch_path("empty/frames.csv"));
    mkdir(scratch_path("empty/frames.csv"), 0777);
    assert_scene_refused(scratch_path("empty"), CD_IO, "frames.csv: is a directory");
    rmdir(scratch_path("empty/frames.csv"));
    assert_int_equal(mkfifo(scratch_path("empty/frames.csv"), 0600), 0);
    assert_scene_refused(scratch_path("empty"), CD_IO, "frames.csv: is a pipe");
}

TEST(a_long_line_and_a_nul_are_refused)
{
    static char text[100000] = HEADER;
    memset(text + sizeof HEADER - 1, '1', sizeof text - sizeof HEADER);
    assert_scene_refused(write_folder("line", text, NULL, NULL, NULL), CD_DATA,
                         "frames.csv:2: the line is longer");
    scratch_write_bytes("line/frames.csv", HEADER "0,\0\n1,1\n", sizeof HEADER + 7);
    assert_scene_refused(scratch_path("line"), CD_DATA, "frames.csv:2: a NUL byte");
}

// ---- regions ----------------------------------------------------------------------------------------------

TEST(regions_come_back_the_same)
{
    static const char rows[] =
        "frame,id,kind,lo0,hi0,lo1,hi1\n0,3,subscribe,0,10,-5,5\n0,1,publish,9,12,0,1\n"
        "0,3,subscribe,-2147483647,2147483648,0,1\n2,1,publish,9,12,0,1\n"
        "3,1,publish,9,13,0,1\n";
    struct cd_scene *scene = loaded(write_folder("regions", NULL, NULL, rows, NULL));
    assert_int_equal(scene->dimensions, 2);
    assert_int_equal(scene->max_regions, 3);
    assert_int_equal(scene->frame_count, 4);
    assert_int_equal(scene->touch, CD_TOUCH_HALF_OPEN);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame = next(cursor);
    assert_int_equal(frame->region_count, 3);
    assert_int_equal(frame->regions[0].id, 1);
    assert_int_equal(frame->regions[0].kind, CD_REGION_PUBLISH);
    assert_true(cd_region_bound(frame->regions[1].low[0]) == CD_REGION_MIN);
    assert_true(cd_region_bound(frame->regions[1].high[0]) == CD_REGION_MAX);
    assert_int_equal(frame->appeared_count, 2);
    assert_int_equal(next(cursor)->vanished_count, 2);
    assert_int_equal(next(cursor)->appeared_count, 1);
    assert_int_equal(next(cursor)->changed_count, 1);
    cd_cursor_close(cursor);
    assert_round_trip(scene, "regions-again");
    struct cd_scene *closed = loaded(write_folder("regions", NULL, NULL, rows, META "touch,closed\n"));
    assert_false(cd_hash_equal(closed->hash, scene->hash));
    assert_round_trip(closed, "regions-again");
    cd_scene_destroy(closed);
    cd_scene_destroy(scene);
}

// ---- disks ------------------------------------------------------------------------------------------------

TEST(a_full_disk_is_an_io_error_and_leaves_nothing)
{
    struct cd_scene *scene = loaded("bunny.obj,steps=50");
    struct cd_scene *small = loaded("box,steps=2");
    export_to(small, scratch_path("kept"));
    struct rlimit old, low;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    low = old;
    for (rlim_t bytes = 100; bytes <= 200000; bytes = bytes < 1000 ? bytes + 300 : 20 * bytes) {
        low.rlim_cur = bytes; // within the meshes, and for the largest within the frames
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
        memset(&status, 0, sizeof status);
        enum cd_code fresh = cd_scene_export(scene, scratch_path("full"), &status);
        enum cd_code over = cd_scene_export(scene, scratch_path("kept"), NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        assert_int_equal(fresh, CD_IO);
        assert_int_equal(over, CD_IO);
        assert_non_null(strstr(status.text, scratch_path("full/")));
        assert_non_null(strstr(status.text, "cannot write"));
        assert_int_equal(scratch_entries(scratch_path("full")), -1);
        assert_int_equal(scratch_entries(scratch_path("kept")), 3);
    }
    struct cd_scene *kept = loaded(scratch_path("kept"));
    assert_true(cd_hash_equal(kept->hash, small->hash));
    cd_scene_destroy(kept);
    cd_scene_destroy(small);
    cd_scene_destroy(scene);
}

TEST(an_export_where_nothing_can_be_made_is_an_io_error)
{
    struct cd_scene *scene = loaded("box,steps=2");
    scratch_write("file", "");
    assert_int_equal(cd_scene_export(scene, scratch_path("file"), &status), CD_IO);
    assert_non_null(strstr(status.text, scratch_path("file")));
    assert_int_equal(cd_scene_export(scene, scratch_path("file/below"), &status), CD_IO);
    assert_int_equal(cd_scene_export(scene, "", &status), CD_USAGE); // no name is a wrong argument
    export_to(scene, scratch_path("new/folder/in/folders"));
    cd_scene_destroy(scene);
}

/// Every pass and every cursor opens the files again.
static void assert_has_changed(const struct play *it, const char *part)
{
    struct cd_cursor *fresh = cd_cursor_open(it->scene), *cursors[] = {it->cursor, fresh};
    cd_cursor_rewind(it->cursor);
    for (int i = 0; i < 2; i++) {
        const struct cd_frame *frame;
        assert_int_equal(cd_cursor_next(cursors[i], &frame, &status), CD_IO);
        assert_null(frame);
        assert_non_null(strstr(status.text, part));
    }
    cd_cursor_close(fresh);
}

TEST(a_file_that_changes_between_passes_is_an_io_error)
{
    struct cd_scene *scene = loaded("box,steps=5");
    export_to(scene, scratch_path("changing"));
    struct play it = play(scratch_path("changing"));
    while (next(it.cursor))
        ;
    cd_cursor_rewind(it.cursor);
    assert_non_null(next(it.cursor));
    static const char *const texts[] = {"\n", BODY("5,0,0")};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(scratch_path("changing/frames.csv"), "a");
        fputs(texts[i], file);
        assert_int_equal(fclose(file), 0);
        assert_has_changed(&it, "has changed since the scene was loaded");
    }
    unlink(scratch_path("changing/frames.csv"));
    assert_has_changed(&it, "frames.csv");
    play_end(&it);
    cd_scene_destroy(scene);
}
