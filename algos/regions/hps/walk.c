// Shi, Ling, Jin, Hu: Region Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of
// Software, 2000: algorithm HPS, steps 2 to 8. "Go to step 2" is NEXT_REGION here, "go to step 3" is JUMPED.
#include "algos/regions/hps/walk.h"

// ---- the search -------------------------------------------------------------------------------------------

enum step { NEXT_REGION, JUMPED, TEST };

static bool keeps(const struct hps_walk *walk, unsigned erratum)
{
    return walk->rules.errata & erratum;
}

static const struct cell_code *region_of(const struct hps_walk *walk)
{
    return &walk->list->entries[walk->cursor].code;
}

/// Notes where the search is in the list; `key` is where it wanted to go.
static void arrive(struct hps_walk *walk, uint32_t cursor, uint64_t key)
{
    walk->cursor = cursor;
    bool ended = cursor == HPS_END;
    walk->key = ended ? key : walk->list->entries[cursor].code.key;
    walk->level = ended ? cell_key_level(key, walk->list->m) : walk->list->entries[cursor].code.level;
}

/// Step 2. NEXT keeps its place in the list.
static void next_region(struct hps_walk *walk)
{
    const struct hps_list *list = walk->list;
    uint32_t cursor;
    if (!walk->key)
        cursor = hps_list_find(list, HPS_END, cell_key_root(list->m), &walk->counters->list_hops);
    else {
        cursor = walk->cursor == HPS_END ? HPS_END : hps_list_next(list, walk->cursor);
        walk->counters->list_hops++;
    }
    arrive(walk, cursor, walk->key);
    walk->over = cursor == HPS_END;
}

/// INCR: past a cell and everything in it.
static void jump(struct hps_walk *walk, uint64_t cell, int level)
{
    const struct hps_list *list = walk->list;
    uint64_t key = cell_key_next(cell, level, list->m);
    arrive(walk, hps_list_find(list, walk->cursor, key, &walk->counters->list_hops), key);
    if (walk->cursor == HPS_END && !keeps(walk, HPS_E9))
        walk->over = true;
}

/// OVERLAP: one of the cells k* and k covers the other.
static bool related(struct hps_walk *walk)
{
    uint64_t own = walk->query.key, other = walk->key;
    unsigned m = walk->list->m;
    walk->counters->overlaps++;
    bool own_first = own < other;
    uint64_t first = own_first ? own : other, second = own_first ? other : own;
    int level = own_first ? walk->query.level : walk->level;
    if (keeps(walk, HPS_E1))
        return cell_key_covers_printed(first, level, second, m);
    return cell_key_covers(first, level, second, m);
}

/// Step 3; false at the end of the search, or when the search was given up.
static bool find_related(struct hps_walk *walk)
{
    // Keys past the space only grow (those of E2 lie there, too).
    uint64_t end = (keeps(walk, HPS_E2) ? CELL_BASE : 2) * cell_key_root(walk->list->m);
    while (!walk->over) {
        if (walk->steps++ >= walk->max_steps || walk->key >= end)
            return false;
        if (related(walk))
            return true;
        jump(walk, walk->key, walk->level);
    }
    return false;
}

/// Step 7, a grandchild. With E5, grandchild 2 of child 1 is judged by bit j - 1 of x1, which is the last digit's.
static bool misses_grandchild(const struct hps_walk *walk, unsigned s, unsigned t)
{
    const struct cell_code *r = &walk->query;
    if (!keeps(walk, HPS_E5) || s != 1 || t != 2)
        return hps_skip_grandchild(r, s, t);
    if (r->level < 1)
        return false;
    return cell_child_h(cell_key_digit(r->key, r->level, walk->list->m)) == 1;
}

/// Step 5: k* and k are one cell.
static bool skips_same_cell(const struct hps_walk *walk)
{
    const struct cell_code *r = region_of(walk);
    if (walk->rules.prune == HPS_PRUNE_FULL)
        return hps_patches_miss(hps_patch_of(r), hps_patch_of(&walk->query));
    return walk->rules.prune == HPS_PRUNE_PRINTED && hps_opposite_halves(r, &walk->query);
}

/// Step 6: k* lies in a child s of k. The paper states the guard of the grandchildren for k' (E11); here it is read as
/// k.
static bool skips_ancestor(const struct hps_walk *walk)
{
    const struct cell_code *r = region_of(walk), *q = &walk->query;
    unsigned m = walk->list->m;
    if (walk->rules.prune == HPS_PRUNE_NONE || walk->level < 0)
        return false;
    unsigned s = cell_key_digit(q->key, walk->level + 1, m);
    bool deeper = (keeps(walk, HPS_E11) ? walk->level : q->level) >= walk->level + 2;
    unsigned t = deeper ? cell_key_digit(q->key, walk->level + 2, m) : 0;
    if (walk->rules.prune == HPS_PRUNE_FULL)
        return hps_patches_miss(hps_patch_of(r),
                                t ? hps_patch_of_grandchild(s, t) : hps_patch_within_child(s, q));
    return hps_skip_child(r, s) || (t && hps_skip_grandchild(r, s, t));
}

/// Goes past child s of k*, or past grandchild t of it.
static enum step pass_child(struct hps_walk *walk, unsigned s, unsigned t)
{
    uint64_t child = cell_key_child(walk->query.key, walk->query.level, s, walk->list->m);
    int level = walk->query.level + 1;
    if (t)
        jump(walk, cell_key_child(child, level, t, walk->list->m), level + 1);
    else
        jump(walk, child, level);
    return JUMPED;
}

/// Step 7 with all that the bits tell, of the region in the list as well.
static enum step prune_fully(struct hps_walk *walk, unsigned s, unsigned t)
{
    struct hps_patch own = hps_patch_of(&walk->query);
    if (hps_patches_miss(own, hps_patch_of_child(s)))
        return pass_child(walk, s, 0);
    if (t && hps_patches_miss(own, hps_patch_of_grandchild(s, t)))
        return pass_child(walk, s, t);
    return !t && hps_patches_miss(own, hps_patch_within_child(s, region_of(walk))) ? NEXT_REGION : TEST;
}

/// Step 7: k lies in a child s of k*. The guard of the grandchildren is printed the wrong way round (E4).
static enum step prune_descendant(struct hps_walk *walk)
{
    unsigned m = walk->list->m;
    int own = walk->query.level;
    if (walk->rules.prune == HPS_PRUNE_NONE)
        return TEST;
    unsigned s = cell_key_digit(walk->key, own + 1, m);
    bool deeper = keeps(walk, HPS_E4) ? own >= walk->level + 2 : walk->level >= own + 2;
    unsigned t = deeper ? cell_key_digit(walk->key, own + 2, m) : 0;
    if (walk->rules.prune == HPS_PRUNE_FULL)
        return prune_fully(walk, s, t);
    if (hps_skip_child(&walk->query, s))
        return pass_child(walk, s, 0);
    if (t && misses_grandchild(walk, s, t))
        return pass_child(walk, s, t);
    return TEST;
}

/// Steps 4 to 7 for r, which is in the cell k, a descendant, or an ancestor of k*. Whether MATCH holds or not, step 2
/// follows (README.md, E3).
static enum step examine(struct hps_walk *walk)
{
    if (walk->cursor == HPS_END) // with E9, k may have left the list
        return NEXT_REGION;
    int own = walk->query.level, level = walk->level;
    enum step step = TEST;
    if (own == level)
        step = skips_same_cell(walk) ? NEXT_REGION : TEST;
    else if (own > level)
        step = skips_ancestor(walk) ? NEXT_REGION : TEST;
    else
        step = prune_descendant(walk);
    if (step != TEST)
        return step;
    walk->counters->matches++;
    walk->match(walk->user, walk->cursor);
    return NEXT_REGION;
}

bool hps_walk(struct hps_walk *walk)
{
    walk->cursor = HPS_END;
    walk->key = 0;
    walk->level = 0;
    walk->over = false;
    walk->steps = 0;
    walk->max_steps = (uint64_t)walk->list->count + 2; // every step gets at least one region ahead
    for (next_region(walk); !walk->over; next_region(walk)) {
        enum step step;
        do {
            if (!find_related(walk))
                return walk->over;
            step = examine(walk);
        } while (step == JUMPED && !walk->over);
    }
    return true;
}
