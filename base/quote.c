#include "base/quote.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

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
    (reader == CD_QUOTE_MARKDOWN ? write_markdown : reader == CD_QUOTE_CODE ? write_code : write_csv)(stream, shown);
    cd_free(shown);
    cd_free(line);
}
