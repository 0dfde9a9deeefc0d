#include "scenes/readers/assimp_process.h"

#include "base/memory.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the reading process sends: parts (this header, vertices, triangles), then DONE; or FAILED.
enum message_kind { MESSAGE_PART = 1, MESSAGE_DONE, MESSAGE_FAILED };

struct message {
    uint32_t kind;
    uint32_t vertex_count, triangle_count; ///< of a part, whose indices count from 0
    char text[500];                        ///< why it failed
};

bool cd_assimp_knows(const char *extension)
{
    return aiIsExtensionSupported(extension) == AI_TRUE;
}

// ---- in the reading process: nothing here allocates, and it never returns into the program ----

struct sender {
    int descriptor;
    size_t filled;
    char buffer[1 << 16];
};

static struct sender sender;

static void flush_sender(void)
{
    for (size_t sent = 0; sent < sender.filled;) {
        ssize_t n = write(sender.descriptor, sender.buffer + sent, sender.filled - sent);
        if (n < 0 && errno != EINTR)
            _exit(1); // nobody listens any more
        sent += n > 0 ? (size_t)n : 0;
    }
    sender.filled = 0;
}

static void send_bytes(const void *data, size_t bytes)
{
    const char *from = data;
    while (bytes > 0) {
        if (sender.filled == sizeof sender.buffer)
            flush_sender();
        size_t room = sizeof sender.buffer - sender.filled, n = bytes < room ? bytes : room;
        memcpy(sender.buffer + sender.filled, from, n);
        sender.filled += n;
        from += n;
        bytes -= n;
    }
}

_Noreturn static void send_failure(const char *text)
{
    struct message message = {.kind = MESSAGE_FAILED};
    strncpy(message.text, text, sizeof message.text - 1);
    send_bytes(&message, sizeof message);
    flush_sender();
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
                send_failure("a face names a vertex that does not exist");
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
    if (triangle_count > CD_IMPORT_TRIANGLES_MAX)
        send_failure("too many triangles");
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
            send_failure("a node names a mesh that does not exist");
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

static void read_and_send(const char *path, uint64_t file_bytes, int descriptor)
{
    sender.descriptor = descriptor;
    sender.filled = 0;
    settle_in(file_bytes);
    const struct aiScene *scene = aiImportFile(path, 0);
    const struct transform identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, true};
    if (scene && scene->mRootNode)
        send_node(scene, scene->mRootNode, &identity);
    else
        send_failure(scene ? "no content" : aiGetErrorString());
    struct message done = {.kind = MESSAGE_DONE};
    send_bytes(&done, sizeof done);
    flush_sender();
    _exit(0);
}

// ---- in the program ----

/// What the program knows of a running import.
struct receiver {
    const char *path;
    int descriptor;
    struct cd_import *import;
    size_t vertex_capacity, triangle_capacity;
    struct cd_status *status;
};

/// False when the sender is gone before `bytes` bytes came.
static bool receive(int descriptor, void *data, size_t bytes)
{
    for (size_t got = 0; got < bytes;) {
        ssize_t n = read(descriptor, (char *)data + got, bytes - got);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        got += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool receive_part(struct receiver *r, const struct message *part)
{
    struct cd_import *import = r->import;
    uint32_t base = import->vertex_count;
    size_t vertices = (size_t)base + part->vertex_count;
    size_t triangles = (size_t)import->triangle_count + part->triangle_count;
    if (vertices > r->vertex_capacity) {
        import->vertices = cd_reallocate(import->vertices, base, 2 * vertices, sizeof *import->vertices);
        r->vertex_capacity = 2 * vertices;
    }
    if (triangles > r->triangle_capacity) {
        import->triangles = cd_reallocate(import->triangles, import->triangle_count, 2 * triangles,
                                          sizeof *import->triangles);
        r->triangle_capacity = 2 * triangles;
    }
    struct cd_triangle *new_triangles = import->triangles + import->triangle_count;
    if (!receive(r->descriptor, import->vertices + base, part->vertex_count * sizeof *import->vertices) ||
        !receive(r->descriptor, new_triangles, part->triangle_count * sizeof *new_triangles))
        return false;
    for (uint32_t t = 0; t < part->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            new_triangles[t].v[k] += base;
    import->vertex_count = (uint32_t)vertices;
    import->triangle_count = (uint32_t)triangles;
    return true;
}

/// Assimp's words on one line, or ours where its say nothing.
static enum cd_code report_failure(struct receiver *r, struct message *message)
{
    message->text[sizeof message->text - 1] = 0;
    message->text[strcspn(message->text, "\r\n")] = 0;
    const char *text = message->text;
    if (strstr(text, "bad_alloc") || strstr(text, "length_error") || !*text)
        text = "it wants far more memory than a file of its size can need";
    return cd_fail(r->status, CD_DATA, "%s: Assimp cannot read it: %s; is it whole, and what its name says?",
                   r->path, text);
}

/// Receives everything; CD_OK and `*done` false when the sender fell silent.
static enum cd_code receive_all(struct receiver *r, bool *done)
{
    struct message message;
    *done = false;
    while (receive(r->descriptor, &message, sizeof message)) {
        if (message.kind == MESSAGE_FAILED)
            return report_failure(r, &message);
        if (message.kind == MESSAGE_DONE) {
            *done = true;
            return CD_OK;
        }
        if ((uint64_t)r->import->triangle_count + message.triangle_count > CD_IMPORT_TRIANGLES_MAX ||
            (uint64_t)r->import->vertex_count + message.vertex_count > 3ull * CD_IMPORT_TRIANGLES_MAX)
            return cd_fail(r->status, CD_DATA, "%s: unfolds to more than %u triangles; split the file",
                           r->path, CD_IMPORT_TRIANGLES_MAX);
        if (!receive_part(r, &message))
            return CD_OK;
    }
    return CD_OK;
}

static enum cd_code receive_from(struct receiver *r, pid_t reader)
{
    bool done;
    enum cd_code code = receive_all(r, &done);
    close(r->descriptor);
    if (code)
        kill(reader, SIGKILL); // it may still have much to say
    int how = 0;
    while (waitpid(reader, &how, 0) < 0 && errno == EINTR)
        ;
    if (code || done)
        return code;
    if (WIFSIGNALED(how) && (WTERMSIG(how) == SIGINT || WTERMSIG(how) == SIGTERM))
        return cd_fail(r->status, CD_INTERRUPTED, "%s: interrupted while reading", r->path);
    return cd_fail(
        r->status, CD_DATA,
        "%s: Assimp's reader broke down on it (%s); the file is damaged: repair it or convert it to OBJ",
        r->path, WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "without a word");
}

enum cd_code cd_assimp_import(const char *path, uint64_t file_bytes, struct cd_import *import,
                              struct cd_status *status)
{
    *import = (struct cd_import){0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot make a pipe: %s", path, strerror(errno));
    pid_t reader = fork();
    if (reader == 0)
        read_and_send(path, file_bytes, ends[1]);
    close(ends[1]);
    if (reader < 0) {
        close(ends[0]);
        return cd_fail(status, CD_ENVIRONMENT, "%s: cannot start a process to read it: %s", path,
                       strerror(errno));
    }
    struct receiver receiver = {.path = path, .descriptor = ends[0], .import = import, .status = status};
    enum cd_code code = receive_from(&receiver, reader);
    if (code) {
        cd_free(import->vertices);
        cd_free(import->triangles);
        *import = (struct cd_import){0};
    }
    return code;
}
