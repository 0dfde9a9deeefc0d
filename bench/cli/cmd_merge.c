// `cdbench merge`: combines what the shards of a run have measured into one measurement.
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/experiment.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct merge_values {
    const char *results;
};

static const struct cd_option merge_options[] = {
    {"results", CD_OPTION_TEXT, "DIR", offsetof(struct merge_values, results), 0, 0,
     "where the folders KEY/EXPERIMENT go (results/local)"},
    CD_OPTION_END,
};

/// Merges, or checks, everything that the folders have about a paper. `*merged` counts the experiments.
static enum cd_code merge_paper(const char *key, struct cd_merge *merge, size_t *merged,
                                struct cd_status *status)
{
    struct cd_paper *paper;
    enum cd_code code = cd_paper_open(key, &paper, status);
    if (code)
        return code;
    for (size_t i = 0; i < paper->experiment_count && !code; i++) {
        code = cd_experiment_merge(&paper->experiments[i], merge, status);
        *merged += !code && merge->rows;
        if (!code && merge->rows && !merge->check)
            printf("%s/%s: %zu row%s; %s/%s/%s/\n", key, paper->experiments[i].id, merge->rows,
                   cd_plural(merge->rows), cd_shown_text(merge->results).text, key, paper->experiments[i].id);
    }
    cd_paper_free(paper);
    return code;
}

/// Whether one of the folders has something about a paper. Otherwise, the paper's file need not even be read.
static bool has_paper(const struct cd_texts *folders, const char *key)
{
    char path[PATH_MAX];
    for (size_t i = 0; i < folders->count; i++)
        if (snprintf(path, sizeof path, "%s/%s", folders->items[i], key) < PATH_MAX && !access(path, F_OK))
            return true;
    return false;
}

static enum cd_code merge_run(const struct cd_call *call, struct cd_status *status)
{
    const struct merge_values *values = call->values;
    struct cd_paper_list papers = {0};
    struct cd_merge merge = {.folders = &call->operands, .results = values->results};
    struct stat found;
    size_t checked = 0, merged = 0;
    if (!call->operands.count)
        return cd_fail(status, CD_USAGE,
                       "merge takes the folders of all shards, such as results/local/shard-*-of-8");
    for (size_t i = 0; i < call->operands.count; i++)
        if (stat(call->operands.items[i], &found) || !S_ISDIR(found.st_mode))
            return cd_fail(status, CD_IO, "%s: no such folder", call->operands.items[i]);
    enum cd_code code = cd_papers_find(&papers, status);
    // Everything is checked before anything is written.
    for (int pass = 0; pass < 2 && !code; pass++) {
        merge.check = !pass;
        for (size_t i = 0; i < papers.count && !code; i++)
            if (has_paper(&call->operands, papers.items[i].key))
                code = merge_paper(papers.items[i].key, &merge, pass ? &merged : &checked, status);
        if (!code && !checked)
            code = cd_fail(status, CD_IO, "%s: nothing there was measured with --shard",
                           call->operands.items[0]);
    }
    cd_papers_release(&papers);
    return code;
}

const struct cd_command cd_command_merge = {
    .name = "merge",
    .title = "put together what the shards of a run have measured",
    .operands = "DIR...",
    .options = merge_options,
    .notes = "Shards are those of one run by one build, and none may be missing. What is timed in one "
             "experiment was\n"
             "measured on machines of one kind: the same processor, caches, kernel and governor. Otherwise "
             "nothing\n"
             "is written, and the exit code is 65. Example:\n"
             "\n"
             "  cdbench reproduce zou2011 --shard 1/2\n"
             "  cdbench reproduce zou2011 --shard 2/2\n"
             "  cdbench merge results/local/shard-*-of-2\n"
             "  cdbench plot zou2011\n"
             "  cdbench claims zou2011 --results results/local\n",
    .values = &(struct merge_values){.results = "results/local"},
    .run = merge_run,
};
