#include "bench/compare/calibration_report.h"

#include "base/quote.h"

#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 80, RULE_WIDTH = 50, RATE_WIDTH = 24 };

// ---- words ------------------------------------------------------------------------------------------------

static void percent(double share, char text[TEXT_BYTES])
{
    if (isfinite(share))
        snprintf(text, TEXT_BYTES, share < 0.0995 && share > 0 ? "%.1f" : "%.0f", 100 * share);
    else
        strcpy(text, "-");
}

/// "1 of 30 (1 to 17 %)".
static const char *rate(struct cd_rate rate, char text[TEXT_BYTES])
{
    struct cd_interval interval = cd_rate_interval(rate);
    if (rate.trials)
        snprintf(text, TEXT_BYTES, "%zu of %zu (%.0f to %.0f %%)", rate.events, rate.trials,
                 100 * interval.low, 100 * interval.high);
    else
        strcpy(text, "-");
    return text;
}

static const char *windows(struct cd_rate rate, char text[TEXT_BYTES])
{
    if (rate.trials)
        snprintf(text, TEXT_BYTES, "%zu of %zu", rate.events, rate.trials);
    else
        strcpy(text, "-");
    return text;
}

// ---- table ------------------------------------------------------------------------------------------------

static size_t count_slowed(const struct cd_trials *trials)
{
    size_t count = 0;
    for (size_t i = 0; i < trials->count; i++)
        count += trials->items[i].slow_down > 0;
    return count;
}

static void print_what(const struct cd_calibration_record *record, FILE *stream)
{
    size_t slowed = count_slowed(record->trials);
    fprintf(stream,
            "This program against itself, %zu times as it is and %zu times slowed down, %zu pairs each",
            record->trials->count - slowed, slowed, record->calibration->pairs);
    fprintf(stream, record->seconds < 90 ? ", in %.0f s:\n" : ", in %.1f min:\n",
            record->seconds < 90 ? record->seconds : record->seconds / 60);
    for (size_t i = 0; i < record->workloads->count; i++) {
        char name[300];
        cd_workload_name(&record->workloads->items[i], name, sizeof name);
        fprintf(stream, "  %s\n", name);
    }
}

static void print_rule(FILE *stream, const char *name, const struct cd_rate rates[CD_CLOCKS])
{
    char cpu[TEXT_BYTES], wall[TEXT_BYTES];
    fprintf(stream, "%-*s%-*s%s\n", RULE_WIDTH, name, RATE_WIDTH, rate(rates[CD_BY_CPU], cpu),
            rate(rates[CD_BY_WALL], wall));
}

static void print_rules(const struct cd_calibration_record *record, FILE *stream)
{
    const struct cd_calibration *calibration = record->calibration;
    char name[TEXT_BYTES];
    fprintf(stream, "\n%-*s%-*s%s\n", RULE_WIDTH, "false alarms of", RATE_WIDTH, "by processor time",
            "by wall time");
    snprintf(name, sizeof name, "compare: pairs, p < %g and shift > %g %%", record->rule->level,
             100 * record->rule->threshold);
    print_rule(stream, name, calibration->paired);
    print_rule(stream, "separate blocks, Mann-Whitney p < 0.05", calibration->blocks);
    if (isfinite(calibration->stored_gap))
        snprintf(name, sizeof name, "a median stored %.0f s ago, > 5 %% away", calibration->stored_gap);
    else
        snprintf(name, sizeof name, "a stored median, > 5 %% away");
    print_rule(stream, name, calibration->stored);
}

static void print_powers(const struct cd_calibration_record *record, FILE *stream)
{
    fprintf(stream, "\n%-12s%-*s%-18s%-16s%s\n", "slowed by", RATE_WIDTH, "found", "runs of pairs",
            "B / A - 1", "expected of all trials");
    for (size_t i = 0; i < CD_SLOW_DOWNS; i++) {
        const struct cd_power *power = &record->calibration->powers[i];
        char found[TEXT_BYTES], runs[TEXT_BYTES], measured[TEXT_BYTES] = "-", predicted[TEXT_BYTES] = "-";
        if (isfinite(power->measured))
            snprintf(measured, sizeof measured, "%.1f %%", 100 * power->measured);
        if (isfinite(power->predicted))
            snprintf(predicted, sizeof predicted, "%.0f %%", 100 * power->predicted);
        fprintf(stream, "%4g %%      %-*s%-18s%-16s%s\n", 100 * power->slow_down, RATE_WIDTH,
                rate(power->found, found), windows(power->windows, runs), measured, predicted);
    }
}

static void print_smallest(const struct cd_smallest *smallest, FILE *stream)
{
    char found[TEXT_BYTES], low[TEXT_BYTES], high[TEXT_BYTES];
    double max = cd_slow_downs[CD_SLOW_DOWNS - 1];
    percent(smallest->found, found);
    percent(smallest->low, low);
    percent(smallest->high, high);
    fputs("Smallest slowdown found four times of five: ", stream);
    if (isnan(smallest->found))
        fputs("not known, no trial was finished", stream);
    else if (isinf(smallest->found))
        fprintf(stream, "larger than %g %%", 100 * max);
    else if (isinf(smallest->high))
        fprintf(stream, "%s %% (%s to more than %g %%)", found, low, 100 * max);
    else
        fprintf(stream, "%s %% (%s to %s %%)", found, low, high);
    fputs(".\n", stream);
}

void cd_print_calibration(const struct cd_calibration_record *record, FILE *stream)
{
    const struct cd_calibration *calibration = record->calibration;
    char alarms[TEXT_BYTES], runs[TEXT_BYTES];
    print_what(record, stream);
    print_rules(record, stream);
    print_powers(record, stream);
    fprintf(stream, "\nFalse alarms: %s; among all overlapping runs of %zu consecutive pairs %s.\n",
            rate(calibration->false_alarms, alarms), calibration->pairs, windows(calibration->windows, runs));
    print_smallest(&calibration->smallest, stream);
}

// ---- samples ----------------------------------------------------------------------------------------------

void cd_write_calibration_samples(const struct cd_calibration_record *record, FILE *stream)
{
    fputs("trial,cell,slow_down_percent,begun_s,verdict,pair,first,cpu_ms_a,cpu_ms_b,wall_ms_a,wall_ms_b\n",
          stream);
    for (size_t i = 0; i < record->trials->count; i++) {
        const struct cd_trial *trial = &record->trials->items[i];
        const struct cd_sample_pairs *pairs = &trial->pairs;
        const char *verdict = cd_change_name(cd_judge_trial(trial, record->rule));
        char name[300];
        cd_workload_name(&record->workloads->items[trial->cell], name, sizeof name);
        for (size_t k = 0; k < pairs->count; k++) {
            fprintf(stream, "%zu,", i + 1);
            cd_write_quoted(stream, CD_QUOTE_CSV, name);
            fprintf(stream, ",%g,%.3f,%s,%zu,%c,%.6f,%.6f,%.6f,%.6f\n", 100 * trial->slow_down, trial->begun,
                    verdict, k + 1, pairs->b_first[k] ? 'B' : 'A', pairs->cpu[0][k], pairs->cpu[1][k],
                    pairs->wall[0][k], pairs->wall[1][k]);
        }
    }
}
