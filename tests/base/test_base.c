// The base library: failures, memory, random numbers, text, hashes.

#include "base/activity.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "base/terminal.h"
#include "base/text.h"
#include "base/thread_state.h"
#include "tests/test.h"

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- status

TEST(a_failure_carries_its_code_and_its_line)
{
    struct cd_status status;
    assert_int_equal(cd_fail(&status, CD_DATA, "%s:%d: bad face", "a.obj", 7), CD_DATA);
    assert_int_equal(status.code, CD_DATA);
    assert_string_equal(status.text, "a.obj:7: bad face");
    assert_int_equal(cd_fail(NULL, CD_IO, "nobody listens"), CD_IO);
}

/// Runs `action` in a child process, whose stderr goes to `text`. Returns its wait status.
static int outcome(void (*action)(void), char text[1000])
{
    int status;
    FILE *complaints = tmpfile();
    fflush(NULL); // or the child writes it again
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(fileno(complaints), STDERR_FILENO);
        action();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    rewind(complaints);
    text[fread(text, 1, 999, complaints)] = '\0';
    fclose(complaints);
    return status;
}

static void break_an_assertion(void)
{
    signal(SIGABRT, SIG_DFL);
    CD_ASSERT(1 + 1 == 3);
}

static void ask_for_too_much(void)
{
    cd_free(cd_allocate(SIZE_MAX / 2, 3));
}

TEST(a_broken_assertion_names_its_condition_and_aborts)
{
    char text[1000];
    int status = outcome(break_an_assertion, text);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(text, "1 + 1 == 3"));
    assert_non_null(strstr(text, "test_base.c"));
}

// ---- memory

static void ask_for_too_much_in_a_frame(void)
{
    cd_activity_begin("brute:broad=sap", "bunny.obj", 7);
    ask_for_too_much();
}

TEST(too_much_memory_ends_the_program_with_a_line)
{
    char text[1000];
    int status = outcome(ask_for_too_much, text);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CD_ENVIRONMENT);
    assert_non_null(strstr(text, "no room for 9223372036854775807 x 3 bytes; use a smaller scene"));
    status = outcome(ask_for_too_much_in_a_frame, text);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CD_ENVIRONMENT);
    assert_non_null(strstr(text, "out of memory: brute:broad=sap on bunny.obj in frame 7 wants"));
}

TEST(the_peak_of_memory_counts_what_is_held_at_once)
{
    uint64_t before = cd_memory_peak_reset();
    void *first = cd_allocate(1000, 100), *second = cd_allocate(2000, 100);
    cd_free(first);
    first = cd_allocate(500, 100);
    assert_in_range(cd_memory_peak() - before, 300000, 310000);
    assert_in_range(cd_memory_peak_reset() - before, 250000, 260000);
    cd_free(first);
    cd_free(second);
    assert_int_equal(cd_memory_peak_reset(), before);
}

TEST(memory_is_zeroed_and_aligned)
{
    for (size_t bytes = 0; bytes < 300; bytes += 7) {
        unsigned char *block = cd_allocate(bytes, 1);
        if (bytes >= 64)
            assert_int_equal((uintptr_t)block % 64, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xff, bytes); // so that a block handed out again would show it
        cd_free(block);
    }
    cd_free(NULL);
}

TEST(reallocation_keeps_the_old_and_zeroes_the_new)
{
    uint32_t *block = cd_reallocate(NULL, 0, 3, sizeof *block);
    for (uint32_t i = 0; i < 3; i++)
        block[i] = i + 1;
    block = cd_reallocate(block, 3, 100, sizeof *block);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(block[i], i < 3 ? i + 1 : 0);
    block = cd_reallocate(block, 100, 2, sizeof *block);
    assert_int_equal(block[0], 1);
    assert_int_equal(block[1], 2);
    cd_free(block);
}

TEST(a_growing_array_keeps_its_items_and_counts_few_allocations)
{
    size_t capacity = 0, *items = NULL;
    uint64_t before = cd_allocation_count();
    for (size_t i = 0; i < 10000; i++) {
        items = cd_grow(items, i, &capacity, sizeof *items);
        assert_true(capacity > i);
        items[i] = i;
    }
    uint64_t made = cd_allocation_count() - before;
    assert_true(made > 0 && made < 20);
    for (size_t i = 0; i < 10000; i++)
        assert_int_equal(items[i], i);
    cd_free(items);
}

// ---- random numbers

TEST(the_generator_gives_the_published_sequence)
{
    struct cd_random random = {{1, 2, 3, 4}};
    static const uint64_t published[] = {11520, 0, 1509978240, 1215971899390074240};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        test_row("number %zu", i);
        assert_true(cd_random_u64(&random) == published[i]);
    }
    random = cd_random_seed(0);
    assert_true(random.state[0] == 0xe220a8397b1dcdaf); // the first of splitmix64
}

TEST(random_integers_fill_their_range_evenly)
{
    struct cd_random random = cd_random_seed(1);
    int seen[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint64_t value = cd_random_below(&random, 6);
        assert_true(value < 6);
        seen[value]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(seen[i], 9500, 10500); // 5 standard deviations are 456
    for (int i = 0; i < 100; i++) {
        assert_true(cd_random_below(&random, 1) == 0);
        assert_true(cd_random_below(&random, (1ull << 63) + 1) <= 1ull << 63);
    }
}

TEST(random_reals_lie_in_their_half_open_range)
{
    struct cd_random random = cd_random_seed(1);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double unit = cd_random_unit(&random), value = cd_random_between(&random, -3, 5);
        assert_true(unit >= 0 && unit < 1);
        assert_true(unit * 0x1p53 == (double)(int64_t)(unit * 0x1p53));
        assert_true(value >= -3 && value < 5);
        sum += unit;
    }
    assert_true(sum > 4850 && sum < 5150);
}

// ---- text

TEST(whole_and_decimal_numbers_are_read_and_nothing_else)
{
    int64_t integer;
    uint64_t natural;
    double real;
    assert_true(cd_parse_int("-9223372036854775808", &integer) && integer == INT64_MIN);
    assert_true(cd_parse_int("+12", &integer) && integer == 12);
    assert_true(cd_parse_unsigned("18446744073709551615", &natural) && natural == UINT64_MAX);
    assert_true(cd_parse_real("1.5", &real) && real == 1.5);
    assert_true(cd_parse_real("-2e-3", &real) && real == -2e-3);
    assert_true(cd_parse_real("0.1", &real) && real == 0.1);
    assert_true(cd_parse_real(".5", &real) && real == 0.5);
    static const char *const no_integers[] = {
        "", "-", "+-1", " 1", "1 ", "1.0", "0x10", "9223372036854775808", "ten"};
    static const char *const no_naturals[] = {"18446744073709551616", "-1", "+1"};
    static const char *const no_reals[] = {"",   "nan", "inf",   "1e999", "0x1p3", " 1",
                                           "1 ", "1,5", "1.2.3", "e",     "--1"};
    for (size_t i = 0; i < sizeof no_integers / sizeof *no_integers; i++) {
        test_row("'%s'", no_integers[i]);
        assert_false(cd_parse_int(no_integers[i], &integer));
    }
    for (size_t i = 0; i < sizeof no_naturals / sizeof *no_naturals; i++) {
        test_row("'%s'", no_naturals[i]);
        assert_false(cd_parse_unsigned(no_naturals[i], &natural));
    }
    for (size_t i = 0; i < sizeof no_reals / sizeof *no_reals; i++) {
        test_row("'%s'", no_reals[i]);
        assert_false(cd_parse_real(no_reals[i], &real));
    }
}

// ---- what others change in a thread

TEST(floating_point_is_put_back_and_what_was_changed_is_known)
{
    char text[CD_CHANGES_TEXT];
    volatile double tiny = 1e-310, third = 3;
    cd_thread_restore();
    cd_thread_changes();
    assert_true(cd_float_control() == CD_FLOAT_OURS);
    fesetround(FE_UPWARD);
    double above = 1 / third;
    cd_thread_check();
    assert_true(1 / third < above);
    assert_int_equal(fegetround(), FE_TONEAREST);
    assert_string_equal(cd_changes_text(cd_thread_changes(), text), "the rounding mode");
    assert_int_equal(cd_thread_changes(), 0);
#if defined(__x86_64__) || defined(__aarch64__)
    static const uint64_t flags[] = {0x8000, 0x0040, 0x01000000};
    const uint64_t *flag = cd_float_control() ? flags : &flags[2];
    for (size_t i = 0; i < (cd_float_control() ? 2 : 1); i++) {
        cd_float_set(CD_FLOAT_OURS | flag[i]);
        double flushed = tiny / 2;
        cd_thread_check();
        assert_true(flushed == 0 && tiny / 2 > 0);
        assert_string_equal(cd_changes_text(cd_thread_changes(), text), "flush-to-zero");
    }
#endif
#ifdef __x86_64__ // elsewhere exceptions may be unable to trap
    feraiseexcept(FE_DIVBYZERO);
    feenableexcept(FE_INVALID);
    cd_thread_check();
    assert_int_equal(fegetexcept(), 0);
    assert_string_equal(cd_changes_text(cd_thread_changes(), text), "trapping exceptions");
#endif
}

TEST(a_misspelt_name_finds_the_nearest_and_a_strange_one_none)
{
    static const char *const names[] = {"brute", "image_cd", "null", "rapid"};
    assert_string_equal(cd_nearest_name("rapdi", names, 4), "rapid");
    assert_string_equal(cd_nearest_name("imagecd", names, 4), "image_cd");
    assert_string_equal(cd_nearest_name("brut", names, 4), "brute");
    assert_null(cd_nearest_name("something else", names, 4));
    assert_null(cd_nearest_name("rapid", names, 0));
}

// ---- hashes

TEST(hashes_are_those_of_xxh3_and_an_integer_has_eight_bytes)
{
    char text[CD_HASH_TEXT];
    struct cd_hasher *hasher = cd_hasher_create();
    cd_hasher_add_u64(hasher, 0x0807060504030201);
    assert_true(cd_hash_equal(cd_hasher_finish(hasher), cd_hash_bytes("\1\2\3\4\5\6\7\10", 8)));
    assert_string_equal(cd_hash_text(cd_hash_bytes("", 0), text), "99aa06d3014798d86001c324468d497f");
}

TEST(a_hash_does_not_depend_on_the_pieces)
{
    unsigned char data[1000];
    struct cd_random random = cd_random_seed(1);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)cd_random_u64(&random);
    struct cd_hash whole = cd_hash_bytes(data, sizeof data);
    struct cd_hasher *hasher = cd_hasher_create();
    for (size_t i = 0; i < sizeof data;) {
        size_t piece = 1 + cd_random_below(&random, 300);
        piece = piece < sizeof data - i ? piece : sizeof data - i;
        cd_hasher_add(hasher, data + i, piece);
        i += piece;
    }
    assert_true(cd_hash_equal(cd_hasher_finish(hasher), whole));
    data[500] ^= 1;
    assert_false(cd_hash_equal(cd_hash_bytes(data, sizeof data), whole));
}

TEST(a_sum_of_hashes_carries_and_forgets_order)
{
    struct cd_hash low = {.high = 1, .low = UINT64_MAX}, one = {.high = 0, .low = 1};
    assert_true(cd_hash_equal(cd_hash_sum(low, one), (struct cd_hash){.high = 2, .low = 0}));
    assert_true(cd_hash_equal(cd_hash_sum(low, one), cd_hash_sum(one, low)));
    struct cd_hash max = {.high = UINT64_MAX, .low = UINT64_MAX};
    assert_true(cd_hash_equal(cd_hash_sum(max, one), (struct cd_hash){0, 0}));
}

TEST(a_line_is_broken_where_the_terminal_is_narrow_only)
{
    static const char wide[] = "name      one value and another one, and a third of them\n";
    static const char narrow[] = "name      one value and another one, and\n    a third of them\n";
    static const struct {
        const char *columns, *expected;
    } cases[] = {{NULL, wide}, {"80", wide}, {"40", narrow}, {"1", narrow}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: %s", i, cases[i].columns ? cases[i].columns : "unset");
        char text[100] = "";
        FILE *stream = fmemopen(text, sizeof text, "w");
        unsetenv("COLUMNS");
        if (cases[i].columns)
            setenv("COLUMNS", cases[i].columns, 1);
        cd_print_line(stream, 4, "%s", "name      one value and another one, and a third of them");
        fclose(stream);
        assert_string_equal(text, cases[i].expected);
    }
    unsetenv("COLUMNS");
}
