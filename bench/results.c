#include "bench/results.h"

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/quote.h"
#include "base/text.h"
#include "bench/clock.h"
#include "bench/fingerprint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void cd_run_id(char id[CD_RUN_ID])
{
    time_t now = time(NULL);
    struct tm utc;
    CD_ASSERT(gmtime_r(&now, &utc));
    char moment[17];
    CD_ASSERT(strftime(moment, sizeof moment, "%Y%m%dT%H%M%SZ", &utc) == 16);
    uint64_t salt[2] = {cd_clock_wall(), (uint64_t)getpid()};
    struct cd_hash hash = cd_hash_bytes(salt, sizeof salt);
    snprintf(id, CD_RUN_ID, "%s-%06x", moment, (unsigned)(hash.low & 0xffffff));
}

const char *cd_field_text(const struct cd_field *field, char buffer[CD_FIELD_TEXT_BYTES])
{
    switch (field->kind) {
    case CD_FIELD_TEXT:
        return field->text;
    case CD_FIELD_COUNT:
        snprintf(buffer, CD_FIELD_TEXT_BYTES, "%" PRIu64, field->count);
        return buffer;
    case CD_FIELD_REAL:
        snprintf(buffer, CD_FIELD_TEXT_BYTES, "%.*f", field->digits, field->real);
        return buffer;
    case CD_FIELD_NONE:
        break;
    }
    return "NA";
}

static void write_field(FILE *stream, const struct cd_field *field)
{
    char buffer[CD_FIELD_TEXT_BYTES];
    cd_write_quoted(stream, CD_QUOTE_CSV, cd_field_text(field, buffer));
}

static void write_summary_header(FILE *stream)
{
    // Only the names are used of a cell that does not exist.
    static const struct cd_cell nothing = {.truth = ""};
    struct cd_field fields[CD_CELL_FIELDS];
    size_t field_count = cd_cell_fields(&nothing, 0, fields);
    for (size_t i = 0; i < field_count; i++)
        fprintf(stream, "%s%s", i ? "," : "", fields[i].name);
    fputc('\n', stream);
}

void cd_write_summary(FILE *stream, const struct cd_cell *cells, size_t first, size_t count)
{
    if (!first)
        write_summary_header(stream);
    struct cd_field fields[CD_CELL_FIELDS];
    for (size_t k = first; k < count; k++) {
        size_t field_count = cd_cell_fields(&cells[k], k + 1, fields);
        for (size_t i = 0; i < field_count; i++) {
            if (i)
                fputc(',', stream);
            write_field(stream, &fields[i]);
        }
        fputc('\n', stream);
    }
}

void cd_write_frames(FILE *stream, const struct cd_cell *cells, size_t first, size_t count)
{
    if (!first)
        fputs("cell,sample,frame,wall_ns\n", stream);
    for (size_t k = first; k < count; k++) {
        const struct cd_cell *cell = &cells[k];
        if (!cd_cell_has_times(cell))
            continue;
        for (uint64_t sample = 0; sample < cell->timed.samples; sample++)
            for (uint64_t frame = 0; frame < cell->frames; frame++)
                fprintf(stream, "%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", k + 1, sample, frame,
                        cell->timed.frame_ns[sample][frame]);
    }
}

static json_t *field_json(const struct cd_field *field)
{
    switch (field->kind) {
    case CD_FIELD_TEXT:
        return cd_json_text(field->text);
    case CD_FIELD_COUNT:
        return json_integer((json_int_t)field->count);
    case CD_FIELD_REAL: {
        // The same digits as in the CSV.
        char text[64];
        snprintf(text, sizeof text, "%.*f", field->digits, field->real);
        return json_real(strtod(text, NULL));
    }
    case CD_FIELD_NONE:
        break;
    }
    return json_null();
}

json_t *cd_cells_json(const struct cd_cell *cells, size_t count)
{
    json_t *array = json_array();
    for (size_t k = 0; k < count; k++) {
        struct cd_field fields[CD_CELL_FIELDS];
        size_t field_count = cd_cell_fields(&cells[k], k + 1, fields);
        json_t *object = json_object();
        for (size_t i = 0; i < field_count; i++)
            json_object_set_new(object, fields[i].name, field_json(&fields[i]));
        json_array_append_new(array, object);
    }
    return array;
}

/// Paths are made beforehand because a signal handler may not make any.
static struct {
    _Atomic int unfinished;
    char folder[PATH_MAX];
    char files[CD_FOLDER_FILES][PATH_MAX];
} temporary;

static void abandon(void)
{
    if (!atomic_exchange(&temporary.unfinished, 0))
        return;
    for (int i = 0; i < CD_FOLDER_FILES; i++)
        if (*temporary.files[i])
            unlink(temporary.files[i]);
    rmdir(temporary.folder);
}

enum cd_code cd_results_prepare(const char *base, struct cd_status *status)
{
    enum cd_code code = cd_make_folder(base, NULL, status);
    if (code)
        return code;
    if (access(base, W_OK | X_OK))
        return cd_fail(status, CD_IO, "%s: cannot write there: %s; name another folder by --results", base,
                       strerror(errno));
    return CD_OK;
}

static enum cd_code make_temporary(const char *base, const char *id, const struct cd_folder_file *files,
                                   size_t count, struct cd_status *status)
{
    static _Atomic int registered;
    int length = snprintf(temporary.folder, PATH_MAX, "%s/.%s.tmp", base, id);
    if (length < 0 || length + 16 > PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", base);
    for (size_t i = 0; i < CD_FOLDER_FILES; i++)
        *temporary.files[i] = 0;
    for (size_t i = 0; i < count; i++)
        snprintf(temporary.files[i], PATH_MAX, "%.*s/%s", length, temporary.folder, files[i].name);
    if (!atomic_exchange(&registered, 1))
        atexit(abandon);
    atomic_store(&temporary.unfinished, 1);
    if (!mkdir(temporary.folder, 0777))
        return CD_OK;
    int reason = errno;
    atomic_store(&temporary.unfinished, 0);
    return cd_fail(status, CD_IO, "%s/%s: cannot create the folder: %s", base, id, strerror(reason));
}

static enum cd_code write_file(size_t i, const struct cd_folder_file *file, const void *user,
                               struct cd_status *status)
{
    struct cd_output *output;
    enum cd_code code = cd_output_open(temporary.files[i], &output, status);
    if (code)
        return code;
    file->write(user, cd_output_stream(output));
    return cd_output_commit(output, status);
}

static void synchronise_folder(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)!fsync(descriptor);
    close(descriptor);
}

static enum cd_code put_in_place(const char *base, const char *id, struct cd_status *status)
{
    char target[PATH_MAX];
    snprintf(target, sizeof target, "%s/%s", base, id);
    synchronise_folder(temporary.folder);
    if (rename(temporary.folder, target))
        return cd_fail(status, CD_IO, "%s: cannot put the finished folder in place: %s", target,
                       strerror(errno));
    atomic_store(&temporary.unfinished, 0);
    synchronise_folder(base);
    return CD_OK;
}

enum cd_code cd_folder_write(const char *base, const char *name, const struct cd_folder_file *files,
                             size_t count, const void *user, struct cd_status *status)
{
    CD_ASSERT(count <= CD_FOLDER_FILES);
    enum cd_code code = make_temporary(base, name, files, count, status);
    for (size_t i = 0; i < count && !code; i++)
        code = write_file(i, &files[i], user, status);
    if (!code)
        code = put_in_place(base, name, status);
    if (code)
        abandon();
    return code;
}

struct run_files {
    const struct cd_cell *cells;
    size_t count;
    const json_t *run;
};

static void write_summary_file(const void *user, FILE *stream)
{
    const struct run_files *run = user;
    cd_write_summary(stream, run->cells, 0, run->count);
}

static void write_frames_file(const void *user, FILE *stream)
{
    const struct run_files *run = user;
    cd_write_frames(stream, run->cells, 0, run->count);
}

static void write_json(const json_t *document, FILE *stream)
{
    if (json_dumpf(document, stream, CD_JSON_LAYOUT) || fputc('\n', stream) < 0)
        CD_ASSERT(ferror(stream));
}

static void write_run_file(const void *user, FILE *stream)
{
    const struct run_files *run = user;
    write_json(run->run, stream);
}

// ---- what is kept while the run goes on -------------------------------------------------------------------

/// The CSV files of a kept folder.
enum { KEPT_SUMMARY, KEPT_FRAMES, KEPT_FILES };

static const char *const kept_names[KEPT_FILES] = {"summary.csv", "frames.csv"};

/// One step of keeping must not be seen by halves: while `lengths[i]` and `runs[i]` tell what is kept, the
/// others are made ready.
static struct {
    atomic_bool begun, in_place;
    _Atomic int current; ///< 0, 1, or negative where nothing has been kept
    char folder[PATH_MAX], target[PATH_MAX], shown[PATH_MAX];
    char files[KEPT_FILES][PATH_MAX];
    FILE *streams[KEPT_FILES];
    off_t lengths[2][KEPT_FILES];
    char runs[2][PATH_MAX]; ///< forms of run.json
    char run[PATH_MAX];     ///< its name in the end
} kept = {.current = -1};

static void remove_kept(void)
{
    for (int i = 0; i < KEPT_FILES; i++)
        unlink(kept.files[i]);
    unlink(kept.runs[0]);
    unlink(kept.runs[1]);
    unlink(kept.run);
    rmdir(kept.folder);
}

/// Makes the kept folder one that is finished; false when that cannot be done.
static bool put_kept_in_place(int current)
{
    for (int i = 0; i < KEPT_FILES; i++)
        if (ftruncate(fileno(kept.streams[i]), kept.lengths[current][i]))
            return false;
    unlink(kept.runs[1 - current]);
    return !rename(kept.runs[current], kept.run) && !rename(kept.folder, kept.target);
}

const char *cd_results_settle(void)
{
    abandon();
    if (atomic_exchange(&kept.begun, false)) {
        int current = atomic_load(&kept.current);
        kept.in_place = current >= 0 && put_kept_in_place(current);
        if (!kept.in_place)
            remove_kept();
    }
    return kept.in_place ? kept.shown : NULL;
}

static void settle_at_exit(void)
{
    cd_results_settle();
}

static enum cd_code fail_to_keep(struct cd_status *status)
{
    return cd_fail(status, CD_IO, "%s: cannot write: %s", kept.folder, strerror(errno));
}

static enum cd_code begin_keeping(const char *base, const char *id, struct cd_status *status)
{
    static _Atomic int registered;
    int length = snprintf(kept.folder, PATH_MAX, "%s/.%s.kept.tmp", base, id);
    if (length < 0 || length + 16 > PATH_MAX)
        return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", base);
    snprintf(kept.target, PATH_MAX, "%s/%s", base, id);
    cd_escape(kept.target, kept.shown, PATH_MAX);
    for (int i = 0; i < KEPT_FILES; i++)
        snprintf(kept.files[i], PATH_MAX, "%.*s/%s", length, kept.folder, kept_names[i]);
    for (int i = 0; i < 2; i++)
        snprintf(kept.runs[i], PATH_MAX, "%.*s/run-%d.json", length, kept.folder, i);
    snprintf(kept.run, PATH_MAX, "%.*s/run.json", length, kept.folder);
    if (!atomic_exchange(&registered, 1))
        atexit(settle_at_exit);
    kept.in_place = false;
    kept.current = -1;
    atomic_store(&kept.begun, true);
    if (mkdir(kept.folder, 0777))
        return fail_to_keep(status);
    for (int i = 0; i < KEPT_FILES; i++)
        if (!(kept.streams[i] = fopen(kept.files[i], "wxe")))
            return fail_to_keep(status);
    return CD_OK;
}

static bool write_kept_run(const json_t *run, int next)
{
    FILE *stream = fopen(kept.runs[next], "we");
    if (!stream)
        return false;
    write_json(run, stream);
    bool failed = ferror(stream);
    return !fclose(stream) && !failed;
}

enum cd_code cd_results_keep(const char *base, const char *id, const struct cd_cell *cells, size_t first,
                             size_t count, const json_t *run, struct cd_status *status)
{
    enum cd_code code = atomic_load(&kept.begun) ? CD_OK : begin_keeping(base, id, status);
    if (code)
        return code;
    int next = atomic_load(&kept.current) == 0;
    cd_write_summary(kept.streams[KEPT_SUMMARY], cells, first, count);
    cd_write_frames(kept.streams[KEPT_FRAMES], cells, first, count);
    for (int i = 0; i < KEPT_FILES; i++) {
        if (fflush(kept.streams[i]) || ferror(kept.streams[i]))
            return fail_to_keep(status);
        kept.lengths[next][i] = ftello(kept.streams[i]);
    }
    if (!write_kept_run(run, next))
        return fail_to_keep(status);
    atomic_store(&kept.current, next);
    return CD_OK;
}

/// The whole folder is in place: what was kept until then goes.
static void forget_kept(void)
{
    if (!atomic_load(&kept.begun))
        return;
    atomic_store(&kept.current, -1); // a signal from here on removes it, too
    remove_kept();
    atomic_store(&kept.begun, false);
    for (int i = 0; i < KEPT_FILES; i++) {
        if (kept.streams[i])
            fclose(kept.streams[i]);
        kept.streams[i] = NULL;
    }
}

enum cd_code cd_results_write(const char *base, const char *id, const struct cd_cell *cells, size_t count,
                              const json_t *run, struct cd_status *status)
{
    static const struct cd_folder_file files[] = {
        {"summary.csv", write_summary_file}, {"frames.csv", write_frames_file}, {"run.json", write_run_file}};
    struct run_files user = {cells, count, run};
    enum cd_code code = cd_folder_write(base, id, files, sizeof files / sizeof *files, &user, status);
    if (!code)
        forget_kept();
    return code;
}
