#include "bench/papers/paper.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum cd_code cd_paper_experiment(const struct cd_paper *paper, const char *id,
                                 const struct cd_experiment **experiment, struct cd_status *status)
{
    char valid[600] = "";
    const char **names = cd_allocate(paper->experiment_count, sizeof *names);
    *experiment = NULL;
    for (size_t i = 0; i < paper->experiment_count; i++) {
        size_t used = strlen(valid);
        names[i] = paper->experiments[i].id;
        snprintf(valid + used, sizeof valid - used, "%s%s", used ? ", " : "", names[i]);
        if (!strcmp(id, names[i]))
            *experiment = &paper->experiments[i];
    }
    const char *nearest = cd_nearest_name(id, names, paper->experiment_count);
    cd_free(names);
    if (*experiment)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "%s/%.60s: %s has no such experiment%s%s%s valid: %s", paper->key, id,
                   paper->key, nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : ";",
                   valid);
}

/// The value for the `${name}` that begins at `at`, and how long that is.
static const char *value_at(const char *at, const struct cd_experiment *experiment, const char *const *values,
                            size_t *length)
{
    size_t name = strcspn(at + 2, "}");
    *length = name + 3;
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (strlen(experiment->variables[i].name) == name &&
            !strncmp(experiment->variables[i].name, at + 2, name))
            return values[i];
    for (size_t i = 0; i < experiment->definition_count; i++)
        if (strlen(experiment->definitions[i].name) == name &&
            !strncmp(experiment->definitions[i].name, at + 2, name))
            return experiment->definitions[i].text;
    CD_UNREACHABLE("cd_paper_read has checked the names");
    return "";
}

char *cd_paper_fill(const char *text, const struct cd_experiment *experiment, const char *const *values)
{
    char *filled = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&filled, &bytes);
    CD_ASSERT(stream);
    for (const char *place; (place = strstr(text, "${"));) {
        size_t length;
        const char *value = value_at(place, experiment, values, &length);
        fprintf(stream, "%.*s%s", (int)(place - text), text, value);
        text = place + length;
    }
    fputs(text, stream);
    CD_ASSERT(!fclose(stream));
    char *own = cd_duplicate(filled); // freed by cd_free
    free(filled);
    return own;
}
