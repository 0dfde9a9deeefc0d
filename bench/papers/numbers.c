#include "bench/papers/numbers.h"

#include "base/grid.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/papers/checks.h"
#include "bench/record/fingerprint.h"

#include <math.h>
#include <string.h>

struct cd_paper_number cd_paper_number(const struct cd_experiment *experiment,
                                       const struct cd_printed *printed,
                                       const struct cd_measurements *measurements)
{
    const struct cd_check check = {
        .kind = printed->against ? CD_CHECK_RATIO : CD_CHECK_WITHIN,
        .series = printed->series,
        .against = printed->against,
        .column = printed->column,
        .where = printed->at,
        .min = -INFINITY,
        .max = INFINITY,
    };
    struct cd_check_result result = cd_check_evaluate(&check, experiment, measurements);
    return (struct cd_paper_number){experiment, printed, {result.value, result.low, result.high, false}};
}

/// "SCDA : ICOLLIDE, seconds, n=31": what the number is.
static const char *name_number(const struct cd_paper_number *number, char text[200])
{
    const struct cd_printed *printed = number->printed;
    const struct cd_series *series = cd_find_series(number->experiment, printed->series);
    const struct cd_series *against =
        printed->against ? cd_find_series(number->experiment, printed->against) : NULL;
    snprintf(text, 200, "%.60s%s%.60s, %.30s", series ? series->label : printed->series, against ? " : " : "",
             against ? against->label : "", printed->column);
    for (size_t i = 0; i < printed->at.count; i++)
        cd_append(text, 200, ", %s=%s", printed->at.items[i].column, printed->at.items[i].value);
    return text;
}

static struct cd_grid *make_grid(const struct cd_paper_number *numbers, size_t count)
{
    static const struct cd_grid_column columns[] = {
        {"number", 0}, {"where", 1}, {"paper", 0}, {"ours (95 %)", 0}, {"ratio", 0}};
    struct cd_grid *grid = cd_grid_create(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        char name[200], paper[32], ours[100] = "not measured", ratio[32] = "";
        double value = numbers[i].printed->value;
        if (!isnan(numbers[i].ours.value)) {
            cd_estimate_write(numbers[i].ours, 1, ours, sizeof ours);
            cd_number_text(numbers[i].ours.value / value, ratio);
        }
        cd_grid_add(grid,
                    (const char *const[]){name_number(&numbers[i], name), numbers[i].printed->where,
                                          cd_number_text(value, paper), ours, ratio},
                    "");
    }
    return grid;
}

/// How many of these numbers, from the first on, are of one experiment.
static size_t count_alike(const struct cd_paper_number *numbers, size_t count)
{
    size_t alike = 1;
    while (alike < count && numbers[alike].experiment == numbers->experiment)
        alike++;
    return alike;
}

void cd_paper_numbers_print(const struct cd_paper_number *numbers, size_t count, FILE *stream, int width)
{
    for (size_t i = 0, alike; i < count; i += alike) {
        const struct cd_experiment *experiment = numbers[i].experiment;
        alike = count_alike(&numbers[i], count - i);
        struct cd_grid *grid = make_grid(&numbers[i], alike);
        if (width) {
            char heading[300];
            snprintf(heading, sizeof heading, "the paper's numbers and ours, by %s: %s", experiment->id,
                     experiment->title);
            cd_print_wrapped(stream, heading, 0, 0, width);
            cd_grid_print(grid, stream, width);
            fputc('\n', stream);
        } else {
            fprintf(stream, "\n`%s`:\n\n", experiment->id);
            cd_grid_print_markdown(grid, stream);
        }
        cd_grid_destroy(grid);
    }
}

json_t *cd_paper_numbers_json(const struct cd_paper_number *numbers, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct cd_printed *printed = numbers[i].printed;
        const struct cd_estimate *ours = &numbers[i].ours;
        char name[200], measured[100] = "not measured";
        if (!isnan(ours->value))
            cd_estimate_write(*ours, 1, measured, sizeof measured);
        json_t *at = json_object();
        for (size_t k = 0; k < printed->at.count; k++)
            json_object_set_new(at, printed->at.items[k].column, cd_json_text(printed->at.items[k].value));
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:o, s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "experiment",
                            numbers[i].experiment->id, "name", name_number(&numbers[i], name), "series",
                            printed->series, "against", cd_json_text(printed->against), "column",
                            printed->column, "at", at, "where", printed->where, "paper",
                            cd_json_real(printed->value), "measured", cd_json_text(measured), "ours",
                            cd_json_real(ours->value), "low", cd_json_real(ours->low), "high",
                            cd_json_real(ours->high), "ratio", cd_json_real(ours->value / printed->value)));
    }
    return list;
}
