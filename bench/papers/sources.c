#include "bench/papers/sources.h"

#include "bench/record/build_info.h"

#include <ctype.h>
#include <string.h>

/// Where a part may be named.
enum { IN_SCENE = 1, IN_ALGO = 2 };

static const struct {
    const char *prefix;
    bool whole; ///< asked for by `prefix` and name, not by the name alone
    int where;
} kinds[] = {
    {"algo=", false, IN_ALGO},  {"broad=", true, IN_ALGO},   {"schedule=", true, IN_ALGO},
    {"mesh=", false, IN_SCENE}, {"scene=", false, IN_SCENE}, {"motion=", true, IN_SCENE},
};

static bool is_of_word(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

/// True where a text has these words: not as part of a longer one, nor as the value of a setting.
static bool has_words(const char *text, const char *words)
{
    for (const char *at = text; (at = strstr(at, words)); at++)
        if ((at == text || (!is_of_word(at[-1]) && at[-1] != '=')) && !is_of_word(at[strlen(words)]))
            return true;
    return false;
}

/// True where a text asks for a part; `where` says what the text may name.
static bool asks_for(const char *text, int where, const char *part)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t prefix = strlen(kinds[i].prefix);
        if (kinds[i].where & where && !strncmp(part, kinds[i].prefix, prefix))
            return has_words(text, kinds[i].whole ? part : part + prefix);
    }
    return false;
}

static bool group_asks_for(const struct cd_group *group, size_t series, const char *part)
{
    if (!group->scene) {
        for (size_t i = 0; i < group->texts.count; i++)
            if (asks_for(group->texts.items[i], IN_SCENE | IN_ALGO, part))
                return true;
        return false;
    }
    for (size_t i = 0; i < group->cell_count; i++) {
        const struct cd_group_cell *cell = &group->cells[i];
        if ((series == CD_ALL_SERIES || cell->series == series) &&
            (asks_for(group->scene, IN_SCENE, part) ||
             asks_for(group->texts.items[cell->text], IN_ALGO, part)))
            return true;
    }
    return false;
}

/// The experiment's program, or else what times it.
static bool measures(const struct cd_experiment *experiment, const char *part)
{
    const char *prefix = "program=";
    if (!experiment->program)
        return !strcmp(part, "harness");
    return !strncmp(part, prefix, strlen(prefix)) && !strcmp(part + strlen(prefix), experiment->program);
}

json_t *cd_sources_of(const struct cd_groups *groups, size_t series)
{
    json_t *sources = json_object();
    for (const struct cd_source *source = cd_sources; source->name; source++) {
        bool rests = measures(groups->experiment, source->name);
        for (size_t i = 0; i < groups->count && !rests; i++)
            rests = group_asks_for(&groups->groups[i], series, source->name);
        if (rests)
            json_object_set_new(sources, source->name, json_string(source->digest));
    }
    return sources;
}
