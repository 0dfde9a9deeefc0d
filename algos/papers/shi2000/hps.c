// Shi, Ling, Jin, Hu: Region Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software,
// 2000, section 2.4: algorithm HPS.
//
// The paper                                             here
//   section 2.4, NEXT                                   next
//   section 2.4, OVERLAP                                overlap
//   section 2.4, INCR                                   incr
//   section 2.4, steps 6 and 7, (2) to (4)              mirrored
//   section 2.4, HPS, steps 1 to 8                      hps_search
#include "algos/papers/shi2000/hps.h"

/// Goes to a space of the list and its first region; `k` is where the search wanted to go, which counts past the end.
static void arrive(struct hps_search *search, const struct hps_space *space, uint64_t k)
{
    search->space = space;
    search->r = space ? space->regions : NULL;
    search->k = space ? space->k : k;
    search->l = space ? space->l : level_of(search->list->rs, k);
}

/// The first space of the list from a place on whose key is k or larger.
static const struct hps_space *find(struct hps_search *search, const struct hps_space *from, uint64_t k)
{
    for (; from && from->k < k; from = from->next)
        search->counters->list_hops++;
    return from;
}

/// NEXT(k): the next region of the space k or, when there is none, the first one of the space with the next larger key.
/// With k = 0 it begins at 5^m. The search keeps its place in the list (E8).
static void next(struct hps_search *search)
{
    if (!search->k) {
        uint64_t root = search->list->rs->power[search->list->rs->m];
        arrive(search, find(search, search->list->first, root), root);
        return;
    }
    search->counters->list_hops++;
    if (search->r->ptr)
        search->r = search->r->ptr;
    else
        arrive(search, search->space->next, search->k);
}

/// INCR(k): the space of the list that follows k and everything in it, and its first region (E10). It is looked for from
/// where the search is, which is never past it; with E9, once that has left the list, from the beginning.
static void incr(struct hps_search *search, uint64_t k, int l)
{
    uint64_t sibling = formula_5(search->list->rs, k, l);
    arrive(search, find(search, search->space ? search->space : search->list->first, sibling), sibling);
}

/// OVERLAP(k*, k): whether one of the spaces covers the other.
static bool overlap(struct hps_search *search, uint64_t k_star, int l_star)
{
    const struct hps_rs *rs = search->list->rs;
    search->counters->overlaps++;
    return k_star < search->k ? formula_4(rs, k_star, l_star, search->k)
                              : formula_4(rs, search->k, search->l, k_star);
}

/// Steps 6 and 7, "(2) to (4) are similar to (1)": a region in the mirror in which child s of its space is child 1
/// (E6). Child t of child s is then child mirrored_child(t, s). Along z as along x and y (section 2.5).
static struct hps_region mirrored(const struct hps_region *r, unsigned s)
{
    struct hps_region image = *r;
    if ((s - 1) & 2) { // along x
        image.a_j = !r->b_j, image.b_j = !r->a_j;
        image.a_j1 = !r->b_j1, image.b_j1 = !r->a_j1;
    }
    if ((s - 1) & 1) { // along y
        image.c_j = !r->d_j, image.d_j = !r->c_j;
        image.c_j1 = !r->d_j1, image.d_j1 = !r->c_j1;
    }
    if ((s - 1) & 4) { // along z
        image.e_j = !r->f_j, image.f_j = !r->e_j;
        image.e_j1 = !r->f_j1, image.f_j1 = !r->e_j1;
    }
    return image;
}

static unsigned mirrored_child(unsigned t, unsigned s)
{
    return ((t - 1) ^ (s - 1)) + 1;
}

bool hps_search(struct hps_search *search)
{
    const struct hps_rs *rs = search->list->rs;
    const unsigned form = rs->form;
    // Ours: with E9 a search may never end, and is given up. Otherwise each step gets at least one region ahead, and no key
    // is past the space (with E2, keys that begin with another digit lie there).
    const uint64_t steps_max = (uint64_t)search->list->count + 2;
    const uint64_t end = has(form, E2) ? rs->power[rs->m + 1] : 2 * rs->power[rs->m];
    uint64_t steps = 0, below;
    unsigned s, t;
    const struct hps_region *r;
    struct hps_region r_star, image;

    // Step 1. R is in the list already (hps_list_build), and R' is the caller's.
    const uint64_t k_star = hps_code(rs, search->side, search->extent, &r_star);
    const int l_star = r_star.l;
    search->k = 0;

step_2:
    next(search);
    if (!search->r)
        goto step_8;

step_3: // the next space that the space k* overlaps
    // E9: printed without a test for the end
    if (!search->r && !has(form, E9))
        goto step_8;
    if (steps++ == steps_max || search->k >= end) // ours: an endless search is given up
        return false;
    if (overlap(search, k_star, l_star))
        goto step_4;
    incr(search, search->k, search->l);
    goto step_3;

step_4:
    r = search->r;
    if (!r) // with E9, k may have left the list
        goto step_8;
    if (!search->prunes) // section 3.2: without pruning
        goto match;
    if (l_star == search->l)
        goto step_5;
    if (l_star > search->l)
        goto step_6;
    goto step_7;

step_5: // r* and r in halves of one space that do not meet
    if (r_star.a_j == 0 && r_star.b_j == 0 && r->a_j == 1 && r->b_j == 1)
        goto step_2;
    if (r_star.a_j == 1 && r_star.b_j == 1 && r->a_j == 0 && r->b_j == 0)
        goto step_2;
    if (r_star.c_j == 0 && r_star.d_j == 0 && r->c_j == 1 && r->d_j == 1)
        goto step_2;
    if (r_star.c_j == 1 && r_star.d_j == 1 && r->c_j == 0 && r->d_j == 0)
        goto step_2;
    if (r_star.e_j == 0 && r_star.f_j == 0 && r->e_j == 1 && r->f_j == 1) // section 2.5
        goto step_2;
    if (r_star.e_j == 1 && r_star.f_j == 1 && r->e_j == 0 && r->f_j == 0)
        goto step_2;
    goto match;

step_6: // k* lies below k; r may miss the child or the grandchild of k that k* lies in
    s = hps_digit(rs, k_star, search->l + 1);
    image = mirrored(r, s); // (1), or (2) to (4)
    if ((image.a_j == 1 && image.b_j == 1) || (image.c_j == 1 && image.d_j == 1) ||
        (image.e_j == 1 && image.f_j == 1))
        goto step_2;
    // E11: printed l(k'); there is no k', and here it is k
    if ((has(form, E11) ? search->l : l_star) >= search->l + 2) {
        t = mirrored_child(hps_digit(rs, k_star, search->l + 2), s); // 5 to 8 in the upper half along z (2.5)
        switch ((t - 1) % 4 + 1) {
        case 1: // ①
            if (image.a_j1 == 1 || (image.a_j1 == 0 && image.c_j1 == 1))
                goto step_2;
            break;
        case 2: // ②
            if (image.a_j1 == 1)
                goto step_2;
            break;
        case 3: // ③
            if (image.c_j1 == 1)
                goto step_2;
            break;
        }
        if (t <= 4 && image.e_j1 == 1) // section 2.5
            goto step_2;
    }
    goto match;

step_7: // k* lies above k; r* may miss the child or grandchild of k* that k lies in: all of that is pruned
    s = hps_digit(rs, search->k, l_star + 1);
    image = mirrored(&r_star, s); // (1), or (2) to (4)
    if ((image.a_j == 1 && image.b_j == 1) || (image.c_j == 1 && image.d_j == 1) ||
        (image.e_j == 1 && image.f_j == 1)) {
        // INCR(k* + 5^(m-l(k*)-1)), of child 1. E7: in the comment of this line minus, in no form.
        incr(search, formula_1(rs, k_star, s, l_star + 1), l_star + 1);
        goto step_3;
    }
    if (has(form, E4) ? l_star >= search->l + 2 : search->l >= l_star + 2) {
        t = hps_digit(rs, search->k, l_star + 2);
        // k* + 5^(m-l(k*)-1) + t 5^(m-l(k*)-2), grandchild t of child 1
        below = formula_1(rs, formula_1(rs, k_star, s, l_star + 1), t, l_star + 2);
        t = mirrored_child(t, s);
        switch ((t - 1) % 4 + 1) {
        case 1: // ①
            if (image.a_j1 == 1 || (image.a_j1 == 0 && image.c_j1 == 1))
                goto prune;
            break;
        case 2: // ②
            // E5: printed a_(j-1), a bit of the parent, which the last digit of k* has. (2) to (4), which are not
            // printed, have bit j + 1.
            if (has(form, E5) && s == 1) {
                if (l_star > 0 && (hps_digit(rs, k_star, l_star) - 1) & 2)
                    goto prune;
            } else if (image.a_j1 == 1)
                goto prune;
            break;
        case 3: // ③
            if (image.c_j1 == 1)
                goto prune;
            break;
        }
        if (t <= 4 && image.e_j1 == 1) // section 2.5
            goto prune;
    }
    goto match;

prune: // ① to ③ of step 7: INCR of the grandchild
    incr(search, below, l_star + 2);
    goto step_3;

match: // the end of steps 5, 6 and 7; if MATCH fails, step 2 follows as well (E3)
    search->counters->matches++;
    if (search->match(search->user, r))
        search->add(search->user, r);
    goto step_2;

step_8:
    return true;
}
