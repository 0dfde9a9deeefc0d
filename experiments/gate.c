// How often the gate errs and what it finds, by comparisons that are drawn from recorded comparisons of equal programs.
// Each sample of a cell is drawn in blocks of consecutive pairs, so that what changes slowly on the machine stays
// together. The two sides of a block are exchanged as often as not. The samples are decided as `cdbench compare
// --budget` does: first some pairs of all cells, then more pairs of inconclusive cells, and a second look at what is
// slower.
//
//     build/release/experiments/gate [--gates N] [--trials N] [--pairs N] [--seed N] --samples FILE
//
// FILE is what `cdbench compare --samples` or `scripts/gate-power --slow-down 0` wrote. Prints CSV: a row `gates` for
// whole comparisons, in which `slower` and `faster` count the false alarms; and for each slowdown a row for each cell,
// decided as one of all cells, and a row for all of them.

#include "base/memory.h"
#include "base/random.h"
#include "base/table.h"
#include "bench/compare/decide.h"
#include "bench/compare/sampling.h"

#include "experiments/program.h"

#include <inttypes.h>
#include <math.h>

enum { BLOCK = 6, CELLS_MAX = 100, PAIRS_MAX = 100, WHOLE = 1 + CD_MORE_PAIRS };

struct wish {
    struct cd_number gates, trials, pairs, seed;
    const char *samples;
};

static const struct cd_option options[] = {
    {"gates", CD_OPTION_NUMBER, "N", offsetof(struct wish, gates), 1, 100000,
     "whole comparisons of equals (500)"},
    {"trials", CD_OPTION_NUMBER, "N", offsetof(struct wish, trials), 1, 100000,
     "comparisons of a cell with each slowdown (200)"},
    {"pairs", CD_OPTION_NUMBER, "N", offsetof(struct wish, pairs), 6, PAIRS_MAX,
     "pairs of a cell; four times as many more where it is inconclusive (30)"},
    {"seed", CD_OPTION_NUMBER, "N", offsetof(struct wish, seed), 0, (double)CD_SEED_LIMIT,
     "of what is drawn (1)"},
    {"samples", CD_OPTION_TEXT, "FILE", offsetof(struct wish, samples), 0, 0, "the recorded comparisons"},
    CD_OPTION_END,
};

/// The log ratios of a cell in the order in which they were taken.
struct recording {
    double *ratios;
    size_t count;
};

struct recordings {
    struct recording cells[CELLS_MAX];
    size_t count;
};

static enum cd_code read_recordings(const char *path, struct recordings *recordings, struct cd_status *status)
{
    struct cd_table *rows;
    enum cd_code code = cd_table_read(path, NULL, 0, &rows, status);
    if (code)
        return code;
    const char *column = cd_table_column(rows, "of") != CD_NO_COLUMN ? "of" : "cell";
    for (size_t i = 0; i < rows->row_count && !code; i++) {
        double cell = cd_table_real(rows, i, column), slow_down = cd_table_real(rows, i, "slow_down");
        double ratio = log(cd_table_real(rows, i, "ms_b") / cd_table_real(rows, i, "ms_a"));
        if (slow_down > 0)
            continue;
        if (!(cell >= 1 && cell <= CELLS_MAX) || !isfinite(ratio)) {
            code = cd_fail(status, CD_DATA, "%s: row %zu is no pair of samples of a cell", path, i + 1);
            continue;
        }
        struct recording *of = &recordings->cells[(size_t)cell - 1];
        of->ratios = cd_reallocate(of->ratios, of->count, of->count + 1, sizeof *of->ratios);
        of->ratios[of->count++] = ratio;
        recordings->count = (size_t)fmax((double)recordings->count, cell);
    }
    for (size_t i = 0; i < recordings->count && !code; i++)
        if (recordings->cells[i].count < BLOCK)
            code = cd_fail(status, CD_DATA, "%s: cell %zu has fewer than %d pairs of equals", path, i + 1,
                           BLOCK);
    if (!code && !recordings->count)
        code = cd_fail(status, CD_DATA, "%s: no pairs of equals", path);
    cd_table_destroy(rows);
    return code;
}

/// What is drawn for a cell: `many` log ratios of it, moved by a slowdown of B. Each block is from anywhere, and a coin
/// chooses its sides, since both were the same program.
static void draw(const struct recording *of, double slow_down, size_t many, double *ratios,
                 struct cd_random *random)
{
    double sign = 1;
    for (size_t i = 0, from = 0; i < many; i++) {
        if (i % BLOCK == 0) {
            from = (size_t)cd_random_below(random, of->count - BLOCK + 1);
            sign = cd_random_below(random, 2) ? 1 : -1;
        }
        ratios[i] = sign * of->ratios[from + i % BLOCK] + log1p(slow_down);
    }
}

/// A cell of a comparison: what was drawn for it. A first decision sees a part of that.
struct drawn {
    double ratios[2][WHOLE * PAIRS_MAX]; ///< of both looks
    size_t pairs;                        ///< by which the first one was decided, if it was
    enum cd_outcome outcome;
};

/// Decides the cells that had `before`: the first look by `pairs` pairs, the second by as many as the first.
static void decide(struct drawn *cells, size_t count, enum cd_outcome before, int look, size_t pairs,
                   const struct cd_rule *rule)
{
    struct cd_finding findings[CELLS_MAX];
    size_t all = 0, decided = 0;
    // A first look is decided together with all others, whatever their result was before.
    for (size_t i = 0; i < count; i++)
        if (!look || cells[i].outcome == before)
            findings[all++] =
                cd_find_shift(cells[i].ratios[look], look ? cells[i].pairs : pairs, rule->confidence);
    cd_decide(findings, all, rule);
    for (size_t i = 0; i < count; i++) {
        const struct cd_finding *finding = &findings[decided];
        if (!look || cells[i].outcome == before)
            decided++;
        if (cells[i].outcome != before)
            continue;
        bool refuted = look && finding->outcome != before;
        cells[i].pairs = look ? cells[i].pairs : pairs;
        cells[i].outcome = refuted ? CD_OUTCOME_INCONCLUSIVE : finding->outcome;
    }
}

/// A comparison of `count` cells, decided as at least `family`.
static void compare(const struct recording *of, size_t count, size_t family, double slow_down, size_t pairs,
                    struct drawn *cells, struct cd_random *random)
{
    struct cd_rule rule = cd_rule_of_looks((struct cd_rule)CD_DEFAULT_RULE, 2);
    for (size_t i = 0; i < count; i++) {
        for (int look = 0; look < 2; look++)
            draw(&of[i], slow_down, WHOLE * pairs, cells[i].ratios[look], random);
        cells[i].outcome = CD_OUTCOME_INCONCLUSIVE;
    }
    rule.family = family;
    decide(cells, count, CD_OUTCOME_INCONCLUSIVE, 0, pairs, &rule);
    decide(cells, count, CD_OUTCOME_INCONCLUSIVE, 0, WHOLE * pairs, &rule);
    rule.family = 0;
    decide(cells, count, CD_OUTCOME_SLOWER, 1, WHOLE * pairs, &rule);
}

/// How often each outcome came out.
struct tally {
    uint64_t trials, outcomes[CD_OUTCOME_SLOWER + 1];
};

static void print(const char *cell, double slow_down, const struct tally *tally)
{
    static const enum cd_outcome order[] = {CD_OUTCOME_SLOWER, CD_OUTCOME_FASTER, CD_OUTCOME_EQUIVALENT,
                                            CD_OUTCOME_INCONCLUSIVE};
    struct cd_interval share =
        cd_share_interval((double)tally->outcomes[CD_OUTCOME_SLOWER], (double)tally->trials);
    printf("%s,%g,%" PRIu64, cell, slow_down, tally->trials);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        printf(",%" PRIu64, tally->outcomes[order[i]]);
    printf(",%.4f,%.4f\n", share.low, share.high);
}

/// Whole comparisons of equal programs. A comparison counts as the worst of its cells.
static void count_alarms(const struct recordings *of, const struct wish *wish, struct drawn *cells,
                         struct cd_random *random)
{
    static const enum cd_outcome worst_first[] = {CD_OUTCOME_SLOWER, CD_OUTCOME_FASTER,
                                                  CD_OUTCOME_INCONCLUSIVE, CD_OUTCOME_EQUIVALENT};
    struct tally tally = {.trials = wish->gates.value};
    for (uint64_t gate = 0; gate < wish->gates.value; gate++) {
        size_t counts[CD_OUTCOME_SLOWER + 1] = {0}, k = 0;
        compare(of->cells, of->count, 0, 0, wish->pairs.value, cells, random);
        for (size_t i = 0; i < of->count; i++)
            counts[cells[i].outcome]++;
        while (!counts[worst_first[k]])
            k++;
        tally.outcomes[worst_first[k]]++;
    }
    print("gates", 0, &tally);
}

static void count_found(const struct recordings *of, const struct wish *wish, double slow_down,
                        struct drawn *cell, struct cd_random *random)
{
    struct tally all = {0};
    for (size_t i = 0; i < of->count; i++) {
        struct tally tally = {.trials = wish->trials.value};
        char name[24];
        for (uint64_t trial = 0; trial < wish->trials.value; trial++) {
            compare(&of->cells[i], 1, of->count, slow_down, wish->pairs.value, cell, random);
            tally.outcomes[cell->outcome]++;
            all.outcomes[cell->outcome]++;
        }
        all.trials += tally.trials;
        snprintf(name, sizeof name, "%zu", i + 1);
        print(name, slow_down, &tally);
    }
    print("all", slow_down, &all);
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    static const double slow_downs[] = {0.1, 0.05, 0.02};
    const struct wish *wish = values;
    struct recordings recordings = {.count = 0};
    if (!wish->samples)
        return cd_fail(status, CD_USAGE, "no recorded comparisons are given; add --samples FILE");
    enum cd_code code = read_recordings(wish->samples, &recordings, status);
    if (!code) {
        struct cd_random random = cd_random_seed(wish->seed.value);
        struct drawn *cells = cd_allocate(recordings.count, sizeof *cells);
        printf("cell,slow_down,trials,slower,faster,equivalent,inconclusive,slower_low,slower_high\n");
        count_alarms(&recordings, wish, cells, &random);
        for (size_t i = 0; i < sizeof slow_downs / sizeof *slow_downs; i++)
            count_found(&recordings, wish, slow_downs[i], cells, &random);
        cd_free(cells);
    }
    for (size_t i = 0; i < recordings.count; i++)
        cd_free(recordings.cells[i].ratios);
    return code;
}

int main(int argc, char **argv)
{
    struct wish wish = {{.value = 500}, {.value = 200}, {.value = CD_DEFAULT_PAIRS}, {.value = 1}, NULL};
    return program_main("gate", "how often the gate errs and what it finds, drawn from recorded comparisons",
                        options, &wish, run, argc, argv);
}
