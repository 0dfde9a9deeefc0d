/// Units and up axes as mesh files state them, and what reading made of them.
#include "tests/read_meshes.h"

#include <math.h>
#include <zlib.h>

#define COLLADA(asset, place)                                                                                \
    "<?xml version='1.0'?>"                                                                                  \
    "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset>" asset            \
    "</asset><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' count='9'>"       \
    "0 0 0 1 2 0 0 0 3</float_array><technique_common><accessor source='#a' count='3' stride='3'>"           \
    "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"             \
    "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/>"       \
    "</vertices><triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p>"          \
    "</triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id='s'>"        \
    "<node id='n'>" place "<instance_geometry url='#g'/></node></visual_scene></library_visual_scenes>"      \
    "<scene><instance_visual_scene url='#s'/></scene></COLLADA>"
#define FBX(axis, sign, unit)                                                                                \
    "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"    \
    "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"                                              \
    "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\"," #axis "\n"                                              \
    "\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\"," #sign "\n"                                          \
    "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," #unit "\n\t}\n}\n"                           \
    "Objects:  {\n\tGeometry: 1000, \"Geometry::\", \"Mesh\" {\n\t\tVertices: *9 {\n"                        \
    "\t\t\ta: 0,0,0,1,2,0,0,0,3\n\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n\t\t}\n"              \
    "\t\tGeometryVersion: 124\n\t}\n\tModel: 2000, \"Model::m\", \"Mesh\" {\n\t\tVersion: 232\n\t}\n}\n"     \
    "Connections:  {\n\tC: \"OO\",2000,0\n\tC: \"OO\",1000,2000\n}\n"
#define AMF(unit)                                                                                            \
    "<?xml version='1.0'?>\n<amf" unit ">\n<object id='0'><mesh><vertices>"                                  \
    "<vertex><coordinates><x>0</x><y>0</y><z>0</z></coordinates></vertex>"                                   \
    "<vertex><coordinates><x>1</x><y>2</y><z>0</z></coordinates></vertex>"                                   \
    "<vertex><coordinates><x>0</x><y>0</y><z>3</z></coordinates></vertex></vertices>"                        \
    "<volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume></mesh></object></amf>\n"

/// Nodes are placed by matrices, and what is mirrored is turned.
TEST(the_places_of_nodes_are_applied)
{
    static const char text[] = COLLADA("", "<matrix>1 2 3 4 5 6 7 8 9 10 -11 12 0 0 0 1</matrix>");
    static const struct cd_vec3 places[] = {
        {4, 8, 12}, {4 + 1 + 4, 8 + 5 + 12, 12 + 9 + 20}, {4 + 9, 8 + 21, 12 - 33}};
    struct cd_mesh *mesh = read_mesh(scratch_write("a.dae", text));
    for (int i = 0; i < 3; i++)
        assert_memory_equal(&mesh->vertices[mesh->triangles[0].v[i]], &places[i], sizeof *places);
    cd_mesh_destroy(mesh);
}

// ---- 3MF, a zip file --------------------------------------------------------------------------------------

/// A header of a zip file: the local one or, with what follows, that of the central directory.
struct __attribute__((packed)) zip_header {
    uint16_t versions[2], flags, method;
    uint32_t time, crc, packed, size;
    uint16_t name_length, extra[4];
    uint32_t attributes, local;
};

/// Appends a signature, a header and a name.
static size_t put_header(unsigned char *zip, size_t at, const char *name, struct zip_header header,
                         bool central)
{
    size_t skipped = central ? 0 : 2, bytes = central ? sizeof header : 26;
    memcpy(zip + at, central ? "PK\1\2" : "PK\3\4", 4);
    memcpy(zip + at + 4, (unsigned char *)&header + skipped, bytes);
    strcpy((char *)zip + at + 4 + bytes, name);
    size_t end = at + 4 + bytes + strlen(name), more = header.extra[0] + (central ? header.extra[1] : 0u);
    memset(zip + end, 0, more);
    return end + more;
}

/// Writes a 3MF file of a triangle.
static const char *write_3mf(const char *tag, bool deflated)
{
    static const char types[] =
        "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
        "<Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>"
        "<Default Extension='model' "
        "ContentType='application/vnd.ms-package.3dmanufacturing-3dmodel+xml'/></Types>";
    static const char relations[] =
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        "<Relationship Target='/3D/3dmodel.model' Id='r' "
        "Type='http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'/></Relationships>";
    static unsigned char zip[200000];
    static char padded[100000];
    snprintf(padded, sizeof padded, "%-90000s", types);
    char model[1000];
    snprintf(model, sizeof model,
             "<?xml version='1.0'?>\n%s xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02'>"
             "<resources><object id='1' type='model'><mesh><vertices><vertex x='0' y='0' z='0'/>"
             "<vertex x='1' y='2' z='0'/><vertex x='0' y='0' z='3'/></vertices><triangles>"
             "<triangle v1='0' v2='1' v3='2'/></triangles></mesh></object></resources>"
             "<build><item objectid='1'/></build></model>",
             tag);
    const char *const names[] = {"[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"};
    const char *const texts[] = {padded, relations, model};
    struct zip_header headers[3];
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char packed[2000];
        uint32_t size = (uint32_t)strlen(texts[i]);
        z_stream stream = {.next_in = (Bytef *)(uintptr_t)texts[i],
                           .avail_in = size,
                           .next_out = packed,
                           .avail_out = sizeof packed};
        assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
        assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
        headers[i] = (struct zip_header){.versions = {20, 20},
                                         .method = deflated ? 8 : 0,
                                         .crc = (uint32_t)crc32(0, (const Bytef *)texts[i], size),
                                         .packed = deflated ? (uint32_t)stream.total_out : size,
                                         .size = size,
                                         .name_length = (uint16_t)strlen(names[i]),
                                         .extra = {300, 260}, // of the extra field and the comment
                                         .local = (uint32_t)at};
        deflateEnd(&stream);
        at = put_header(zip, at, names[i], headers[i], false);
        memcpy(zip + at, deflated ? (const void *)packed : texts[i], headers[i].packed);
        at += headers[i].packed;
    }
    struct __attribute__((packed)) {
        char signature[4];
        uint16_t disks[2], counts[2];
        uint32_t bytes, offset;
        uint16_t comment;
        char text[5];
    } end = {"PK\5\6", {0, 0}, {3, 3}, 0, (uint32_t)at, 5, "hello"};
    for (int i = 0; i < 3; i++)
        at = put_header(zip, at, names[i], headers[i], true);
    end.bytes = (uint32_t)at - end.offset;
    memcpy(zip + at, &end, sizeof end);
    return scratch_write_bytes("a.3mf", zip, at + sizeof end);
}

/// The triangle of every file reaches from (0,0,0) to x 1, y 2 and z 3.
TEST(files_state_units_and_axes_and_collada_has_both_applied)
{
    static const struct {
        const char *name, *text; ///< of 3MF only the tag of the model
        double unit, scale;
        char up, turned;
        double height;
    } cases[] = {
        {"a.dae", COLLADA("<unit meter='0.01'/><up_axis>Y_UP</up_axis>", ""), 0.01, 0.01, 'Y', 0, 0.02},
        {"a.dae", COLLADA("<unit meter='1'/><up_axis>Z_UP</up_axis>", ""), 1, 0, 'Z', 'Z', 3},
        {"a.dae", COLLADA("<unit meter='0.0254'/><up_axis>X_UP</up_axis>", ""), 0.0254, 0.0254, 'X', 'X',
         0.0254},
        {"a.dae", COLLADA("<unit meter='1000'/><up_axis>Z_UP</up_axis>", ""), 1000, 1000, 'Z', 'Z', 3000},
        {"a.dae", COLLADA("", ""), 1, 0, 'Y', 0, 2}, // as its specification has it
        {"a.fbx", FBX(1, 1, 1), 0.01, 0, 'Y', 0, 2},
        {"a.fbx", FBX(1, 1, 2.54), 0.0254, 0, 'Y', 0, 2},
        {"a.fbx", FBX(2, 1, 100), 1, 0, 'Z', 0, 2},
        {"a.fbx", FBX(0, 1, 0.1), 0.001, 0, 'X', 0, 2},
        {"a.fbx", FBX(1, 1, -1), 0, 0, 'Y', 0, 2},
        {"a.fbx", FBX(3, 1, 1), 0.01, 0, 0, 0, 2},
        {"a.fbx", FBX(2, -1, 100), 1, 0, 0, 0, 2}, // down has no letter
        {"a.3mf", "<model unit=\"inch\"", 0.0254, 0, 'Z', 0, 2},
        {"a.3mf", "<model", 0.001, 0, 'Z', 0, 2},
        {"a.3mf", "<model unit=\"millimeter\"", 0.001, 0, 'Z', 0, 2},
        {"a.3mf", "<model unit='micron'", 1e-6, 0, 'Z', 0, 2},
        {"a.3mf", "<model unit=\"foot\"", 0.3048, 0, 'Z', 0, 2},
        {"a.3mf", "<model xml:lang=\"en\" unit=\"meter\"", 1, 0, 'Z', 0, 2},
        {"a.3mf", "<model unit=\"inches\"", 0, 0, 'Z', 0, 2},
        {"a.3mf", "<model\nxml:lang=\"en\"\n\tunit=\"inch\"", 0.0254, 0, 'Z', 0, 2},
        {"a.3mf", "<model unit\r\n=\r\n'inch'", 0.0254, 0, 'Z', 0, 2},
        {"a.3mf", "<model requiredextensions=\"a>b='\" unit='inch'", 0.0254, 0, 'Z', 0, 2},
        {"a.3mf", "<model thumbnail=' unit=\"inch\"'", 0.001, 0, 'Z', 0, 2},
        {"a.3mf", "<model p:unit=\"inch\" xmlns:p=\"urn:p\"", 0.001, 0, 'Z', 0, 2},
        {"a.3mf", "<!-- <model unit=\"foot\"> --><model unit=\"inch\"", 0.0254, 0, 'Z', 0, 2},
        {"a.3mf", "<!-- <! > <model unit='foot' --><!----><model", 0.001, 0, 'Z', 0, 2},
        {"a.amf", AMF(" unit='inch'"), 0.0254, 0, 0, 0, 2},
        {"a.amf", AMF(""), 0.001, 0, 0, 0, 2},
        {"a.amf", AMF(" unit='feet'"), 0.3048, 0, 0, 0, 2},
        {"a.raw", "0 0 0 1 2 0 0 0 3\n", 0, 0, 0, 0, 2},
        {"a.obj", "v 0 0 0\nv 1 2 0\nv 0 0 3\nf 1 2 3\n", 0, 0, 0, 0, 2},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const char *name = cases[i / 2].name, *text = cases[i / 2].text;
        bool is_3mf = strcmp(name, "a.3mf") == 0;
        struct cd_mesh *mesh = read_mesh(is_3mf ? write_3mf(text, i % 2) : scratch_write(name, text));
        const struct cd_mesh_reading *reading = &mesh->reading;
        double height = mesh->box.high.y - mesh->box.low.y;
        test_row("%s: unit %.17g, scale %.17g, height %g", text, reading->unit, reading->scale, height);
        assert_true(reading->unit == cases[i / 2].unit && reading->scale == cases[i / 2].scale);
        assert_int_equal(reading->up, cases[i / 2].up);
        assert_int_equal(reading->turned, cases[i / 2].turned);
        assert_true(fabs(height - cases[i / 2].height) <= 1e-6 * height);
        cd_mesh_destroy(mesh);
    }
}
