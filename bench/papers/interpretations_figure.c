// Draws the figure of interpretations: claims by cases, coloured by outcome.
#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/figures.h"
#include "bench/papers/interpretations.h"
#include "bench/plot/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Height in pixels of a row, of what is above the rows and below the names of the cases, and of the font.
enum { ROW_HEIGHT = 40, AROUND_HEIGHT = 240, FONT = 18 };
/// Where cases begin, as a share of the width. To the left of them are labels: the font and the number of lines.
#define LEFT 0.4
enum { LABEL_FONT = 15, LABEL_LINES = 2 };
/// Most characters of the name of a case below its column, and the degrees by which it is rotated.
enum { CASE_WIDTH = 44, CASE_ANGLE = 60 };

static const struct {
    const char *colour, *text, *sign; ///< the sign is for readers who do not see the colour
} looks[CD_CLAIM_VERDICTS] = {
    [CD_CLAIM_REPRODUCED] = {"0x009e73", "0xffffff", "+"},
    [CD_CLAIM_PARTLY] = {"0xf0c75e", "0x000000", "±"},
    [CD_CLAIM_REFUTED] = {"0xd55e00", "0xffffff", "−"},
    [CD_CLAIM_UNDECIDED] = {"0xd8d8d8", "0x000000", "?"},
    [CD_CLAIM_NOT_COMPARABLE] = {"0xeef3fa", "0x000000", "≠"},
    [CD_CLAIM_NOT_MEASURED] = {"0xffffff", "0x000000", ""},
    [CD_CLAIM_VACUOUS] = {"0xd9c2ec", "0x000000", "0"},
};

struct shown {
    const struct cd_paper *paper;
    const struct cd_table *outcomes;
    size_t cases, claim_count;
    const struct cd_claim **claims; ///< those that some interpretation touches
    size_t *rows;                   ///< of the first of these claims, by case
};

static void write_label(const struct cd_script *script, double y, const char *text)
{
    fputs("set ytics add (", script->stream);
    cd_script_lines(script, CD_QUOTE_GNUPLOT_FORMAT, text,
                    (size_t)(LEFT * CD_DRAWING_WIDTH / (CD_CHARACTER * LABEL_FONT)) - 1, LABEL_LINES);
    fprintf(script->stream, " %g)\n", y + 0.5);
}

static void write_claim(const struct cd_script *script, const struct shown *shown, size_t claim)
{
    size_t count, *rows = cd_interpretations_rows(shown->outcomes, shown->claims[claim], 1, &count);
    for (size_t i = 0; i < count; i++) {
        enum cd_claim_verdict verdict = cd_interpretations_outcome(shown->outcomes, rows[i]);
        fprintf(script->stream, "%zu %zu %zu %s %s \"%s\"\n", i, i + 1, claim, looks[verdict].colour,
                looks[verdict].text, looks[verdict].sign);
    }
    cd_free(rows);
}

static const char *name_of_case(const struct shown *shown, size_t number)
{
    const char *instead = cd_table_text(shown->outcomes, shown->rows[number], "instead");
    return *instead ? instead : "the first values";
}

/// The height in pixels of the names of the cases.
static double height_of_names(const struct shown *shown)
{
    size_t longest = 0;
    for (size_t i = 0; i < shown->cases; i++) {
        const char *name = name_of_case(shown, i);
        size_t count = cd_count_characters(name, strlen(name));
        longest = count > longest ? count : longest;
    }
    longest = longest < CASE_WIDTH ? longest : CASE_WIDTH;
    return (double)longest * CD_CHARACTER * LABEL_FONT * sin(CASE_ANGLE * M_PI / 180);
}

static void write_labels(const struct cd_script *script, const struct shown *shown)
{
    for (size_t i = 0; i < shown->claim_count; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s  %.250s", shown->claims[i]->id, shown->claims[i]->says);
        write_label(script, (double)i, text);
    }
    for (size_t i = 0; i < shown->cases; i++) {
        fputs("set xtics add (", script->stream);
        cd_script_lines(script, CD_QUOTE_GNUPLOT_FORMAT, name_of_case(shown, i), CASE_WIDTH, 1);
        fprintf(script->stream, " %g)\n", (double)i + 0.5);
    }
}

static double write_figure(const void *user, size_t panel, const struct cd_script *script)
{
    const struct shown *shown = user;
    double rows = (double)shown->claim_count;
    fprintf(script->stream,
            "set lmargin at screen %g\nset rmargin at screen 0.982\nunset border\n"
            "set xtics scale 0 noenhanced rotate by %d right font 'sans-serif,%g' ()\n"
            "set xrange [0:%zu]\nset yrange [%g:0]\nset ytics scale 0 noenhanced font 'sans-serif,%g' ()\n"
            "set key bmargin center horizontal Left reverse noenhanced samplen 1.5 height 1 maxcols 7\n",
            LEFT, CASE_ANGLE, LABEL_FONT * script->font, shown->cases, rows, LABEL_FONT * script->font);
    write_labels(script, shown);
    fputs("$boxes << END\n", script->stream);
    for (size_t i = 0; i < shown->claim_count; i++)
        write_claim(script, shown, i);
    fputs("END\nplot $boxes using 1:3:1:2:3:($3+1):4 with boxxyerror fillstyle solid border linecolor "
          "rgb '#777777' fillcolor rgb variable notitle, \\\n  ",
          script->stream);
    fprintf(script->stream,
            "$boxes using (($1+$2)/2):($3+0.5):6:5 with labels font 'sans-serif,%g' textcolor rgb "
            "variable noenhanced notitle",
            FONT * script->font);
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++)
        fprintf(script->stream,
                ", \\\n  NaN with boxes fillstyle solid border linecolor rgb '#777777' fillcolor rgb %s "
                "title '%s%s%s'",
                looks[verdict].colour, looks[verdict].sign, *looks[verdict].sign ? " " : "",
                cd_claim_verdict_name((enum cd_claim_verdict)verdict));
    fputc('\n', script->stream);
    (void)panel;
    return ROW_HEIGHT * rows + AROUND_HEIGHT + height_of_names(shown);
}

/// The notes that a reader needs to understand the picture; `untouched` has the ids of the claims that are not shown.
static char *make_notes(const struct shown *shown, const char *untouched)
{
    char *notes;
    int bytes = asprintf(&notes, "%s · a column for the first values, each other value alone, and pairs%s%s",
                         shown->paper->key, *untouched ? " · none touches" : "", untouched);
    CD_ASSERT(bytes > 0);
    return notes;
}

/// Draws the claims that some interpretation touches; `untouched` has the ids of the others.
static enum cd_code draw(const struct shown *shown, const char *untouched, const char *folder,
                         struct cd_status *status)
{
    struct cd_measurements measurements = {.size = CD_SIZE_INTERPRETATIONS};
    char own[PATH_MAX];
    const struct cd_experiment study = cd_interpretations_experiment(shown->paper);
    enum cd_code code = cd_experiment_folder(folder, &study, own, status);
    if (!code)
        code = cd_run_read(own, &measurements.run, status);
    char *notes = make_notes(shown, untouched), *caption = cd_caption_of(measurements.run, &measurements);
    const struct cd_drawing drawing = {
        "Claims under other interpretations of the text", notes, caption, 1, write_figure, shown, false};
    strncat(own, "/interpretations", sizeof own - strlen(own) - 1);
    if (!code)
        code = cd_drawing_save_both(own, &drawing, status);
    json_decref(measurements.run);
    free(notes);
    free(caption);
    return code;
}

enum cd_code cd_interpretations_draw(const struct cd_paper *paper, const char *folder,
                                     struct cd_status *status)
{
    struct cd_table *outcomes;
    struct shown shown = {.paper = paper};
    char *untouched = NULL;
    size_t bytes;
    enum cd_code code = cd_interpretations_load(paper, folder, &outcomes, status);
    if (!outcomes)
        return code;
    FILE *others = open_memstream(&untouched, &bytes);
    CD_ASSERT(others);
    shown.outcomes = outcomes;
    shown.claims = cd_allocate(paper->claim_count, sizeof *shown.claims);
    for (size_t i = 0; i < paper->claim_count; i++) {
        struct cd_claim_interpretations interpretations =
            cd_claim_interpretations(paper, outcomes, &paper->claims[i]);
        if (interpretations.touched)
            shown.claims[shown.claim_count++] = &paper->claims[i];
        else if (interpretations.count)
            fprintf(others, " %s", paper->claims[i].id);
    }
    CD_ASSERT(!fclose(others));
    if (shown.claim_count) {
        shown.rows = cd_interpretations_rows(outcomes, shown.claims[0], 1, &shown.cases);
        code = draw(&shown, untouched, folder, status);
    }
    cd_free(shown.rows);
    cd_free(shown.claims);
    free(untouched);
    cd_table_destroy(outcomes);
    return code;
}
