#include "bench/papers/measurements.h"
#include "bench/papers/formula.h"

#include "base/json_file.h"
#include "base/memory.h"
#include "bench/papers/groups.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *cd_size_name(enum cd_size size)
{
    return size == CD_SIZE_FULL ? "full" : "quick";
}

enum cd_code cd_experiment_folder(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment, char path[PATH_MAX],
                                  struct cd_status *status)
{
    int length = snprintf(path, PATH_MAX, "%s/%s/%s", folder, paper->key, experiment->id);
    if (length > 0 && length + 100 < PATH_MAX)
        return CD_OK;
    return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", folder);
}

enum cd_code cd_compute_formulas(const struct cd_paper *paper, const struct cd_experiment *experiment,
                                 struct cd_dataset *cells, struct cd_status *status)
{
    for (size_t i = 0; i < experiment->formula_count; i++) {
        struct cd_status inner;
        enum cd_code code = cd_dataset_compute(cells, experiment->formulas[i].column,
                                               experiment->formulas[i].formula, &inner);
        if (code)
            return cd_fail(status, code, "%s: experiment %s: %s", paper->path, experiment->id, inner.text);
    }
    return CD_OK;
}

/// Reads run.json of a folder; NULL, and CD_OK, when there is none.
static enum cd_code read_run(const char *folder, json_t **run, struct cd_status *status)
{
    char path[PATH_MAX + 20];
    struct cd_status inner;
    snprintf(path, sizeof path, "%s/run.json", folder);
    *run = NULL;
    if (access(path, F_OK))
        return CD_OK;
    enum cd_code code = cd_json_read(path, run, &inner);
    return code ? cd_fail(status, code, "%s; run the experiment again", inner.text) : CD_OK;
}

static bool says(const json_t *run, const char *key, const char *text)
{
    const char *found = json_string_value(json_object_get(run, key));
    return found && !strcmp(found, text);
}

/// True when the rows are there that run.json speaks of.
static bool has_rows(const char *folder)
{
    static const char *const files[] = {"cells.csv", "samples.csv"};
    char path[PATH_MAX + 20];
    bool has = true;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        has = has && !access(path, R_OK);
    }
    return has;
}

bool cd_measurements_are(const char *folder, const char *digest, const char *program)
{
    json_t *run;
    if (!has_rows(folder) || read_run(folder, &run, NULL) || !run)
        return false;
    bool are = says(run, "digest", digest) && says(run, "program", program) &&
               json_is_integer(json_object_get(run, "groups_failed")) &&
               !json_integer_value(json_object_get(run, "groups_failed"));
    json_decref(run);
    return are;
}

/// Size, and whether the paper has been changed since.
static void read_size(const json_t *run, const struct cd_experiment *experiment,
                      struct cd_measurements *measurements)
{
    char digest[CD_HASH_TEXT];
    measurements->size = says(run, "size", "full") ? CD_SIZE_FULL : CD_SIZE_QUICK;
    struct cd_groups groups = cd_groups_make(experiment, measurements->size);
    measurements->stale = !says(run, "digest", cd_hash_text(cd_groups_hash(&groups), digest));
    cd_groups_release(&groups);
}

enum cd_code cd_measurements_load(const char *folder, const struct cd_paper *paper,
                                  const struct cd_experiment *experiment,
                                  struct cd_measurements *measurements, struct cd_status *status)
{
    char own[PATH_MAX], path[PATH_MAX + 20];
    json_t *run = NULL;
    *measurements = (struct cd_measurements){0};
    enum cd_code code = cd_experiment_folder(folder, paper, experiment, own, status);
    if (!code)
        code = read_run(own, &run, status);
    if (code || !run)
        return code;
    read_size(run, experiment, measurements);
    json_decref(run);
    snprintf(path, sizeof path, "%s/cells.csv", own);
    code = cd_dataset_read(path, &measurements->cells, status);
    snprintf(path, sizeof path, "%s/samples.csv", own);
    if (!code)
        code = cd_dataset_read(path, &measurements->samples, status);
    if (!code)
        code = cd_compute_formulas(paper, experiment, measurements->cells, status);
    if (code)
        cd_measurements_release(measurements);
    return code;
}

void cd_measurements_release(struct cd_measurements *measurements)
{
    cd_dataset_destroy(measurements->cells);
    cd_dataset_destroy(measurements->samples);
    *measurements = (struct cd_measurements){0};
}
