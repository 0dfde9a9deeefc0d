#include "bench/cli/verify_report.h"
#include "bench/oracle/judge.h"

#include "bench/record/fingerprint.h"

#include <inttypes.h>

#define ERRORS_BYTES 24

bool cd_verify_is_wrong(const struct cd_choice *choice, const struct cd_judgement *judgement)
{
    return choice->description.quality == CD_QUALITY_EXACT && judgement->wrong_frames > 0;
}

static const char *verdict_name(const struct cd_choice *choice, const struct cd_judgement *judgement)
{
    static const char *const qualities[] = {"exact", "approximate", "printed"};
    return cd_verify_is_wrong(choice, judgement) ? "wrong" : qualities[choice->description.quality];
}

/// What the answers were held to; where solid truth is undefined, says what was used instead.
static const char *truth_name(const struct cd_scene *scene, const struct cd_truth *truth)
{
    if (truth->meaning == CD_MEANING_SURFACE)
        return scene->dimensions ? "regions" : "surface";
    return truth->solid_undefined ? "solid (NA for open meshes: their surface)" : "solid";
}

/// What false negatives and false positives are counted in.
static const char *unit_name(const struct cd_scene *scene, enum cd_query query)
{
    static const char *const names[] = {"frames", "bodies", "pairs", "pairs"};
    return query == CD_QUERY_BODIES && scene->dimensions ? "regions" : names[query];
}

// ---- text -------------------------------------------------------------------------------------------------

static void print_record(FILE *stream, enum cd_query query, const struct cd_record *record)
{
    if (query == CD_QUERY_BODIES)
        fprintf(stream, " %" PRIu32, record->a);
    else if (query == CD_QUERY_PAIRS)
        fprintf(stream, " (%" PRIu32 ",%" PRIu32 ")", record->a, record->b);
    else if (query == CD_QUERY_CONTACTS)
        fprintf(stream, " (%" PRIu32 ":%" PRIu32 ",%" PRIu32 ":%" PRIu32 ")", record->a, record->ta,
                record->b, record->tb);
    else
        fprintf(stream, " a collision");
}

static uint64_t listed(const struct cd_verify_report *report, uint64_t count)
{
    return report->all || count <= CD_VERIFY_LISTED ? count : CD_VERIFY_LISTED;
}

static void print_records(const struct cd_verify_report *report, const struct cd_record *records,
                          uint64_t count)
{
    uint64_t shown = listed(report, count);
    for (uint64_t i = 0; i < shown; i++)
        print_record(report->stream, report->query, &records[i]);
    if (shown < count)
        fprintf(report->stream, " ... and %" PRIu64 " more", count - shown);
}

static void print_frame(const struct cd_verify_report *report, const struct cd_difference *difference)
{
    cd_progress_clear(report->progress);
    fprintf(report->stream, "frame %" PRIu64 ":", difference->frame);
    if (difference->totals_only)
        fprintf(report->stream, " reports %" PRIu64 ", and not the %" PRIu64 " that are true",
                difference->given, difference->expected);
    if (difference->missed_count) {
        fprintf(report->stream, " lacks");
        print_records(report, difference->missed, difference->missed_count);
    }
    if (difference->extra_count) {
        fprintf(report->stream, "%s reports", difference->missed_count ? ";" : "");
        print_records(report, difference->extra, difference->extra_count);
        fprintf(report->stream, " falsely");
    }
    fprintf(report->stream, "\n");
}

/// A number of errors, or NA.
static const char *errors_text(const struct cd_judgement *judgement, uint64_t errors, char text[ERRORS_BYTES])
{
    snprintf(text, ERRORS_BYTES, "%" PRIu64, errors);
    return judgement->errors_unknown ? "NA" : text;
}

static void print_summary(const struct cd_verify_report *report, const struct cd_judgement *judgement)
{
    char digest[CD_HASH_TEXT], misses[ERRORS_BYTES], false_hits[ERRORS_BYTES];
    cd_progress_clear(report->progress);
    fprintf(report->stream,
            "%s on %s: %s, truth %s; %" PRIu64 " of %" PRIu64 " frames wrong, %s of %" PRIu64
            " colliding %s are false negatives, %s of %" PRIu64
            " others false positives; digest %s; verdict %s\n",
            report->choice->typed, report->scene->name, cd_query_name(report->query),
            truth_name(report->scene, report->truth), judgement->wrong_frames, judgement->frames,
            errors_text(judgement, judgement->misses, misses), judgement->truth_pairs,
            unit_name(report->scene, report->query),
            errors_text(judgement, judgement->false_hits, false_hits),
            judgement->pairs - judgement->truth_pairs, cd_hash_text(judgement->digest, digest),
            verdict_name(report->choice, judgement));
    fflush(report->stream);
}

// ---- JSON -------------------------------------------------------------------------------------------------

static json_t *json_number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/// A record as the array of its columns.
static json_t *json_record(enum cd_query query, const struct cd_record *record)
{
    json_t *array = json_array();
    if (query != CD_QUERY_ANY)
        json_array_append_new(array, json_number(record->a));
    if (query == CD_QUERY_CONTACTS)
        json_array_append_new(array, json_number(record->ta));
    if (query == CD_QUERY_PAIRS || query == CD_QUERY_CONTACTS)
        json_array_append_new(array, json_number(record->b));
    if (query == CD_QUERY_CONTACTS)
        json_array_append_new(array, json_number(record->tb));
    return array;
}

static json_t *json_records(const struct cd_verify_report *report, const struct cd_record *records,
                            uint64_t count)
{
    json_t *array = json_array();
    for (uint64_t i = 0; i < listed(report, count); i++)
        json_array_append_new(array, json_record(report->query, &records[i]));
    return array;
}

static void add_frame(struct cd_verify_report *report, const struct cd_difference *difference)
{
    json_t *object = json_object();
    json_object_set_new(object, "frame", json_number(difference->frame));
    json_object_set_new(object, "given_count", json_number(difference->given));
    json_object_set_new(object, "true_count", json_number(difference->expected));
    json_object_set_new(object, "missed_count", json_number(difference->missed_count));
    json_object_set_new(object, "missed", json_records(report, difference->missed, difference->missed_count));
    json_object_set_new(object, "extra_count", json_number(difference->extra_count));
    json_object_set_new(object, "extra", json_records(report, difference->extra, difference->extra_count));
    json_array_append_new(report->differences, object);
}

static void add_cell(struct cd_verify_report *report, const struct cd_judgement *judgement)
{
    char text[CD_HASH_TEXT];
    json_t *object = json_object();
    json_object_set_new(object, "algo", cd_json_text(report->choice->typed));
    json_object_set_new(object, "scene", cd_json_text(report->scene->name));
    json_object_set_new(object, "scene_hash", json_string(cd_hash_text(report->scene->hash, text)));
    json_object_set_new(object, "query", json_string(cd_query_name(report->query)));
    json_object_set_new(object, "truth",
                        json_string(report->truth->meaning == CD_MEANING_SOLID ? "solid"
                                    : report->scene->dimensions                ? "regions"
                                                                               : "surface"));
    json_object_set_new(object, "solid_undefined", json_boolean(report->truth->solid_undefined));
    json_object_set_new(object, "verdict", json_string(verdict_name(report->choice, judgement)));
    json_object_set_new(object, "frames", json_number(judgement->frames));
    json_object_set_new(object, "wrong_frames", json_number(judgement->wrong_frames));
    json_object_set_new(object, "counted_in", json_string(unit_name(report->scene, report->query)));
    bool known = !judgement->errors_unknown;
    json_object_set_new(object, "misses", known ? json_number(judgement->misses) : json_null());
    json_object_set_new(object, "colliding", json_number(judgement->truth_pairs));
    json_object_set_new(object, "false_hits", known ? json_number(judgement->false_hits) : json_null());
    json_object_set_new(object, "free", json_number(judgement->pairs - judgement->truth_pairs));
    json_object_set_new(object, "records", json_number(judgement->records));
    json_object_set_new(object, "digest", json_string(cd_hash_text(judgement->digest, text)));
    json_object_set_new(object, "differences", report->differences);
    report->differences = NULL;
    json_array_append_new(report->cells, object);
}

// ---- either -----------------------------------------------------------------------------------------------

void cd_verify_report_begin(struct cd_verify_report *report)
{
    if (report->cells) {
        json_decref(report->differences);
        report->differences = json_array();
    }
}

void cd_verify_report_frame(void *user, const struct cd_difference *difference)
{
    struct cd_verify_report *report = user;
    if (report->brief)
        return;
    if (report->cells)
        add_frame(report, difference);
    else
        print_frame(report, difference);
}

void cd_verify_report_end(struct cd_verify_report *report, const struct cd_judgement *judgement)
{
    if (report->cells)
        add_cell(report, judgement);
    else
        print_summary(report, judgement);
}
