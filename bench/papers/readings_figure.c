// Draws the figure of readings: claims by combinations, coloured by outcome, above a row for each question.
#include "base/memory.h"
#include "base/text.h"
#include "bench/papers/figures.h"
#include "bench/papers/readings.h"
#include "bench/plot/drawing.h"

#include <stdlib.h>
#include <string.h>

/// Height in pixels of a row, of everything above and below the rows (the key and the margins), and of the font.
enum { ROW_HEIGHT = 40, AROUND_HEIGHT = 125, FONT = 18 };
/// Rows between claims and questions.
#define GAP 0.4
/// Where combinations begin, as a share of the width. To the left of them are labels: the font and the number of lines.
#define LEFT 0.4
enum { LABEL_FONT = 15, LABEL_LINES = 2 };

static const struct {
    const char *colour, *text, *sign; ///< the sign is for readers who do not see the colour
} looks[CD_CLAIM_VERDICTS] = {
    [CD_CLAIM_REPRODUCED] = {"0x009e73", "0xffffff", "+"},
    [CD_CLAIM_PARTLY] = {"0xf0c75e", "0x000000", "±"},
    [CD_CLAIM_REFUTED] = {"0xd55e00", "0xffffff", "−"},
    [CD_CLAIM_UNDECIDED] = {"0xd8d8d8", "0x000000", "?"},
    [CD_CLAIM_NOT_COMPARABLE] = {"0xeef3fa", "0x000000", "≠"},
    [CD_CLAIM_NOT_MEASURED] = {"0xffffff", "0x000000", ""},
};

struct shown {
    const struct cd_paper *paper;
    const struct cd_table *outcomes;
    size_t combinations, claim_count;
    const struct cd_claim **claims; ///< those that some reading touches
    size_t *rows;                   ///< of the first of these claims, by combination
};

static void write_label(const struct cd_script *script, double y, const char *text)
{
    fputs("set ytics add (", script->stream);
    cd_script_lines(script, CD_QUOTE_GNUPLOT_FORMAT, text,
                    (size_t)(LEFT * CD_DRAWING_WIDTH / (CD_CHARACTER * LABEL_FONT)) - 1, LABEL_LINES);
    fprintf(script->stream, " %g)\n", y + 0.5);
}

static void write_box(const struct cd_script *script, size_t first, size_t end, double y, const char *colour,
                      const char *text_colour, const char *text)
{
    fprintf(script->stream, "%zu %zu %g %s %s \"%s\"\n", first, end, y, colour, text_colour, text);
}

static void write_claim(const struct cd_script *script, const struct shown *shown, size_t claim)
{
    size_t count, *rows = cd_readings_rows(shown->outcomes, shown->claims[claim], 1, &count);
    for (size_t i = 0; i < count; i++) {
        enum cd_claim_verdict verdict = cd_readings_outcome(shown->outcomes, rows[i]);
        write_box(script, i, i + 1, (double)claim, looks[verdict].colour, looks[verdict].text,
                  looks[verdict].sign);
    }
    cd_free(rows);
}

static const struct cd_reading *reading_at(const struct shown *shown, const struct cd_question *question,
                                           size_t combination)
{
    char column[100], number[CD_NUMBER_BYTES];
    snprintf(column, sizeof column, "reading_%s", question->id);
    return CD_NAMED(question->readings, question->reading_count,
                    cd_table_show(shown->outcomes, shown->rows[combination], column, number));
}

/// Writes the readings of a question. Neighbours with the same reading share a box, which shows the reading's id if
/// there is room, or else its number.
static void write_question(const struct cd_script *script, const struct shown *shown,
                           const struct cd_question *question, double y)
{
    static const char *const shades[] = {"0xffffff", "0xdbe7f3", "0xb4cde6",
                                         "0x8fb3d9", "0xeadff0", "0xcfb8dd"};
    double width = (1 - LEFT) * CD_DRAWING_WIDTH / (double)shown->combinations;
    for (size_t i = 0, end; i < shown->combinations; i = end) {
        const struct cd_reading *reading = reading_at(shown, question, i);
        for (end = i + 1; end < shown->combinations && reading_at(shown, question, end) == reading;)
            end++;
        size_t number = reading ? (size_t)(reading - question->readings) : 0;
        char text[24];
        snprintf(text, sizeof text, "%zu", number + 1);
        bool fits =
            reading && CD_CHARACTER * FONT * (double)(strlen(reading->id) + 1) <= (double)(end - i) * width;
        write_box(script, i, end, y, shades[number % (sizeof shades / sizeof *shades)], "0x000000",
                  fits ? reading->id : text);
    }
}

static void write_labels(const struct cd_script *script, const struct shown *shown)
{
    const struct cd_paper *paper = shown->paper;
    for (size_t i = 0; i < shown->claim_count; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s  %.250s", shown->claims[i]->id, shown->claims[i]->says);
        write_label(script, (double)i, text);
    }
    for (size_t i = 0; i < paper->question_count; i++) {
        const struct cd_question *question = &paper->questions[i];
        char text[300];
        snprintf(text, sizeof text, "%s:", question->id);
        for (size_t k = 0; k < question->reading_count; k++)
            cd_append(text, sizeof text, "%s %zu %s", k ? "," : "", k + 1, question->readings[k].id);
        write_label(script, (double)(shown->claim_count + i) + GAP, text);
    }
}

static double write_figure(const void *user, size_t panel, const struct cd_script *script)
{
    const struct shown *shown = user;
    size_t questions = shown->paper->question_count;
    double rows = (double)(shown->claim_count + questions) + GAP;
    fprintf(script->stream,
            "set lmargin at screen %g\nset rmargin at screen 0.982\nunset border\nunset xtics\n"
            "set xrange [0:%zu]\nset yrange [%g:0]\nset ytics scale 0 noenhanced font 'sans-serif,%g' ()\n"
            "set key bmargin center horizontal Left reverse noenhanced samplen 1.5 height 1 maxcols 6\n",
            LEFT, shown->combinations, rows, LABEL_FONT * script->font);
    write_labels(script, shown);
    fputs("$boxes << END\n", script->stream);
    for (size_t i = 0; i < shown->claim_count; i++)
        write_claim(script, shown, i);
    for (size_t i = 0; i < questions; i++)
        write_question(script, shown, &shown->paper->questions[i], (double)(shown->claim_count + i) + GAP);
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
    return ROW_HEIGHT * rows + AROUND_HEIGHT;
}

/// The notes that a reader needs to understand the picture; `untouched` has the ids of the claims that are not shown.
static char *make_notes(const struct shown *shown, const char *untouched)
{
    char *notes, drawn[80] = "";
    double product = cd_table_real(shown->outcomes, 0, "product");
    bool sample = product > (double)shown->combinations;
    if (sample)
        snprintf(drawn, sizeof drawn, " of %.0f, drawn by seed %.0f", product,
                 cd_table_real(shown->outcomes, 0, "seed"));
    int bytes = asprintf(&notes, "%s · a column for each combination of readings: %s%zu%s%s%s",
                         shown->paper->key, sample ? "" : "all ", shown->combinations, drawn,
                         *untouched ? " · no reading touches" : "", untouched);
    CD_ASSERT(bytes > 0);
    return notes;
}

/// Draws the claims that some reading touches; `untouched` has the ids of the others.
static enum cd_code draw(const struct shown *shown, const char *untouched, const char *folder,
                         struct cd_status *status)
{
    struct cd_measurements measurements = {.size = CD_SIZE_READINGS};
    char own[PATH_MAX];
    const struct cd_experiment study = cd_readings_experiment(shown->paper);
    enum cd_code code = cd_experiment_folder(folder, &study, own, status);
    if (!code)
        code = cd_run_read(own, &measurements.run, status);
    char *notes = make_notes(shown, untouched), *caption = cd_caption_of(measurements.run, &measurements);
    const struct cd_drawing drawing = {
        "Claims under the readings of the paper", notes, caption, 1, write_figure, shown, false};
    strncat(own, "/readings", sizeof own - strlen(own) - 1);
    if (!code)
        code = cd_drawing_save_both(own, &drawing, status);
    json_decref(measurements.run);
    free(notes);
    free(caption);
    return code;
}

enum cd_code cd_readings_draw(const struct cd_paper *paper, const char *folder, struct cd_status *status)
{
    struct cd_table *outcomes;
    struct shown shown = {.paper = paper};
    char *untouched = NULL;
    size_t bytes;
    enum cd_code code = cd_readings_load(paper, folder, &outcomes, status);
    if (!outcomes)
        return code;
    FILE *others = open_memstream(&untouched, &bytes);
    CD_ASSERT(others);
    shown.outcomes = outcomes;
    shown.claims = cd_allocate(paper->claim_count, sizeof *shown.claims);
    for (size_t i = 0; i < paper->claim_count; i++) {
        struct cd_claim_readings readings = cd_claim_readings(paper, outcomes, &paper->claims[i]);
        if (readings.touched)
            shown.claims[shown.claim_count++] = &paper->claims[i];
        else if (readings.count)
            fprintf(others, " %s", paper->claims[i].id);
    }
    CD_ASSERT(!fclose(others));
    if (shown.claim_count) {
        shown.rows = cd_readings_rows(outcomes, shown.claims[0], 1, &shown.combinations);
        code = draw(&shown, untouched, folder, status);
    }
    cd_free(shown.rows);
    cd_free(shown.claims);
    free(untouched);
    cd_table_destroy(outcomes);
    return code;
}
