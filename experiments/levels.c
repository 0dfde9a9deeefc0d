// What the figures and the table of Shi et al. 2000 count: on which levels regions lie, and how many MATCH
// calls a search makes, by the code of algos/regions/hps, beside the closed form (docs/shi2000.md).
//
//     build/release/experiments/levels --size S --shares N [--divisions M]
//     build/release/experiments/levels --size S --candidates N [--divisions M[,M...]] [--prune none|printed|full[,...]]
//                       [--level L] [--sets N] [--queries N] [--seed S]
//
// The space is 1024 x 1024, regions are squares of side S with lower left corners uniform in [0, 1024 - S]^2.
// With --shares, N regions are coded, and there is a row per level: the share of them with its standard
// error. Otherwise each of --sets sets of candidates is searched for --queries regions r*, which lie
// anywhere, or
// (--level) over both axes of a random cell of that level. Rows are called by what there are several of:
// `m1`, `m2`... by --divisions, else by --prune; with several divisions, `all` is the exhaustive matching.
// Prints CSV; `off` is how many standard errors the simulation is off the closed form, `single` the standard
// deviation of one search.
#include "algos/regions/hps/walk.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "tests/match_counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// The space in units of 2^-20.
#define SPACE_BITS 30
#define UNIT       (1 << 20)
#define WIDTH      1024.0

enum { CHOICES_MAX = 16, LEVELS_SHOWN = 5 };

static const char *const prunes[] = {"none", "printed", "full"}; // by enum match_prune
static const enum hps_prune rules_of[] = {HPS_PRUNE_NONE, HPS_PRUNE_PRINTED, HPS_PRUNE_FULL};

struct request {
    double size;
    uint64_t shares, candidates, sets, queries, seed;
    bool level_given;
    uint64_t level;
    unsigned division_count, prune_count;
    unsigned divisions[CHOICES_MAX];
    enum match_prune prunes[CHOICES_MAX];
};

/// One way of searching and what it counted.
struct series {
    char id[20];
    unsigned divisions;
    enum match_prune prune;
    double sum, squares; ///< of searches
    double of_set;       ///< of the set that is searched now
    double set_squares;  ///< of the means of sets
    double expected, expected_single;
};

/// Squares of one side.
struct squares {
    struct cd_region_side side;
    int32_t extent;
};

static struct squares make_squares(uint32_t count, int32_t extent)
{
    struct squares made = {.side = {.count = count}, .extent = extent};
    for (int k = 0; k < 2; k++) {
        made.side.low[k] = cd_allocate(count + CD_REGION_SLACK, sizeof(int32_t));
        made.side.high[k] = cd_allocate(count + CD_REGION_SLACK, sizeof(int32_t));
    }
    made.side.ids = cd_allocate(count + CD_REGION_SLACK, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        made.side.ids[i] = i;
    return made;
}

static void release_squares(struct squares *made)
{
    for (int k = 0; k < 2; k++) {
        cd_free(made->side.low[k]);
        cd_free(made->side.high[k]);
    }
    cd_free(made->side.ids);
}

static void place(struct squares *squares, uint32_t i, int axis, int32_t low)
{
    squares->side.low[axis][i] = low;
    squares->side.high[axis][i] = low + squares->extent;
}

static void place_anywhere(struct squares *squares, struct cd_random *random)
{
    uint64_t places = (UINT64_C(1) << SPACE_BITS) - (uint64_t)squares->extent;
    for (uint32_t i = 0; i < squares->side.count; i++)
        for (int k = 0; k < 2; k++)
            place(squares, i, k, (int32_t)cd_random_below(random, places));
}

/// Over both axes of a random cell of the level, and nowhere out of it.
static void place_over_axes(struct squares *squares, unsigned level, struct cd_random *random)
{
    int32_t width = 1 << (SPACE_BITS - level), middle = width / 2;
    int32_t min = middle > squares->extent ? middle - squares->extent : 0;
    int32_t max = middle - 1 < width - 1 - squares->extent ? middle - 1 : width - 1 - squares->extent;
    for (int k = 0; k < 2; k++) {
        int32_t cell = (int32_t)cd_random_below(random, UINT64_C(1) << level) * width;
        place(squares, 0, k, cell + min + (int32_t)cd_random_below(random, (uint64_t)(max - min) + 1));
    }
}

static struct cell_space space_of(unsigned divisions)
{
    return (struct cell_space){.axes = {0, 1},
                               .side = {1 << SPACE_BITS, 1 << SPACE_BITS},
                               .shift = {SPACE_BITS, SPACE_BITS},
                               .m = divisions};
}

// ---- shares -----------------------------------------------------------------------------------------------

static void print_shares(const struct request *asked)
{
    unsigned m = asked->divisions[0];
    uint64_t counts[MATCH_DIVISIONS_MAX + 1] = {0}, sum = 0, lower = 0;
    struct cd_random random = cd_random_seed(asked->seed);
    struct squares one = make_squares(1, (int32_t)(asked->size * UNIT));
    struct cell_space space = space_of(m);
    struct match_question question = {m, asked->size / WIDTH, MATCH_PRUNE_NONE, false};
    struct match_counts closed = match_counts_of(&question);
    for (uint64_t i = 0; i < asked->shares; i++) {
        place_anywhere(&one, &random);
        int level = cell_space_code(&space, &one.side, 0).level;
        counts[level]++;
        sum += (uint64_t)level;
        lower += 2 * (unsigned)level > m;
    }
    double n = (double)asked->shares;
    printf("series,share,deviation,expected,off,mean_level,lower_half\n");
    for (unsigned level = 0; level <= LEVELS_SHOWN; level++) { // below level m lies nothing
        double share = (double)counts[level] / n, expected = closed.share[level];
        double deviation = sqrt(expected * (1 - expected) / n);
        printf("level%u,%.6g,%.6g,%.6g,%.4g,%.6g,%.6g\n", level, share, deviation, expected,
               deviation > 0 ? (share - expected) / deviation : 0, (double)sum / n, (double)lower / n);
    }
    release_squares(&one);
}

// ---- MATCH calls ------------------------------------------------------------------------------------------

static bool count_only(void *user, uint32_t entry)
{
    (void)user;
    (void)entry;
    return false;
}

static double search(const struct hps_list *list, const struct cell_space *space, const struct squares *query,
                     enum match_prune prune)
{
    struct cd_counters counters = {0};
    struct hps_walk walk = {
        .list = list,
        .rules = {.prune = rules_of[prune]},
        .query = cell_space_code(space, &query->side, 0),
        .counters = &counters,
        .match = count_only,
    };
    hps_walk(&walk);
    return (double)counters.matches;
}

/// All searches for one r*, in the lists of all divisions.
static void search_all(const struct request *asked, struct series *series, const struct hps_list *lists,
                       const struct squares *query)
{
    for (unsigned d = 0; d < asked->division_count; d++) {
        struct cell_space space = space_of(asked->divisions[d]);
        for (unsigned p = 0; p < asked->prune_count; p++) {
            struct series *one = &series[d * asked->prune_count + p];
            double matches = search(&lists[d], &space, query, one->prune);
            one->sum += matches;
            one->squares += matches * matches;
            one->of_set += matches;
        }
    }
}

static void simulate(const struct request *asked, struct series *series, unsigned series_count)
{
    struct hps_list lists[CHOICES_MAX];
    struct cd_random random = cd_random_seed(asked->seed);
    int32_t extent = (int32_t)(asked->size * UNIT);
    struct squares candidates = make_squares((uint32_t)asked->candidates, extent);
    struct squares query = make_squares(1, extent);
    for (unsigned d = 0; d < asked->division_count; d++)
        hps_list_create(&lists[d], false, false, candidates.side.count);
    for (uint64_t set = 0; set < asked->sets; set++) {
        place_anywhere(&candidates, &random);
        for (unsigned d = 0; d < asked->division_count; d++) {
            struct cell_space space = space_of(asked->divisions[d]);
            hps_list_build(&lists[d], &space, &candidates.side);
        }
        for (uint64_t i = 0; i < asked->queries; i++) {
            if (asked->level_given)
                place_over_axes(&query, (unsigned)asked->level, &random);
            else
                place_anywhere(&query, &random);
            search_all(asked, series, lists, &query);
        }
        for (unsigned i = 0; i < series_count; i++) {
            double mean = series[i].of_set / (double)asked->queries;
            series[i].set_squares += mean * mean;
            series[i].of_set = 0;
        }
    }
    for (unsigned d = 0; d < asked->division_count; d++)
        hps_list_destroy(&lists[d]);
    release_squares(&candidates);
    release_squares(&query);
}

static void expect(const struct request *asked, struct series *series)
{
    struct match_question question = {series->divisions, asked->size / WIDTH, series->prune,
                                      asked->level_given};
    struct match_counts closed = match_counts_of(&question);
    double mean = match_mean_of_all(&closed, series->divisions);
    double square = match_square_of_all(&closed, series->divisions), n = (double)asked->candidates;
    if (asked->level_given) {
        mean = closed.mean[asked->level];
        square = closed.square[asked->level];
    }
    series->expected = n * mean;
    series->expected_single = match_deviation(mean, square, n);
}

/// The standard deviation of `count` numbers with this sum and this sum of squares.
static double deviation_of(double sum, double squares, double count)
{
    double variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0;
    return variance > 1e-9 * squares / count ? sqrt(variance) : 0;
}

/// The part of the calls that pruning saves; `none` is NULL where nobody searched without.
static void print_saved(const struct series *series, const struct series *none)
{
    if (none && none->sum > 0)
        printf(",%.6g\n", 1 - series->sum / none->sum);
    else
        printf(",NA\n");
}

static void print_series(const struct request *asked, const struct series *series, const struct series *none)
{
    double sets = (double)asked->sets, trials = sets * (double)asked->queries;
    double mean = series->sum / trials, single = deviation_of(series->sum, series->squares, trials);
    double deviation =
        deviation_of(series->sum / (double)asked->queries, series->set_squares, sets) / sqrt(sets);
    double apart = fabs(mean - series->expected);
    double off = deviation > 0 ? (mean - series->expected) / deviation : apart < 1e-6 * mean ? 0 : INFINITY;
    printf("%s,%.8g,%.8g,%.8g,%.6g,%.6g,%.8g,%.6g,%.6g,%.4g,%.0f", series->id, mean, mean - 1.96 * deviation,
           mean + 1.96 * deviation, deviation, single, series->expected, series->expected_single,
           series->expected_single / 10, off, trials);
    print_saved(series, none);
}

static void print_matches(const struct request *asked)
{
    struct series all[CHOICES_MAX * 3] = {0};
    unsigned count = 0;
    for (unsigned d = 0; d < asked->division_count; d++)
        for (unsigned p = 0; p < asked->prune_count; p++) {
            struct series *one = &all[count++];
            one->divisions = asked->divisions[d];
            one->prune = asked->prunes[p];
            if (asked->division_count > 1)
                snprintf(one->id, sizeof one->id, "m%u", one->divisions);
            else
                snprintf(one->id, sizeof one->id, "%s", prunes[one->prune]);
            expect(asked, one);
        }
    simulate(asked, all, count);
    printf("series,matches,matches_low,matches_high,deviation,single,expected,expected_single,of_100,off,"
           "trials,saved\n");
    if (asked->division_count > 1)
        printf("all,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",0,0,%" PRIu64 ",0,0,0,1,NA\n", asked->candidates,
               asked->candidates, asked->candidates, asked->candidates);
    const struct series *none = NULL;
    for (unsigned i = 0; i < count && asked->division_count == 1; i++)
        if (all[i].prune == MATCH_PRUNE_NONE)
            none = &all[i];
    for (unsigned i = 0; i < count; i++)
        print_series(asked, &all[i], none);
}

// ---- what is asked ----------------------------------------------------------------------------------------

/// "1,2,3"
static bool read_divisions(const char *value, struct request *asked)
{
    char *copy = cd_duplicate(value), *rest = copy, *word;
    bool right = true;
    asked->division_count = 0;
    while (right && (word = strsep(&rest, ","))) {
        uint64_t m;
        right =
            cd_parse_unsigned(word, &m) && m <= MATCH_DIVISIONS_MAX && asked->division_count < CHOICES_MAX;
        if (right)
            asked->divisions[asked->division_count++] = (unsigned)m;
    }
    cd_free(copy);
    return right;
}

static bool read_prunes(const char *value, struct request *asked)
{
    char *copy = cd_duplicate(value), *rest = copy, *word;
    bool right = true;
    asked->prune_count = 0;
    while (right && (word = strsep(&rest, ","))) {
        unsigned i = 0;
        while (i < 3 && strcmp(word, prunes[i]) != 0)
            i++;
        right = i < 3 && asked->prune_count < 3;
        if (right)
            asked->prunes[asked->prune_count++] = (enum match_prune)i;
    }
    cd_free(copy);
    return right;
}

static bool read_count(const char *value, uint64_t max, uint64_t *count)
{
    return cd_parse_unsigned(value, count) && *count >= 1 && *count <= max;
}

static bool read_option(const char *name, const char *value, struct request *asked)
{
    if (!strcmp(name, "--size"))
        return cd_parse_real(value, &asked->size) && asked->size > 0 && asked->size < WIDTH;
    if (!strcmp(name, "--divisions"))
        return read_divisions(value, asked);
    if (!strcmp(name, "--prune"))
        return read_prunes(value, asked);
    if (!strcmp(name, "--shares"))
        return read_count(value, UINT32_MAX, &asked->shares);
    if (!strcmp(name, "--candidates"))
        return read_count(value, 10000000, &asked->candidates);
    if (!strcmp(name, "--sets"))
        return read_count(value, UINT32_MAX, &asked->sets);
    if (!strcmp(name, "--queries"))
        return read_count(value, UINT32_MAX, &asked->queries);
    if (!strcmp(name, "--seed"))
        return cd_parse_unsigned(value, &asked->seed);
    asked->level_given = true;
    return !strcmp(name, "--level") && cd_parse_unsigned(value, &asked->level);
}

/// Why what is asked makes no sense, or NULL.
static const char *find_fault(const struct request *asked)
{
    if (!(asked->size > 0) || (!asked->shares && !asked->candidates))
        return "give --size S below 1024, and --shares N or --candidates N";
    if (asked->division_count > 1 && (asked->prune_count > 1 || asked->shares))
        return "several --divisions go with --candidates and a single --prune";
    for (unsigned d = 0; d < asked->division_count && asked->level_given; d++)
        if (asked->level >= asked->divisions[d] || asked->size * (double)(1u << asked->level) >= WIDTH)
            return "--level is one above the deepest, whose cells are larger than --size";
    return NULL;
}

int main(int argument_count, char **arguments)
{
    struct request asked = {.sets = 100,
                            .queries = 1,
                            .seed = 1,
                            .division_count = 1,
                            .prune_count = 1,
                            .divisions = {3},
                            .prunes = {MATCH_PRUNE_PRINTED}};
    for (int i = 1; i < argument_count; i += 2)
        if (!read_option(arguments[i], i + 1 < argument_count ? arguments[i + 1] : "", &asked)) {
            fprintf(stderr,
                    "levels: %s: no such option or not its value; see the top of "
                    "experiments/levels.c\n",
                    arguments[i]);
            return CD_USAGE;
        }
    const char *fault = find_fault(&asked);
    if (fault) {
        fprintf(stderr, "levels: %s\n", fault);
        return CD_USAGE;
    }
    if (asked.shares)
        print_shares(&asked);
    else
        print_matches(&asked);
    return 0;
}
