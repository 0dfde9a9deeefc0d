// `cdbench list`: what there is. Algorithms with their settings, and what scenes are made of.
#include "algos/driver/driver.h"
#include "algos/driver/peers.h"
#include "algos/driver/plugin.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "algos/schedule.h"
#include "base/opengl.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/oracle/apart.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"
#include "scenes/adjust.h"
#include "scenes/path.h"
#include "scenes/recipe.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

struct list_values {
    bool all, json, manifest;
    struct cd_texts plugins;
};

static const struct cd_option list_options[] = {
    {"all", CD_OPTION_FLAG, NULL, offsetof(struct list_values, all), 0, 0,
     "list also algorithms that only test the harness, and the meaning of every key of a scene"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct list_values, json), 0, 0, "print JSON"},
    {"manifest", CD_OPTION_FLAG, NULL, offsetof(struct list_values, manifest), 0, 0,
     "print only the algorithms of the plug-ins, as the CSV manifest of a folder of peers"},
    {"plugin", CD_OPTION_LIST, "FILE", offsetof(struct list_values, plugins), 0, 0, "load a plug-in first"},
    CD_OPTION_END,
};

static void print_title(const char *name, const char *title)
{
    cd_print_wrapped(stdout, title, printf("  %-12s", name), 15, cd_terminal_width(stdout));
}

// ---- algorithms -------------------------------------------------------------------------------------------

static const char *role_of(const struct cd_algo *algo)
{
    return algo->pair ? "pair" : algo->broad ? "broad" : "scene";
}

static void list_params(const struct cd_param *param, int indent);

// Copies the n-th of the words between bars; false when there are fewer.
static bool nth_word(const char *words, size_t n, char *word, size_t size)
{
    for (; n > 0 && words; n--)
        words = (words = strchr(words, '|')) ? words + 1 : NULL;
    if (words)
        snprintf(word, size, "%.*s", (int)strcspn(words, "|"), words);
    return words;
}

// Lists the parameters that come with the words of a choice. Words that bring the same parameters are listed together.
static void list_brought(const struct cd_param *param, int indent)
{
    char word[80], other[80];
    for (size_t i = 0; nth_word(param->choices, i, word, sizeof word); i++) {
        const struct cd_param *table = param->brings(word);
        bool listed = !table || !table->name;
        for (size_t k = 0; k < i && !listed && nth_word(param->choices, k, other, sizeof other); k++)
            listed = param->brings(other) == table;
        if (listed)
            continue;
        char words[300];
        snprintf(words, sizeof words, "%s", word);
        for (size_t k = i + 1; nth_word(param->choices, k, other, sizeof other); k++)
            if (param->brings(other) == table)
                cd_append(words, sizeof words, " or %s", other);
        cd_print_line(stdout, indent + 2, "%*swith %s=%s also", indent, "", param->name, words);
        list_params(table, indent + 2);
    }
}

// Writes words between bars so that lines can be broken between them.
static const char *spread_words(const char *words, char *text, size_t bytes)
{
    char *end = text;
    *text = 0;
    for (; *words && end + 3 < text + bytes; words++)
        end = stpcpy(end, *words == '|' ? ", " : (const char[]){*words, 0});
    return text;
}

static void list_params(const struct cd_param *param, int indent)
{
    char text[1000], words[400];
    for (; param && param->name; param++) {
        if (cd_param_is_choice(param))
            snprintf(text, sizeof text, "%s=%s (%s): %s", param->name, param->default_text,
                     spread_words(param->choices, words, sizeof words), param->help);
        else if (param->kind == CD_KIND_INT && param->max >= 0x1p63) // a seed
            snprintf(text, sizeof text, "%s=%s (0 to %" PRId64 "): %s", param->name, param->default_text,
                     INT64_MAX, param->help);
        else
            snprintf(text, sizeof text, "%s=%s (%s%s%.15g to %.15g): %s", param->name, param->default_text,
                     spread_words(param->choices ? param->choices : "", words, sizeof words),
                     param->choices ? " or " : "", param->min, param->max, param->help);
        printf("%*s", indent - 2, "");
        cd_print_wrapped(stdout, text, indent - 2, indent, cd_terminal_width(stdout));
        if (param->brings)
            list_brought(param, indent);
    }
}

static const char *const meanings[] = {"surface", "solid"};
static const char *const qualities[] = {"exact", "approximate", "printed"};
static const char *const needs[] = {"nothing", "OpenGL", "a library"};

/// What crashes or hangs when it describes itself is noted in `fault`, and the others are listed all the same.
static void list_algo(const struct cd_algo *algo, struct cd_status *fault)
{
    print_title(algo->name, algo->title);
    char text[1000];
    snprintf(text, sizeof text, "source: %.600s", algo->source);
    if (!algo->broad) {
        struct cd_settings *settings = cd_algo_settings(algo);
        struct cd_description description;
        if (!cd_apart_describe(algo, settings, algo->name, &description, fault)) {
            cd_append(text, sizeof text, "; %s, %s; answers", meanings[description.meaning],
                      qualities[description.quality]);
            for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++)
                if (description.queries & CD_QUERY_BIT(query))
                    cd_append(text, sizeof text, " %s", cd_query_name(query));
        }
        cd_settings_destroy(settings);
    }
    if (algo->needs)
        cd_append(text, sizeof text, "; needs %s", needs[algo->needs]);
    printf("      ");
    cd_print_wrapped(stdout, text, 6, 6, cd_terminal_width(stdout));
    const struct cd_plugin_info *plugin = cd_algo_plugin(algo, NULL);
    if (plugin && plugin->library)
        cd_print_line(stdout, 6, "      runs %s%s%s", plugin->library, plugin->licence ? ", " : "",
                      plugin->licence ? plugin->licence : "");
    list_params(algo->params, 6);
}

/// Peers that are not loaded.
static void list_peers(void)
{
    const struct cd_table *peers = cd_peers();
    if (peers->row_count)
        cd_print_line(stdout, 2, "Algorithms of other libraries, loaded when they are named");
    for (size_t i = 0; i < peers->row_count; i++)
        if (!cd_algo_find(cd_table_text(peers, i, "name"))) {
            print_title(cd_table_text(peers, i, "name"), cd_table_text(peers, i, "title"));
            cd_print_line(stdout, 6, "      %s; runs %s, %s", cd_table_text(peers, i, "role"),
                          cd_table_text(peers, i, "library"), cd_table_text(peers, i, "licence"));
        }
}

/// The algorithms of plug-ins in the form of a manifest.
static void print_manifest(void)
{
    struct cd_table *manifest = cd_table_create(NULL, 0);
    const struct cd_algo *algo;
    const char *path;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++) {
        const struct cd_plugin_info *plugin = cd_algo_plugin(algo, &path);
        if (!plugin)
            continue;
        const char *file = strrchr(path, '/');
        const char *texts[][2] = {{"name", algo->name},         {"role", role_of(algo)},
                                  {"title", algo->title},       {"library", plugin->library},
                                  {"licence", plugin->licence}, {"file", file ? file + 1 : path}};
        size_t row = cd_table_add_row(manifest);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            cd_table_set_text(manifest, row, texts[k][0], texts[k][1]);
    }
    cd_table_write(manifest, stdout);
    cd_table_destroy(manifest);
}

static void list_role(const char *role, bool all, struct cd_status *fault)
{
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (!strcmp(role_of(algo), role) && (all || !cd_algo_is_hidden(algo)))
            list_algo(algo, fault);
}

static void list_algos(bool all, struct cd_status *fault)
{
    puts("Algorithms for pairs of bodies");
    list_role("pair", all, fault);
    puts("  all of them also take");
    for (const struct cd_param *param = cd_driver_params(); param->name; param++) {
        struct cd_param one[] = {*param, CD_PARAM_END};
        if (!strcmp(param->name, "broad"))
            one->brings = NULL; // listed below, algorithm by algorithm
        list_params(one, 6);
    }
    puts("Algorithms for whole frames");
    list_role("scene", all, fault);
    cd_print_line(
        stdout, 2,
        "Broad phases (for the setting broad=; the matchers of regions above are broad phases, too)");
    list_role("broad", all, fault);
    puts("Schedules (the setting schedule=)");
    const struct cd_schedule *schedule;
    for (size_t i = 0; (schedule = cd_schedule_at(i)); i++)
        print_title(schedule->name, schedule->title);
    list_peers();
    puts("Presets");
    const struct cd_preset *preset;
    for (size_t i = 0; (preset = cd_preset_at(i)); i++) {
        cd_print_line(stdout, 6, "  %-12s = %s:%s", preset->name, preset->algo, preset->settings);
        cd_print_line(stdout, 6, "      %s", preset->title);
    }
}

static json_t *json_params(const struct cd_settings *settings)
{
    json_t *list = json_array();
    const struct cd_param *param;
    for (size_t i = 0; (param = cd_settings_at(settings, i, NULL)); i++) {
        json_t *item = json_pack("{s:o, s:o, s:o}", "name", cd_json_text(param->name), "default",
                                 cd_json_text(param->default_text), "help", cd_json_text(param->help));
        if (param->choices)
            json_object_set_new(item, "choices", cd_json_text(param->choices));
        if (!cd_param_is_choice(param))
            json_object_set_new(item, "range", json_pack("[f, f]", param->min, param->max));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_algo(const struct cd_algo *algo, struct cd_status *fault)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    json_t *item = json_pack("{s:o, s:o, s:o, s:s, s:b, s:s, s:o}", "name", cd_json_text(algo->name), "title",
                             cd_json_text(algo->title), "source", cd_json_text(algo->source), "role",
                             role_of(algo), "hidden", cd_algo_is_hidden(algo), "needs", needs[algo->needs],
                             "settings", json_params(settings));
    struct cd_description description;
    if (!algo->broad && !cd_apart_describe(algo, settings, algo->name, &description, fault)) {
        json_object_set_new(item, "meaning", json_string(meanings[description.meaning]));
        json_object_set_new(item, "quality", json_string(qualities[description.quality]));
        json_t *queries = json_array();
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++)
            if (description.queries & CD_QUERY_BIT(query))
                json_array_append_new(queries, json_string(cd_query_name(query)));
        json_object_set_new(item, "queries", queries);
    }
    const struct cd_plugin_info *plugin = cd_algo_plugin(algo, NULL);
    if (plugin && plugin->library)
        json_object_set_new(item, "library", json_string(plugin->library));
    cd_settings_destroy(settings);
    return item;
}

/// The algorithms; adds the presets to `root`.
static json_t *json_algos(bool all, json_t *root, struct cd_status *fault)
{
    json_t *list = json_array(), *presets = json_array();
    const struct cd_algo *algo;
    const struct cd_preset *preset;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (all || !cd_algo_is_hidden(algo))
            json_array_append_new(list, json_algo(algo, fault));
    for (size_t i = 0; (preset = cd_preset_at(i)); i++)
        json_array_append_new(presets,
                              json_pack("{s:s, s:s, s:s, s:s}", "name", preset->name, "algo", preset->algo,
                                        "settings", preset->settings, "title", preset->title));
    json_object_set_new(root, "presets", presets);
    return list;
}

// ---- scenes -----------------------------------------------------------------------------------------------

/// Prints a recipe with the defaults of its keys, or with all that the keys mean.
static void list_recipe(enum cd_recipe_role role, const struct cd_recipe *recipe, bool all)
{
    char text[1000] = "";
    print_title(recipe->name, recipe->title);
    if (all)
        list_params(recipe->params, 6);
    else
        cd_params_text(recipe->params, text, sizeof text);
    if (role == CD_RECIPE_MOTION)
        cd_append(text, sizeof text, "%ssteps=%" PRIu64 " seed=1", recipe->params ? " " : "", recipe->steps);
    if (!*text)
        return;
    printf("      ");
    cd_print_wrapped(stdout, text, 6, 6, cd_terminal_width(stdout));
}

static void list_recipes(enum cd_recipe_role role, bool all)
{
    static const char *const headings[] = {"Mesh generators", "Motions",
                                           "Named scenes, without MESH and motion"};
    const struct cd_recipe *recipe;
    puts(headings[role]);
    for (size_t i = 0; (recipe = cd_recipe_at(role, i)); i++)
        list_recipe(role, recipe, all);
    if (role != CD_RECIPE_GENERATOR)
        return;
    puts("  all of them also take");
    list_params(cd_recipe_common_params[role], 6);
}

static void list_scenes(bool all)
{
    cd_print_line(stdout, 2, "Mesh and scene files on the scene path (name other files by their path)");
    struct cd_texts names = {0}, paths = {0};
    cd_scene_list(&names, &paths);
    for (size_t i = 0; i < names.count; i++)
        cd_print_line(stdout, 6, "  %-22s %s", cd_shown_text(names.items[i]).text,
                      cd_shown_text(paths.items[i]).text);
    cd_texts_free(&names);
    cd_texts_free(&paths);
    puts("  mesh files also take");
    list_params(cd_mesh_params, 6);
    const struct cd_recipe *recipe;
    for (enum cd_recipe_role role = 0; role < CD_RECIPE_ROLES; role++)
        list_recipes(role, all);
    if (!all)
        cd_print_line(stdout, 2, "`cdbench list scenes --all` explains every key");
    cd_print_wrapped(stdout,
                     "A scene is MESH[+MESH...][,motion=NAME[:key=value...]], a YAML scene file, an exported "
                     "folder, or NAME[:key=value...] of a named scene. Examples:",
                     0, 0, cd_terminal_width(stdout));
    puts("  bunny.obj\n"
         "  part.stl:scale=0.001:up=z:weld=1e-9+bunny.obj\n"
         "  torusknot:triangles=20000,motion=tumble:d=1.2:steps=500\n"
         "  bumpy+gear+box,motion=random:bodies=31:seed=7\n"
         "  bunny.obj,motion=approach:depth=0.02\n"
         "  bar:triangles=10000,motion=bend:sag=0.2");
    for (size_t i = 0; (recipe = cd_recipe_at(CD_RECIPE_SCENE, i)); i++)
        printf("  %s\n", recipe->example);
}

static json_t *json_recipe(enum cd_recipe_role role, const struct cd_recipe *recipe)
{
    const struct cd_param *tables[] = {recipe->params, cd_recipe_common_params[role]};
    struct cd_settings *settings = cd_settings_create(tables, 2);
    json_t *item = json_pack("{s:s, s:s, s:o}", "name", recipe->name, "title", recipe->title, "settings",
                             json_params(settings));
    if (role == CD_RECIPE_MOTION)
        json_object_set_new(item, "steps", json_integer((json_int_t)recipe->steps));
    cd_settings_destroy(settings);
    return item;
}

static json_t *json_recipes(enum cd_recipe_role role)
{
    json_t *list = json_array();
    const struct cd_recipe *recipe;
    for (size_t i = 0; (recipe = cd_recipe_at(role, i)); i++)
        json_array_append_new(list, json_recipe(role, recipe));
    return list;
}

static json_t *json_scenes(void)
{
    static const char *const keys[] = {"generators", "motions", "kinds"};
    json_t *files = json_array(), *scenes = json_pack("{s:o}", "files", files);
    struct cd_texts names = {0}, paths = {0};
    cd_scene_list(&names, &paths);
    for (size_t i = 0; i < names.count; i++)
        json_array_append_new(files, json_pack("{s:o, s:o}", "name", cd_json_text(names.items[i]), "path",
                                               cd_json_text(paths.items[i])));
    cd_texts_free(&names);
    cd_texts_free(&paths);
    for (enum cd_recipe_role role = 0; role < CD_RECIPE_ROLES; role++)
        json_object_set_new(scenes, keys[role], json_recipes(role));
    return scenes;
}

// ---- devices that draw ------------------------------------------------------------------------------------

/// A row for every device that EGL offers: what it is, or why it does not draw.
static struct cd_table *gpu_table(void)
{
    struct cd_table *table = cd_table_create(NULL, 0);
    for (size_t i = 0; i < cd_opengl_devices(); i++) {
        struct cd_opengl opengl = {0};
        struct cd_status status = {0};
        const struct cd_opengl_wish wish = {.who = "list gpus", .gpu = (int)i};
        bool opened = !cd_opengl_open(&opengl, &wish, &status);
        const char *renderer = opened ? cd_opengl_string(GL_RENDERER) : "";
        const char *texts[][2] = {{"device", opengl.device},
                                  {"driver", opengl.driver},
                                  {"renderer", renderer},
                                  {"opengl", opened ? cd_opengl_string(GL_VERSION) : ""},
                                  {"kind", !opened           ? ""
                                           : opengl.software ? "software"
                                                             : "hardware"},
                                  {"refused", status.text}};
        size_t row = cd_table_add_row(table);
        cd_table_set_count(table, row, "gpu", i);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            cd_table_set_text(table, row, texts[k][0], texts[k][1]);
        if (opened)
            cd_opengl_close(&opengl);
    }
    return table;
}

/// Prints the devices or, if `root` is not NULL, returns them.
static json_t *list_gpus(const json_t *root)
{
    struct cd_table *table = gpu_table();
    json_t *list = root ? cd_table_json(table) : NULL;
    if (root) {
        cd_table_destroy(table);
        return list;
    }
    cd_print_line(
        stdout, 2,
        "Devices that draw (for algorithms with the setting gpu=; gpu=auto takes the first that is not "
        "refused)");
    for (size_t i = 0; i < table->row_count; i++) {
        const char *refused = cd_table_text(table, i, "refused");
        cd_print_line(stdout, 5, "  %zu  %s, driver %s: %s%s%s%s%s", i, cd_table_text(table, i, "device"),
                      cd_table_text(table, i, "driver"),
                      *refused ? refused : cd_table_text(table, i, "renderer"), *refused ? "" : ", OpenGL ",
                      cd_table_text(table, i, "opengl"), *refused ? "" : "; ",
                      cd_table_text(table, i, "kind"));
    }
    if (!table->row_count) {
        struct cd_opengl none;
        struct cd_status status;
        cd_opengl_open(&none, &(struct cd_opengl_wish){.who = "list gpus", .gpu = CD_OPENGL_AUTO}, &status);
        cd_print_line(stdout, 5, "  none: %s", status.text);
    }
    cd_table_destroy(table);
    return NULL;
}

// ---- the command ------------------------------------------------------------------------------------------

enum kind { ALGOS, SCENES, GENERATORS, MOTIONS, GPUS, KINDS };
const char cd_list_kinds[] = "algos|scenes|generators|motions|gpus";

/// Prints a kind or, if `root` is not NULL, adds it to this object instead. Notes in `fault` what could not be listed.
static void list_kind(enum kind kind, bool all, json_t *root, struct cd_status *fault)
{
    enum cd_recipe_role role = kind == MOTIONS ? CD_RECIPE_MOTION : CD_RECIPE_GENERATOR;
    json_t *list = NULL;
    char name[80];
    nth_word(cd_list_kinds, kind, name, sizeof name);
    if (kind == ALGOS && root)
        list = json_algos(all, root, fault);
    else if (kind == ALGOS)
        list_algos(all, fault);
    else if (kind == SCENES && root)
        list = json_scenes();
    else if (kind == SCENES)
        list_scenes(all);
    else if (kind == GPUS)
        list = list_gpus(root);
    else if (root)
        list = json_recipes(role);
    else
        list_recipes(role, all);
    if (root)
        json_object_set_new(root, name, list);
}

static enum cd_code list_what(const struct cd_call *call, struct cd_status *status)
{
    const struct list_values *values = call->values;
    const struct cd_texts *operands = &call->operands;
    bool wanted[KINDS] = {[ALGOS] = !operands->count, [SCENES] = !operands->count};
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < operands->count; i++) {
        int kind = cd_word_place(cd_list_kinds, operands->items[i]);
        if (kind < 0)
            return cd_fail(status, CD_USAGE, "list: '%s' is not one of %s", operands->items[i],
                           cd_list_kinds);
        wanted[kind] = true;
    }
    for (size_t i = 0; i < values->plugins.count && !code; i++)
        code = cd_plugin_load(values->plugins.items[i], status);
    if (!code && values->manifest)
        print_manifest();
    if (code || values->manifest)
        return code;
    json_t *root = values->json ? json_object() : NULL;
    struct cd_status fault = {CD_OK, ""};
    for (enum kind kind = 0; kind < KINDS; kind++)
        if (wanted[kind])
            list_kind(kind, values->all, root, &fault);
    if (root)
        cd_write_json(root, stdout);
    json_decref(root);
    return fault.code ? (*status = fault).code : CD_OK;
}

const struct cd_command cd_command_list = {
    .name = "list",
    .title = "list algorithms, what scenes are made of, devices",
    .operands = "[KIND...]",
    .options = list_options,
    .notes = "KIND is algos, scenes, generators, motions or gpus. Without it, algorithms and\n"
             "scenes are listed. `cdbench reproduce --list` shows papers.\n",
    .values = &(struct list_values){0},
    .run = list_what,
};
