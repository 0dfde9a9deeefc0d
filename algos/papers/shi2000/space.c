// Shi, Ling, Jin, Hu: Region Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software,
// 2000, sections 2.3 and 2.4: the code of a region, its place in its space, and the list.
//
// The paper                                             here
//   section 2.3, codes of 2^-m                          hps_fraction
//   section 2.3, bits a_i to d_i, the first j           hps_code
//   section 2.3, tables of bits j and j+1               centres_of
//   section 2.3, calibration points 1 to 4              hps_calibration_points
//   section 2.4, figure 3                               hps_list_build
//   section 2.4, HPS, step 1                            hps_list_build
#include "algos/papers/shi2000/hps.h"

#include "base/memory.h"

#include <string.h>

uint32_t hps_fraction(const struct hps_rs *rs, unsigned axis, int32_t coordinate)
{
    int64_t x = coordinate - rs->origin[axis], side = rs->side[axis];
    uint32_t one = 1u << (rs->m + 2);
    if (x < 0)
        return 0;
    if (x >= side)
        return has(rs->form, E2) ? one : one - 1;
    return (uint32_t)((x << (rs->m + 2)) / side);
}

uint64_t hps_code(const struct hps_rs *rs, const struct cd_region_columns *side, uint32_t i,
                  struct hps_region *region)
{
    uint32_t x[3][2] = {{0}, {0}, {0}}; // x1, x2; y1, y2; z1, z2
    for (unsigned axis = 0; axis < rs->axes; axis++)
        if (rs->axis[axis] != HPS_NO_AXIS) {
            x[axis][0] = hps_fraction(rs, axis, side->low[rs->axis[axis]][i]);
            x[axis][1] = hps_fraction(rs, axis, side->high[rs->axis[axis]][i]);
        }
    int j = 0; // the first bit with a_i != b_i or c_i != d_i, or m + 1
    while (j <= rs->m &&
           !(((x[0][0] ^ x[0][1]) | (x[1][0] ^ x[1][1]) | (x[2][0] ^ x[2][1])) >> (rs->m + 2 - j) & 1))
        j++;
    uint8_t bits[6]; // j and j + 1 of every end
    for (int end = 0; end < 6; end++) {
        uint32_t fraction = x[end / 2][end & 1];
        if (has(rs->form, E12)) // fractions of m bits
            fraction &= ~3u;
        bits[end] = fraction >> (rs->m + 1 - j) & 3;
    }
    *region = (struct hps_region){.id = i,
                                  .l = (int8_t)(j - 1),
                                  .a_j = bits[0] >> 1,
                                  .a_j1 = bits[0] & 1,
                                  .b_j = bits[1] >> 1,
                                  .b_j1 = bits[1] & 1,
                                  .c_j = bits[2] >> 1,
                                  .c_j1 = bits[2] & 1,
                                  .d_j = bits[3] >> 1,
                                  .d_j1 = bits[3] & 1,
                                  .e_j = bits[4] >> 1,
                                  .e_j1 = bits[4] & 1,
                                  .f_j = bits[5] >> 1,
                                  .f_j1 = bits[5] & 1};
    return formula_3(rs, x[0][0], x[1][0], x[2][0], j);
}

/// What section 2.3 prints of bits j and j + 1 of the two ends along an axis: which of the centres of that axis a region
/// covers: of the first half (1), of the second (2). The second table is the same for c and d. Called by tests only.
static unsigned centres_of(uint8_t first_j, uint8_t last_j, uint8_t first_j1, uint8_t last_j1)
{
    static const uint8_t table[][5] = {
        // the left half
        {0, 0, 0, 0, 0},
        {0, 0, 1, 1, 0},
        {0, 0, 0, 1, 1},
        // the right half
        {1, 1, 0, 0, 0},
        {1, 1, 1, 1, 0},
        {1, 1, 0, 1, 2},
        // both
        {0, 1, 0, 0, 1},
        {0, 1, 0, 1, 1 | 2},
        {0, 1, 1, 0, 0},
        {0, 1, 1, 1, 2},
    };
    const uint8_t bits[] = {first_j, last_j, first_j1, last_j1};
    for (size_t row = 0; row < sizeof table / sizeof *table; row++)
        if (!memcmp(table[row], bits, sizeof bits))
            return table[row][4];
    CD_UNREACHABLE("a first end before the last");
}

unsigned hps_calibration_points(const struct hps_region *r)
{
    enum { P1 = 1 << 1, P2 = 1 << 2, P3 = 1 << 3, P4 = 1 << 4 };
    static const unsigned along_x[] = {0, P1 | P2, P3 | P4, P1 | P2 | P3 | P4};
    static const unsigned along_y[] = {0, P1 | P3, P2 | P4, P1 | P2 | P3 | P4};
    return along_x[centres_of(r->a_j, r->b_j, r->a_j1, r->b_j1)] &
           along_y[centres_of(r->c_j, r->d_j, r->c_j1, r->d_j1)];
}

// ---- the list -----------------------------------------------------------------------------------------------

void hps_list_create(struct hps_list *list, const struct hps_rs *rs, uint32_t capacity)
{
    *list = (struct hps_list){.rs = rs};
    list->spaces = cd_allocate(capacity, sizeof *list->spaces);
    list->regions = cd_allocate(capacity, sizeof *list->regions);
    list->keys = cd_allocate(capacity, sizeof *list->keys);
    list->spare = cd_allocate(capacity, sizeof *list->spare);
}

void hps_list_destroy(struct hps_list *list)
{
    cd_free(list->spaces);
    cd_free(list->regions);
    cd_free(list->keys);
    cd_free(list->spare);
}

/// Merge sort, which leaves regions of one space in their order: the C library's qsort may allocate.
static void sort_keys(struct hps_key *keys, struct hps_key *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = count - start < width ? count : start + width;
            uint32_t end = count - middle < width ? count : middle + width, i = start, k = middle;
            for (uint32_t to = start; to < end; to++)
                spare[to] = k == end || (i < middle && keys[i].k <= keys[k].k) ? keys[i++] : keys[k++];
        }
        memcpy(keys, spare, count * sizeof *keys);
    }
}

void hps_list_build(struct hps_list *list, const struct cd_region_columns *side, bool of_regions)
{
    struct hps_space *last = NULL;
    list->count = side->count;
    list->first = side->count ? list->spaces : NULL;
    for (uint32_t i = 0; i < side->count; i++)
        list->keys[i] = (struct hps_key){hps_code(list->rs, side, i, &list->regions[i]), i};
    sort_keys(list->keys, list->spare, list->count); // then each region is coded again, into its place
    for (uint32_t i = 0; i < list->count; i++) {
        struct hps_region *r = &list->regions[i];
        uint64_t k = hps_code(list->rs, side, list->keys[i].id, r);
        if (last && !of_regions && last->k == k) {
            r[-1].ptr = r;
            continue;
        }
        struct hps_space *space = last ? last + 1 : list->spaces;
        *space = (struct hps_space){.k = k, .l = r->l, .regions = r};
        if (last)
            last->next = space;
        last = space;
    }
}
