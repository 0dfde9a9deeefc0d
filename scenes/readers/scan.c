#include "scenes/readers/scan.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool ends_token(char c)
{
    return c == 0 || c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

const char *cd_skip_blanks(const char *text)
{
    while (*text && ends_token(*text))
        text++;
    return text;
}

int cd_token_length(const char *text, int max)
{
    int length = 0;
    while (length < max && !ends_token(text[length]))
        length++;
    return length;
}

struct cd_quote cd_quote_word(const char *text)
{
    enum { MAX = 40 };
    struct cd_quote quote;
    int length = cd_token_length(text, MAX + 1), kept = length < MAX ? length : MAX;
    snprintf(quote.text, sizeof quote.text, "%.*s%s", kept, text, length > MAX ? "..." : "");
    return quote;
}

bool cd_scan_integer(const char **text, int64_t *value)
{
    const char *p = *text;
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return false;
    int64_t magnitude = 0;
    for (; is_digit(*p); p++)
        if (__builtin_mul_overflow(magnitude, 10, &magnitude) ||
            __builtin_add_overflow(magnitude, *p - '0', &magnitude))
            magnitude = INT64_MAX;
    *value = negative ? -magnitude : magnitude;
    *text = p;
    return true;
}

/// A decimal number taken apart: digits * 10^exponent.
struct decimal {
    uint64_t digits;
    int digit_count; ///< without leading zeros; beyond 19 `digits` is of no use
    int64_t exponent;
    const char *end;
};

/// Takes the unsigned number at `p` apart; false when it is not one.
static bool take_apart(const char *p, struct decimal *d)
{
    *d = (struct decimal){0};
    bool any = false, fraction = false;
    for (;; p++) {
        if (*p == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!is_digit(*p))
            break;
        any = true;
        d->exponent -= fraction;
        if (d->digit_count == 0 && *p == '0')
            continue;
        if (++d->digit_count <= 19)
            d->digits = 10 * d->digits + (uint64_t)(*p - '0');
    }
    if (any && (*p == 'e' || *p == 'E')) {
        int64_t exponent;
        p++;
        if (!cd_scan_integer(&p, &exponent))
            return false;
        if (__builtin_add_overflow(d->exponent, exponent, &d->exponent))
            d->exponent = exponent;
    }
    d->end = p;
    return any && ends_token(*p);
}

/// Digits and power of ten that are both exact doubles: one rounding, so the result is correctly rounded.
static bool convert_exactly(const struct decimal *d, double *value)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->digit_count > 19 || d->digits > (UINT64_C(1) << 53) || d->exponent < -22 || d->exponent > 22)
        return false;
    double digits = (double)d->digits;
    *value = d->exponent < 0 ? digits / power[-d->exponent] : digits * power[d->exponent];
    return true;
}

static bool names_no_number(const char *text)
{
    return strncasecmp(text, "nan", 3) == 0 || strncasecmp(text, "inf", 3) == 0 ||
           strncasecmp(text, "1.#", 3) == 0;
}

const char *cd_scan_real(const char **text, double *value)
{
    const char *p = *text;
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    struct decimal decimal;
    if (!take_apart(p, &decimal))
        return names_no_number(p) ? "is not finite" : "is not a number";
    double magnitude;
    if (!convert_exactly(&decimal, &magnitude))
        magnitude = cd_text_to_real(p, NULL);
    if (isinf(magnitude))
        return "is too large for a double";
    *value = negative ? -magnitude : magnitude;
    *text = decimal.end;
    return NULL;
}

uint64_t cd_integer_of_bytes(const char *bytes, unsigned count, bool big_endian)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | (unsigned char)bytes[big_endian ? i : count - 1 - i];
    return value;
}

double cd_real_of_bytes(const char *bytes, unsigned count, bool big_endian)
{
    uint64_t bits = cd_integer_of_bytes(bytes, count, big_endian);
    uint32_t few_bits = (uint32_t)bits;
    float single;
    double real;
    memcpy(&single, &few_bits, sizeof single);
    memcpy(&real, &bits, sizeof real);
    return count == sizeof single ? (double)single : real;
}
