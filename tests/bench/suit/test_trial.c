// Which trials lead to a measurement: three passes of all of them have to fit into the time.
#include "base/memory.h"
#include "bench/suit/trial.h"
#include "tests/test.h"

#include <string.h>

enum { MOST = 6 };

/// Expects which of these trials take part within 18 seconds: '+' or '-' for each. Those whose letter is x promise
/// exact answers. All have twelve half seconds for a pass.
static void expect_admitted(const char *kinds, const double *half_seconds, const char *expected)
{
    struct cd_trial trials[MOST] = {0};
    char admitted[MOST + 1] = "";
    size_t count = strlen(kinds);
    for (size_t i = 0; i < count; i++) {
        trials[i].choice.description.quality = kinds[i] == 'x' ? CD_QUALITY_EXACT : CD_QUALITY_APPROXIMATE;
        trials[i].pass_seconds = 0.5 * half_seconds[i];
    }
    cd_trials_admit(trials, count, 18);
    for (size_t i = 0; i < count; i++) {
        admitted[i] = trials[i].left_out ? '-' : '+';
        cd_free(trials[i].left_out);
    }
    assert_string_equal(admitted, expected);
}

TEST(the_first_trial_beyond_the_time_and_slower_ones_are_left_out)
{
    expect_admitted("xxxx", (const double[]){1, 2, 5, 6}, "+++-");
    expect_admitted("xxxx", (const double[]){6, 1, 5, 1}, "-+++"); // 7 of 12, then 13
    expect_admitted("xxxx", (const double[]){4, 4.5, 5, 1}, "++-+");
    expect_admitted("xx", (const double[]){6, 6}, "++"); // all of the time
    expect_admitted("xx", (const double[]){6, 6.25}, "+-");
}

TEST(the_fastest_of_each_kind_takes_part_unless_it_is_not_exact_and_takes_half_of_the_time)
{
    expect_admitted("xx", (const double[]){40, 30}, "-+");
    expect_admitted("xa", (const double[]){11, 5.75}, "++"); // together too long
    expect_admitted("xxa", (const double[]){3, 5, 6}, "++-");
    expect_admitted("aa", (const double[]){60, 50}, "-+"); // when there is nothing else
    expect_admitted("", (const double[]){0}, "");
}

TEST(who_was_left_out_before_stays_out)
{
    struct cd_trial trial = {.left_out = (char[]){"it takes no such scene"}, .pass_seconds = 1};
    cd_trials_admit(&trial, 1, 18);
    cd_trial_abandon(&trial);
    assert_string_equal(trial.left_out, "it takes no such scene");
    trial = (struct cd_trial){.pass_seconds = 2, .cut_short = true};
    cd_trial_abandon(&trial);
    assert_string_equal(trial.left_out, "more than 2 s a pass: interrupted before it was measured");
    cd_free(trial.left_out);
}
