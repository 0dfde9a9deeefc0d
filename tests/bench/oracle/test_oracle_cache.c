/// The cache of truths. It is used when it is intact, ignored when it is not, and never a reason to fail.
#include "tests/opened.h"
#include "tests/scratch_folder.h"

#include "base/interrupt.h"
#include "bench/oracle/cache.h"
#include "bench/oracle/judge.h"
#include "bench/oracle/oracle.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/// Every test begins with an empty folder, in which `path` is the file of the scene's contacts.
static char folder[100], path[4096];
static struct cd_scene *scene;

static struct cd_scene *three_boxes(double third)
{
    struct handmade *made = handmade_begin();
    uint32_t box = handmade_add(made, handmade_box(1, false));
    for (uint64_t frame = 0; frame < 5; frame++) {
        handmade_put(made, frame, 0, box, handmade_at(0, 0, 0));
        handmade_put(made, frame, 1, box, handmade_at(1.5 * (double)frame, 0.5, 0.25));
        handmade_put(made, frame, 2, box, handmade_at(third, 0, 0));
    }
    return handmade_end(made, 5);
}

void test_before(void)
{
    static int tests;
    snprintf(folder, sizeof folder, "%s/made %d/when needed", scratch, tests++);
    setenv("CDBENCH_CACHE", folder, 1);
    scene = three_boxes(1);
    assert_true(cd_cache_path(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, path, sizeof path));
    assert_non_null(strstr(path, "-5-contacts-surface-v"));
    char shorter[4096];
    assert_false(cd_cache_path(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, shorter, strlen(path)));
}

void test_after(void)
{
    cd_scene_destroy(scene);
    unsetenv("CDBENCH_CACHE");
}

static struct cd_truth *ask(const struct cd_scene *of, enum cd_query query, enum cd_meaning meaning)
{
    struct cd_truth *truth = NULL;
    assert_int_equal(cd_oracle_truth(of, query, meaning, 1, true, NULL, &truth, NULL), CD_OK);
    return truth;
}

static bool answered_from_cache(const struct cd_scene *of, enum cd_query query, enum cd_meaning meaning)
{
    struct cd_truth *truth = ask(of, query, meaning);
    bool from_cache = truth->from_cache;
    cd_truth_destroy(truth);
    return from_cache;
}

/// Whether the contacts are answered from the cache. Then they are in it.
static bool cached(void)
{
    return answered_from_cache(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
}

TEST(the_second_asking_is_answered_from_the_cache_and_alike)
{
    for (int contacts = 0; contacts < 2; contacts++) {
        enum cd_query query = contacts ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
        struct cd_truth *first = ask(scene, query, CD_MEANING_SURFACE);
        struct cd_truth *second = ask(scene, query, CD_MEANING_SURFACE);
        assert_false(first->from_cache);
        assert_true(second->from_cache);
        assert_int_equal(second->query, query);
        assert_int_equal(second->frame_count, 5);
        assert_true(first->first_pair[5] > 0);
        assert_true(cd_truth_equal(first, second));
        cd_truth_destroy(first);
        cd_truth_destroy(second);
    }
}

TEST(any_bodies_and_pairs_share_a_file_and_others_have_their_own)
{
    static const struct {
        enum cd_query query;
        enum cd_meaning meaning;
        bool known;
    } cases[] = {{CD_QUERY_ANY, CD_MEANING_SURFACE, false},
                 {CD_QUERY_BODIES, CD_MEANING_SURFACE, true},
                 {CD_QUERY_PAIRS, CD_MEANING_SURFACE, true},
                 {CD_QUERY_PAIRS, CD_MEANING_SOLID, false},
                 {CD_QUERY_CONTACTS, CD_MEANING_SURFACE, false}};
    struct cd_scene *other = three_boxes(1.25);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_row("query %d, meaning %d", (int)cases[i].query, (int)cases[i].meaning);
        assert_int_equal(answered_from_cache(scene, cases[i].query, cases[i].meaning), cases[i].known);
    }
    assert_false(answered_from_cache(other, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    cd_scene_destroy(other);
}

TEST(what_is_undefined_is_remembered)
{
    static const struct cd_vec3 triangle[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    struct handmade *made = handmade_begin();
    handmade_put(made, 0, 0, handmade_add(made, handmade_loose(triangle, 1)), handmade_at(0, 0, 0));
    struct cd_scene *sheet = handmade_end(made, 1);
    for (int i = 0; i < 2; i++) {
        struct cd_truth *truth = ask(sheet, CD_QUERY_PAIRS, CD_MEANING_SOLID);
        assert_int_equal(truth->from_cache, i);
        assert_true(truth->solid_undefined);
        cd_truth_destroy(truth);
    }
    cd_scene_destroy(sheet);
}

TEST(totals_are_kept_as_pairs_are)
{
    scratch_write("regions/frames.csv", "frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n");
    scratch_write("regions/regions.csv", "frame,id,kind,lo0,hi0\n0,3,publish,0,5\n0,5,subscribe,0,2\n"
                                         "1,3,publish,0,5\n1,5,subscribe,0,2\n1,7,publish,1,6\n");
    struct cd_scene *regions = loaded(scratch_path("regions"));
    for (uint64_t max_pairs = 2; max_pairs <= 3; max_pairs++) { // too few for the three pairs, and enough
        struct cd_truth *truth, *read;
        assert_int_equal(
            cd_oracle_work_out(regions, CD_QUERY_PAIRS, CD_MEANING_SURFACE, 1, max_pairs, NULL, &truth, NULL),
            CD_OK);
        assert_int_equal(truth->totals != NULL, max_pairs == 2);
        cd_cache_write(regions, truth);
        read = cd_cache_read(regions, CD_QUERY_PAIRS, CD_MEANING_SURFACE, NULL);
        assert_non_null(read);
        assert_true(cd_truth_equal(truth, read));
        for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_PAIRS; query++)
            for (uint64_t frame = 0; frame < 2; frame++) {
                uint64_t count = cd_truth_answer(read, frame, query).count;
                assert_int_equal(count, query == CD_QUERY_ANY      ? 1
                                        : query == CD_QUERY_BODIES ? frame + 2
                                                                   : frame + 1);
            }
        read->pair_count += max_pairs == 3;
        assert_int_equal(cd_truth_equal(truth, read), max_pairs == 2);
        cd_truth_destroy(truth);
        cd_truth_destroy(read);
    }
    cd_scene_destroy(regions);
}

// ---- files and folders of others --------------------------------------------------------------------------

/// What the file of the scene's contacts has, once it was read.
static unsigned char whole[4096];
static size_t bytes;

static void read_entry(void)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    bytes = fread(whole, 1, sizeof whole, file);
    assert_in_range(bytes, 1, sizeof whole - 1);
    fclose(file);
}

static void write_file(const char *name, const void *content, size_t count)
{
    unlink(name);
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, count, file), count);
    fclose(file);
    assert_int_equal(chmod(name, 0600), 0);
}

TEST(a_file_with_any_byte_changed_or_cut_anywhere_is_not_believed)
{
    assert_false(cached());
    read_entry();
    for (size_t at = 0; at < bytes; at++) {
        whole[at] ^= 0x40;
        write_file(path, whole, bytes);
        assert_null(cd_cache_read(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, NULL));
        whole[at] ^= 0x40;
        write_file(path, whole, at);
        assert_null(cd_cache_read(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, NULL));
    }
    assert_false(cached());
    assert_true(cached());
}

/// Places in the file.
enum { FLAGS = 20, COUNT = 48, OFFSETS = 56, PAIRS = OFFSETS + 6 * 8 };

/// Changes one 64-bit (or 32-bit) number of the file and corrects the file's hash.
static void forge(size_t at, uint64_t value, size_t width)
{
    unsigned char forged[4096];
    size_t checked = bytes - sizeof(struct cd_hash);
    memcpy(forged, whole, bytes);
    memcpy(forged + at, &value, width);
    struct cd_hash hash = cd_hash_bytes(forged, checked);
    memcpy(forged + checked, &hash, sizeof hash);
    write_file(path, forged, bytes);
}

TEST(a_forged_entry_is_not_believed)
{
    struct cd_truth *right = ask(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    read_entry();
    uint64_t count = right->first_pair[5];
    assert_true(right->first_pair[1] == 3);
    const struct {
        size_t at;
        uint64_t value;
        size_t width;
        bool noticed; ///< only once the hash is seen to be right
    } forgeries[] = {
        {OFFSETS, 1, 8, true},
        {OFFSETS, UINT64_MAX, 8, true},
        {OFFSETS + 8, UINT64_MAX / 2, 8, true},
        {OFFSETS + 8, 0, 8, true},
        {OFFSETS + 16, 2, 8, true},
        {OFFSETS + 16, UINT64_MAX / 2, 8, true},
        {OFFSETS + 32, count + 1, 8, true},
        {OFFSETS + 5 * 8, count - 1, 8, true},
        {OFFSETS + 5 * 8, count + 1000000, 8, true},
        {PAIRS, 1, 4, true},     // the pair 1, 1
        {PAIRS, 2, 4, true},     // 2, 1
        {PAIRS + 4, 3, 4, true}, // there is no body 3
        {PAIRS + 4, UINT32_MAX, 4, true},
        {PAIRS + 4, 2, 4, true},  // 0, 2 twice
        {PAIRS + 8, 1, 4, true},  // 1, 2 twice
        {PAIRS + 12, 1, 4, true}, // 0, 1 twice
        {PAIRS + 20, 3, 4, true}, // 1, 3
        {FLAGS, 1, 4, false},     // solid truth undefined
        {FLAGS, 2, 4, false},     // totals
        {FLAGS, 0x80000000, 4, false},
        {COUNT, count + 1, 8, false},
        {COUNT, UINT64_C(1) << 40, 8, false},
        {COUNT, UINT64_MAX, 8, false},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        test_row("%zu: %llx at %zu", i, (unsigned long long)forgeries[i].value, forgeries[i].at);
        struct cd_status warning;
        forge(forgeries[i].at, forgeries[i].value, forgeries[i].width);
        assert_null(cd_cache_read(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, &warning));
        assert_int_equal(*warning.text != 0, forgeries[i].noticed);
        assert_int_equal(warning.code != CD_OK, forgeries[i].noticed);
        assert_true(!*warning.text || strstr(warning.text, path));
        struct cd_truth *truth = ask(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
        assert_false(truth->from_cache);
        assert_int_equal(truth->cache_warning != NULL, forgeries[i].noticed);
        assert_memory_equal(truth->first_pair, right->first_pair, 6 * sizeof *right->first_pair);
        cd_truth_destroy(truth);
        assert_true(cached());
    }
    cd_truth_destroy(right);
}

/// Takes no memory for what is not there.
TEST(a_file_with_holes_is_not_believed)
{
    assert_false(cached());
    read_entry();
    forge(COUNT, 1 << 22, 8);
    assert_int_equal(truncate(path, 64 << 20), 0);
    uint64_t before = cd_memory_peak_reset();
    assert_null(cd_cache_read(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, NULL));
    assert_true(cd_memory_peak() - before < 1 << 20);
}

TEST(flags_that_regions_do_not_have_are_not_believed)
{
    scratch_write("flags/frames.csv", "frame,body,mesh,r00,r01,r02,r10,r11,r12,r20,r21,r22,tx,ty,tz\n");
    scratch_write("flags/regions.csv", "frame,id,kind,lo0,hi0\n0,3,publish,0,5\n0,5,subscribe,0,2\n");
    struct cd_scene *regions = loaded(scratch_path("flags"));
    assert_false(answered_from_cache(regions, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_true(cd_cache_path(regions, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path));
    read_entry();
    for (uint64_t flags = 0; flags < 16; flags += 4) {
        forge(FLAGS, flags, 4);
        assert_int_equal(answered_from_cache(regions, CD_QUERY_PAIRS, CD_MEANING_SURFACE), !flags);
    }
    cd_scene_destroy(regions);
}

static void note_warning(void *user, const char *line)
{
    snprintf(user, 5000, "%s", line);
}

TEST(a_forged_entry_that_fits_its_scene_makes_no_algorithm_wrong)
{
    static const struct cd_description exact = {.meaning = CD_MEANING_SURFACE, .quality = CD_QUALITY_EXACT};
    struct cd_instance *instance = open_instance(scene, "brute", CD_QUERY_CONTACTS);
    struct cd_truth *right = ask(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    read_entry();
    forge(PAIRS + right->first_pair[5] * sizeof *right->pairs, 1000, 8); // contacts
    cd_truth_destroy(right);
    assert_true(cached());
    for (int repaired = 0; repaired < 2; repaired++) {
        char warning[5000] = "";
        struct cd_truths truths = {
            .scene = scene, .threads = 1, .use_cache = true, .warn = note_warning, .user = warning};
        struct cd_judged_pass pass = {.instance = instance, .scene = scene, .query = CD_QUERY_CONTACTS};
        struct cd_judgement judgement;
        assert_int_equal(cd_judge_by(&truths, &exact, &pass, &judgement, NULL), CD_OK);
        assert_int_equal(judgement.wrong_frames, 0);
        assert_int_equal(strstr(warning, path) == NULL, repaired);
        cd_truths_release(&truths);
    }
    cd_instance_destroy(instance);
}

TEST(what_others_may_write_or_is_no_file_is_replaced_and_does_not_hang)
{
    static const mode_t modes[] = {S_IFREG | 0620, S_IFREG | 0602, S_IFLNK | 0777, S_IFIFO | 0600,
                                   S_IFDIR | 0700};
    const char *precious = scratch_write("precious", "mine");
    struct stat information;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        test_row("mode %o", (unsigned)modes[i]);
        mode_t kind = modes[i] & S_IFMT;
        assert_int_equal(cached(), i > 0);
        if (kind != S_IFREG)
            assert_int_equal(unlink(path), 0);
        int failed = kind == S_IFLNK   ? symlink(precious, path)
                     : kind == S_IFIFO ? mkfifo(path, 0600)
                     : kind == S_IFDIR ? mkdir(path, 0700)
                                       : chmod(path, modes[i] & 0777);
        assert_int_equal(failed, 0);
        struct cd_truth *truth = ask(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
        assert_false(truth->from_cache);
        assert_non_null(strstr(truth->cache_warning, path));
        cd_truth_destroy(truth);
        assert_int_equal(cached(), kind != S_IFDIR);
        assert_int_equal(lstat(path, &information), 0);
        assert_true(information.st_mode == (S_IFREG | 0600) || kind == S_IFDIR);
    }
    assert_int_equal(stat(precious, &information), 0);
    assert_int_equal(information.st_size, 4); // the link was not followed
}

TEST(a_new_folder_is_the_users_alone_and_one_of_others_is_not_used_which_is_said_once)
{
    static const mode_t modes[] = {0720, 0702, 01777};
    struct stat information;
    mode_t usual = umask(0);
    assert_false(cached());
    umask(usual);
    assert_int_equal(stat(folder, &information), 0);
    assert_int_equal(information.st_mode & 0777, 0700);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        test_row("mode %o", (unsigned)modes[i]);
        assert_int_equal(chmod(folder, modes[i]), 0);
        struct cd_truth *truth = ask(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
        assert_false(truth->from_cache);
        assert_int_equal(truth->cache_warning != NULL, i == 0);
        assert_true(i || (strstr(truth->cache_warning, folder) && strstr(truth->cache_warning, "chmod")));
        cd_truth_destroy(truth);
        assert_false(answered_from_cache(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    }
    assert_int_equal(chmod(folder, 0755), 0);
    assert_true(cached());
    if (geteuid())
        test_skip("only root can give a folder away");
    assert_int_equal(chown(folder, 1, (gid_t)-1), 0);
    assert_false(cached());
}

TEST(a_folder_that_is_none_is_no_error)
{
    const char *odd = scratch_path("odd");
    setenv("CDBENCH_CACHE", odd, 1);
    assert_int_equal(symlink("nowhere", odd), 0);
    assert_false(cached());
    assert_int_equal(unlink(odd), 0);
    write_file(odd, "mine", 4);
    assert_false(cached());
    assert_int_equal(unlink(odd), 0);
    assert_int_equal(mkdir(odd, 0), 0);
    cached(); // root reads it all the same
    assert_int_equal(chmod(odd, 0700), 0);
    setenv("CDBENCH_CACHE", "/dev/null/cache", 1);
    assert_false(cached());
    assert_false(cached());
}

TEST(a_full_disk_is_no_error_and_leaves_nothing)
{
    rlim_t usual = scratch_limit(16);
    bool first = answered_from_cache(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    bool second = answered_from_cache(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    scratch_limit(usual);
    assert_false(first || second);
    assert_int_equal(rmdir(folder), 0); // only an empty one can be removed
}

TEST(runs_at_the_same_time_do_not_disturb_each_other)
{
    enum { RUNS = 4, TIMES = 100 };
    struct cd_truth *right = ask(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    for (int i = 0; i < RUNS; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        for (int k = 0; k < TIMES && !child; k++) {
            struct cd_status warning;
            cd_cache_write(scene, right);
            struct cd_truth *read = cd_cache_read(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, &warning);
            if (!read || *warning.text || read->first_pair[5] != right->first_pair[5])
                _exit(1);
            cd_truth_destroy(read);
        }
        if (!child)
            _exit(0);
    }
    for (int i = 0; i < RUNS; i++) {
        int result;
        assert_true(wait(&result) > 0);
        assert_int_equal(result, 0);
    }
    cd_truth_destroy(right);
}

TEST(nothing_is_kept_without_the_cache)
{
    struct cd_truth *truth = NULL;
    assert_int_equal(
        cd_oracle_truth(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 1, false, NULL, &truth, NULL), CD_OK);
    cd_truth_destroy(truth);
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST(the_folder_follows_the_environment)
{
    static const char *const names[] = {"CDBENCH_CACHE", "XDG_CACHE_HOME", "HOME"};
    static const struct {
        const char *values[3], *begins; ///< NULL: there is no folder
    } cases[] = {{{"/c", "/x", "/h"}, "/c/truth-"},
                 {{"", "/x", "/h"}, "/x/cdbench/truth-"},
                 {{"", "relative", "/h"}, "/h/.cache/cdbench/truth-"},
                 {{NULL, NULL, "/h"}, "/h/.cache/cdbench/truth-"},
                 {{"", "relative", NULL}, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 3; k++)
            (void)(cases[i].values[k] ? setenv(names[k], cases[i].values[k], 1) : unsetenv(names[k]));
        bool found = cd_cache_path(scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path);
        if (found != (cases[i].begins != NULL) || (found && strstr(path, cases[i].begins) != path))
            fail_msg("case %zu: %s", i, found ? path : "no folder");
    }
}

/// This test comes last, because the program stays interrupted.
TEST(what_was_interrupted_is_not_kept)
{
    struct cd_truth *truth = NULL;
    struct cd_status status;
    cd_interrupt_install();
    cd_interrupt_defer(true);
    raise(SIGINT);
    assert_int_equal(
        cd_oracle_truth(scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 1, true, NULL, &truth, &status),
        CD_INTERRUPTED);
    assert_null(truth);
    assert_int_equal(access(path, F_OK), -1);
}
