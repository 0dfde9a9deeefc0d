#include "bench/compare/calibration.h"

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "bench/record/fingerprint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// ---- what it comes to -------------------------------------------------------------------------------------

static double binomial(size_t count, size_t events, double share)
{
    double n = (double)count, k = (double)events;
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log1p(-share));
}

struct cd_ranks cd_quantile_ranks(size_t count, double share)
{
    struct cd_ranks ranks = {0, count + 1};
    double below = 0, above = 0;
    // The quantile is at least the value of rank k unless fewer than k values are below it.
    while (ranks.low < count && (below += binomial(count, ranks.low, share)) <= 0.025)
        ranks.low++;
    while (ranks.high > 1 && (above += binomial(count, ranks.high - 1, share)) <= 0.025)
        ranks.high--;
    return ranks;
}

static double number_or(const struct cd_table *cells, size_t row, const char *column, double otherwise)
{
    double value;
    return cd_table_number(cells, row, column, &value) ? value : otherwise;
}

struct cd_calibration cd_calibrate(const struct cd_table *cells)
{
    size_t count = cells->row_count;
    struct cd_calibration calibration = {.comparisons = count,
                                         .alarm_share = {0, 1, 0.95},
                                         .found = NAN,
                                         .found_interval = {0, INFINITY, 0.95}};
    if (!count)
        return calibration;
    double *found = cd_allocate(count, sizeof *found);
    for (size_t i = 0; i < count; i++) {
        const char *verdict = cd_table_text(cells, i, "verdict");
        found[i] = number_or(cells, i, "least_found", INFINITY);
        calibration.alarms += !strcmp(verdict, "slower") || !strcmp(verdict, "faster");
    }
    cd_sort_reals(found, count);
    struct cd_ranks ranks = cd_quantile_ranks(count, CD_FOUND_SHARE);
    calibration.alarm_share = cd_share_interval((double)calibration.alarms, (double)count);
    calibration.found = found[(size_t)ceil(CD_FOUND_SHARE * (double)count - 1e-9) - 1];
    if (ranks.low)
        calibration.found_interval.low = found[ranks.low - 1];
    if (ranks.high <= count)
        calibration.found_interval.high = found[ranks.high - 1];
    cd_free(found);
    return calibration;
}

static const char *percent(double share, char text[20])
{
    snprintf(text, 20, "%.1f %%", 100 * share);
    return isfinite(share) ? text : "more than 100 %";
}

void cd_print_calibration(const struct cd_comparison *comparison, const struct cd_table *cells, FILE *stream)
{
    const struct cd_comparison_plan *plan = comparison->plan;
    struct cd_calibration calibration = cd_calibrate(cells);
    const struct cd_interval *share = &calibration.alarm_share, *found = &calibration.found_interval;
    char smallest[20], low[20], high[20];
    fprintf(stream, "This program against itself, %zu times, %zu pairs each:\n", calibration.comparisons,
            plan->sampling.pairs);
    for (size_t i = 0; i < comparison->count && i < comparison->workloads->count; i++)
        fprintf(stream, "  %s\n", comparison->cells[i].name);
    fprintf(stream, "\nFalse alarms (p < %g and shift > %g %%): %zu of %zu (%.0f to %.0f %%).\n",
            plan->rule.level, 100 * plan->rule.threshold, calibration.alarms, calibration.comparisons,
            100 * share->low, 100 * share->high);
    fprintf(stream, "Smallest slowdown found four times of five: %s (%s to %s).\n",
            percent(calibration.found, smallest), percent(found->low, low), percent(found->high, high));
}

// ---- where it is kept -------------------------------------------------------------------------------------

/// The folder of the calibrations in the cache folder.
#define STORE "calibrations"

enum { NAME_BYTES = 80 };

static void hash_of(json_t *value, char text[CD_HASH_TEXT])
{
    char *dumped = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
    CD_ASSERT(dumped);
    cd_hash_text(cd_hash_bytes(dumped, strlen(dumped)), text);
    free(dumped);
    json_decref(value);
}

/// The file's name from the machine and the build. A build is its compiler and its flags. Another revision is another
/// program, but this machine disturbs its times in the same way.
static void file_name(char name[NAME_BYTES])
{
    char machine[CD_HASH_TEXT], build[CD_HASH_TEXT];
    json_t *description = cd_fingerprint_build();
    json_object_del(description, "revision");
    json_object_del(description, "version");
    hash_of(description, build);
    hash_of(cd_fingerprint_machine(), machine);
    snprintf(name, NAME_BYTES, "%.16s-%.16s.csv", machine, build);
}

/// The number of pairs of samples in all comparisons.
static double pairs_of(const struct cd_table *cells)
{
    double pairs = 0;
    for (size_t i = 0; i < cells->row_count; i++)
        pairs += number_or(cells, i, "pairs", 0);
    return pairs;
}

static const char *day_of(const struct cd_table *cells, char text[11])
{
    snprintf(text, 11, "%s", cd_table_text(cells, 0, "started"));
    return text;
}

/// Opens the folder of the calibrations, writes the path of this build's file to `path`, and reads this file. `*kept`
/// is NULL when there is no file that this program understands; `status` says why.
static enum cd_code open_store(bool make, char path[PATH_MAX], int *folder, struct cd_table **kept,
                               struct cd_status *status)
{
    static const struct cd_column known[] = {
        {"verdict", CD_TYPE_TEXT, NULL},    {"started", CD_TYPE_TEXT, NULL},
        {"pairs", CD_TYPE_COUNT, NULL},     {"level", CD_TYPE_REAL, NULL},
        {"threshold", CD_TYPE_REAL, NULL},  {"sample_ms", CD_TYPE_REAL, NULL},
        {"least_found", CD_TYPE_REAL, NULL}};
    char cache[PATH_MAX - NAME_BYTES - sizeof STORE], name[NAME_BYTES];
    struct cd_status ignored;
    FILE *file;
    *kept = NULL;
    *path = 0;
    file_name(name);
    enum cd_code code = cd_cache_open(STORE, make, folder, status);
    if (code || !cd_cache_folder(cache, sizeof cache))
        return code;
    snprintf(path, PATH_MAX, "%s/" STORE "/%s", cache, name);
    flock(*folder, LOCK_EX); // of two calibrations that end together, the better stays
    if (cd_cache_open_file(*folder, path, &file, status))
        return CD_OK;
    char *text = cd_text_of(file);
    fclose(file);
    // Earlier versions took successive pairs as independent, and found more.
    if (!cd_table_parse(text, path, known, sizeof known / sizeof *known, kept, &ignored) &&
        (pairs_of(*kept) <= 0 || !cd_table_has(*kept, 0, "effective_pairs"))) {
        cd_table_destroy(*kept);
        *kept = NULL;
    }
    cd_free(text);
    return CD_OK;
}

enum cd_code cd_calibration_keep(const struct cd_table *cells, char line[CD_QUOTE_BYTES],
                                 struct cd_status *status)
{
    char path[PATH_MAX], day[11];
    struct cd_table *kept;
    struct cd_output *output;
    int folder;
    *line = 0;
    if (cells->row_count < CD_COMPARISONS_KEPT) {
        snprintf(line, CD_QUOTE_BYTES,
                 "Not stored: fewer than %d comparisons bound no slowdown; give more --comparisons or "
                 "--budget",
                 CD_COMPARISONS_KEPT);
        return CD_OK;
    }
    enum cd_code code = open_store(true, path, &folder, &kept, status);
    if (code)
        return code;
    if (kept && pairs_of(kept) > pairs_of(cells)) {
        snprintf(
            line, CD_QUOTE_BYTES,
            "Not stored: that of %s has %.0f pairs of samples, this one %.0f; remove %.300s to keep less",
            day_of(kept, day), pairs_of(kept), pairs_of(cells), cd_shown_text(path).text);
    } else if (!(code = cd_output_open_private(folder, path, &output, status))) {
        cd_table_write(cells, cd_output_stream(output));
        code = cd_output_commit(output, status);
        snprintf(line, CD_QUOTE_BYTES, "Stored in %.400s; `cdbench compare` quotes it",
                 cd_shown_text(path).text);
    }
    cd_table_destroy(kept);
    close(folder);
    return code;
}

// ---- quoting ----------------------------------------------------------------------------------------------

static bool differ(double a, double b)
{
    return fabs(a - b) > 1e-9;
}

static void quote_kept(const struct cd_table *kept, const struct cd_comparison_plan *plan,
                       char quote[CD_QUOTE_BYTES])
{
    char smallest[40] = "finds 100 % less than", more[120] = "", day[11];
    struct cd_calibration calibration = cd_calibrate(kept);
    double pairs = number_or(kept, 0, "pairs", 0), threshold = number_or(kept, 0, "threshold", 0);
    double level = number_or(kept, 0, "level", 0), sample_ms = number_or(kept, 0, "sample_ms", 0);
    if (isfinite(calibration.found))
        snprintf(smallest, sizeof smallest, "finds %.1f %%", 100 * calibration.found);
    if (differ(threshold, plan->rule.threshold) || differ(level, plan->rule.level))
        snprintf(more, sizeof more, "; with a threshold of %g %%, not %g %% as here", 100 * threshold,
                 100 * plan->rule.threshold);
    else if (differ(sample_ms, 1e3 * plan->sampling.sample_seconds))
        snprintf(more, sizeof more, "; with samples of %g ms, not %g ms as here", sample_ms,
                 1e3 * plan->sampling.sample_seconds);
    else if (differ(pairs, (double)plan->sampling.pairs))
        snprintf(more, sizeof more, "; here it is %zu pairs, which find %s", plan->sampling.pairs,
                 pairs < (double)plan->sampling.pairs ? "more" : "less");
    snprintf(quote, CD_QUOTE_BYTES,
             "Calibrated on this host %s: false alarms %zu of %zu (at most %.2g %%), %s four times of five "
             "with %.0f pairs%s",
             day_of(kept, day), calibration.alarms, calibration.comparisons,
             100 * calibration.alarm_share.high, smallest, pairs, more);
}

void cd_calibration_quote(const struct cd_comparison_plan *plan, char quote[CD_QUOTE_BYTES])
{
    char path[PATH_MAX];
    struct cd_table *kept;
    struct cd_status refused = {CD_OK, ""};
    int folder;
    if (!open_store(false, path, &folder, &kept, &refused))
        close(folder);
    if (kept)
        quote_kept(kept, plan, quote);
    else if (refused.code == CD_ENVIRONMENT)
        snprintf(quote, CD_QUOTE_BYTES, "Not calibrated on this host as far as can be told: %.330s",
                 refused.text);
    else
        snprintf(quote, CD_QUOTE_BYTES,
                 "Not calibrated on this host with this compiler and these flags: how often it errs here is "
                 "not known; run `cdbench compare --calibrate`");
    cd_table_destroy(kept);
}
