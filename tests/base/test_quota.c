// CPU quotas of control groups, from made-up folders of /proc and /sys.
#include "base/neighbours.h"

#include "base/random.h"
#include "tests/scratch_folder.h"

#include "tests/random_numbers.h"

/// Every test has a tree of its own.
static char tree[20];

static void put(const char *name, const char *text)
{
    char path[130];
    snprintf(path, sizeof path, "%s/%s", tree, name);
    scratch_write(path, text);
}

/// Begins a tree. What the process says about its groups.
static void plant(const char *groups)
{
    static unsigned count;
    snprintf(tree, sizeof tree, "tree%u", count++);
    put("proc/self/cgroup", groups);
}

static void expect(double processors, uint64_t throttled)
{
    struct cd_quota found = cd_quota_read(scratch_path(tree));
    assert_true(found.processors == processors || fabs(found.processors / processors - 1) < 1e-12);
    assert_true(found.throttled == throttled);
}

/// Files in the folder of the mounted groups: at most six, and an end.
enum { FILES = 7 };
struct file {
    const char *name, *text;
};

static const struct file unlimited[FILES] = {{"u/cpu.max", "max 100000\n"},
                                             {"u/cpu.stat", "usage_usec 12\nnr_throttled 0\n"}};
static const struct file limited[FILES] = {{"u/cpu.max", "150000 100000\n"},
                                           {"u/cpu.stat", "nr_throttled 7\nusage_usec 9\n"}};
/// The root has no limit and no counter.
static const struct file nested[FILES] = {{"pods/pod7/main/cpu.max", "400000 100000\n"},
                                          {"pods/pod7/main/cpu.stat", "nr_periods 9\nnr_throttled 2\n"},
                                          {"pods/pod7/cpu.max", "25000 50000\n"},
                                          {"pods/pod7/cpu.stat", "nr_periods 9\nnr_throttled 30\n"},
                                          {"pods/cpu.max", "max 100000\n"},
                                          {"cpu.stat", "usage_usec 3\n"}};
/// The last one is in a mount of another controller.
static const struct file docker[FILES] = {{"cpu/docker/abc/cpu.cfs_quota_us", "50000\n"},
                                          {"cpu/docker/abc/cpu.cfs_period_us", "100000\n"},
                                          {"cpu/docker/abc/cpu.stat", "nr_throttled 1\nthrottled_time 900\n"},
                                          {"cpu/docker/cpu.cfs_quota_us", "-1\n"},
                                          {"cpu/docker/cpu.cfs_period_us", "100000\n"},
                                          {"cpuset/docker/abc/cpu.cfs_quota_us", "1\n"}};
static const struct file first[FILES] = {{"cpu/a/cpu.cfs_quota_us", "300000\n"},
                                         {"cpu/a/cpu.cfs_period_us", "100000\n"},
                                         {"cpu/a/cpu.stat", "nr_throttled 4\n"}};
static const struct file root[FILES] = {{"cpu.max", "70000 100000\n"}, {"cpu.stat", "nr_throttled 12\n"}};
static const struct file container[FILES] = {{"cpu.max", "70000 100000\n"}};
static const struct file largest[FILES] = {{"a/cpu.max", "18446744073709551615 1\n"},
                                           {"a/cpu.stat", "nr_throttled 18446744073709551614\n"}};
static const struct file smallest[FILES] = {{"a/cpu.max", "1 18446744073709551615\n"}};
static const struct file none[FILES];

TEST(the_tightest_quota_of_all_groups_holds_and_throttlings_add_up)
{
    static const struct {
        const char *groups;
        const struct file *files;
        double processors;
        uint64_t throttled; ///< UINT64_MAX: unknown
    } cases[] = {
        {"0::/u\n", unlimited, INFINITY, 0},
        {"0::/u\n", limited, 1.5, 7},
        {"0::/pods/pod7/main\n", nested, 0.5, 32},
        {"5:cpuset:/other\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n", docker, 0.5, 1},
        {"4:cpu,cpuacct:/a\n0::/b\n", first, 3, 4},
        // However a container's paths are shown
        {"0::/\n", root, 0.7, 12},
        {"0::/docker/abc\n", container, 0.7, UINT64_MAX},
        {"0::/../outside\n", container, 0.7, UINT64_MAX},
        {"0::/elsewhere\n", container, 0.7, UINT64_MAX},
        {"0::/a\n", largest, 18446744073709551615.0, UINT64_MAX - 1},
        {"0::/a\n", smallest, 0x1p-64, UINT64_MAX},
        {"0::/gone\n4:cpu:/gone\n", none, INFINITY, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("%zu: groups %s", i, cases[i].groups);
        plant(cases[i].groups);
        for (const struct file *file = cases[i].files; file->name; file++) {
            char path[100];
            snprintf(path, sizeof path, "sys/fs/cgroup/%s", file->name);
            put(path, file->text);
        }
        expect(cases[i].processors, cases[i].throttled);
    }
}

TEST(names_may_have_blanks_and_colons)
{
    plant("0::/a b:c\n");
    put("sys/fs/cgroup/a b:c/cpu.max", "20000 100000\n");
    expect(0.2, UINT64_MAX);
}

static void expect_no_limit(const char *groups, const char *limit)
{
    test_row("groups '%s', limit '%s'", groups, limit);
    plant(groups);
    put("sys/fs/cgroup/a/cpu.max", limit);
    put("sys/fs/cgroup/a/cpu.stat", "nr_throttled\n");
    expect(INFINITY, UINT64_MAX);
}

TEST(garbage_sets_no_limit)
{
    static const char good[] = "50000 100000\n";
    // What is missing, not above 0, no whole number, or too large
    static const char *const limits[][4] = {
        {"", "\n", "max\n", "100000\n"},
        {"100000 0\n", "0 100000\n", "-1 100000\n", "-5 -5\n"},
        {"1e5 100000\n", "abc def\n", "0x10 0x10\n"},
        {"99999999999999999999999 100000\n", "50000 99999999999999999999999\n",
         "100000100000100000100000100000100000100000 1\n"},
    };
    static const char *const groups[] = {
        "", "\n", "0\n", "0:\n", "0::\n", "x::/a\n", ":::\n", "4:cpux,xcpu:/a\n", "0::a"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (size_t k = 0; k < 4 && limits[i][k]; k++)
            expect_no_limit("0::/a\n", limits[i][k]);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        expect_no_limit(groups[i], good);
}

/// Random bytes in every file: whatever comes out, it comes to an end, and a quota is above 0.
TEST(any_bytes_are_read_to_their_end)
{
    static const char words[][20] = {"0::/", ":", ",cpu,", "/a", "/..", "//", "\\", "\n", "9", " "};
    static const char *const files[] = {"proc/self/cgroup", "sys/fs/cgroup/cpu.max",
                                        "sys/fs/cgroup/a/cpu.stat"};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int trial = 0; trial < 300; trial++) {
        plant("0::/a\n");
        char text[400] = "";
        for (int i = 0; i < 12; i++)
            strcat(text, words[cd_random_below(&random, sizeof words / sizeof *words)]);
        put(files[cd_random_below(&random, 3)], text);
        assert_true(cd_quota_read(scratch_path(tree)).processors > 0);
    }
}

TEST(this_machine_has_a_quota_or_none)
{
    struct cd_quota nowhere = cd_quota_read(scratch_path("nowhere"));
    assert_true(isinf(nowhere.processors) && nowhere.throttled == UINT64_MAX);
    assert_true(cd_quota_read("").processors > 0);
}
