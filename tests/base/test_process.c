// Child processes.

#include "base/memory.h"
#include "base/process.h"
#include "base/status.h"
#include "tests/test.h"

TEST(two_programs_share_one_processor)
{
    static const char allowed[] = "grep Cpus_allowed_list /proc/self/status; echo said >&2; exit 3";
    const char *const words[] = {"sh", "-c", allowed, NULL};
    struct cd_process processes[2];
    struct cd_status status;
    assert_int_equal(cd_process_run_both((const char *const *const[]){words, words}, processes, &status),
                     CD_OK);
    assert_string_equal(processes[0].output, processes[1].output);
    assert_null(strpbrk(processes[0].output, ",-")); // one number
    for (int i = 0; i < 2; i++) {
        assert_int_equal(processes[i].exit_code, 3);
        assert_string_equal(processes[i].complaint, "said");
        cd_free(processes[i].output);
    }
}

TEST(of_two_programs_one_that_is_missing_ends_the_other)
{
    const char *const waits[] = {"sleep", "1000", NULL}, *const none[] = {"./no-such-program", NULL};
    struct cd_process processes[2];
    struct cd_status status;
    assert_int_equal(cd_process_run_both((const char *const *const[]){waits, none}, processes, &status),
                     CD_ENVIRONMENT);
    assert_non_null(strstr(status.text, "./no-such-program: cannot be started"));
    assert_null(processes[0].output);
    assert_null(processes[1].output);
}
