/// The option parser: what users type, and the messages when it is wrong.
#include "base/options.h"
#include "bench/cli/command.h"
#include "tests/test.h"

struct values {
    bool json;
    const char *csv;
    struct cd_texts algos;
    struct cd_number frames;
    double budget;
    double threshold, planted;
    double share;
    struct cd_texts series;
    int query;
};

static const struct cd_option options[] = {
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct values, json), 0, 0, "machine form"},
    {"csv", CD_OPTION_TEXT, "FILE", offsetof(struct values, csv), 0, 0, "a table"},
    {"algo", CD_OPTION_LIST, "NAME", offsetof(struct values, algos), 0, 0,
     "a rather long text that certainly has to be broken into two lines since it does not fit on one"},
    {"frames", CD_OPTION_NUMBER, "N", offsetof(struct values, frames), 1, 1000, "how many"},
    {"budget", CD_OPTION_SECONDS, "TIME", offsetof(struct values, budget), 0.001, 3600, "how long"},
    {"threshold", CD_OPTION_PERCENT, "PERCENT", offsetof(struct values, threshold), 0, 50, "how much"},
    {"planted", CD_OPTION_PERCENT, "PERCENT", offsetof(struct values, planted), 0, 50, NULL},
    {"share", CD_OPTION_REAL, "S", offsetof(struct values, share), 0, 1, "how much of it"},
    {"series", CD_OPTION_NAMED, "ID ALGO", offsetof(struct values, series), 0, 0, "a series called ID"},
    {"query", CD_OPTION_CHOICE, "any|bodies|pairs", offsetof(struct values, query), 0, 0, "what to ask"},
    CD_OPTION_END,
};

static const struct cd_command command = {.name = "try", .title = "a command", .options = options};

struct outcome {
    struct values values;
    struct cd_texts operands;
    struct cd_status status;
    enum cd_code code;
};

/// Parses up to eight words, ended by NULL.
static struct outcome parse(char *const *words, bool takes_operands)
{
    struct outcome outcome = {.values = {.query = 2, .budget = 10}};
    char *argv[10] = {(char *)(size_t) "try"};
    int argc = 1;
    for (; words[argc - 1]; argc++)
        argv[argc] = words[argc - 1];
    outcome.code = cd_options_parse(&command, argc, argv, &outcome.values,
                                    takes_operands ? &outcome.operands : NULL, &outcome.status);
    return outcome;
}

static void release(struct outcome *outcome)
{
    cd_options_release(&command, &outcome->values);
    cd_texts_release(&outcome->operands);
}

#define PARSE(...) parse((char *[]){__VA_ARGS__, NULL}, true)

static void assert_refused(struct outcome outcome, const char *words)
{
    assert_int_equal(outcome.code, CD_USAGE);
    if (!strstr(outcome.status.text, words))
        fail_msg("\"%s\" is not in \"%s\"", words, outcome.status.text);
    release(&outcome);
}

TEST(values_follow_a_blank_or_an_equals_sign)
{
    struct outcome outcome = PARSE("--frames", "5", "--csv=a=b.csv", "--budget=500ms", "--query", "any");
    const struct values *values = &outcome.values;
    assert_int_equal(outcome.code, CD_OK);
    assert_true(values->frames.given && values->frames.value == 5);
    assert_string_equal(values->csv, "a=b.csv");
    assert_true(values->budget == 0.5 && values->query == 0);
    release(&outcome);
}

TEST(a_percentage_is_a_share)
{
    struct outcome outcome = PARSE("--threshold", "2.5%", "--planted=50");
    assert_int_equal(outcome.code, CD_OK);
    assert_true(outcome.values.threshold == 0.025 && outcome.values.planted == 0.5);
    release(&outcome);
}

TEST(a_list_keeps_every_value_in_order)
{
    struct outcome outcome = PARSE("--algo", "rapid", "--algo=image_cd:resolution=512", "--algo", "rapid");
    assert_int_equal(outcome.code, CD_OK);
    assert_int_equal(outcome.values.algos.count, 3);
    assert_string_equal(outcome.values.algos.items[1], "image_cd:resolution=512");
    assert_string_equal(outcome.values.algos.items[2], "rapid");
    release(&outcome);
}

TEST(a_named_option_takes_two_words_and_a_real_one_a_number)
{
    struct outcome outcome = PARSE("--series", "a", "rapid", "--share=0.25", "--series", "--json", "--help");
    assert_int_equal(outcome.code, CD_OK);
    assert_int_equal(outcome.values.series.count, 4);
    assert_string_equal(outcome.values.series.items[1], "rapid");
    assert_string_equal(outcome.values.series.items[2], "--json");
    assert_true(outcome.values.share == 0.25 && !outcome.values.json);
    release(&outcome);
}

TEST(operands_mix_with_options_and_follow_two_dashes)
{
    struct outcome outcome = PARSE("a.obj", "--json", "-", "--", "--frames");
    assert_int_equal(outcome.code, CD_OK);
    assert_int_equal(outcome.operands.count, 3);
    assert_string_equal(outcome.operands.items[1], "-");
    assert_string_equal(outcome.operands.items[2], "--frames");
    release(&outcome);
}

TEST(what_is_not_given_keeps_its_default)
{
    struct outcome outcome = PARSE("--json");
    assert_int_equal(outcome.code, CD_OK);
    assert_true(outcome.values.json);
    assert_null(outcome.values.csv);
    assert_false(outcome.values.frames.given);
    assert_int_equal(outcome.values.query, 2);
    assert_int_equal(outcome.values.algos.count, 0);
    release(&outcome);
}

TEST(what_is_wrong_is_refused_with_advice)
{
    static const struct {
        const char *words[2], *advice;
    } cases[] = {
        {{"--frame", "5"}, "did you mean --frames?"},
        {{"--qery=any"}, "did you mean --query?"},
        {{"--zzzzzzzzzz"}, "--help"},
        {{"-j"}, "-j"},
        {{"--frames", "0"}, "from 1 to 1000"},
        {{"--frames", "1001"}, "from 1 to 1000"},
        {{"--frames", "-3"}, "from 1 to 1000"},
        {{"--frames", "5x"}, "from 1 to 1000"},
        {{"--frames", "99999999999999999999999"}, "from 1 to 1000"},
        {{"--frames="}, "from 1 to 1000"},
        {{"--budget", "10h"}, "10s"},
        {{"--budget", "nan"}, "10s"},
        {{"--query", "pair"}, "any|bodies|pairs"},
        {{"--query", ""}, "any|bodies|pairs"},
        {{"--json=yes"}, "takes no value"},
        {{"--csv"}, "needs a value"},
        {{"--threshold", "51"}, "--threshold 51: not a percentage from 0 to 50"},
        {{"--threshold", "%"}, "not a percentage"},
        {{"--threshold", "1 %"}, "not a percentage"},
        {{"--series", "a"}, "--series needs two values: ID ALGO"},
        {{"--series=a", "rapid"}, "two values"},
        {{"--share", "1.5"}, "--share 1.5: not a number from 0 to 1"},
        {{"--share", "nan"}, "not a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(PARSE((char *)(size_t)cases[i].words[0], (char *)(size_t)cases[i].words[1]),
                       cases[i].advice);
    assert_refused(parse((char *[]){"bunny.obj", NULL}, false), "bunny.obj");
}

TEST(durations_have_three_units)
{
    double seconds;
    assert_true(cd_parse_seconds("2m", &seconds) && seconds == 120);
    assert_true(cd_parse_seconds("1.5", &seconds) && seconds == 1.5);
    assert_true(cd_parse_seconds("10s", &seconds) && seconds == 10);
    assert_true(cd_parse_seconds("250ms", &seconds) && seconds == 0.25);
    assert_false(cd_parse_seconds("", &seconds));
    assert_false(cd_parse_seconds("s", &seconds));
    assert_false(cd_parse_seconds("1.2.3s", &seconds));
    assert_false(cd_parse_seconds("-1s", &seconds));
    assert_false(cd_parse_seconds("10 s", &seconds));
}

TEST(help_is_seen_only_as_an_option)
{
    assert_true(cd_options_want_help(&command, 2, (char *[]){"try", "--help"}));
    assert_true(cd_options_want_help(&command, 3, (char *[]){"try", "--wrong", "-h"}));
    assert_false(cd_options_want_help(&command, 3, (char *[]){"try", "--csv", "--help"}));
    assert_false(cd_options_want_help(&command, 3, (char *[]){"try", "--", "--help"}));
    assert_true(cd_options_want_help(&command, 3, (char *[]){"try", "--csv=-", "--help"}));
}

TEST(help_names_every_option_that_has_help_within_a_hundred_columns)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    cd_options_print_help(&command, stream);
    fclose(stream);
    for (const struct cd_option *option = options; option->name; option++)
        assert_int_equal(strstr(text, option->name) != NULL, option->help != NULL);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 100);
    free(text);
    assert_refused(PARSE("--plante", "1"), "see cdbench try --help");
}
