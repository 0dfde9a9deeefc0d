#include "bench/compare/side.h"

#include "algos/threads.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/program_file.h"
#include "bench/record/build_info.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Later flags override earlier ones. A default build begins its functions and loops at the beginning of cache lines.
/// This build does not.
#define OTHER_ALIGNMENT " -falign-functions=16 -falign-loops=16"

/// The folder of the builds in the cache folder.
#define BUILDS "builds"

enum { FOLDER_BYTES = 2048 };

// ---- git --------------------------------------------------------------------------------------------------

/// The beginning of scripts that run git. Git uses these variables to tell its hooks which repository it works on, and
/// that repository may not be the one of the source tree.
#define OUTSIDE_HOOKS "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; "

/// Runs a script in the source tree, with `word` as its $2. The first line of its output goes to `line`.
static enum cd_code ask_git(const char *script, const char *word, char *line, size_t bytes,
                            struct cd_status *status)
{
    char tree[FOLDER_BYTES], whole[600];
    struct cd_process process;
    if (!cd_program_source_tree(tree, sizeof tree))
        return cd_fail(status, CD_ENVIRONMENT, "it does not lie in a source tree");
    snprintf(whole, sizeof whole, OUTSIDE_HOOKS "cd \"$1\" && %s", script);
    const char *const words[] = {"sh", "-c", whole, "sh", tree, word, NULL};
    enum cd_code code = cd_process_run(words, false, NULL, &process, status);
    if (code)
        return code;
    snprintf(line, bytes, "%.*s", (int)strcspn(process.output, "\n"), process.output);
    if (process.exit_code)
        code = cd_fail(status, CD_ENVIRONMENT, "%s: git: %s", tree,
                       *process.complaint ? process.complaint : "no such thing");
    cd_free(process.output);
    return code;
}

/// Checks that the source tree is under git. A tree unpacked somewhere below another repository is not.
static enum cd_code check_repository(struct cd_status *status)
{
    char line[200];
    struct cd_status inner;
    enum cd_code code = ask_git("git ls-files --error-unmatch VERSION", "", line, sizeof line, &inner);
    if (code == CD_INTERRUPTED)
        return cd_fail(status, code, "%s", inner.text);
    if (code)
        return cd_fail(status, CD_ENVIRONMENT,
                       "this cdbench knows no revisions (%s); use build: for builds of yours", inner.text);
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

/// Finds what this program was built from: its commit or, when files differed from the commit, the current tree with
/// every file that git does not ignore. Git stores this tree through an index of our own.
static enum cd_code find_source(struct cd_side *side, struct cd_status *status)
{
    struct cd_status ignored;
    enum cd_code code = check_repository(status);
    if (code)
        return code;
    side->changed = strstr(cd_build.revision, "-dirty") != NULL;
    if (!side->changed && !find_commit(cd_build.revision, side->object, &ignored))
        return CD_OK;
    side->changed = true;
    return ask_git("index=$(mktemp -d) && trap 'rm -rf \"$index\"' EXIT && "
                   "export GIT_INDEX_FILE=\"$index/index\" && "
                   "git read-tree HEAD && git add --all :/ && git write-tree",
                   "", side->object, sizeof side->object, status);
}

// ---- building ---------------------------------------------------------------------------------------------

/// One build.
struct build {
    const char *object;
    char flags[4000];
    char key[200];           ///< its name among the builds
    char kept[FOLDER_BYTES]; ///< its folder, which may not exist yet
};

/// Writes the path of the program if it is already built, or else "". A program that other users may have written is an
/// error.
static enum cd_code find_program(const struct build *build, char program[PATH_MAX], struct cd_status *status)
{
    char below[FOLDER_BYTES];
    FILE *file;
    int folder;
    *program = 0;
    if (access(build->kept, F_OK))
        return CD_OK;
    snprintf(below, sizeof below, BUILDS "/%s/build/%s", build->key, cd_build.config);
    enum cd_code code = cd_cache_open(below, false, &folder, status);
    if (code)
        return code;
    snprintf(program, PATH_MAX, "%s/build/%s/cdbench", build->kept, cd_build.config);
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
    snprintf(build->flags, sizeof build->flags, "%s%s", cd_build.flags, otherwise ? OTHER_ALIGNMENT : "");
    int length =
        snprintf(text, sizeof text, "%s|%s|%s", build->flags, cd_build.compiler, cd_build.compiler_command);
    cd_hash_text(cd_hash_bytes(text, (size_t)length), hash);
    snprintf(build->key, sizeof build->key, "%s-%s-%.12s", build->object, cd_build.config, hash);
    if (!cd_cache_folder(cache, sizeof cache))
        return cd_fail(status, CD_ENVIRONMENT,
                       "there is no cache folder to build in; set CDBENCH_CACHE to a folder");
    snprintf(path, sizeof path, "%s/" BUILDS, cache);
    snprintf(build->kept, sizeof build->kept, "%s/%s", path, build->key);
    enum cd_code code = cd_cache_open(BUILDS, true, &folder, status);
    if (!code)
        close(folder);
    return code;
}

/// Builds an object of git and puts it at $1. $2 is the source tree, $3 the object, $4 the configuration. The remaining
/// words are for make: this build's flags, which replace the flags of the revision. Keeps what a program needs to run:
/// the program itself and its scenes. The build appears at once, when it is complete. Another process may have built
/// the same meanwhile, and its build is as good. Removes the remains of builds that were killed, once they are so old
/// that the build would long be finished. Make passes its own flags to its children in variables, which would be wrong
/// here. Exit codes: 1 when the object does not build, and then the log says more; 2 when there is no room for it.
static const char script[] = OUTSIDE_HOOKS
    "unset MAKEFLAGS MFLAGS MAKELEVEL; umask 077\n"
    "kept=$1 tree=$2 object=$3 config=$4; shift 4\n"
    "find \"${kept%/*}\" -mindepth 1 -maxdepth 1 -type d -name '*.*' -mtime +0 -exec rm -rf {} +\n"
    "scratch=$(mktemp -d \"$kept.XXXXXX\") || exit 2\n"
    "trap 'rm -rf \"$scratch\"' EXIT; trap 'rm -f \"$kept.log\"; exit 2' TERM\n"
    "(set -e; cd \"$scratch\"; mkdir -p source \"kept/build/$config\"\n"
    "git -C \"$tree\" archive --format=tar --output=\"$scratch/source.tar\" \"$object\"\n"
    "tar --no-same-permissions -xf source.tar -C source\n"
    "make -C source config=\"$config\" \"$@\" \"build/$config/cdbench\"\n"
    "mv source/VERSION source/scenes kept\n"
    "mv \"source/build/$config/cdbench\" \"kept/build/$config\") >\"$kept.log\" 2>&1 || {\n"
    "    [ -s \"$kept.log\" ] || { rm -f \"$kept.log\"; exit 2; } # it has no room either\n"
    "    { grep -m 1 error \"$kept.log\" || tail -n 1 \"$kept.log\"; } >&2; exit 1\n"
    "}\n"
    "mv -T \"$scratch/kept\" \"$kept\" || [ -d \"$kept\" ] || exit 2\n"
    "rm -f \"$kept.log\"\n";

static enum cd_code make_it(const struct build *build, struct cd_progress *progress, struct cd_status *status)
{
    char tree[FOLDER_BYTES], parallel[20], flags[4100], revision[100], compiler[600];
    struct cd_process process;
    CD_ASSERT(cd_program_source_tree(tree, sizeof tree));
    snprintf(parallel, sizeof parallel, "-j%u", cd_usable_processors());
    snprintf(flags, sizeof flags, "CFLAGS_%s=%s", cd_build.config, build->flags);
    snprintf(revision, sizeof revision, "revision=%.12s", build->object);
    snprintf(compiler, sizeof compiler, "CC=%s", cd_build.compiler_command);
    const char *const words[] = {
        "sh",     "-c",     script,           "sh",  build->kept, tree,     build->object, cd_build.config,
        parallel, compiler, "CFLAGS_common=", flags, "CFLAGS=",   revision, NULL};
    // Compilers do not notice when the make or the gcc that started them has ended.
    enum cd_code code = cd_process_run(words, true, progress, &process, status);
    if (code)
        return code;
    if (process.exit_code == 1)
        code = cd_fail(status, CD_ENVIRONMENT, "cannot build: %s; %s.log says more", process.complaint,
                       build->kept);
    else if (process.exit_code)
        code = cd_fail(status, CD_IO, "cannot build in %s: make room on its disk%s%s", build->kept,
                       *process.complaint ? ": " : "", process.complaint);
    cd_free(process.output);
    return code;
}

/// Builds the object of a side with the flags of this program, unless it is already built.
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
    code = make_it(&build, progress, status);
    return code ? code : find_program(&build, side->program, status);
}

// ---- sides ------------------------------------------------------------------------------------------------

/// Every cdbench lists its algorithms in JSON. A program that dies of a signal passes: the comparison of answers finds it.
static enum cd_code check_program(const struct cd_side *side, struct cd_status *status)
{
    const char *const words[] = {side->program, "list", "algos", "--json", NULL};
    struct cd_process process;
    enum cd_code code = cd_process_run(words, false, NULL, &process, status);
    if (code)
        return code;
    json_t *list = json_loads(process.output, 0, NULL);
    if (!process.signal && !json_object_get(list, "algos"))
        code =
            cd_fail(status, CD_USAGE,
                    "%s: no cdbench, as its `list algos --json` tells; name a cdbench or a folder with one",
                    side->typed);
    json_decref(list);
    cd_free(process.output);
    return code;
}

static enum cd_code find_build(struct cd_side *side, struct cd_status *status)
{
    static const char *const below[] = {"", "/cdbench", "/build/release/cdbench", "/bin/cdbench"};
    char path[PATH_MAX];
    struct stat found;
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        int length = snprintf(path, sizeof path, "%s%s", side->value, below[i]);
        if (length > 0 && length < PATH_MAX && !stat(path, &found) && S_ISREG(found.st_mode) &&
            !access(path, X_OK) && realpath(path, side->program))
            return check_program(side, status);
    }
    return cd_fail(status, CD_IO, "%s: neither an executable file nor a folder with cdbench in it",
                   side->typed);
}

static enum cd_code find_itself(struct cd_side *side, struct cd_status *status)
{
    if (realpath(cd_program_file(), side->program))
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
    side->kind = CD_SIDE_PLUGIN;
    if (*side->value && !strncmp(typed, "plugin:", 7))
        return access(side->value, R_OK)
                   ? cd_fail(status, CD_IO, "%s: cannot read the plug-in: %s", typed, strerror(errno))
                   : find_itself(side, status);
    return cd_fail(status, CD_USAGE,
                   "%s: not a side of a comparison; write build:PATH, rev:REVISION, algo:NAME[:key=value...] "
                   "or plugin:FILE",
                   typed);
}

enum cd_code cd_side_build(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    return side->kind == CD_SIDE_REVISION ? build_object(side, false, progress, status) : CD_OK;
}

bool cd_side_has_source(const struct cd_side *side)
{
    return side->kind == CD_SIDE_REVISION || side->kind == CD_SIDE_ALGO;
}

enum cd_code cd_side_realign(struct cd_side *side, struct cd_progress *progress, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    if (!cd_side_has_source(side))
        return cd_fail(status, CD_ENVIRONMENT, "%s is a finished build", side->typed);
    if (side->kind == CD_SIDE_ALGO)
        code = find_source(side, status);
    return code ? code : build_object(side, true, progress, status);
}
