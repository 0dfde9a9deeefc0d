// What the figures and the table of Shi et al. 2000 count: on which levels regions are, and how many MATCH calls a
// search makes. The code of algos/papers/shi2000 counts them; the closed form is printed beside them
// (docs/match-counts.md).
//
// The space is 1024 x 1024. Regions are squares of side S with lower left corners uniform in [0, 1024 - S]^2. With
// --shares, N regions are coded, and there is a row per level: the share of them with its standard error. Otherwise
// each of --sets sets of candidates is searched for --queries regions r*, which are anywhere or (--level) over both
// axes of a random cell of that level. Rows are named by the option that has several values: `m1`, `m2`... by
// --divisions, otherwise by --prune. With several divisions, `all` is the exhaustive matching. Prints CSV; `off` is how
// many standard errors the simulation is off the closed form, `single` the standard deviation of one search, and
// `misses` how many of the `truth_pairs` the form of the search overlooks.
#include "algos/papers/shi2000/hps.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "experiments/program.h"
#include "tests/match_counts.h"

#include <inttypes.h>
#include <string.h>

/// The space in units of 2^-20.
#define SPACE_BITS 30
#define UNIT       (1 << 20)
#define WIDTH      1024.0

enum { CHOICES_MAX = 16, LEVELS_SHOWN = 5 };

static const char *const prunes[] = {"none", "printed"}; // by enum match_prune
enum { PRUNES = sizeof prunes / sizeof *prunes };

struct request {
    double size;
    struct cd_number shares, candidates, sets, queries, seed, level;
    const char *division_list, *prune_list, *form;
    unsigned errata; ///< of the form
    unsigned division_count, prune_count;
    unsigned divisions[CHOICES_MAX], prunes[CHOICES_MAX]; ///< the latter an enum match_prune
};

static const struct cd_option options[] = {
    {"size", CD_OPTION_REAL, "S", offsetof(struct request, size), 1e-6, 1023, "size of a region"},
    {"shares", CD_OPTION_NUMBER, "N", offsetof(struct request, shares), 1, UINT32_MAX,
     "count the levels of N regions"},
    {"candidates", CD_OPTION_NUMBER, "N", offsetof(struct request, candidates), 1, 1e7,
     "or count the MATCH calls of searches among N"},
    {"divisions", CD_OPTION_TEXT, "M[,M...]", offsetof(struct request, division_list), 0, 0,
     "divisions of the space (3)"},
    {"prune", CD_OPTION_TEXT, "none|printed[,...]", offsetof(struct request, prune_list), 0, 0,
     "what a search leaves out (printed)"},
    {"variant", CD_OPTION_TEXT, "FORM", offsetof(struct request, form), 0, 0,
     "form of the search, as of the setting of hps (corrected, to which the expected counts belong)"},
    {"level", CD_OPTION_NUMBER, "L", offsetof(struct request, level), 0, MATCH_DIVISIONS_MAX,
     "level of the region that is searched for"},
    {"sets", CD_OPTION_NUMBER, "N", offsetof(struct request, sets), 1, UINT32_MAX,
     "sets of candidates (100)"},
    {"queries", CD_OPTION_NUMBER, "N", offsetof(struct request, queries), 1, UINT32_MAX,
     "regions searched for in each set (1)"},
    {"seed", CD_OPTION_NUMBER, "N", offsetof(struct request, seed), 0, (double)CD_SEED_LIMIT, "seed (1)"},
    CD_OPTION_END,
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
    double found; ///< true matches
};

/// Squares of one side.
struct squares {
    struct cd_region_columns side;
    int32_t extent;
};

static struct squares make_squares(uint32_t count, int32_t extent)
{
    struct squares made = {.side = {.dimensions = 2, .count = count}, .extent = extent};
    cd_region_columns_grow(&made.side, 0, count);
    for (uint32_t i = 0; i < count; i++)
        made.side.names[i] = i;
    return made;
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

/// Over both axes of a random cell of the level, and nowhere outside it.
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

static struct hps_rs space_of(const struct request *asked, unsigned divisions)
{
    struct hps_rs rs = {.axis = {0, 1, HPS_NO_AXIS}, .side = {1 << SPACE_BITS, 1 << SPACE_BITS, 1}};
    hps_divide(&rs, 2, (int)divisions, asked->errata);
    return rs;
}

// ---- shares -----------------------------------------------------------------------------------------------

static void print_shares(const struct request *asked)
{
    unsigned m = asked->divisions[0];
    uint64_t counts[MATCH_DIVISIONS_MAX + 1] = {0}, sum = 0, lower = 0;
    struct cd_random random = cd_random_seed(asked->seed.value);
    struct squares one = make_squares(1, (int32_t)(asked->size * UNIT));
    struct hps_rs rs = space_of(asked, m);
    struct match_question question = {m, asked->size / WIDTH, MATCH_PRUNE_NONE, false};
    struct match_counts closed = match_counts_of(&question);
    for (uint64_t i = 0; i < asked->shares.value; i++) {
        place_anywhere(&one, &random);
        struct hps_region region;
        hps_code(&rs, &one.side, 0, &region);
        int level = region.l;
        counts[level]++;
        sum += (uint64_t)level;
        lower += 2 * (unsigned)level > m;
    }
    double n = (double)asked->shares.value;
    printf("series,share,deviation,expected,off,mean_level,lower_half\n");
    for (unsigned level = 0; level <= LEVELS_SHOWN; level++) { // no region is below level m
        double share = (double)counts[level] / n, expected = closed.share[level];
        double deviation = sqrt(expected * (1 - expected) / n);
        printf("level%u,%.6g,%.6g,%.6g,%.4g,%.6g,%.6g\n", level, share, deviation, expected,
               deviation > 0 ? (share - expected) / deviation : 0, (double)sum / n, (double)lower / n);
    }
    cd_region_columns_destroy(&one.side);
}

// ---- MATCH calls ------------------------------------------------------------------------------------------

/// r* and where its partners are searched for.
struct trial {
    const struct squares *candidates, *query;
    uint64_t found;
};

static bool overlap(const struct squares *candidates, uint32_t i, const struct squares *query)
{
    for (int k = 0; k < 2; k++)
        if (abs(candidates->side.low[k][i] - query->side.low[k][0]) > query->extent)
            return false;
    return true;
}

static bool match(void *user, const struct hps_region *r)
{
    const struct trial *trial = user;
    return overlap(trial->candidates, r->id, trial->query);
}

static void add(void *user, const struct hps_region *r)
{
    (void)r;
    ((struct trial *)user)->found++;
}

static uint64_t count_partners(const struct squares *candidates, const struct squares *query)
{
    uint64_t partners = 0;
    for (uint32_t i = 0; i < candidates->side.count; i++)
        partners += overlap(candidates, i, query);
    return partners;
}

static double search(const struct hps_list *list, const struct squares *candidates,
                     const struct squares *query, struct series *series)
{
    struct cd_counters counters = {0};
    struct trial trial = {candidates, query, 0};
    struct hps_search search = {
        .list = list,
        .side = &query->side,
        .prunes = series->prune == MATCH_PRUNE_PRINTED,
        .counters = &counters,
        .match = match,
        .add = add,
        .user = &trial,
    };
    hps_search(&search);
    series->found += (double)trial.found;
    return (double)counters.matches;
}

/// All searches for one r*, in the lists of all divisions.
static void search_all(const struct request *asked, struct series *series, const struct hps_list *lists,
                       const struct squares *candidates, const struct squares *query)
{
    for (unsigned d = 0; d < asked->division_count; d++)
        for (unsigned p = 0; p < asked->prune_count; p++) {
            struct series *one = &series[d * asked->prune_count + p];
            double matches = search(&lists[d], candidates, query, one);
            one->sum += matches;
            one->squares += matches * matches;
            one->of_set += matches;
        }
}

/// Returns how many pairs of r* and a candidate match.
static double simulate(const struct request *asked, struct series *series, unsigned series_count)
{
    double truth = 0;
    struct hps_rs spaces[CHOICES_MAX];
    struct hps_list lists[CHOICES_MAX];
    struct cd_random random = cd_random_seed(asked->seed.value);
    int32_t extent = (int32_t)(asked->size * UNIT);
    struct squares candidates = make_squares((uint32_t)asked->candidates.value, extent);
    struct squares query = make_squares(1, extent);
    for (unsigned d = 0; d < asked->division_count; d++) {
        spaces[d] = space_of(asked, asked->divisions[d]);
        hps_list_create(&lists[d], &spaces[d], candidates.side.count);
    }
    for (uint64_t set = 0; set < asked->sets.value; set++) {
        place_anywhere(&candidates, &random);
        for (unsigned d = 0; d < asked->division_count; d++)
            hps_list_build(&lists[d], &candidates.side, false);
        for (uint64_t i = 0; i < asked->queries.value; i++) {
            if (asked->level.given)
                place_over_axes(&query, (unsigned)asked->level.value, &random);
            else
                place_anywhere(&query, &random);
            search_all(asked, series, lists, &candidates, &query);
            truth += (double)count_partners(&candidates, &query);
        }
        for (unsigned i = 0; i < series_count; i++) {
            double mean = series[i].of_set / (double)asked->queries.value;
            series[i].set_squares += mean * mean;
            series[i].of_set = 0;
        }
    }
    for (unsigned d = 0; d < asked->division_count; d++)
        hps_list_destroy(&lists[d]);
    cd_region_columns_destroy(&candidates.side);
    cd_region_columns_destroy(&query.side);
    return truth;
}

static void expect(const struct request *asked, struct series *series)
{
    struct match_question question = {series->divisions, asked->size / WIDTH, series->prune,
                                      asked->level.given};
    struct match_counts closed = match_counts_of(&question);
    double mean = match_mean_of_all(&closed, series->divisions);
    double square = match_square_of_all(&closed, series->divisions), n = (double)asked->candidates.value;
    if (asked->level.given) {
        mean = closed.mean[asked->level.value];
        square = closed.square[asked->level.value];
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

/// `none` is NULL if no search was made without pruning.
static void print_series(const struct request *asked, const struct series *series, const struct series *none,
                         double truth)
{
    double sets = (double)asked->sets.value, trials = sets * (double)asked->queries.value;
    double mean = series->sum / trials, single = deviation_of(series->sum, series->squares, trials);
    // Searches of one set share its candidates; if there is one set only, its searches are all there is to go by.
    double of_sets = deviation_of(series->sum / (double)asked->queries.value, series->set_squares, sets);
    double deviation = sets > 1 ? of_sets / sqrt(sets) : single / sqrt(trials);
    double apart = fabs(mean - series->expected);
    double off = deviation > 0 ? (mean - series->expected) / deviation : apart < 1e-6 * mean ? 0 : INFINITY;
    printf("%s,%.8g,%.8g,%.8g,%.6g,%.6g,%.8g,%.6g,%.6g,%.4g,%.0f,%.0f,%.0f", series->id, mean,
           mean - 1.96 * deviation, mean + 1.96 * deviation, deviation, single, series->expected,
           series->expected_single, series->expected_single / 10, off, trials, truth - series->found, truth);
    program_print_number(none && none->sum > 0 ? 1 - series->sum / none->sum
                                               : (double)NAN); // what pruning saves
    putchar('\n');
}

static void print_matches(const struct request *asked)
{
    struct series all[CHOICES_MAX * PRUNES] = {0};
    unsigned count = 0;
    for (unsigned d = 0; d < asked->division_count; d++)
        for (unsigned p = 0; p < asked->prune_count; p++) {
            struct series *one = &all[count++];
            one->divisions = asked->divisions[d];
            one->prune = (enum match_prune)asked->prunes[p];
            if (asked->division_count > 1)
                snprintf(one->id, sizeof one->id, "m%u", one->divisions);
            else
                snprintf(one->id, sizeof one->id, "%s", prunes[one->prune]);
            expect(asked, one);
        }
    double truth = simulate(asked, all, count);
    printf("series,matches,matches_low,matches_high,deviation,single,expected,expected_single,of_100,off,"
           "trials,misses,truth_pairs,saved\n");
    if (asked->division_count > 1)
        printf("all,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",0,0,%" PRIu64 ",0,0,0,1,0,%.0f,NA\n",
               asked->candidates.value, asked->candidates.value, asked->candidates.value,
               asked->candidates.value, truth);
    const struct series *none = NULL;
    for (unsigned i = 0; i < count && asked->division_count == 1; i++)
        if (all[i].prune == MATCH_PRUNE_NONE)
            none = &all[i];
    for (unsigned i = 0; i < count; i++)
        print_series(asked, &all[i], none, truth);
}

// ---- what is asked ----------------------------------------------------------------------------------------

static bool read_division(const char *word, unsigned *number)
{
    uint64_t m;
    bool right = cd_parse_unsigned(word, &m) && m <= MATCH_DIVISIONS_MAX;
    *number = right ? (unsigned)m : 0;
    return right;
}

static bool read_prune(const char *word, unsigned *number)
{
    for (*number = 0; *number < PRUNES; ++*number)
        if (!strcmp(word, prunes[*number]))
            return true;
    return false;
}

/// Reads the words between commas; false when one is not a word of the list, or there are too many.
static bool read_list(const char *text, bool (*read)(const char *word, unsigned *number), unsigned *numbers,
                      unsigned *count)
{
    char *copy = cd_duplicate(text), *rest = copy, *word;
    bool right = true;
    while (right && (word = strsep(&rest, ",")))
        right = *count < CHOICES_MAX && read(word, &numbers[(*count)++]);
    cd_free(copy);
    return right;
}

/// The errata of a form; CD_USAGE when there is no such form.
static enum cd_code read_form(const char *form, unsigned *errata, struct cd_status *status)
{
    const struct cd_algo *hps;
    struct cd_settings *settings;
    char specification[200];
    snprintf(specification, sizeof specification, "hps:variant=%s", form);
    enum cd_code code = cd_algo_select(specification, &hps, &settings, status);
    if (code)
        return code;
    *errata = cd_form_errata(settings);
    cd_settings_destroy(settings);
    return CD_OK;
}

/// Why the request makes no sense, or NULL.
static const char *find_fault(const struct request *asked)
{
    if (!(asked->size > 0) || (!asked->shares.given && !asked->candidates.given))
        return "give --size S below 1024, and --shares N or --candidates N";
    if (asked->prune_count > PRUNES ||
        (asked->division_count > 1 && (asked->prune_count > 1 || asked->shares.given)))
        return "several --divisions go with --candidates and a single --prune";
    for (unsigned d = 0; d < asked->division_count && asked->level.given; d++)
        if (asked->level.value >= asked->divisions[d] ||
            asked->size * (double)(1u << asked->level.value) >= WIDTH)
            return "--level is one above the deepest, whose cells are larger than --size";
    return NULL;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    struct request asked = *(const struct request *)values;
    if (!read_list(asked.division_list, read_division, asked.divisions, &asked.division_count))
        return cd_fail(status, CD_USAGE, "--divisions %s: numbers up to %d between commas",
                       asked.division_list, MATCH_DIVISIONS_MAX);
    if (!read_list(asked.prune_list, read_prune, asked.prunes, &asked.prune_count))
        return cd_fail(status, CD_USAGE, "--prune %s: none or printed, between commas", asked.prune_list);
    const char *fault = find_fault(&asked);
    if (fault)
        return cd_fail(status, CD_USAGE, "%s", fault);
    enum cd_code code = read_form(asked.form, &asked.errata, status);
    if (!code)
        (asked.shares.given ? print_shares : print_matches)(&asked);
    return code;
}

int main(int argc, char **argv)
{
    struct request asked = {.sets = {.value = 100},
                            .queries = {.value = 1},
                            .seed = {.value = 1},
                            .division_list = "3",
                            .prune_list = "printed",
                            .form = "corrected"};
    return program_main("levels", "on which levels regions are, and what a search calls", options, &asked,
                        run, argc, argv);
}
