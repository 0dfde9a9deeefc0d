#include "bench/oracle/judge.h"
#include "scenes/cursor.h"

#include "algos/driver/instance.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"
#include "bench/oracle/frame.h"
#include "bench/oracle/oracle.h"

struct judge {
    const struct cd_judged_pass *pass;
    struct cd_judgement *judgement;
    struct cd_records given;         ///< what the instance reported in this frame, ascending
    struct cd_records pairs;         ///< the pairs of bodies in it, if the query is contacts
    struct cd_records expected;      ///< what is true
    struct cd_records missed, extra; ///< the differences
    struct cd_oracle_trees *trees;   ///< made at the first wrong frame of contacts
    struct cd_oracle_state *state;
};

/// Lists the pairs of bodies that the given contacts belong to, each once, ascending.
static void derive_pairs(struct judge *judge)
{
    struct cd_records *pairs = &judge->pairs;
    pairs->count = 0;
    for (uint64_t i = 0; i < judge->given.count; i++) {
        const struct cd_record *given = &judge->given.items[i];
        cd_records_add(pairs, &(struct cd_record){.a = given->a, .b = given->b});
    }
    cd_records_sort_once(pairs);
}

/// Compares two ascending lists: records only in the expected one are missed, records only in the given one are extra.
static void compare_records(struct judge *judge, const struct cd_records *expected,
                            const struct cd_records *given)
{
    judge->missed.count = judge->extra.count = 0;
    uint64_t i = 0, k = 0;
    while (i < expected->count || k < given->count) {
        int order = i == expected->count ? 1
                    : k == given->count  ? -1
                                         : cd_record_compare(&expected->items[i], &given->items[k]);
        if (order < 0)
            cd_records_add(&judge->missed, &expected->items[i++]);
        else if (order > 0)
            cd_records_add(&judge->extra, &given->items[k++]);
        else
            i++, k++;
    }
}

static void compare_contacts(struct judge *judge, const struct cd_frame *frame)
{
    struct cd_judgement *judgement = judge->judgement;
    const struct cd_records *given = &judge->given;
    if (!judge->trees) {
        judge->trees = cd_oracle_trees_create(judge->pass->scene);
        judge->state = cd_oracle_state_create(judge->trees);
    }
    struct cd_oracle_question question = {
        .meaning = CD_MEANING_SURFACE, .count_contacts = true, .keep_contacts = true, .threads = 1};
    const struct cd_oracle_answer *answer = cd_oracle_frame(judge->state, frame, &question);
    compare_records(judge, &answer->contacts, given);
    uint64_t repeated = 0;
    for (uint64_t i = 1; i < given->count; i++)
        repeated += !cd_record_compare(&given->items[i - 1], &given->items[i]);
    judgement->contacts_missing += judge->missed.count;
    judgement->contacts_false += judge->extra.count - repeated;
    judgement->contacts_repeated += repeated;
}

/// Units of a frame of regions. A region with several extents has several entries in a row, and counts once.
static uint64_t region_unit_count(enum cd_query query, const struct cd_frame *frame)
{
    uint64_t counts[] = {[CD_REGION_PUBLISH] = 0, [CD_REGION_SUBSCRIBE] = 0};
    for (uint32_t i = 0; i < frame->region_count; i++)
        if (!i || frame->regions[i].id != frame->regions[i - 1].id)
            counts[frame->regions[i].kind]++;
    uint64_t publish = counts[CD_REGION_PUBLISH], subscribe = counts[CD_REGION_SUBSCRIBE];
    return query == CD_QUERY_BODIES ? publish + subscribe : publish * subscribe;
}

/// The units of this frame in which false negatives and false positives are counted. Only a file can claim more hits
/// than there are units; `cd_judge_by` finds that this is wrong.
static uint64_t unit_count(const struct judge *judge, const struct cd_frame *frame, uint64_t hits)
{
    uint64_t bodies = frame->body_count, units = bodies * (bodies - (bodies > 0)) / 2;
    if (judge->pass->query == CD_QUERY_ANY)
        units = 1;
    else if (judge->pass->scene->dimensions)
        units = region_unit_count(judge->pass->query, frame);
    else if (judge->pass->query == CD_QUERY_BODIES)
        units = bodies;
    return units > hits ? units : hits;
}

static bool same_answer(struct cd_answer a, struct cd_answer b)
{
    return a.count == b.count && cd_hash_equal(a.digest, b.digest);
}

/// Compares the frame with a truth of totals; true when it is wrong.
static bool compare_totals(struct judge *judge, const struct cd_frame *frame, struct cd_answer answer)
{
    struct cd_judgement *judgement = judge->judgement;
    struct cd_answer truth = cd_truth_answer(judge->pass->truth, frame->index, judge->pass->query);
    judgement->pairs += unit_count(judge, frame, truth.count);
    judgement->truth_pairs += truth.count;
    judgement->truth_hit_frames += truth.count > 0;
    bool wrong = !same_answer(truth, answer);
    judgement->errors_unknown |= wrong;
    return wrong;
}

/// Counts the errors of the frame; true when it is wrong.
static bool count_errors(struct judge *judge, const struct cd_frame *frame, struct cd_answer answer)
{
    bool contacts = judge->pass->query == CD_QUERY_CONTACTS;
    struct cd_judgement *judgement = judge->judgement;
    struct cd_records *expected = &judge->expected;
    cd_truth_records(judge->pass->truth, frame->index, contacts ? CD_QUERY_PAIRS : judge->pass->query,
                     expected);
    if (contacts)
        derive_pairs(judge);
    compare_records(judge, expected, contacts ? &judge->pairs : &judge->given);
    judgement->pairs += unit_count(judge, frame, expected->count);
    judgement->truth_pairs += expected->count;
    judgement->misses += judge->missed.count;
    judgement->false_hits += judge->extra.count;
    judgement->truth_hit_frames += expected->count > 0;
    if (!contacts)
        return judge->missed.count || judge->extra.count;
    struct cd_answer truth = cd_truth_answer(judge->pass->truth, frame->index, CD_QUERY_CONTACTS);
    if (same_answer(truth, answer))
        return false;
    compare_contacts(judge, frame);
    return true;
}

static void report_frame(const struct judge *judge, const struct cd_frame *frame, struct cd_answer answer)
{
    const struct cd_judged_pass *pass = judge->pass;
    struct cd_difference difference = {
        .frame = frame->index,
        .totals_only = pass->truth->totals != NULL,
        .given = answer.count,
        .expected = cd_truth_answer(pass->truth, frame->index, pass->query).count,
        .missed = judge->missed.items,
        .missed_count = judge->missed.count,
        .extra = judge->extra.items,
        .extra_count = judge->extra.count,
    };
    pass->report(pass->user, &difference);
}

static void judge_frame(struct judge *judge, const struct cd_frame *frame, struct cd_answer answer)
{
    struct cd_judgement *judgement = judge->judgement;
    const struct cd_judged_pass *pass = judge->pass;
    judgement->frames++;
    judgement->hit_frames += answer.count > 0;
    judgement->records += answer.count;
    judgement->digest = cd_hash_sum(judgement->digest, answer.digest);
    if (pass->answers)
        pass->answers(pass->user, frame->index, judge->given.items, judge->given.count);
    if (!pass->truth || !(pass->truth->totals ? compare_totals : count_errors)(judge, frame, answer))
        return;
    if (!judgement->wrong_frames++)
        judgement->first_wrong_frame = frame->index;
    if (pass->report)
        report_frame(judge, frame, answer);
}

static enum cd_code judge_frames(struct judge *judge, struct cd_cursor *cursor, struct cd_status *status)
{
    const struct cd_judged_pass *pass = judge->pass;
    const struct cd_frame *frame;
    enum cd_code code;
    // If the pairs are too many for the truth to keep, they need not be kept here either.
    bool store = pass->answers || (pass->truth && !pass->truth->totals);
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        CD_ASSERT(frame->index < pass->scene->frame_count);
        struct cd_answering answering;
        if ((code = cd_answering_ask(pass->instance, pass->query, store ? CD_SINK_STORE : CD_SINK_DIGEST,
                                     frame, &answering, status)))
            return code;
        if (cd_interrupted())
            return cd_fail(status, CD_INTERRUPTED, "interrupted while checking the answers");
        struct cd_answer answer = answering.answer;
        if (store && (code = cd_answering_gather(pass->instance, &judge->given, status)))
            return code;
        if (store && judge->given.count != answer.count) {
            CD_ASSERT(cd_instance_home(pass->instance));
            return cd_fail(status, CD_WRONG, "has written to memory that is not its own");
        }
        judge_frame(judge, frame, answer);
        if (pass->per_frame)
            pass->per_frame[frame->index] = answer;
        cd_progress_advance(pass->progress, frame->index + 1);
    }
    return code;
}

static void release_judge(struct judge *judge)
{
    struct cd_records *lists[] = {&judge->given, &judge->pairs, &judge->expected, &judge->missed,
                                  &judge->extra};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        cd_free(lists[i]->items);
    cd_oracle_state_destroy(judge->state);
    cd_oracle_trees_destroy(judge->trees);
}

enum cd_code cd_judge(const struct cd_judged_pass *pass, struct cd_judgement *judgement,
                      struct cd_status *status)
{
    const struct cd_truth *truth = pass->truth;
    CD_ASSERT(!truth || truth->frame_count == pass->scene->frame_count);
    CD_ASSERT(!truth || pass->query != CD_QUERY_CONTACTS || truth->query == CD_QUERY_CONTACTS);
    *judgement = (struct cd_judgement){0};
    struct judge judge = {.pass = pass, .judgement = judgement};
    struct cd_cursor *cursor = cd_cursor_open(pass->scene);
    cd_answering_begin(pass->instance);
    cd_progress_name(pass->progress, pass->name ? pass->name : "");
    cd_progress_step(pass->progress, truth ? "checking the answers" : "recording the answers",
                     pass->scene->frame_count);
    cd_progress_expect(pass->progress, pass->seconds);
    enum cd_code code = judge_frames(&judge, cursor, status);
    judgement->counters = cd_answering_counters(pass->instance);
    cd_cursor_close(cursor);
    release_judge(&judge);
    return code;
}

// ---- the truths of a scene --------------------------------------------------------------------------------

static void warn_about_cache(const struct cd_truths *truths, const struct cd_truth *truth)
{
    cd_progress_clear(truths->progress);
    if (truth->cache_warning && truths->warn)
        truths->warn(truths->user, truth->cache_warning);
}

enum cd_code cd_judge_by(struct cd_truths *truths, const struct cd_description *description,
                         struct cd_judged_pass *pass, struct cd_judgement *judgement,
                         struct cd_status *status)
{
    enum cd_meaning meaning = cd_meaning_of_truth(pass->query, description->meaning);
    struct cd_truth **truth = &truths->found[pass->query == CD_QUERY_CONTACTS ? 2 : meaning];
    enum cd_code code = CD_OK;
    if (!*truth && !(code = cd_oracle_truth(truths->scene, pass->query, meaning, truths->threads,
                                            truths->use_cache, truths->progress, truth, status)))
        warn_about_cache(truths, *truth);
    pass->truth = *truth;
    if (!code)
        code = cd_judge(pass, judgement, status);
    bool differs = false;
    if (!code && description->quality == CD_QUALITY_EXACT && judgement->wrong_frames)
        code = cd_oracle_renew(truths->scene, truths->threads, truths->progress, truth, &differs, status);
    pass->truth = *truth;
    if (code || !differs)
        return code;
    warn_about_cache(truths, *truth);
    pass->answers = NULL; // these have been handed out already
    if (pass->report)
        pass->report(pass->user, NULL);
    return cd_judge(pass, judgement, status);
}

void cd_truths_release(struct cd_truths *truths)
{
    for (size_t i = 0; i < sizeof truths->found / sizeof *truths->found; i++) {
        cd_truth_destroy(truths->found[i]);
        truths->found[i] = NULL;
    }
}
