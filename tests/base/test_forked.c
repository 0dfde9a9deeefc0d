// Functions in processes of their own.
// Not under ThreadSanitizer, which hangs in a copy that ends its first thread.
#include "base/activity.h"
#include "base/forked.h"
#include "base/memory.h"
#include "tests/test.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

struct box {
    int number;
    const char *text;
};

static enum cd_code add_one(void *user, struct cd_status *status)
{
    struct box *box = user;
    box->number++;
    return box->number == 3 ? cd_fail(status, CD_DATA, "%s is three", box->text) : CD_OK;
}

static struct cd_forked *start(void)
{
    struct cd_forked *forked;
    struct cd_status status;
    assert_int_equal(cd_forked_start(sizeof(struct box), &forked, &status), CD_OK);
    return forked;
}

TEST(calls_share_a_box_and_hand_over_failures)
{
    char text[] = "this";
    struct cd_status status;
    struct cd_forked *forked = start();
    struct box *box = cd_forked_box(forked);
    box->text = text;
    strcpy(text, "that"); // here, and not there
    assert_int_equal(cd_forked_call(forked, add_one, "", &status), CD_OK);
    assert_int_equal(cd_forked_call(forked, add_one, "", &status), CD_OK);
    assert_int_equal(cd_forked_call(forked, add_one, "", &status), CD_DATA);
    assert_string_equal(status.text, "this is three");
    assert_false(cd_forked_has_ended(forked));
    assert_int_equal(box->number, 3);
    cd_forked_end(forked);
}

enum { CRASH, LEAVE, END_THREAD, WAIT, COMPUTE, ASK_FOR_TOO_MUCH };

/// Ends, or never ends, as the number says.
static enum cd_code end_somehow(void *box, struct cd_status *status)
{
    (void)status;
    switch (((struct box *)box)->number) {
    case CRASH:
        cd_activity_begin("one", "scene", 5);
        cd_activity_end();
        cd_activity_begin("one", "scene", 6);
        signal(SIGSEGV, SIG_DFL); // the test library and sanitizers handle it
        raise(SIGSEGV);
        break;
    case LEAVE:
        exit(7);
    case END_THREAD:
        pthread_exit(NULL);
    case WAIT:
        while (true)
            pause();
    case COMPUTE:
        while (true)
            cd_activity_end(); // something ends all the time
    default:
        cd_free(cd_allocate(SIZE_MAX / 2, 3));
    }
    return CD_OK;
}

TEST(the_end_of_the_process_is_told)
{
    static const struct {
        int number;
        enum cd_code code;
        const char *text;
    } ends[] = {
        {CRASH, CD_WRONG, "crashed (SIGSEGV) in frame 6"},
        {LEAVE, CD_WRONG, "called exit(7) at its beginning"},
#ifndef __SANITIZE_ADDRESS__ // it then looks for leaks, and finds what the stack has held
        {END_THREAD, CD_WRONG, "called exit(0) at its beginning"},
#endif
        {WAIT, CD_WRONG, "hung at its beginning (nothing finished within 0.3 s; --hang-after allows more)"},
        {COMPUTE, CD_WRONG, "ran out of time (0.2 s) at its beginning"},
        {ASK_FOR_TOO_MUCH, CD_ENVIRONMENT, "out of memory: no room for"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        test_row("%s", ends[i].text);
        struct cd_status status;
        struct cd_forked *forked = start();
        ((struct box *)cd_forked_box(forked))->number = ends[i].number;
        if (ends[i].number == COMPUTE)
            cd_forked_limit(forked, 0.2);
        cd_forked_set_patience(ends[i].number == WAIT ? 0.3 : CD_HANG_SECONDS);
        for (int again = 0; again < 2; again++) { // later calls say the same
            assert_int_equal(cd_forked_call(forked, end_somehow, "at its beginning", &status), ends[i].code);
            assert_memory_equal(status.text, ends[i].text, strlen(ends[i].text));
            assert_true(cd_forked_has_ended(forked));
        }
        cd_forked_end(forked);
    }
}

TEST(what_was_in_a_buffer_is_written_once)
{
    struct cd_status status;
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs("once\n", file);
    struct cd_forked *forked = start();
    ((struct box *)cd_forked_box(forked))->number = LEAVE;
    assert_int_equal(cd_forked_call(forked, end_somehow, "", &status), CD_WRONG);
    cd_forked_end(forked);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    assert_int_equal(ftell(file), 5);
    fclose(file);
}

static enum cd_code compute_for_a_while(void *box, struct cd_status *status)
{
    struct box *counting = box;
    (void)status;
    while (clock() < CLOCKS_PER_SEC / 20)
        counting->number++;
    return CD_OK;
}

/// Both processes go on, but the copy does not see the box.
static enum cd_code copy_itself(void *box, struct cd_status *status)
{
    (void)status;
    signal(SIGSEGV, SIG_DFL); // without a sanitizer's report
    signal(SIGCHLD, SIG_IGN);
    fork();
    ((struct box *)box)->number++;
    return CD_OK;
}

TEST(a_copy_that_the_function_makes_does_not_answer)
{
    struct cd_status status;
    struct cd_forked *forked = start();
    struct box *box = cd_forked_box(forked);
    for (int calls = 1; calls <= 20; calls++) {
        assert_int_equal(cd_forked_call(forked, copy_itself, "", &status), CD_OK);
        assert_int_equal(box->number, calls);
    }
    cd_forked_end(forked);
}

static enum cd_code come_back_twice(void *box, struct cd_status *status)
{
    (void)status;
    cd_activity_begin("one", "scene", 4);
    fork();
    cd_activity_end();
    ((struct box *)box)->number++;
    return CD_OK;
}

/// Runs another program, or ends by itself.
static enum cd_code start_helpers(void *box, struct cd_status *status)
{
    (void)box, (void)status;
    cd_activity_begin("one", "scene", 4);
    for (int i = 0; i < 3; i++)
        if (!fork()) {
            if (i)
                execlp("sleep", "sleep", "3", NULL);
            _exit(0);
        }
    cd_activity_end();
    return CD_OK;
}

TEST(a_function_that_comes_back_in_two_processes_goes_on_in_one)
{
    struct cd_status status;
    struct cd_forked *forked = start();
    assert_int_equal(cd_forked_call(forked, start_helpers, "", &status), CD_OK);
    for (int calls = 1; calls <= 20; calls++) {
        assert_int_equal(cd_forked_call(forked, come_back_twice, "", &status), CD_OK);
        assert_int_equal(((struct box *)cd_forked_box(forked))->number, calls);
    }
    cd_forked_end(forked);
}

TEST(a_single_call_returns_its_box_or_names_what_ended)
{
    struct cd_status status;
    struct box box = {.number = 1, .text = "it"};
    assert_int_equal(cd_forked_once(add_one, &box, sizeof box, "at once", "one", &status), CD_OK);
    assert_int_equal(box.number, 2);
    assert_int_equal(cd_forked_once(add_one, &box, sizeof box, "at once", "one", &status), CD_DATA);
    assert_string_equal(status.text, "it is three");
    box.number = LEAVE;
    assert_int_equal(cd_forked_once(end_somehow, &box, sizeof box, "at once", "one", &status), CD_WRONG);
    assert_string_equal(status.text, "one: called exit(7) at once");
}

TEST(processor_time_of_living_processes_is_known)
{
    struct cd_status status;
    double seconds, switches;
    struct cd_forked *forked = start();
    assert_int_equal(cd_forked_call(forked, compute_for_a_while, "", &status), CD_OK);
    cd_forked_usage(&seconds, &switches);
    assert_true(seconds > 0.04);
    cd_forked_end(forked);
    cd_forked_usage(&seconds, &switches);
    assert_true(seconds <= 0 && switches <= 0);
}
