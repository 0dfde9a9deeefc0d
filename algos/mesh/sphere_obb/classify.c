// Liu et al. 2016, section 1.3: which trees are similar. D of a position is the difference of the balance
// factors of the two nodes there; a node that is missing has balance factor 0.
#include "algos/mesh/sphere_obb/tree.h"
#include "base/memory.h"

#include <stdlib.h>

#define MISSING UINT32_MAX

/// The nodes of both trees at one position.
struct position {
    uint32_t node[2];
};

struct classification {
    const struct sobb_tree *tree[2];
    struct sobb_class *class;
    uint64_t larger[2]; ///< positions with D > 1 where this tree's balance factor is the larger one
};

static void mark(struct classification *work, unsigned side, uint32_t node)
{
    struct sobb_class *class = work->class;
    if (!class->turns[side])
        class->turns[side] = cd_allocate((size_t)(work->tree[side]->end + 63) / 64, sizeof(uint64_t));
    class->turns[side][node >> 6] |= (uint64_t)1 << (node & 63);
    class->count[side]++;
}

static void look_at(struct classification *work, const struct position *position)
{
    int balance[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++)
        if (position->node[side] != MISSING)
            balance[side] = sobb_balance(work->tree[side], position->node[side]);
    if (abs(balance[0] - balance[1]) <= 1)
        return;
    work->class->similar = false;
    for (unsigned side = 0; side < 2; side++) {
        work->larger[side] += abs(balance[side]) > abs(balance[1 - side]);
        if (position->node[side] != MISSING)
            mark(work, side, position->node[side]);
    }
}

static void look_at_all(struct classification *work)
{
    struct position stack[SOBB_DEPTH_MAX + 2];
    uint32_t waiting = 0;
    stack[waiting++] = (struct position){{0, 0}};
    while (waiting > 0) {
        struct position position = stack[--waiting];
        uint32_t child[2] = {0, 0};
        look_at(work, &position);
        for (unsigned side = 0; side < 2; side++)
            if (position.node[side] != MISSING)
                child[side] = work->tree[side]->nodes[position.node[side]].child;
        for (uint32_t k = 0; k < 2 && (child[0] || child[1]); k++)
            stack[waiting++] =
                (struct position){{child[0] ? child[0] + k : MISSING, child[1] ? child[1] + k : MISSING}};
    }
}

struct sobb_class *sobb_classify(const struct sobb_tree *a, const struct sobb_tree *b)
{
    struct sobb_class *class = cd_allocate(1, sizeof *class);
    struct classification work = {.tree = {a, b}, .class = class};
    class->similar = true;
    if (a == b)
        return class;
    look_at_all(&work);
    class->start = work.larger[1] > work.larger[0] ||
                   (work.larger[1] == work.larger[0] && sobb_node_count(b) > sobb_node_count(a));
    for (unsigned side = 0; side < 2 && !class->similar; side++)
        if (!class->turns[side])
            class->turns[side] = cd_allocate((size_t)(work.tree[side]->end + 63) / 64, sizeof(uint64_t));
    return class;
}

void sobb_class_destroy(void *link)
{
    struct sobb_class *class = link;
    cd_free(class->turns[0]);
    cd_free(class->turns[1]);
    cd_free(class);
}
