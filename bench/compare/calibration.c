#include "bench/compare/calibration.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const double cd_slow_downs[CD_SLOW_DOWNS] = {0.01, 0.02, 0.03, 0.05, 0.1};

/// The rules that are shown beside ours.
#define BLOCKS_LEVEL     0.05
#define STORED_THRESHOLD 0.05

void cd_trials_add(struct cd_trials *trials, const struct cd_trial *trial)
{
    trials->items = cd_grow(trials->items, trials->count, &trials->capacity, sizeof *trials->items);
    trials->items[trials->count++] = *trial;
}

void cd_trials_release(struct cd_trials *trials)
{
    for (size_t i = 0; i < trials->count; i++)
        cd_sample_pairs_release(&trials->items[i].pairs);
    cd_free(trials->items);
    *trials = (struct cd_trials){0};
}

struct cd_interval cd_rate_interval(struct cd_rate rate)
{
    if (!rate.trials)
        return (struct cd_interval){0, 1, 1};
    return cd_share_interval((double)rate.events, (double)rate.trials);
}

static void count_event(struct cd_rate *rate, bool event)
{
    rate->trials++;
    rate->events += event;
}

static bool is_plain(const struct cd_trial *trial)
{
    return trial->slow_down <= 0;
}

static bool is_slowed_by(const struct cd_trial *trial, double slow_down)
{
    return fabs(trial->slow_down - slow_down) < 1e-9;
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// ---- our rule ---------------------------------------------------------------------------------------------

/// The verdict of a comparison of one cell, but that `equivalent` is `inconclusive` too: the interval, which
/// only tells these two apart, takes a hundred times as long as all the rest.
static enum cd_change judge(const double *ratios, size_t count, const struct cd_rule *rule)
{
    struct cd_finding finding = {.pairs = count,
                                 .shift = cd_walsh_median(ratios, count),
                                 .interval = {-INFINITY, INFINITY, 0},
                                 .p = cd_signed_rank_p(ratios, count)};
    cd_decide(&finding, 1, rule);
    return finding.change;
}

static bool is_change(enum cd_change change)
{
    return change == CD_CHANGE_SLOWER || change == CD_CHANGE_FASTER;
}

enum cd_change cd_judge_trial(const struct cd_trial *trial, const struct cd_rule *rule)
{
    double *ratios = cd_log_ratios(&trial->pairs, trial->by_wall);
    struct cd_finding finding = cd_find_shift(ratios, trial->pairs.count, rule);
    cd_decide(&finding, 1, rule);
    cd_free(ratios);
    return finding.change;
}

static bool alarms(const struct cd_trial *trial, bool wall, const struct cd_rule *rule)
{
    double *ratios = cd_log_ratios(&trial->pairs, wall);
    bool found = is_change(judge(ratios, trial->pairs.count, rule));
    cd_free(ratios);
    return found;
}

// ---- other rules on the same samples ----------------------------------------------------------------------

/// All samples of a trial in the order in which they were taken; the caller's.
static double *in_order_of_time(const struct cd_trial *trial, bool wall)
{
    const struct cd_sample_pairs *pairs = &trial->pairs;
    double *const *times = wall ? pairs->wall : pairs->cpu;
    double *samples = cd_allocate(2 * pairs->count, sizeof *samples);
    for (size_t i = 0; i < pairs->count; i++) {
        int first = pairs->b_first[i];
        samples[2 * i] = times[first][i];
        samples[2 * i + 1] = times[1 - first][i];
    }
    return samples;
}

/// Taken as a block of samples of one program and then a block of another one's.
static bool blocks_alarm(const struct cd_trial *trial, bool wall)
{
    double *samples = in_order_of_time(trial, wall);
    size_t half = trial->pairs.count;
    bool alarm = cd_rank_sum_p(samples, half, samples + half, half) < BLOCKS_LEVEL;
    cd_free(samples);
    return alarm;
}

/// Taken as a result that was stored and a new one.
static bool stored_alarm(const struct cd_trial *old, const struct cd_trial *new, bool wall)
{
    double *before = in_order_of_time(old, wall), *now = in_order_of_time(new, wall);
    double ratio =
        cd_median_of_reals(now, 2 * new->pairs.count) / cd_median_of_reals(before, 2 * old->pairs.count);
    cd_free(before);
    cd_free(now);
    return fabs(ratio - 1) > STORED_THRESHOLD;
}

/// The trial without a slowdown before the i-th on the same cell, or NULL.
static const struct cd_trial *plain_before(const struct cd_trials *trials, size_t i)
{
    for (size_t k = i; k-- > 0;)
        if (is_plain(&trials->items[k]) && trials->items[k].cell == trials->items[i].cell)
            return &trials->items[k];
    return NULL;
}

static void judge_plain(struct cd_calibration *calibration, const struct cd_trials *trials,
                        const struct cd_rule *rule)
{
    double *gaps = cd_allocate(trials->count, sizeof *gaps);
    size_t gap_count = 0;
    for (size_t i = 0; i < trials->count; i++) {
        const struct cd_trial *trial = &trials->items[i], *before;
        if (!is_plain(trial))
            continue;
        count_event(&calibration->false_alarms, alarms(trial, trial->by_wall, rule));
        before = plain_before(trials, i);
        if (before)
            gaps[gap_count++] = trial->begun - before->begun;
        for (int clock = 0; clock < CD_CLOCKS; clock++) {
            bool wall = clock == CD_BY_WALL;
            count_event(&calibration->paired[clock], alarms(trial, wall, rule));
            count_event(&calibration->blocks[clock], blocks_alarm(trial, wall));
            if (before)
                count_event(&calibration->stored[clock], stored_alarm(before, trial, wall));
        }
    }
    calibration->stored_gap = gap_count ? cd_median_of_reals(gaps, gap_count) : NAN;
    cd_free(gaps);
}

// ---- runs of consecutive pairs ----------------------------------------------------------------------------

/// The log ratios of all trials of a cell with this slowdown, one behind the other; the caller's.
static double *chain(const struct cd_trials *trials, size_t cell, double slow_down, size_t *count)
{
    size_t capacity = 0;
    double *all = NULL;
    *count = 0;
    for (size_t i = 0; i < trials->count; i++) {
        const struct cd_trial *trial = &trials->items[i];
        if (trial->cell != cell || !is_slowed_by(trial, slow_down))
            continue;
        double *ratios = cd_log_ratios(&trial->pairs, trial->by_wall);
        for (size_t k = 0; k < trial->pairs.count; k++) {
            all = cd_grow(all, *count, &capacity, sizeof *all);
            all[(*count)++] = ratios[k];
        }
        cd_free(ratios);
    }
    return all;
}

/// Judges every run of `pairs` consecutive pairs that begins at an even one, so that the sides take turns in
/// it as in a trial. They overlap: there are many of them, but they hold no more than the trials do.
static struct cd_rate judge_windows(const struct cd_trials *trials, size_t cells, double slow_down,
                                    size_t pairs, const struct cd_rule *rule)
{
    struct cd_rate rate = {0};
    for (size_t cell = 0; cell < cells; cell++) {
        size_t count;
        double *ratios = chain(trials, cell, slow_down, &count);
        for (size_t first = 0; first + pairs <= count; first += 2) {
            enum cd_change change = judge(ratios + first, pairs, rule);
            count_event(&rate, slow_down > 0 ? change == CD_CHANGE_SLOWER : is_change(change));
        }
        cd_free(ratios);
    }
    return rate;
}

// ---- thresholds -------------------------------------------------------------------------------------------

static bool finds(const double *ratios, size_t count, double shift, double *room, const struct cd_rule *rule)
{
    for (size_t i = 0; i < count; i++)
        room[i] = ratios[i] + shift;
    return judge(room, count, rule) == CD_CHANGE_SLOWER;
}

/// The smallest slowdown that would be found had it been put on this trial instead of its own. The larger it
/// is, the more it is found, so that halving finds the place.
static double threshold_of(const struct cd_trial *trial, const struct cd_rule *rule)
{
    enum { HALVINGS = 24 };
    size_t count = trial->pairs.count;
    double *ratios = cd_log_ratios(&trial->pairs, trial->by_wall);
    double *room = cd_allocate(count, sizeof *room);
    double own = log1p(trial->slow_down), low = 0, high = log(2);
    double threshold = 0;
    if (!finds(ratios, count, high - own, room, rule))
        threshold = INFINITY;
    else if (!finds(ratios, count, -own, room, rule)) {
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (finds(ratios, count, middle - own, room, rule))
                high = middle;
            else
                low = middle;
        }
        threshold = expm1(high);
    }
    cd_free(room);
    cd_free(ratios);
    return threshold;
}

static double binomial(size_t count, size_t events, double share)
{
    double n = (double)count, k = (double)events;
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log1p(-share));
}

struct cd_ranks cd_quantile_ranks(size_t count, double share)
{
    struct cd_ranks ranks = {0, count + 1};
    double below = 0, above = 0;
    // The quantile is at least the value of rank k unless fewer than k values lie below it.
    while (ranks.low < count && (below += binomial(count, ranks.low, share)) <= 0.025)
        ranks.low++;
    while (ranks.high > 1 && (above += binomial(count, ranks.high - 1, share)) <= 0.025)
        ranks.high--;
    return ranks;
}

static void find_smallest(struct cd_calibration *calibration)
{
    size_t count = calibration->trial_count;
    const double *thresholds = calibration->thresholds;
    double max = cd_slow_downs[CD_SLOW_DOWNS - 1];
    calibration->smallest = (struct cd_smallest){NAN, 0, INFINITY};
    if (!count)
        return;
    struct cd_ranks ranks = cd_quantile_ranks(count, CD_FOUND_SHARE);
    double found = thresholds[(size_t)ceil(CD_FOUND_SHARE * (double)count - 1e-9) - 1];
    calibration->smallest.found = found > max ? INFINITY : found;
    calibration->smallest.low = ranks.low ? thresholds[ranks.low - 1] : 0;
    if (ranks.high <= count && thresholds[ranks.high - 1] <= max)
        calibration->smallest.high = thresholds[ranks.high - 1];
}

// ---- the whole --------------------------------------------------------------------------------------------

/// How much longer B took in the median of the trials with this slowdown.
static double measure_slow_down(const struct cd_trials *trials, double slow_down)
{
    double *ratios = cd_allocate(trials->count, sizeof *ratios), median = NAN;
    size_t used = 0;
    for (size_t i = 0; i < trials->count; i++) {
        const struct cd_trial *trial = &trials->items[i];
        if (!is_slowed_by(trial, slow_down))
            continue;
        double *logarithms = cd_log_ratios(&trial->pairs, trial->by_wall);
        ratios[used++] = expm1(cd_walsh_median(logarithms, trial->pairs.count));
        cd_free(logarithms);
    }
    if (used)
        median = cd_median_of_reals(ratios, used);
    cd_free(ratios);
    return median;
}

static struct cd_power judge_slowed(const struct cd_calibration *calibration, const struct cd_trials *trials,
                                    double slow_down, const struct cd_rule *rule)
{
    struct cd_power power = {.slow_down = slow_down, .measured = measure_slow_down(trials, slow_down)};
    for (size_t i = 0; i < trials->count; i++) {
        const struct cd_trial *trial = &trials->items[i];
        if (!is_slowed_by(trial, slow_down))
            continue;
        double *ratios = cd_log_ratios(&trial->pairs, trial->by_wall);
        count_event(&power.found, judge(ratios, trial->pairs.count, rule) == CD_CHANGE_SLOWER);
        cd_free(ratios);
    }
    power.windows = judge_windows(trials, calibration->cells, slow_down, calibration->pairs, rule);
    size_t would = 0;
    for (size_t i = 0; i < calibration->trial_count; i++)
        would += calibration->thresholds[i] <= slow_down;
    power.predicted = calibration->trial_count ? (double)would / (double)calibration->trial_count : NAN;
    return power;
}

struct cd_calibration cd_calibrate(const struct cd_trials *trials, size_t cells, size_t pairs,
                                   const struct cd_rule *rule)
{
    struct cd_calibration calibration = {.pairs = pairs, .cells = cells, .trial_count = trials->count};
    calibration.thresholds = cd_allocate(trials->count, sizeof *calibration.thresholds);
    for (size_t i = 0; i < trials->count; i++) {
        CD_ASSERT(trials->items[i].pairs.count == pairs && trials->items[i].cell < cells);
        calibration.thresholds[i] = threshold_of(&trials->items[i], rule);
    }
    if (trials->count)
        qsort(calibration.thresholds, trials->count, sizeof *calibration.thresholds, compare_reals);
    judge_plain(&calibration, trials, rule);
    calibration.windows = judge_windows(trials, cells, 0, pairs, rule);
    for (size_t i = 0; i < CD_SLOW_DOWNS; i++)
        calibration.powers[i] = judge_slowed(&calibration, trials, cd_slow_downs[i], rule);
    find_smallest(&calibration);
    return calibration;
}

void cd_calibration_release(struct cd_calibration *calibration)
{
    cd_free(calibration->thresholds);
    calibration->thresholds = NULL;
}
