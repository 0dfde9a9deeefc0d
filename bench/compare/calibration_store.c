#include "bench/compare/calibration_store.h"

#include "base/atomic_file.h"
#include "base/cache_folder.h"
#include "base/hash.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Grows whenever a member of the JSON changes its meaning or goes away.
#define CALIBRATION_FORMAT 1

// ---- JSON -------------------------------------------------------------------------------------------------

static json_t *real_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *rate_json(struct cd_rate rate)
{
    struct cd_interval interval = cd_rate_interval(rate);
    return json_pack("{s:I, s:I, s:f, s:f}", "events", (json_int_t)rate.events, "trials",
                     (json_int_t)rate.trials, "low", interval.low, "high", interval.high);
}

/// Overlapping runs of pairs are counted, but tell no interval.
static json_t *windows_json(struct cd_rate rate)
{
    return json_pack("{s:I, s:I}", "events", (json_int_t)rate.events, "trials", (json_int_t)rate.trials);
}

static json_t *clocks_json(const struct cd_rate rates[CD_CLOCKS])
{
    return json_pack("{s:o, s:o}", "cpu", rate_json(rates[CD_BY_CPU]), "wall", rate_json(rates[CD_BY_WALL]));
}

static json_t *powers_json(const struct cd_calibration *calibration)
{
    json_t *array = json_array();
    for (size_t i = 0; i < CD_SLOW_DOWNS; i++) {
        const struct cd_power *power = &calibration->powers[i];
        json_array_append_new(
            array, json_pack("{s:f, s:o, s:o, s:o, s:o}", "slow_down", power->slow_down, "found",
                             rate_json(power->found), "windows", windows_json(power->windows), "measured",
                             real_json(power->measured), "predicted", real_json(power->predicted)));
    }
    return array;
}

static json_t *rule_json(const struct cd_rule *rule)
{
    return json_pack("{s:f, s:f}", "level", rule->level, "threshold", rule->threshold);
}

static json_t *cells_json(const struct cd_workloads *workloads)
{
    json_t *array = json_array();
    for (size_t i = 0; i < workloads->count; i++) {
        char name[300];
        cd_workload_name(&workloads->items[i], name, sizeof name);
        json_array_append_new(array, cd_json_text(name));
    }
    return array;
}

static json_t *thresholds_json(const struct cd_calibration *calibration)
{
    json_t *array = json_array();
    for (size_t i = 0; i < calibration->trial_count; i++)
        json_array_append_new(array, real_json(calibration->thresholds[i]));
    return array;
}

json_t *cd_calibration_json(const struct cd_calibration_record *record)
{
    const struct cd_calibration *calibration = record->calibration;
    json_t *document = json_object();
    json_object_set_new(document, "format", json_integer(CALIBRATION_FORMAT));
    json_object_set_new(document, "finished", json_string(record->finished));
    json_object_set_new(document, "seconds", real_json(record->seconds));
    json_object_set_new(document, "interrupted", json_boolean(record->interrupted));
    json_object_set_new(document, "pairs", json_integer((json_int_t)calibration->pairs));
    json_object_set_new(document, "sample_seconds", json_real(record->sample_seconds));
    json_object_set_new(document, "rule", rule_json(record->rule));
    json_object_set_new(document, "cells", cells_json(record->workloads));
    json_object_set_new(document, "false_alarms", rate_json(calibration->false_alarms));
    json_object_set_new(document, "false_alarms_windows", windows_json(calibration->windows));
    json_object_set_new(document, "smallest_found", real_json(calibration->smallest.found));
    json_object_set_new(document, "smallest_low", real_json(calibration->smallest.low));
    json_object_set_new(document, "smallest_high", real_json(calibration->smallest.high));
    json_object_set_new(document, "slow_downs", powers_json(calibration));
    json_object_set_new(document, "paired_rule", clocks_json(calibration->paired));
    json_object_set_new(document, "blocks_rule", clocks_json(calibration->blocks));
    json_object_set_new(document, "stored_rule", clocks_json(calibration->stored));
    json_object_set_new(document, "stored_gap_seconds", real_json(calibration->stored_gap));
    json_object_set_new(document, "thresholds", thresholds_json(calibration));
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

/// "<machine>-", with which the calibrations of all builds on this machine begin.
static void machine_prefix(char name[NAME_BYTES])
{
    char hash[CD_HASH_TEXT];
    hash_of(cd_fingerprint_machine(), hash);
    snprintf(name, NAME_BYTES, "%.16s-", hash);
}

/// A build is its compiler and its flags. Which revision it is makes a program another one, but not the way
/// in which this machine disturbs its times.
static void file_name(char name[NAME_BYTES])
{
    char hash[CD_HASH_TEXT];
    json_t *build = cd_fingerprint_build();
    json_object_del(build, "revision");
    json_object_del(build, "version");
    hash_of(build, hash);
    machine_prefix(name);
    size_t used = strlen(name);
    snprintf(name + used, NAME_BYTES - used, "%.16s.json", hash);
}

/// Opens the folder of the calibrations and writes the path of this build's file in it.
static enum cd_code open_store(bool make, char *path, size_t bytes, int *folder, struct cd_status *status)
{
    char cache[PATH_MAX], name[NAME_BYTES];
    file_name(name);
    enum cd_code code = cd_cache_open(STORE, make, folder, status);
    if (!code && cd_cache_folder(cache, sizeof cache))
        snprintf(path, bytes, "%s/" STORE "/%s", cache, name);
    return code;
}

enum cd_code cd_calibration_store(const struct cd_calibration_record *record, char *path, size_t bytes,
                                  struct cd_status *status)
{
    struct cd_output *output;
    int folder;
    *path = 0;
    enum cd_code code = open_store(true, path, bytes, &folder, status);
    if (code)
        return code;
    code = cd_output_open_private(folder, path, &output, status);
    close(folder);
    if (code)
        return code;
    json_t *document = cd_calibration_json(record);
    json_dumpf(document, cd_output_stream(output), CD_JSON_LAYOUT);
    fputc('\n', cd_output_stream(output));
    json_decref(document);
    return cd_output_commit(output, status);
}

// ---- quoting ----------------------------------------------------------------------------------------------

/// Closes the folder.
static bool is_any_other_build(int folder, const char *own)
{
    char prefix[NAME_BYTES];
    bool found = false;
    DIR *listing = fdopendir(folder);
    machine_prefix(prefix);
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        found |= !strncmp(entry->d_name, prefix, strlen(prefix)) && strcmp(entry->d_name, own) != 0;
    if (listing)
        closedir(listing);
    else
        close(folder);
    return found;
}

/// What is quoted of a stored calibration.
struct quoted {
    const char *finished;
    json_int_t events, trials, pairs;
    double high, smallest, threshold, level, sample;
};

/// False when the file is none of this program's, or of another format.
static bool read_quoted(json_t *document, struct quoted *quoted)
{
    json_int_t format;
    json_t *smallest;
    *quoted = (struct quoted){0};
    if (json_unpack(document, "{s:I, s:s, s:I, s:F, s:{s:I, s:I, s:F}, s:o, s:{s:F, s:F}}", "format", &format,
                    "finished", &quoted->finished, "pairs", &quoted->pairs, "sample_seconds", &quoted->sample,
                    "false_alarms", "events", &quoted->events, "trials", &quoted->trials, "high",
                    &quoted->high, "smallest_found", &smallest, "rule", "level", &quoted->level, "threshold",
                    &quoted->threshold))
        return false;
    quoted->smallest = json_is_number(smallest) ? json_number_value(smallest) : INFINITY;
    // What is quoted goes to a terminal and into tables.
    return format == CALIBRATION_FORMAT && quoted->events >= 0 && quoted->trials >= quoted->events &&
           quoted->trials > 0 && quoted->pairs > 0 && quoted->smallest > 0 &&
           strspn(quoted->finished, "0123456789-T:Z") == strlen(quoted->finished);
}

static void write_smallest(const struct quoted *quoted, char *text, size_t bytes)
{
    if (isfinite(quoted->smallest))
        snprintf(text, bytes, "finds %.1f %% four times of five", 100 * quoted->smallest);
    else
        snprintf(text, bytes, "finds %g %% less than four times of five",
                 100 * cd_slow_downs[CD_SLOW_DOWNS - 1]);
}

static bool differ(double a, double b)
{
    return fabs(a - b) > 1e-12;
}

static void write_quote(const struct quoted *quoted, size_t pairs, double sample_seconds,
                        const struct cd_rule *rule, char quote[CD_QUOTE_BYTES])
{
    char smallest[80], more[120] = "";
    write_smallest(quoted, smallest, sizeof smallest);
    if (differ(quoted->threshold, rule->threshold) || differ(quoted->level, rule->level))
        snprintf(more, sizeof more, "; with a threshold of %g %%, not %g %% as here", 100 * quoted->threshold,
                 100 * rule->threshold);
    else if (differ(quoted->sample, sample_seconds))
        snprintf(more, sizeof more, "; with samples of %g ms, not %g ms as here", 1e3 * quoted->sample,
                 1e3 * sample_seconds);
    else if ((size_t)quoted->pairs != pairs)
        snprintf(more, sizeof more, "; here it is %zu pairs, which find %s", pairs,
                 (size_t)quoted->pairs < pairs ? "more" : "less");
    snprintf(
        quote, CD_QUOTE_BYTES,
        "Calibrated on this host %.10s: false alarms %lld of %lld (at most %.2g %%), %s with %lld pairs%s",
        quoted->finished, (long long)quoted->events, (long long)quoted->trials, 100 * quoted->high, smallest,
        (long long)quoted->pairs, more);
}

void cd_calibration_quote(size_t pairs, double sample_seconds, const struct cd_rule *rule,
                          char quote[CD_QUOTE_BYTES])
{
    char path[PATH_MAX + NAME_BYTES];
    struct quoted quoted;
    struct cd_status refused;
    FILE *file = NULL;
    int folder = -1;
    enum cd_code code = open_store(false, path, sizeof path, &folder, &refused);
    if (!code)
        code = cd_cache_open_file(folder, path, &file, &refused);
    json_t *document = file ? json_loadf(file, 0, NULL) : NULL;
    if (file)
        fclose(file);
    bool other = folder >= 0 && is_any_other_build(folder, strrchr(path, '/') + 1) && !file;
    if (document && read_quoted(document, &quoted))
        write_quote(&quoted, pairs, sample_seconds, rule, quote);
    else if (code == CD_ENVIRONMENT)
        snprintf(quote, CD_QUOTE_BYTES, "Not calibrated on this host as far as can be told: %.330s",
                 refused.text);
    else if (other)
        snprintf(quote, CD_QUOTE_BYTES,
                 "Calibrated on this host for another build only (other compiler or flags); run `cdbench "
                 "calibrate`");
    else
        snprintf(quote, CD_QUOTE_BYTES,
                 "Not calibrated on this host: how often it errs here is not known; run `cdbench calibrate`");
    json_decref(document);
}
