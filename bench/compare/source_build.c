#include "bench/compare/source_build.h"

#include "base/atomic_file.h"
#include "base/cache_folder.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/program_file.h"
#include "bench/record/build_info.h"
#include "bench/record/fingerprint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Later flags count. A build as it is by default has its functions and loops at the beginning of lines of
/// the cache; this one does not.
#define OTHER_ALIGNMENT " -falign-functions=16 -falign-loops=16"

enum { FOLDER_BYTES = 2048 };

/// The folder of the builds in the cache folder.
#define BUILDS "builds"

// ---- git --------------------------------------------------------------------------------------------------

/// Git tells its hooks by these which repository it is at; that need not be the source tree's.
#define OUTSIDE_HOOKS "env", "-u", "GIT_DIR", "-u", "GIT_WORK_TREE", "-u", "GIT_INDEX_FILE"

/// Runs git in the source tree. `index` (may be NULL) is used instead of the repository's own. The first line
/// of its output goes to `line`.
static enum cd_code ask_git(const char *const *arguments, const char *index, char *line, size_t bytes,
                            struct cd_status *status)
{
    char folder[FOLDER_BYTES], variable[FOLDER_BYTES + 40];
    const char *words[24] = {OUTSIDE_HOOKS};
    size_t count = 7;
    struct cd_process process;
    if (!cd_program_source_tree(folder, sizeof folder))
        return cd_fail(
            status, CD_ENVIRONMENT,
            "this cdbench does not lie in a source tree, so that it knows no revisions; use build:");
    if (index) {
        snprintf(variable, sizeof variable, "GIT_INDEX_FILE=%s", index);
        words[count++] = variable;
    }
    words[count++] = "git";
    words[count++] = "-C";
    words[count++] = folder;
    for (; *arguments; arguments++)
        words[count++] = *arguments;
    enum cd_code code = cd_process_run("env", words, NULL, &process, status);
    if (code)
        return code;
    snprintf(line, bytes, "%.*s", (int)strcspn(process.output, "\n"), process.output);
    if (process.exit_code)
        code = cd_fail(status, CD_ENVIRONMENT, "%s: git: %s", folder,
                       *process.complaint ? process.complaint : "no such thing");
    cd_free(process.output);
    return code;
}

#define GIT(index, line, status, ...)                                                                        \
    ask_git((const char *const[]){__VA_ARGS__, NULL}, index, line, sizeof line, status)

/// A tree unpacked somewhere below another repository is not under git.
static enum cd_code check_repository(struct cd_status *status)
{
    char line[200];
    struct cd_status inner;
    enum cd_code code = GIT(NULL, line, &inner, "ls-files", "--error-unmatch", "VERSION");
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "%s", inner.text);
    if (code)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "the source tree of this cdbench is not under git (%s); use build: for builds of yours",
            inner.text);
    return CD_OK;
}

enum cd_code cd_source_commit(const char *revision, char object[CD_OBJECT_TEXT], struct cd_status *status)
{
    char line[CD_OBJECT_TEXT], name[300];
    struct cd_status inner;
    enum cd_code code = check_repository(status);
    if (code)
        return code;
    snprintf(name, sizeof name, "%s^{commit}", revision);
    code = GIT(NULL, line, &inner, "rev-parse", "--verify", "--quiet", "--end-of-options", name);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "%s", inner.text);
    if (code)
        return cd_fail(status, CD_USAGE,
                       "rev:%s: no such revision; `git log --oneline` lists them (a shallow clone has few)",
                       revision);
    snprintf(object, CD_OBJECT_TEXT, "%s", line);
    return CD_OK;
}

bool cd_source_is_dirty(void)
{
    char line[300];
    struct cd_status ignored;
    return !GIT(NULL, line, &ignored, "status", "--porcelain", "--untracked-files=no", "--", ".") && *line;
}

/// Records the files as they are in git's store, where nothing points to them, by an index of our own.
static enum cd_code record_tree(char object[CD_OBJECT_TEXT], struct cd_status *status)
{
    char line[CD_OBJECT_TEXT], folder[] = "/tmp/cdbench-index-XXXXXX", index[sizeof folder + 10];
    if (!mkdtemp(folder))
        return cd_fail(status, CD_IO, "cannot make a folder in /tmp: %s", strerror(errno));
    snprintf(index, sizeof index, "%s/index", folder);
    enum cd_code code = GIT(index, line, status, "read-tree", "HEAD");
    if (!code)
        code = GIT(index, line, status, "add", "--all", ":/");
    if (!code)
        code = GIT(index, line, status, "write-tree");
    unlink(index);
    rmdir(folder);
    if (!code)
        snprintf(object, CD_OBJECT_TEXT, "%s", line);
    return code;
}

enum cd_code cd_source_of_program(char object[CD_OBJECT_TEXT], bool *changed, struct cd_status *status)
{
    struct cd_status ignored;
    enum cd_code code = check_repository(status);
    if (code)
        return code;
    *changed = strstr(cd_build_revision(), "-dirty") != NULL;
    if (!*changed && !cd_source_commit(cd_build_revision(), object, &ignored))
        return CD_OK;
    *changed = true;
    return record_tree(object, status);
}

// ---- where builds are kept --------------------------------------------------------------------------------

/// One build under way.
struct build {
    char flags[4000];
    char key[200];              ///< its name among the builds
    char kept[FOLDER_BYTES];    ///< where it will be
    char scratch[FOLDER_BYTES]; ///< where it is made; "" when there is nothing to remove
    char log[FOLDER_BYTES];
};

/// Writes the path of the program where it is built already; "" where it is not. A program that others may
/// have written is an error.
static enum cd_code find_program(const struct build *build, char program[PATH_MAX], struct cd_status *status)
{
    char below[FOLDER_BYTES];
    FILE *file;
    int folder;
    *program = 0;
    if (access(build->kept, F_OK))
        return CD_OK;
    snprintf(below, sizeof below, BUILDS "/%s/build/%s", build->key, cd_build_config());
    enum cd_code code = cd_cache_open(below, false, &folder, status);
    if (code)
        return code;
    snprintf(program, PATH_MAX, "%s/build/%s/cdbench", build->kept, cd_build_config());
    code = cd_cache_open_file(folder, program, &file, status);
    close(folder);
    if (code)
        *program = 0;
    else
        fclose(file);
    return code;
}

static int remove_one(const char *path, const struct stat *information, int kind, struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
}

/// Removes what a build left that was killed, at a time when it would long be finished.
static void remove_leftovers(const char *folder)
{
    enum { DAY = 86400 };
    char path[FOLDER_BYTES + 300];
    struct stat information;
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strlen(dot) != sizeof ".XXXXXX" - 1)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!lstat(path, &information) && S_ISDIR(information.st_mode) &&
            time(NULL) - information.st_mtime > DAY)
            nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
    if (listing)
        closedir(listing);
}

static enum cd_code plan_build(struct build *build, const char *object, enum cd_alignment alignment,
                               struct cd_status *status)
{
    char cache[1500], path[1600], hash[CD_HASH_TEXT];
    int folder;
    snprintf(build->flags, sizeof build->flags, "%s%s", cd_build_flags(),
             alignment == CD_ALIGNED_OTHERWISE ? OTHER_ALIGNMENT : "");
    struct cd_hasher *hasher = cd_hasher_create();
    cd_hasher_add(hasher, build->flags, strlen(build->flags));
    cd_hasher_add(hasher, cd_build_compiler(), strlen(cd_build_compiler()));
    cd_hasher_add(hasher, cd_build_compiler_command(), strlen(cd_build_compiler_command()));
    cd_hash_text(cd_hasher_finish(hasher), hash);
    snprintf(build->key, sizeof build->key, "%s-%s-%.12s", object, cd_build_config(), hash);
    if (!cd_cache_folder(cache, sizeof cache))
        return cd_fail(status, CD_ENVIRONMENT,
                       "there is no cache folder to build in; set CDBENCH_CACHE to a folder");
    snprintf(path, sizeof path, "%s/" BUILDS, cache);
    snprintf(build->kept, sizeof build->kept, "%s/%s", path, build->key);
    snprintf(build->log, sizeof build->log, "%s/%s.log", path, build->key);
    *build->scratch = 0;
    enum cd_code code = cd_cache_open(BUILDS, true, &folder, status);
    if (code)
        return code;
    close(folder);
    remove_leftovers(path);
    return CD_OK;
}

// ---- building ---------------------------------------------------------------------------------------------

/// The first complaint of the compiler in the log, or the log's last line.
static void find_complaint(FILE *log, char *complaint, size_t bytes)
{
    char line[400];
    *complaint = 0;
    rewind(log);
    while (fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = 0;
        if (*line)
            snprintf(complaint, bytes, "%.300s", line);
        if (strstr(line, "error"))
            return;
    }
}

/// Unpacks an object and builds it, in the folder $1: $2 is the source tree, $3 the object, $4 the
/// configuration; the rest are what make is told, this build's flags instead of the revision's. What a
/// program needs to run, itself and its scenes, is left in kept/. Git tells its hooks by variables which
/// repository it is at, and make its children by others what its own flags are; both would be wrong here.
static const char script[] =
    "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE MAKEFLAGS MFLAGS MAKELEVEL\n"
    "set -e; cd \"$1\"; tree=$2 object=$3 config=$4; shift 4\n"
    "mkdir -p source \"kept/build/$config\"\n"
    "git -C \"$tree\" archive --format=tar --output=\"$PWD/source.tar\" \"$object\"\n"
    "tar --no-same-permissions -xf source.tar -C source\n"
    "make -C source config=\"$config\" \"$@\" \"build/$config/cdbench\"\n"
    "mv source/VERSION source/scenes kept\n"
    "mv \"source/build/$config/cdbench\" \"kept/build/$config\"\n";

/// Runs the script; what fails is said by its log.
static enum cd_code compile(const struct build *build, const char *object, FILE *log,
                            struct cd_progress *progress, struct cd_status *status)
{
    char tree[FOLDER_BYTES], parallel[20], flags[4100], revision[100], compiler[600], complaint[320];
    struct cd_process process;
    CD_ASSERT(cd_program_source_tree(tree, sizeof tree));
    snprintf(parallel, sizeof parallel, "-j%u", cd_usable_processors());
    snprintf(flags, sizeof flags, "CFLAGS_%s=%s", cd_build_config(), build->flags);
    snprintf(revision, sizeof revision, "revision=%.12s", object);
    snprintf(compiler, sizeof compiler, "CC=%s", cd_build_compiler_command());
    const char *const words[] = {
        "sh",     "-c",     script,           "sh",  build->scratch, tree,     object, cd_build_config(),
        parallel, compiler, "CFLAGS_common=", flags, "CFLAGS=",      revision, NULL};
    enum cd_code code = cd_process_run_logged(words[0], words, log, progress, &process, status);
    if (code || !process.exit_code)
        return code;
    find_complaint(log, complaint, sizeof complaint);
    if (*complaint)
        return cd_fail(status, CD_ENVIRONMENT, "cannot build: %s; %s says more", complaint, build->log);
    unlink(build->log); // it has no room either
    return cd_fail(status, CD_IO, "cannot build in %s: make room on its disk", build->scratch);
}

/// Puts what was built where it is kept.
static enum cd_code keep(const struct build *build, struct cd_status *status)
{
    char from[FOLDER_BYTES + 10];
    snprintf(from, sizeof from, "%s/kept", build->scratch);
    // Somebody else may have built the same meanwhile, which is as good.
    if (!rename(from, build->kept) || errno == ENOTEMPTY || errno == EEXIST)
        return CD_OK;
    return cd_fail(status, CD_IO, "%s: cannot be put there: %s", build->kept, strerror(errno));
}

static enum cd_code make_it(struct build *build, const char *object, struct cd_progress *progress,
                            struct cd_status *status)
{
    snprintf(build->scratch, sizeof build->scratch, "%.*s.XXXXXX", FOLDER_BYTES - 10, build->kept);
    if (!mkdtemp(build->scratch)) {
        *build->scratch = 0;
        return cd_fail(status, CD_IO, "%s: cannot be made: %s", build->kept, strerror(errno));
    }
    int descriptor = open(build->log, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *log = descriptor < 0 ? NULL : fdopen(descriptor, "w+");
    if (!log)
        return cd_fail(status, CD_IO, "%s: cannot be written: %s", build->log, strerror(errno));
    enum cd_code code = compile(build, object, log, progress, status);
    fclose(log);
    if (!code)
        code = keep(build, status);
    if (!code || code == CD_INTERRUPTED)
        unlink(build->log);
    return code;
}

enum cd_code cd_source_build(const char *object, enum cd_alignment alignment, struct cd_progress *progress,
                             char program[PATH_MAX], struct cd_status *status)
{
    char what[100];
    struct build build = {.flags = ""};
    enum cd_code code = plan_build(&build, object, alignment, status);
    if (code)
        return code;
    code = find_program(&build, program, status);
    if (code || *program)
        return code;
    snprintf(what, sizeof what, "building %.10s%s", object,
             alignment == CD_ALIGNED_OTHERWISE ? " with another alignment" : "");
    cd_progress_step(progress, what, 0);
    mode_t usual = umask(077); // nobody else may change what is run from there
    code = make_it(&build, object, progress, status);
    umask(usual);
    if (*build.scratch)
        nftw(build.scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return code ? code : find_program(&build, program, status);
}
