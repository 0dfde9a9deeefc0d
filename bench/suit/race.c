#include "bench/suit/race.h"

#include "base/memory.h"
#include "base/status.h"

#include <math.h>

/// After so many samples and so much time, one whose interval lies above the best's by this factor is out. A few
/// samples can all be disturbed, and short ones by much, so that only much slower ones leave early.
static const struct {
    uint64_t samples;
    double seconds, factor;
} steps[] = {{1, 0.2, 10}, {3, 0.05, 1.5}, {7, 0.05, 1.05}};

/// An interval narrower than this share of its median decides as much as anybody can ask for.
#define NARROW 0.01

/// One whose rivals are all gone needs no more samples than these.
#define ALONE_SAMPLES 20

/// Sorting all samples takes time of its own.
static bool is_decision_round(uint64_t samples)
{
    return samples <= 8 || samples % 8 == 0;
}

/// Whether it may still be the fastest of its kind.
static bool takes_part(const struct cd_timed *timed)
{
    return !timed->over && !timed->unstable && timed->samples;
}

static double allowed_factor(const struct cd_timed *timed)
{
    double factor = INFINITY, seconds = 0;
    for (uint64_t i = 0; i < timed->samples; i++)
        seconds += (double)timed->pass_ns[i] * 1e-9;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (timed->samples >= steps[i].samples && seconds >= steps[i].seconds)
            factor = steps[i].factor;
    return factor;
}

/// Decides about the instances of one kind: exact ones, or the others.
static void decide(struct cd_timed *const *timed, size_t count)
{
    const struct cd_timed *best = NULL;
    double best_median = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double median = cd_summarise(timed[i]->pass_ns, timed[i]->samples).median;
        if (median < best_median) {
            best = timed[i];
            best_median = median;
        }
    }
    if (!best)
        return;
    struct cd_interval of_best = cd_median_interval(best->pass_ns, best->samples);
    bool settled = true;
    uint64_t enough = count > 1 ? UINT64_MAX : ALONE_SAMPLES;
    for (size_t i = 0; i < count; i++) {
        struct cd_interval interval = cd_median_interval(timed[i]->pass_ns, timed[i]->samples);
        timed[i]->over = interval.low > of_best.high * allowed_factor(timed[i]);
        bool narrow = timed[i]->samples >= 20 && interval.high - interval.low < NARROW * interval.low;
        settled &= timed[i]->over || narrow || timed[i]->samples >= enough;
    }
    for (size_t i = 0; i < count; i++)
        timed[i]->over |= settled;
}

void cd_race_after_round(void *user, struct cd_timed *timed, size_t count)
{
    const struct cd_race *race = user;
    struct cd_timed **kinds[2] = {cd_allocate(count, sizeof **kinds), cd_allocate(count, sizeof **kinds)};
    size_t counts[2] = {0, 0}, at = 0;
    for (size_t i = 0; i < race->count; i++) {
        const struct cd_cell *cell = &race->cells[i];
        if (cell->verdict == CD_VERDICT_WRONG || cell->verdict == CD_VERDICT_UNAVAILABLE)
            continue;
        CD_ASSERT(at < count);
        struct cd_timed *next = &timed[at++];
        bool exact = cell->verdict == CD_VERDICT_EXACT;
        if (takes_part(next) && is_decision_round(next->samples))
            kinds[exact][counts[exact]++] = next;
    }
    for (int kind = 0; kind < 2; kind++) {
        decide(kinds[kind], counts[kind]);
        cd_free(kinds[kind]);
    }
}
