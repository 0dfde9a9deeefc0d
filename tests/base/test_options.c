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
    assert_int_equal(outcome.code, CD_OK);
    assert_true(outcome.values.frames.given);
    assert_int_equal(outcome.values.frames.value, 5);
    assert_string_equal(outcome.values.csv, "a=b.csv");
    assert_true(outcome.values.budget == 0.5);
    assert_int_equal(outcome.values.query, 0);
    release(&outcome);
}

TEST(a_percentage_is_a_share)
{
    struct outcome outcome = PARSE("--threshold", "2.5%", "--planted=50");
    assert_int_equal(outcome.code, CD_OK);
    assert_true(outcome.values.threshold == 0.025);
    assert_true(outcome.values.planted == 0.5);
    release(&outcome);
    assert_refused(PARSE("--threshold", "51"), "--threshold 51: not a percentage from 0 to 50");
    assert_refused(PARSE("--threshold", "%"), "not a percentage");
    assert_refused(PARSE("--threshold", "1 %"), "not a percentage");
}

TEST(an_option_without_help_is_kept_out_of_sight)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    cd_options_print_help(&command, stream);
    fclose(stream);
    assert_non_null(strstr(text, "--threshold"));
    assert_null(strstr(text, "--planted"));
    free(text);
    assert_refused(PARSE("--plante", "1"), "see cdbench try --help");
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
    assert_true(outcome.values.share == 0.25);
    assert_false(outcome.values.json);
    release(&outcome);
    assert_refused(PARSE("--series", "a"), "--series needs two values: ID ALGO");
    assert_refused(PARSE("--series=a", "rapid"), "two values");
    assert_refused(PARSE("--share", "1.5"), "--share 1.5: not a number from 0 to 1");
    assert_refused(PARSE("--share", "nan"), "not a number");
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

TEST(a_misspelt_option_names_the_nearest)
{
    assert_refused(PARSE("--frame", "5"), "did you mean --frames?");
    assert_refused(PARSE("--qery=any"), "did you mean --query?");
    assert_refused(PARSE("--zzzzzzzzzz"), "--help");
    assert_refused(PARSE("-j"), "-j");
}

TEST(wrong_values_are_told_the_range_or_the_words)
{
    assert_refused(PARSE("--frames", "0"), "from 1 to 1000");
    assert_refused(PARSE("--frames", "-3"), "from 1 to 1000");
    assert_refused(PARSE("--frames", "5x"), "from 1 to 1000");
    assert_refused(PARSE("--frames", "99999999999999999999999"), "from 1 to 1000");
    assert_refused(PARSE("--frames="), "from 1 to 1000");
    assert_refused(PARSE("--budget", "10h"), "10s");
    assert_refused(PARSE("--budget", "nan"), "10s");
    assert_refused(PARSE("--query", "pair"), "any|bodies|pairs");
    assert_refused(PARSE("--query", ""), "any|bodies|pairs");
    assert_refused(PARSE("--json=yes"), "takes no value");
    assert_refused(PARSE("--csv"), "needs a value");
}

TEST(a_command_without_operands_refuses_them)
{
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

TEST(help_names_every_option_within_a_hundred_columns)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    cd_options_print_help(&command, stream);
    fclose(stream);
    for (const struct cd_option *option = options; option->name; option++)
        assert_true(!option->help || strstr(text, option->name));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 100);
    free(text);
}
