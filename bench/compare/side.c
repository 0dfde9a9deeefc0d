#include "bench/compare/side.h"

#include "base/atomic_file.h"
#include "base/cache_folder.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/program_file.h"
#include "bench/record/build_info.h"
#include "bench/record/fingerprint.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Later flags count. A build as it is by default has its functions and loops at the beginning of lines of
/// the cache; this one does not.
#define OTHER_ALIGNMENT " -falign-functions=16 -falign-loops=16"

/// The folder of the builds in the cache folder.
#define BUILDS "builds"

enum { FOLDER_BYTES = 2048 };

// ---- git --------------------------------------------------------------------------------------------------

/// The beginning of scripts that run git. Git tells its hooks by these variables which repository it is at;
/// that need not be the source tree's.
#define OUTSIDE_HOOKS "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; "

/// Runs a script in the source tree, with `word` as its $2. The first line of its output goes to `line`.
static enum cd_code ask_git(const char *script, const char *word, char *line, size_t bytes,
                            struct cd_status *status)
{
    char tree[FOLDER_BYTES], whole[600];
    struct cd_process process;
    if (!cd_program_source_tree(tree, sizeof tree))
        return cd_fail(
            status, CD_ENVIRONMENT,
            "this cdbench does not lie in a source tree, so that it knows no revisions; use build:");
    snprintf(whole, sizeof whole, OUTSIDE_HOOKS "cd \"$1\" && %s", script);
    const char *const words[] = {"sh", "-c", whole, "sh", tree, word, NULL};
    enum cd_code code = cd_process_run(words, NULL, NULL, &process, status);
    if (code)
        return code;
    snprintf(line, bytes, "%.*s", (int)strcspn(process.output, "\n"), process.output);
    if (process.exit_code)
        code = cd_fail(status, CD_ENVIRONMENT, "%s: git: %s", tree,
                       *process.complaint ? process.complaint : "no such thing");
    cd_free(process.output);
    return code;
}

/// A tree unpacked somewhere below another repository is not under git.
static enum cd_code check_repository(struct cd_status *status)
{
    char line[200];
    struct cd_status inner;
    enum cd_code code = ask_git("git ls-files --error-unmatch VERSION", "", line, sizeof line, &inner);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "%s", inner.text);
    if (code)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "the source tree of this cdbench is not under git (%s); use build: for builds of yours",
            inner.text);
    return CD_OK;
}

/// The commit that a revision such as "HEAD~3" or "v1.0" names.
static enum cd_code find_commit(const char *revision, char object[CD_OBJECT_TEXT], struct cd_status *status)
{
    struct cd_status inner;
    enum cd_code code = check_repository(status);
    if (code)
        return code;
    code = ask_git("git rev-parse --verify --quiet --end-of-options \"$2^{commit}\"", revision, object,
                   CD_OBJECT_TEXT, &inner);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "%s", inner.text);
    if (code)
        return cd_fail(status, CD_USAGE,
                       "rev:%s: no such revision; `git log --oneline` lists them (a shallow clone has few)",
                       revision);
    return CD_OK;
}

bool cd_source_is_dirty(void)
{
    char line[300];
    struct cd_status ignored;
    return !ask_git("git status --porcelain --untracked-files=no -- .", "", line, sizeof line, &ignored) &&
           *line;
}

/// What this program was built from: its commit or, where files differed from it, the tree as it is now with
/// every file that git does not ignore, which git's store then has under an index of our own.
static enum cd_code find_source(struct cd_side *side, struct cd_status *status)
{
    struct cd_status ignored;
    enum cd_code code = check_repository(status);
    if (code)
        return code;
    side->changed = strstr(cd_build_revision(), "-dirty") != NULL;
    if (!side->changed && !find_commit(cd_build_revision(), side->object, &ignored))
        return CD_OK;
    side->changed = true;
    return ask_git("index=$(mktemp -d) && trap 'rm -rf \"$index\"' EXIT && "
                   "export GIT_INDEX_FILE=\"$index/index\" && "
                   "git read-tree HEAD && git add --all :/ && git write-tree",
                   "", side->object, sizeof side->object, status);
}

// ---- where builds are kept --------------------------------------------------------------------------------

/// One build under way.
struct build {
    const char *object;
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

static enum cd_code plan_build(struct build *build, bool otherwise, struct cd_status *status)
{
    char cache[1500], path[1600], hash[CD_HASH_TEXT], text[5000];
    int folder;
    snprintf(build->flags, sizeof build->flags, "%s%s", cd_build_flags(), otherwise ? OTHER_ALIGNMENT : "");
    int length = snprintf(text, sizeof text, "%s|%s|%s", build->flags, cd_build_compiler(),
                          cd_build_compiler_command());
    cd_hash_text(cd_hash_bytes(text, (size_t)length), hash);
    snprintf(build->key, sizeof build->key, "%s-%s-%.12s", build->object, cd_build_config(), hash);
    if (!cd_cache_folder(cache, sizeof cache))
        return cd_fail(status, CD_ENVIRONMENT,
                       "there is no cache folder to build in; set CDBENCH_CACHE to a folder");
    snprintf(path, sizeof path, "%s/" BUILDS, cache);
    snprintf(build->kept, sizeof build->kept, "%s/%s", path, build->key);
    snprintf(build->log, sizeof build->log, "%s/%s.log", path, build->key);
    enum cd_code code = cd_cache_open(BUILDS, true, &folder, status);
    if (!code)
        close(folder);
    return code;
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
/// program needs to run, itself and its scenes, is left in kept/. What a build left that was killed, at a
/// time when it would long be finished, is removed. Make tells its children by variables what its own flags
/// are, which would be wrong here.
static const char script[] =
    OUTSIDE_HOOKS "unset MAKEFLAGS MFLAGS MAKELEVEL\n"
                  "set -e; cd \"$1\"; tree=$2 object=$3 config=$4; shift 4\n"
                  "find .. -mindepth 1 -maxdepth 1 -type d -name '*.*' -mtime +0 -exec rm -rf {} +\n"
                  "mkdir -p source \"kept/build/$config\"\n"
                  "git -C \"$tree\" archive --format=tar --output=\"$PWD/source.tar\" \"$object\"\n"
                  "tar --no-same-permissions -xf source.tar -C source\n"
                  "make -C source config=\"$config\" \"$@\" \"build/$config/cdbench\"\n"
                  "mv source/VERSION source/scenes kept\n"
                  "mv \"source/build/$config/cdbench\" \"kept/build/$config\"\n";

/// Runs the script; what fails is said by its log.
static enum cd_code compile(const struct build *build, FILE *log, struct cd_progress *progress,
                            struct cd_status *status)
{
    char tree[FOLDER_BYTES], parallel[20], flags[4100], revision[100], compiler[600], complaint[320];
    struct cd_process process;
    CD_ASSERT(cd_program_source_tree(tree, sizeof tree));
    snprintf(parallel, sizeof parallel, "-j%u", cd_usable_processors());
    snprintf(flags, sizeof flags, "CFLAGS_%s=%s", cd_build_config(), build->flags);
    snprintf(revision, sizeof revision, "revision=%.12s", build->object);
    snprintf(compiler, sizeof compiler, "CC=%s", cd_build_compiler_command());
    const char *const words[] = {"sh",
                                 "-c",
                                 script,
                                 "sh",
                                 build->scratch,
                                 tree,
                                 build->object,
                                 cd_build_config(),
                                 parallel,
                                 compiler,
                                 "CFLAGS_common=",
                                 flags,
                                 "CFLAGS=",
                                 revision,
                                 NULL};
    enum cd_code code = cd_process_run(words, log, progress, &process, status);
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

static enum cd_code make_it(struct build *build, struct cd_progress *progress, struct cd_status *status)
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
    enum cd_code code = compile(build, log, progress, status);
    fclose(log);
    if (!code)
        code = keep(build, status);
    if (!code || code == CD_INTERRUPTED)
        unlink(build->log);
    return code;
}

static int remove_one(const char *path, const struct stat *information, int kind, struct FTW *place)
{
    (void)information, (void)kind, (void)place;
    return remove(path);
}

/// Builds the object of a side with the flags of this program, unless that has been done before.
static enum cd_code build_object(struct cd_side *side, bool otherwise, struct cd_progress *progress,
                                 struct cd_status *status)
{
    char what[100];
    struct build build = {.object = side->object};
    enum cd_code code = plan_build(&build, otherwise, status);
    if (!code)
        code = find_program(&build, side->program, status);
    if (code || *side->program)
        return code;
    snprintf(what, sizeof what, "building %.10s%s", side->object, otherwise ? " with another alignment" : "");
    cd_progress_step(progress, what, 0);
    mode_t usual = umask(077); // nobody else may change what is run from there
    code = make_it(&build, progress, status);
    umask(usual);
    if (*build.scratch)
        nftw(build.scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return code ? code : find_program(&build, side->program, status);
}

// ---- sides ------------------------------------------------------------------------------------------------

static bool is_executable(const char *path)
{
    struct stat information;
    return !stat(path, &information) && S_ISREG(information.st_mode) && !access(path, X_OK);
}

/// Every cdbench begins its `version` so. One that dies of a signal is left to the comparison of answers.
static enum cd_code check_program(const struct cd_side *side, struct cd_status *status)
{
    const char *const words[] = {side->program, "version", NULL};
    struct cd_process process;
    enum cd_code code = cd_process_run(words, NULL, NULL, &process, status);
    if (code)
        return code;
    if (!process.signal && strncmp(process.output, "cdbench ", 8) != 0)
        code = cd_fail(status, CD_USAGE,
                       "%s: no cdbench, as its `version` tells; name a cdbench or a folder with one",
                       side->typed);
    cd_free(process.output);
    return code;
}

static enum cd_code find_build(struct cd_side *side, struct cd_status *status)
{
    static const char *const below[] = {"", "/cdbench", "/build/release/cdbench", "/bin/cdbench"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        int length = snprintf(path, sizeof path, "%s%s", side->value, below[i]);
        if (length > 0 && length < PATH_MAX && is_executable(path) && realpath(path, side->program))
            return check_program(side, status);
    }
    return cd_fail(status, CD_IO, "%s: neither an executable file nor a folder with cdbench in it",
                   side->typed);
}

static enum cd_code find_itself(struct cd_side *side, struct cd_status *status)
{
    if (realpath("/proc/self/exe", side->program))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "%s: the system does not tell where this program is; use build:", side->typed);
}

enum cd_code cd_side_parse(const char *typed, struct cd_side *side, struct cd_status *status)
{
    *side = (struct cd_side){.typed = typed};
    side->value = strchr(typed, ':') ? strchr(typed, ':') + 1 : "";
    if (*side->value && !strncmp(typed, "build:", 6))
        return find_build(side, status);
    side->kind = CD_SIDE_REVISION;
    if (*side->value && !strncmp(typed, "rev:", 4))
        return find_commit(side->value, side->object, status);
    side->kind = CD_SIDE_ALGO;
    if (*side->value && !strncmp(typed, "algo:", 5))
        return find_itself(side, status);
    return cd_fail(
        status, CD_USAGE,
        "%s: not a side of a comparison; write build:PATH, rev:REVISION or algo:NAME[:key=value...]", typed);
}

enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    return side->kind == CD_SIDE_REVISION ? build_object(side, false, progress, status) : CD_OK;
}

enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (side->kind == CD_SIDE_BUILD)
        return cd_fail(status, CD_ENVIRONMENT, "%s is a finished build", side->typed);
    if (side->kind == CD_SIDE_ALGO)
        code = find_source(side, status);
    return code ? code : build_object(side, true, progress, status);
}
