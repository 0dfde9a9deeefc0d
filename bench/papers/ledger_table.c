/// The ledger for people: three columns of wrapped text.
#include "base/memory.h"
#include "base/terminal.h"
#include "base/text.h"
#include "bench/papers/claims.h"
#include "bench/record/table.h"

#include <stdbool.h>
#include <string.h>

enum { VERDICT_WIDTH = 14, GAP = 2, INDENT = 4, NARROWEST = 60, WIDEST = 140 };

struct layout {
    FILE *stream;
    int says, measured; ///< widths
    int whole;
    bool colour;
};

/// How many columns bytes of UTF-8 take, as near as counting characters comes.
static int columns_of(const char *text, size_t bytes)
{
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/// Bytes of the text's next line: as many words as fit, or the part of a word that fits nowhere.
static size_t next_line(const char *text, int width)
{
    size_t line = 0;
    for (size_t end = 0; text[end];) {
        end += strspn(text + end, " ");
        end += strcspn(text + end, " ");
        while (!strncmp(text + end, " %", 2)) // stays with its number
            end += 2 + strcspn(text + end + 2, " ");
        if (columns_of(text, end) > width)
            break;
        line = end;
    }
    if (line)
        return line;
    while (text[line] && columns_of(text, line + 1) <= width)
        line++;
    return line;
}

/// A text of which line after line is printed.
struct flow {
    const char *rest;
    int indent, hang, width; ///< hang: indent of the lines after the first
};

/// Prints the flow's next line after `blanks`, and returns the blanks that whatever follows it needs.
static int print_line(FILE *stream, int blanks, struct flow *flow)
{
    size_t bytes = next_line(flow->rest, flow->width - flow->indent);
    if (!bytes)
        return blanks + flow->width + GAP;
    fprintf(stream, "%*s%.*s", blanks + flow->indent, "", (int)bytes, flow->rest);
    blanks = flow->width - flow->indent - columns_of(flow->rest, bytes) + GAP;
    flow->rest += bytes;
    flow->rest += strspn(flow->rest, " ");
    flow->indent = flow->hang;
    return blanks;
}

static void print_row(const struct layout *layout, const char *says, int indent, const char *measured,
                      const char *verdict, const char *colour)
{
    struct flow left = {says, indent, indent ? indent + 2 : INDENT, layout->says};
    struct flow right = {measured, 0, 0, layout->measured};
    for (bool first = true; first || *left.rest || *right.rest; first = false) {
        int blanks = print_line(layout->stream, 0, &left);
        blanks = print_line(layout->stream, blanks, &right);
        if (first)
            fprintf(layout->stream, "%*s%s%s%s", blanks, "", layout->colour ? colour : "", verdict,
                    layout->colour && *colour ? "\033[0m" : "");
        fputc('\n', layout->stream);
    }
}

static const char *colour_of(enum cd_claim_verdict verdict)
{
    static const char *const colours[CD_CLAIM_VERDICTS] = {"\033[32m", "\033[33m", "\033[31m", "", ""};
    return colours[verdict];
}

static void print_note(const struct layout *layout, const char *text)
{
    if (text)
        cd_print_wrapped(layout->stream, text, 0, INDENT, layout->whole);
}

static void print_claim(const struct layout *layout, const struct cd_claim_result *result)
{
    const struct cd_claim *claim = result->claim;
    size_t bytes = strlen(claim->id) + strlen(claim->says) + 8;
    char *says = cd_allocate(bytes, 1);
    snprintf(says, bytes, "%-3s %s", claim->id, claim->says);
    print_row(layout, says, 0, claim->where ? claim->where : "", cd_claim_verdict_name(result->verdict),
              colour_of(result->verdict));
    cd_free(says);
    for (size_t i = 0; i < result->check_count; i++)
        print_row(layout, claim->checks[i].says ? claim->checks[i].says : "", INDENT, result->checks[i].text,
                  cd_check_outcome_name(result->checks[i].outcome), "");
    print_note(layout, result->reason);
    print_note(layout, result->note);
    print_note(layout, claim->remark);
}

static void print_totals(const struct cd_ledger *ledger, FILE *stream)
{
    size_t totals[CD_CLAIM_VERDICTS] = {0};
    for (size_t i = 0; i < ledger->count; i++)
        totals[ledger->results[i].verdict]++;
    fprintf(stream, "\n%zu claim%s", ledger->count, ledger->count == 1 ? "" : "s");
    const char *before = ": ";
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++) {
        if (!totals[verdict])
            continue;
        fprintf(stream, "%s%zu %s", before, totals[verdict],
                cd_claim_verdict_name((enum cd_claim_verdict)verdict));
        before = ", ";
    }
    fputc('\n', stream);
}

void cd_ledger_print(const struct cd_ledger *ledger, FILE *stream, unsigned width)
{
    int whole = width > WIDEST ? WIDEST : width < NARROWEST ? NARROWEST : (int)width;
    int room = whole - VERDICT_WIDTH - 2 * GAP;
    struct layout layout = {stream, room * 42 / 100, room - room * 42 / 100, whole, cd_wants_colour(stream)};
    char heading[sizeof(struct cd_shown_text) + 100];
    snprintf(heading, sizeof heading, "%s: %s", ledger->paper->key, ledger->paper->title);
    cd_print_wrapped(stream, heading, 0, 0, whole);
    snprintf(heading, sizeof heading, "measurements: %s%s", cd_shown_text(ledger->folder).text,
             ledger->quick ? ", some or all of them at quick size" : "");
    cd_print_wrapped(stream, heading, 0, 0, whole);
    fputc('\n', stream);
    print_row(&layout, "the paper says", 0, "measured (95 % interval)", "verdict", "");
    for (size_t i = 0; i < ledger->count; i++) {
        fputc('\n', stream);
        print_claim(&layout, &ledger->results[i]);
    }
    print_totals(ledger, stream);
}
