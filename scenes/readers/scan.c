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

static bool names_no_number(const char *text)
{
    return strncasecmp(text, "nan", 3) == 0 || strncasecmp(text, "inf", 3) == 0 ||
           strncasecmp(text, "1.#", 3) == 0;
}

const char *cd_scan_real(const char **text, double *value)
{
    const char *unsigned_text = *text + (**text == '-' || **text == '+');
    char *end;
    *value = cd_text_to_real(*text, &end);
    size_t decimal = strspn(unsigned_text, "0123456789.+-eE"); // strtod also knows 0x1p3 and nan
    if (end == *text || !ends_token(*end) || (size_t)(end - unsigned_text) > decimal)
        return names_no_number(unsigned_text) ? "is not finite" : "is not a number";
    if (isinf(*value))
        return "is too large for a double";
    *text = end;
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
