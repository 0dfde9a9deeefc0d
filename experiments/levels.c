// What the figures and the table of Shi et al. 2000 count: on which levels regions are, and how many MATCH calls a
// search makes. The code of algos/papers/shi2000 counts them; the closed form is printed beside them
// (docs/match-counts.md).
//
// The space is 1024 x 1024. Regions are squares of side S with lower left corners uniform in [0, 1024 - S]^2. With
// --shares, N regions are coded, and there is a row per level: the share of them with its standard error. Otherwise
// each of --sets sets of candidates is searched for --queries regions r*, which are anywhere or (--level) over both
// axes of a random cell of that level. Rows are named by the option that has several values: `m1`, `m2`... by
// --divisions, otherwise by --prune. With several divisions, `all` is the exhaustive matching. Prints CSV; `off` is how
// many standard errors the simulation is off the closed form, `single` the standard deviation of one search.
#include "algos/papers/shi2000/hps.h"
#include "base/random.h"
#include "base/text.h"
#include "experiments/match_counts.h"
#include "experiments/program.h"

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

/// One way of searching, and what it counted.
struct series {
    unsigned divisions;
    enum match_prune prune;
    double sum, squares; ///< of searches
    double of_set;       ///< of the set that is searched now
    double set_squares;  ///< of the means of sets
};

/// Squares of one side.
struct squares {
    struct cd_region_columns side;
    int32_t extent;
};

static struct squares make_squares(const struct request *asked, uint32_t count)
{
    struct squares made = {{.dimensions = 2, .count = count}, (int32_t)(asked->size * UNIT)};
    cd_region_columns_grow(&made.side, 0, count);
    for (uint32_t i = 0; i < count; i++)
        made.side.names[i] = i;
    return made;
}

/// Places them anywhere, or over both axes of a random cell of this level and nowhere outside it.
static void place(struct squares *squares, const struct cd_number *level, struct cd_random *random)
{
    int32_t extent = squares->extent, width = 1 << (SPACE_BITS - level->value), cell = 0, min = 0;
    int32_t max = width - 1 - extent, middle = width / 2;
    if (level->given) {
        min = middle > extent ? middle - extent : 0;
        max = middle - 1 < max ? middle - 1 : max;
    }
    for (uint32_t i = 0; i < squares->side.count; i++)
        for (int k = 0; k < 2; k++) {
            if (level->given)
                cell = (int32_t)cd_random_below(random, UINT64_C(1) << level->value) * width;
            int32_t low = cell + min + (int32_t)cd_random_below(random, (uint64_t)(max - min) + 1);
            squares->side.low[k][i] = low;
            squares->side.high[k][i] = low + extent;
        }
}

static const struct cd_number anywhere;

static struct hps_rs space_of(const struct request *asked, unsigned divisions)
{
    struct hps_rs rs = {.axis = {0, 1, HPS_NO_AXIS}, .side = {1 << SPACE_BITS, 1 << SPACE_BITS, 1}};
    hps_divide(&rs, 2, (int)divisions, asked->errata);
    return rs;
}

static void print_shares(const struct request *asked)
{
    unsigned m = asked->divisions[0];
    uint64_t counts[MATCH_DIVISIONS_MAX + 1] = {0}, sum = 0, lower = 0;
    struct cd_random random = cd_random_seed(asked->seed.value);
    struct squares one = make_squares(asked, 1);
    struct hps_rs rs = space_of(asked, m);
    struct match_question question = {m, asked->size / WIDTH, MATCH_PRUNE_NONE, false};
    struct match_counts closed = match_counts_of(&question);
    for (uint64_t i = 0; i < asked->shares.value; i++) {
        place(&one, &anywhere, &random);
        struct hps_region region;
        hps_code(&rs, &one.side, 0, &region);
        counts[region.l]++;
        sum += (uint64_t)region.l;
        lower += 2 * (unsigned)region.l > m;
    }
    double n = (double)asked->shares.value;
    for (unsigned level = 0; level <= LEVELS_SHOWN; level++) { // no region is below level m
        double share = (double)counts[level] / n, expected = closed.share[level];
        double deviation = sqrt(expected * (1 - expected) / n);
        char series[10];
        snprintf(series, sizeof series, "level%u", level);
        program_text("series", series);
        program_number("share", share);
        program_number("deviation", deviation);
        program_number("expected", expected);
        program_digits("off", deviation > 0 ? (share - expected) / deviation : 0, 4);
        program_number("mean_level", (double)sum / n);
        program_number("lower_half", (double)lower / n);
        program_end_row();
    }
    cd_region_columns_destroy(&one.side);
}

// ---- MATCH calls ------------------------------------------------------------------------------------------

static bool count_only(void *user, const struct hps_region *r)
{
    return (void)user, (void)r, false;
}

/// Searches in every set for every r*, by all series.
static void simulate(const struct request *asked, struct series *series, unsigned count)
{
    struct hps_rs spaces[CHOICES_MAX];
    struct hps_list lists[CHOICES_MAX];
    struct cd_random random = cd_random_seed(asked->seed.value);
    struct squares candidates = make_squares(asked, (uint32_t)asked->candidates.value);
    struct squares query = make_squares(asked, 1);
    for (unsigned d = 0; d < asked->division_count; d++) {
        spaces[d] = space_of(asked, asked->divisions[d]);
        hps_list_create(&lists[d], &spaces[d], candidates.side.count);
    }
    for (uint64_t set = 0; set < asked->sets.value; set++) {
        place(&candidates, &anywhere, &random);
        for (unsigned d = 0; d < asked->division_count; d++)
            hps_list_build(&lists[d], &candidates.side, false);
        for (uint64_t i = 0; i < asked->queries.value; i++) {
            place(&query, &asked->level, &random);
            for (unsigned k = 0; k < count; k++) {
                struct series *one = &series[k];
                struct cd_counters counters = {0};
                struct hps_search search = {.list = &lists[k / asked->prune_count],
                                            .side = &query.side,
                                            .prunes = one->prune == MATCH_PRUNE_PRINTED,
                                            .counters = &counters,
                                            .match = count_only};
                hps_search(&search);
                double matches = (double)counters.matches;
                one->sum += matches;
                one->squares += matches * matches;
                one->of_set += matches;
            }
        }
        for (unsigned i = 0; i < count; i++) {
            double mean = series[i].of_set / (double)asked->queries.value;
            series[i].set_squares += mean * mean;
            series[i].of_set = 0;
        }
    }
    for (unsigned d = 0; d < asked->division_count; d++)
        hps_list_destroy(&lists[d]);
    cd_region_columns_destroy(&candidates.side);
    cd_region_columns_destroy(&query.side);
}

/// The standard deviation of `count` numbers with this sum and this sum of squares.
static double deviation_of(double sum, double squares, double count)
{
    double variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0;
    return variance > 1e-9 * squares / count ? sqrt(variance) : 0;
}

/// What is printed of MATCH calls.
struct calls {
    double mean, deviation, single, expected, expected_single, off, trials, saved;
};

static void print_row(const char *series, const struct calls *calls)
{
    program_text("series", series);
    program_digits("matches", calls->mean, 8);
    program_digits("matches_low", calls->mean - 1.96 * calls->deviation, 8);
    program_digits("matches_high", calls->mean + 1.96 * calls->deviation, 8);
    program_number("deviation", calls->deviation);
    program_number("single", calls->single);
    program_digits("expected", calls->expected, 8);
    program_number("expected_single", calls->expected_single);
    program_number("of_100", calls->expected_single / 10);
    if (isinf(calls->off))
        program_text("off", "inf");
    else
        program_digits("off", calls->off, 4);
    program_count("trials", calls->trials);
    program_number("saved", calls->saved);
    program_end_row();
}

/// `none` is NULL if no search was made without pruning.
static struct calls calls_of(const struct request *asked, const struct series *series,
                             const struct series *none)
{
    struct match_question question = {series->divisions, asked->size / WIDTH, series->prune,
                                      asked->level.given};
    struct match_counts closed = match_counts_of(&question);
    uint64_t level = asked->level.value;
    double mean = asked->level.given ? closed.mean[level] : closed.mean_of_all;
    double square = asked->level.given ? closed.square[level] : closed.square_of_all;
    double n = (double)asked->candidates.value, queries = (double)asked->queries.value;
    double sets = (double)asked->sets.value, trials = sets * queries;
    struct calls calls = {.mean = series->sum / trials,
                          .single = deviation_of(series->sum, series->squares, trials),
                          .expected = n * mean,
                          .expected_single = match_deviation(mean, square, n),
                          .trials = trials,
                          .saved = none && none->sum > 0 ? 1 - series->sum / none->sum : (double)NAN};
    double apart = calls.mean - calls.expected;
    // Searches of one set share its candidates; if there is one set only, its searches are all there is to go by.
    calls.deviation = sets > 1 ? deviation_of(series->sum / queries, series->set_squares, sets) / sqrt(sets)
                               : calls.single / sqrt(trials);
    calls.off = calls.deviation > 0               ? apart / calls.deviation
                : fabs(apart) < 1e-6 * calls.mean ? 0
                                                  : INFINITY;
    return calls;
}

static void print_matches(const struct request *asked)
{
    struct series all[CHOICES_MAX * PRUNES] = {0};
    unsigned count = asked->division_count * asked->prune_count;
    const struct series *none = NULL;
    bool several = asked->division_count > 1;
    for (unsigned i = 0; i < count; i++) {
        all[i].divisions = asked->divisions[i / asked->prune_count];
        all[i].prune = (enum match_prune)asked->prunes[i % asked->prune_count];
        none = !several && all[i].prune == MATCH_PRUNE_NONE ? &all[i] : none;
    }
    simulate(asked, all, count);
    double n = (double)asked->candidates.value;
    if (several)
        print_row("all", &(struct calls){.mean = n, .expected = n, .trials = 1, .saved = NAN});
    for (unsigned i = 0; i < count; i++) {
        struct calls calls = calls_of(asked, &all[i], none);
        char series[20];
        snprintf(series, sizeof series, "m%u", all[i].divisions);
        print_row(several ? series : prunes[all[i].prune], &calls);
    }
}

// ---- what is asked ----------------------------------------------------------------------------------------

/// Reads words between commas: one of `words`, by its place, or without `words` a number of divisions. False when one is
/// not such, or there are too many.
static bool read_list(const char *text, const char *const *words, unsigned *numbers, unsigned *count)
{
    char *copy = cd_duplicate(text), *rest = copy, *word;
    bool right = true;
    while (right && (word = strsep(&rest, ",")) && (right = *count < CHOICES_MAX)) {
        uint64_t number = 0;
        if (words)
            while (number < PRUNES && strcmp(word, words[number]) != 0)
                number++;
        else
            right = cd_parse_unsigned(word, &number);
        right &= number < (words ? PRUNES : MATCH_DIVISIONS_MAX + 1);
        numbers[(*count)++] = (unsigned)number;
    }
    cd_free(copy);
    return right;
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
    const struct cd_algo *hps;
    struct cd_settings *settings;
    char specification[200];
    if (!read_list(asked.division_list, NULL, asked.divisions, &asked.division_count))
        return cd_fail(status, CD_USAGE, "--divisions %s: numbers up to %d between commas",
                       asked.division_list, MATCH_DIVISIONS_MAX);
    if (!read_list(asked.prune_list, prunes, asked.prunes, &asked.prune_count))
        return cd_fail(status, CD_USAGE, "--prune %s: none or printed, between commas", asked.prune_list);
    const char *fault = find_fault(&asked);
    if (fault)
        return cd_fail(status, CD_USAGE, "%s", fault);
    snprintf(specification, sizeof specification, "hps:variant=%s", asked.form);
    enum cd_code code = cd_algo_select(specification, &hps, &settings, status);
    if (code)
        return code;
    asked.errata = cd_form_errata(settings);
    cd_settings_destroy(settings);
    (asked.shares.given ? print_shares : print_matches)(&asked);
    return CD_OK;
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
