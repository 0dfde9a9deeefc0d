#include "algos/regions/cells/code.h"

/// A power of 5 and the six that follow it.
#define SEVEN_POWERS(power)                                                                                  \
    (power), 5 * (power), 25 * (power), 125 * (power), 625 * (power), 3125 * (power), 15625 * (power)

#define FIVE_TO_7 UINT64_C(78125)
const uint64_t cell_powers_of_5[CELL_LEVELS_MAX + 1] = {SEVEN_POWERS(UINT64_C(1)), SEVEN_POWERS(FIVE_TO_7),
                                                        SEVEN_POWERS(FIVE_TO_7 *FIVE_TO_7),
                                                        SEVEN_POWERS(FIVE_TO_7 *FIVE_TO_7 *FIVE_TO_7)};

#define NINE_TO_7 UINT64_C(4782969)
#define SIX_POWERS_OF_9(power)                                                                               \
    (power), 9 * (power), 81 * (power), 729 * (power), 6561 * (power), 59049 * (power)
const uint64_t cell_powers_of_9[CELL_CUBE_LEVELS_MAX + 1] = {
    SIX_POWERS_OF_9(UINT64_C(1)), NINE_TO_7 / 9, SIX_POWERS_OF_9(NINE_TO_7), NINE_TO_7 *NINE_TO_7 / 9,
    SIX_POWERS_OF_9(NINE_TO_7 *NINE_TO_7)};

/// The digits that four bits of x and of y make, as a number in base 5: [16 * x + y].
static const uint16_t four_digits[256] = {
#define DIGIT(x, y, i, power) ((2 * ((x) >> (i)&1) + ((y) >> (i)&1) + 1) * (power))
#define FOUR(x, y)            DIGIT(x, y, 3, 125) + DIGIT(x, y, 2, 25) + DIGIT(x, y, 1, 5) + DIGIT(x, y, 0, 1)
#define FOUR_ROWS(x, y)       FOUR(x, y), FOUR(x, (y) + 1), FOUR(x, (y) + 2), FOUR(x, (y) + 3)
#define COLUMN(x)             FOUR_ROWS(x, 0), FOUR_ROWS(x, 4), FOUR_ROWS(x, 8), FOUR_ROWS(x, 12)
    COLUMN(0), COLUMN(1), COLUMN(2),  COLUMN(3),  COLUMN(4),  COLUMN(5),  COLUMN(6),  COLUMN(7),
    COLUMN(8), COLUMN(9), COLUMN(10), COLUMN(11), COLUMN(12), COLUMN(13), COLUMN(14), COLUMN(15),
#undef DIGIT
#undef FOUR
#undef FOUR_ROWS
#undef COLUMN
};

/// Formula (3): the digits of bits 0 .. j-1, of which bit 0 gives s_0 = 1 in all coordinates below 1.0.
static uint64_t key_of(uint32_t x, uint32_t y, int level, unsigned m)
{
    if (level < 0)
        return 0;
    uint32_t below = (1u << level) - 1;
    unsigned shift = m + 2 - (unsigned)level;
    uint64_t key = 2 * (x >> (m + 2)) + (y >> (m + 2)) + 1;
    uint32_t p = x >> shift & below, q = y >> shift & below;
    int left = level;
    for (; left & 3; left--)
        key = 5 * key + 2 * (p >> (left - 1) & 1) + (q >> (left - 1) & 1) + 1;
    for (; left; left -= 4)
        key = 625 * key + four_digits[(p >> (left - 4) & 15) << 4 | (q >> (left - 4) & 15)];
    return key * cell_powers_of_5[m - (unsigned)level];
}

/// Level and position, by the first bit in which the ends along some axis differ; without the key.
static inline struct cell_code locate(const uint32_t ends[3][2], unsigned m)
{
    uint32_t differ = 0; // bit m of the fractions is the last that counts
    for (int axis = 0; axis < 3; axis++)
        differ |= (ends[axis][0] ^ ends[axis][1]) >> 2;
    int j = differ ? (int)m - (31 - __builtin_clz(differ)) : (int)m + 1;
    int shift = (int)m + 1 - j;
    return (struct cell_code){
        .level = (int8_t)(j - 1),
        .a = (uint8_t)(ends[0][0] >> shift & 3),
        .b = (uint8_t)(ends[0][1] >> shift & 3),
        .c = (uint8_t)(ends[1][0] >> shift & 3),
        .d = (uint8_t)(ends[1][1] >> shift & 3),
        .e = (uint8_t)(ends[2][0] >> shift & 3),
        .f = (uint8_t)(ends[2][1] >> shift & 3),
    };
}

struct cell_code cell_code_of(const uint32_t ends[3][2], unsigned m)
{
    struct cell_code code = locate(ends, m);
    code.key = key_of(ends[0][0], ends[1][0], code.level, m);
    return code;
}

struct cell_code cell_code_of_cube(const uint32_t ends[3][2], unsigned m)
{
    struct cell_code code = locate(ends, m);
    for (int i = 0; i <= code.level; i++) { // formula (3) with a third bit
        unsigned bit = m + 2 - (unsigned)i;
        unsigned child = 4 * (ends[2][0] >> bit & 1) + 2 * (ends[0][0] >> bit & 1) + (ends[1][0] >> bit & 1);
        code.key += (child + 1) * cell_powers_of_9[m - (unsigned)i];
    }
    return code;
}

void cell_code_cut(struct cell_code *code, unsigned m)
{
    // Bit j of a region on level l is bit l + 1.
    uint8_t kept = code->level < (int)m - 1 ? 3 : code->level < (int)m ? 2 : 0;
    code->a &= kept;
    code->b &= kept;
    code->c &= kept;
    code->d &= kept;
    code->e &= kept;
    code->f &= kept;
}
