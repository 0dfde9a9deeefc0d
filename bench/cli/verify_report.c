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
        print_record(report->stream, report->hearing->query, &records[i]);
    if (shown < count)
        fprintf(report->stream, " ... and %" PRIu64 " more", count - shown);
}

static void print_frame(const struct cd_verify_report *report, const struct cd_difference *difference)
{
    cd_progress_clear(report->hearing->progress);
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
    cd_progress_clear(report->hearing->progress);
    fprintf(report->stream,
            "%s on %s: %s, truth %s; %" PRIu64 " of %" PRIu64 " frames wrong, %s of %" PRIu64
            " colliding %s are false negatives, %s of %" PRIu64
            " others false positives; digest %s; verdict %s\n",
            report->choice->typed, report->hearing->scene->name, cd_query_name(report->hearing->query),
            truth_name(report->hearing->scene, report->hearing->truth), judgement->wrong_frames,
            judgement->frames, errors_text(judgement, judgement->misses, misses), judgement->truth_pairs,
            unit_name(report->hearing->scene, report->hearing->query),
            errors_text(judgement, judgement->false_hits, false_hits),
            judgement->pairs - judgement->truth_pairs, cd_hash_text(judgement->digest, digest),
            verdict_name(report->choice, judgement));
    fflush(report->stream);
}

// ---- JSON -------------------------------------------------------------------------------------------------

/// A record as the array of its columns.
static json_t *json_record(enum cd_query query, const struct cd_record *record)
{
    if (query == CD_QUERY_ANY)
        return json_array();
    if (query == CD_QUERY_BODIES)
        return json_pack("[I]", (json_int_t)record->a);
    if (query == CD_QUERY_PAIRS)
        return json_pack("[I, I]", (json_int_t)record->a, (json_int_t)record->b);
    return json_pack("[I, I, I, I]", (json_int_t)record->a, (json_int_t)record->ta, (json_int_t)record->b,
                     (json_int_t)record->tb);
}

static json_t *json_records(const struct cd_verify_report *report, const struct cd_record *records,
                            uint64_t count)
{
    json_t *array = json_array();
    for (uint64_t i = 0; i < listed(report, count); i++)
        json_array_append_new(array, json_record(report->hearing->query, &records[i]));
    return array;
}

static json_t *json_frame(const struct cd_verify_report *report, const struct cd_difference *difference)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:o, s:I, s:o}", "frame", (json_int_t)difference->frame,
                     "given_count", (json_int_t)difference->given, "true_count",
                     (json_int_t)difference->expected, "missed_count", (json_int_t)difference->missed_count,
                     "missed", json_records(report, difference->missed, difference->missed_count),
                     "extra_count", (json_int_t)difference->extra_count, "extra",
                     json_records(report, difference->extra, difference->extra_count));
}

static json_t *json_errors(const struct cd_judgement *judgement, uint64_t errors)
{
    return judgement->errors_unknown ? json_null() : json_integer((json_int_t)errors);
}

static json_t *json_cell(struct cd_verify_report *report, const struct cd_judgement *judgement)
{
    const struct cd_hearing *hearing = report->hearing;
    char hash[CD_HASH_TEXT], digest[CD_HASH_TEXT];
    bool solid = hearing->truth->meaning == CD_MEANING_SOLID;
    json_t *differences = report->differences ? report->differences : json_array();
    report->differences = NULL;
    return json_pack(
        "{s:o, s:o, s:s, s:s, s:s, s:b, s:s, s:I, s:I, s:s, s:o, s:I, s:o, s:I, s:I, s:s, s:o}", //
        "algo", cd_json_text(report->choice->typed), "scene", cd_json_text(hearing->scene->name),
        "scene_hash", cd_hash_text(hearing->scene->hash, hash), "query", cd_query_name(hearing->query),
        "truth",
        solid                        ? "solid"
        : hearing->scene->dimensions ? "regions"
                                     : "surface",
        "solid_undefined", hearing->truth->solid_undefined, "verdict",
        verdict_name(report->choice, judgement), "frames", (json_int_t)judgement->frames, "wrong_frames",
        (json_int_t)judgement->wrong_frames, "counted_in", unit_name(hearing->scene, hearing->query),
        "misses", json_errors(judgement, judgement->misses), "colliding", (json_int_t)judgement->truth_pairs,
        "false_hits", json_errors(judgement, judgement->false_hits), "free",
        (json_int_t)(judgement->pairs - judgement->truth_pairs), "records", (json_int_t)judgement->records,
        "digest", cd_hash_text(judgement->digest, digest), "differences", differences);
}

// ---- either -----------------------------------------------------------------------------------------------

void cd_verify_report_frame(void *user, const struct cd_difference *difference)
{
    struct cd_verify_report *report = user;
    if (report->cells && !report->differences)
        report->differences = json_array();
    if (!difference)
        json_array_clear(report->differences);
    else if (report->cells)
        json_array_append_new(report->differences, json_frame(report, difference));
    else
        print_frame(report, difference);
}

void cd_verify_report_end(struct cd_verify_report *report, const struct cd_judgement *judgement)
{
    if (report->cells)
        json_array_append_new(report->cells, json_cell(report, judgement));
    else
        print_summary(report, judgement);
}
