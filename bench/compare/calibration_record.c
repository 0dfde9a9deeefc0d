#include "bench/compare/calibration_record.h"

#include "base/atomic_file.h"
#include "base/cache_folder.h"
#include "base/hash.h"
#include "base/text.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/// Grows whenever a member of the JSON changes its meaning or goes away.
#define CALIBRATION_FORMAT 2

// ---- for people and as JSON -------------------------------------------------------------------------------

static const char *percent(double share, char text[20])
{
    snprintf(text, 20, "%.1f %%", 100 * share);
    return isfinite(share) ? text : "more than 100 %";
}

void cd_print_calibration(const struct cd_calibration_record *record, FILE *stream)
{
    struct cd_calibration calibration = cd_calibrate(record->trials);
    const struct cd_interval *share = &calibration.alarm_share, *found = &calibration.found_interval;
    char smallest[20], low[20], high[20];
    fprintf(stream, "This program against itself, %zu times, %zu pairs each, in %.0f s:\n",
            record->trials->count, record->plan->pairs, record->seconds);
    for (size_t i = 0; i < record->workloads->count; i++) {
        char name[300];
        cd_workload_name(&record->workloads->items[i], name, sizeof name);
        fprintf(stream, "  %s\n", name);
    }
    fprintf(stream, "\nFalse alarms (p < %g and shift > %g %%): %zu of %zu (%.0f to %.0f %%).\n",
            record->plan->rule.level, 100 * record->plan->rule.threshold, calibration.alarms,
            record->trials->count, 100 * share->low, 100 * share->high);
    fprintf(stream, "Smallest slowdown found four times of five: %s (%s to %s).\n",
            percent(calibration.found, smallest), percent(found->low, low), percent(found->high, high));
}

static json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *cd_calibration_json(const struct cd_calibration_record *record)
{
    struct cd_calibration calibration = cd_calibrate(record->trials);
    const struct cd_comparison_plan *plan = record->plan;
    json_t *trials = json_array();
    for (size_t i = 0; i < record->trials->count; i++) {
        const struct cd_trial *trial = &record->trials->items[i];
        char name[300];
        cd_workload_name(&record->workloads->items[trial->cell], name, sizeof name);
        json_array_append_new(trials, json_pack("{s:o, s:s, s:o}", "cell", cd_json_text(name), "verdict",
                                                cd_change_name(trial->change), "threshold",
                                                real_json(trial->threshold)));
    }
    json_t *document = json_pack(
        "{s:i, s:s, s:f, s:b, s:I, s:f, s:f, s:f, s:I, s:I, s:f, s:f, s:o, s:o, s:o, s:o}", "format",
        CALIBRATION_FORMAT, "finished", record->finished, "seconds", record->seconds, "interrupted",
        record->interrupted, "pairs", (json_int_t)plan->pairs, "sample_seconds", plan->sample_seconds,
        "level", plan->rule.level, "threshold", plan->rule.threshold, "comparisons",
        (json_int_t)record->trials->count, "false_alarms", (json_int_t)calibration.alarms, "false_alarms_low",
        calibration.alarm_share.low, "false_alarms_high", calibration.alarm_share.high, "smallest_found",
        real_json(calibration.found), "smallest_low", real_json(calibration.found_interval.low),
        "smallest_high", real_json(calibration.found_interval.high), "trials", trials);
    json_object_update(document, (json_t *)record->circumstances);
    return document;
}

// ---- where it is kept -------------------------------------------------------------------------------------

enum { NAME_BYTES = 80 };

/// The folder in the cache folder.
#define STORE "calibrations"

static void hash_of(json_t *value, char text[CD_HASH_TEXT])
{
    char *dumped = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
    CD_ASSERT(dumped);
    cd_hash_text(cd_hash_bytes(dumped, strlen(dumped)), text);
    free(dumped);
    json_decref(value);
}

/// Machine and build. A build is its compiler and its flags: which revision it is makes a program another
/// one, but not the way in which this machine disturbs its times.
static void file_name(char name[NAME_BYTES])
{
    char machine[CD_HASH_TEXT], build[CD_HASH_TEXT];
    json_t *description = cd_fingerprint_build();
    json_object_del(description, "revision");
    json_object_del(description, "version");
    hash_of(description, build);
    hash_of(cd_fingerprint_machine(), machine);
    snprintf(name, NAME_BYTES, "%.16s-%.16s.json", machine, build);
}

/// What is read of a calibration that is kept.
struct kept {
    char finished[11]; ///< the day
    json_int_t alarms, pairs, comparisons;
    double high, smallest, threshold, level, sample;
};

/// False when the file is none of this program's, or of another format.
static bool understand(json_t *document, struct kept *kept)
{
    json_int_t format;
    const char *finished;
    json_t *smallest;
    if (json_unpack(document, "{s:I, s:s, s:I, s:I, s:F, s:F, s:F, s:I, s:F, s:o}", "format", &format,
                    "finished", &finished, "pairs", &kept->pairs, "comparisons", &kept->comparisons,
                    "sample_seconds", &kept->sample, "level", &kept->level, "threshold", &kept->threshold,
                    "false_alarms", &kept->alarms, "false_alarms_high", &kept->high, "smallest_found",
                    &smallest))
        return false;
    kept->smallest = json_is_number(smallest) ? json_number_value(smallest) : INFINITY;
    snprintf(kept->finished, sizeof kept->finished, "%s", finished);
    // What is quoted goes to a terminal and into tables.
    return format == CALIBRATION_FORMAT && kept->alarms >= 0 && kept->comparisons >= kept->alarms &&
           kept->comparisons > 0 && kept->pairs > 0 && kept->smallest >= 0 &&
           strspn(finished, "0123456789-T:Z") == strlen(finished);
}

/// Opens the folder of the calibrations, writes the path of this build's file in it, and reads that.
/// `*known` tells whether there is one that this program understands; `status` why there is none.
static enum cd_code open_store(bool make, char path[PATH_MAX], int *folder, struct kept *kept, bool *known,
                               struct cd_status *status)
{
    char cache[PATH_MAX - NAME_BYTES - sizeof STORE], name[NAME_BYTES];
    FILE *file;
    *known = false;
    *path = 0;
    file_name(name);
    enum cd_code code = cd_cache_open(STORE, make, folder, status);
    if (code || !cd_cache_folder(cache, sizeof cache))
        return code;
    snprintf(path, PATH_MAX, "%s/" STORE "/%s", cache, name);
    flock(*folder, LOCK_EX); // of two that end together the better one stays
    if (cd_cache_open_file(*folder, path, &file, status))
        return CD_OK;
    json_t *document = json_loadf(file, 0, NULL);
    *known = document && understand(document, kept);
    json_decref(document);
    fclose(file);
    return CD_OK;
}

static enum cd_code write_file(const struct cd_calibration_record *record, int folder, const char *path,
                               struct cd_status *status)
{
    struct cd_output *output;
    enum cd_code code = cd_output_open_private(folder, path, &output, status);
    if (code)
        return code;
    json_t *document = cd_calibration_json(record);
    json_dumpf(document, cd_output_stream(output), CD_JSON_LAYOUT);
    fputc('\n', cd_output_stream(output));
    json_decref(document);
    return cd_output_commit(output, status);
}

enum cd_code cd_calibration_keep(const struct cd_calibration_record *record, char line[CD_QUOTE_BYTES],
                                 struct cd_status *status)
{
    char path[PATH_MAX];
    struct kept kept;
    bool known;
    int folder;
    *line = 0;
    if (record->interrupted)
        return CD_OK;
    if (record->trials->count < CD_TRIALS_KEPT) {
        snprintf(line, CD_QUOTE_BYTES,
                 "Not stored: fewer than %d comparisons bound no slowdown; give more --comparisons or "
                 "--budget",
                 CD_TRIALS_KEPT);
        return CD_OK;
    }
    enum cd_code code = open_store(true, path, &folder, &kept, &known, status);
    if (code)
        return code;
    size_t own = record->trials->count * record->plan->pairs;
    size_t other = known ? (size_t)kept.comparisons * (size_t)kept.pairs : 0;
    if (other > own) {
        snprintf(line, CD_QUOTE_BYTES,
                 "Not stored: that of %s has %zu pairs of samples, this one %zu; remove %.300s to keep less",
                 kept.finished, other, own, cd_shown_text(path).text);
    } else {
        code = write_file(record, folder, path, status);
        snprintf(line, CD_QUOTE_BYTES, "Stored in %.400s; `cdbench compare` quotes it",
                 cd_shown_text(path).text);
    }
    close(folder);
    return code;
}

// ---- quoting ----------------------------------------------------------------------------------------------

static bool differ(double a, double b)
{
    return fabs(a - b) > 1e-12;
}

static void quote_kept(const struct kept *kept, const struct cd_comparison_plan *plan,
                       char quote[CD_QUOTE_BYTES])
{
    char smallest[40] = "finds 100 % less than", more[120] = "";
    if (isfinite(kept->smallest))
        snprintf(smallest, sizeof smallest, "finds %.1f %%", 100 * kept->smallest);
    if (differ(kept->threshold, plan->rule.threshold) || differ(kept->level, plan->rule.level))
        snprintf(more, sizeof more, "; with a threshold of %g %%, not %g %% as here", 100 * kept->threshold,
                 100 * plan->rule.threshold);
    else if (differ(kept->sample, plan->sample_seconds))
        snprintf(more, sizeof more, "; with samples of %g ms, not %g ms as here", 1e3 * kept->sample,
                 1e3 * plan->sample_seconds);
    else if ((size_t)kept->pairs != plan->pairs)
        snprintf(more, sizeof more, "; here it is %zu pairs, which find %s", plan->pairs,
                 (size_t)kept->pairs < plan->pairs ? "more" : "less");
    snprintf(quote, CD_QUOTE_BYTES,
             "Calibrated on this host %s: false alarms %lld of %lld (at most %.2g %%), %s four times of five "
             "with %lld pairs%s",
             kept->finished, (long long)kept->alarms, (long long)kept->comparisons, 100 * kept->high,
             smallest, (long long)kept->pairs, more);
}

void cd_calibration_quote(const struct cd_comparison_plan *plan, char quote[CD_QUOTE_BYTES])
{
    char path[PATH_MAX];
    struct kept kept;
    struct cd_status refused = {CD_OK, ""};
    int folder;
    bool known;
    if (!open_store(false, path, &folder, &kept, &known, &refused))
        close(folder);
    if (known)
        quote_kept(&kept, plan, quote);
    else if (refused.code == CD_ENVIRONMENT)
        snprintf(quote, CD_QUOTE_BYTES, "Not calibrated on this host as far as can be told: %.330s",
                 refused.text);
    else
        snprintf(quote, CD_QUOTE_BYTES,
                 "Not calibrated on this host with this compiler and these flags: how often it errs here is "
                 "not known; run `cdbench compare --calibrate`");
}
