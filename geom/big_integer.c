#include "geom/big_integer.h"

#include "base/status.h"

#include <math.h>
#include <string.h>

int cd_big_exponent(double value)
{
    int exponent;
    int64_t mantissa = (int64_t)ldexp(frexp(value, &exponent), 53);
    return exponent - 53 + __builtin_ctzll((uint64_t)mantissa);
}

static void trim(struct cd_big *a)
{
    while (a->count > 0 && a->word[a->count - 1] == 0)
        a->count--;
    if (a->count == 0)
        a->sign = 0;
}

void cd_big_set(struct cd_big *result, double value, int exponent)
{
    result->sign = (value > 0) - (value < 0);
    result->count = 0;
    if (value == 0)
        return;
    int own = cd_big_exponent(value);
    CD_ASSERT(own >= exponent && own - exponent <= 1023 + 1074);
    uint64_t bits = (uint64_t)ldexp(fabs(value), -own);
    int skipped = (own - exponent) / 32, shift = (own - exponent) % 32;
    memset(result->word, 0, (size_t)skipped * sizeof result->word[0]);
    result->word[skipped] = (uint32_t)(bits << shift);
    bits = bits >> 1 >> (31 - shift);
    result->word[skipped + 1] = (uint32_t)bits;
    result->word[skipped + 2] = (uint32_t)(bits >> 32);
    result->count = skipped + 3;
    trim(result);
}

static int compare_magnitudes(const struct cd_big *a, const struct cd_big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void add_magnitudes(struct cd_big *result, const struct cd_big *a, const struct cd_big *b)
{
    const struct cd_big *more = a->count >= b->count ? a : b, *less = more == a ? b : a;
    CD_ASSERT(more->count < CD_BIG_WORDS);
    uint64_t carry = 0;
    for (int i = 0; i < more->count; i++) {
        carry += (uint64_t)more->word[i] + (i < less->count ? less->word[i] : 0);
        result->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    result->word[more->count] = (uint32_t)carry;
    result->count = more->count + 1;
}

/// |more| - |less|, where |more| >= |less|.
static void subtract_magnitudes(struct cd_big *result, const struct cd_big *more, const struct cd_big *less)
{
    uint64_t borrow = 0;
    for (int i = 0; i < more->count; i++) {
        uint64_t difference = (uint64_t)more->word[i] - (i < less->count ? less->word[i] : 0) - borrow;
        result->word[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    result->count = more->count;
}

static void combine(struct cd_big *result, const struct cd_big *a, const struct cd_big *b, int b_sign)
{
    if (a->sign == 0 || b_sign == 0) {
        *result = a->sign ? *a : *b;
        result->sign = a->sign ? a->sign : b_sign;
        return;
    }
    if (a->sign == b_sign) {
        add_magnitudes(result, a, b);
        result->sign = a->sign;
    } else if (compare_magnitudes(a, b) >= 0) {
        subtract_magnitudes(result, a, b);
        result->sign = a->sign;
    } else {
        subtract_magnitudes(result, b, a);
        result->sign = b_sign;
    }
    trim(result);
}

void cd_big_add(struct cd_big *result, const struct cd_big *a, const struct cd_big *b)
{
    combine(result, a, b, b->sign);
}

void cd_big_subtract(struct cd_big *result, const struct cd_big *a, const struct cd_big *b)
{
    combine(result, a, b, -b->sign);
}

void cd_big_multiply(struct cd_big *result, const struct cd_big *a, const struct cd_big *b)
{
    CD_ASSERT(a->count + b->count <= CD_BIG_WORDS);
    result->sign = a->sign * b->sign;
    result->count = a->count + b->count;
    memset(result->word, 0, (size_t)result->count * sizeof result->word[0]);
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; j++) {
            carry += (uint64_t)a->word[i] * b->word[j] + result->word[i + j];
            result->word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        result->word[i + b->count] = (uint32_t)carry;
    }
    trim(result);
}
