/// Reading glTF: what is read, where it lies, and that everything else ends with one clear line.
#include "base/text.h"
#include "tests/read_meshes.h"

#include <unistd.h>

// ---- a tetrahedron in every form --------------------------------------------------------------------------

/// What data.bin holds. Corners are (0,0,0), (1,0,0), (0,1,0) and (0,0,1), or 100 times that.
static const struct {
    float points[4][3];        // view 0, byte 0
    uint16_t corners[12];      // view 1, byte 48
    int16_t shorts[4][4];      // view 2, byte 72; the fourth is padding
    float places[3][3];        // view 3, byte 104
    int16_t turns[3][4];       // view 4, byte 140: none, half a turn about z, none
    uint8_t byte_corners[12];  // view 5, byte 164
    uint32_t word_corners[12]; // view 6, byte 176
    int8_t bytes[4][4];        // view 7, byte 224; normalized, 127 is 1
    float sizes[3][3];         // view 8, byte 240
    uint16_t sparse[2];        // view 9, byte 276
    float sparse_points[2][3]; // view 10, byte 280
    uint16_t strip[6];         // view 11, byte 304
    float infinite[4][3];      // view 12, byte 316
} data = {
    .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    .corners = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3},
    .shorts = {{0, 0, 0, 9}, {100, 0, 0, 9}, {0, 100, 0, 9}, {0, 0, 100, 9}},
    .places = {{0, 0, 0}, {10, 0, 0}, {0, 20, 0}},
    .turns = {{0, 0, 0, 32767}, {0, 0, 32767, 0}, {0, 0, 0, 32767}},
    .byte_corners = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3},
    .word_corners = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3},
    .bytes = {{0, 0, 0, 9}, {127, 0, 0, 9}, {0, 127, 0, 9}, {0, 0, 127, 9}},
    .sizes = {{1, 1, 1}, {2, 2, 2}, {-1, 1, 1}},
    .sparse = {1, 3},
    .sparse_points = {{5, 0, 0}, {0, 0, 7}},
    .strip = {0, 2, 1, 3, 0, 2}, // all four sides: (0,2,1), (1,2,3), (1,3,0), (0,3,2)
    .infinite = {{0, 0, 0}, {1, 0, 0}, {0, INFINITY, 0}, {0, 0, 1}},
};
_Static_assert(sizeof data == 364, "no padding");

/// The views, which follow each other, and their accessors.
static const struct {
    int type, count;
    const char *shape, *normalized;
    size_t bytes;
    const char *stride;
} views[] = {{5126, 4, "VEC3", "false", 48, ""},    {5123, 12, "SCALAR", "false", 24, ""},
             {5122, 4, "VEC3", "false", 32, "8"},   {5126, 3, "VEC3", "false", 36, ""},
             {5122, 3, "VEC4", "true", 24, ""},     {5121, 12, "SCALAR", "false", 12, ""},
             {5125, 12, "SCALAR", "false", 48, ""}, {5120, 4, "VEC3", "true", 16, "4"},
             {5126, 3, "VEC3", "false", 36, ""},    {5123, 2, "SCALAR", "false", 4, ""},
             {5126, 2, "VEC3", "false", 24, ""},    {5123, 6, "SCALAR", "false", 12, ""},
             {5126, 4, "VEC3", "false", 48, ""}};

/// Replaces ' by ", in place.
static const char *quoted(char *text)
{
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return text;
}

#define ASSET                    "{'asset':{'version':'2.0'},"
#define MESH                     "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]"
#define SCENE                    "'scene':0,'scenes':[{'nodes':[0]}]"
#define NODE                     SCENE ",'nodes':[{'mesh':0}]"
#define MADE(what)               NODE ",'meshes':[{'primitives':[" what "]}]"
#define MESH_OF(points, corners) MADE("{'attributes':{'POSITION':" #points "},'indices':" #corners "}")
#define ROOTS(nodes)             MESH ",'scenes':[{'nodes':[" nodes "]}],'nodes':[{'mesh':0}]"
#define NODES(nodes)             MESH "," SCENE ",'nodes':[" nodes "]"
#define TRANSFORMED(transform)   NODES("{'mesh':0," transform "}")
#define REQUIRES(extensions)     MESH_OF(0, 1) ",'extensionsRequired':[" extensions "]"
#define INSTANCED(attributes)                                                                                \
    TRANSFORMED("'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{" attributes "}}}")

#define FLOATS "'componentType':5126,'count':4,'type':'VEC3'"
#define SPARSE                                                                                               \
    ",'sparse':{'count':2,'indices':{'bufferView':9,'componentType':5123},'values':{'bufferView':10}}"

/// Writes a document, in which ' stands for ", with these members, a buffer, and accessors with the numbers of their
/// views, then: 13 sparse on view 0, 14 sparse on zeros, 15 of zeros. Without a URI, the data is in the same file.
static const char *write_gltf(const char *members, const char *uri)
{
    static char text[8000];
    size_t begin = 0;
    snprintf(text, sizeof text, ASSET "%s,'accessors':[", members);
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        cd_append(text, sizeof text,
                  "{'bufferView':%zu,'componentType':%d,'count':%d,'type':'%s','normalized':%s},", i,
                  views[i].type, views[i].count, views[i].shape, views[i].normalized);
    cd_append(text, sizeof text,
              "{'bufferView':0," FLOATS SPARSE "},{" FLOATS SPARSE "},{" FLOATS "}],'bufferViews':[");
    for (size_t i = 0; i < sizeof views / sizeof *views; begin += views[i++].bytes)
        cd_append(text, sizeof text, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu%s%s}", i ? "," : "",
                  begin, views[i].bytes, *views[i].stride ? ",'byteStride':" : "", views[i].stride);
    cd_append(text, sizeof text, "],'buffers':[{'byteLength':364%s%s%s}]}", uri ? ",'uri':'" : "",
              uri ? uri : "", uri ? "'" : "");
    return scratch_write("a.gltf", quoted(text));
}

static void write_data(const char *name)
{
    scratch_write_bytes(name, &data, sizeof data);
}

/// Expects a number of triangles, their box, and the volume within them, in sixths.
static void assert_shape(const char *path, const char *name, const char *shape)
{
    test_row("%s", name);
    struct cd_mesh *mesh = read_mesh(path);
    const struct cd_vec3 *low = &mesh->box.low, *high = &mesh->box.high;
    char text[200];
    snprintf(text, sizeof text, "%u: %.17g %.17g %.17g to %.17g %.17g %.17g, %.9g", mesh->triangle_count,
             low->x, low->y, low->z, high->x, high->y, high->z, 6 * mesh_volume(mesh));
    assert_string_equal(text, shape);
    assert_true(mesh->reading.unit == 1 && mesh->reading.up == 'Y' && !mesh->reading.turned &&
                mesh->reading.scale == 0);
    cd_mesh_destroy(mesh);
}

#define TETRAHEDRON "4: 0 0 0 to 1 1 1, 1"

TEST(positions_indices_and_places_of_every_form_are_read)
{
    static const struct {
        const char *name, *members, *shape;
    } cases[] = {
        {"single precision", MESH_OF(0, 1), TETRAHEDRON},
        {"indices of a byte", MESH_OF(0, 5), TETRAHEDRON},
        {"indices of four bytes", MESH_OF(0, 6), TETRAHEDRON},
        {"integers with a stride", MESH_OF(2, 1), "4: 0 0 0 to 100 100 100, 1000000"},
        {"normalized integers", MESH_OF(7, 1), TETRAHEDRON},
        {"some points replaced", MESH_OF(13, 1), "4: 0 0 0 to 5 1 7, 35"},
        {"some points that are not zero", MESH_OF(14, 1), "4: 0 0 0 to 5 0 7, 0"},
        {"points without data are zero", MESH_OF(15, 1), "4: 0 0 0 to 0 0 0, 0"},
        {"no indices", MADE("{'attributes':{'POSITION':3}}"), "1: 0 0 0 to 10 20 0, 0"},
        {"a strip", MADE("{'attributes':{'POSITION':0},'indices':11,'mode':5}"), TETRAHEDRON},
        {"a fan", MADE("{'attributes':{'POSITION':0},'mode':6}"), "2: 0 0 0 to 1 1 1, 0"},
        {"points and lines beside triangles",
         MADE("{'attributes':{'POSITION':12},'mode':0},{'attributes':{'POSITION':12},'mode':3},"
              "{'attributes':{'NORMAL':0}},{'attributes':{'POSITION':0},'indices':1}"),
         TETRAHEDRON},
        {"no scene", MESH ",'nodes':[{'mesh':0,'scale':[2,2,2]},{'children':[0],'translation':[1,0,0]}]",
         "4: 1 0 0 to 3 2 2, 8"},
        {"the first of two scenes", MESH ",'scenes':[{'nodes':[1]},{'nodes':[0]}],'nodes':[{},{'mesh':0}]",
         TETRAHEDRON},
        {"the scene that is named",
         MESH ",'scene':1,'scenes':[{'nodes':[0]},{'nodes':[1]}],'nodes':[{},{'mesh':0}]", TETRAHEDRON},
        {"a tenth, in double precision", TRANSFORMED("'scale':[0.1,0.1,0.1]"),
         "4: 0 0 0 to 0.10000000000000001 0.10000000000000001 0.10000000000000001, 0.001"},
        {"a matrix, by columns", TRANSFORMED("'matrix':[0,2,0,0,0,0,2,0,2,0,0,0,10,20,30,1]"),
         "4: 10 20 30 to 12 22 32, 8"},
        {"a quarter turn from rounded numbers is exact",
         TRANSFORMED("'rotation':[0,0,0.70710678,0.70710678]"), "4: -1 0 0 to 0 1 1, 1"},
        {"mirrored, with the outside outside", TRANSFORMED("'scale':[-1,1,1]"), "4: -1 0 0 to 0 1 1, 1"},
        {"a scale within a translation within a scale",
         NODES("{'children':[1],'scale':[2,2,2]},{'children':[2],'translation':[1,0,0]},"
               "{'mesh':0,'scale':[3,3,3]}"),
         "4: 2 0 0 to 8 6 6, 216"},
        {"the same mesh in two nodes",
         MESH ",'scenes':[{'nodes':[0,1]}],'nodes':[{'mesh':0},{'mesh':0,'translation':[4,0,0]}]",
         "8: 0 0 0 to 5 1 1, 2"},
        {"instances", INSTANCED("'TRANSLATION':3"), "12: 0 0 0 to 11 21 1, 3"},
        {"turned instances", INSTANCED("'TRANSLATION':3,'ROTATION':4"), "12: 0 -1 0 to 10 21 1, 3"},
        {"instances of three sizes, one mirrored", INSTANCED("'TRANSLATION':3,'SCALE':8"),
         "12: -1 0 0 to 12 21 2, 10"},
        {"an instancing without places is one", INSTANCED("'_ID':3"), TETRAHEDRON},
        {"extensions that change no triangle",
         REQUIRES("'KHR_materials_unlit','KHR_texture_basisu','EXT_texture_webp','KHR_lights_punctual',"
                  "'KHR_mesh_quantization','KHR_xmp_json_ld'"),
         TETRAHEDRON},
    };
    write_data("data.bin");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_shape(write_gltf(cases[i].members, "data.bin"), cases[i].name, cases[i].shape);
}

TEST(a_place_is_scaled_then_turned_then_moved_and_within_its_parents)
{
    // The quaternion (1, 2, 3, 4), and a matrix by columns.
    static const char nodes[] =
        NODES("{'children':[1],'matrix':[1,2,3,0,4,5,6,0,7,8,10,0,11,12,13,1]},"
              "{'mesh':0,'rotation':[0.18257419,0.36514837,0.54772256,0.73029674],'scale':[15,30,45],"
              "'translation':[5,6,7]}");
    static const double own[4][3] = {{5, 6, 7}, {7, 20, 2}, {-15, 16, 27}, {38, 12, 37}},
                        outer[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}, {11, 12, 13}};
    write_data("data.bin");
    struct cd_mesh *mesh = read_mesh(write_gltf(nodes, "data.bin"));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            double wanted = outer[3][k];
            for (int j = 0; j < 3; j++)
                wanted += own[i][j] * outer[j][k];
            assert_true(fabs(cd_axis(&mesh->vertices[i], k) - wanted) < 1e-4);
        }
    assert_true(mesh_volume(mesh) > 0);
    cd_mesh_destroy(mesh);
}

TEST(the_outside_stays_outside_whatever_the_matrix)
{
    static const char *const orders[] = {"012", "021", "102", "120", "201", "210"};
    write_data("data.bin");
    for (int i = 0; i < 48; i++) {
        double matrix[16] = {[15] = 1};
        char members[1000] = MESH "," SCENE ",'nodes':[{'mesh':0,'matrix':[";
        for (int column = 0; column < 3; column++)
            matrix[4 * column + orders[i / 8][column] - '0'] = i >> column & 1 ? -1 : 1;
        for (int k = 0; k < 16; k++)
            cd_append(members, sizeof members, k < 15 ? "%g," : "%g]}]", matrix[k]);
        struct cd_mesh *mesh = read_mesh(write_gltf(members, "data.bin"));
        assert_true(fabs(6 * mesh_volume(mesh) - 1) < 1e-12);
        cd_mesh_destroy(mesh);
    }
}

TEST(buffers_are_found_by_every_kind_of_uri)
{
    static const char *const names[][2] = {// the name of the file, the URI
                                           {"data.bin", "data.bin"},
                                           {"two words.bin", "two%20words.bin"},
                                           {"two words.bin", "two words.bin"},
                                           {"w\xc3\xbcrfel.bin", "w%C3%BCrfel.bin"},
                                           {"w\xc3\xbcrfel.bin", "w\xc3\xbcrfel.bin"},
                                           {"100%.bin", "100%.bin"},
                                           {"100%.bin", "100%25.bin"},
                                           {"as%20is.bin", "as%20is.bin"},
                                           {"in.bin", "./in.bin"},
                                           {"..dots..bin", "..dots..bin"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_data(names[i][0]);
        assert_shape(write_gltf(MESH_OF(0, 1), names[i][1]), names[i][1], TETRAHEDRON);
        unlink(scratch_path(names[i][0]));
    }
}

TEST(data_may_stand_in_the_document)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char *const kinds[] = {"data:application/octet-stream;base64,",
                                        "data:application/gltf-buffer;base64,", "data:;base64,"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char uri[600];
        strcpy(uri, kinds[k]);
        const unsigned char *bytes = (const unsigned char *)&data;
        for (size_t i = 0; i < sizeof data; i += 3) {
            unsigned bits = 0;
            for (size_t j = i; j < i + 3; j++)
                bits = bits << 8 | (j < sizeof data ? bytes[j] : 0);
            for (int shift = 18; shift >= 0; shift -= 6)
                strncat(uri, &digits[bits >> shift & 63], 1);
        }
        size_t spare = (3 - sizeof data % 3) % 3;
        memset(uri + strlen(uri) - spare, '=', spare);
        if (k)
            uri[strlen(uri) - spare] = 0; // padding may be missing
        assert_shape(write_gltf(MESH_OF(0, 1), uri), kinds[k], TETRAHEDRON);
    }
}

/// Assimp reads such files; it takes a mesh that is not compressed, too.
TEST(what_requires_draco_alone_is_left_to_assimp)
{
    write_data("data.bin");
    assert_shape(write_gltf(REQUIRES("'KHR_draco_mesh_compression'"), "data.bin"), "required", TETRAHEDRON);
}

TEST(what_would_be_read_wrongly_is_refused_by_name)
{
    static const struct {
        const char *members, *wanted;
    } cases[] = {
        // extensions
        {REQUIRES("'VENDOR_bends'"), ": requires the extension \"VENDOR_bends\", which is unknown here and"},
        {REQUIRES("'KHR_materials_unlit','CESIUM_RTC'"), "\"CESIUM_RTC\""},
        {REQUIRES("'KHR_materials'"), "\"KHR_materials\""},
        {REQUIRES("7"), "requires the extension \"\""},
        {REQUIRES("'EXT_meshopt_compression'"),
         "EXT_meshopt_compression, which is not read here; decompress"},
        {REQUIRES("'KHR_meshopt_compression'"), "KHR_meshopt_compression"},
        {REQUIRES("'KHR_draco_mesh_compression'") ",'extensionsUsed':['KHR_mesh_quantization']",
         "KHR_draco_mesh_compression (beside others), which is not read here; decompress"},
        {MADE("{'attributes':{'POSITION':15},'extensions':{'KHR_draco_mesh_compression':{}}}"),
         ": mesh 0: has data in the extension KHR_draco_mesh_compression, which is not read here"},
        // numbers that name nothing
        {NODE, ": node 0: names mesh 0, which does not exist"},
        {MESH_OF(40, 1), ": mesh 0: names accessor 40, which does not exist"},
        {MESH_OF(-1, 1), ": mesh 0: POSITION is not a whole number"},
        {MESH_OF(0.5, 1), ": mesh 0: POSITION is not a whole number"},
        {MESH_OF(0, 1e99), ": mesh 0: indices is not a whole number"},
        {ROOTS("0") ",'scene':3", "names scene 3, which does not exist"},
        {ROOTS("9"), ": scene 0: names node 9, which does not exist"},
        {ROOTS("'0'"), ": scene 0: nodes names something that is no node"},
        // accessors
        {MESH_OF(1, 1), ": accessor 1: type is SCALAR where VEC3 belongs"},
        {MESH_OF(0, 3), ": accessor 3: type is VEC3 where SCALAR belongs"},
        {MESH_OF(12, 1), ": accessor 12: element 2 is (0, inf, 0); coordinates must be finite"},
        {MESH_OF(3, 1), ": accessor 1: element 5 names vertex 3 of 3"},
        {MADE("{'attributes':{'POSITION':0}}"), ": mesh 0: 4 corners cannot make whole triangles"},
        {MADE("{'attributes':{'POSITION':0},'mode':7}"), ": mesh 0: mode 7 does not exist"},
        {MADE("{'attributes':{'POSITION':0},'mode':0}"), ": no triangles"},
        // nodes
        {NODES("{'mesh':0,'children':[0]}"), ": node 0: is named twice, and a node has one place"},
        {ROOTS("0,0"), ": node 0: is named twice"},
        {TRANSFORMED("'rotation':[0,0,0,0]"),
         ": node 0: a rotation is (0, 0, 0, 0), which is not of length 1"},
        {TRANSFORMED("'translation':[1,2]"), ": node 0: translation is not a list of 3 numbers"},
        {TRANSFORMED("'matrix':[1,0,0,0,0,1,0,0,0,0,1,0.5,0,0,0,1]"), ": node 0: the last row of its matrix"},
        {TRANSFORMED("'scale':[1e16,1,1]"), ": vertex (1e+16, 0, 0): coordinates must be finite and at most"},
        {INSTANCED("'TRANSLATION':3,'SCALE':0"), ": node 0: its lists of instances differ in length"},
        {INSTANCED("'ROTATION':3"), ": accessor 3: type is VEC3 where VEC4 belongs"},
    };
    write_data("data.bin");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_mesh_refused(write_gltf(cases[i].members, "data.bin"), CD_DATA, cases[i].wanted);
}

static void assert_uri_refused(const char *uri, enum cd_code code, const char *wanted)
{
    test_row("%s", uri);
    assert_mesh_refused(write_gltf(MESH_OF(0, 1), uri), code, wanted);
}

TEST(files_elsewhere_are_refused_with_a_remedy)
{
    static const char *const uris[] = {
        "https://a.org/data.bin", "file:///etc/hostname", "/etc/hostname", "../data.bin",
        "a/../../data.bin",       "%2e%2e/data.bin",      "a/.."};
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++)
        assert_uri_refused(uris[i], CD_DATA, "is not in this file's folder, and nothing else is read; copy");
    assert_uri_refused("data:text/plain,hello", CD_DATA, ": buffer 0: a data URI that is not base64");
    assert_uri_refused("data:;base64,AA*A", CD_DATA, "with a character that is not base64");
    assert_uri_refused("data:;base64,AAAA", CD_DATA, ": buffer 0: claims 364 bytes but has 3; the file");
    scratch_write_bytes("data.bin", &data, sizeof data - 1);
    assert_uri_refused("data.bin", CD_DATA, ": buffer 0: claims 364 bytes but has 363; the file is");
    scratch_write("data.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 364\n");
    assert_uri_refused("data.bin", CD_DATA, ": buffer 0: \"data.bin\" is a Git LFS pointer, not the file it");
    unlink(scratch_path("data.bin"));
    mkdir(scratch_path("data.bin"), 0700);
    assert_uri_refused("two%20words.bin", CD_IO, ": buffer 0: \"two%20words.bin\": no such file; put it");
    assert_uri_refused("", CD_IO, ": is a directory; name a file");
    assert_uri_refused(".", CD_IO, "/.: is a directory; name a file");
    assert_uri_refused("data.bin", CD_IO, "data.bin: is a directory");
    rmdir(scratch_path("data.bin"));
}

/// Documents as they are, with ' for ".
TEST(what_is_malformed_names_the_part)
{
#define ACCESSOR(members) ASSET NODE "," MESH ",'accessors':[{" members "}]}"
#define VIEWS(views)                                                                                         \
    ASSET NODE "," MESH ",'accessors':[{'bufferView':0," FLOATS "},{'bufferView':0,'componentType':"         \
               "5121,'count':3,'type':'SCALAR'}],'bufferViews':[" views "]"
#define BUFFER(view, members) VIEWS("{'buffer':0," view "}") ",'buffers':[{'byteLength':48" members "}]}"
#define ZEROS                 ",'uri':'data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'"
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"", ": "},
        {"{'asset':\n{'version':'2.0'", ":2: not JSON, or not whole: "},
        {"{'asset':{'version':'2.0'}} trailing", ":1: not JSON"},
        {"{'a':1,'a':2}", "duplicate object key"},
        {"{}", ": asset.version is missing where \"1.0\" or \"2.0\" belongs"},
        {"{'asset':{'version':'3.0'}}", ": asset.version is 3.0 where \"1.0\" or \"2.0\" belongs"},
        {"{'asset':{'version':2.0}}", ": asset.version is not a text where "},
        {"[]", ": asset.version is missing"},
        {"{'asset':{'version':'2.0'}}", ": no triangles"},
        // what is not a list or an object
        {ASSET "'extensionsRequired':'X'}", ": extensionsRequired is not a list; the file is damaged"},
        {ASSET "'nodes':{}}", ": nodes is not a list"},
        {ASSET "'scenes':[{'nodes':0}]}", ": scene 0: nodes is not a list"},
        {ASSET "'nodes':[{'children':{}}]}", ": node 0: children is not a list"},
        {ASSET NODE ",'meshes':[{'primitives':{}}]}", ": mesh 0: primitives is not a list"},
        {ASSET MADE("5") "}", ": mesh 0: a primitive is not an object"},
        {ASSET MADE("{'attributes':[]}") "}", ": mesh 0: attributes is not an object"},
        {ASSET TRANSFORMED("'extensions':{'EXT_mesh_gpu_instancing':5}") "}",
         ": node 0: EXT_mesh_gpu_instancing is not an object"},
        {ASSET TRANSFORMED("'extensions':[]") "}", ": node 0: extensions is not an object"},
        {ACCESSOR(FLOATS ",'sparse':[]"), ": accessor 0: sparse is not an object"},
        {ACCESSOR(FLOATS ",'normalized':1"), ": accessor 0: normalized is neither true nor false"},
        {ACCESSOR("'componentType':5126,'count':4,'type':3"), ": accessor 0: type is not a text where VEC3"},
        // accessors
        {ACCESSOR("'componentType':5126,'type':'VEC3'"), ": accessor 0: no count"},
        {ACCESSOR("'componentType':5126,'count':4000000000,'type':'VEC3'"),
         ": accessor 0: nodes name its 4000000000 elements too many times"},
        {ACCESSOR("'componentType':5126,'count':1000,'type':'VEC3'"),
         ": accessor 0: claims 1000 elements without data"},
        {ACCESSOR("'componentType':5124,'count':4,'type':'VEC3'"),
         ": accessor 0: componentType 5124 does not exist"},
        {ACCESSOR("'componentType':5126,'count':4"), ": accessor 0: type is missing where VEC3 belongs"},
        {ACCESSOR(FLOATS ",'sparse':{'count':5,'indices':{'componentType':5121}}"),
         ": accessor 0: its sparse part is damaged"},
        {VIEWS("") "}", ": accessor 0: names bufferView 0, which does not exist"},
        {VIEWS("{'byteLength':48}") "}", ": bufferView 0: no buffer"},
        {BUFFER("'byteLength':48", ""), ": buffer 0: no uri and no binary chunk"},
        {BUFFER("'byteLength':48", ",'uri':7"), ": buffer 0: uri is not a text"},
        {BUFFER("'byteLength':49", ZEROS), ": bufferView 0: reaches beyond the 48 bytes of buffer 0"},
        {BUFFER("'byteLength':47", ZEROS),
         ": accessor 0: bufferView 0 has 47 bytes, too few for 4 elements of 12"},
        {BUFFER("'byteLength':48,'byteStride':8", ZEROS),
         ": bufferView 0: byteStride is 8, but an element has 12 bytes"},
        {BUFFER("'byteLength':48,'extensions':{'EXT_meshopt_compression':{'buffer':1}}", ""),
         ": bufferView 0: has data in the extension EXT_meshopt_compression"},
        {ASSET
         "'nodes':[{'mesh':0,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':0}}}}],"
         "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
         "'accessors':[{'componentType':5126,'count':210,'type':'VEC3'}]}",
         ": mesh 0: nodes and instances unfold to too many vertices or triangles; split the file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        strcpy(text, cases[i].text);
        assert_mesh_refused(scratch_write("a.gltf", quoted(text)), CD_DATA, cases[i].wanted);
    }
}

TEST(a_deep_hierarchy_is_refused_before_it_costs_the_stack)
{
    enum { NODES = 100000 };
    char *text = malloc(40 * NODES);
    size_t length =
        (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for (int i = 1; i < NODES; i++)
        length += (size_t)sprintf(text + length, "{\"children\":[%d]},", i);
    sprintf(text + length, "{}]}");
    assert_mesh_refused(scratch_write("a.gltf", text), CD_DATA,
                        ": node 1000: is more than 1000 nodes below its scene; flatten");
    free(text);
}

// ---- GLB --------------------------------------------------------------------------------------------------

/// Appends a chunk with its length, as long as `bytes` says.
static size_t put_chunk(unsigned char *glb, size_t at, const char *type, const void *content, uint32_t bytes)
{
    memcpy(glb + at, &bytes, 4);
    memcpy(glb + at + 4, type, 4);
    memcpy(glb + at + 8, content, bytes);
    return at + 8 + bytes;
}

/// Writes a GLB of the tetrahedron. Its JSON is padded by `padding` characters.
static const char *write_glb(const char *name, const char *uri, char padding)
{
    static unsigned char glb[10000], json[8000];
    FILE *file = fopen(write_gltf(MESH_OF(0, 1), uri), "rb");
    size_t length = fread(json, 1, sizeof json, file);
    fclose(file);
    for (int i = 0; i < 8 || length % 4; i++)
        json[length++] = (unsigned char)padding;
    size_t end = put_chunk(glb, 12, "JSON", json, (uint32_t)length);
    end = put_chunk(glb, end, "BIN\0", &data, sizeof data);
    end = put_chunk(glb, end, "ELSE", "what this is", 12);
    memcpy(glb, "glTF\2\0\0\0", 8);
    memcpy(glb + 8, &(uint32_t){(uint32_t)end}, 4);
    return scratch_write_bytes(name, glb, end);
}

TEST(glb_has_its_data_in_a_chunk_or_beside_it)
{
    assert_shape(write_glb("a.glb", NULL, ' '), "padded by blanks", TETRAHEDRON);
    assert_shape(write_glb("a.glb", NULL, 0), "padded by NUL", TETRAHEDRON);
    assert_shape(write_glb("a.VRM", NULL, ' '), "an avatar", TETRAHEDRON);
    assert_shape(write_glb("a.gltf", NULL, ' '), "binary in spite of its name", TETRAHEDRON);
    write_data("data.bin");
    assert_shape(write_glb("a.glb", "data.bin", ' '), "a file beside it", TETRAHEDRON);
    assert_int_equal(rename(write_gltf(MESH_OF(2, 1), "data.bin"), scratch_path("a.xml")), 0);
    assert_mesh_refused(scratch_path("a.xml"), CD_DATA, "it is glTF; name it .gltf or .glb");
    assert_mesh_refused(scratch_write_bytes("a.glb", "glTF\2\0\0\0\14\0\0\0", 12), CD_DATA,
                        ": does not begin with a JSON chunk");
    assert_mesh_refused(scratch_write_bytes("a.glb", "glTF\3\0\0\0\14\0\0\0", 12), CD_DATA,
                        ": glTF version 3; there are 1 and 2");
}

TEST(every_truncated_glb_is_refused)
{
    const char *path = write_glb("a.glb", NULL, ' ');
    struct stat whole;
    assert_int_equal(stat(path, &whole), 0);
    for (off_t bytes = whole.st_size - 1; bytes >= 0; bytes--) {
        assert_int_equal(truncate(path, bytes), 0);
        assert_mesh_refused(path, CD_DATA, bytes < 12 ? "" : "; the file is truncated or damaged");
    }
}

TEST(version_1_is_read_by_assimp)
{
    char text[] =
        "{'asset':{'version':'1.0'},'scene':'s','scenes':{'s':{'nodes':['n']}},"
        "'nodes':{'n':{'meshes':['m']}},"
        "'meshes':{'m':{'primitives':[{'attributes':{'POSITION':'p'},'indices':'i','mode':4}]}},'accessors':{"
        "'p':{'bufferView':'v','byteOffset':0,'componentType':5126,'count':4,'type':'VEC3'},"
        "'i':{'bufferView':'w','byteOffset':0,'componentType':5123,'count':12,'type':'SCALAR'}},"
        "'bufferViews':{'v':{'buffer':'b','byteOffset':0,'byteLength':48},"
        "'w':{'buffer':'b','byteOffset':48,'byteLength':24}},"
        "'buffers':{'b':{'byteLength':364,'uri':'data.bin'}}}";
    write_data("data.bin");
    assert_shape(scratch_write("a.gltf", quoted(text)), "1.0", TETRAHEDRON);
}

TEST(a_byte_order_mark_is_skipped_where_the_file_begins)
{
    char text[8000] = "\xef\xbb\xbf";
    FILE *file = fopen(write_gltf(MESH_OF(0, 1), "data.bin"), "rb");
    fread(text + 3, 1, sizeof text - 4, file);
    fclose(file);
    write_data("data.bin");
    assert_shape(scratch_write("a.gltf", text), "BOM", TETRAHEDRON);
    // Its bytes may be a character of a name anywhere else, also where Jansson's next 1024 bytes begin.
    write_data("\xef\xbb\xbf");
    size_t place = (size_t)(strstr(text, "data.bin") - text) - 3 + strlen("'x':'',");
    char members[4000];
    snprintf(members, sizeof members, "'x':'%*s'," MESH_OF(0, 1), 2048 - (int)(place % 1024), "");
    assert_shape(write_gltf(members, "\xef\xbb\xbf"), "BOM in a name", TETRAHEDRON);
}

/// A pointer of Git LFS is called so only where the length shows that it is one.
TEST(data_may_begin_with_any_text)
{
    unsigned char bytes[sizeof data];
    memcpy(bytes, &data, sizeof data);
    memcpy(bytes, "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 364\n", 72);
    scratch_write_bytes("data.bin", bytes, sizeof bytes);
    assert_shape(write_gltf(MADE("{'attributes':{'POSITION':3}}"), "data.bin"), "text",
                 "1: 0 0 0 to 10 20 0, 0");
}
