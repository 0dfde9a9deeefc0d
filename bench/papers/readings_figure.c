// The figure of readings: claims by combinations, coloured by outcome, above a row for each question.
#include "base/memory.h"
#include "base/quote.h"
#include "base/text.h"
#include "bench/papers/figures.h"
#include "bench/papers/readings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// All in pixels; those of fonts in SVG, PNG takes points.
enum {
    TITLE_FONT = 30,
    CELL_FONT = 19,
    NOTE_FONT = 17,
    EDGE = 25,
    LABELS = 500, ///< width of what stands to the left of cells
    WIDEST_CELL = 90,
    CLAIM_HEIGHT = 36,
    QUESTION_HEIGHT = 32,
    GAP = 14,
};
#define CHARACTER 0.58 ///< width of one in sizes of its font, about

static const struct {
    const char *colour, *text, *sign; ///< the sign is there for who does not see the colour
} looks[CD_CLAIM_VERDICTS] = {
    [CD_CLAIM_REPRODUCED] = {"#009e73", "#ffffff", "+"},
    [CD_CLAIM_PARTLY] = {"#f0c75e", "#000000", "±"},
    [CD_CLAIM_REFUTED] = {"#d55e00", "#ffffff", "−"},
    [CD_CLAIM_UNDECIDED] = {"#d8d8d8", "#000000", "?"},
    [CD_CLAIM_NOT_COMPARABLE] = {"#eef3fa", "#000000", "≠"},
    [CD_CLAIM_NOT_MEASURED] = {"#ffffff", "#000000", ""},
};

struct picture {
    const struct cd_paper *paper;
    const struct cd_table *outcomes;
    size_t combinations, claim_count;
    const struct cd_claim **claims; ///< those that some reading touches
    char *untouched;                ///< the ids of the others, by free
    // While it is written:
    FILE *stream;
    double font;
    double y; ///< of what comes next, from the top
};

// ---- elements ---------------------------------------------------------------------------------------------

static void write_box(const struct picture *picture, double x, double width, double height,
                      const char *colour)
{
    fprintf(
        picture->stream,
        "set object rectangle from %.6g,%.6g to %.6g,%.6g front fillcolor rgb '%s' fillstyle solid 1 border "
        "linecolor rgb '#777777' linewidth 0.7\n",
        x, picture->y, x + width, picture->y + height, colour);
}

/// A line of text, `place` being left, center or right; what is wider than `width` is shortened.
static void write_line(const struct picture *picture, double x, double y, int font, double width,
                       const char *place, const char *colour, const char *text)
{
    char line[400];
    size_t max = (size_t)(width / (CHARACTER * font)), bytes = 0;
    bool fits = cd_count_characters(text, SIZE_MAX) <= max;
    while (text[bytes] && bytes + 8 < sizeof line &&
           cd_count_characters(text, bytes + 1) <= (fits  ? max
                                                    : max ? max - 1
                                                          : 0))
        bytes++;
    snprintf(line, sizeof line, "%.*s%s", (int)bytes, text, fits ? "" : "…");
    fputs("set label ", picture->stream);
    cd_write_quoted(picture->stream, CD_QUOTE_GNUPLOT, line);
    fprintf(picture->stream, " at %.6g,%.6g %s front noenhanced font 'sans-serif,%g' textcolor rgb '%s'\n", x,
            y, place, font * picture->font, colour);
}

/// Writes a text in as many lines as it takes.
static void write_note(struct picture *picture, const char *text)
{
    size_t max = (size_t)((CD_PICTURE_WIDTH - 2 * EDGE) / (CHARACTER * NOTE_FONT));
    while (*text) {
        size_t end = 0;
        for (size_t next = 0; text[next] && cd_count_characters(text, next + 1) <= max; next++)
            end = !text[next + 1] || text[next + 1] == ' ' ? next + 1 : end;
        char line[400];
        end = end ? end : strlen(text);
        snprintf(line, sizeof line, "%.*s", (int)end, text);
        picture->y += 1.4 * NOTE_FONT;
        write_line(picture, EDGE, picture->y - 0.7 * NOTE_FONT, NOTE_FONT, CD_PICTURE_WIDTH, "left",
                   "#555555", line);
        text += end + strspn(text + end, " ");
    }
}

// ---- parts ------------------------------------------------------------------------------------------------

static double cell_width(const struct picture *picture)
{
    return fmin(WIDEST_CELL, (CD_PICTURE_WIDTH - 2.0 * EDGE - LABELS) / (double)picture->combinations);
}

/// The outcome of a claim's headline in a combination, its thresholds as they are.
static enum cd_claim_verdict outcome_at(const struct picture *picture, const struct cd_claim *claim,
                                        size_t combination)
{
    const struct cd_table *outcomes = picture->outcomes;
    for (size_t row = 0; row < outcomes->row_count; row++) {
        if (cd_table_real(outcomes, row, "combination") != (double)combination + 1 ||
            !cd_table_matches(outcomes, row, "claim", claim->id) ||
            !cd_table_matches(outcomes, row, "form", cd_form_names[cd_claim_headline(claim)]) ||
            !cd_table_matches(outcomes, row, "threshold", "1"))
            continue;
        for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++)
            if (cd_table_matches(outcomes, row, "outcome",
                                 cd_claim_verdict_name((enum cd_claim_verdict)verdict)))
                return (enum cd_claim_verdict)verdict;
    }
    return CD_CLAIM_NOT_MEASURED;
}

static void write_verdict(const struct picture *picture, double x, double width,
                          enum cd_claim_verdict verdict)
{
    write_box(picture, x, width, CLAIM_HEIGHT, looks[verdict].colour);
    write_line(picture, x + width / 2, picture->y + CLAIM_HEIGHT / 2.0, CELL_FONT, 2 * CELL_FONT, "center",
               looks[verdict].text, looks[verdict].sign);
}

static void write_claim(struct picture *picture, const struct cd_claim *claim)
{
    char label[300];
    snprintf(label, sizeof label, "%s  %.250s", claim->id, claim->says);
    write_line(picture, EDGE, picture->y + CLAIM_HEIGHT / 2.0, CELL_FONT, LABELS - 5, "left", "#000000",
               label);
    for (size_t i = 0; i < picture->combinations; i++)
        write_verdict(picture, EDGE + LABELS + (double)i * cell_width(picture), cell_width(picture),
                      outcome_at(picture, claim, i));
    picture->y += CLAIM_HEIGHT;
}

/// The number of the reading of a question in a combination.
static size_t reading_at(const struct picture *picture, const struct cd_question *question,
                         size_t combination)
{
    char column[100];
    snprintf(column, sizeof column, "reading_%s", question->id);
    for (size_t row = 0; row < picture->outcomes->row_count; row++)
        for (size_t i = 0; i < question->reading_count; i++)
            if (cd_table_real(picture->outcomes, row, "combination") == (double)combination + 1 &&
                cd_table_matches(picture->outcomes, row, column, question->readings[i].id))
                return i;
    return 0;
}

/// The readings of a question, neighbours with the same in one box: its id where there is room, else its number.
static void write_question(struct picture *picture, const struct cd_question *question)
{
    static const char *const shades[] = {"#ffffff", "#dbe7f3", "#b4cde6", "#8fb3d9", "#eadff0", "#cfb8dd"};
    char label[300];
    size_t length = (size_t)snprintf(label, sizeof label, "%s:", question->id);
    for (size_t i = 0; i < question->reading_count && length < sizeof label; i++)
        length += (size_t)snprintf(label + length, sizeof label - length, "%s %zu %s", i ? "," : "", i + 1,
                                   question->readings[i].id);
    write_line(picture, EDGE, picture->y + QUESTION_HEIGHT / 2.0, NOTE_FONT, LABELS - 5, "left", "#000000",
               label);
    for (size_t i = 0, end; i < picture->combinations; i = end) {
        size_t reading = reading_at(picture, question, i);
        for (end = i + 1; end < picture->combinations && reading_at(picture, question, end) == reading;)
            end++;
        double x = EDGE + LABELS + (double)i * cell_width(picture),
               width = (double)(end - i) * cell_width(picture);
        const char *id = question->readings[reading].id;
        char number[24];
        snprintf(number, sizeof number, "%zu", reading + 1);
        bool fits = CHARACTER * NOTE_FONT * (double)(strlen(id) + 1) <= width;
        write_box(picture, x, width, QUESTION_HEIGHT, shades[reading % (sizeof shades / sizeof *shades)]);
        write_line(picture, x + width / 2, picture->y + QUESTION_HEIGHT / 2.0, NOTE_FONT, CD_PICTURE_WIDTH,
                   "center", "#000000", fits ? id : number);
    }
    picture->y += QUESTION_HEIGHT;
}

static void write_legend(struct picture *picture)
{
    double x = EDGE;
    for (int verdict = 0; verdict < CD_CLAIM_VERDICTS; verdict++) {
        const char *name = cd_claim_verdict_name((enum cd_claim_verdict)verdict);
        write_verdict(picture, x, CLAIM_HEIGHT, (enum cd_claim_verdict)verdict);
        write_line(picture, x + CLAIM_HEIGHT + 8, picture->y + CLAIM_HEIGHT / 2.0, CELL_FONT,
                   CD_PICTURE_WIDTH, "left", "#000000", name);
        x += CLAIM_HEIGHT + 40 + CHARACTER * CELL_FONT * (double)strlen(name);
    }
    picture->y += CLAIM_HEIGHT;
}

static void write_notes(struct picture *picture)
{
    char text[300];
    const struct cd_table *outcomes = picture->outcomes;
    double product = cd_table_real(outcomes, 0, "product"), seed = cd_table_real(outcomes, 0, "seed");
    int length = snprintf(text, sizeof text, "%s · %zu", picture->paper->key, picture->combinations);
    if (product > (double)picture->combinations)
        snprintf(text + length, sizeof text - (size_t)length,
                 " of %.0f combinations of readings, drawn by seed %.0f · a column is a combination", product,
                 seed);
    else
        snprintf(text + length, sizeof text - (size_t)length,
                 " combinations of readings, which are all · a column is a combination");
    write_note(picture, text);
    if (*picture->untouched) {
        char *line = cd_allocate(strlen(picture->untouched) + 40, 1);
        strcat(strcpy(line, "touched by no reading:"), picture->untouched);
        write_note(picture, line);
        cd_free(line);
    }
}

static void write_picture(const void *user, enum cd_image_format format, FILE *commands)
{
    struct picture picture = *(const struct picture *)user;
    char *elements = NULL;
    size_t bytes;
    picture.font = format == CD_IMAGE_SVG ? 1 : 0.75;
    picture.stream = open_memstream(&elements, &bytes);
    CD_ASSERT(picture.stream);
    picture.y = EDGE;
    write_line(&picture, EDGE, picture.y + TITLE_FONT / 2.0, TITLE_FONT, CD_PICTURE_WIDTH - 2 * EDGE, "left",
               "#000000", "Claims under the readings of the paper");
    picture.y += 1.4 * TITLE_FONT;
    write_notes(&picture);
    picture.y += GAP;
    for (size_t i = 0; i < picture.claim_count; i++)
        write_claim(&picture, picture.claims[i]);
    picture.y += GAP;
    for (size_t i = 0; i < picture.paper->question_count; i++)
        write_question(&picture, &picture.paper->questions[i]);
    picture.y += 2 * GAP;
    write_legend(&picture);
    picture.y += EDGE;
    CD_ASSERT(!fclose(picture.stream));
    fprintf(
        commands,
        "set encoding utf8\nset terminal %s size %d,%.0f enhanced font 'sans-serif,%g' background '#ffffff'\n"
        "set margins at screen 0, screen 1, screen 0, screen 1\nunset border\nunset tics\nunset key\n"
        "set xrange [0:%d]\nset yrange [%.6g:0]\n%splot NaN notitle\n",
        format == CD_IMAGE_SVG ? "svg dynamic" : "pngcairo", CD_PICTURE_WIDTH, picture.y,
        NOTE_FONT * picture.font, CD_PICTURE_WIDTH, picture.y, elements);
    free(elements);
}

enum cd_code cd_readings_draw(const struct cd_paper *paper, const struct cd_table *outcomes,
                              const char *folder, struct cd_status *status)
{
    struct picture picture = {.paper = paper, .outcomes = outcomes};
    size_t bytes;
    FILE *untouched = open_memstream(&picture.untouched, &bytes);
    CD_ASSERT(untouched);
    picture.claims = cd_allocate(paper->claim_count, sizeof *picture.claims);
    for (size_t i = 0; i < paper->claim_count; i++) {
        struct cd_claim_readings readings = cd_claim_readings(paper, outcomes, &paper->claims[i]);
        if (readings.touched)
            picture.claims[picture.claim_count++] = &paper->claims[i];
        else if (readings.count)
            fprintf(untouched, " %s", paper->claims[i].id);
        if (readings.touched && readings.count > picture.combinations)
            picture.combinations = readings.count;
    }
    CD_ASSERT(!fclose(untouched));
    enum cd_code code =
        picture.claim_count ? cd_picture_draw(folder, "readings", write_picture, &picture, status) : CD_OK;
    cd_free(picture.claims);
    free(picture.untouched);
    return code;
}
