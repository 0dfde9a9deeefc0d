// Hierarchical pruning search: region matching by a hierarchical division of the routing space.
//
// Shi Yang, Ling Yunxiang, Jin Shiyao, Hu Huaping: Region Matching Algorithm Based on Hierarchical Dividing
// of Routing Space. Journal of Software, 2000. README.md has the errata, which the settings `variant` and
// `erratum` leave in.
#include "algos/regions/hps/paper.h"
#include "base/memory.h"

#include <string.h>

struct hps {
    struct cd_context *context;
    struct cd_region_set set;
    struct cd_region_answer answer;
    struct hps_paper *paper;
};

static const struct cd_param corrected_params[] = {
    CD_PARAM_CHOICE("erratum", "none", "none|e1|e2|e3|e4|e5|e6|e7|e8|e8_loop|e9|e10|e11|e12",
                    "the one erratum to leave in"),
    CD_PARAM_END,
};

static const struct cd_param *params_of(const char *variant)
{
    return strcmp(variant, "corrected") ? NULL : corrected_params;
}

static const struct cd_param hps_params[] = {
    {"variant", CD_KIND_CHOICE, "corrected", 0, 0, "corrected|mended|printed",
     "every erratum mended; the least that makes the text read sensibly; or the paper to the letter",
     params_of},
    CD_PARAM_INT("levels", "-1", -1, CELL_LEVELS_MAX, "how often the space is divided; -1 by their number"),
    CD_PARAM_INT("space", "0", 0, 4294967296.0, "regions lie in [0, space]; 0 fits the space to them"),
    CD_PARAM_CHOICE("update", "rebuild", "rebuild|incremental", "what a new frame does to the list"),
    CD_PARAM_CHOICE("prune", "printed", "printed|none|full", "what is skipped by bits j and j+1 of regions"),
    CD_PARAM_CHOICE("list", "linked", "linked|array",
                    "the linked list of figure 3, or a sorted array with a directory of cells"),
    CD_PARAM_CHOICE(
        "split", "direct", "direct|planes|axes",
        "more dimensions: search the first two and test all, or intersect the candidates of spaces of two "
        "axes, or of one"),
    CD_PARAM_END,
};

static unsigned kept_errata(const struct cd_settings *settings)
{
    static const struct {
        const char *word;
        unsigned errata;
    } words[] = {{"none", 0},      {"e1", HPS_E1},           {"e2", HPS_E2}, {"e3", HPS_E3},
                 {"e4", HPS_E4},   {"e5", HPS_E5},           {"e6", HPS_E6}, {"e7", HPS_E7},
                 {"e8", HPS_E8},   {"e8_loop", HPS_E8_LOOP}, {"e9", HPS_E9}, {"e10", HPS_E10},
                 {"e11", HPS_E11}, {"e12", HPS_E12}};
    if (cd_setting_is(settings, "variant", "mended"))
        return HPS_MENDED;
    if (cd_setting_is(settings, "variant", "printed"))
        return HPS_PRINTED;
    for (size_t i = 0; i < sizeof words / sizeof *words && cd_setting_is(settings, "variant", "corrected");
         i++)
        if (cd_setting_is(settings, "erratum", words[i].word))
            return words[i].errata;
    return 0;
}

static void hps_describe(const struct cd_settings *settings, struct cd_description *description)
{
    description->queries = CD_REGION_QUERIES;
    description->takes = CD_TAKES_REGIONS;
    description->scheduled = CD_QUERY_BIT(CD_QUERY_ANY); // which thread finds something first
    description->quality = kept_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

static struct hps_paper_options options_of(const struct cd_settings *settings)
{
    struct hps_paper_options options = {
        .rules.errata = kept_errata(settings),
        .linked = cd_setting_is(settings, "list", "linked"),
        .incremental = cd_setting_is(settings, "update", "incremental"),
        .side = cd_setting_int(settings, "space"),
        .levels = (int)cd_setting_int(settings, "levels"),
    };
    options.rules.prune = cd_setting_is(settings, "prune", "none")   ? HPS_PRUNE_NONE
                          : cd_setting_is(settings, "prune", "full") ? HPS_PRUNE_FULL
                                                                     : HPS_PRUNE_PRINTED;
    options.split = cd_setting_is(settings, "split", "planes") ? HPS_SPLIT_PLANES
                    : cd_setting_is(settings, "split", "axes") ? HPS_SPLIT_AXES
                                                               : HPS_SPLIT_DIRECT;
    return options;
}

static enum cd_code hps_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    struct hps_paper_options options = options_of(create->settings);
    if ((options.rules.errata & HPS_E2) && options.levels == CELL_LEVELS_MAX)
        return cd_fail(status, CD_USAGE,
                       "hps: keys of coordinates of 1.0 (erratum E2) do not fit 64 bits with levels=%d; take "
                       "levels=%d or fewer",
                       CELL_LEVELS_MAX, CELL_LEVELS_MAX - 1);
    struct hps *hps = cd_allocate(1, sizeof *hps);
    hps->context = create->context;
    cd_region_set_create(&hps->set, create->scene);
    cd_region_answer_create(&hps->answer, &hps->set, create->query);
    hps->paper = hps_paper_create(&options, &hps->set, &hps->answer, create->context);
    *self = hps;
    return CD_OK;
}

static void hps_destroy(void *self)
{
    struct hps *hps = self;
    hps_paper_destroy(hps->paper);
    cd_region_answer_destroy(&hps->answer);
    cd_region_set_destroy(&hps->set);
    cd_free(hps);
}

static size_t hps_bytes(const void *self)
{
    const struct hps *hps = self;
    return sizeof *hps + hps_paper_bytes(hps->paper) + cd_region_set_bytes(&hps->set) +
           cd_region_answer_bytes(&hps->answer);
}

static void hps_reset(void *self)
{
    struct hps *hps = self;
    hps_paper_reset(hps->paper);
}

static enum cd_code hps_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    cd_context_phase(hps->context, "read");
    cd_region_set_fill_by(&hps->set, frame, hps->context->threads);
    cd_context_phase(hps->context, NULL);
    hps_paper_update(hps->paper, frame);
    return CD_OK;
}

static enum cd_code hps_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    cd_region_answer_begin(&hps->answer);
    hps_paper_query(hps->paper, workers);
    cd_region_answer_end(&hps->answer, workers);
    return CD_OK;
}

const struct cd_algo cd_algo_hps = {
    .name = "hps",
    .title = "hierarchical division of the routing space, pruning search",
    .source = "Shi, Ling, Jin, Hu 2000",
    .role = CD_ROLE_SCENE,
    .params = hps_params,
    .describe = hps_describe,
    .create = hps_create,
    .destroy = hps_destroy,
    .reset = hps_reset,
    .bytes = hps_bytes,
    .update = hps_update,
    .query = hps_query,
};
