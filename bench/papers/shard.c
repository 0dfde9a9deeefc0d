#include "bench/papers/experiment.h"

#include "base/memory.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// The assumed cost of a cell that nobody has measured: a second of samples, and the check of the answers.
#define GUESSED_SECONDS 2.0

/// A group that is dealt to a shard.
struct card {
    size_t experiment, group, place; ///< `place` is its number among all
    double seconds;
};

enum cd_code cd_shard_parse(const char *text, struct cd_shard *shard, struct cd_status *status)
{
    int end = -1;
    if (sscanf(text, "%5u/%5u%n", &shard->number, &shard->count, &end) != 2 || text[end] ||
        shard->number < 1 || shard->number > shard->count || shard->count > CD_SHARDS_MAX)
        return cd_fail(status, CD_USAGE,
                       "--shard %s: takes K/N, the number of a shard and how many there are, such as 3/8",
                       text);
    return CD_OK;
}

static int costly_first(const void *a, const void *b)
{
    const struct card *left = a, *right = b;
    if (left->seconds != right->seconds)
        return left->seconds > right->seconds ? -1 : 1;
    return left->place < right->place ? -1 : 1;
}

bool **cd_shard_deal(const struct cd_shard *shard, enum cd_size size,
                     const struct cd_experiment *const *experiments, size_t count)
{
    bool **mine = cd_allocate(count, sizeof *mine);
    struct card *cards = NULL;
    size_t card_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct cd_groups groups = cd_groups_make(experiments[i], size);
        double minutes = cd_measured_minutes("reference", experiments[i]);
        size_t cells = cd_experiment_cells(experiments[i], CD_SIZE_QUICK);
        double seconds = isnan(minutes) || !cells ? GUESSED_SECONDS : 60 * minutes / (double)cells;
        mine[i] = cd_allocate(groups.count, sizeof *mine[i]);
        cards = cd_reallocate(cards, card_count, card_count + groups.count, sizeof *cards);
        for (size_t k = 0; k < groups.count; k++, card_count++)
            cards[card_count] =
                (struct card){i, k, card_count, seconds * (double)groups.groups[k].cell_count};
        cd_groups_release(&groups);
    }
    if (card_count)
        qsort(cards, card_count, sizeof *cards, costly_first);
    double *loads = cd_allocate(shard->count, sizeof *loads);
    for (size_t i = 0; i < card_count; i++) {
        unsigned least = 0;
        for (unsigned s = 1; s < shard->count; s++)
            least = loads[s] < loads[least] ? s : least;
        loads[least] += cards[i].seconds;
        mine[cards[i].experiment][cards[i].group] = least + 1 == shard->number;
    }
    cd_free(loads);
    cd_free(cards);
    return mine;
}
