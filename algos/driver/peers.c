#include "algos/driver/peers.h"

#include "algos/driver/plugin.h"
#include "algos/driver/registry.h"
#include "base/memory.h"
#include "base/program_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct cd_column columns[] = {{"name", CD_TYPE_TEXT, NULL},    {"role", CD_TYPE_TEXT, NULL},
                                           {"title", CD_TYPE_TEXT, NULL},   {"library", CD_TYPE_TEXT, NULL},
                                           {"licence", CD_TYPE_TEXT, NULL}, {"file", CD_TYPE_TEXT, NULL}};

enum { COLUMNS = sizeof columns / sizeof *columns };

/// The path of a file in the folder of peers. That folder is beside the program or, for the programs of experiments,
/// beside their folder.
static void path_of(const char *file, char path[PATH_MAX])
{
    char own[PATH_MAX - 300] = "";
    cd_program_folder(own, sizeof own);
    snprintf(path, PATH_MAX, "%s/peers/%.200s", own, file);
    if (access(path, F_OK))
        snprintf(path, PATH_MAX, "%s/../peers/%.200s", own, file);
}

const struct cd_table *cd_peers(void)
{
    static struct cd_table *peers;
    char path[PATH_MAX];
    struct cd_status ignored;
    if (peers)
        return peers;
    path_of("manifest.csv", path);
    if (cd_table_read(path, columns, COLUMNS, &peers, &ignored))
        peers = cd_table_create(columns, COLUMNS);
    return peers;
}

/// Whether a specification has the name as its algorithm or as the value of a setting.
static bool names(const char *specification, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = specification; (at = strstr(at, name)); at++)
        if ((at == specification || at[-1] == '=') && (!at[length] || at[length] == ':'))
            return true;
    return false;
}

enum cd_code cd_peers_require(const char *specification, struct cd_status *status)
{
    const struct cd_table *peers = cd_peers();
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < peers->row_count && !code; i++) {
        char path[PATH_MAX];
        const char *name = cd_table_text(peers, i, "name");
        if (!names(specification, name) || cd_algo_find(name))
            continue;
        path_of(cd_table_text(peers, i, "file"), path);
        code = cd_plugin_load(path, status);
        if (!code && !cd_algo_find(name))
            code =
                cd_fail(status, CD_DATA, "%s: has no algorithm %s; `make peers` builds it again", path, name);
    }
    return code;
}

static void describe_missing(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->takes = CD_TAKES_BODIES | CD_TAKES_REGIONS;
}

static enum cd_code create_missing(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)self;
    return cd_fail(status, CD_ENVIRONMENT,
                   "the plug-in with %s is not built; `make peers` in a source tree installs its library "
                   "and builds it",
                   create->algo->name);
}

static const struct cd_scene_algo missing_scene = {.create = create_missing};

static const struct cd_algo missing[] = {
#define PEER(word, file)                                                                                     \
    {.name = #word,                                                                                          \
     .title = "a peer that is not built",                                                                    \
     .source = "make peers",                                                                                 \
     .needs = CD_NEED_LIBRARY,                                                                               \
     .describe = describe_missing,                                                                           \
     .scene = &missing_scene},
#include "algos/peers.def"
#undef PEER
};

const struct cd_algo *cd_peer_named(const char *specification, bool loaded_too)
{
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (names(specification, missing[i].name) && (loaded_too || !cd_algo_find(missing[i].name)))
            return &missing[i];
    return NULL;
}
