#include "bench/papers/pack.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/process.h"
#include "bench/papers/measurements.h"
#include "bench/record/build_info.h"

#include <errno.h>
#include <jansson.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The most bytes that are unpacked, and the most files.
#define UNPACKED_BYTES (300 * 1000 * 1000)
#define FILES_MAX      2000
/// Decompresses a file into another one of at most this many blocks of 512 bytes.
#define GUNZIP "ulimit -f 585938; exec gzip -dc <\"$0\" >\"$1\""
#define INDEX  "pack.json"
/// The names of all other files of a pack.
#define ID   "[[:alnum:]_][[:alnum:]_-]{0,59}"
#define NAME "^" ID "(\\.yaml|/" ID "/(cells\\.csv|run\\.json|samples\\.csv))$"

static const char *const experiment_files[] = {"cells.csv", "run.json", "samples.csv"};
enum { EXPERIMENT_FILES = 3 };

/// Runs a program for a pack; CD_IO when it fails. Its output goes to `stream` or, with NULL, into `process`.
static enum cd_code run(const char *pack, const char *const *words, FILE *stream, struct cd_process *process,
                        struct cd_status *status)
{
    cd_free(process->output);
    *process = (struct cd_process){0};
    enum cd_code code = stream ? cd_process_filter(words, stream, process, status)
                               : cd_process_run(words, false, NULL, process, status);
    return !code && process->exit_code ? cd_fail(status, CD_IO, "%s: %s", pack, process->complaint) : code;
}

// ---- packing ----------------------------------------------------------------------------------------------

/// The contents of an archive, as words for tar, and the largest file among them.
struct contents {
    struct cd_texts words;
    struct cd_texts papers; ///< the keys of those whose YAML is among them
    size_t bytes, files, largest_bytes;
    char largest[200];
};

static enum cd_code add_file(struct contents *contents, const char *folder, const char *name,
                             struct cd_status *status)
{
    struct stat information;
    char path[PATH_MAX + 200], whole[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (stat(path, &information) || access(path, R_OK) || !realpath(folder, whole))
        return cd_fail(status, CD_IO, "%s: %s", path, strerror(errno));
    cd_texts_print(&contents->words, "--directory=%s", whole);
    cd_texts_print(&contents->words, "--add-file=%s", name);
    contents->files++;
    contents->bytes += (size_t)information.st_size;
    if ((size_t)information.st_size > contents->largest_bytes) {
        contents->largest_bytes = (size_t)information.st_size;
        snprintf(contents->largest, sizeof contents->largest, "%s", name);
    }
    return CD_OK;
}

static enum cd_code add_index(struct contents *contents, struct cd_status *status)
{
    char folder[PATH_MAX], path[PATH_MAX];
    enum cd_code code = cd_folder_temporary(folder, status);
    if (code)
        return code;
    FILE *index = fopen(strcat(strcpy(path, folder), "/" INDEX), "w");
    bool written =
        index && fprintf(index, "{\"format\": 1, \"revision\": \"%.80s\"}\n", cd_build.revision) > 0;
    if (!index || fclose(index) || !written)
        return cd_fail(status, CD_IO, "%s: cannot write: %s", path, strerror(errno));
    return add_file(contents, folder, INDEX, status);
}

/// Adds an experiment that has measurements. The paper precedes its first experiment, and is added once.
static enum cd_code add_experiment(struct contents *contents, const char *results,
                                   const struct cd_experiment *experiment, struct cd_status *status)
{
    char path[PATH_MAX], name[200];
    json_t *run = NULL;
    struct cd_rows rows;
    const struct cd_paper *paper = experiment->paper;
    enum cd_code code = cd_experiment_folder(results, experiment, path, status);
    if (!code)
        code = cd_run_read(path, &run, status);
    if (code || !run)
        return code;
    code = cd_rows_read(path, experiment, run, &rows, status); // only whole tables are handed on
    json_decref(run);
    if (code)
        return code;
    cd_rows_release(&rows);
    const char *slash = strrchr(paper->path, '/');
    snprintf(path, sizeof path, "%.*s", (int)(slash - paper->path), paper->path);
    if (cd_texts_add_new(&contents->papers, paper->key))
        code = add_file(contents, path, slash + 1, status);
    for (int i = 0; i < EXPERIMENT_FILES && !code; i++) {
        snprintf(name, sizeof name, "%.60s/%.60s/%s", paper->key, experiment->id, experiment_files[i]);
        code = add_file(contents, results, name, status);
    }
    return code;
}

/// Fails for a pack of `bytes` when `most` are allowed. `where` is "" or says at which stage the pack has this size.
static enum cd_code fail_too_large(const struct contents *contents, const char *path, double bytes,
                                   const char *where, double most, struct cd_status *status)
{
    return cd_fail(
        status, CD_DATA,
        "%s: would have %.1f MB%s, and a pack has %.0f at most; the largest file is %s with %.1f before "
        "compression; name fewer experiments",
        path, 1e-6 * bytes, where, 1e-6 * most, contents->largest, 1e-6 * (double)contents->largest_bytes);
}

static enum cd_code write_archive(struct contents *contents, const char *path, FILE *stream,
                                  struct cd_status *status)
{
    char archive[PATH_MAX];
    struct cd_process process = {0};
    struct stat information;
    enum cd_code code = cd_folder_temporary(archive, status);
    if (code)
        return code;
    strcat(archive, "/archive");
    cd_texts_print(&contents->words, "--file=%s", archive);
    cd_texts_add(&contents->words, NULL);
    const char *const gzip[] = {"gzip", "-9nc", archive, NULL};
    code = run(path, contents->words.items, NULL, &process, status);
    if (!code)
        code = run(path, gzip, stream, &process, status);
    if (!code && !fstat(fileno(stream), &information) && information.st_size > CD_PACK_BYTES)
        code = fail_too_large(contents, path, (double)information.st_size, "", CD_PACK_BYTES, status);
    cd_free(process.output);
    return code;
}

enum cd_code cd_pack_write(const char *path, const char *results,
                           const struct cd_experiment *const *experiments, size_t count,
                           struct cd_status *status)
{
    static const char *const tar[] = {"tar",        "--create",      "--format=ustar", "--sort=name",
                                      "--mtime=@0", "--owner=0",     "--group=0",      "--numeric-owner",
                                      "--mode=644", "--force-local", "--no-unquote",   "--dereference"};
    struct contents contents = {0};
    struct cd_output *output = NULL;
    for (size_t i = 0; i < sizeof tar / sizeof *tar; i++)
        cd_texts_add(&contents.words, cd_duplicate(tar[i]));
    enum cd_code code = add_index(&contents, status);
    for (size_t i = 0; i < count && !code; i++)
        code = add_experiment(&contents, results, experiments[i], status);
    if (!code && contents.files == 1)
        code = cd_fail(status, CD_IO, "%s: nothing measured to pack in %s", path, results);
    if (!code && contents.bytes > UNPACKED_BYTES)
        code = fail_too_large(&contents, path, (double)contents.bytes, " before compression", UNPACKED_BYTES,
                              status);
    if (!code)
        code = cd_output_open(path, &output, status);
    if (!code)
        code = write_archive(&contents, path, cd_output_stream(output), status);
    cd_texts_free(&contents.words);
    cd_texts_free(&contents.papers);
    return cd_outputs_commit(&output, 1, code, status);
}

// ---- unpacking --------------------------------------------------------------------------------------------

/// A block of an archive that begins a file (POSIX, pax, "ustar Interchange Format"). Texts may lack a NUL.
struct header {
    char name[100], unused[24], size[12], unused_too[20], kind, link[100], magic[6], version[2], owner[80],
        prefix[155], rest[12];
};

enum { BLOCK = 512 };
_Static_assert(sizeof(struct header) == BLOCK, "blocks of an archive have 512 bytes");

static enum cd_code fail_damaged(const char *path, struct cd_status *status)
{
    return cd_fail(status, CD_DATA, "%s: is no whole pack of `cdbench reproduce --pack`; get it again", path);
}

/// Writes the next `bytes` of an archive into a file below a folder. What fills the last block is skipped.
static enum cd_code extract(const char *path, FILE *archive, uint64_t bytes, const char *folder,
                            const char *name, struct cd_status *status)
{
    char file[PATH_MAX + 300], block[BLOCK];
    int length = snprintf(file, sizeof file, "%s/", folder);
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(file + length, sizeof file - (size_t)length, "%.*s", (int)(slash - name), name);
        mkdir(file, 0700);
    }
    snprintf(file + length, sizeof file - (size_t)length, "%s", name);
    FILE *stream = fopen(file, "wx");
    bool whole = true, written = stream;
    for (uint64_t left = bytes, part; left && whole && written; left -= part) {
        part = left < BLOCK ? left : BLOCK;
        whole = fread(block, BLOCK, 1, archive) == 1;
        written = !whole || fwrite(block, part, 1, stream) == 1;
    }
    written &= stream && !fclose(stream);
    if (!whole)
        return fail_damaged(path, status);
    return written ? CD_OK : cd_fail(status, CD_IO, "%s: %s: %s", path, file, strerror(errno));
}

/// Checks that a pack may hold a file, after those in `names`, and adds its name to them.
static enum cd_code check_file(const char *path, const struct header *header, struct cd_texts *names,
                               const regex_t *pattern, struct cd_status *status)
{
    char name[300];
    snprintf(name, sizeof name, "%.155s%s%.100s", header->prefix, *header->prefix ? "/" : "", header->name);
    if (header->kind != '0' || (names->count ? regexec(pattern, name, 0, NULL, 0) : strcmp(name, INDEX)))
        return cd_fail(status, CD_DATA,
                       "%s: holds '%.100s', which is not for a pack; `cdbench reproduce --pack` makes them",
                       path, name);
    if (CD_NAMED(names->items, names->count, name))
        return cd_fail(status, CD_DATA, "%s: holds '%.100s' twice, which no pack does", path, name);
    if (names->count == FILES_MAX)
        return cd_fail(status, CD_DATA, "%s: holds more than %d files, which no pack does", path, FILES_MAX);
    cd_texts_print(names, "%s", name);
    return CD_OK;
}

/// Takes the files of an archive: only files, with names that a pack may have, each once. A block of zeros ends it.
static enum cd_code extract_all(const char *path, FILE *archive, const char *folder, struct cd_status *status)
{
    regex_t pattern;
    struct header header = {0};
    struct cd_texts names = {0};
    enum cd_code code = CD_OK;
    CD_ASSERT(!regcomp(&pattern, NAME, REG_EXTENDED | REG_NOSUB));
    while (!code) {
        char size[sizeof header.size + 1] = "", *end;
        bool whole = fread(&header, BLOCK, 1, archive) == 1;
        if (whole && !*header.name)
            break;
        memcpy(size, header.size, sizeof header.size);
        uint64_t bytes = strtoull(size, &end, 8);
        if (!whole || memcmp(header.magic, "ustar", 5) || end == size || (*end && *end != ' '))
            code = fail_damaged(path, status);
        if (!code)
            code = check_file(path, &header, &names, &pattern, status);
        if (!code)
            code = extract(path, archive, bytes, folder, names.items[names.count - 1], status);
    }
    regfree(&pattern);
    cd_texts_free(&names);
    return code;
}

static enum cd_code unpack(const char *path, const char *archive, const char *folder,
                           struct cd_process *process, struct cd_status *status)
{
    const char *const gunzip[] = {"sh", "-c", GUNZIP, path, archive, NULL};
    const char *const test[] = {"sh", "-c", "exec gzip -tq <\"$0\"", path, NULL};
    enum cd_code code = run(path, gunzip, NULL, process, status);
    if (code == CD_IO && process->signal == SIGXFSZ)
        return cd_fail(status, CD_DATA, "%s: unpacks to more than %.0f MB, which no pack does", path,
                       1e-6 * UNPACKED_BYTES);
    struct cd_status unused;
    if (code == CD_IO && run(path, test, NULL, process, &unused) == CD_IO)
        return fail_damaged(path, status); // otherwise there was no place for the archive
    FILE *stream = code ? NULL : fopen(archive, "r");
    if (code || !stream)
        return code ? code : cd_fail(status, CD_IO, "%s: %s", archive, strerror(errno));
    code = extract_all(path, stream, folder, status);
    fclose(stream);
    return code;
}

static enum cd_code open_pack(const char *path, char folder[PATH_MAX], struct cd_status *status)
{
    static unsigned serial;
    char archive[PATH_MAX], index[PATH_MAX + 20];
    struct cd_process process = {0};
    enum cd_code code = cd_folder_temporary(archive, status);
    if (code)
        return code;
    strcat(archive, "/archive");
    snprintf(folder, PATH_MAX, "%.4000s-%u", archive, serial++);
    mkdir(folder, 0700);
    code = unpack(path, archive, folder, &process, status);
    cd_free(process.output);
    snprintf(index, sizeof index, "%s/" INDEX, folder);
    json_t *known = code ? NULL : json_load_file(index, 0, NULL);
    if (!code && json_integer_value(json_object_get(known, "format")) != 1)
        code = cd_fail(status, CD_DATA, "%s: is no pack of a format that this program knows; get another one",
                       path);
    json_decref(known);
    return code;
}

// ---- either -----------------------------------------------------------------------------------------------

enum cd_code cd_results_open(const char *name, struct cd_results_source *source, struct cd_status *status)
{
    struct stat information;
    *source = (struct cd_results_source){.name = name};
    if (!*name)
        return cd_fail(status, CD_USAGE, "an empty name; name a folder with results or a pack");
    if (stat(name, &information))
        return cd_fail(status, CD_IO, "%s: %s; name a folder with results or a pack", name, strerror(errno));
    if (S_ISREG(information.st_mode) && information.st_size > CD_PACK_BYTES)
        return cd_fail(status, CD_DATA, "%s: has %.1f MB; at most %.1f can be right", name,
                       1e-6 * (double)information.st_size, 1e-6 * CD_PACK_BYTES);
    if (S_ISREG(information.st_mode))
        return open_pack(name, source->folder, status);
    if (!S_ISDIR(information.st_mode))
        return cd_fail(status, CD_IO, "%s: is no file; name a folder with results or a pack", name);
    strcpy(source->folder, name);
    return CD_OK;
}

void cd_results_blame(const struct cd_results_source *source, struct cd_status *status)
{
    size_t length = strlen(source->folder);
    struct cd_status inner = *status;
    bool unpacked = strcmp(source->folder, source->name) != 0;
    if (unpacked && !strncmp(inner.text, source->folder, length) && inner.text[length] == '/')
        cd_fail(status, inner.code, "%s: %s", source->name, inner.text + length + 1);
}
