// HPS turned round: what Shi et al. 2000 do for one region at a time - find the cells that cover its cell or
// that it covers, and skip what bits of its position rule out - is done here for all regions of a cell at
// once, and for both sides in one preorder pass. README.md says how each step of the paper is kept.
#include "algos/hps/joined.h"

#include "algos/hps/file.h"
#include "algos/hps/order.h"
#include "algos/threads.h"
#include "base/memory.h"

/// Rows that are tested before what was found is reported.
#define FOUND_MOST 4096

/// Subtrees of fewer regions are never shared between threads, and of more never tested as one.
#define SMALL_SUBTREE 1024

/// Tests that filing a region costs as much as.
#define FILING 60

/// A cell on the way down the tree. Members of two are by enum cd_region_kind; ranges are of the order.
struct cell {
    int level;
    uint64_t key;
    uint32_t index[2];         ///< number of the cell along x and y among those of its level
    uint32_t first[2], end[2]; ///< regions of the cell and everything in it
    size_t stack[2];           ///< row of the thread's stack at which regions of ancestors begin ...
    uint32_t inherited[2];     ///< ... of which so many meet this cell
};

/// What one thread has to do: a cell and everything in it, or a share of its own regions alone.
struct unit {
    struct cell cell;
    bool whole;
    uint32_t part, parts;
};

/// One thread's stack of ancestors' regions, cell by cell.
struct joiner {
    struct hps_joined *joined;
    struct cd_worker *worker;
    struct hps_columns stacks[2];
    struct hps_file files[2];
    uint32_t found[FOUND_MOST + HPS_LANES], hits[HPS_ROWS_MOST];
    bool ended;
};

struct hps_joined {
    struct hps_joined_options options;
    const struct cd_region_set *set;
    struct cd_region_answer *answer;
    struct cd_context *context;
    struct hps_space space;
    uint32_t axes; ///< of the space: 1 or 2
    struct hps_order orders[2];
    struct hps_columns sorted[2];
    struct cd_region_moved moved[2];
    bool has_frame;
    struct joiner *joiners;
    struct unit *units;
    size_t unit_count, unit_capacity, next_unit; ///< the last is taken atomically
};

struct hps_joined *hps_joined_create(const struct hps_joined_options *options,
                                     const struct cd_region_set *set, struct cd_region_answer *answer,
                                     struct cd_context *context)
{
    struct hps_joined *joined = cd_allocate(1, sizeof *joined);
    joined->options = *options;
    joined->set = set;
    joined->answer = answer;
    joined->context = context;
    joined->axes = set->dimensions < 2 ? 1 : 2;
    joined->space.axes[1] = joined->axes == 2 ? 1 : HPS_NO_AXIS;
    joined->joiners = cd_allocate(context->threads, sizeof *joined->joiners);
    for (int kind = 0; kind < 2; kind++) {
        hps_order_create(&joined->orders[kind], context->threads);
        hps_columns_create(&joined->sorted[kind], set->dimensions, 0);
        if (options->incremental)
            cd_region_moved_create(&joined->moved[kind], set->capacity);
        for (unsigned i = 0; i < context->threads; i++)
            hps_columns_create(&joined->joiners[i].stacks[kind], set->dimensions, 0);
    }
    return joined;
}

void hps_joined_destroy(struct hps_joined *joined)
{
    for (int kind = 0; kind < 2; kind++) {
        hps_order_destroy(&joined->orders[kind]);
        hps_columns_destroy(&joined->sorted[kind]);
        cd_region_moved_destroy(&joined->moved[kind]);
        for (unsigned i = 0; i < joined->context->threads; i++)
            hps_columns_destroy(&joined->joiners[i].stacks[kind]);
    }
    cd_free(joined->joiners);
    cd_free(joined->units);
    cd_free(joined);
}

size_t hps_joined_bytes(const struct hps_joined *joined)
{
    size_t bytes = sizeof *joined + joined->context->threads * sizeof *joined->joiners +
                   joined->unit_capacity * sizeof *joined->units;
    for (int kind = 0; kind < 2; kind++) {
        bytes += hps_order_bytes(&joined->orders[kind]) + hps_columns_bytes(&joined->sorted[kind]);
        if (joined->options.incremental)
            bytes += cd_region_moved_bytes(&joined->moved[kind]);
        for (unsigned i = 0; i < joined->context->threads; i++)
            bytes += hps_columns_bytes(&joined->joiners[i].stacks[kind]);
    }
    return bytes;
}

void hps_joined_reset(struct hps_joined *joined)
{
    joined->has_frame = false;
}

// ---- coding and sorting -----------------------------------------------------------------------------------

/// The part of a range that is this share of the work.
static uint32_t share_end(uint32_t first, uint32_t end, uint32_t part, uint32_t parts)
{
    return first + (uint32_t)((uint64_t)(end - first) * part / parts);
}

/// How far ahead rows are asked for.
#define AHEAD 24

static void lay_side(const struct hps_joined *joined, int kind, unsigned thread)
{
    const struct cd_region_side *side = &joined->set->sides[kind];
    const struct hps_order *order = &joined->orders[kind];
    const struct hps_columns *sorted = &joined->sorted[kind];
    uint32_t begin = share_end(0, order->count, thread, joined->context->threads);
    uint32_t end = share_end(0, order->count, thread + 1, joined->context->threads);
    for (uint32_t i = begin; i < end; i++)
        sorted->extent[i] = (uint32_t)order->places[i];
    for (uint32_t k = 0; k < sorted->dimensions; k++)
        for (uint32_t i = begin; i < end; i++) {
            uint32_t ahead = sorted->extent[i + AHEAD < end ? i + AHEAD : i];
            __builtin_prefetch(&side->low[k][ahead]);
            __builtin_prefetch(&side->high[k][ahead]);
            sorted->low[k][i] = side->low[k][sorted->extent[i]];
            sorted->high[k][i] = side->high[k][sorted->extent[i]];
        }
}

/// Lays a thread's share of both sides down in the order of their keys.
static void lay_down(void *user, unsigned thread)
{
    const struct hps_joined *joined = user;
    for (int kind = 0; kind < 2; kind++)
        lay_side(joined, kind, thread);
}

static void sort_sides(struct hps_joined *joined, bool incremental)
{
    cd_context_phase(joined->context, "code and sort");
    if (incremental)
        hps_orders_update(joined->orders, &joined->space, joined->set, joined->moved);
    else
        hps_orders_build(joined->orders, &joined->space, joined->set);
    for (int kind = 0; kind < 2 && joined->options.incremental; kind++)
        cd_region_moved_note(&joined->moved[kind], &joined->set->sides[kind]);
    cd_context_phase(joined->context, "lay down");
    cd_run_threads(joined->context->threads, lay_down, joined);
    cd_context_phase(joined->context, NULL);
}

/// How often the space is divided, as far as cells are entered that deep: keys of 4 levels are sorted in one
/// pass, of 9 in two and of 13 in three. A line has fewer cells than a plane.
static unsigned levels_for(const struct hps_joined *joined)
{
    bool few = joined->set->sides[0].count + joined->set->sides[1].count <= 4096;
    if (joined->options.levels < 0)
        return joined->axes == 1 ? (few ? 9 : 13) : few ? 4 : 9;
    unsigned m = (unsigned)joined->options.levels;
    return m < HPS_RANK_LEVELS_MOST ? m : HPS_RANK_LEVELS_MOST;
}

void hps_joined_update(struct hps_joined *joined, const struct cd_frame *frame)
{
    bool incremental = joined->options.incremental && joined->has_frame &&
                       (joined->options.side || hps_space_holds(&joined->space, joined->set));
    cd_context_phase(joined->context, "fit");
    if (!incremental) {
        joined->space.m = levels_for(joined);
        hps_space_fit(&joined->space, joined->set, joined->options.side, joined->context->threads);
    }
    for (int kind = 0; kind < 2; kind++) {
        const struct cd_region_side *side = &joined->set->sides[kind];
        hps_order_reserve(&joined->orders[kind], side->count);
        hps_columns_grow(&joined->sorted[kind], 0, side->count);
        if (incremental)
            cd_region_moved_compare(&joined->moved[kind], side, frame);
    }
    sort_sides(joined, incremental);
    joined->has_frame = true;
}

// ---- cells ------------------------------------------------------------------------------------------------

static struct cell root_of(const struct hps_joined *joined)
{
    struct cell cell = {.key = hps_key_root(joined->space.m)};
    for (int kind = 0; kind < 2; kind++)
        cell.end[kind] = joined->orders[kind].count;
    return cell;
}

static uint32_t size_of(const struct cell *cell, int kind)
{
    return cell->end[kind] - cell->first[kind];
}

/// How many pairs there are of which one lies in the cell, or in a descendant, and the other meets it.
static uint64_t pairs_of(const struct cell *cell)
{
    uint64_t p = size_of(cell, 0), s = size_of(cell, 1);
    return p * (s + cell->inherited[1]) + s * cell->inherited[0];
}

/// The first place in first .. end whose key is at least `key`.
static uint32_t find_key(const struct hps_joined *joined, int kind, uint32_t first, uint32_t end,
                         uint64_t key)
{
    return hps_order_find(&joined->orders[kind], first, end, hps_rank_of_key(key, joined->space.m));
}

/// Where the regions of the cell itself end, which come before those of its descendants.
static void find_own(const struct hps_joined *joined, const struct cell *cell, uint32_t own_end[2])
{
    for (int kind = 0; kind < 2; kind++)
        own_end[kind] = find_key(joined, kind, cell->first[kind], cell->end[kind], cell->key + 1);
}

/// The coordinates that lie in a cell; regions beyond the space count as its nearest cells'.
static struct hps_box box_of(const struct hps_joined *joined, const struct cell *cell)
{
    struct hps_box box = {{0}, {0}};
    uint32_t last = (1u << cell->level) - 1;
    for (uint32_t k = 0; k < joined->axes; k++) {
        int64_t side = joined->space.side[k], origin = joined->space.origin[k];
        int64_t index = cell->index[k];
        // The least coordinate x with x * 2^level / side >= index, and the last one below that of the next.
        int64_t low = origin + ((index * side + last) >> cell->level);
        int64_t high = origin + (((index + 1) * side + last) >> cell->level) - 1;
        box.low[k] = index == 0 || low < INT32_MIN ? INT32_MIN : (int32_t)low;
        box.high[k] = index == last || high > INT32_MAX ? INT32_MAX : (int32_t)high;
    }
    return box;
}

/// Makes child s of a cell, whose children before it end at `from`: of the regions that the cell has itself
/// or inherited, those that meet the child become the child's.
static void enter_child(struct joiner *joiner, const struct cell *cell, const uint32_t own_end[2],
                        const uint32_t from[2], unsigned s, bool counts, struct cell *child)
{
    const struct hps_joined *joined = joiner->joined;
    unsigned m = joined->space.m;
    child->level = cell->level + 1;
    child->key = hps_key_child(cell->key, cell->level, s, m);
    child->index[0] = 2 * cell->index[0] + hps_child_h(s);
    child->index[1] = 2 * cell->index[1] + hps_child_v(s);
    for (int kind = 0; kind < 2; kind++) {
        child->first[kind] = from[kind];
        child->end[kind] = s == 4 ? cell->end[kind]
                                  : find_key(joined, kind, from[kind], cell->end[kind],
                                             hps_key_next(child->key, child->level, m));
        child->inherited[kind] = 0;
        child->stack[kind] = cell->stack[kind] + cell->inherited[kind];
    }
    struct hps_box box = box_of(joined, child);
    for (int kind = 0; kind < 2; kind++) {
        if (!size_of(child, !kind))
            continue; // nobody there to meet
        struct hps_columns *stack = &joiner->stacks[kind];
        uint32_t own = own_end[kind] - cell->first[kind];
        size_t to = child->stack[kind], most = to + cell->inherited[kind] + own;
        if (most > stack->capacity)
            hps_columns_grow(stack, to, most + most / 4);
        uint32_t kept =
            hps_columns_clip(stack, cell->stack[kind], cell->inherited[kind], joined->axes, &box, stack, to);
        kept += hps_columns_clip(&joined->sorted[kind], cell->first[kind], own, joined->axes, &box, stack,
                                 to + kept);
        child->inherited[kind] = kept;
        if (counts)
            joiner->worker->counters.overlaps += cell->inherited[kind] + own;
    }
}

// ---- tests ------------------------------------------------------------------------------------------------

/// Reports what rows of `own` were found to match, as hits[] says.
static void report(struct joiner *joiner, int kind, const struct hps_columns *own, size_t row, uint32_t rows)
{
    const uint32_t *found = joiner->found;
    for (uint32_t r = 0; r < rows; found += joiner->hits[r++])
        if (joiner->hits[r] &&
            cd_region_answer_row(joiner->joined->answer, joiner->worker, (enum cd_region_kind)kind,
                                 own->extent[row + r], found, joiner->hits[r]))
            joiner->ended = true;
}

/// Tests rows of `own`, of side `kind`, each against rows of the other side.
static void test_rows(struct joiner *joiner, int kind, const struct hps_columns *own, size_t row,
                      uint32_t rows, const struct hps_columns *others, size_t first, uint32_t count)
{
    joiner->worker->counters.matches += (uint64_t)rows * count;
    for (uint32_t chunk; count && !joiner->ended; count -= chunk, first += chunk) {
        chunk = count < FOUND_MOST ? count : FOUND_MOST;
        uint32_t most = FOUND_MOST / chunk < HPS_ROWS_MOST ? FOUND_MOST / chunk : HPS_ROWS_MOST;
        for (uint32_t r = 0, some; r < rows && !joiner->ended; r += some) {
            some = rows - r < most ? rows - r : most;
            if (hps_columns_match(own, row + r, some, others, first, chunk, joiner->found, joiner->hits))
                report(joiner, kind, own, row + r, some);
        }
    }
}

/// Tests the regions first .. end of both sides against each other and against what the cell inherited, each
/// against each.
static void test_all(struct joiner *joiner, const struct cell *cell, const uint32_t end[2], uint32_t part,
                     uint32_t parts)
{
    const struct hps_joined *joined = joiner->joined;
    for (int kind = 0; kind < 2; kind++) {
        const struct hps_columns *sorted = &joined->sorted[kind];
        uint32_t others = end[!kind] - cell->first[!kind], own = end[kind] - cell->first[kind];
        uint32_t row = share_end(cell->first[kind], end[kind], part, parts);
        uint32_t rows = share_end(cell->first[kind], end[kind], part + 1, parts) - row;
        // Of the two sides, the one with fewer regions goes row by row.
        if (own < others || (own == others && kind == 0))
            test_rows(joiner, kind, sorted, row, rows, &joined->sorted[!kind], cell->first[!kind], others);
        test_rows(joiner, kind, sorted, row, rows, &joiner->stacks[!kind], cell->stack[!kind],
                  cell->inherited[!kind]);
    }
}

/// Tests those of a share of the rows of file `kind` against the rows of the other file that begin in the
/// same box or a later one and no later than the row ends; `after`: those in the same box are left out.
static void scan(struct joiner *joiner, const struct hps_ruler *ruler, int kind, bool after, uint32_t part,
                 uint32_t parts)
{
    const struct hps_file *own = &joiner->files[kind], *others = &joiner->files[!kind];
    const int32_t *low = own->columns->low[ruler->axis] + own->first;
    const int32_t *high = own->columns->high[ruler->axis] + own->first;
    uint32_t end = share_end(0, own->count, part + 1, parts);
    for (uint32_t row = share_end(0, own->count, part, parts); row < end && !joiner->ended; row++) {
        uint32_t first = others->starts[hps_ruler_at(ruler, low[row]) + after];
        uint32_t last = others->starts[hps_ruler_at(ruler, high[row]) + 1];
        if (first < last)
            test_rows(joiner, kind, own->columns, own->first + row, 1, others->columns, others->first + first,
                      last - first);
    }
}

/// Tests the rows first .. end of side `kind`, one arm of the cross that a cell's own regions make, against
/// what lies there of the other side, among that cell's own regions from `from` on and what it inherited.
/// Both are filed along the arm.
static void test_arm(struct joiner *joiner, const struct cell *cell, int kind, uint32_t first, uint32_t end,
                     uint32_t from, uint32_t others_end, uint32_t axis, uint32_t part, uint32_t parts)
{
    struct hps_joined *joined = joiner->joined;
    if (first == end)
        return;
    const struct hps_source own[2] = {{&joined->sorted[kind], first, end - first}, {NULL, 0, 0}};
    const struct hps_source others[2] = {
        {&joined->sorted[!kind], from, others_end - from},
        {&joiner->stacks[!kind], cell->stack[!kind], cell->inherited[!kind]},
    };
    struct hps_box box = hps_columns_bounds(&joined->sorted[kind], first, end - first);
    struct hps_ruler ruler = hps_ruler_for(&box, axis, end - first);
    hps_file_make(&joiner->files[kind], &ruler, own, joined->axes, &box, &joiner->stacks[kind],
                  cell->stack[kind] + cell->inherited[kind]);
    hps_file_make(&joiner->files[!kind], &ruler, others, joined->axes, &box, &joiner->stacks[!kind],
                  cell->stack[!kind] + cell->inherited[!kind]);
    if (part == 0)
        joiner->worker->counters.overlaps += others[0].count + others[1].count;
    scan(joiner, &ruler, kind, false, part, parts);
    scan(joiner, &ruler, !kind, true, part, parts);
}

/// Tests a cell's own regions, which lie across its middle along x or, failing that, along y.
static void test_cross(struct joiner *joiner, const struct cell *cell, const uint32_t end[2], uint32_t part,
                       uint32_t parts)
{
    uint32_t middle[2];
    for (int kind = 0; kind < 2; kind++)
        middle[kind] = hps_order_find(&joiner->joined->orders[kind], cell->first[kind], end[kind],
                                      hps_rank_of_key(cell->key, joiner->joined->space.m) + 1);
    bool flat = joiner->joined->axes == 1;
    // Regions across the middle along x stand one above the other, so that they are filed along y.
    test_arm(joiner, cell, 0, cell->first[0], middle[0], cell->first[1], end[1], flat ? 0 : 1, part, parts);
    test_arm(joiner, cell, 1, cell->first[1], middle[1], middle[0], end[0], flat ? 0 : 1, part, parts);
    test_arm(joiner, cell, 0, middle[0], end[0], middle[1], end[1], 0, part, parts);
    test_arm(joiner, cell, 1, middle[1], end[1], end[0], end[0], 0, part, parts);
}

static void test_own(struct joiner *joiner, const struct cell *cell, const uint32_t end[2], uint32_t part,
                     uint32_t parts)
{
    uint64_t p = end[0] - cell->first[0], s = end[1] - cell->first[1];
    uint64_t pairs = p * (s + cell->inherited[1]) + s * cell->inherited[0];
    if (pairs > FILING * (p + s + cell->inherited[0] + cell->inherited[1]))
        test_cross(joiner, cell, end, part, parts);
    else
        test_all(joiner, cell, end, part, parts);
}

/// Whether dividing a cell further would cost more than the tests that it saves.
static bool is_leaf(const struct hps_joined *joined, const struct cell *cell)
{
    if (cell->level == (int)joined->space.m)
        return true;
    uint64_t regions = size_of(cell, 0) + size_of(cell, 1);
    if (regions >= SMALL_SUBTREE)
        return false;
    return pairs_of(cell) < 24 * (regions + cell->inherited[0] + cell->inherited[1]) + 5000;
}

static bool is_over(struct joiner *joiner)
{
    if (cd_region_answer_over(joiner->joined->answer) || cd_context_stopped(joiner->joined->context))
        joiner->ended = true;
    return joiner->ended;
}

/// A cell and everything in it, in preorder.
static void join_cell(struct joiner *joiner, const struct cell *cell)
{
    const struct hps_joined *joined = joiner->joined;
    if (!pairs_of(cell) || is_over(joiner))
        return;
    joiner->worker->counters.cells++;
    if (is_leaf(joined, cell)) {
        test_all(joiner, cell, cell->end, 0, 1);
        return;
    }
    uint32_t own_end[2];
    find_own(joined, cell, own_end);
    test_own(joiner, cell, own_end, 0, 1);
    struct cell child = {.end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        uint32_t from[2] = {child.end[0], child.end[1]};
        enter_child(joiner, cell, own_end, from, s, true, &child);
        join_cell(joiner, &child);
    }
}

// ---- threads ----------------------------------------------------------------------------------------------

static void add_unit(struct hps_joined *joined, const struct cell *cell, bool whole, uint32_t part,
                     uint32_t parts)
{
    joined->units = cd_grow(joined->units, joined->unit_count, &joined->unit_capacity, sizeof *joined->units);
    joined->units[joined->unit_count++] = (struct unit){*cell, whole, part, parts};
}

/// Cuts a subtree into units of at most `most` regions.
static void plan(struct hps_joined *joined, const struct cell *cell, uint64_t most)
{
    uint64_t size = (uint64_t)size_of(cell, 0) + size_of(cell, 1);
    if (!size)
        return;
    if (size <= most || cell->level == (int)joined->space.m) {
        add_unit(joined, cell, true, 0, 1);
        return;
    }
    uint32_t own_end[2], own = 0;
    find_own(joined, cell, own_end);
    for (int kind = 0; kind < 2; kind++)
        own += own_end[kind] - cell->first[kind];
    uint32_t parts = 1 + (uint32_t)(8 * (uint64_t)own / most);
    for (uint32_t part = 0; part < parts; part++)
        add_unit(joined, cell, false, part, parts);
    struct cell child = {.level = cell->level + 1, .end = {own_end[0], own_end[1]}};
    for (unsigned s = 1; s <= 4; s++) {
        child.key = hps_key_child(cell->key, cell->level, s, joined->space.m);
        for (int kind = 0; kind < 2; kind++) {
            child.first[kind] = child.end[kind];
            child.end[kind] = find_key(joined, kind, child.first[kind], cell->end[kind],
                                       hps_key_next(child.key, child.level, joined->space.m));
        }
        plan(joined, &child, most);
    }
}

/// Goes down to the cell of a unit, each thread by itself: few regions lie in the cells above. False when
/// nothing is to be done there.
static bool reach(struct joiner *joiner, const struct unit *unit, struct cell *cell)
{
    const struct hps_joined *joined = joiner->joined;
    *cell = root_of(joined);
    while (cell->level < unit->cell.level) {
        if (!pairs_of(cell))
            return false;
        unsigned s = hps_key_digit(unit->cell.key, cell->level + 1, joined->space.m);
        uint32_t own_end[2], from[2];
        find_own(joined, cell, own_end);
        for (int kind = 0; kind < 2; kind++)
            from[kind] = find_key(joined, kind, own_end[kind], cell->end[kind],
                                  hps_key_child(cell->key, cell->level, s, joined->space.m));
        // What a cell inherits is counted by the one unit that begins there.
        bool counts = cell->level + 1 == unit->cell.level && unit->part == 0;
        struct cell child;
        enter_child(joiner, cell, own_end, from, s, counts, &child);
        *cell = child;
    }
    return pairs_of(cell) > 0;
}

static void run_unit(struct joiner *joiner, const struct unit *unit)
{
    struct cell cell;
    uint32_t own_end[2];
    if (is_over(joiner) || !reach(joiner, unit, &cell))
        return;
    if (unit->whole) {
        join_cell(joiner, &cell);
        return;
    }
    joiner->worker->counters.cells += unit->part == 0;
    find_own(joiner->joined, &cell, own_end);
    test_own(joiner, &cell, own_end, unit->part, unit->parts);
}

/// Gives all threads' stacks the room that one of them needed: next time it may be another.
static void level_stacks(struct hps_joined *joined)
{
    for (int kind = 0; kind < 2; kind++) {
        size_t most = 0;
        for (unsigned i = 0; i < joined->context->threads; i++)
            most = joined->joiners[i].stacks[kind].capacity > most ? joined->joiners[i].stacks[kind].capacity
                                                                   : most;
        for (unsigned i = 0; i < joined->context->threads; i++)
            hps_columns_grow(&joined->joiners[i].stacks[kind], 0, most);
    }
}

static void take_units(void *user, unsigned thread)
{
    struct hps_joined *joined = user;
    size_t unit;
    while ((unit = __atomic_fetch_add(&joined->next_unit, 1, __ATOMIC_RELAXED)) < joined->unit_count)
        run_unit(&joined->joiners[thread], &joined->units[unit]);
}

void hps_joined_query(struct hps_joined *joined, struct cd_worker *workers)
{
    unsigned threads = joined->context->threads;
    cd_context_phase(joined->context, "join");
    struct cell root = root_of(joined);
    uint64_t size = (uint64_t)size_of(&root, 0) + size_of(&root, 1), most = size / (8 * threads);
    joined->unit_count = joined->next_unit = 0;
    plan(joined, &root, threads == 1 ? UINT64_MAX : most > SMALL_SUBTREE ? most : SMALL_SUBTREE);
    for (unsigned i = 0; i < threads; i++) {
        joined->joiners[i].joined = joined;
        joined->joiners[i].worker = &workers[i];
        joined->joiners[i].ended = false;
    }
    cd_run_threads(threads, take_units, joined);
    level_stacks(joined);
    cd_context_phase(joined->context, NULL);
}
