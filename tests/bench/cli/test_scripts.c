// Scripts that draw and write: how they end is how the program ends, with what they complain of.
#include "bench/cli/scripts.h"
#include "tests/scratch_folder.h"

static struct cd_status status;

/// Runs scripts/figures by a python3 that is a shell script of this text.
static enum cd_code run(const char *text, const char *script)
{
    struct cd_texts words = {0};
    cd_texts_print(&words, "a b");
    status = (struct cd_status){CD_OK, ""};
    if (text)
        chmod(scratch_write("bin/python3", text), 0700);
    enum cd_code code = cd_script_run(script, &words, NULL, &status);
    cd_texts_free(&words);
    return code;
}

TEST(exit_codes_and_complaints_are_passed_on)
{
    static const struct {
        const char *ending;
        int code;
        const char *said;
    } rows[] = {
        {"exit 0", 0, ""},
        {"echo 'Traceback' >&2; echo 'figures: x.csv: is bad; restore it' >&2; exit 65", 65,
         "x.csv: is bad; restore it"},
        {"echo 'figures: gnuplot is missing; on Debian: apt install gnuplot-nox' >&2; exit 4", 4,
         "gnuplot is missing; on Debian: apt install gnuplot-nox"},
        {"echo 'figures2: x' >&2; exit 74", 74, "figures2: x"},
        {"exit 70", 70, "the script failed"},
        {"kill -9 $$", 4, "the script failed"},
        {"[ \"$2|$3\" = 'a b|' ] && [ \"${1%/scripts/figures}\" != \"$1\" ] && [ -x \"$CDBENCH\" ] && exit "
         "64",
         64, "the script failed"},
    };
    char path[8000];
    snprintf(path, sizeof path, "%s/bin:%s", scratch, getenv("PATH"));
    setenv("PATH", path, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        test_row("%s", rows[i].ending);
        snprintf(text, sizeof text, "#!/bin/sh\n%s\n", rows[i].ending);
        assert_int_equal(run(text, "figures"), rows[i].code);
        assert_string_equal(status.text, rows[i].said);
    }
}

TEST(what_is_missing_is_named_with_its_packages)
{
    assert_int_equal(run(NULL, "nothing"), CD_ENVIRONMENT);
    assert_non_null(strstr(status.text, "the script nothing is neither in scripts/"));
    setenv("PATH", scratch_path("none"), 1);
    assert_int_equal(run(NULL, "figures"), CD_ENVIRONMENT);
    assert_string_equal(status.text,
                        "python3 is missing; on Debian: apt install --no-install-recommends python3 "
                        "python3-jinja2 gnuplot-nox");
}
