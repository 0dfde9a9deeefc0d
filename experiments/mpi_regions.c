// Regions matched by ranks, none of which has them all.
//
//     mpirun -n P build/mpi/experiments/mpi_regions --regions N [--alpha A] [--frames N] [--division keys|slabs]
//            [--parts N] [--rounds N] [--digest] [--one]
//
// The scene is `regions:n=N:alpha=A:steps=FRAMES`. Rank r owns the r-th share of the ids: it alone knows where they are and
// moves them. Who has to match a region follows from an interval of numbers that belongs to it: of a region with `slabs`
// what it covers along x; with `keys` the keys of its cell of the hierarchical division and of all cells in it (Shi, Ling, Jin,
// Hu 2000, section 2.4). Each part has a range of these numbers, cut so that a sample of all regions falls into all parts
// evenly, and gets every region whose interval meets its range. Of two regions that match, the intervals share a number:
// the larger of the two ends they begin with. The part that this lies in counts the pair. So a part matches all that it
// has, and subtracts what visitors, which begin in an earlier part, have with each other.
//
// In the first frame every owner sends all, later what moved: to the parts that have it now, and to those that do not have it any
// more. With --parts N each rank has N parts one after the other, which takes less memory; all is sent then, and only
// one frame can be asked for. With --one, rank 0 alone takes turns with all ranks. Prints CSV, a row for each frame: `ms` is the
// median time from the moved regions to the number of pairs, `memory_mb` the most that a rank had resident.
#include "algos/regions/cells/code.h"
#include "base/memory.h"
#include "bench/harness/peak_memory.h"
#include "experiments/program.h"
#include "scenes/source.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/// Divisions of the space along an axis: 2^LEVELS cells.
#define LEVELS 13

/// Most ranks.
#define RANKS_MAX 1024

/// The space is [0, 2^SPACE_BITS] along each axis, as scenes of alpha have it.
#define SPACE_BITS 20

/// Numbers that every rank puts into the sample for each part.
#define SAMPLE 256

struct request {
    struct cd_number regions, frames, parts, rounds, threads;
    double alpha;
    int slabs;
    bool digest, one;
};

static const struct cd_option options[] = {
    {"regions", CD_OPTION_NUMBER, "N", offsetof(struct request, regions), 1, 4e9, "of all ranks (100000)"},
    {"alpha", CD_OPTION_REAL, "A", offsetof(struct request, alpha), 1e-9, 1e9, "degree of overlap (1)"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct request, frames), 1, 1000,
     "in each, a tenth of the regions has moved (1)"},
    {"division", CD_OPTION_CHOICE, "keys|slabs", offsetof(struct request, slabs), 0, 0,
     "what ranks have: ranges of keys, or slabs along x"},
    {"parts", CD_OPTION_NUMBER, "N", offsetof(struct request, parts), 1, 1000, "of each rank (1)"},
    {"threads", CD_OPTION_NUMBER, "N", offsetof(struct request, threads), 1, 1024, "of each rank (1)"},
    {"digest", CD_OPTION_FLAG, NULL, offsetof(struct request, digest), 0, 0, "of the pairs, as `run` has it"},
    {"one", CD_OPTION_FLAG, NULL, offsetof(struct request, one), 0, 0, "rank 0 alone as well"},
    PROGRAM_ROUNDS_OPTION(struct request),
    CD_OPTION_END,
};

static int rank, ranks;

/// A region on its way: [low, high) along x and y. One that is gone has low > high.
struct item {
    uint32_t id;
    int32_t low[2], high[2];
};

/// The regions that this rank owns.
struct owned {
    uint32_t first, count; ///< ids
    int64_t space, side;
    struct cd_random random; ///< the same in all ranks: each draws everything and keeps its own
    struct item *items;
    bool *moved; ///< since the frame before
};

/// The first and the last part that a region goes to.
struct span {
    uint16_t first, last;
};

/// Regions divided among the ranks 0 .. members-1, each of which has `parts` parts.
struct division {
    const struct request *request;
    struct owned owned;
    int members, parts;
    uint64_t *starts;            ///< of every part, the least number; and the end
    struct span *spans, *before; ///< of the owned regions, in this frame and the one before
    bool fresh;                  ///< this is the first frame
    struct item *local;          ///< what this rank has of the part at hand, ascending by id
    size_t local_count;
    struct cd_region *regions;
    struct cd_scene *scene;
    struct cd_context context;
    struct cd_instance *instance;
    size_t capacity;
    // Of the frame at hand:
    uint64_t messages, bytes;
    struct cd_answer answer;
};

// ---- the scene ----------------------------------------------------------------------------------------------

/// Draws the scene as scenes/regions does.
static void draw(struct owned *owned, const struct request *request)
{
    uint32_t end = owned->first + owned->count;
    owned->random = cd_random_seed(1);
    for (uint64_t i = 0; i < request->regions.value; i++) {
        int64_t low[2];
        for (int k = 0; k < 2; k++)
            low[k] = (int64_t)cd_random_below(&owned->random, (uint64_t)(owned->space - owned->side) + 1);
        if (i < owned->first || i >= end)
            continue;
        struct item *item = &owned->items[i - owned->first];
        item->id = (uint32_t)i;
        for (int k = 0; k < 2; k++) {
            item->low[k] = (int32_t)low[k];
            item->high[k] = (int32_t)(low[k] + owned->side);
        }
    }
}

static void walk(struct owned *owned, const struct request *request)
{
    const double move = 0.1; // as the scene has it
    memset(owned->moved, 0, owned->count);
    for (uint64_t i = 0; i < request->regions.value; i++) {
        if (cd_random_unit(&owned->random) >= move)
            continue;
        struct item *item = i >= owned->first && i < owned->first + (uint64_t)owned->count
                                ? &owned->items[i - owned->first]
                                : NULL;
        for (int k = 0; k < 2; k++) {
            int64_t by =
                (int64_t)cd_random_below(&owned->random, 2 * (uint64_t)owned->side + 1) - owned->side;
            if (!item)
                continue;
            owned->moved[item - owned->items] = true;
            int64_t low = item->low[k] + by, max = owned->space - owned->side;
            item->low[k] = (int32_t)(low < 0 ? 0 : low < max ? low : max);
            item->high[k] = item->low[k] + (int32_t)owned->side;
        }
    }
}

/// Side and space of the scene of that alpha, from its own making.
static enum cd_code read_scene(const struct request *request, struct owned *owned, struct cd_status *status)
{
    char name[200];
    struct cd_scene *scene;
    struct cd_cursor *cursor;
    const struct cd_frame *frame;
    // One region has the side that many have with as much of alpha each.
    snprintf(name, sizeof name, "regions:n=1:alpha=%.17g", request->alpha / (double)request->regions.value);
    enum cd_code code = cd_scene_load(name, NULL, &scene, status);
    if (code)
        return code;
    cursor = cd_cursor_open(scene);
    code = cd_cursor_next(cursor, &frame, status);
    owned->space = 1 << SPACE_BITS;
    owned->side = frame->regions[0].high[0] - frame->regions[0].low[0];
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
    return code;
}

// ---- who has what -------------------------------------------------------------------------------------------

/// The numbers that belong to a region, both ends included.
struct interval {
    uint64_t first, last;
};

static struct interval interval_of(const struct division *division, const struct item *item)
{
    if (division->request->slabs)
        return (struct interval){(uint64_t)item->low[0], (uint64_t)item->high[0] - 1};
    uint32_t ends[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    for (int k = 0; k < 2; k++) {
        ends[k][0] = (uint32_t)item->low[k] >> (SPACE_BITS - LEVELS - 2);
        ends[k][1] = (uint32_t)(item->high[k] - 1) >> (SPACE_BITS - LEVELS - 2);
    }
    struct cell_code code = cell_code_of(ends, LEVELS);
    return (struct interval){code.key, code.key + cell_key_span(code.level, LEVELS) - 1};
}

static unsigned part_of(const struct division *division, uint64_t number)
{
    unsigned low = 0, high = (unsigned)(division->members * division->parts);
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (division->starts[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static struct span span_of(const struct division *division, const struct item *item)
{
    struct interval interval = interval_of(division, item);
    return (struct span){(uint16_t)part_of(division, interval.first),
                         (uint16_t)part_of(division, interval.last)};
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/// Cuts the numbers so that a sample of all regions falls evenly into the parts.
static void cut(struct division *division)
{
    int count = division->members * division->parts, own = SAMPLE * count;
    uint64_t *sample = cd_allocate((size_t)own * (size_t)ranks, sizeof *sample),
             *mine = cd_allocate((size_t)own, sizeof *mine);
    for (int i = 0; i < own && division->owned.count; i++) {
        uint64_t place = (uint64_t)i * division->owned.count / (uint64_t)own;
        mine[i] = interval_of(division, &division->owned.items[place]).first;
    }
    MPI_Allgather(mine, own, MPI_UINT64_T, sample, own, MPI_UINT64_T, MPI_COMM_WORLD);
    // Ranks that own nothing have no numbers.
    own *= division->members;
    qsort(sample, (size_t)own, sizeof *sample, ascending);
    cd_free(division->starts);
    division->starts = cd_allocate((size_t)count + 1, sizeof *division->starts);
    for (int part = 1; part < count; part++)
        division->starts[part] = sample[(size_t)part * (size_t)own / (size_t)count];
    division->starts[count] = UINT64_MAX;
    cd_free(sample);
    cd_free(mine);
}

// ---- the exchange -------------------------------------------------------------------------------------------

/// Finds out who has to know of the owned regions.
static void find_spans(struct division *division)
{
    struct span *spans = division->before;
    division->before = division->spans;
    division->spans = spans;
    for (uint32_t i = 0; i < division->owned.count; i++)
        spans[i] = division->fresh || division->owned.moved[i] ? span_of(division, &division->owned.items[i])
                                                               : division->before[i];
}

/// Goes through what the owned regions have to say to the parts number `part` of all members: counts it, or puts it
/// where `to` says.
static void tell(const struct division *division, unsigned part, int *counts, struct item **to)
{
    unsigned parts = (unsigned)division->parts;
    for (uint32_t i = 0; i < division->owned.count; i++) {
        if (!division->fresh && !division->owned.moved[i])
            continue;
        struct span now = division->spans[i], before = division->fresh ? now : division->before[i];
        unsigned first = before.first < now.first ? before.first : now.first;
        unsigned last = before.last > now.last ? before.last : now.last;
        for (unsigned p = first; p <= last; p++) {
            bool has = p >= now.first && p <= now.last, had = p >= before.first && p <= before.last;
            if (p % parts != part || !(has || had))
                continue;
            if (!to) {
                counts[p / parts]++;
                continue;
            }
            struct item *item = to[p / parts]++;
            *item = division->owned.items[i];
            if (!has)
                item->high[0] = item->low[0] - 1; // it is gone from there
        }
    }
}

/// Sends what moved, or all, to those who have to know; returns what comes, ascending by id, the caller's.
static struct item *exchange(struct division *division, unsigned part, size_t *received)
{
    int counts[4][RANKS_MAX] = {{0}}, *send = counts[0], *send_at = counts[1], *take = counts[2],
        *take_at = counts[3];
    struct item *to[RANKS_MAX];
    tell(division, part, send, NULL);
    MPI_Alltoall(send, 1, MPI_INT, take, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 1; i < ranks; i++) {
        send_at[i] = send_at[i - 1] + send[i - 1];
        take_at[i] = take_at[i - 1] + take[i - 1];
    }
    size_t out = (size_t)(send_at[ranks - 1] + send[ranks - 1]);
    *received = (size_t)(take_at[ranks - 1] + take[ranks - 1]);
    struct item *sent = cd_allocate(out, sizeof *sent), *taken = cd_allocate(*received, sizeof *taken);
    for (int i = 0; i < ranks; i++) {
        to[i] = sent + send_at[i];
        if (i == rank || rank >= division->members || i >= division->members)
            continue;
        division->messages += send[i] ? 2 : 1; // how many regions there are, and these
        division->bytes += sizeof(int) + (size_t)send[i] * sizeof *sent;
    }
    tell(division, part, NULL, to);
    MPI_Datatype type;
    MPI_Type_contiguous(sizeof *sent, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Alltoallv(sent, send, send_at, type, taken, take, take_at, type, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    cd_free(sent);
    return taken;
}

/// Brings what this rank has up to date: both lists ascend by id.
static void take_news(struct division *division, struct item *news, size_t count)
{
    if (division->fresh) {
        cd_free(division->local);
        division->local = news;
        division->local_count = count;
        return;
    }
    struct item *merged = cd_allocate(division->local_count + count, sizeof *merged);
    size_t used = 0, i = 0, k = 0;
    while (i < division->local_count || k < count) {
        bool old = k == count || (i < division->local_count && division->local[i].id < news[k].id);
        const struct item *next = old ? &division->local[i] : &news[k];
        i += old || (i < division->local_count && division->local[i].id == next->id);
        k += !old;
        if (next->low[0] <= next->high[0])
            merged[used++] = *next;
    }
    cd_free(division->local);
    cd_free(news);
    division->local = merged;
    division->local_count = used;
}

// ---- matching -----------------------------------------------------------------------------------------------

/// A matcher with room for so many regions.
static enum cd_code make_room(struct division *division, size_t count, struct cd_status *status)
{
    if (division->instance && count <= division->capacity)
        return CD_OK;
    cd_instance_destroy(division->instance);
    cd_scene_destroy(division->scene);
    cd_free(division->regions);
    division->capacity = count + count / 50 + 1;
    division->regions = cd_allocate(division->capacity, sizeof *division->regions);
    division->scene = cd_scene_create("a part");
    division->scene->dimensions = 2;
    division->scene->frame_count = 1;
    division->scene->max_regions = (uint32_t)division->capacity;
    division->scene->touch = CD_TOUCH_HALF_OPEN;
    division->context.threads = (unsigned)division->request->threads.value;
    return cd_instance_open("hps_join", division->scene, CD_QUERY_PAIRS, &division->context,
                            &division->instance, status);
}

/// Publish regions are spread evenly among the ids.
static enum cd_region_kind kind_of(const struct division *division, uint32_t id)
{
    uint64_t count = division->request->regions.value, publish = (uint64_t)((double)count * 0.5 + 0.5);
    return ((uint64_t)id + 1) * publish / count > (uint64_t)id * publish / count ? CD_REGION_PUBLISH
                                                                                 : CD_REGION_SUBSCRIBE;
}

/// Answers for the local regions, or only for those that begin before this part.
static enum cd_code answer(struct division *division, uint64_t start, bool visitors, uint64_t number,
                           struct cd_answer *found, struct cd_status *status)
{
    struct cd_answering answering;
    uint32_t count = 0;
    enum cd_code code = make_room(division, division->local_count, status);
    for (size_t i = 0; i < division->local_count && !code; i++) {
        const struct item *item = &division->local[i];
        if (visitors && interval_of(division, item).first >= start)
            continue;
        struct cd_region *region = &division->regions[count++];
        *region = (struct cd_region){.id = item->id, .kind = kind_of(division, item->id)};
        for (int k = 0; k < 2; k++) {
            region->low[k] = cd_region_stored(item->low[k]);
            region->high[k] = cd_region_stored(item->high[k]);
        }
    }
    const struct cd_frame frame = {.index = number, .region_count = count, .regions = division->regions};
    if (!code)
        code = cd_answering_ask(division->instance, CD_QUERY_PAIRS,
                                division->request->digest ? CD_SINK_DIGEST : CD_SINK_COUNT, &frame,
                                &answering, status);
    if (!code)
        *found = answering.answer;
    return code;
}

/// The pairs of one part of this rank.
static enum cd_code match_part(struct division *division, unsigned part, uint64_t frame,
                               struct cd_status *status)
{
    size_t received;
    struct cd_answer all = {0}, visitors = {0};
    struct item *news = exchange(division, part, &received);
    take_news(division, news, received);
    if (rank >= division->members)
        return CD_OK;
    unsigned number = (unsigned)(rank * division->parts) + part;
    enum cd_code code = answer(division, 0, false, frame, &all, status);
    if (!code && number)
        code = answer(division, division->starts[number], true, frame, &visitors, status);
    // Sums of hashes are taken away as they are added.
    struct cd_hash all_hash = cd_hash_sum(division->answer.digest, all.digest), less = visitors.digest;
    division->answer.count += all.count - visitors.count;
    division->answer.digest.low = all_hash.low - less.low;
    division->answer.digest.high = all_hash.high - less.high - (all_hash.low < less.low);
    return code;
}

// ---- a pass -------------------------------------------------------------------------------------------------

/// What is known of a frame, of all ranks.
struct outcome {
    double ms[PROGRAM_ROUNDS_MAX];
    uint64_t messages, bytes, pairs;
    struct cd_hash digest;
};

static uint64_t reduced(uint64_t value, MPI_Op operation)
{
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, operation, MPI_COMM_WORLD);
    return value;
}

static void gather(struct division *division, struct outcome *outcome)
{
    struct cd_answer answers[RANKS_MAX];
    MPI_Allgather(&division->answer, sizeof *answers, MPI_BYTE, answers, sizeof *answers, MPI_BYTE,
                  MPI_COMM_WORLD);
    outcome->pairs = 0;
    outcome->digest = (struct cd_hash){0};
    for (int i = 0; i < ranks; i++) {
        outcome->pairs += answers[i].count;
        outcome->digest = cd_hash_sum(outcome->digest, answers[i].digest);
    }
}

static enum cd_code run_frame(struct division *division, uint64_t frame, uint64_t round,
                              struct outcome *outcome, struct cd_status *status)
{
    enum cd_code code = CD_OK;
    division->fresh = !frame;
    division->messages = division->bytes = 0;
    division->answer = (struct cd_answer){0};
    MPI_Barrier(MPI_COMM_WORLD);
    uint64_t begin = cd_clock_wall();
    if (division->fresh)
        cut(division);
    find_spans(division);
    for (unsigned part = 0; part < (unsigned)division->parts && !code; part++)
        code = match_part(division, part, frame, status);
    if (code)
        return code;
    gather(division, outcome);
    outcome->ms[round] = (double)(cd_clock_wall() - begin) / 1e6;
    outcome->messages = reduced(division->messages, MPI_SUM);
    outcome->bytes = reduced(division->bytes, MPI_SUM);
    return code;
}

static void begin_division(struct division *division, const struct request *request,
                           const struct owned *scene, int members)
{
    uint64_t count = request->regions.value;
    *division = (struct division){.request = request, .members = members, .parts = (int)request->parts.value};
    struct owned *owned = &division->owned;
    *owned = *scene;
    owned->first = rank < members ? (uint32_t)(count * (uint64_t)rank / (uint64_t)members) : 0;
    owned->count =
        rank < members ? (uint32_t)(count * (uint64_t)(rank + 1) / (uint64_t)members) - owned->first : 0;
    owned->items = cd_allocate(owned->count, sizeof *owned->items);
    owned->moved = cd_allocate(owned->count, sizeof *owned->moved);
    division->spans = cd_allocate(owned->count, sizeof *division->spans);
    division->before = cd_allocate(owned->count, sizeof *division->before);
}

static void end_division(struct division *division)
{
    cd_instance_destroy(division->instance);
    cd_scene_destroy(division->scene);
    cd_free(division->regions);
    cd_free(division->local);
    cd_free(division->starts);
    cd_free(division->spans);
    cd_free(division->before);
    cd_free(division->owned.items);
    cd_free(division->owned.moved);
}

static enum cd_code run_pass(struct division *division, uint64_t round, struct outcome *outcomes,
                             struct cd_status *status)
{
    enum cd_code code = CD_OK;
    draw(&division->owned, division->request);
    for (uint64_t frame = 0; frame < division->request->frames.value && !code; frame++) {
        if (frame)
            walk(&division->owned, division->request);
        code = run_frame(division, frame, round, &outcomes[frame], status);
    }
    return code;
}

// ---- the program --------------------------------------------------------------------------------------------

static void print_row(const struct request *request, int members, uint64_t frame,
                      const struct outcome *outcome, const struct outcome *one, uint64_t memory_kb)
{
    char digest[CD_HASH_TEXT] = "NA";
    double speedup[PROGRAM_ROUNDS_MAX];
    size_t rounds = request->rounds.value;
    if (request->digest)
        cd_hash_text(outcome->digest, digest);
    printf("%d,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.3f,", members,
           request->slabs ? "slabs" : "keys", request->regions.value, frame, outcome->pairs, digest,
           outcome->messages, outcome->bytes, memory_kb / 1024, cd_median_of_reals(outcome->ms, rounds));
    for (size_t i = 0; i < rounds && one; i++)
        speedup[i] = one->ms[i] / outcome->ms[i];
    if (one && rounds > 1) {
        struct cd_interval interval = cd_median_interval_of_reals(speedup, rounds);
        printf("%.3f,%.3f,%.3f\n", cd_median_of_reals(speedup, rounds), interval.low, interval.high);
    } else {
        puts("NA,NA,NA");
    }
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    struct owned scene = {0};
    struct division divisions[2] = {{0}};
    int first = request->one && ranks > 1 ? 0 : 1;
    uint64_t frames = request->frames.value;
    struct outcome *outcomes[2] = {cd_allocate(frames, sizeof *outcomes[0]),
                                   cd_allocate(frames, sizeof *outcomes[0])};
    enum cd_code code = CD_OK;
    if (ranks > RANKS_MAX || request->parts.value * (uint64_t)ranks > UINT16_MAX)
        code = cd_fail(status, CD_USAGE, "takes %d ranks and %d parts at most", RANKS_MAX, UINT16_MAX);
    if (!code && request->parts.value > 1 && frames > 1)
        code = cd_fail(status, CD_USAGE, "--parts %" PRIu64 ": of one frame only; leave out --frames",
                       request->parts.value);
    if (!code)
        code = read_scene(request, &scene, status);
    for (int i = first; i < 2 && !code; i++)
        begin_division(&divisions[i], request, &scene, i ? ranks : 1);
    for (uint64_t round = 0; round < request->rounds.value && !code; round++)
        for (int i = first; i < 2 && !code; i++) {
            size_t which = first ? 1 : program_turn(round, (size_t)i, 2);
            code = run_pass(&divisions[which], round, outcomes[which], status);
        }
    uint64_t memory_kb = code ? 0 : reduced(cd_peak_memory_kb(), MPI_MAX);
    if (!code && !rank)
        puts("ranks,division,regions,frame,pairs,digest,messages,bytes,memory_mb,ms,"
             "speedup,speedup_low,speedup_high");
    for (uint64_t frame = 0; frame < frames && !code && !rank; frame++)
        print_row(request, ranks, frame, &outcomes[1][frame], first ? NULL : &outcomes[0][frame], memory_kb);
    for (int i = first; i < 2; i++)
        end_division(&divisions[i]);
    for (uint64_t frame = 0; frame < frames && !code && !first; frame++)
        if (outcomes[0][frame].pairs != outcomes[1][frame].pairs)
            code = cd_fail(status, CD_WRONG, "frame %" PRIu64 ": %d ranks find other pairs than one", frame,
                           ranks);
    cd_free(outcomes[0]);
    cd_free(outcomes[1]);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.regions = {.value = 100000},
                              .frames = {.value = 1},
                              .parts = {.value = 1},
                              .rounds = {.value = 1},
                              .threads = {.value = 1},
                              .alpha = 1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    // Rank 0 says what is wrong, and prints the help.
    if (rank && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        return CD_IO;
    int code =
        program_main("mpi_regions", "match regions that ranks own", options, &request, run, argc, argv);
    MPI_Finalize();
    return code;
}
