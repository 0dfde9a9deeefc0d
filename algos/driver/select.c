#include "algos/driver/select.h"

#include "algos/driver/driver.h"
#include "algos/driver/former.h"
#include "algos/driver/peers.h"
#include "algos/driver/registry.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"

#include <string.h>

struct cd_settings *cd_algo_settings(const struct cd_algo *algo)
{
    const struct cd_param *tables[] = {algo->params, cd_driver_params()};
    return cd_settings_create(tables, algo->pair ? 2 : 1);
}

void cd_algo_names(struct cd_texts *names)
{
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!algo->broad && !cd_algo_is_hidden(algo))
            cd_texts_add(names, algo->name);
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        cd_texts_add(names, preset->name);
    for (size_t i = 0; i < cd_peers()->row_count; i++) {
        const char *peer = cd_table_text(cd_peers(), i, "name");
        if (strcmp(cd_table_text(cd_peers(), i, "role"), "broad") != 0 && !cd_algo_find(peer))
            cd_texts_add(names, peer);
    }
}

static enum cd_code fail_unknown(const char *name, struct cd_status *status)
{
    struct cd_texts names = {0};
    cd_algo_names(&names);
    const char *nearest = cd_nearest_name(name, names.items, names.count);
    cd_texts_release(&names);
    if (nearest)
        return cd_fail(status, CD_USAGE, "unknown algorithm '%s'; did you mean '%s'?", name, nearest);
    return cd_fail(status, CD_USAGE, "unknown algorithm '%s'; `cdbench list algos` shows all", name);
}

enum cd_code cd_algo_select(const char *specification, const struct cd_algo **algo,
                            struct cd_settings **settings, struct cd_status *status)
{
    *algo = NULL;
    *settings = NULL;
    enum cd_code code = cd_peers_require(specification, status);
    if (code)
        return code;
    *algo = cd_peer_named(specification, false);
    if (*algo) { // and its settings are not known
        *settings = cd_settings_create(NULL, 0);
        return CD_OK;
    }
    char *name = cd_duplicate(specification), *arguments = strchr(name, ':'), *present = NULL;
    if (arguments)
        *arguments++ = '\0';
    const struct cd_preset *preset = cd_preset_find(name);
    *algo = cd_algo_find(preset ? preset->algo : name);
    if (*algo)
        *settings = cd_algo_settings(*algo);
    else
        code = fail_unknown(name, status);
    if (!code && preset) {
        code = cd_settings_apply(*settings, name, preset->settings, status);
        cd_settings_start_from(*settings, preset->name);
    }
    if (!code && arguments) {
        const char *broad = cd_settings_has(*settings, "broad") ? cd_setting_choice(*settings, "broad") : "";
        code = cd_former_settings((*algo)->name, broad, arguments, &present, status);
    }
    if (!code && present && (*present || !*arguments)) // empty if nothing of it is left
        code = cd_settings_apply(*settings, name, present, status);
    cd_free(present);
    cd_free(name);
    if (code) {
        cd_settings_destroy(*settings);
        *settings = NULL;
    }
    return code;
}
