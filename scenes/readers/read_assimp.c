/// Assimp in its own process. Its readers trust what a damaged file claims, and may crash, ask for any amount of
/// memory, or do what the maker of the file wants. In the other process they cannot harm us: that process has limits,
/// and the kernel allows it little more than to read files and to write into one pipe. The result is OBJ, which is read
/// as strictly as any other file.
#include "scenes/readers/mesh_file.h"

#include "base/memory.h"
#include "base/text.h"
#include "scenes/readers/affine.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// The most triangles that a file may expand to by naming the same mesh in many nodes.
#define TRIANGLES_MAX 200000000u

/// The reading process's report in addition to the OBJ that it writes. Both processes share it.
struct word {
    bool whole;                     ///< everything is written
    bool lacks_memory;              ///< the machine refused memory within the limit
    bool has_little;                ///< this program may use less memory than the limit
    char text[500];                 ///< why it failed
    struct cd_mesh_reading reading; ///< units and axes
};

// ---- in the reading process, which never returns into the program ----

static struct word *word;
static FILE *obj; ///< the OBJ for the program
static uint64_t vertices, triangles;

/// Reports the reason of a failure on one line: in Assimp's words, or in ours if Assimp's say nothing.
_Noreturn static void fail(const char *text)
{
    bool out_of_memory = strstr(text, "bad_alloc") || strstr(text, "length_error") || !*text;
    snprintf(word->text, sizeof word->text, "%s",
             out_of_memory ? "it wants far more memory than a file of its size can need" : text);
    word->text[strcspn(word->text, "\r\n")] = 0;
    _exit(0);
}

/// Writes a mesh in one of its places. Points and lines are no content.
static void write_mesh(const struct aiMesh *mesh, const struct cd_affine *transform)
{
    uint64_t count = 0;
    bool mirrored = cd_affine_mirrors(transform);
    for (unsigned f = 0; f < mesh->mNumFaces; f++)
        count += mesh->mFaces[f].mNumIndices >= 3 ? mesh->mFaces[f].mNumIndices - 2 : 0;
    if (count == 0 || !mesh->mVertices)
        return;
    triangles += count;
    if (triangles > TRIANGLES_MAX || vertices + mesh->mNumVertices > CD_VERTICES_MAX)
        fail("it unfolds to too many triangles or vertices; split the file");
    for (unsigned v = 0; v < mesh->mNumVertices; v++) {
        const struct aiVector3D *its = &mesh->mVertices[v];
        struct cd_vec3 p = cd_affine_point(transform, cd_vec(its->x, its->y, its->z));
        if (!cd_point_is_usable(&p))
            fail("it has coordinates that are not finite, or larger than 1e15; repair or scale the model");
        fprintf(obj, "v %.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const struct aiFace *face = &mesh->mFaces[f];
        for (unsigned k = 0; k < face->mNumIndices; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                fail("a face names a vertex that does not exist");
            unsigned at = mirrored && k ? face->mNumIndices - k : k;
            if (face->mNumIndices >= 3)
                fprintf(obj, "%s %" PRIu64, k ? "" : "f", vertices + face->mIndices[at] + 1);
        }
        if (face->mNumIndices >= 3)
            fputc('\n', obj);
    }
    vertices += mesh->mNumVertices;
}

static void write_node(const struct aiScene *scene, const struct aiNode *node, const struct cd_affine *outer)
{
    const struct aiMatrix4x4 *m = &node->mTransformation;
    const double own[3][4] = {
        {m->a1, m->a2, m->a3, m->a4}, {m->b1, m->b2, m->b3, m->b4}, {m->c1, m->c2, m->c3, m->c4}};
    struct cd_affine transform = cd_affine_compose(outer, own);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (node->mMeshes[i] >= scene->mNumMeshes)
            fail("a node names a mesh that does not exist");
        write_mesh(scene->mMeshes[node->mMeshes[i]], &transform);
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        write_node(scene, node->mChildren[i], &transform);
}

/// A single-precision number as it was meant: it has seven digits, and 0.00999999978 is 0.01.
static double meant(double value)
{
    double digits = value > 0 ? pow(10, 6 - floor(log10(value))) : 0;
    return digits > 0 ? round(value * digits) / digits : 0;
}

/// A number of the scene's metadata; -1 without it. For the key of a text, whether the text is that one.
static double metadata(const struct aiScene *scene, const char *key, const char *text)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; i++) {
        const struct aiMetadataEntry *entry = &data->mValues[i];
        if (strcmp(data->mKeys[i].data, key) == 0)
            return entry->mType == AI_INT32    ? *(const int *)entry->mData
                   : entry->mType == AI_FLOAT  ? meant((double)*(const float *)entry->mData)
                   : entry->mType == AI_DOUBLE ? *(const double *)entry->mData
                   : text && entry->mType == AI_AISTRING
                       ? !strcmp(((const struct aiString *)entry->mData)->data, text)
                       : -1;
    }
    return -1;
}

/// Notes what Assimp did to all coordinates, for formats whose root is Assimp's own: a scale, and an axis turned to y.
/// Anything else is a node's place.
static void note_root(const struct aiMatrix4x4 *root)
{
    const float rows[3][3] = {
        {root->a1, root->a2, root->a3}, {root->b1, root->b2, root->b3}, {root->c1, root->c2, root->c3}};
    double scale = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            scale = fmax(scale, fabs((double)rows[i][k]));
    int small = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            small += fabs((double)rows[i][k]) < 1e-6 * scale;
    if (small != 6)
        return;
    for (int k = 0; k < 3; k++)
        if (rows[1][k] > 0.99 * scale)
            word->reading.turned = k == 1 ? 0 : "XYZ"[k];
    scale = meant(scale);
    word->reading.scale = scale == 1 ? 0 : scale;
}

/// Notes units and axes as the file, or else the specification of its format, has them. `extension` is in lower case.
static void note_units(const struct aiScene *scene, const char *path, const char *extension)
{
    struct cd_mesh_reading *reading = &word->reading;
    if (cd_word_place(".dae|.zae|.fbx|.3ds|.ase|.dxf|.ifc", extension) >= 0)
        note_root(&scene->mRootNode->mTransformation);
    if (cd_word_place(".dae|.zae", extension) >= 0) {
        reading->unit = reading->scale > 0 ? reading->scale : 1;
        reading->up = reading->turned ? reading->turned : 'Y';
    } else if (strcmp(extension, ".fbx") == 0) {
        double axis = metadata(scene, "UpAxis", NULL), sign = metadata(scene, "UpAxisSign", NULL);
        reading->unit = metadata(scene, "UnitScaleFactor", NULL) / 100; // which is in centimetres
        reading->up = sign > 0 && axis >= 0 && axis < 3 ? "XYZ"[(int)axis] : 0;
    } else if (cd_word_place(".3mf|.amf", extension) >= 0) {
        reading->unit = cd_unit_of_print(path);
        reading->up = strcmp(extension, ".3mf") == 0 ? 'Z' : 0;
    }
}

static rlim_t used_bytes(void)
{
    char text[64] = "";
    int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (statm >= 0) {
        (void)!read(statm, text, sizeof text - 1);
        close(statm);
    }
    return (rlim_t)strtoul(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

/// The memory that this process may use in total.
static rlim_t allowed_bytes;

/// Memory is refused. Ends this process, since no library copes with that everywhere.
static void end_short_of_memory(size_t bytes, const char *line)
{
    (void)line;
    word->lacks_memory = bytes < allowed_bytes && used_bytes() < allowed_bytes - bytes;
    fail("");
}

/// Makes the kernel refuse everything that reading does not need. It allows memory, existing files, and writing to
/// `descriptor`. With a kernel without such filters, only the limits protect us.
static void refuse_the_rest(int descriptor)
{
    static const int allowed[] = {
        SCMP_SYS(brk),         SCMP_SYS(mmap),         SCMP_SYS(munmap),       SCMP_SYS(mremap),
        SCMP_SYS(mprotect),    SCMP_SYS(madvise),      SCMP_SYS(futex),        SCMP_SYS(read),
        SCMP_SYS(pread64),     SCMP_SYS(readv),        SCMP_SYS(lseek),        SCMP_SYS(close),
        SCMP_SYS(fstat),       SCMP_SYS(newfstatat),   SCMP_SYS(stat),         SCMP_SYS(lstat),
        SCMP_SYS(statx),       SCMP_SYS(access),       SCMP_SYS(faccessat),    SCMP_SYS(faccessat2),
        SCMP_SYS(readlink),    SCMP_SYS(readlinkat),   SCMP_SYS(getcwd),       SCMP_SYS(clock_gettime),
        SCMP_SYS(getrandom),   SCMP_SYS(sched_yield),  SCMP_SYS(getpid),       SCMP_SYS(gettid),
        SCMP_SYS(exit_group),  SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(sigaltstack),
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    bool made = filter;
    for (size_t i = 0; made && i < sizeof allowed / sizeof *allowed; i++) {
        int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
        made = !error || error == -EDOM; // a processor without that call
    }
    const struct scmp_arg_cmp is_reading =
        SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY);
    made = made && !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, is_reading) &&
           // fdopen needs F_GETFL. Other commands could send a pipe's signals to another process.
           !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL, 0)) &&
           !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                             SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)descriptor, 0)) &&
           !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                             SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0));
    if (!made)
        fail("");
    seccomp_load(filter);
    seccomp_release(filter);
}

/// Makes this process quiet, limits it and lets signals end it: crashes are expected. Of the program's files it keeps
/// only those to which it writes. It may use, in addition to its memory at the start, 1 GiB and 64 bytes per byte of the
/// file; 120 seconds of processor time and one more for every 100 kB; and it may write no file. Then it reads.
_Noreturn static void read_and_write(const struct cd_mesh_file *file, const int ends[2])
{
    const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE};
    const char *path = file->lines.path;
    close(ends[0]);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        signal(fatal[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(file->lines.descriptor);
    int nowhere = open("/dev/null", O_RDWR);
    for (int standard = 0; standard < 3; standard++)
        dup2(nowhere, standard);
    close(nowhere);
    uint64_t file_bytes = file->lines.file_bytes;
    struct rlimit memory;
    allowed_bytes = used_bytes() + ((rlim_t)1 << 30) + 64 * file_bytes;
    word->has_little = !getrlimit(RLIMIT_AS, &memory) && memory.rlim_cur < allowed_bytes;
    cd_memory_set_end(end_short_of_memory);
    const struct {
        __rlimit_resource_t resource;
        rlim_t most;
    } limits[] = {{RLIMIT_AS, allowed_bytes},
                  {RLIMIT_CPU, 120 + file_bytes / 100000},
                  {RLIMIT_CORE, 0},
                  {RLIMIT_FSIZE, 0}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit limit;
        if (!getrlimit(limits[i].resource, &limit) && limits[i].most < limit.rlim_cur) {
            limit.rlim_cur = limit.rlim_max = limits[i].most;
            setrlimit(limits[i].resource, &limit);
        }
    }
    refuse_the_rest(ends[1]);

    obj = fdopen(ends[1], "wb");
    if (!obj)
        fail("");
    char extension[16];
    snprintf(extension, sizeof extension, "%s", strrchr(path, '.'));
    for (char *c = extension; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    const struct aiScene *scene = aiImportFile(path, 0);
    const struct cd_affine identity = cd_affine_identity();
    // Assimp recognizes glTF 2 under another name by its content, and reads it less well than we do.
    if (scene && metadata(scene, "SourceAsset_Format", "glTF2 Importer") > 0 &&
        cd_word_place(".gltf|.glb|.vrm", extension) < 0)
        fail("it is glTF; name it .gltf or .glb");
    if (scene && scene->mRootNode)
        write_node(scene, scene->mRootNode, &identity);
    else
        fail(scene ? "no content" : aiGetErrorString());
    note_units(scene, path, extension);
    word->whole = !fflush(obj);
    _exit(0);
}

// ---- in the program ----

/// Reads the OBJ that the other process writes and, if it failed, finds out why.
static bool read_from(struct cd_mesh_file *file, int descriptor, pid_t process)
{
    struct cd_mesh_file reader = {.lines = {.path = file->lines.path, .descriptor = descriptor},
                                  .status = file->status};
    bool whole = cd_read_obj(&reader);
    struct cd_mesh_reading said = word->reading, *reading = &file->mesh.reading;
    file->mesh = reader.mesh;
    reading->unit = said.unit > 0 && isfinite(said.unit) ? said.unit : 0; // what it says, if it can be true
    reading->scale = said.scale > 0 && isfinite(said.scale) ? said.scale : 0;
    reading->up = memchr("XYZ", said.up, 3) ? said.up : 0;
    reading->turned = memchr("XYZ", said.turned, 3) ? said.turned : 0;
    file->code = reader.code;
    cd_lines_close(&reader.lines);
    if (!whole)
        kill(process, SIGKILL); // it may still have much to write
    int how = 0;
    while (waitpid(process, &how, 0) < 0 && errno == EINTR)
        ;
    word->text[sizeof word->text - 1] = 0; // whatever the other process wrote
    int ended_by = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    if (!word->whole && (word->lacks_memory || (word->has_little && ended_by &&
                                                ended_by != SIGKILL))) // no library copes with little memory
        return cd_file_refuse(file, CD_ENVIRONMENT,
                              "too little memory to read it; free memory or raise its limit");
    if (*word->text)
        return cd_file_refuse(file, CD_DATA,
                              "Assimp cannot read it: %s; is it whole, and what its name says?", word->text);
    if (word->whole || (!whole && ended_by == SIGKILL))
        return whole;
    if (ended_by == SIGINT || ended_by == SIGTERM)
        return cd_file_refuse(file, CD_INTERRUPTED, "interrupted while reading");
    return cd_file_refuse(
        file, CD_DATA,
        "Assimp's reader broke down on it (%s); the file is damaged: repair it or convert it to OBJ",
        ended_by ? strsignal(ended_by) : "without a word");
}

bool cd_read_assimp(struct cd_mesh_file *file)
{
    static const char use[] = "use .obj, .ply, .stl, .off, .gltf or .glb";
    const char *path = file->lines.path, *slash = strrchr(path, '/'),
               *dot = strrchr(slash ? slash : path, '.');
    int ends[2];
    if (!dot)
        return cd_file_refuse(file, CD_DATA, "no extension to tell the mesh format by; %s", use);
    if (!aiIsExtensionSupported(dot))
        return cd_file_refuse(file, CD_DATA, "%s is not the extension of a mesh format; %s", dot, use);
    word = mmap(NULL, sizeof *word, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (word == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0)
        return cd_file_refuse(file, CD_ENVIRONMENT, "cannot make a pipe: %s", strerror(errno));
    pid_t process = fork();
    if (process == 0)
        read_and_write(file, ends);
    int error = errno;
    close(ends[1]);
    bool whole = process > 0 ? read_from(file, ends[0], process)
                             : cd_file_refuse(file, CD_ENVIRONMENT, "cannot start a process to read it: %s",
                                              strerror(error));
    if (process < 0)
        close(ends[0]);
    munmap(word, sizeof *word);
    return whole;
}
