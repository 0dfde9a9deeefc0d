#include "bench/suit/race.h"

#include <math.h>

/// After this many samples and this much time, an instance is out if its interval is above the best one's by this
/// factor. A few samples can all be disturbed, and short ones greatly, so only much slower instances leave early.
static const struct {
    uint64_t samples;
    double seconds, factor;
} steps[] = {{1, 0.2, 10}, {3, 0.05, 1.5}, {7, 0.05, 1.05}};

/// An interval narrower than this share of its median is narrow enough for any decision.
#define NARROW 0.01

/// An instance whose rivals are all out needs no more samples than this.
#define ALONE_SAMPLES 20

/// True for rounds that end with a decision. Not every round does, because sorting all samples takes time.
static bool is_decision_round(uint64_t samples)
{
    return samples <= 8 || samples % 8 == 0;
}

/// True when an instance may still be the fastest of its kind: of the exact instances, or of the others.
static bool takes_part(const struct cd_timed *timed, bool exact)
{
    return !timed->over && !timed->unstable && timed->samples && is_decision_round(timed->samples) &&
           (timed->kind == CD_VERDICT_EXACT) == exact;
}

static double allowed_factor(const struct cd_timed *timed)
{
    double factor = INFINITY, seconds = (double)cd_timed_spent_ns(timed) * 1e-9;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (timed->samples >= steps[i].samples && seconds >= steps[i].seconds)
            factor = steps[i].factor;
    return factor;
}

/// Decides about the instances of one kind.
static void decide(struct cd_timed *timed, size_t count, bool exact)
{
    const struct cd_timed *best = NULL;
    double best_median = INFINITY;
    size_t rivals = 0;
    for (size_t i = 0; i < count; i++) {
        if (!takes_part(&timed[i], exact))
            continue;
        rivals++;
        double median = cd_summarise(timed[i].pass_ns, timed[i].samples).median;
        if (median < best_median) {
            best = &timed[i];
            best_median = median;
        }
    }
    if (!best)
        return;
    struct cd_interval of_best = cd_median_interval(best->pass_ns, best->samples);
    bool settled = true;
    uint64_t enough = rivals > 1 ? UINT64_MAX : ALONE_SAMPLES;
    for (size_t i = 0; i < count; i++) {
        if (!takes_part(&timed[i], exact))
            continue;
        struct cd_interval interval = cd_median_interval(timed[i].pass_ns, timed[i].samples);
        timed[i].over = interval.low > of_best.high * allowed_factor(&timed[i]);
        bool narrow = timed[i].samples >= 20 && interval.high - interval.low < NARROW * interval.low;
        settled &= timed[i].over || narrow || timed[i].samples >= enough;
    }
    for (size_t i = 0; i < count; i++)
        timed[i].over |= settled && takes_part(&timed[i], exact);
}

void cd_race_after_round(void *unused, struct cd_timed *timed, size_t count)
{
    (void)unused;
    decide(timed, count, true);
    decide(timed, count, false);
}
