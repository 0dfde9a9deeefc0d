// Regions that ranks match, where no rank has all regions.
//
//     mpirun -n P build/mpi/experiments/mpi_regions --regions N [--alpha A] [--frames N] [--division keys|slabs]
//            [--parts N] [--rounds N] [--digest] [--one]
//
// The scene is `regions:n=N:alpha=A:steps=FRAMES`. Rank r owns the r-th share of the ids: it alone knows where these
// regions are, and moves them. An interval of numbers belongs to each region and decides who has to match it: with
// `slabs` what the region covers along x; with `keys` all smallest cells in its cell of the hierarchical division (Shi,
// Ling, Jin, Hu 2000, section 2.3), numbered in the order of their keys, in which a cell is followed by the cells in
// it. Each part has a range of these numbers, cut so that a sample of all regions falls into all parts evenly, and gets
// every region whose interval meets its range. The intervals of two regions that match share a number: the larger of
// the two that they begin with. The part whose range has this number counts the pair. So a part matches all its
// regions, and subtracts the pairs among visitors, which are regions that begin in an earlier part.
//
// In the first frame every owner sends all its regions, later those that moved: to the parts that have them now, and to
// the parts that no longer have them. With --parts N each rank has N parts one after the other, which takes less
// memory; then all regions are sent, and only one frame can be asked for. With --one, rank 0 alone takes turns with all
// ranks. Prints CSV, a row for each frame: `ms` is the median time from the moved regions to the number of pairs,
// `memory_mb` is the most memory that a rank had resident.
#include "bench/harness/peak_memory.h"
#include "experiments/program.h"
#include "scenes/source.h"

#include <mpi.h>
#include <unistd.h>

/// The most ranks.
#define RANKS_MAX 1024

/// The space is [0, 2^SPACE_BITS] along each axis, as in scenes of alpha; its smallest cells are 2^CELL_BITS wide.
#define SPACE_BITS 20
#define CELL_BITS  7

/// How many numbers every rank puts into the sample for each part.
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

static int rank, ranks, messages_to;

/// A region on its way: [low, high) along x and y. One that is gone has low > high.
struct item {
    uint32_t id;
    int32_t low[2], high[2];
};

/// Regions, ascending by id.
struct items {
    struct item *at;
    size_t count, capacity;
};

/// The first and the last part that a region goes to.
struct span {
    uint16_t first, last;
};

static const struct span nowhere = {UINT16_MAX, 0};

/// A region that this rank owns.
struct owned {
    struct item item;
    bool moved;              ///< since the frame before
    struct span now, before; ///< who has it
};

/// What a rank has found in a frame, and what it has sent to others.
struct found {
    uint64_t pairs, bytes;
    struct cd_hash digest;
};

/// Regions divided among the ranks 0 .. members-1, each of which has `parts` parts.
struct division {
    const struct request *request;
    int members, parts;
    int64_t side;            ///< of all regions
    struct cd_random random; ///< the same in all ranks: each draws everything and keeps its own
    uint32_t first, count;   ///< ids that this rank owns
    struct owned *owned;
    uint32_t *starts;                        ///< of every part, the least number; and the end
    struct items sent, news, local, updated; ///< `local` is what this rank has of the part at hand
    struct cd_region *regions;
    size_t capacity; ///< of regions
    struct cd_scene *scene;
    struct cd_context context;
    struct cd_instance *instance;
    struct found found;
};

/// Ends all ranks by the line of one.
static _Noreturn void fail(enum cd_code code, const char *line)
{
    dprintf(messages_to, "mpi_regions: rank %d: %s\n", rank, line);
    MPI_Abort(MPI_COMM_WORLD, (int)code);
    _exit((int)code);
}

static void end_short_of_memory(size_t bytes, const char *line)
{
    (void)bytes;
    fail(CD_ENVIRONMENT, line);
}

/// Makes room for this many; what was there is lost.
static void make_room(struct items *items, size_t count)
{
    if (count > items->capacity) {
        cd_free(items->at);
        items->capacity = count + count / 50;
        items->at = cd_allocate(items->capacity, sizeof *items->at);
    }
    items->count = count;
}

static void swap(struct items *a, struct items *b)
{
    struct items was = *a;
    *a = *b;
    *b = was;
}

// ---- the scene ----------------------------------------------------------------------------------------------

/// Draws the scene as scenes/regions does: positions in the first frame, steps in the others.
static void draw(struct division *division, uint64_t frame)
{
    const double move = 0.1; // as in the scene
    int64_t side = division->side, most = (1 << SPACE_BITS) - side;
    if (!frame)
        division->random = cd_random_seed(1);
    for (uint64_t i = 0; i < division->request->regions.value; i++) {
        bool moves = !frame || cd_random_unit(&division->random) < move;
        int64_t by[2];
        for (int k = 0; k < 2 && moves; k++)
            by[k] = frame ? (int64_t)cd_random_below(&division->random, 2 * (uint64_t)side + 1) - side
                          : (int64_t)cd_random_below(&division->random, (uint64_t)most + 1);
        if (i - division->first >= division->count)
            continue;
        struct owned *owned = &division->owned[i - division->first];
        if (!frame)
            *owned = (struct owned){.item.id = (uint32_t)i, .now = nowhere};
        owned->moved = moves;
        for (int k = 0; k < 2 && moves; k++) {
            int64_t low = owned->item.low[k] + by[k];
            low = low < 0 ? 0 : low < most ? low : most;
            owned->item.low[k] = (int32_t)low;
            owned->item.high[k] = (int32_t)(low + side);
        }
    }
}

/// The side of the scene's regions, from its own making.
static enum cd_code read_side(const struct request *request, int64_t *side, struct cd_status *status)
{
    char name[200];
    struct cd_scene *scene;
    const struct cd_frame *frame;
    // One region has the side that many have with as much of alpha each.
    snprintf(name, sizeof name, "regions:n=1:alpha=%.17g", request->alpha / (double)request->regions.value);
    enum cd_code code = cd_scene_load(name, NULL, &scene, status);
    if (code)
        return code;
    struct cd_cursor *cursor = cd_cursor_open(scene);
    code = cd_cursor_next(cursor, &frame, status);
    *side = frame->regions[0].high[0] - frame->regions[0].low[0];
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
    return code;
}

// ---- who has what -------------------------------------------------------------------------------------------

/// The numbers that belong to a region, both ends included.
struct interval {
    uint32_t first, last;
};

/// Puts a zero before every bit.
static uint32_t spread(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

static struct interval interval_of(const struct division *division, const struct item *item)
{
    uint32_t low[2], differ = 0;
    if (division->request->slabs)
        return (struct interval){(uint32_t)item->low[0], (uint32_t)item->high[0] - 1};
    for (int k = 0; k < 2; k++) {
        low[k] = (uint32_t)item->low[k] >> CELL_BITS;
        differ |= low[k] ^ (uint32_t)(item->high[k] - 1) >> CELL_BITS;
    }
    // The bits in which the corners differ show how far down the cell that covers both is.
    unsigned bits = differ ? 32 - (unsigned)__builtin_clz(differ) : 0;
    uint32_t inside = ((uint32_t)1 << 2 * bits) - 1;
    uint32_t first = (spread(low[0]) << 1 | spread(low[1])) & ~inside;
    return (struct interval){first, first | inside};
}

static unsigned part_of(const struct division *division, uint32_t number)
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

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Cuts the numbers so that a sample of all regions falls evenly into the parts.
static void cut(struct division *division)
{
    int count = division->members * division->parts, own = SAMPLE * count;
    uint32_t *sample = cd_allocate((size_t)own * (size_t)ranks, sizeof *sample),
             *mine = cd_allocate((size_t)own, sizeof *mine);
    for (int i = 0; i < own && division->count; i++) {
        uint64_t place = (uint64_t)i * division->count / (uint64_t)own;
        mine[i] = interval_of(division, &division->owned[place].item).first;
    }
    MPI_Allgather(mine, own, MPI_UINT32_T, sample, own, MPI_UINT32_T, MPI_COMM_WORLD);
    // Ranks that own nothing have no numbers.
    own *= division->members;
    qsort(sample, (size_t)own, sizeof *sample, ascending);
    for (int part = 1; part < count; part++)
        division->starts[part] = sample[(size_t)part * (size_t)own / (size_t)count];
    cd_free(sample);
    cd_free(mine);
}

/// Finds out who has to know what moved.
static void find_spans(struct division *division)
{
    for (uint32_t i = 0; i < division->count; i++) {
        struct owned *owned = &division->owned[i];
        if (!owned->moved)
            continue;
        struct interval interval = interval_of(division, &owned->item);
        owned->before = owned->now;
        owned->now = (struct span){(uint16_t)part_of(division, interval.first),
                                   (uint16_t)part_of(division, interval.last)};
    }
}

// ---- the exchange -------------------------------------------------------------------------------------------

/// Goes through what the owned regions have to send to the parts number `part` of all members: counts it, or writes it
/// where `to` says.
static void tell(const struct division *division, unsigned part, int *counts, struct item **to)
{
    unsigned parts = (unsigned)division->parts;
    for (uint32_t i = 0; i < division->count; i++) {
        const struct owned *owned = &division->owned[i];
        struct span now = owned->now, before = owned->before;
        unsigned first = before.first < now.first ? before.first : now.first;
        unsigned last = before.last > now.last ? before.last : now.last;
        for (unsigned p = first; p <= last && owned->moved; p++) {
            bool has = p >= now.first && p <= now.last, had = p >= before.first && p <= before.last;
            if (p % parts != part || !(has || had))
                continue;
            if (!to) {
                counts[p / parts]++;
                continue;
            }
            struct item *item = to[p / parts]++;
            *item = owned->item;
            if (!has)
                item->high[0] = item->low[0] - 1; // it is gone from there
        }
    }
}

/// Sends what moved to those who have to know, and receives the news of this rank.
static void exchange(struct division *division, unsigned part)
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
    make_room(&division->sent, (size_t)(send_at[ranks - 1] + send[ranks - 1]));
    make_room(&division->news, (size_t)(take_at[ranks - 1] + take[ranks - 1]));
    for (int i = 0; i < ranks; i++) {
        to[i] = division->sent.at + send_at[i];
        if (i != rank && rank < division->members && i < division->members)
            division->found.bytes += sizeof(int) + (size_t)send[i] * sizeof(struct item);
    }
    tell(division, part, NULL, to);
    MPI_Datatype type;
    MPI_Type_contiguous(sizeof(struct item), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Alltoallv(division->sent.at, send, send_at, type, division->news.at, take, take_at, type,
                  MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

/// Brings what this rank has up to date.
static void take_news(struct division *division)
{
    struct items *local = &division->local, *news = &division->news, *updated = &division->updated;
    if (!local->count) {
        swap(local, news);
        return;
    }
    make_room(updated, local->count + news->count);
    updated->count = 0;
    for (size_t i = 0, k = 0; i < local->count || k < news->count;) {
        bool old = k == news->count || (i < local->count && local->at[i].id < news->at[k].id);
        const struct item *next = old ? &local->at[i] : &news->at[k];
        i += old || (i < local->count && local->at[i].id == next->id);
        k += !old;
        if (next->low[0] <= next->high[0])
            updated->at[updated->count++] = *next;
    }
    swap(local, updated);
}

// ---- matching -----------------------------------------------------------------------------------------------

/// Makes a matcher for as many regions as are local.
static void make_matcher(struct division *division)
{
    struct cd_status status;
    if (division->instance && division->local.count <= division->capacity)
        return;
    cd_instance_destroy(division->instance);
    cd_scene_destroy(division->scene);
    cd_free(division->regions);
    division->capacity = division->local.count + division->local.count / 50 + 1;
    division->regions = cd_allocate(division->capacity, sizeof *division->regions);
    division->scene = cd_scene_create("a part");
    division->scene->dimensions = 2;
    division->scene->frame_count = 1;
    division->scene->max_regions = (uint32_t)division->capacity;
    division->scene->touch = CD_TOUCH_HALF_OPEN;
    division->context.threads = (unsigned)division->request->threads.value;
    enum cd_code code = cd_instance_open("hps_join", division->scene, CD_QUERY_PAIRS, &division->context,
                                         &division->instance, &status);
    if (code)
        fail(code, status.text);
}

/// Answers for the local regions that begin before a number.
static struct cd_answer answer(struct division *division, uint64_t end, uint64_t number)
{
    struct cd_answering answering;
    struct cd_status status;
    struct cd_frame frame = {.index = number, .regions = division->regions};
    // Publish regions are spread evenly among the ids.
    uint64_t count = division->request->regions.value, publish = (uint64_t)((double)count * 0.5 + 0.5);
    for (size_t i = 0; i < division->local.count; i++) {
        const struct item *item = &division->local.at[i];
        if (end <= UINT32_MAX && interval_of(division, item).first >= end)
            continue;
        struct cd_region *region = &division->regions[frame.region_count++];
        *region = (struct cd_region){
            .id = item->id,
            .kind = item->id * publish % count + publish >= count ? CD_REGION_PUBLISH : CD_REGION_SUBSCRIBE};
        for (int k = 0; k < 2; k++) {
            region->low[k] = cd_region_stored(item->low[k]);
            region->high[k] = cd_region_stored(item->high[k]);
        }
    }
    enum cd_code code = cd_answering_ask(division->instance, CD_QUERY_PAIRS,
                                         division->request->digest ? CD_SINK_DIGEST : CD_SINK_COUNT, &frame,
                                         &answering, &status);
    if (code)
        fail(code, status.text);
    return answering.answer;
}

/// The pairs of one part of this rank.
static void match_part(struct division *division, unsigned part, uint64_t frame)
{
    struct cd_answer visitors = {0};
    exchange(division, part);
    if (rank >= division->members)
        return;
    if (division->parts > 1)
        division->local.count = 0; // it belongs to another part
    take_news(division);
    make_matcher(division);
    unsigned number = (unsigned)(rank * division->parts) + part;
    struct cd_answer all = answer(division, UINT64_MAX, frame);
    if (number)
        visitors = answer(division, division->starts[number], frame);
    // Sums of hashes are taken away as they are added.
    struct cd_hash sum = cd_hash_sum(division->found.digest, all.digest), less = visitors.digest;
    division->found.pairs += all.count - visitors.count;
    division->found.digest.low = sum.low - less.low;
    division->found.digest.high = sum.high - less.high - (sum.low < less.low);
}

// ---- a pass -------------------------------------------------------------------------------------------------

struct outcome {
    double ms[PROGRAM_ROUNDS_MAX];
    struct found found; ///< of all ranks
};

static void gather(const struct division *division, struct outcome *outcome)
{
    struct found all[RANKS_MAX];
    MPI_Allgather(&division->found, sizeof *all, MPI_BYTE, all, sizeof *all, MPI_BYTE, MPI_COMM_WORLD);
    outcome->found = (struct found){0};
    for (int i = 0; i < ranks; i++) {
        outcome->found.pairs += all[i].pairs;
        outcome->found.bytes += all[i].bytes;
        outcome->found.digest = cd_hash_sum(outcome->found.digest, all[i].digest);
    }
}

static void run_frame(struct division *division, uint64_t frame, uint64_t round, struct outcome *outcome)
{
    division->found = (struct found){0};
    MPI_Barrier(MPI_COMM_WORLD);
    uint64_t begin = cd_clock_wall();
    if (!frame)
        cut(division);
    find_spans(division);
    for (unsigned part = 0; part < (unsigned)division->parts; part++)
        match_part(division, part, frame);
    gather(division, outcome);
    outcome->ms[round] = (double)(cd_clock_wall() - begin) / 1e6;
}

static void begin_division(struct division *division, const struct request *request, int64_t side,
                           int members)
{
    uint64_t count = request->regions.value, at = (uint64_t)rank, of = (uint64_t)members;
    *division = (struct division){
        .request = request, .side = side, .members = members, .parts = (int)request->parts.value};
    if (at < of) {
        division->first = (uint32_t)(count * at / of);
        division->count = (uint32_t)(count * (at + 1) / of) - division->first;
    }
    division->owned = cd_allocate(division->count, sizeof *division->owned);
    division->starts = cd_allocate(of * request->parts.value, sizeof *division->starts);
}

static void end_division(struct division *division)
{
    cd_instance_destroy(division->instance);
    cd_scene_destroy(division->scene);
    cd_free(division->regions);
    cd_free(division->sent.at);
    cd_free(division->news.at);
    cd_free(division->local.at);
    cd_free(division->updated.at);
    cd_free(division->starts);
    cd_free(division->owned);
}

// ---- the program --------------------------------------------------------------------------------------------

static void print_row(const struct request *request, uint64_t frame, const struct outcome *all,
                      const struct outcome *one, uint64_t memory_kb)
{
    char digest[CD_HASH_TEXT] = "NA";
    double speedup[PROGRAM_ROUNDS_MAX];
    size_t rounds = request->rounds.value;
    if (request->digest)
        cd_hash_text(all->found.digest, digest);
    for (size_t i = 0; i < rounds && one; i++)
        speedup[i] = one->ms[i] / all->ms[i];
    program_count("ranks", ranks);
    program_text("division", request->slabs ? "slabs" : "keys");
    program_count("regions", (double)request->regions.value);
    program_count("frame", (double)frame);
    program_count("pairs", (double)all->found.pairs);
    program_text("digest", digest);
    program_count("bytes", (double)all->found.bytes);
    program_count("memory_mb", (double)(memory_kb / 1024));
    program_number("ms", cd_median_of_reals(all->ms, rounds));
    program_median("speedup", speedup, one ? rounds : 0);
    program_end_row();
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct request *request = values;
    struct division divisions[2] = {{0}}; // of one rank, and of all
    size_t first = request->one && ranks > 1 ? 0 : 1;
    uint64_t frames = request->frames.value;
    int64_t side;
    if (ranks > RANKS_MAX || request->parts.value * (uint64_t)ranks > UINT16_MAX)
        return cd_fail(status, CD_USAGE, "takes %d ranks and %d parts at most", RANKS_MAX, UINT16_MAX);
    if (request->parts.value > 1 && frames > 1)
        return cd_fail(status, CD_USAGE, "--parts %" PRIu64 ": of one frame only; leave out --frames",
                       request->parts.value);
    enum cd_code code = read_side(request, &side, status);
    if (code)
        return code;
    struct outcome *outcomes[2] = {cd_allocate(frames, sizeof *outcomes[0]),
                                   cd_allocate(frames, sizeof *outcomes[0])};
    for (size_t i = first; i < 2; i++)
        begin_division(&divisions[i], request, side, i ? ranks : 1);
    for (uint64_t round = 0; round < request->rounds.value; round++)
        for (size_t i = first; i < 2; i++) {
            size_t which = first || round % 2 == 0 ? i : 1 - i;
            divisions[which].local.count = 0;
            for (uint64_t frame = 0; frame < frames; frame++) {
                draw(&divisions[which], frame);
                run_frame(&divisions[which], frame, round, &outcomes[which][frame]);
            }
        }
    uint64_t memory_kb = cd_peak_memory_kb();
    MPI_Allreduce(MPI_IN_PLACE, &memory_kb, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    for (uint64_t frame = 0; frame < frames && !rank; frame++) {
        const struct outcome *all = &outcomes[1][frame], *one = first ? NULL : &outcomes[0][frame];
        print_row(request, frame, all, one, memory_kb);
        if (one && one->found.pairs != all->found.pairs)
            code = cd_fail(status, CD_WRONG, "frame %" PRIu64 ": %d ranks find other pairs than one", frame,
                           ranks);
    }
    for (size_t i = first; i < 2; i++)
        end_division(&divisions[i]);
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
    messages_to = dup(STDERR_FILENO);
    cd_memory_set_end(end_short_of_memory);
    // Rank 0 prints the help, and says what is wrong with the command.
    if (rank && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
        return CD_IO;
    int code =
        program_main("mpi_regions", "match regions that ranks own", options, &request, run, argc, argv);
    MPI_Finalize();
    return code;
}
