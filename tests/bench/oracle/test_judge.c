/// How the judge judges right answers, false negatives, false positives and records given twice.
#include "tests/bench/puppet.h"
#include "tests/opened.h"
#include "tests/scratch_folder.h"

#include "base/thread_state.h"
#include "bench/oracle/answering.h"
#include "bench/oracle/apart.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <signal.h>
#include <unistd.h>

static const struct cd_record *told_records;
static size_t told_count;
static uint64_t told_frame; ///< the records are those of this frame only; the others are answered by nothing

/// Spreads the records over all workers, in reverse order.
static enum cd_code puppet_acts(const struct puppet *puppet, struct cd_worker *workers,
                                struct cd_status *status)
{
    (void)status;
    for (size_t i = told_count; i-- > 0 && puppet->frame == told_frame;) {
        const struct cd_record *record = &told_records[i];
        struct cd_worker *worker = &workers[i % workers[0].context->threads];
        worker->counters.triangle_tests++;
        cd_sink_put(worker->sink, record->a, record->ta, record->b, record->tb);
    }
    return CD_OK;
}

static struct cd_context one_thread = {.threads = 1}, two_threads = {.threads = 2};

// ---- judging it -------------------------------------------------------------------------------------------

struct outcome {
    struct cd_judgement judgement;
    struct cd_answer per_frame[3];
    uint64_t missed_count, extra_count, answer_count;
    struct cd_record missed[512], extra[512], answers[64];
};

static void take_difference(void *user, const struct cd_difference *difference)
{
    struct outcome *outcome = user;
    for (uint64_t i = 0; i < difference->missed_count && outcome->missed_count < 512; i++)
        outcome->missed[outcome->missed_count++] = difference->missed[i];
    for (uint64_t i = 0; i < difference->extra_count && outcome->extra_count < 512; i++)
        outcome->extra[outcome->extra_count++] = difference->extra[i];
    assert_true(difference->given + difference->missed_count ==
                difference->expected + difference->extra_count);
}

static void take_answers(void *user, uint64_t frame, const struct cd_record *records, uint64_t count)
{
    struct outcome *outcome = user;
    assert_true(!count || frame == told_frame);
    for (uint64_t i = 0; i < count && outcome->answer_count < 64; i++)
        outcome->answers[outcome->answer_count++] = records[i];
}

/// Three frames. In the middle frame, boxes 0-1 and 1-2 touch and 3 is alone. In the other frames, all are apart.
static struct cd_scene *four_boxes(void)
{
    const double places[] = {0, 1.5, 3, 30};
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 3; frame++)
        for (uint32_t id = 0; id < 4; id++)
            handmade_put(made, frame, id, box, handmade_at(places[id], frame == 1 ? 0 : 10 * id, 0));
    return handmade_end(made, 3);
}

/// The judgement of `count` records in the middle frame.
static struct outcome judge(enum cd_query query, const struct cd_record *records, size_t count,
                            uint64_t frame)
{
    static struct outcome outcome;
    outcome = (struct outcome){0};
    told_records = records;
    told_count = count;
    told_frame = frame;
    struct cd_scene *scene = four_boxes();
    struct cd_status status = {0};
    struct cd_truth *truth;
    assert_int_equal(cd_oracle_truth(scene, query, CD_MEANING_SURFACE, 1, false, NULL, &truth, &status),
                     CD_OK);
    struct cd_instance *instance = puppet_on(scene, query, &two_threads);
    struct cd_judged_pass pass = {.instance = instance,
                                  .scene = scene,
                                  .query = query,
                                  .truth = truth,
                                  .report = take_difference,
                                  .answers = take_answers,
                                  .user = &outcome,
                                  .per_frame = outcome.per_frame};
    for (int round = 0; round < 2; round++) { // the second one shows that nothing is left of the first
        outcome.missed_count = outcome.extra_count = outcome.answer_count = 0;
        assert_int_equal(cd_judge(&pass, &outcome.judgement, &status), CD_OK);
    }
    for (uint64_t i = 0; i < 3 && !outcome.judgement.wrong_frames; i++) {
        struct cd_answer answer = cd_truth_answer(truth, i, query);
        assert_int_equal(answer.count, outcome.per_frame[i].count);
        assert_true(cd_hash_equal(answer.digest, outcome.per_frame[i].digest));
    }
    // Without a truth nothing is wrong, and without somebody who wants records there is a digest only.
    struct cd_judgement unjudged;
    pass = (struct cd_judged_pass){.instance = instance, .scene = scene, .query = query};
    assert_int_equal(cd_judge(&pass, &unjudged, NULL), CD_OK);
    assert_int_equal(unjudged.wrong_frames + unjudged.pairs, 0);
    assert_int_equal(unjudged.records, count);
    assert_true(cd_hash_equal(unjudged.digest, outcome.judgement.digest));
    cd_instance_destroy(instance);
    cd_truth_destroy(truth);
    cd_scene_destroy(scene);
    return outcome;
}

TEST(records_are_ordered_by_one_member_after_the_other)
{
    static const struct cd_record ascending[] = {
        {1, 9, 9, 9}, {2, 1, 9, 9}, {2, 2, 1, 9}, {2, 2, 2, 1}, {2, 2, 2, 2}};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(cd_record_compare(&ascending[i], &ascending[k]), (i > k) - (i < k));
}

TEST(right_pairs_are_handed_on_and_digested)
{
    const struct cd_record records[] = {{.a = 1, .b = 2}, {.a = 0, .b = 1}};
    struct outcome outcome = judge(CD_QUERY_PAIRS, records, 2, 1);
    assert_int_equal(outcome.judgement.frames, 3);
    assert_int_equal(outcome.judgement.hit_frames, 1);
    assert_int_equal(outcome.judgement.truth_hit_frames, 1);
    assert_int_equal(outcome.judgement.records, 2);
    assert_int_equal(outcome.judgement.counters.triangle_tests, 2);
    assert_int_equal(outcome.answer_count, 2);
    assert_int_equal(cd_record_compare(&outcome.answers[0], &records[1]), 0);
    assert_int_equal(cd_record_compare(&outcome.answers[1], &records[0]), 0);
    assert_int_equal(outcome.per_frame[0].count, 0);
    assert_int_equal(outcome.per_frame[1].count, 2);
    assert_true(cd_hash_equal(outcome.per_frame[1].digest, outcome.judgement.digest));
    struct cd_hash digest = cd_hash_sum(cd_record_hash(CD_QUERY_PAIRS, 1, &records[0]),
                                        cd_record_hash(CD_QUERY_PAIRS, 1, &records[1]));
    assert_true(cd_hash_equal(digest, outcome.judgement.digest));
}

TEST(errors_are_counted_in_the_unit_of_the_query)
{
    static const uint64_t units[] = {[CD_QUERY_ANY] = 3, [CD_QUERY_BODIES] = 12, [CD_QUERY_PAIRS] = 18};
    static const uint64_t true_units[] = {[CD_QUERY_ANY] = 1, [CD_QUERY_BODIES] = 3, [CD_QUERY_PAIRS] = 2};
    static const struct {
        enum cd_query query;
        uint64_t frame; ///< of the records
        size_t count;
        struct cd_record records[3];
        uint64_t wrong_frames, first_wrong_frame, misses, false_hits;
        struct cd_record missed, extra; ///< the first ones
    } cases[] = {
        {CD_QUERY_PAIRS, 1, 2, {{1, 0, 2, 0}, {0, 0, 1, 0}}, 0, 0, 0, 0, {0}, {0}},
        {CD_QUERY_PAIRS, 1, 2, {{0, 0, 1, 0}, {0, 0, 3, 0}}, 1, 1, 1, 1, {1, 0, 2, 0}, {0, 0, 3, 0}},
        // in the wrong frame, twice, the wrong way round
        {CD_QUERY_PAIRS, 2, 2, {{0, 0, 1, 0}, {1, 0, 2, 0}}, 2, 1, 2, 2, {0, 0, 1, 0}, {0, 0, 1, 0}},
        {CD_QUERY_PAIRS, 1, 3, {{0, 0, 1, 0}, {1, 0, 2, 0}, {0, 0, 1, 0}}, 1, 1, 0, 1, {0}, {0, 0, 1, 0}},
        {CD_QUERY_PAIRS, 1, 2, {{1, 0, 0, 0}, {1, 0, 2, 0}}, 1, 1, 1, 1, {0, 0, 1, 0}, {1, 0, 0, 0}},
        {CD_QUERY_ANY, 1, 1, {{0}}, 0, 0, 0, 0, {0}, {0}},
        {CD_QUERY_ANY, 1, 0, {{0}}, 1, 1, 1, 0, {0}, {0}},
        {CD_QUERY_ANY, 0, 1, {{0}}, 2, 0, 1, 1, {0}, {0}},
        {CD_QUERY_ANY, 1, 2, {{0}, {0}}, 1, 1, 0, 1, {0}, {0}},
        {CD_QUERY_BODIES, 1, 3, {{2, 0, 0, 0}, {0}, {1, 0, 0, 0}}, 0, 0, 0, 0, {0}, {0}},
        {CD_QUERY_BODIES, 1, 2, {{0}, {3, 0, 0, 0}}, 1, 1, 2, 1, {1, 0, 0, 0}, {3, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: query %d, %zu records", i, (int)cases[i].query, cases[i].count);
        struct outcome outcome = judge(cases[i].query, cases[i].records, cases[i].count, cases[i].frame);
        const struct cd_judgement *judgement = &outcome.judgement;
        assert_int_equal(judgement->pairs, units[cases[i].query]);
        assert_int_equal(judgement->truth_pairs, true_units[cases[i].query]);
        assert_int_equal(judgement->wrong_frames, cases[i].wrong_frames);
        assert_int_equal(judgement->first_wrong_frame, cases[i].first_wrong_frame);
        assert_int_equal(judgement->misses, cases[i].misses);
        assert_int_equal(judgement->false_hits, cases[i].false_hits);
        assert_int_equal(outcome.missed_count, cases[i].misses);
        assert_int_equal(outcome.extra_count, cases[i].false_hits);
        assert_int_equal(cd_record_compare(&outcome.missed[0], &cases[i].missed), 0);
        assert_int_equal(cd_record_compare(&outcome.extra[0], &cases[i].extra), 0);
    }
}

/// Expects these errors of contacts that are reported in the middle frame. Misses and false hits are pairs of bodies.
/// Returns the first contact that is missing.
static struct cd_record expect_errors(const struct cd_record *reported, size_t count, uint64_t misses,
                                      uint64_t false_hits, uint64_t missing, uint64_t untrue,
                                      uint64_t repeated)
{
    struct outcome outcome = judge(CD_QUERY_CONTACTS, reported, count, 1);
    const struct cd_judgement *judgement = &outcome.judgement;
    assert_int_equal(judgement->truth_pairs, 2);
    assert_int_equal(judgement->wrong_frames, missing + untrue + repeated > 0);
    assert_int_equal(judgement->misses, misses);
    assert_int_equal(judgement->false_hits, false_hits);
    assert_int_equal(judgement->contacts_missing, missing);
    assert_int_equal(judgement->contacts_false, untrue);
    assert_int_equal(judgement->contacts_repeated, repeated);
    assert_int_equal(outcome.missed_count, missing);
    assert_int_equal(outcome.extra_count, untrue + repeated);
    return outcome.missed[0];
}

TEST(contacts_are_held_to_the_oracle_one_by_one)
{
    enum { ALL = 2 * 12 * 12 };
    struct cd_record all[ALL], reported[ALL];
    for (uint32_t i = 0; i < ALL; i++) // pairs 0-1 and 1-2
        all[i] = (struct cd_record){i / 144, i / 12 % 12, i / 144 + 1, i % 12};
    struct outcome nothing = judge(CD_QUERY_CONTACTS, NULL, 0, 1);
    size_t count = (size_t)nothing.missed_count;
    assert_in_range(count, 3, ALL - 1);
    memcpy(reported, nothing.missed, count * sizeof *reported);
    expect_errors(NULL, 0, 2, 0, count, 0, 0);
    expect_errors(reported, count, 0, 0, 0, 0, 0);
    expect_errors(all, ALL, 0, 0, 0, ALL - count, 0);
    // One contact of many is left out: the pair of bodies is right, the frame is not.
    struct cd_record missed = expect_errors(reported, count - 1, 0, 0, 1, 0, 0);
    assert_int_equal(cd_record_compare(&missed, &reported[count - 1]), 0);
    // Another contact takes its place: the number of contacts is right.
    reported[count - 1] = reported[0];
    expect_errors(reported, count, 0, 0, 1, 0, 1);
    reported[1] = reported[0];
    reported[2] = (struct cd_record){.a = 0, .b = 3};
    expect_errors(reported, 3, 1, 1, count - 1, 1, 1);
}

TEST(each_meaning_has_a_truth_of_its_own_until_they_are_released)
{
    static const struct {
        enum cd_query query;
        enum cd_meaning meaning;
    } cases[] = {{CD_QUERY_PAIRS, CD_MEANING_SURFACE},
                 {CD_QUERY_BODIES, CD_MEANING_SOLID},
                 {CD_QUERY_CONTACTS, CD_MEANING_SOLID}};
    struct cd_scene *scene = four_boxes();
    told_count = 0;
    for (int i = 0; i < 3; i++) {
        test_row("query %d, meaning %d", (int)cases[i].query, (int)cases[i].meaning);
        struct cd_instance *instance = puppet_on(scene, cases[i].query, &one_thread);
        struct cd_description description = {.meaning = cases[i].meaning};
        struct cd_truths truths = {.scene = scene, .threads = 1};
        struct cd_judged_pass pass = {.instance = instance, .scene = scene, .query = cases[i].query};
        struct cd_judgement judgement;
        assert_int_equal(cd_judge_by(&truths, &description, &pass, &judgement, NULL), CD_OK);
        assert_int_equal(judgement.wrong_frames, 1);
        for (int k = 0; k < 3; k++)
            assert_int_equal(truths.found[k] != NULL, k == i);
        assert_ptr_equal(pass.truth, truths.found[i]);
        cd_truths_release(&truths);
        assert_null(truths.found[i]);
        cd_instance_destroy(instance);
    }
    cd_scene_destroy(scene);
}

// ---- regions ----------------------------------------------------------------------------------------------

/// A pair that meets in several extents is one.
TEST(regions_are_counted_as_regions)
{
    static const uint64_t units[] = {[CD_QUERY_ANY] = 1, [CD_QUERY_BODIES] = 3, [CD_QUERY_PAIRS] = 2};
    scratch_write("regions/frames.csv", "frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n");
    scratch_write("regions/regions.csv", "frame,id,kind,lo0,hi0\n0,3,publish,0,5\n0,3,publish,1,4\n"
                                         "0,5,subscribe,0,2\n0,7,publish,4,6\n");
    struct cd_scene *scene = loaded(scratch_path("regions"));
    assert_int_equal(scene->frame_count, 1);
    told_count = 0;
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
        struct cd_instance *instance = puppet_on(scene, query, &one_thread);
        struct cd_judgement judgement;
        struct cd_truth *truth;
        assert_int_equal(cd_oracle_truth(scene, query, CD_MEANING_SOLID, 1, false, NULL, &truth, NULL),
                         CD_OK);
        assert_int_equal(truth->first_pair[1], 1);
        assert_true(truth->pairs[0].a == 3 && truth->pairs[0].b == 5);
        struct cd_judged_pass pass = {.instance = instance, .scene = scene, .query = query, .truth = truth};
        assert_int_equal(cd_judge(&pass, &judgement, NULL), CD_OK);
        assert_int_equal(judgement.pairs, units[query]);
        assert_int_equal(judgement.truth_pairs, query == CD_QUERY_BODIES ? 2 : 1);
        assert_int_equal(judgement.misses, judgement.truth_pairs);
        cd_instance_destroy(instance);
        cd_truth_destroy(truth);
    }
    cd_scene_destroy(scene);
}

static void keep_line(void *user, const char *line)
{
    snprintf(user, 200, "%s", line);
}

TEST(who_left_the_floating_point_state_changed_is_named)
{
    char said[200] = "";
    struct cd_scene *scene = four_boxes();
    cd_traces_advise(&(struct cd_traces){0}, "puppet", scene, keep_line, said);
    assert_string_equal(said, "");
    cd_traces_advise(&(struct cd_traces){.changes = CD_CHANGED_FLUSH | CD_CHANGED_ROUNDING}, "puppet", scene,
                     keep_line, said);
    assert_string_equal(said,
                        "puppet on handmade: its calls left the floating-point state changed (flush-to-zero, "
                        "the rounding mode); it was restored after each call");
    cd_scene_destroy(scene);
}

#ifndef CD_MPI
// ---- an algorithm that is not ours ------------------------------------------------------------------------

/// A counter says in which process this is.
static enum cd_code foreign_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    workers->counters.cells = (uint64_t)getpid();
    return puppet_query(self, workers, status);
}

TEST(an_end_while_records_are_handed_over_is_a_failure)
{
    enum { MANY = 3000 }; // more than are handed over at once
    static struct cd_record many[MANY];
    static const struct cd_plugin_info plugin = {.abi_version = CD_ABI_VERSION};
    static struct cd_algo foreign;
    foreign = puppet_algo;
    foreign.name = "foreign";
    static struct cd_scene_algo scene_algo;
    scene_algo = *puppet_algo.scene;
    scene_algo.query = foreign_query;
    foreign.scene = &scene_algo;
    cd_registry_add(&foreign, &plugin, "foreign.so");
    told_records = many;
    told_count = MANY;
    told_frame = 0;
    struct cd_scene *scene = four_boxes();
    struct cd_settings *settings = cd_algo_settings(&foreign);
    struct cd_instance *instance;
    struct cd_made made;
    struct cd_status status;
    struct cd_answering answering;
    struct cd_records records = {0};
    struct cd_frame frame = {.index = 0};
    assert_int_equal(
        cd_apart_open(&(struct cd_create){&foreign, settings, scene, CD_QUERY_CONTACTS, &one_thread},
                      &instance, &made, &status),
        CD_OK);
    for (int kills = 0; kills < 2; kills++) {
        assert_int_equal(
            cd_answering_ask(instance, CD_QUERY_CONTACTS, CD_SINK_STORE, &frame, &answering, &status), CD_OK);
        assert_int_equal(answering.answer.count, MANY);
        if (kills)
            kill((pid_t)cd_answering_counters(instance).cells, SIGKILL);
        enum cd_code code = cd_answering_gather(instance, &records, &status);
        assert_int_equal(code, kills ? CD_WRONG : CD_OK);
        assert_int_equal(cd_apart_fate(instance, code), kills ? CD_FATE_FAILED : CD_FATE_GOOD);
        assert_true(kills || records.count == MANY);
    }
    assert_string_equal(status.text, "was killed (SIGKILL) in frame 0");
    cd_free(records.items);
    cd_instance_destroy(instance);
    cd_settings_destroy(settings);
    cd_scene_destroy(scene);
}
#endif
