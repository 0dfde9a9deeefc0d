#include "algos/regions/hps_join/order.h"

#include "algos/threads.h"
#include "base/memory.h"

#include <string.h>

// ---- ranks ------------------------------------------------------------------------------------------------

unsigned hps_rank_bits(unsigned m)
{
    return 64 - (unsigned)__builtin_clzll(2 * cell_key_root(m) - 1);
}

/// The first m bits of fractions, that of 1.0 left out; in a space whose side is a power of two, without a
/// division and many at a time.
static void halve(const struct cell_space *space, int axis, const int32_t *coordinates, uint32_t count,
                  uint32_t *restrict bits)
{
    int shift = space->shift[axis], m = (int)space->m;
    int64_t origin = space->origin[axis];
    if (shift < 0 || origin < INT32_MIN || origin > INT32_MAX) {
        for (uint32_t i = 0; i < count; i++)
            bits[i] = cell_space_fraction(space, axis, coordinates[i]) >> 2;
        return;
    }
    int32_t min = (int32_t)origin;
    uint32_t last = (uint32_t)(space->side[axis] - 1), last_bits = (1u << m) - 1;
    // A shift by 32 would be none.
    int left = shift < m ? m - shift : 0, right = shift > m ? shift - m : 0, once = right > 31;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)coordinates[i] - (uint32_t)min;
        uint32_t inside = x > last ? last_bits : x >> (right - once) >> once << left;
        bits[i] = coordinates[i] < min ? 0 : inside;
    }
}

/// All coordinates of the regions that are asked for.
struct ends {
    uint32_t x1[HPS_RANKS_MAX], x2[HPS_RANKS_MAX], y1[HPS_RANKS_MAX], y2[HPS_RANKS_MAX];
};

static void read_end(const struct cell_space *space, int axis, const int32_t *column, uint32_t first,
                     const uint32_t *extents, uint32_t count, uint32_t *bits)
{
    int32_t gathered[HPS_RANKS_MAX];
    if (!extents) {
        halve(space, axis, column + first, count, bits);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        gathered[i] = column[extents[i]];
    halve(space, axis, gathered, count, bits);
}

/// Leaves in x1 and y1 the bits before j alone, and in x2 which bits these are; the ranks begin with what
/// bit j says.
static void find_j(struct ends *ends, uint32_t count, unsigned m, uint32_t *restrict ranks)
{
    uint32_t all = (1u << m) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t along_x = ends->x1[i] ^ ends->x2[i], differ = along_x | (ends->y1[i] ^ ends->y2[i]);
        ranks[i] = along_x <= differ >> 1; // the first bit that differs does not do so along x
        differ |= differ >> 1;
        differ |= differ >> 2;
        differ |= differ >> 4;
        differ |= differ >> 8;
        uint32_t same = all & ~differ;
        ends->x1[i] &= same;
        ends->y1[i] &= same;
        ends->x2[i] = same;
    }
}

void hps_ranks_of(const struct cell_space *space, const struct cd_region_side *side, uint32_t first,
                  const uint32_t *extents, uint32_t count, uint32_t ranks[])
{
    struct ends ends;
    uint32_t *bits[2][2] = {{ends.x1, ends.x2}, {ends.y1, ends.y2}};
    for (int axis = 0; axis < 2; axis++) {
        uint32_t k = space->axes[axis];
        if (k == CELL_NO_AXIS) {
            memset(bits[axis][0], 0, count * sizeof(uint32_t));
            memset(bits[axis][1], 0, count * sizeof(uint32_t));
            continue;
        }
        read_end(space, axis, side->low[k], first, extents, count, bits[axis][0]);
        read_end(space, axis, side->high[k], first, extents, count, bits[axis][1]);
    }
    find_j(&ends, count, space->m, ranks);
    // Formula (3): digit 2a + c + 1 for every bit before j.
    for (unsigned b = 0; b < space->m; b++) {
        uint32_t power = (uint32_t)(2 * cell_powers_of_5[b]);
        for (uint32_t i = 0; i < count; i++)
            ranks[i] += power * (2 * (ends.x1[i] >> b & 1) + (ends.y1[i] >> b & 1) + (ends.x2[i] >> b & 1));
    }
}

// ---- memory -----------------------------------------------------------------------------------------------

#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)

void hps_order_create(struct hps_order *order, unsigned threads)
{
    *order = (struct hps_order){.threads = threads};
    order->counts = cd_allocate((size_t)threads * DIGITS, sizeof *order->counts);
}

void hps_order_reserve(struct hps_order *order, uint32_t capacity)
{
    if (capacity <= order->capacity)
        return;
    order->places = cd_reallocate(order->places, order->count, capacity, sizeof *order->places);
    cd_free(order->spare);
    order->spare = cd_allocate(capacity, sizeof *order->spare);
    order->capacity = capacity;
}

void hps_order_destroy(struct hps_order *order)
{
    cd_free(order->places);
    cd_free(order->spare);
    cd_free(order->counts);
}

// ---- sorting ----------------------------------------------------------------------------------------------

/// What is sorted of one side.
struct places {
    const struct cd_region_side *side;
    const uint32_t *extents; ///< what to code, or NULL for the whole side
    uint64_t *from, *to;
    uint32_t count;
    uint32_t *counts; ///< of digits, every thread's
};

/// Both sides are sorted together by threads that have a part of the places of each, in order: threads wait
/// for each other as seldom as that.
struct sort_job {
    const struct cell_space *space;
    unsigned threads;
    unsigned shift; ///< where the digit begins
    struct places places[2];
};

static uint32_t part_begin(const struct sort_job *sort_job, const struct places *places, unsigned thread)
{
    return (uint32_t)((uint64_t)places->count * thread / sort_job->threads);
}

static void count_part(const struct sort_job *sort_job, const struct places *places, unsigned thread)
{
    uint32_t *counts = places->counts + (size_t)thread * DIGITS;
    memset(counts, 0, DIGITS * sizeof *counts);
    uint32_t end = part_begin(sort_job, places, thread + 1);
    for (uint32_t i = part_begin(sort_job, places, thread); i < end; i++)
        counts[places->from[i] >> sort_job->shift & (DIGITS - 1)]++;
}

static void code_part(const struct sort_job *sort_job, const struct places *places, unsigned thread)
{
    uint32_t ranks[HPS_RANKS_MAX], end = part_begin(sort_job, places, thread + 1);
    for (uint32_t i = part_begin(sort_job, places, thread), count; i < end; i += count) {
        const uint32_t *extents = places->extents ? places->extents + i : NULL;
        count = end - i < HPS_RANKS_MAX ? end - i : HPS_RANKS_MAX;
        hps_ranks_of(sort_job->space, places->side, i, extents, count, ranks);
        for (uint32_t k = 0; k < count; k++)
            places->from[i + k] = (uint64_t)ranks[k] << 32 | (extents ? extents[k] : i + k);
    }
}

/// Turns counts into where each thread's places with a digit begin.
static void add_up(const struct sort_job *sort_job, const struct places *places)
{
    uint32_t start = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++)
        for (unsigned thread = 0; thread < sort_job->threads; thread++) {
            uint32_t *count = &places->counts[(size_t)thread * DIGITS + digit], size = *count;
            *count = start;
            start += size;
        }
}

static void move_part(const struct sort_job *sort_job, const struct places *places, unsigned thread)
{
    uint32_t *starts = places->counts + (size_t)thread * DIGITS;
    uint32_t end = part_begin(sort_job, places, thread + 1);
    for (uint32_t i = part_begin(sort_job, places, thread); i < end; i++)
        places->to[starts[places->from[i] >> sort_job->shift & (DIGITS - 1)]++] = places->from[i];
}

static void code_and_count(void *user, unsigned thread)
{
    const struct sort_job *sort_job = user;
    for (int kind = 0; kind < 2; kind++) {
        code_part(sort_job, &sort_job->places[kind], thread);
        count_part(sort_job, &sort_job->places[kind], thread);
    }
}

static void count(void *user, unsigned thread)
{
    const struct sort_job *sort_job = user;
    for (int kind = 0; kind < 2; kind++)
        count_part(sort_job, &sort_job->places[kind], thread);
}

static void move(void *user, unsigned thread)
{
    const struct sort_job *sort_job = user;
    for (int kind = 0; kind < 2; kind++)
        move_part(sort_job, &sort_job->places[kind], thread);
}

/// Codes and sorts, stably; the results are in `from`.
static void sort_places(struct sort_job *sort_job)
{
    unsigned bits = hps_rank_bits(sort_job->space->m);
    for (unsigned done = 0; done < bits; done += DIGIT_BITS) {
        sort_job->shift = 32 + done;
        cd_run_threads(sort_job->threads, done ? count : code_and_count, sort_job);
        for (int kind = 0; kind < 2; kind++)
            add_up(sort_job, &sort_job->places[kind]);
        cd_run_threads(sort_job->threads, move, sort_job);
        for (int kind = 0; kind < 2; kind++) {
            struct places *places = &sort_job->places[kind];
            uint64_t *sorted = places->to;
            places->to = places->from;
            places->from = sorted;
        }
    }
}

void hps_orders_build(struct hps_order orders[2], const struct cell_space *space,
                      const struct cd_region_set *set)
{
    CD_ASSERT(space->m <= HPS_RANK_LEVELS_MAX);
    struct sort_job sort_job = {.space = space, .threads = orders[0].threads};
    for (int kind = 0; kind < 2; kind++) {
        struct hps_order *order = &orders[kind];
        order->count = set->sides[kind].count;
        sort_job.places[kind] = (struct places){&set->sides[kind], NULL,         order->places,
                                                order->spare,      order->count, order->counts};
    }
    sort_places(&sort_job);
    for (int kind = 0; kind < 2; kind++) {
        orders[kind].places = sort_job.places[kind].from;
        orders[kind].spare = sort_job.places[kind].to;
    }
}

// ---- updating ---------------------------------------------------------------------------------------------

/// An update of both sides.
struct update_job {
    struct hps_order *orders;
    const struct cd_region_moves *moves;
    struct sort_job sort_job; ///< of what is fresh
    uint32_t kept[2];
};

/// What stays moves together at the front, which leaves room behind it for what is fresh and its sorting:
/// all of it is in this frame.
static void keep_side(void *user, unsigned thread)
{
    struct update_job *update_job = user;
    for (unsigned kind = thread; kind < 2; kind += update_job->sort_job.threads) {
        struct hps_order *order = &update_job->orders[kind];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < order->count; i++) {
            uint32_t now = update_job->moves[kind].now[(uint32_t)order->places[i]];
            if (now != CD_REGION_GONE)
                order->places[kept++] = (order->places[i] & ~(uint64_t)UINT32_MAX) | now;
        }
        update_job->kept[kind] = kept;
    }
}

static void merge_side(void *user, unsigned thread)
{
    struct update_job *update_job = user;
    for (unsigned kind = thread; kind < 2; kind += update_job->sort_job.threads) {
        struct hps_order *order = &update_job->orders[kind];
        uint32_t kept = update_job->kept[kind], fresh_count = update_job->moves[kind].fresh_count;
        uint64_t *fresh = order->places + kept;
        if (update_job->sort_job.places[kind].from != fresh && fresh_count)
            memcpy(fresh, update_job->sort_job.places[kind].from, fresh_count * sizeof *fresh);
        uint32_t i = 0, k = 0;
        for (uint32_t to = 0; to < kept + fresh_count; to++)
            order->spare[to] = k == fresh_count || (i < kept && order->places[i] < fresh[k])
                                   ? order->places[i++]
                                   : fresh[k++];
        uint64_t *merged = order->spare;
        order->spare = order->places;
        order->places = merged;
        order->count = kept + fresh_count;
    }
}

void hps_orders_update(struct hps_order orders[2], const struct cell_space *space,
                       const struct cd_region_set *set)
{
    const struct cd_region_moves *moves = set->moves;
    struct update_job update_job = {.orders = orders, .moves = moves};
    update_job.sort_job = (struct sort_job){.space = space, .threads = orders[0].threads};
    cd_run_threads(orders[0].threads, keep_side, &update_job);
    for (int kind = 0; kind < 2; kind++) {
        struct hps_order *order = &orders[kind];
        update_job.sort_job.places[kind] =
            (struct places){&set->sides[kind], moves[kind].fresh,       order->places + update_job.kept[kind],
                            order->spare,      moves[kind].fresh_count, order->counts};
    }
    sort_places(&update_job.sort_job);
    cd_run_threads(orders[0].threads, merge_side, &update_job);
}

uint32_t hps_order_find(const struct hps_order *order, uint32_t first, uint32_t end, uint32_t rank)
{
    uint64_t min = (uint64_t)rank << 32;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (order->places[middle] < min)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}
