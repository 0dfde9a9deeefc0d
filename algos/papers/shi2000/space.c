// Shi, Ling, Jin, Hu: Region Matching Algorithm Based on Hierarchical Dividing of Routing Space. Journal of Software,
// 2000, section 2.3: the code of a region, and its place in its space.
//
// The paper                                             here
//   section 2.3, codes of 2^-m                          hps_fraction
//   section 2.3, bits a_i to d_i, the first j           hps_code
//   section 2.3, tables of bits j and j+1               hps_calibration_points
#include "algos/papers/shi2000/space.h"

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
    int place = rs->m + 1 - j; // of bit j + 1
    uint8_t bits[6];
    for (int end = 0; end < 6; end++) {
        uint32_t fraction = x[end / 2][end & 1];
        if (has(rs->form, E12)) // fractions of m bits
            fraction &= ~3u;
        bits[end] = fraction >> place & 3;
    }
    *region = (struct hps_region){
        .id = i,
        .l = (int8_t)(j - 1),
        .a_j = bits[0] >> 1,
        .b_j = bits[1] >> 1,
        .c_j = bits[2] >> 1,
        .d_j = bits[3] >> 1,
        .e_j = bits[4] >> 1,
        .f_j = bits[5] >> 1,
        .a_j1 = bits[0] & 1,
        .b_j1 = bits[1] & 1,
        .c_j1 = bits[2] & 1,
        .d_j1 = bits[3] & 1,
        .e_j1 = bits[4] & 1,
        .f_j1 = bits[5] & 1,
    };
    return formula_3(rs, x[0][0], x[1][0], x[2][0], j);
}

/// What section 2.3 prints of bits j and j + 1 of the two ends along an axis: which part of the space the region lies
/// in, and which of the centres of that axis it covers: of the first half (1), of the second (2). The second table is
/// the same for c and d.
static const struct {
    uint8_t first_j, last_j, first_j1, last_j1, centres;
} tables[] = {
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

static unsigned centres_of(uint8_t first_j, uint8_t last_j, uint8_t first_j1, uint8_t last_j1)
{
    enum { ROWS = sizeof tables / sizeof *tables };
    size_t row = 0;
    while (row < ROWS && !(tables[row].first_j == first_j && tables[row].last_j == last_j &&
                           tables[row].first_j1 == first_j1 && tables[row].last_j1 == last_j1))
        row++;
    CD_ASSERT(row < ROWS); // the first end is not behind the last
    return tables[row].centres;
}

unsigned hps_calibration_points(const struct hps_region *r)
{
    static const unsigned along_x[] = {0, 1 << 1 | 1 << 2, 1 << 3 | 1 << 4,
                                       1 << 1 | 1 << 2 | 1 << 3 | 1 << 4};
    static const unsigned along_y[] = {0, 1 << 1 | 1 << 3, 1 << 2 | 1 << 4,
                                       1 << 1 | 1 << 2 | 1 << 3 | 1 << 4};
    return along_x[centres_of(r->a_j, r->b_j, r->a_j1, r->b_j1)] &
           along_y[centres_of(r->c_j, r->d_j, r->c_j1, r->d_j1)];
}
