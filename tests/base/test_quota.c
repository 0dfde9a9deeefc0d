// CPU quotas of control groups, from made-up folders of /proc and /sys.
#include "base/quota.h"

#include "base/random.h"
#include "tests/scratch_folder.h"

#include "tests/random_numbers.h"
#include "tests/test.h"

/// Every test has a tree of its own.
static char tree[20];

static void put(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s/%s", scratch, tree, name);
    for (char *slash = path + strlen(scratch); (slash = strchr(slash + 1, '/'));) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/// Begins a tree. What the process says about its groups, and what is mounted.
static void plant(const char *groups, const char *mounts)
{
    static unsigned count;
    snprintf(tree, sizeof tree, "tree%u", count++);
    put("proc/self/cgroup", groups);
    put("proc/self/mountinfo", mounts);
}

static void expect(double processors, uint64_t throttled)
{
    struct cd_quota found = cd_quota_read(scratch_path(tree));
    if (isinf(processors))
        assert_true(isinf(found.processors));
    else
        assert_near(found.processors / processors, 1, 1e-12);
    assert_true(found.throttled == throttled);
}

static const char v2_mount[] = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
                               "30 22 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
static const char v1_mounts[] =
    "31 22 0:28 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
    "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpuacct,cpu\n";

TEST(a_group_without_a_quota_has_no_limit)
{
    plant("0::/user.slice\n", v2_mount);
    put("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    put("sys/fs/cgroup/user.slice/cpu.stat",
        "usage_usec 12\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");
    expect(INFINITY, 0);
}

TEST(one_and_a_half_processors_of_version_2)
{
    plant("0::/job\n", v2_mount);
    put("sys/fs/cgroup/job/cpu.max", "150000 100000\n");
    put("sys/fs/cgroup/job/cpu.stat", "usage_usec 9\nnr_periods 40\nnr_throttled 7\nthrottled_usec 5000\n");
    expect(1.5, 7);
}

TEST(the_tightest_group_up_to_the_root_holds)
{
    plant("0::/pods/pod7/main\n", v2_mount);
    put("sys/fs/cgroup/pods/pod7/main/cpu.max", "400000 100000\n");
    put("sys/fs/cgroup/pods/pod7/main/cpu.stat", "nr_periods 9\nnr_throttled 2\n");
    put("sys/fs/cgroup/pods/pod7/cpu.max", "25000 50000\n");
    put("sys/fs/cgroup/pods/pod7/cpu.stat", "nr_periods 9\nnr_throttled 30\n");
    put("sys/fs/cgroup/pods/cpu.max", "max 100000\n");
    put("sys/fs/cgroup/cpu.stat", "usage_usec 3\n"); // the root has no limit and no counter
    expect(0.5, 32);
}

TEST(version_1)
{
    plant("5:cpuset:/other\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n", v1_mounts);
    put("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "50000\n");
    put("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
    put("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.stat",
        "nr_periods 3\nnr_throttled 1\nthrottled_time 900\n");
    put("sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "-1\n");
    put("sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "100000\n");
    put("sys/fs/cgroup/cpuset/docker/abc/cpu.cfs_quota_us", "1\n"); // a mount of another controller
    expect(0.5, 1);
}

TEST(both_versions_side_by_side)
{
    char mounts[1000];
    snprintf(mounts, sizeof mounts, "%s%s", v1_mounts,
             "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    plant("4:cpu,cpuacct:/a\n0::/b\n", mounts);
    put("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "300000");
    put("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000");
    put("sys/fs/cgroup/cpu,cpuacct/a/cpu.stat", "nr_throttled 4\n");
    put("sys/fs/cgroup/unified/b/cpu.stat", "usage_usec 5\n");
    expect(3, 4);
    put("sys/fs/cgroup/unified/b/cpu.max", "200000 100000");
    expect(2, 4);
}

TEST(a_container_is_found_however_its_paths_are_shown)
{
    static const char *const groups[] = {"0::/\n", "0::/docker/abc\n", "0::/../outside\n", "0::/elsewhere\n"};
    static const char *const roots[] = {"/", "/docker/abc", "/", "/docker/abc"};
    for (int i = 0; i < 4; i++) {
        char mounts[200];
        snprintf(mounts, sizeof mounts, "30 22 0:26 %s /sys/fs/cgroup ro - cgroup2 cgroup rw\n", roots[i]);
        plant(groups[i], mounts);
        put("sys/fs/cgroup/cpu.max", "70000 100000\n");
        put("sys/fs/cgroup/cpu.stat", "nr_throttled 12\n");
        expect(0.7, 12);
    }
    // A container's group within the one that is mounted, and names that only begin alike.
    plant("0::/docker/abc/inner\n", "30 22 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    put("sys/fs/cgroup/inner/cpu.max", "10000 100000\n");
    expect(0.1, UINT64_MAX);
    plant("0::/docker/abcd\n", "30 22 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    put("sys/fs/cgroup/d/cpu.max", "10000 100000\n");
    expect(INFINITY, UINT64_MAX);
    // Blanks and colons in names.
    plant("0::/a b:c\n", "30 22 0:26 / /my\\040groups rw - cgroup2 cgroup rw\n");
    put("my groups/a b:c/cpu.max", "20000 100000\n");
    expect(0.2, UINT64_MAX);
}

TEST(garbage_sets_no_limit)
{
    static const char good[] = "50000 100000\n", both[] = "0::/a\n4:cpu:/a\n";
    static const struct {
        const char *groups, *mounts, *limit;
    } cases[] = {
        {"0::/a\n", v2_mount, ""},
        {"0::/a\n", v2_mount, "\n"},
        {"0::/a\n", v2_mount, "max\n"},
        {"0::/a\n", v2_mount, "100000\n"},
        {"0::/a\n", v2_mount, "100000 0\n"},
        {"0::/a\n", v2_mount, "0 100000\n"},
        {"0::/a\n", v2_mount, "-1 100000\n"},
        {"0::/a\n", v2_mount, "-5 -5\n"},
        {"0::/a\n", v2_mount, "1e5 100000\n"},
        {"0::/a\n", v2_mount, "abc def\n"},
        {"0::/a\n", v2_mount, "0x10 0x10\n"},
        {"0::/a\n", v2_mount, "99999999999999999999999 100000\n"},
        {"0::/a\n", v2_mount, "50000 99999999999999999999999\n"},
        {"0::/a\n", v2_mount, "100000100000100000100000100000100000100000 1\n"},
        {"", v2_mount, good},
        {"\n", v2_mount, good},
        {"0\n", v2_mount, good},
        {"0:\n", v2_mount, good},
        {"0::\n", v2_mount, good},
        {"x::/a\n", v2_mount, good},
        {":::\n", v2_mount, good},
        {"4:cpux,xcpu:/a\n", v2_mount, good},
        {"0::a", v2_mount, good},
        {both, "", good},
        {both, "\n", good},
        {both, "1 2 3\n", good},
        {both, "30 22 0:26 / /sys/fs/cgroup rw cgroup2\n", good},
        {both, " - cgroup2 a b\n", good},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plant(cases[i].groups, cases[i].mounts);
        put("sys/fs/cgroup/a/cpu.max", cases[i].limit);
        put("sys/fs/cgroup/a/cpu.stat", "nr_throttled\n");
        expect(INFINITY, UINT64_MAX);
    }
}

TEST(huge_numbers_are_numbers)
{
    plant("0::/a\n", v2_mount);
    put("sys/fs/cgroup/a/cpu.max", "18446744073709551615 1\n");
    put("sys/fs/cgroup/a/cpu.stat", "nr_throttled 18446744073709551614\n");
    expect(18446744073709551615.0, UINT64_MAX - 1);
    put("sys/fs/cgroup/a/cpu.max", "1000 18446744073709551615\n");
    expect(1000 / 18446744073709551615.0, UINT64_MAX - 1);
}

TEST(missing_files_are_no_limit_and_unknown)
{
    struct cd_quota found = cd_quota_read(scratch_path("nowhere"));
    assert_true(isinf(found.processors) && found.throttled == UINT64_MAX);
    plant("0::/gone\n4:cpu:/gone\n", v2_mount);
    expect(INFINITY, UINT64_MAX);
}

/// Random bytes in every file: whatever comes out, it comes to an end, and a quota is above 0.
TEST(any_bytes_are_read_to_their_end)
{
    static const char words[][20] = {
        "0::/", ":", ",cpu,", "/a", "/..", " - cgroup2 x y", "\\040", "\\", "\n", "9", " / /sys/fs/cgroup "};
    static const char *const files[] = {"proc/self/cgroup", "proc/self/mountinfo", "sys/fs/cgroup/cpu.max",
                                        "sys/fs/cgroup/a/cpu.stat"};
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int trial = 0; trial < 300; trial++) {
        plant("0::/a\n", v2_mount);
        char text[400] = "";
        for (int i = 0; i < 12; i++)
            strcat(text, words[cd_random_below(&random, sizeof words / sizeof *words)]);
        put(files[cd_random_below(&random, 4)], text);
        assert_true(cd_quota_read(scratch_path(tree)).processors > 0);
    }
}

TEST(this_machine_has_a_quota_or_none)
{
    assert_true(cd_quota_read("").processors > 0);
}
