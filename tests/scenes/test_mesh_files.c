/// Reading mesh files: what is read, and that everything else ends with one clear line.
#include "scenes/readers/mesh_file.h"
#include "tests/effort.h"
#include "tests/random_numbers.h"
#include "tests/read_meshes.h"

#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_bytes_refused(const char *name, const void *bytes, size_t count, const char *wanted)
{
    assert_mesh_refused(scratch_write_bytes(name, bytes, count), CD_DATA, wanted);
}

static void assert_text_refused(const char *name, const char *text, const char *wanted)
{
    assert_bytes_refused(name, text, strlen(text), wanted);
}

static void assert_read(const char *name, const char *text, const char *wanted)
{
    test_row("%s", text);
    struct cd_mesh *mesh = read_mesh(scratch_write(name, text));
    char written[1000] = "";
    FILE *stream = fmemopen(written, sizeof written, "w");
    cd_mesh_write_obj(mesh, stream);
    fclose(stream);
    assert_string_equal(mesh->name, name);
    assert_string_equal(written, wanted);
    cd_mesh_destroy(mesh);
}

/// The name of a file, its text, and what reading it gives (as an OBJ file) or says.
struct reading {
    const char *name, *text, *wanted;
};

#define FOUR  "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define TENTH "0.10000000000000001"

#define PLY_OF(elements, rows) "ply\nformat ascii 1.0\n" elements "end_header\n" rows
#define PLY_POINTS(count)      "element vertex " count "\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY                    PLY_OF(PLY_POINTS("3") "element face 1\nproperty list char int vertex_indices\n", "")

TEST(what_text_files_say_is_read)
{
    static const struct reading cases[] = {
        // indices of texture and normal, whole or missing
        {"a.obj", FOUR "f 1 2 3\nf 1/1 2/2 4/3\nf 2//1 3//1 4//1\nf 3/1/1 1/2/3 4/-1/-2\n",
         FOUR "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"},
        {"a.obj", FOUR "f 1// 2// 3//\nf 1/ 2/1/ 4//\n", FOUR "f 1 2 3\nf 1 2 4\n"},
        // negative indices count back from the last vertex so far
        {"a.obj", THREE "f -3 -2 -1\nv 0 0 1\nf -4 -3 -1\n", FOUR "f 1 2 3\nf 1 2 4\n"},
        // polygons are fanned in place
        {"a.obj", FOUR "v 2 2 2\nf 1 2 3\nf 1 2 3 4 5\nf 3 2 1\n",
         FOUR "v 2 2 2\nf 1 2 3\nf 1 2 3\nf 1 3 4\nf 1 4 5\nf 3 2 1\n"},
        // other records, comments and blank lines are skipped, and weights and colours
        {"a.obj",
         "# v 9 9 9\nmtllib a.mtl\n\n \t\no thing\ng a b\ns off\nusemtl red\nv 0 0 0 # here\nvt 0 0\n"
         "vn 0 0 1\nvp 1\nv 1 0 0\n\tv 0 1 0\nl 1 2\np 1\ncstype bezier\nfoo bar\nf 1 2 3 #there",
         THREE "f 1 2 3\n"},
        {"a.obj", "v 1 2 3 1\nv 4 5 6 nan 0.2 inf red\nv 7 8 10 1 0.1 0.2 0.3\nf 1 2 3\n",
         "v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n"},
        // lines may continue whatever their ends, but comments do not
        {"a.obj",
         "\xef\xbb\xbfv 0 0 0\r\nv 1 \\\r\n 0 \\\r\n0\r\nv 0 1 0\r\nv 0 0 1\r\nf 1 2\\\n 3 \\\r\\\n4\n"
         "f 1 2 3\\",
         FOUR "f 1 2 3\nf 1 3 4\nf 1 2 3\n"},
        {"a.obj", "# made in C:\\models\\\nv 0 0 0\nv 1 0 0\nv 0 1 0 # D:\\\nf 1 2 3\n", THREE "f 1 2 3\n"},
        // a face may come before its vertices
        {"a.obj", "f 1 2 3\nf 2 3 4\n" FOUR, FOUR "f 1 2 3\nf 2 3 4\n"},
        // tiny and large coordinates, and those of a text STL, are read exactly
        {"a.obj",
         "v 1.0000000000000001e-101 4.9406564584124654e-324 -1e-400\nv 1e15 -1000000000000000 0.1\nv "
         "3.1415926535897932384626433832795 +.5 5.\nf 1 2 3\n",
         "v 1.0000000000000001e-101 4.9406564584124654e-324 -0\nv 1000000000000000 -1000000000000000 " TENTH
         "\nv 3.1415926535897931 0.5 5\nf 1 2 3\n"},
        {"a.stl",
         "solid\nfacet normal nan nan nan\nouter loop\nvertex 0.1 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
         "endfacet\nendsolid\n",
         "v " TENTH " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
        // vertices join only where they are equal
        {"a.off", "OFF\n6 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 0\n1.0000001 0 0\n0 0 1\n4 0 1 2 5\n3 3 4 5\n",
         THREE "v 1.0000001000000001 0 0\nv 0 0 1\nf 1 2 3\nf 1 3 5\nf 1 4 5\n"},
        // a stray line in the header, as of Assimp's test model Wuson.ply, is skipped
        {"a.ply",
         "ply\nformat ascii 1.0\nCreated by Blender3D 247\nelement vertex 3\nproperty float x\n"
         "property double y\nproperty float z\nproperty float nx\nelement face 1\n"
         "property list uchar int vertex_index\nend_header\n0.1 0.1 0 nan\n1 0 0 odd\n0 1 0 1e999\n3 0 1 2\n",
         "v 0.10000000149011612 " TENTH " 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
        // only lists of vertices in faces and strips, and only x, y and z of vertices, are what they are called
        {"a.ply",
         PLY_OF("element stray 0\nelement edge 1\nproperty float x\nproperty list uchar int vertex_indices\n"
                "element vertex 3\nproperty list uchar float y\nproperty float x\nproperty float y\n"
                "property float z\nproperty float zz\nelement face 1\nproperty int vertex_index\n"
                "property list uchar int ids\nproperty list uchar int vertex_indices\nelement tristrips 1\n"
                "property list uchar int ids\nproperty list int int vertex_index\n",
                "5 2 7 8\n1 9 0 0 0 3\n1 9 1 0 0 3\n1 9 0 1 0 3\n4 2 8 9 3 0 1 2\n1 5 3 2 1 0\n"),
         THREE "f 1 2 3\nf 3 2 1\n"},
        // every second triangle of a strip is turned
        {"a.ply",
         PLY_OF(PLY_POINTS("4") "element tristrips 1\nproperty list int int vertex_indices\n",
                "0 0 0\n1 0 0\n0 1 0\n1 1 0\n8 0 1 2 3 -1 3 2 1\n"),
         THREE "v 1 1 0\nf 1 2 3\nf 3 2 4\nf 4 3 2\n"},
        // what keywords of OFF announce is skipped, but a fourth coordinate divides the others
        {"a.off", "CNOFF 3 1 0\n0.1 0 0 0 0 1 nan\n1 0 0 red\n0 1 0\n3 0 1 2 255 0\n",
         "v " TENTH " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
        {"a.off", "4OFF\n3 1 0\n2 0 0 2\n0 1 0 1\n0 0 3 2\n3 0 1 2\n",
         "v 1 0 0\nv 0 1 0\nv 0 0 1.5\nf 1 2 3\n"},
        {"a.off", "4OFF3 1\n2 0 0 2\n0 1 0 1\n0 0 3 2\n3 0 1 2\n", "v 1 0 0\nv 0 1 0\nv 0 0 1.5\nf 1 2 3\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_read(cases[i].name, cases[i].text, cases[i].wanted);
}

#define MORE "more values than the header declares; the file is damaged; rows differ from lines since line "
#define OFF  "OFF\n3 1 0\n0 0 0\n1 0 0\n"
#define STL  "solid x\nfacet normal 0 0 0\nouter loop\n"

TEST(what_is_malformed_is_named_with_its_line)
{
    static const struct reading cases[] = {
        {"a.obj", FOUR "v 1 2\nf 1 2 3\n", ":5: v: fewer than 3 numbers"},
        {"a.obj", FOUR "v 1 2 nan\nf 1 2 3\n", ":5: v: \"nan\" is not finite"},
        {"a.obj", FOUR "v 1 -inf 2\nf 1 2 3\n", ":5: v: \"-inf\" is not finite"},
        {"a.obj", FOUR "v 1 1.#QNAN 2\nf 1 2 3\n", ":5: v: \"1.#QNAN\" is not finite"},
        {"a.obj", FOUR "v 1 2 1e400\nf 1 2 3\n", ":5: v: \"1e400\" is too large for a double"},
        {"a.obj", FOUR "v 1 2 -1.1e15\nf 1 2 3\n",
         ":5: vertex (1, 2, -1.1e+15): coordinates must be finite and at most 1e+15"},
        {"a.obj", FOUR "v 1,5 2 3\nf 1 2 3\n", ":5: v: \"1,5\" is not a number"},
        {"a.obj", FOUR "v 0x1 2 3\nf 1 2 3\n", ":5: v: \"0x1\" is not a number"},
        {"a.obj", FOUR "v . 2 3\nf 1 2 3\n", ":5: v: \".\" is not a number"},
        {"a.obj", FOUR "v1 2 3\nf 1 2 3\n", ":5: \"v1\": put a blank after the v"},
        {"a.obj", FOUR "f 0 1 2\n", ":5: f: vertex 0 does not exist"},
        {"a.obj", FOUR "f 1 2 5\n", ":5: f: vertex 5 does not exist (4 vertices)"},
        {"a.obj", FOUR "f 1 2 -5\n", ":5: f: vertex -5 does not exist (4 vertices so far)"},
        {"a.obj", FOUR "f 1 2 99999999999999999999\n", ":5: f: vertex 9223372036854775807 does not exist"},
        {"a.obj", FOUR "f 1 2 3.0\n", ":5: f: \"3.0\" is not a corner"},
        {"a.obj", FOUR "f 1 2 3/1/1/1\n", ":5: f: \"3/1/1/1\" is not a corner"},
        {"a.obj", FOUR "f 1 2 /3\n", ":5: f: \"/3\" is not a corner"},
        {"a.obj", FOUR "\n# c\nf 1 2 \\\n 3 \\\n oops\n", ":7: f: \"oops\" is not a corner"},
        {"a.obj", FOUR "f 1 2 \x1b[31mred\n", ":5: f: \"\\x1b[31mred\" is not a corner"},
        {"a.obj", FOUR "f 1 2 3\nf 2 3", ":6: f: 2 corners; it ends without a line feed"},
        {"a.obj", FOUR "f 1 2 3\nf 2", ":6: f: 1 corner; "},
        {"a.obj", "v 0 0 0\rv 0 0 1\r\nv 0 1 0\n\r# one\r# two\r\n\nv 1 0", ":8: v: fewer than 3 numbers"},
        {"a.obj", "v 0 0 0 # \rv 1 0 # \rv 0 0 0", ":2: v: fewer than 3 numbers"},
        {"a.obj", "f 1 2 3\nf 1 6 3\nf 7 2 3\n" FOUR, ":2: f: vertex 6 does not exist (4 vertices)"},
        {"a.obj", "v 0 0 0\n", ": no triangles: 1 point, and no face"},
        {"a.obj", FOUR "l 1 2\nf 1 2\nf 3\n",
         ": no triangles: 4 points, and no face has three corners; give"},
        {"a.obj", "Dear reader,\nthis is a letter.\n", ": no triangles: 0 points"},
        {"a.obj", "\xef\xbb\xbf#", ": no triangles: 0 points"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n", ":12: vertex: \"nan\" is not finite"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1\n3 0 1 2\n", ":13: " MORE "12"},
        {"a.ply", PLY "0 0 0\n1 0 0 7\n0 1 0\n3 0 1 2\n", ":13: " MORE "11"},
        {"a.ply", PLY "0 0 0 255\n1 0 0 255\n0 1 0 255\n3 0 1 2\n", ":12: " MORE "10"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0.5\n0.5 3 0 1 2\n", ":13: a list without its length"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", ":13: \"3\" is not the index of a vertex"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", ":13: \"-1\" is not the index of a vertex"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\nx 0 1 2\n", ":13: a list without its length"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n4 0 1 2\n", ": ends within row 1 of the 1 of element face"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 2 1 0\n", ":14: more values"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", ":13: a list of negative length"},
        {"a.ply", PLY "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", ": no triangles: 3 points"},
        {"a.ply", PLY_OF("element vertex 1\nproperty float x\n", "1\n"),
         ": element vertex has not all of x, y and z"},
        {"a.ply",
         PLY_OF("element face 1\nproperty list uchar float uv\nproperty list uchar int vertex_ids\n"
                "property list uchar int tags\n",
                ""),
         ": element face has no list vertex_indices or vertex_index, but vertex_ids; name its"},
        {"a.ply", PLY_OF("element face 1\nproperty int vertex_index\n", "1\n"),
         ": element face has no list vertex_indices or vertex_index; name its list"},
        {"a.ply", PLY_OF("element vertex 0\nelement face 0\nproperty int x\n", ""),
         ": no triangles: 0 points"},
        {"a.ply", "ply\nformat odd 1.0\nend_header\n", ":2: unknown format"},
        {"a.ply", "ply\nelement vertex 0\nend_header\n", ":3: no format"},
        {"a.ply", PLY_OF("property float x\n", ""), ":3: property before"},
        {"a.ply", PLY_OF("element vertex -1\n", ""), ":3: element without"},
        {"a.ply", PLY_OF("element vertex 1\n", ""), ": element vertex has no properties"},
        {"a.off", OFF "0 nan 0\n3 0 1 2\n", ":5: vertex: \"nan\" is not finite"},
        {"a.off", OFF "0 1 0\n3 0 1 3\n", ":6: face: vertex 3 does not exist"},
        {"a.off", OFF "0 1 0\n3 0 1\n", ":6: face: fewer indices"},
        {"a.off", OFF "0 1 0\n3 0 1 2\n3 0 1 2\n", ":7: more lines"},
        {"a.off", OFF "0 1 0\nx 0 1 2\n", ":6: face: no number of corners"},
        {"a.off", OFF "0 0\n", ":5: vertex: fewer than 3 numbers"},
        {"a.off", "OFF\n3\n", "ends before the counts of vertices, faces and edges"},
        {"a.off", "OFF\n3 1 0 0\n", ":2: more than three counts"},
        {"a.off", "OFF BINARY\n", ":1: binary OFF; convert it"},
        {"a.off", "OFFSET 3 1 0\n", ":1: no counts"},
        {"a.off", "4nOFF4 1 0\n", ":1: nOFF"},
        {"a.off", "4OFF\n1 0 0\n2 0 0 0\n", ":3: vertex: its fourth coordinate is 0, and the others are"},
        {"a.off", "4OFF\n1 0 0\n2 0 0\n", ":3: vertex: fewer than 4 numbers; write x y z w"},
        {"a.stl", STL "vertex 0 0 inf\n", ":4: vertex: \"inf\" is not finite"},
        {"a.stl", STL "vertices 0 0 0\n", ":4: \"vertices\" where \"vertex\""},
        {"a.stl", "solid x\nendsolid x\n", ": "},
        {"a.step", "ISO-10303-21;\n", ": has curved surfaces and no mesh; tessellate it"},
        {"a.dae", "<?xml version=\"1.0\"?><nothing/>", ": "},
        // by their extensions
        {"a.png", "\x89JNG", ".png is not the extension of a mesh format"},
        {"readme", "v 0 0 0", ": no extension to tell the mesh format by; use .obj"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_text_refused(cases[i].name, cases[i].text, cases[i].wanted);
    assert_bytes_refused("a.obj", "v 0 0 0\nv\0 0 0", 14, ":2: a NUL byte; this is no text");
    assert_bytes_refused("a.obj", "v\0 \0", 4, ":1: a NUL byte; this is no text, or text in UTF-16");
}

TEST(a_polygon_may_have_a_hundred_thousand_corners)
{
    enum { CORNERS = 100000 };
    FILE *file = fopen(scratch_path("large.obj"), "w");
    for (int i = 0; i < CORNERS; i++)
        fprintf(file, "v %d %d 0\n", i, i % 7);
    fputs("f", file);
    for (int i = 0; i < CORNERS; i++)
        fprintf(file, " %d", i + 1);
    fclose(file);
    struct cd_mesh *mesh = read_mesh(scratch_path("large.obj"));
    assert_int_equal(mesh->triangle_count, CORNERS - 2);
    const struct cd_triangle last = {{0, CORNERS - 2, CORNERS - 1}};
    assert_memory_equal(&mesh->triangles[CORNERS - 3], &last, sizeof last);
    cd_mesh_destroy(mesh);
}

TEST(what_is_no_readable_file_is_an_io_error)
{
    const char *path = scratch_path("none.obj");
    assert_mesh_refused(path, CD_IO, "no such file");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_mesh_refused(path, CD_IO, "is a pipe or device");
    unlink(path);
    assert_int_equal(symlink("/dev/zero", path), 0);
    assert_mesh_refused(path, CD_IO, "is a pipe or device");
    unlink(path);
    assert_mesh_refused(scratch, CD_IO, "is a directory");
    chmod(scratch_write("none.obj", ""), 0);
    if (!geteuid())
        test_skip("root may read every file");
    assert_mesh_refused(path, CD_IO, "Permission denied");
}

#define POINTER     "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n"
#define BYTES(text) text, sizeof text - 1

TEST(a_file_that_is_something_else_is_called_what_it_is)
{
    static const struct {
        const char *name, *bytes;
        size_t count;
        const char *wanted;
    } cases[] = {
        {"a.obj", BYTES(POINTER),
         ": is a Git LFS pointer, not the file it stands for; fetch that with `git lfs pull`"},
        {"a.STL", BYTES(POINTER), ": is a Git LFS pointer"},
        {"a", BYTES(POINTER), ": is a Git LFS pointer"},
        {"a.fbx", BYTES("/annex/objects/SHA256E-s5--0a.fbx\n"), ": is a git-annex pointer"},
        {"a.obj", BYTES("<!DOCTYPE html>\n<html>"), ": is a web page (HTML); download the file itself"},
        {"a.off", BYTES("\xef\xbb\xbf\r\n\t <HTML lang=en>"), ": is a web page (HTML)"},
        {"a.obj", BYTES("\x1f\x8b\10\0\0"), ": is compressed with gzip; unpack it first, as with `gunzip`"},
        {"a.stl", BYTES("BZh91AY&SY"), ": is compressed with bzip2"},
        {"a.stl", BYTES("\xfd\x37zXZ\0\0\4"), ": is compressed with xz"},
        {"a.ply", BYTES("\x28\xb5\x2f\xfd\x64"), ": is compressed with zstd"},
        {"a.obj", BYTES("PK\3\4\24\0"), ": is a ZIP archive; unpack it first, as with `unzip`"},
        {"a.3MF", BYTES("PK\3\4\24\0"), ": Assimp cannot read it"},
        {"a.off", BYTES("\xff\xfeO\0F\0F\0"), ": is text in UTF-16; convert it with `iconv"},
        {"a.obj", BYTES("\xfe\xff\0v\0 "), ": is text in UTF-16"},
        {"a.dae", BYTES("\xfe\xff\0<\0?"), ": Assimp cannot read it"},
        {"a.ply", BYTES("\xff\xfe\0\0p\0\0\0"), ": is text in UTF-32"},
        {"a.obj", BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ": is an image (PNG)"},
        {"a.obj", BYTES("\xff\xd8\xff\xe0\0"), ": is an image (JPEG)"},
        {"a.stl", BYTES("%PDF-1.7"), ": is a document (PDF)"},
        {"a.obj", BYTES("\177ELF\2\1"), ": is a program (ELF)"},
        {"a.obj", BYTES("ply\r\nformat"), ": is a PLY file by its content; let its name end in .ply"},
        {"a.off", BYTES("solid \nfacet"), ": is an STL file by its content"},
        {"a.stl", BYTES("OFF490 518 0\n"), ": is an OFF file by its content"},
        {"a.obj", BYTES("<?xml version=\"1.0\"?>\n<COLLADA>"), ": is an XML document by its content"},
        {"a.ply", BYTES(" {\"asset\": {}}"), ": is JSON by its content; let its name end in .gltf"},
        {"a.stl", BYTES("ISO-10303-21;\nHEADER;\n"), ": is a STEP file by its content; tessellate it"},
        {"a.obj", BYTES("glTF\2\0\0\0"), ": is a GLB file by its content"},
        {"a.obj", BYTES(""), ": is empty; copy or download it again"},
        {"a.off", BYTES("\xef\xbb\xbf \r\n\n"), ": is empty but for blanks"},
        {"a.stl", BYTES(" "), ": is empty but for blanks"},
        {"a.stl", BYTES("\0\0\0\0\0"),
         ": holds only NUL bytes where it begins; a copy or download did not finish"},
        {"a.obj", BYTES("\0"), ": holds only NUL bytes"},
        {"a.obj", BYTES("plywood\nsolids\noffset\n"), ": no triangles: 0 points"},
        {"a.obj", BYTES("version 2\n"), ": no triangles: 0 points"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_bytes_refused(cases[i].name, cases[i].bytes, cases[i].count, cases[i].wanted);
}

// ---- a tetrahedron in every format ------------------------------------------------------------------------

/// Expects the tetrahedron of all files below.
static void assert_tetrahedron(struct cd_mesh *mesh)
{
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->triangle_count, 4);
    assert_true(mesh->closed && mesh->manifold && mesh->oriented && mesh->solid);
    assert_true(mesh->box.low.x == 0 && mesh->box.high.x == 1 && mesh->box.high.z == 1.5);
    cd_mesh_destroy(mesh);
}

#define PLY_HEAD "ply\nformat ascii 1.0\ncomment made by hand\n" PLY_POINTS("4") "property uchar red\n"
#define PLY_ROWS                                                                                             \
    "\nproperty list uchar int vertex_indices\nend_header\n0 0 0 255\n1 0 0 255\n0 1 0 255\n0 0 1.5 255\n"   \
    "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"
#define PLY_TETRAHEDRON(faces) PLY_HEAD "element face " faces PLY_ROWS
#define OFF_TETRAHEDRON(faces)                                                                               \
    "OFF\n# by hand\n4 " faces                                                                               \
    " 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1.5\n3 0 2 1\n3 0 1 3 0.5 0.5 0.5\n3 1 2 3\n3 2 0 3\n"
#define OBJ_TETRAHEDRON                                                                                      \
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1.5\n# v 9 9 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
#define FACET(a, b, c)                                                                                       \
    "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define FACETS                                                                                               \
    FACET("0 0 0", "0 1 0", "1 0 0")                                                                         \
    FACET("0 0 0", "1 0 0", "0 0 1.5")                                                                       \
    FACET("1 0 0", "0 1 0", "0 0 1.5")                                                                       \
    FACET("0 1 0", "0 0 0", "0 0 1.5")

static const char ply_text[] = PLY_TETRAHEDRON("4"), off_text[] = OFF_TETRAHEDRON("4"),
                  stl_text[] = "solid made by hand\n" FACETS "endsolid made by hand\n";

static const double tetrahedron[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1.5}};
static const uint32_t sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

struct bytes {
    unsigned char data[4096];
    size_t count;
};

static void put(struct bytes *bytes, const void *data, size_t count, bool swapped)
{
    assert_true(bytes->count + count <= sizeof bytes->data);
    for (size_t i = 0; i < count; i++)
        bytes->data[bytes->count++] = ((const unsigned char *)data)[swapped ? count - 1 - i : i];
}

static void put_point(struct bytes *bytes, const double point[3], bool swapped)
{
    for (int i = 0; i < 3; i++)
        put(bytes, &(float){(float)point[i]}, 4, swapped);
}

/// Begins a binary PLY, "little" or "big" endian, with these elements.
static struct bytes ply_header(const char *endian, const char *elements)
{
    struct bytes bytes = {.count = 0};
    bytes.count = (size_t)snprintf((char *)bytes.data, sizeof bytes.data,
                                   "ply\nformat binary_%s_endian 1.0\n%send_header\n", endian, elements);
    return bytes;
}

static struct bytes binary_ply(bool big_endian)
{
    struct bytes bytes =
        ply_header(big_endian ? "big" : "little",
                   PLY_POINTS("4") "element face 4\nproperty list uchar int vertex_indices\n");
    for (int i = 0; i < 4; i++)
        put_point(&bytes, tetrahedron[i], big_endian);
    for (int i = 0; i < 4; i++) {
        put(&bytes, "\3", 1, false);
        for (int k = 0; k < 3; k++)
            put(&bytes, &sides[i][k], 4, big_endian);
    }
    return bytes;
}

static struct bytes binary_stl(void)
{
    struct bytes bytes = {.data = "made by hand", .count = 80};
    put(&bytes, &(uint32_t){4}, 4, false);
    for (int i = 0; i < 4; i++) {
        put_point(&bytes, tetrahedron[0], false); // a normal of (0, 0, 0)
        for (int k = 0; k < 3; k++)
            put_point(&bytes, tetrahedron[sides[i][k]], false);
        put(&bytes, "\0\0", 2, false);
    }
    return bytes;
}

static struct cd_mesh *read_bytes(const char *name, const struct bytes *bytes)
{
    return read_mesh(scratch_write_bytes(name, bytes->data, bytes->count));
}

/// Writes a text with other line ends, and `before` it.
static void with_ends(char *made, const char *before, const char *text, const char *end)
{
    made = stpcpy(made, before);
    for (; *text; text++)
        if (*text == '\n')
            made = stpcpy(made, end);
        else
            *made++ = *text;
    *made = 0;
}

TEST(lines_of_every_format_end_alike_and_a_byte_order_mark_may_begin_them)
{
    static const char *const ends[] = {"\n", "\r\n", "\r", "\r\r\n", "\n\r"};
    static const char *const texts[][2] = {
        {"a.obj", OBJ_TETRAHEDRON}, {"a.PLY", ply_text}, {"a.OFF", off_text}, {"a.stl", stl_text}};
    char made[6000];
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 10; k++) {
            test_row("%s, ends %zu", texts[i][0], k);
            with_ends(made, k < 5 ? "" : "\xef\xbb\xbf", texts[i][1], ends[k % 5]);
            assert_tetrahedron(read_mesh(scratch_write(texts[i][0], made)));
        }
}

/// CR, CR LF and what follows them on both sides of the border between two reads.
TEST(a_line_may_end_where_a_chunk_does)
{
    enum { CHUNK = 1 << 16 };
    static const char *const ends[] = {"\r", "\r\n", "\n", "\r\r\n"};
    static char text[2 * CHUNK];
    for (size_t end = 0; end < 4; end++)
        for (int before = CHUNK - 3; before <= CHUNK + 1; before++) {
            snprintf(text, sizeof text, "#%*s%sv 1 2 3%sv 4 5 6\nv 7 8 10\nf 1 2 3\r", before - 1, "",
                     ends[end], ends[end]);
            assert_read("a.obj", text, "v 1 2 3\nv 4 5 6\nv 7 8 10\nf 1 2 3\n");
            strcat(text, "v 1");
            assert_text_refused("a.obj", text, end < 3 ? ":6: v: fewer" : ":8: v: fewer");
        }
}

static const double corners[3][3] = {{0x1.000000000000ap0, 0, 0}, {0, 1, 0}, {0, 0.1, 1}};

/// A little-endian PLY whose data begins with the byte 0x0a. This is the lowest byte of x, or the length of an unused
/// list before the vertices.
static struct bytes ply_that_begins_with_a_line_feed(bool in_list)
{
    static const char elements[] = "element stray 1\nproperty list uchar uchar items\n"
                                   "element vertex 3\nproperty double x\nproperty double y\n"
                                   "property uchar red\nproperty double z\nelement face 1\n"
                                   "property list uchar uchar vertex_index\n";
    struct bytes bytes = ply_header("little", in_list ? elements : strstr(elements, "element vertex"));
    if (in_list)
        put(&bytes, "\nabcdefghij", 11, false);
    for (int i = 0; i < 9; i++) {
        put(&bytes, &corners[i / 3][i % 3], 8, false);
        if (i % 3 == 1)
            put(&bytes, "\xff", 1, false);
    }
    put(&bytes, "\3\0\1\2", 4, false);
    return bytes;
}

/// Whether the byte 0x0a after CR is data, the other lines of the header say.
TEST(the_header_of_a_binary_ply_may_end_its_lines_in_any_way)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    const struct bytes kinds[] = {binary_ply(false), binary_ply(true),
                                  ply_that_begins_with_a_line_feed(false),
                                  ply_that_begins_with_a_line_feed(true)};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 6; k++) {
            const char *whole = (const char *)kinds[i].data, *data = strstr(whole, "end_header\n") + 11;
            char header[1000];
            struct bytes made = {.count = 0};
            test_row("kind %zu, ends %zu", i, k);
            snprintf(header, (size_t)(data - whole) + 1, "%s", whole);
            with_ends((char *)made.data, k < 3 ? "" : "\xef\xbb\xbf", header, ends[k % 3]);
            made.count = strlen((char *)made.data);
            put(&made, data, kinds[i].count - (size_t)(data - whole), false);
            struct cd_mesh *mesh = read_bytes("a.ply", &made);
            if (i < 2) {
                assert_tetrahedron(mesh);
                continue;
            }
            assert_int_equal(mesh->triangle_count, 1);
            assert_memory_equal(mesh->vertices, corners, sizeof corners);
            cd_mesh_destroy(mesh);
        }
}

TEST(rows_of_a_text_ply_need_not_be_lines)
{
    for (int kind = 0; kind < 3; kind++) {
        char text[1000];
        strcpy(text, ply_text);
        char *rows = strstr(text, "end_header\n") + 11;
        unsigned values = 0;
        for (char *c = rows; *c; c++) // a value a line; all on one line; seven on each
            if (*c == ' ' || *c == '\n')
                *c = kind == 0 || (kind == 2 && ++values % 7 == 0) ? '\n' : ' ';
        assert_tetrahedron(read_mesh(scratch_write("a.ply", text)));
        for (char *cut = rows; cut < text + strlen(text) - 2; cut++)
            assert_bytes_refused("a.ply", text, (size_t)(cut - text), "truncated");
    }
}

TEST(an_stl_that_is_longer_than_it_says_is_refused_for_that)
{
    static const struct {
        uint32_t triangles, more;
        const char *wanted;
    } cases[] = {
        {4, 2,
         ": is longer than it says: 2 bytes after its 4 triangles of 50 bytes; cut them off with `truncate "
         "-s 284`"},
        {4, 1, ": is longer than it says: 1 byte after its 4 tri"},
        {1, 0, ": is longer than it says: 150 bytes after its 1 triangle of"},
        {0, 0,
         ": is longer than it says: 200 bytes after its 0 triangles of 50 bytes; if they are triangles, "
         "write 4"},
        {5, 0, ": claims 5 triangles and so 334 bytes, but has 284; the file is truncated"},
        {5, 49, "but has 333; the file is truncated"},
    };
    struct bytes bytes;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes = binary_stl();
        memcpy(bytes.data + 80, &cases[i].triangles, 4);
        assert_bytes_refused("a.stl", bytes.data, bytes.count + cases[i].more, cases[i].wanted);
    }
    assert_bytes_refused("a.stl", (struct bytes){.data = "none", .count = 0}.data, 84,
                         ": no triangles: 0 points");
    // Any 80 bytes may begin a binary STL.
    static const char *const beginnings[] = {"solid", "OFF 3", "PK\3\4", "<html>", "\x1f\x8b", "glTF\2", ""};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        test_row("%s", beginnings[i]);
        bytes = binary_stl();
        strcpy((char *)bytes.data, beginnings[i]);
        assert_tetrahedron(read_bytes("a.stl", &bytes));
    }
}

TEST(faces_of_fewer_than_three_corners_are_left_out_and_counted)
{
    static const char *const texts[][2] = {
        {"a.obj", OBJ_TETRAHEDRON "f\nf 2\nf 1/1 2/2\n"},
        {"a.ply", PLY_TETRAHEDRON("7") "0\n2 0 1\n1 3\n"},
        {"a.off", OFF_TETRAHEDRON("7") "0\n2 0 1\n1 3\n"},
        {"a.stl", "solid made by hand\n" FACETS
                  "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\n"
                  "facet normal 0 0 0 outer loop endloop endfacet facet normal 0 0 0 outer loop\n"
                  "vertex 1 0 0 endloop endfacet endsolid\n"}};
    for (size_t i = 0; i < 4; i++) {
        test_row("%s", texts[i][0]);
        struct cd_mesh *mesh = read_mesh(scratch_write(texts[i][0], texts[i][1]));
        assert_int_equal(mesh->reading.left_out, 3);
        assert_tetrahedron(mesh);
    }
    struct cd_mesh *mesh = read_mesh(scratch_write("a.obj", FOUR "f 1 1 2\nf 1 2 3\n"));
    assert_int_equal(mesh->triangle_count, 2); // a triangle without area is one
    assert_int_equal(mesh->reading.left_out, 0);
    cd_mesh_destroy(mesh);
}

TEST(counts_of_an_off_may_touch_its_keyword_or_leave_out_edges)
{
    static const char *const heads[] = {
        "OFF4 4 0", "COFF4 4 6",      "STCNOFF 4 4 6",        "OFF 4 4",       "OFF4 4",
        "OFF\n4 4", "OFF\n4\n4",      "OFF\n4\n4\n6",         "OFF\n4 4\n\n6", "4 4",
        "4 4 6",    "OFF\n4 4 # two", "OFF # of\r4\r\n4 # 0", "OFF\t4\t4\t6",  "OFF\n4 4 0\n",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[400];
        test_row("%s", heads[i]);
        snprintf(text, sizeof text, "%s\n%s", heads[i], strstr(off_text, "0 0 0\n"));
        assert_tetrahedron(read_mesh(scratch_write("a.off", text)));
    }
}

/// The first bytes of a file, up to `max` of them, must be refused with a line that says `wanted`. NULL is a PLY or a text, of
/// which whole lines are called truncated.
static void assert_beginnings_refused(const char *name, const void *bytes, size_t max, const char *wanted)
{
    const char *text = bytes;
    assert_bytes_refused(name, bytes, 0, "");
    for (size_t count = 1; count <= max; count++)
        assert_bytes_refused(name, bytes, count,
                             wanted                    ? wanted
                             : text[count - 1] == '\n' ? "; the file is truncated"
                                                       : "");
}

TEST(every_truncated_file_is_refused)
{
    const char *obj = FOUR "f 1 2 3\n"; // cut at the end of a line, an OBJ is whole
    for (size_t count = 1; count < strlen(obj) - 1; count++)
        if (obj[count - 1] != '\n')
            assert_bytes_refused("a.obj", obj, count, "; it ends without a line feed");
    assert_beginnings_refused("a.ply", ply_text, strlen(ply_text) - 2, NULL);
    assert_beginnings_refused("a.off", off_text, strlen(off_text) - 2, NULL);
    assert_beginnings_refused("a.stl", stl_text, (size_t)(strstr(stl_text, "endsolid") - stl_text) + 7, NULL);
    struct bytes bytes = binary_ply(false);
    assert_beginnings_refused("a.ply", bytes.data, bytes.count - 1, NULL);
    assert_bytes_refused("a.ply", bytes.data, bytes.count + 1, ": is longer than it says: 1 more byte");
    bytes = binary_ply(true);
    assert_bytes_refused("a.ply", bytes.data, bytes.count + 26, ": is longer than it says: 26 more bytes");
    assert_beginnings_refused("a.ply", bytes.data, bytes.count - 1, NULL);
    bytes = binary_stl();
    assert_beginnings_refused("a.stl", bytes.data, bytes.count - 1, "truncated");
}

TEST(not_finite_numbers_in_binary_files_are_refused)
{
    struct bytes stl = binary_stl(), ply = binary_ply(false);
    memcpy(stl.data + 84 + 12, &(float){NAN}, 4);
    assert_bytes_refused("a.stl", stl.data, stl.count, ": byte 134: vertex (nan");
    size_t header = (size_t)(strstr((char *)ply.data, "end_header\n") + 11 - (char *)ply.data);
    memcpy(ply.data + header, &(float){INFINITY}, 4);
    char wanted[100];
    snprintf(wanted, sizeof wanted, ": byte %zu: vertex (inf", header + 12);
    assert_bytes_refused("a.ply", ply.data, ply.count, wanted);
}

static long peak_kilobytes(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

TEST(headers_that_claim_gigabytes_cost_no_memory)
{
    long before = peak_kilobytes();
    const char *formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    for (int i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "ply\nformat %s 1.0\nelement vertex 4294967295\nproperty float x\nproperty float y\n"
                 "property float z\nelement face 4294967295\nproperty list uint int "
                 "vertex_indices\nend_header\n0 0 0\n",
                 formats[i]);
        assert_text_refused("a.ply", text, "of the 4294967295 of element vertex; the file is truncated");
    }
    assert_bytes_refused(
        "a.ply",
        "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\nelement odds 1\n"
        "property list uint uchar other\nend_header\n\xff\xff\xff\xff",
        132, "ends within row 1");
    struct bytes stl = binary_stl();
    memset(stl.data + 80, 0xff, 4);
    assert_bytes_refused("a.stl", stl.data, stl.count, "claims 4294967295 triangles");
    assert_text_refused("a.off", "OFF\n4294967295 4294967295 0\n0 0 0\n", "vertex 2 of 4294967295");
    assert_true(peak_kilobytes() - before < 100000);
}

TEST(a_large_hole_in_a_file_costs_no_memory)
{
    static const char *const names[] = {"hole.obj", "hole.ply", "hole.off", "hole.stl", "hole.glb"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *path = scratch_write(names[i], "solid");
        assert_int_equal(truncate(path, (off_t)20 << 30), 0);
        assert_mesh_refused(path, CD_DATA, "");
    }
}

TEST(damaged_files_of_any_format_end_in_one_line_or_a_mesh)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    const struct aiScene *scene = aiImportFile(scratch_write("whole.obj", OBJ_TETRAHEDRON), 0);
    assert_non_null(scene);
    const char *formats[][2] = {{"3ds", "a.3ds"},  {"assbin", "a.assbin"}, {"collada", "a.dae"},
                                {"x", "a.x"},      {"glb2", "a.glb"},      {"stlb", "a.stl"},
                                {"plyb", "a.ply"}, {"fbxa", "a.fbx"},      {"obj", "obj.obj"}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        static unsigned char whole[1 << 16], damaged[1 << 16];
        test_row("%s", formats[i][0]);
        assert_int_equal(aiExportScene(scene, formats[i][0], scratch_path(formats[i][1]), 0), AI_SUCCESS);
        FILE *file = fopen(scratch_path(formats[i][1]), "rb");
        size_t count = fread(whole, 1, sizeof whole, file);
        fclose(file);
        for (int round = 0; round < test_amount(25, 10); round++) {
            memcpy(damaged, whole, count);
            for (uint64_t places = 1 + cd_random_below(&random, 8); places > 0; places--)
                damaged[cd_random_below(&random, count)] = (unsigned char)cd_random_u64(&random);
            struct cd_mesh *mesh = NULL;
            struct cd_status status = {0};
            const char *path = scratch_write_bytes(formats[i][1], damaged, count);
            if (cd_mesh_load(path, NULL, &mesh, &status)) {
                assert_int_equal(status.code, CD_DATA);
                assert_null(strpbrk(status.text, "\n\r\t\x1b"));
            }
            cd_mesh_destroy(mesh);
        }
    }
    aiReleaseImport(scene);
    assert_true(waitpid(-1, NULL, WNOHANG) < 0); // no process is left
}
