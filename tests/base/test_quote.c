// Texts that others wrote reach terminals, shells, Markdown and CSV as plain text, whatever they contain.
#include "base/csv_reader.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/yaml.h"
#include "bench/record/fingerprint.h"
#include "tests/scratch_folder.h"

#include "tests/random_numbers.h"

enum { NAME_BYTES = 400 };

static char *quoted(enum cd_quote_for reader, const char *text)
{
    char *result = NULL;
    size_t bytes;
    FILE *stream = open_memstream(&result, &bytes);
    cd_write_quoted(stream, reader, text);
    fclose(stream);
    return result;
}

static void assert_quoted(enum cd_quote_for reader, const char *text, const char *wanted)
{
    char *result = quoted(reader, text);
    assert_string_equal(result, wanted);
    free(result);
}

/// True if no byte controls a terminal and the whole text is UTF-8.
static void assert_plain(const char *text)
{
    for (size_t bytes; *text; text += bytes) {
        bytes = cd_character_bytes(text);
        if (!bytes)
            fail_msg("byte %#x before \"%s\"", (unsigned char)*text, text + 1);
    }
}

/// The names of the file, one a line with bytes as \NNN: commands, control characters and bytes that are not UTF-8.
static void for_every_name(void (*check)(const char *name))
{
    FILE *file = fopen("tests/data/hostile_names.txt", "r");
    assert_non_null(file);
    char line[NAME_BYTES], name[NAME_BYTES];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *to = name;
        for (const char *from = line; *from;) {
            char digits[4] = "";
            if (*from == '\\')
                memcpy(digits, from + 1, 3);
            *to++ = *digits ? (char)strtol(digits, NULL, 8) : *from;
            from += *digits ? 4 : 1;
        }
        *to = 0;
        check(name);
    }
    fclose(file);
}

// ---- terminals --------------------------------------------------------------------------------------------

static void check_failure(const char *name)
{
    struct cd_status status, again;
    cd_fail(&status, CD_DATA, "%s: is bad", name);
    assert_plain(status.text);
    cd_fail(&again, CD_DATA, "%s", status.text);
    assert_string_equal(again.text, status.text);
}

TEST(no_failure_has_control_characters)
{
    for_every_name(check_failure);
}

TEST(control_characters_and_bytes_that_are_no_utf_8_are_escaped)
{
    static const char *const texts[][2] = {
        {"", ""},
        {"a\033[0m\n\t\r\177", "a\\x1b[0m\\n\\t\\x0d\\x7f"},
        {"\302\200\302\237\302\240", "\\xc2\\x80\\xc2\\x9f\302\240"},
        {"gr\303\274\303\237e \347\242\260 \360\237\222\245",
         "gr\303\274\303\237e \347\242\260 \360\237\222\245"},
        {"\303", "\\xc3"},
        {"\347\242", "\\xe7\\xa2"},
        {"\300\233 \340\202\233 \360\200\202\233",
         "\\xc0\\x9b \\xe0\\x82\\x9b \\xf0\\x80\\x82\\x9b"},                       // too long
        {"\355\240\200 \364\220\200\200", "\\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80"}, // no characters
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(cd_shown_text(texts[i][0]).text, texts[i][1]);
}

TEST(escaped_text_is_cut_between_characters)
{
    static const size_t lengths[] = {0, 0, 2, 2, 2, 2, 6};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        test_row("%zu bytes", i + 1);
        char text[8];
        cd_escape("\303\274\033", text, i + 1);
        assert_int_equal(strlen(text), lengths[i]);
    }
    char long_text[1200];
    struct cd_status status;
    for (size_t length = 995; length <= 997; length += 2) {
        memset(long_text, 'x', sizeof long_text);
        memcpy(long_text + length, "\360\237\222\245", 5);
        cd_fail(&status, CD_DATA, "%s", long_text);
        assert_int_equal(strlen(status.text), length == 995 ? sizeof status.text - 1 : 997);
    }
}

static void check_json(const char *name)
{
    json_t *text = cd_json_text(name);
    char *dumped = json_dumps(text, JSON_ENCODE_ANY);
    assert_plain(dumped);
    free(dumped);
    json_decref(text);
}

TEST(no_json_has_control_characters)
{
    for_every_name(check_json);
    json_t *text = cd_json_text("two\nlines");
    assert_string_equal(json_string_value(text), "two\nlines");
    json_decref(text);
}

// ---- files ------------------------------------------------------------------------------------------------

/// Reads a table with one field and a second one.
static void assert_read(const char *field, const char *wanted)
{
    static const char *const columns[] = {"name", "next"};
    struct cd_status status = {CD_OK, ""};
    char text[3000];
    struct cd_csv *csv;
    bool more;
    snprintf(text, sizeof text, "name,next\n%s,1\n", field);
    assert_int_equal(cd_csv_open("text", text, columns, 2, 2, &csv, &status), CD_OK);
    assert_int_equal(cd_csv_next(csv, &more, &status), CD_OK);
    assert_string_equal(cd_csv_text(csv, 0), wanted);
    assert_string_equal(cd_csv_text(csv, 1), "1");
    cd_csv_close(csv);
}

static void check_csv(const char *name)
{
    char *field = quoted(CD_QUOTE_CSV, name);
    assert_read(field, cd_shown_text(name).text);
    free(field);
}

TEST(every_name_is_read_back_from_csv)
{
    for_every_name(check_csv);
}

TEST(no_field_is_a_formula_and_numbers_stay_numbers)
{
    static const char *const plain[] = {"",    "-",  "-5", "+5",  "-0.25",  "-1e-3", ".5",
                                        "-.5", "NA", "'",  "'-5", "-1.5e3", "'x",    "+1"};
    static const char *const formulas[] = {"--",    "-x", "- ",  "-1-1", "+",    "=",  "@",   "-inf",
                                           "-0x10", "'-", "''-", "'=1",  "=1+1", "-a", "''-a"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        assert_quoted(CD_QUOTE_CSV, plain[i], plain[i]);
        check_csv(plain[i]);
    }
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        test_row("%s", formulas[i]);
        char *field = quoted(CD_QUOTE_CSV, formulas[i]);
        assert_true(field[*field == '"'] == '\'');
        free(field);
        check_csv(formulas[i]);
    }
    assert_quoted(CD_QUOTE_CSV, "=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\"");
    assert_quoted(CD_QUOTE_CSV, "@SUM(A1)", "'@SUM(A1)");
    assert_quoted(CD_QUOTE_CSV, "+cmd", "'+cmd");
}

TEST(files_of_1_0_have_an_apostrophe_and_a_minus_for_none)
{
    static const char *const read[][2] = {{"'-", ""},    {"\"'-\"", ""},  {"-", "-"},       {"''-", "'-"},
                                          {"'-x", "-x"}, {"'-5", "'-5"},  {"'=1", "=1"},    {"'", "'"},
                                          {"'x", "'x"},  {"''=1", "'=1"}, {"-1.5", "-1.5"}, {"'- ", ""}};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        assert_read(read[i][0], read[i][1]);
}

/// Short texts of the characters that matter, each written and read.
TEST(any_field_is_read_back_as_it_was_written)
{
    static const char characters[] = "'-+=@\",.5ex \"-'";
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int i = 0; i < 2000; i++) {
        char text[8] = "";
        for (size_t k = cd_random_below(&random, 7); k-- > 0;)
            text[k] = characters[cd_random_below(&random, sizeof characters - 1)];
        check_csv(text);
    }
}

TEST(markdown_has_the_text_and_no_marks)
{
    assert_quoted(CD_QUOTE_MARKDOWN, "a|b <b>&amp; `c` [d](e) *f* _g_ h_i \\ ~~j~~",
                  "a\\|b &lt;b>&amp;amp; \\`c\\` \\[d\\](e) \\*f\\* \\_g\\_ h_i \\\\ \\~\\~j\\~\\~");
    assert_quoted(CD_QUOTE_MARKDOWN, "two\nlines\033", "two lines\\\\x1b");
    assert_quoted(CD_QUOTE_CODE, "rev:HEAD", "`rev:HEAD`");
    assert_quoted(CD_QUOTE_CODE, "a``b\n", "```a``b ```");
    assert_quoted(CD_QUOTE_CODE, "`a", "`` `a ``");
}

static void check_csv_field(const char *name)
{
    static const char *const columns[] = {"name"};
    struct cd_status status = {CD_OK, ""};
    char text[NAME_BYTES + 20];
    struct cd_csv *csv;
    bool more;
    if (strpbrk(name, "\n\",") || !strcmp(cd_shown_text(name).text, name))
        return;
    snprintf(text, sizeof text, "name\n%s\n", name);
    assert_int_equal(cd_csv_open("text", text, columns, 1, 1, &csv, &status), CD_OK);
    assert_int_equal(cd_csv_next(csv, &more, &status), CD_DATA);
    assert_non_null(strstr(status.text, "text:2: a control character, or text that is not UTF-8"));
    cd_csv_close(csv);
}

TEST(csv_with_control_characters_is_refused)
{
    for_every_name(check_csv_field);
}

TEST(yaml_with_control_characters_is_refused)
{
    static const char *const texts[] = {"a: \"\\e[31m\"\n", "a: \"\\x9b\"\n", "a: \"\\t\"\n", "\"\\a\": b\n"};
    struct cd_status status = {CD_OK, ""};
    struct cd_yaml *yaml;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        test_row("%s", texts[i]);
        assert_int_equal(cd_yaml_open(scratch_write("a.yaml", texts[i]), &yaml, &status), CD_DATA);
        assert_non_null(strstr(status.text, ":1: a control character"));
    }
    assert_int_equal(cd_yaml_open(scratch_write("a.yaml", "a: >\n  two\n  lines\n"), &yaml, &status), CD_OK);
    cd_yaml_free(yaml);
}

TEST(a_file_is_not_blamed_for_what_this_machine_lacks)
{
    static const struct {
        enum cd_code given, kept;
        const char *wanted;
    } cases[] = {{CD_ENVIRONMENT, CD_ENVIRONMENT, "no process"},
                 {CD_INTERRUPTED, CD_INTERRUPTED, "no process"},
                 {CD_USAGE, CD_DATA, "a.yaml:1: a: no process"},
                 {CD_IO, CD_IO, "a.yaml:1: a: no process"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s, code %d", cases[i].wanted, (int)cases[i].given);
        struct cd_status status = {CD_OK, ""}, inner = {cases[i].given, "no process"};
        struct cd_yaml *yaml;
        assert_int_equal(cd_yaml_open(scratch_write("a.yaml", "a: b\n"), &yaml, &status), CD_OK);
        cd_yaml_blame(cd_yaml_top(yaml), "a", &inner);
        assert_int_equal(cd_yaml_code(yaml), cases[i].kept);
        const char *end = strstr(status.text, cases[i].wanted);
        assert_true(end && (*cases[i].wanted == 'a' || end == status.text));
        cd_yaml_free(yaml);
    }
}

TEST(a_scene_or_table_that_is_something_else_is_called_what_it_is)
{
    static const struct {
        const char *text, *wanted; ///< NULL: fine
    } cases[] = {
        {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n", ": is a Git LFS pointer"},
        {"\xef\xbb\xbf\n<!DOCTYPE html>", ": is a web page (HTML); download the file itself"},
        {"PK\3\4", ": is a ZIP archive; unpack it first, as with `unzip`"},
        {"\xff\xfe"
         "a",
         ": is text in UTF-16; convert it with `iconv -f UTF-16 -t UTF-8`"},
        {"off: 1\n", NULL},
        {"ply: 1\n", NULL},
        {"solid: 1\n", NULL},
        {"version: 1\n", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%s", cases[i].text);
        struct cd_status status = {CD_OK, ""};
        struct cd_yaml *yaml;
        struct cd_csv *csv;
        const char *path = scratch_write("a", cases[i].text);
        enum cd_code code = cases[i].wanted ? CD_DATA : CD_OK;
        assert_int_equal(cd_yaml_open(path, &yaml, &status), code);
        assert_true(!code || strstr(status.text, cases[i].wanted));
        assert_int_equal(cd_csv_open(path, NULL, NULL, 0, 0, &csv, &status), code);
        assert_true(!code || strstr(status.text, cases[i].wanted));
        cd_yaml_free(yaml);
        cd_csv_close(csv);
    }
}
