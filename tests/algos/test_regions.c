/// Regions: their generator, the judging of answers by totals, and every matcher on millions of random pairs.
#include "tests/effort.h"
#include "tests/handmade_regions.h"
#include "tests/opened.h"
#include "tests/test.h"

#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <math.h>

#define PAIRS_TRIED (uint64_t)(SLOW > 1 ? 1500000 : test_amount(10000000, 2000000))

// ---- the generator ----------------------------------------------------------------------------------------

TEST(the_exponential_is_right_to_fourteen_digits)
{
    for (double x = -30; x < 30; x += 0.37)
        assert_true(fabs(cd_exp_portable(x) / exp(x) - 1) < 1e-14);
    assert_true(cd_exp_portable(0) == 1);
}

TEST(words_that_are_wrong_are_answered_with_what_is_right)
{
    static const struct {
        const char *words, *part;
    } wrong[] = {
        {"regions:n=0", "n=0: must be an integer from 1 to 134217728"},
        {"regions:m=3", "there is no setting 'm'; did you mean n? valid: n, size"},
        {"regions:", "nothing after the colon"},
        {"regions:n", "write key=value"},
        {"regions:d=9", "d=9: must be an integer from 1 to 8"},
        {"regions:size=2:alpha=1", "give one"},
        {"regions:size=0", "points are for touch=closed only"},
        {"regions:size=2000", "size=2000 is more than space=1024"},
        {"regions:aspect=52", "aspect=52 times size=20 is more than space=1024"},
        {"regions:d=1:along=1", "along=1: axes are 0 to 0"},
        {"regions:alpha=0.01:n=1000000:space=1024", "give a larger space"},
        {"regions:alpha=20000", "1000 regions come to 1000 at most"},
        {"regions:sigma=1", "belongs to sizes=lognormal"},
        {"regions:sizes=lognormal:spread=0.1", "spread belongs to sizes=clustered"},
        {"regions:sizes=round", "must be one of equal|lognormal|clustered|huge"},
        {"regions:seed=18446744073709551615", "must be an integer from 0 to"},
        {"regions:n=3:n=4", "given twice"},
        {"regions,motion=pair", "there is no setting 'motion'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cd_status checked = {0};
        test_row("%s", wrong[i].words);
        assert_scene_refused(wrong[i].words, CD_USAGE, wrong[i].part);
        assert_int_equal(cd_scene_check(wrong[i].words, &checked), CD_USAGE);
        assert_non_null(strstr(checked.text, wrong[i].part));
    }
}

/// Sums over the regions of a frame.
struct tally {
    uint32_t publish, extents;
    double measure; ///< of all extents, in spaces
    int64_t min_side, max_side;
};

static struct tally tally_of(const struct cd_scene *scene, const struct cd_frame *frame, double space)
{
    struct tally tally = {.extents = frame->region_count, .min_side = INT64_MAX};
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        double measure = 1;
        for (uint32_t k = 0; k < scene->dimensions; k++) {
            int64_t low = cd_region_bound(region->low[k]), high = cd_region_bound(region->high[k]);
            int64_t side = high - low;
            assert_true(low >= 0 && (double)high <= space);
            measure *= (double)side / space;
            tally.min_side = side < tally.min_side ? side : tally.min_side;
            tally.max_side = side > tally.max_side ? side : tally.max_side;
        }
        tally.measure += measure;
        tally.publish += region->kind == CD_REGION_PUBLISH;
    }
    return tally;
}

static struct tally tally_of_first(const char *words, double space)
{
    struct play it = play(words);
    struct tally tally = tally_of(it.scene, next(it.cursor), space);
    play_end(&it);
    return tally;
}

TEST(alpha_is_the_measure_of_all_regions)
{
    static const struct {
        const char *words;
        double alpha, error;
    } scenes[] = {
        {"regions:n=20000:alpha=1", 1, 0.01},
        {"regions:n=20000:alpha=100:d=1", 100, 0.01},
        {"regions:n=20000:alpha=0.01:d=3", 0.01, 0.05},
        {"regions:n=20000:alpha=3:d=4", 3, 0.05},
        {"regions:n=20000:alpha=1:extents=5", 1, 0.05},
        {"regions:n=40000:alpha=1:sizes=lognormal", 1, 0.05},
        {"regions:n=40000:alpha=1:sizes=lognormal:sigma=1", 1, 0.1},
        {"regions:n=20000:alpha=1:sizes=clustered", 1, 0.01},
        {"regions:n=20000:alpha=1:aspect=16", 1, 0.01},
        {"regions:n=40000:alpha=1:aspect=4:along=1:sizes=lognormal:d=3", 1, 0.05},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        test_row("%s", scenes[i].words);
        double measure = tally_of_first(scenes[i].words, 1 << 20).measure;
        assert_true(fabs(measure / scenes[i].alpha - 1) <= scenes[i].error);
    }
}

TEST(sizes_are_as_the_mix_has_them)
{
    struct tally equal = tally_of_first("regions:n=5000:publish=0.25", 1024);
    assert_int_equal(equal.publish, 1250);
    assert_true(equal.min_side == 20 && equal.max_side == 20);
    struct tally lognormal = tally_of_first("regions:n=5000:size=20:sizes=lognormal", 1024);
    assert_true(lognormal.min_side > 1 && lognormal.min_side < 8);
    assert_true(lognormal.max_side > 60 && lognormal.max_side < 300);
    struct tally huge = tally_of_first("regions:n=5000:sizes=huge", 1024);
    assert_true(huge.min_side == 20 && huge.max_side == 256);
    assert_true(huge.measure > 2 + 2 && huge.measure < 2 + 4.5);
    struct tally slender = tally_of_first("regions:n=100:aspect=50", 1024);
    assert_true(slender.min_side == 20 && slender.max_side == 1000);
    struct tally points = tally_of_first("regions:n=100:size=0:touch=closed", 1024);
    assert_true(points.max_side == 0);
    struct tally extents = tally_of_first("regions:n=2000:extents=3", 1024);
    assert_true(extents.extents > 3800 && extents.extents < 4200);
    struct tally wide = tally_of_first("regions:n=1000:size=5:space=2147483648", 0x1p31);
    assert_true(wide.measure > 0);
}

TEST(the_share_that_moves_is_listed_as_changed)
{
    struct cd_scene *scene = loaded("regions:n=10000:steps=20:move=0.3:stride=4:extents=2");
    struct cd_cursor *cursor = cd_cursor_open(scene), *again = cd_cursor_open(scene);
    const struct cd_frame *frame = next(cursor);
    assert_int_equal(frame->appeared_count, 10000);
    assert_int_equal(frame->changed_count, 0);
    while ((frame = next(cursor))) {
        assert_int_equal(frame->appeared_count + frame->vanished_count, 0);
        assert_in_range(frame->changed_count, 2700, 3200);
        tally_of(scene, frame, 1024);
    }
    cd_cursor_rewind(cursor);
    for (const struct cd_frame *other; (frame = next(cursor)) && (other = next(again));) {
        assert_int_equal(frame->region_count, other->region_count);
        assert_memory_equal(frame->regions, other->regions, frame->region_count * sizeof *frame->regions);
    }
    cd_cursor_close(cursor);
    cd_cursor_close(again);
    cd_scene_destroy(scene);
}

TEST(frames_and_seed_of_the_command_line_count_first)
{
    struct cd_scene_options options = {.has_seed = true, .seed = 9, .frames = 5};
    struct cd_scene *scene = NULL, *same = loaded("regions:n=50:seed=9,steps=5");
    assert_int_equal(cd_scene_load("regions:n=50:seed=3:steps=2", &options, &scene, NULL), CD_OK);
    assert_int_equal(scene->frame_count, 5);
    assert_true(cd_hash_equal(scene->hash, same->hash));
    cd_scene_destroy(scene);
    cd_scene_destroy(same);
}

_Static_assert(sizeof(struct cd_region) == 72, "docs/scenes.md says so; every frame has millions of them");

// ---- the exact answers ------------------------------------------------------------------------------------

static struct cd_truth *truth_of(const struct cd_scene *scene, uint64_t max_pairs)
{
    struct cd_truth *truth = NULL;
    assert_int_equal(
        cd_oracle_work_out(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, 2, max_pairs, NULL, &truth, NULL),
        CD_OK);
    return truth;
}

static struct cd_scene *random_scene(struct cd_random *random, uint64_t frames, uint32_t count,
                                     uint32_t extents)
{
    enum cd_touch touch = cd_random_below(random, 2) ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN;
    uint32_t dimensions = 1 + (uint32_t)cd_random_below(random, CD_REGION_DIMENSIONS);
    struct handmade *made = handmade_regions_begin(dimensions, touch);
    for (uint64_t frame = 0; frame < frames; frame++)
        handmade_random_regions(made, random, frame, count, extents,
                                (enum handmade_bounds)cd_random_below(random, HANDMADE_BOUNDS));
    return handmade_end(made, frames);
}

TEST(totals_are_those_of_the_pairs)
{
    struct cd_scene *scene = loaded("regions:n=500:alpha=2:extents=2:steps=3");
    struct cd_truth *pairs = truth_of(scene, CD_ORACLE_PAIRS), *totals = truth_of(scene, 1000);
    assert_non_null(pairs->first_pair);
    assert_null(pairs->totals);
    assert_null(totals->first_pair);
    for (uint64_t frame = 0; frame < 3; frame++)
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
            struct cd_answer a = cd_truth_answer(pairs, frame, query);
            struct cd_answer b = cd_truth_answer(totals, frame, query);
            assert_int_equal(a.count, b.count);
            assert_true(cd_hash_equal(a.digest, b.digest));
        }
    // Keeps exactly as many as are allowed.
    struct cd_truth *full = truth_of(scene, pairs->first_pair[3]);
    assert_null(full->totals);
    struct cd_truth *over = truth_of(scene, pairs->first_pair[3] - 1);
    assert_non_null(over->totals);
    cd_truth_destroy(full);
    cd_truth_destroy(over);
    cd_truth_destroy(pairs);
    cd_truth_destroy(totals);
    cd_scene_destroy(scene);
}

// ---- judging ----------------------------------------------------------------------------------------------

static void take_difference(void *user, const struct cd_difference *difference)
{
    *(struct cd_difference *)user = *difference;
}

/// Judges brute force on `scene` by a truth that may be another scene's.
static struct cd_judgement judged(const struct cd_scene *scene, const struct cd_truth *truth,
                                  enum cd_query query, struct cd_difference *difference)
{
    struct cd_judgement judgement;
    struct cd_judged_pass pass = {.instance = open_instance(scene, "region_brute", query),
                                  .scene = scene,
                                  .query = query,
                                  .truth = truth,
                                  .report = take_difference,
                                  .user = difference};
    assert_int_equal(cd_judge(&pass, &judgement, NULL), CD_OK);
    cd_instance_destroy(pass.instance);
    return judgement;
}

TEST(answers_are_judged_by_totals)
{
    struct cd_difference difference = {0};
    struct cd_scene *scene = loaded("regions:n=500:alpha=2:steps=3:move=0");
    struct cd_scene *other = loaded("regions:n=500:alpha=2:steps=3:move=0:seed=2");
    struct cd_truth *truth = truth_of(scene, 100);
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++) {
        struct cd_judgement right = judged(scene, truth, query, &difference);
        assert_int_equal(right.wrong_frames, 0);
        assert_false(right.errors_unknown);
        assert_int_equal(right.records, right.truth_pairs);
        assert_int_equal(right.hit_frames, 3);
    }
    struct cd_judgement wrong = judged(other, truth, CD_QUERY_PAIRS, &difference);
    assert_int_equal(wrong.wrong_frames, 3);
    assert_true(wrong.errors_unknown);
    assert_int_equal(wrong.pairs, 3 * 250 * 250);
    assert_true(difference.totals_only);
    assert_int_equal(difference.frame, 2);
    assert_int_equal(difference.expected, truth->totals[2][CD_QUERY_PAIRS].count);
    assert_int_equal(3 * difference.given, wrong.records);
    cd_truth_destroy(truth);
    cd_scene_destroy(scene);
    cd_scene_destroy(other);
}

TEST(pairs_put_at_once_are_those_put_one_by_one)
{
    const uint32_t ids[] = {7, 1, 9, 4}, chosen[] = {3, 0, 2};
    static struct cd_sink at_once, one_by_one;
    for (enum cd_sink_mode mode = CD_SINK_COUNT; mode <= CD_SINK_KEEP; mode++) {
        cd_sink_begin(&at_once, CD_QUERY_PAIRS, mode, 3);
        cd_sink_begin(&one_by_one, CD_QUERY_PAIRS, mode, 3);
        for (int i = 0; i < 200; i++) {
            cd_sink_put_pairs(&at_once, 5, ids, chosen, 3);
            cd_sink_put(&one_by_one, 4, 0, 5, 0);
            cd_sink_put(&one_by_one, 5, 0, 7, 0);
            cd_sink_put(&one_by_one, 5, 0, 9, 0);
        }
        struct cd_answer a = cd_sinks_merge(&at_once, 1), b = cd_sinks_merge(&one_by_one, 1);
        assert_int_equal(a.count, 600);
        assert_int_equal(b.count, 600);
        assert_true(cd_hash_equal(a.digest, b.digest));
        if (mode >= CD_SINK_STORE)
            assert_memory_equal(at_once.stored, one_by_one.stored, 600 * sizeof *at_once.stored);
    }
    cd_sink_release(&at_once);
    cd_sink_release(&one_by_one);
}

// ---- the matchers -----------------------------------------------------------------------------------------

/// Runs one algorithm over a scene. In every frame, its answer must be that of the truth.
static void check_matcher(const struct cd_algo *algo, const struct cd_settings *settings,
                          const struct cd_scene *scene, const struct cd_truth *truth, unsigned threads)
{
    struct cd_context context = {.threads = threads};
    struct cd_instance *instance;
    struct cd_judgement judgement;
    char text[500];
    if (test_leaves_out(threads))
        return;
    assert_int_equal(cd_instance_create(algo, settings, scene, CD_QUERY_PAIRS, &context, &instance, NULL),
                     CD_OK);
    assert_int_equal(cd_judge(
                         &(struct cd_judged_pass){
                             .instance = instance, .scene = scene, .query = CD_QUERY_PAIRS, .truth = truth},
                         &judgement, NULL),
                     CD_OK);
    cd_instance_destroy(instance);
    if (judgement.wrong_frames)
        fail_msg("%s:%s, %u threads, is wrong in %u frames of %s, d=%u, first in frame %u", algo->name,
                 cd_settings_text(settings, false, text, sizeof text), threads,
                 (unsigned)judgement.wrong_frames, scene->name, scene->dimensions,
                 (unsigned)judgement.first_wrong_frame);
}

static bool is_exact(const struct cd_algo *algo, const struct cd_settings *settings)
{
    struct cd_description description;
    cd_describe(algo, settings, &description);
    return description.takes & CD_TAKES_REGIONS && description.quality == CD_QUALITY_EXACT;
}

/// Every choice has any of its words and every number is near its least, as far as the matcher is still exact.
static struct cd_settings *drawn(struct cd_random *random, const struct cd_algo *algo)
{
    struct cd_settings *settings = cd_algo_settings(algo);
    const struct cd_param *param;
    for (size_t k = 0; (param = cd_settings_at(settings, k, NULL)); k++) {
        char words[200], *rest = words, *word = words;
        uint64_t draw = cd_random_below(random, 12);
        if (cd_param_is_choice(param)) {
            snprintf(words, sizeof words, "%s", param->choices);
            for (uint64_t i = 0; i <= draw && rest; i++)
                word = strsep(&rest, "|");
        } else {
            snprintf(words, sizeof words, "%.0f", fmin(param->min + (double)draw, param->max));
        }
        struct cd_settings *changed = cd_settings_copy(settings);
        assert_int_equal(cd_settings_set(changed, algo->name, param->name, word, NULL), CD_OK);
        bool exact = is_exact(algo, changed);
        cd_settings_destroy(exact ? settings : changed);
        settings = exact ? changed : settings;
    }
    return settings;
}

/// Checks every exact matcher as it is and with settings drawn at random.
static void check_matchers(struct cd_random *random, const struct cd_scene *scene,
                           const struct cd_truth *truth, unsigned threads)
{
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        for (int mix = 0; mix < 4 && algo->scene; mix++) {
            struct cd_settings *settings = mix ? drawn(random, algo) : cd_algo_settings(algo);
            if (is_exact(algo, settings) && (!mix || algo->params))
                check_matcher(algo, settings, scene, truth, threads);
            cd_settings_destroy(settings);
        }
}

TEST(all_matchers_agree_on_millions_of_pairs)
{
    struct cd_random random = handmade_random();
    uint64_t pairs = 0, scenes = 0;
    while (pairs < PAIRS_TRIED) {
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, scenes % 4 ? 60 : 1500);
        uint32_t extents = 1 + (uint32_t)cd_random_below(&random, 3);
        struct cd_scene *scene = random_scene(&random, scenes % 4 ? 4 : 20, count, scenes % 2 ? extents : 1);
        // Compares only counts and digests of large ones, because records would have to be sorted.
        struct cd_truth *truth = truth_of(scene, scenes % 4 ? CD_ORACLE_PAIRS : 0);
        // Teams of threads are slow if there are fewer processors.
        check_matchers(&random, scene, truth, scenes % 8 ? 1 : 2 + (unsigned)(scenes / 8 % 2));
        pairs += scene->frame_count * count * count / 4;
        scenes++;
        cd_truth_destroy(truth);
        cd_scene_destroy(scene);
    }
}

/// One extent more than regions, at the beginning or at the end of the frame.
TEST(no_pair_is_repeated_where_a_single_region_has_two_extents)
{
    struct cd_random random = handmade_random();
    for (uint32_t twice = 0; twice < 4; twice++) {
        struct handmade *made = handmade_regions_begin(1, CD_TOUCH_CLOSED);
        for (uint32_t id = 0; id < 4; id++)
            for (int64_t i = 0; i < (id == twice ? 2 : 1); i++)
                handmade_region(made, 0, id, id % 2 ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE, (int64_t[]){i},
                                (int64_t[]){10});
        struct cd_scene *scene = handmade_end(made, 1);
        struct cd_truth *truth = truth_of(scene, CD_ORACLE_PAIRS);
        assert_int_equal(truth->pair_count, 4);
        check_matchers(&random, scene, truth, 1);
        cd_truth_destroy(truth);
        cd_scene_destroy(scene);
    }
}

#define WALKERS 600

/// A region that appears and vanishes. It exists while it has extents.
struct walker {
    enum cd_region_kind kind;
    uint32_t extents;
    int64_t low[3][CD_REGION_DIMENSIONS], high[3][CD_REGION_DIMENSIONS];
};

static void draw_extents(struct cd_random *random, const struct cd_scene *scene, uint32_t max,
                         struct walker *walker)
{
    walker->extents = 1 + (uint32_t)cd_random_below(random, max);
    for (uint32_t i = 0; i < walker->extents; i++)
        for (uint32_t k = 0; k < scene->dimensions; k++) {
            walker->low[i][k] = (int64_t)cd_random_below(random, 200);
            walker->high[i][k] = walker->low[i][k] + (int64_t)cd_random_below(random, 20) +
                                 (scene->touch == CD_TOUCH_HALF_OPEN);
        }
}

/// Changes a region from one frame to the next. Something happens to `haste` out of 100 regions.
static void walk(struct cd_random *random, const struct cd_scene *scene, uint64_t haste, uint32_t extents,
                 struct walker *walker)
{
    uint64_t fate = cd_random_below(random, 10);
    if (cd_random_below(random, 100) >= haste)
        return;
    if (!walker->extents) {
        walker->kind = cd_random_below(random, 2) ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE;
        draw_extents(random, scene, extents, walker);
    } else if (fate < 2) {
        walker->extents = 0;
    } else if (fate < 3) {
        walker->kind = walker->kind == CD_REGION_PUBLISH ? CD_REGION_SUBSCRIBE : CD_REGION_PUBLISH;
    } else if (fate < 4) {
        draw_extents(random, scene, extents, walker);
    } else {
        uint32_t extent = (uint32_t)cd_random_below(random, walker->extents);
        uint32_t k = (uint32_t)cd_random_below(random, scene->dimensions);
        int64_t step = (int64_t)cd_random_below(random, 9) - 4;
        walker->low[extent][k] += step;
        walker->high[extent][k] += step;
    }
}

/// Frames in which regions appear, vanish, change, get more or fewer extents or the other kind. In some frames nothing
/// happens, in others much happens.
static struct cd_scene *walking_scene(struct cd_random *random, uint32_t count, uint64_t frames)
{
    static struct walker walkers[WALKERS];
    static const uint64_t hastes[] = {0, 2, 10, 10, 30, 100};
    uint32_t extents = 1 + (uint32_t)cd_random_below(random, 3);
    struct handmade *made =
        handmade_regions_begin(1 + (uint32_t)cd_random_below(random, CD_REGION_DIMENSIONS),
                               cd_random_below(random, 2) ? CD_TOUCH_CLOSED : CD_TOUCH_HALF_OPEN);
    memset(walkers, 0, sizeof walkers);
    for (uint64_t frame = 0; frame < frames; frame++) {
        uint64_t haste = frame ? hastes[cd_random_below(random, sizeof hastes / sizeof *hastes)] : 100;
        for (uint32_t id = 0; id < count; id++) {
            struct walker *walker = &walkers[id];
            walk(random, made->scene, haste, extents, walker);
            for (uint32_t i = 0; i < walker->extents; i++)
                handmade_region(made, frame, id, walker->kind, walker->low[i], walker->high[i]);
        }
    }
    return handmade_end(made, frames);
}

/// Tries updates and rebuilds of every matcher that has them.
TEST(what_is_updated_answers_as_what_is_built)
{
    struct cd_random random = handmade_random();
    for (int i = 0; i < test_amount(12, 6); i++) {
        struct cd_scene *scene = walking_scene(&random, i % 4 ? 60 : WALKERS, i % 4 ? 60 : 15);
        struct cd_truth *truth = truth_of(scene, i % 4 ? CD_ORACLE_PAIRS : 0);
        check_matchers(&random, scene, truth, i % 6 == 5 ? 2 : 1);
        cd_truth_destroy(truth);
        cd_scene_destroy(scene);
    }
}

/// There are too many regions to compare the matchers with all pairs. They are compared with each other and with the
/// oracle's tree.
TEST(all_matchers_agree_on_large_scenes)
{
    static const char *const words[][2] = {
        {"regions:n=20000:alpha=1", "regions:n=100000:alpha=1"},
        {"regions:n=20000:alpha=0.5:d=3:sizes=huge:huge=0.0005",
         "regions:n=100000:alpha=0.5:d=3:sizes=huge:huge=0.0001"},
        {"regions:n=10000:alpha=5:sizes=clustered:clusters=50:touch=closed",
         "regions:n=50000:alpha=5:sizes=clustered:clusters=50:touch=closed"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        test_row("%s", words[i][test_tries_all()]);
        struct cd_scene *scene = loaded(words[i][test_tries_all()]);
        struct cd_truth *truth = truth_of(scene, 0);
        const struct cd_algo *algo;
        for (size_t k = 0; (algo = cd_algo_at(k)); k++) {
            struct cd_settings *settings = cd_algo_settings(algo);
            if (algo->scene && is_exact(algo, settings) && strcmp(algo->name, "region_brute") != 0)
                check_matcher(algo, settings, scene, truth, 1 + (unsigned)k % 3);
            cd_settings_destroy(settings);
        }
        cd_truth_destroy(truth);
        cd_scene_destroy(scene);
    }
}
