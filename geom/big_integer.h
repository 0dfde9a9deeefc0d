/// Integers of many words: just what a 3x3 determinant of doubles of any magnitude needs.
#ifndef CD_GEOM_BIG_INTEGER_H
#define CD_GEOM_BIG_INTEGER_H

#include <stdint.h>

/// Doubles are multiples of 2^-1074 below 2^1024, so 2098 bits; a difference has 2099, a product of three
/// 6297, and the sum of six such products 6300.
#define CD_BIG_WORDS 198

/// sign * the sum of word[i] * 2^(32 i), the highest word not 0; sign and count are 0 for zero.
struct cd_big {
    int sign;
    int count;
    uint32_t word[CD_BIG_WORDS];
};

/// The exponent of the lowest bit that is set in a finite `value` other than 0: value is an odd integer times
/// 2 to this power.
int cd_big_exponent(double value);

/// value * 2^-exponent, which must be an integer, `value` being finite.
void cd_big_set(struct cd_big *result, double value, int exponent);

/// The results must fit into CD_BIG_WORDS and be none of the operands.
void cd_big_add(struct cd_big *result, const struct cd_big *a, const struct cd_big *b);
void cd_big_subtract(struct cd_big *result, const struct cd_big *a, const struct cd_big *b);
void cd_big_multiply(struct cd_big *result, const struct cd_big *a, const struct cd_big *b);

#endif
