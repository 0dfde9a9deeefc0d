// Plug-ins: shared objects that export `cd_plugin`. Everything is checked before anything is registered.
#include "algos/driver/plugin.h"

#include "algos/driver/driver.h"
#include "algos/driver/registry.h"
#include "base/activity.h"
#include "base/forked.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/thread_state.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// The first of the functions that a role needs and that the record lacks; NULL when it has all.
static const char *what_is_missing(const struct cd_algo *algo)
{
    const struct cd_pair_algo *pair = algo->pair;
    const struct cd_broad_phase *broad = algo->broad;
    const struct cd_scene_algo *scene = algo->scene;
    if (!pair && !broad && !scene)
        return "its role: one of `pair`, `broad` and `scene`";
    if (pair)
        return !pair->test ? "`test`" : pair->place && !pair->placement_bytes ? "`placement_bytes`" : NULL;
    if (broad ? !broad->create : !scene->create)
        return "`create`";
    if (broad ? !broad->destroy : !scene->destroy)
        return "`destroy`";
    return broad ? broad->candidates ? NULL : "`candidates`" : scene->query ? NULL : "`query`";
}

static enum cd_code check_algo(const char *path, const struct cd_plugin_info *plugin, uint32_t i,
                               struct cd_status *status)
{
    const struct cd_algo *algo = plugin->algos[i];
    const char *name = algo ? algo->name : NULL;
    if (!name || !*name || name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        return cd_fail(status, CD_DATA,
                       "%s: record %u has no name of lower-case letters, digits and underscores", path, i);
    if (!algo->title || !algo->source)
        return cd_fail(status, CD_DATA, "%s: %s has no title or no source", path, name);
    if (!!algo->pair + !!algo->broad + !!algo->scene > 1)
        return cd_fail(status, CD_DATA, "%s: %s has more than one of `pair`, `broad` and `scene`", path,
                       name);
    const char *missing = what_is_missing(algo);
    if (missing)
        return cd_fail(status, CD_DATA, "%s: %s lacks %s", path, name, missing);
    if ((unsigned)algo->needs > CD_NEED_LIBRARY)
        return cd_fail(status, CD_DATA, "%s: `needs` of %s is no member of enum cd_need", path, name);
    bool taken = cd_algo_find(name) || cd_preset_find(name);
    for (uint32_t j = 0; j < i; j++)
        taken |= !strcmp(plugin->algos[j]->name, name);
    if (taken)
        return cd_fail(status, CD_DATA, "%s: there is an algorithm named '%s' already; rename yours", path,
                       name);
    for (const struct cd_param *param = algo->params; param && param->name; param++) {
        const char *fault = cd_param_fault(param);
        for (const struct cd_param *own = cd_driver_params(); own->name && !algo->scene; own++)
            if (!strcmp(own->name, param->name))
                fault = "every pair algorithm has a setting of that name already";
        for (const struct cd_param *before = algo->params; before != param; before++)
            if (!strcmp(before->name, param->name))
                fault = "it stands there twice";
        if (fault)
            return cd_fail(status, CD_DATA, "%s: setting '%s' of %s: %s", path, param->name, name, fault);
    }
    return CD_OK;
}

static enum cd_code check(const char *path, const struct cd_plugin_info *plugin, struct cd_status *status)
{
    if (plugin->abi_version != CD_ABI_VERSION)
        return cd_fail(status, CD_DATA,
                       "%s: built for ABI version %u, this program has %u; rebuild the plug-in", path,
                       plugin->abi_version, CD_ABI_VERSION);
    if (!plugin->count || !plugin->algos)
        return cd_fail(status, CD_DATA, "%s: the plug-in lists no algorithm", path);
    enum cd_code code = CD_OK;
    for (uint32_t i = 0; i < plugin->count && !code; i++)
        code = check_algo(path, plugin, i, status);
    return code;
}

static sigjmp_buf cut;

static void note_cut(int number)
{
    siglongjmp(cut, number);
}

/// Loads the plug-in in this process, but not in copies of it that its constructors make.
static void *load(const char *local)
{
    pid_t self = getpid();
    cd_activity_begin(local, NULL, CD_NO_FRAME);
    void *handle = dlopen(local, RTLD_NOW | RTLD_LOCAL);
    cd_activity_end();
    if (getpid() != self)
        _exit(0); // made without the library's fork
    return handle;
}

static enum cd_code load_there(void *box, struct cd_status *status)
{
    const char *local = *(const char **)box;
    if (sigsetjmp(cut, 1)) // a part of the file is missing, such as after a copy that failed
        return cd_fail(status, CD_DATA, "%s: the plug-in is cut short; build or copy it again", local);
    signal(SIGBUS, note_cut);
    load(local);
    cd_thread_restore();
    return CD_OK;
}

static struct cd_texts warnings;

void cd_plugin_note_changes(const char *who)
{
    char text[CD_CHANGES_TEXT];
    unsigned changes = cd_thread_changes();
    if (changes)
        cd_texts_print(&warnings,
                       "%s: changed the floating-point state when it was loaded (%s); it was restored, and "
                       "algorithms start without that",
                       who, cd_changes_text(changes, text));
}

void cd_plugin_advise(void (*warn)(void *user, const char *line), void *user)
{
    for (size_t i = 0; i < warnings.count; i++)
        warn(user, warnings.items[i]);
}

/// Loads the plug-in here. Its constructors run again; what they print is none of our results.
static void *load_here(const char *local)
{
    fflush(stdout);
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (output >= 0)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    cd_thread_changes(); // earlier ones are not its own
    void *handle = load(local);
    cd_thread_restore();
    fflush(stdout);
    if (output >= 0) {
        dup2(output, STDOUT_FILENO);
        close(output);
    }
    return handle;
}

enum cd_code cd_plugin_load(const char *path, struct cd_status *status)
{
    if (access(path, R_OK))
        return cd_fail(status, CD_IO, "%s: cannot read the plug-in: %s", path, strerror(errno));
    char *local = cd_allocate(strlen(path) + 3, 1); // dlopen would search the library path for a bare name
    sprintf(local, "%s%s", strchr(path, '/') ? "" : "./", path);
    // In another process first. Fails only if that ends, or if the file is cut short.
    enum cd_code code = cd_forked_once(load_there, &local, sizeof local, "when it was loaded", path, status);
    void *handle = code ? NULL : load_here(local);
    cd_free(local);
    if (code)
        return code;
    if (!handle)
        return cd_fail(status, CD_DATA, "%s: not a loadable plug-in: %s", path, dlerror());
    const struct cd_plugin_info *plugin = dlsym(handle, "cd_plugin");
    code =
        plugin ? check(path, plugin, status) : cd_fail(status, CD_DATA, "%s: exports no `cd_plugin`", path);
    if (code) {
        dlclose(handle);
        return code;
    }
    cd_plugin_note_changes(path);
    for (uint32_t i = 0; i < plugin->count; i++)
        cd_registry_add(plugin->algos[i], plugin, path);
    return CD_OK;
}
