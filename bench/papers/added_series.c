#include "bench/papers/added_series.h"

#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/yaml.h"
#include "bench/oracle/apart.h"
#include "bench/papers/groups.h"

#include <stdio.h>
#include <string.h>

/// Tells what kinds of scene all series of an experiment take, as far as this is known before they run.
static unsigned takes_of(const struct cd_experiment *experiment)
{
    unsigned takes = CD_TAKES_BODIES | CD_TAKES_REGIONS;
    const char *values[CD_VARIABLES_MAX];
    cd_point_values(experiment, CD_SIZE_QUICK, 0, values);
    for (size_t i = 0; i < experiment->series_count; i++) {
        const struct cd_algo *algo;
        struct cd_settings *settings;
        struct cd_description description;
        char *text = cd_paper_fill(experiment->series[i].algo, experiment, values);
        if (!cd_algo_select(text, &algo, &settings, NULL)) {
            if (!cd_apart_describe(algo, settings, text, &description, NULL))
                takes &= description.takes;
            cd_settings_destroy(settings);
        }
        cd_free(text);
    }
    return takes;
}

/// The query of the added algorithm, so that it takes turns with others: the query of the experiment, or that of the
/// first series when every series has a query of its own.
static enum cd_query query_of(const struct cd_experiment *experiment)
{
    for (size_t i = 0; i < experiment->series_count; i++)
        if (experiment->series[i].query == experiment->query)
            return experiment->query;
    return experiment->series[0].query;
}

static bool fits(const struct cd_description *description, const struct cd_experiment *experiment)
{
    return experiment->scene && description->takes & takes_of(experiment) &&
           description->queries & CD_QUERY_BIT(query_of(experiment));
}

static bool is_added(const struct cd_experiment *experiment, const char *typed)
{
    for (size_t i = 0; i < experiment->series_count; i++)
        if (experiment->series[i].added && !strcmp(experiment->series[i].algo, typed))
            return true;
    return false;
}

static void add(const struct cd_yaml_node *top, const char *typed, struct cd_experiment *experiment)
{
    size_t count = experiment->series_count, bytes = strlen(typed) + sizeof "own:";
    struct cd_series *series = cd_yaml_hold(top, count + 1, sizeof *series);
    char *id = cd_yaml_hold(top, bytes, 1);
    snprintf(id, bytes, "%s%s", cd_find_series(experiment, typed) ? "own:" : "", typed);
    memcpy(series, experiment->series, count * sizeof *series);
    series[count] = (struct cd_series){
        .id = id, .label = typed, .algo = typed, .query = query_of(experiment), .ours = true, .added = true};
    experiment->series = series;
    experiment->series_count++;
}

void cd_paper_add_series(struct cd_paper *paper, const struct cd_choice *choice)
{
    const struct cd_yaml_node *top = cd_yaml_top(paper->file);
    size_t count = paper->experiment_count;
    struct cd_experiment *experiments = cd_yaml_hold(top, count, sizeof *experiments);
    memcpy(experiments, paper->experiments, count * sizeof *experiments);
    for (size_t i = 0; i < count; i++)
        if (fits(&choice->description, &experiments[i]) && !is_added(&experiments[i], choice->typed))
            add(top, choice->typed, &experiments[i]);
    paper->experiments = experiments;
}
