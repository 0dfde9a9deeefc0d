#include "base/text.h"

#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool cd_parse_int(const char *text, int64_t *value)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*digits))
        return false;
    char *end;
    errno = 0;
    long long parsed = strtoll(text, &end, 10);
    if (errno || *end)
        return false;
    *value = parsed;
    return true;
}

bool cd_parse_unsigned(const char *text, uint64_t *value)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(text, &end, 10);
    if (errno || *end)
        return false;
    *value = parsed;
    return true;
}

bool cd_parse_real(const char *text, double *value)
{
    // strtod would also accept "inf", "nan", hexadecimal numbers and leading blanks. No user means these here.
    if (!*text || strspn(text, "0123456789+-.eE") != strlen(text))
        return false;
    char *end;
    double parsed = strtod(text, &end);
    if (*end || !isfinite(parsed))
        return false;
    *value = parsed;
    return true;
}

enum { LONGEST_NAME = 64 };

/// Counts insertions, deletions and substitutions between two texts. Returns SIZE_MAX if one text is longer than any
/// name.
static size_t edit_distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST_NAME || n > LONGEST_NAME)
        return SIZE_MAX;
    size_t row[LONGEST_NAME + 1];
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            size_t shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = shifted < substituted ? shifted : substituted;
        }
    }
    return row[n];
}

const char *cd_nearest_name(const char *name, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t best = strlen(name) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(name, names[i]);
        if (distance < best) {
            best = distance;
            nearest = names[i];
        }
    }
    return nearest;
}

int cd_word_place(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int place = 0;; place++) {
        size_t span = strcspn(words, "|");
        if (span == length && !memcmp(words, word, length))
            return place;
        if (!words[span])
            return -1;
        words += span + 1;
    }
}

struct cd_name_hint cd_name_hint(const char *name, const char *const *names, size_t count)
{
    struct cd_name_hint hint;
    const char *nearest = name ? cd_nearest_name(name, names, count) : NULL;
    size_t used =
        (size_t)snprintf(hint.text, 100, nearest ? "; did you mean %.70s? valid: " : "; valid: ", nearest);
    for (size_t i = 0; i < count; i++) {
        bool fits = used + strlen(names[i]) + 8 < sizeof hint.text;
        used += (size_t)snprintf(hint.text + used, sizeof hint.text - used, "%s%s", i ? ", " : "",
                                 fits ? names[i] : "...");
        if (!fits)
            break;
    }
    return hint;
}

char *cd_text_of(FILE *file)
{
    size_t count = 0, capacity = 0;
    char *text = NULL;
    rewind(file);
    for (size_t got = 1; got;) {
        text = cd_grow(text, count, &capacity, 1);
        got = fread(text + count, 1, capacity - count, file);
        count += got;
    }
    text = cd_grow(text, count, &capacity, 1);
    text[count] = 0;
    return text;
}

void cd_append(char *text, size_t bytes, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, bytes - used, format, arguments);
    va_end(arguments);
}

size_t cd_character_bytes(const char *text)
{
    // The table of well-formed sequences of the Unicode standard, without the control characters.
    static const struct {
        unsigned char first, last, low, high; ///< of the first byte, and of the second
        size_t bytes;
    } forms[] = {
        {0x20, 0x7e, 0, 0, 1},       {0xc2, 0xc2, 0xa0, 0xbf, 2}, {0xc3, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
        {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *byte = (const unsigned char *)text;
    size_t form = 0, count = sizeof forms / sizeof *forms;
    while (form < count && (*byte < forms[form].first || *byte > forms[form].last))
        form++;
    if (form == count)
        return 0;
    for (size_t i = 1; i < forms[form].bytes; i++)
        if (byte[i] < (i == 1 ? forms[form].low : 0x80) || byte[i] > (i == 1 ? forms[form].high : 0xbf))
            return 0;
    return forms[form].bytes;
}

const char *cd_control_character(const char *text, size_t bytes, const char *breaks)
{
    const char *end = text + bytes;
    for (size_t length; text < end; text += length) {
        length = *text && strchr(breaks, *text) ? 1 : cd_character_bytes(text);
        if (!length)
            return text;
    }
    return NULL;
}

size_t cd_count_characters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (; bytes && *text; bytes--, text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

void cd_escape(const char *text, char *escaped, size_t bytes)
{
    size_t used = 0;
    while (*text) {
        char code[5];
        size_t taken = cd_character_bytes(text), written = taken;
        const char *from = text;
        if (!taken) {
            bool named = *text == '\n' || *text == '\t';
            snprintf(code, sizeof code, named ? "\\%c" : "\\x%02x",
                     *text == '\n'   ? 'n'
                     : *text == '\t' ? 't'
                                     : (unsigned char)*text);
            taken = 1;
            written = strlen(code);
            from = code;
        }
        if (used + written >= bytes)
            break;
        memcpy(escaped + used, from, written);
        used += written;
        text += taken;
    }
    escaped[used] = 0;
}

char *cd_escaped(const char *text)
{
    size_t bytes = 4 * strlen(text) + 1;
    char *escaped = cd_allocate(bytes, 1);
    cd_escape(text, escaped, bytes);
    return escaped;
}

struct cd_shown_text cd_shown_text(const char *text)
{
    struct cd_shown_text shown = {0};
    cd_escape(text, shown.text, sizeof shown.text);
    return shown;
}

// ---- quoting -----------------------------------------------------------------------------------------------

bool cd_is_formula(const char *text)
{
    double number;
    const char *body = text + strspn(text, "'");
    return *body && strchr("=+-@", *body) && strcmp(text, "-") != 0 && !cd_parse_real(body, &number);
}

static void write_csv(FILE *stream, const char *text)
{
    const char *apostrophe = cd_is_formula(text) ? "'" : "";
    // Readers may drop blanks at both ends, and a byte order mark where the file begins.
    bool lost = *text == ' ' || (*text && text[strlen(text) - 1] == ' ') || !strncmp(text, "\xef\xbb\xbf", 3);
    if (!lost && !text[strcspn(text, ",\"")]) {
        fprintf(stream, "%s%s", apostrophe, text);
        return;
    }
    fprintf(stream, "\"%s", apostrophe);
    for (; *text; text++)
        fprintf(stream, *text == '"' ? "%c\"" : "%c", *text);
    fputc('"', stream);
}

static void write_markdown(FILE *stream, const char *text)
{
    for (const char *c = text; *c; c++) {
        // An underscore within a word is no emphasis.
        bool plain = *c == '_' && c > text && isalnum((unsigned char)c[-1]) && isalnum((unsigned char)c[1]);
        if (*c == '<' || *c == '&')
            fputs(*c == '<' ? "&lt;" : "&amp;", stream);
        else if (strchr("\\`*_[]|~", *c) && !plain)
            fprintf(stream, "\\%c", *c);
        else
            fputc(*c, stream);
    }
}

/// The fence is a row of backquotes that is longer than any row in the text.
static void write_code(FILE *stream, const char *text)
{
    size_t fence = 1;
    for (const char *at = text; (at = strchr(at, '`'));) {
        size_t row = strspn(at, "`");
        fence = row >= fence ? row + 1 : fence;
        at += row;
    }
    // Markdown does not show a blank on both sides.
    const char *blank = !*text || *text == '`' || *text == ' ' || text[strlen(text) - 1] == '`' ? " " : "";
    for (size_t i = 0; i < fence; i++)
        fputc('`', stream);
    fprintf(stream, "%s%s%s", blank, text, blank);
    for (size_t i = 0; i < fence; i++)
        fputc('`', stream);
}

void cd_write_quoted(FILE *stream, enum cd_quote_for reader, const char *text)
{
    char *line = cd_duplicate(text);
    for (char *at = line; reader != CD_QUOTE_CSV && (at = strpbrk(at, "\r\n"));)
        *at = ' ';
    char *shown = cd_escaped(line);
    (reader == CD_QUOTE_MARKDOWN ? write_markdown
     : reader == CD_QUOTE_CODE   ? write_code
                                 : write_csv)(stream, shown);
    cd_free(shown);
    cd_free(line);
}
