/// Assimp in a process of its own: its readers trust what a damaged file claims, and may crash or ask for any
/// amount of memory. There they can do neither to us.
#include "scenes/limits.h"
#include "scenes/readers/mesh_file.h"
#include "scenes/readers/scan.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Most triangles that a file may unfold to by naming the same mesh in many nodes.
#define TRIANGLES_MAX 200000000u

/// What the reading process sends: parts (this header, vertices, triangles), then DONE; or FAILED.
enum message_kind { MESSAGE_PART = 1, MESSAGE_DONE, MESSAGE_FAILED };

struct message {
    uint32_t kind;
    uint32_t vertex_count, triangle_count; ///< of a part, whose indices count from 0
    char text[500];                        ///< why it failed
};

// ---- in the reading process, which never returns into the program ----

static FILE *program; ///< what the program reads

static void send_bytes(const void *data, size_t bytes)
{
    if (fwrite(data, 1, bytes, program) != bytes)
        _exit(1); // nobody listens any more
}

_Noreturn static void send_last(enum message_kind kind, const char *text)
{
    struct message message = {.kind = kind};
    strncpy(message.text, text, sizeof message.text - 1);
    send_bytes(&message, sizeof message);
    fflush(program);
    _exit(0);
}

/// A 3x4 matrix: world = m[row][0..2] * point + m[row][3].
struct transform {
    double m[3][4];
    bool identity;
};

static struct transform compose(const struct transform *outer, const struct aiMatrix4x4 *inner)
{
    const double b[4][4] = {{inner->a1, inner->a2, inner->a3, inner->a4},
                            {inner->b1, inner->b2, inner->b3, inner->b4},
                            {inner->c1, inner->c2, inner->c3, inner->c4},
                            {0, 0, 0, 1}};
    struct transform t = {.identity = true};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 3; k++)
                t.m[i][j] += outer->m[i][k] * b[k][j];
            t.m[i][j] += outer->m[i][3] * b[3][j];
            t.identity &= t.m[i][j] == (i == j);
        }
    return t;
}

static bool mirrors(const struct transform *t)
{
    const double(*m)[4] = t->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

static struct cd_vec3 transformed(const struct transform *t, const struct aiVector3D *v)
{
    double x = v->x, y = v->y, z = v->z;
    if (t->identity)
        return cd_vec(x, y, z);
    return cd_vec(t->m[0][0] * x + t->m[0][1] * y + t->m[0][2] * z + t->m[0][3],
                  t->m[1][0] * x + t->m[1][1] * y + t->m[1][2] * z + t->m[1][3],
                  t->m[2][0] * x + t->m[2][1] * y + t->m[2][2] * z + t->m[2][3]);
}

static uint64_t count_triangles(const struct aiMesh *mesh)
{
    uint64_t count = 0;
    for (unsigned f = 0; f < mesh->mNumFaces; f++)
        count += mesh->mFaces[f].mNumIndices >= 3 ? mesh->mFaces[f].mNumIndices - 2 : 0;
    return count;
}

static void send_triangles(const struct aiMesh *mesh, bool mirrored)
{
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const struct aiFace *face = &mesh->mFaces[f];
        for (unsigned k = 0; k < face->mNumIndices; k++)
            if (face->mIndices[k] >= mesh->mNumVertices)
                send_last(MESSAGE_FAILED, "a face names a vertex that does not exist");
        for (unsigned k = 2; k < face->mNumIndices; k++) {
            uint32_t a = face->mIndices[k - 1], b = face->mIndices[k];
            struct cd_triangle triangle = {{face->mIndices[0], mirrored ? b : a, mirrored ? a : b}};
            send_bytes(&triangle, sizeof triangle);
        }
    }
}

static void send_mesh(const struct aiMesh *mesh, const struct transform *transform)
{
    uint64_t triangle_count = count_triangles(mesh);
    if (triangle_count == 0 || !mesh->mVertices)
        return;
    if (triangle_count > TRIANGLES_MAX)
        send_last(MESSAGE_FAILED, "too many triangles");
    struct message message = {
        .kind = MESSAGE_PART, .vertex_count = mesh->mNumVertices, .triangle_count = (uint32_t)triangle_count};
    send_bytes(&message, sizeof message);
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        struct cd_vec3 p = transformed(transform, &mesh->mVertices[v]);
        send_bytes(&p, sizeof p);
    }
    send_triangles(mesh, mirrors(transform));
}

static void send_node(const struct aiScene *scene, const struct aiNode *node, const struct transform *outer)
{
    struct transform transform = compose(outer, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (node->mMeshes[i] >= scene->mNumMeshes)
            send_last(MESSAGE_FAILED, "a node names a mesh that does not exist");
        send_mesh(scene->mMeshes[node->mMeshes[i]], &transform);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        send_node(scene, node->mChildren[i], &transform);
}

/// Bounds what this process may use beyond what it was born with: 1 GiB and 64 bytes a byte of the file; 120
/// seconds of processor time and one more for every 100 kB.
static void limit_resources(uint64_t file_bytes)
{
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (!statm || fscanf(statm, "%lu", &pages) != 1)
        pages = 0;
    if (statm)
        fclose(statm);
    rlim_t now = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE), more = ((rlim_t)1 << 30) + 64 * file_bytes;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && now + more < limit.rlim_cur) {
        limit.rlim_cur = now + more;
        setrlimit(RLIMIT_AS, &limit);
    }
    rlim_t seconds = 120 + file_bytes / 100000;
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/// Makes this process quiet, bounded and mortal: its crashes are expected.
static void settle_in(uint64_t file_bytes)
{
    const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nowhere = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(nowhere, descriptor);
    limit_resources(file_bytes);
}

_Noreturn static void read_and_send(const struct cd_mesh_file *file, int descriptor)
{
    program = fdopen(descriptor, "wb");
    if (!program)
        _exit(1);
    settle_in(file->lines.file_bytes);
    const struct aiScene *scene = aiImportFile(file->lines.path, 0);
    const struct transform identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, true};
    if (scene && scene->mRootNode)
        send_node(scene, scene->mRootNode, &identity);
    else
        send_last(MESSAGE_FAILED, scene ? "no content" : aiGetErrorString());
    send_last(MESSAGE_DONE, "");
}

// ---- in the program ----

/// Receives the vertices and triangles of a part; `*whole` is false when the sender fell silent in it.
static enum cd_code receive_part(struct cd_mesh_file *file, FILE *reader, const struct message *part,
                                 bool *whole)
{
    struct cd_builder *mesh = &file->mesh;
    uint32_t base = mesh->vertex_count;
    if ((uint64_t)mesh->triangle_count + part->triangle_count > TRIANGLES_MAX ||
        (uint64_t)base + part->vertex_count > 3ull * TRIANGLES_MAX)
        return cd_file_fail(file, "unfolds to more than %u triangles; split the file", TRIANGLES_MAX);
    struct cd_vec3 p;
    struct cd_triangle t;
    enum cd_code code = CD_OK;
    *whole = true;
    for (uint32_t i = 0; !code && *whole && i < part->vertex_count; i++) {
        *whole = fread(&p, sizeof p, 1, reader) == 1;
        if (*whole)
            code = cd_file_vertex(file, p);
    }
    for (uint32_t i = 0; !code && *whole && i < part->triangle_count; i++) {
        *whole = fread(&t, sizeof t, 1, reader) == 1;
        if (*whole)
            cd_build_triangle(mesh, base + t.v[0], base + t.v[1], base + t.v[2]);
    }
    return code;
}

/// Assimp's words on one line, or ours where its say nothing.
static enum cd_code report_failure(struct cd_mesh_file *file, struct message *message)
{
    message->text[sizeof message->text - 1] = 0;
    message->text[strcspn(message->text, "\r\n")] = 0;
    const char *text = message->text;
    if (strstr(text, "bad_alloc") || strstr(text, "length_error") || !*text)
        text = "it wants far more memory than a file of its size can need";
    return cd_file_fail(file, "Assimp cannot read it: %s; is it whole, and what its name says?", text);
}

/// Receives everything; CD_OK and `*whole` false when the sender fell silent.
static enum cd_code receive_all(struct cd_mesh_file *file, FILE *reader, bool *whole)
{
    struct message message;
    enum cd_code code = CD_OK;
    while (!code && (*whole = fread(&message, sizeof message, 1, reader) == 1)) {
        if (message.kind == MESSAGE_DONE)
            break;
        code = message.kind == MESSAGE_FAILED ? report_failure(file, &message)
                                              : receive_part(file, reader, &message, whole);
        if (!*whole)
            break;
    }
    return code;
}

static enum cd_code receive_from(struct cd_mesh_file *file, int descriptor, pid_t process)
{
    FILE *reader = fdopen(descriptor, "rb");
    CD_ASSERT(reader);
    bool whole;
    enum cd_code code = receive_all(file, reader, &whole);
    fclose(reader);
    if (code)
        kill(process, SIGKILL); // it may still have much to say
    int how = 0;
    while (waitpid(process, &how, 0) < 0 && errno == EINTR)
        ;
    if (code || whole)
        return code;
    if (WIFSIGNALED(how) && (WTERMSIG(how) == SIGINT || WTERMSIG(how) == SIGTERM))
        return cd_fail(file->status, CD_INTERRUPTED, "%s: interrupted while reading", file->lines.path);
    return cd_file_fail(
        file, "Assimp's reader broke down on it (%s); the file is damaged: repair it or convert it to OBJ",
        WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "without a word");
}

static enum cd_code import(struct cd_mesh_file *file)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return cd_fail(file->status, CD_ENVIRONMENT, "%s: cannot make a pipe: %s", file->lines.path,
                       strerror(errno));
    pid_t process = fork();
    if (process == 0)
        read_and_send(file, ends[1]);
    close(ends[1]);
    if (process > 0)
        return receive_from(file, ends[0], process);
    close(ends[0]);
    return cd_fail(file->status, CD_ENVIRONMENT, "%s: cannot start a process to read it: %s",
                   file->lines.path, strerror(errno));
}

// ---- binary glTF, section "Binary glTF Layout" ------------------------------------------------------------

/// Reads the header of 12 bytes, with the length of the whole file: Assimp takes what it can get of a
/// truncated one.
static enum cd_code check_glb_header(struct cd_mesh_file *file, uint32_t *version, uint64_t *length)
{
    const char *path = file->lines.path, *header;
    enum cd_code code = cd_lines_bytes(&file->lines, 12, &header, file->status);
    if (code)
        return code;
    if (!header || memcmp(header, "glTF", 4) != 0)
        return cd_fail(file->status, CD_DATA, "%s: does not begin like a GLB file; is it what its name says?",
                       path);
    *version = (uint32_t)cd_integer_of_bytes(header + 4, 4, false);
    *length = cd_integer_of_bytes(header + 8, 4, false);
    if (*version != 1 && *version != 2)
        return cd_fail(file->status, CD_DATA,
                       "%s: glTF version %" PRIu32 "; there are 1 and 2: the file is damaged", path,
                       *version);
    if (*length > file->lines.file_bytes)
        return cd_fail(file->status, CD_DATA,
                       "%s: claims %" PRIu64 " bytes but has %" PRIu64 "; the file is truncated or damaged",
                       path, *length, file->lines.file_bytes);
    return CD_OK;
}

/// Walks over the chunks, each behind its own length.
static enum cd_code check_glb(struct cd_mesh_file *file)
{
    struct cd_lines *lines = &file->lines;
    uint32_t version = 0;
    uint64_t length = 0;
    enum cd_code code = check_glb_header(file, &version, &length);
    while (!code && version == 2 && lines->offset < length) {
        uint64_t at = lines->offset;
        const char *header;
        code = cd_lines_bytes(lines, 8, &header, file->status);
        if (code)
            return code;
        uint64_t end = at + 8 + (header ? cd_integer_of_bytes(header, 4, false) : 0);
        if (!header || end > length)
            return cd_fail(file->status, CD_DATA,
                           "%s: the chunk at byte %" PRIu64 " reaches beyond the end (byte %" PRIu64
                           "); the file is truncated or damaged",
                           lines->path, at, length);
        while (!code && lines->offset < end) {
            uint64_t left = end - lines->offset;
            code = cd_lines_bytes(lines, left < 65536 ? (size_t)left : 65536, &header, file->status);
            if (!code && !header)
                return cd_fail(file->status, CD_IO, "%s: shrinks while it is read; try again", lines->path);
        }
    }
    return code;
}

enum cd_code cd_read_assimp(struct cd_mesh_file *file)
{
    const char *path = file->lines.path, *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    static const char use[] = "use .obj, .ply, .stl, .off, .gltf or .glb";
    if (!dot)
        return cd_fail(file->status, CD_DATA, "%s: no extension to tell the mesh format by; %s", path, use);
    if (!aiIsExtensionSupported(dot))
        return cd_fail(file->status, CD_DATA, "%s: %s is not the extension of a mesh format; %s", path, dot,
                       use);
    enum cd_code code = strcasecmp(dot, ".glb") == 0 ? check_glb(file) : CD_OK;
    file->lines.offset = 0; // Assimp does not tell where in the file something is
    return code ? code : import(file);
}
