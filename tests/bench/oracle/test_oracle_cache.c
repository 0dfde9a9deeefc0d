/// The cache of truths. It is used when it is intact, ignored when it is not, and never a reason to fail.
#include "tests/handmade.h"
#include "tests/test.h"

#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "bench/harness/measure.h"
#include "bench/oracle/cache.h"
#include "bench/oracle/oracle.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
    char folder[64], path[4096];
    struct cd_scene *scene;
};

static struct fixture *fixture;

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
    fixture = cd_allocate(1, sizeof *fixture);
    strcpy(fixture->folder, "/tmp/cdbench-cache-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    char cache[128];
    snprintf(cache, sizeof cache, "%s/made/when needed", fixture->folder);
    setenv("CDBENCH_CACHE", cache, 1);
    fixture->scene = three_boxes(1);
    assert_true(cd_cache_path(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, fixture->path,
                              sizeof fixture->path));
}

void test_after(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", fixture->folder);
    assert_int_equal(system(command), 0);
    cd_scene_destroy(fixture->scene);
    cd_free(fixture);
    unsetenv("CDBENCH_CACHE");
}

static struct cd_truth *ask(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning)
{
    struct cd_truth *truth = NULL;
    struct cd_status status = {0};
    assert_int_equal(cd_oracle_truth(scene, query, meaning, 1, true, NULL, &truth, &status), CD_OK);
    return truth;
}

static bool answered_from_cache(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning)
{
    struct cd_truth *truth = ask(scene, query, meaning);
    bool from_cache = truth->from_cache;
    cd_truth_destroy(truth);
    return from_cache;
}

TEST(the_second_asking_is_answered_from_the_cache_and_alike)
{
    for (int contacts = 0; contacts < 2; contacts++) {
        enum cd_query query = contacts ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
        struct cd_truth *first = ask(fixture->scene, query, CD_MEANING_SURFACE);
        struct cd_truth *second = ask(fixture->scene, query, CD_MEANING_SURFACE);
        assert_false(first->from_cache);
        assert_true(second->from_cache);
        assert_int_equal(second->query, query);
        assert_int_equal(second->frame_count, 5);
        assert_true(first->first_pair[5] > 0);
        assert_memory_equal(first->first_pair, second->first_pair, 6 * sizeof *first->first_pair);
        assert_memory_equal(first->pairs, second->pairs, first->first_pair[5] * sizeof *first->pairs);
        for (uint64_t frame = 0; frame < 5 && contacts; frame++) {
            struct cd_answer a = cd_truth_answer(first, frame, query);
            struct cd_answer b = cd_truth_answer(second, frame, query);
            assert_int_equal(a.count, b.count);
            assert_true(cd_hash_equal(a.digest, b.digest));
        }
        cd_truth_destroy(first);
        cd_truth_destroy(second);
    }
}

TEST(any_and_bodies_share_the_answers_of_pairs)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_ANY, CD_MEANING_SURFACE));
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_BODIES, CD_MEANING_SURFACE));
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
}

TEST(another_scene_query_or_meaning_is_another_file)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SOLID));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    struct cd_scene *other = three_boxes(1.25);
    assert_false(answered_from_cache(other, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    cd_scene_destroy(other);
}

TEST(what_is_undefined_is_remembered)
{
    struct cd_mesh *closed = handmade_box(1, false);
    struct handmade *made = handmade_begin();
    uint32_t open = handmade_add(made, handmade_mesh(closed->vertices, 8, closed->triangles, 9));
    cd_mesh_destroy(closed);
    handmade_put(made, 0, 0, open, handmade_at(0, 0, 0));
    struct cd_scene *scene = handmade_end(made, 1);
    for (int i = 0; i < 2; i++) {
        struct cd_truth *truth = ask(scene, CD_QUERY_PAIRS, CD_MEANING_SOLID);
        assert_int_equal(truth->from_cache, i);
        assert_true(truth->solid_undefined);
        cd_truth_destroy(truth);
    }
    cd_scene_destroy(scene);
}

TEST(a_file_cut_anywhere_is_worked_out_again_and_mended)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    struct stat facts;
    assert_int_equal(stat(fixture->path, &facts), 0);
    for (off_t bytes = 0; bytes < facts.st_size; bytes += 7) {
        assert_int_equal(truncate(fixture->path, bytes), 0);
        assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
        assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    }
}

TEST(a_file_with_any_byte_changed_is_not_believed)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    struct stat facts;
    assert_int_equal(stat(fixture->path, &facts), 0);
    for (long at = 0; at < facts.st_size; at++) {
        FILE *file = fopen(fixture->path, "r+b");
        assert_non_null(file);
        fseek(file, at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 0x40, file);
        fclose(file);
        assert_null(cd_cache_read(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, NULL));
        file = fopen(fixture->path, "r+b");
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fclose(file);
    }
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

TEST(a_folder_in_the_files_place_is_no_error)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(mkdir(fixture->path, 0700), 0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

TEST(a_cache_that_cannot_be_written_is_no_error)
{
    setenv("CDBENCH_CACHE", "/dev/null/cache", 1);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
}

// ---- files and folders of others --------------------------------------------------------------------------

static size_t read_file(const char *path, unsigned char *content, size_t bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t got = fread(content, 1, bytes, file);
    assert_true(got < bytes);
    fclose(file);
    return got;
}

static void write_file(const char *path, const unsigned char *content, size_t bytes)
{
    unlink(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, bytes, file), bytes);
    fclose(file);
    assert_int_equal(chmod(path, 0600), 0);
}

/// Changes one 64-bit (or 32-bit) number of the file and corrects the file's hash.
static void forge(const char *path, const unsigned char *whole, size_t bytes, size_t at, uint64_t value,
                  size_t width)
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
    enum { FLAGS = 20, COUNT = 48, OFFSETS = 56, PAIRS = OFFSETS + 6 * 8 };
    unsigned char whole[4096];
    struct cd_truth *right = ask(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    size_t bytes = read_file(fixture->path, whole, sizeof whole);
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
        {OFFSETS + 5 * 8, count - 1, 8, true},
        {OFFSETS + 5 * 8, count + 1000000, 8, true},
        {PAIRS, 1, 4, true},     // the pair 1, 1
        {PAIRS, 2, 4, true},     // 2, 1
        {PAIRS + 4, 3, 4, true}, // there is no body 3
        {PAIRS + 4, UINT32_MAX, 4, true},
        {PAIRS + 4, 2, 4, true}, // 0, 2 twice
        {PAIRS + 8, 1, 4, true}, // 1, 2 twice
        {FLAGS, 1, 4, false},    // solid truth undefined
        {FLAGS, 2, 4, false},    // totals
        {FLAGS, 0x80000000, 4, false},
        {COUNT, count + 1, 8, false},
        {COUNT, UINT64_C(1) << 40, 8, false},
        {COUNT, UINT64_MAX, 8, false},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        struct cd_status warning;
        forge(fixture->path, whole, bytes, forgeries[i].at, forgeries[i].value, forgeries[i].width);
        assert_null(cd_cache_read(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, &warning));
        assert_int_equal(*warning.text != 0, forgeries[i].noticed);
        assert_true(!*warning.text || strstr(warning.text, fixture->path));
        struct cd_truth *truth = ask(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
        assert_false(truth->from_cache);
        assert_int_equal(truth->cache_warning != NULL, forgeries[i].noticed);
        assert_memory_equal(truth->first_pair, right->first_pair, 6 * sizeof *right->first_pair);
        cd_truth_destroy(truth);
        assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    }
    cd_truth_destroy(right);
}

static void note_warning(void *user, const char *line)
{
    snprintf(user, 5000, "%s", line);
}

/// Measures with the fixture's file. Returns the verdict on an algorithm that is right.
static enum cd_verdict verdict_on_brute(const struct cd_scene *scene, char warning[5000])
{
    struct cd_choice choice = {.typed = "brute"};
    struct cd_cell cell = {0};
    struct cd_context context = {.threads = 1};
    struct cd_measure_plan plan = {.timing = cd_plan_timing(CD_QUERY_CONTACTS, 1, 1, 0),
                                   .verify = true,
                                   .oracle_threads = 1,
                                   .oracle_cache = true,
                                   .context = &context,
                                   .warn = note_warning,
                                   .user = warning};
    assert_int_equal(cd_algo_select("brute", &choice.algo, &choice.settings, NULL), CD_OK);
    cd_describe(choice.algo, choice.settings, &choice.description);
    assert_int_equal(cd_measure_scene(scene, &choice, 1, &plan, NULL, &cell, NULL), CD_OK);
    enum cd_verdict verdict = cell.verdict;
    cd_cell_release(&cell);
    cd_settings_destroy(choice.settings);
    return verdict;
}

TEST(a_forged_entry_that_fits_its_scene_makes_no_algorithm_wrong)
{
    enum { OFFSETS = 56, PAIRS = OFFSETS + 6 * 8 };
    unsigned char whole[4096];
    struct cd_truth *right = ask(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    size_t bytes = read_file(fixture->path, whole, sizeof whole);
    size_t contacts = PAIRS + right->first_pair[5] * sizeof *right->pairs;
    cd_truth_destroy(right);
    char warning[5000] = "";
    forge(fixture->path, whole, bytes, contacts, 1000, 8);
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_int_equal(verdict_on_brute(fixture->scene, warning), CD_VERDICT_EXACT);
    assert_non_null(strstr(warning, fixture->path));
    *warning = 0;
    assert_int_equal(verdict_on_brute(fixture->scene, warning), CD_VERDICT_EXACT); // the file is mended
    assert_string_equal(warning, "");
}

TEST(a_link_in_the_files_place_is_replaced_and_not_followed)
{
    char precious[100];
    unsigned char content[100];
    struct stat facts;
    snprintf(precious, sizeof precious, "%s/precious", fixture->folder);
    write_file(precious, (const unsigned char *)"mine", 4);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(symlink(precious, fixture->path), 0);
    struct cd_truth *truth = ask(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
    assert_false(truth->from_cache);
    assert_non_null(strstr(truth->cache_warning, fixture->path));
    cd_truth_destroy(truth);
    assert_int_equal(read_file(precious, content, sizeof content), 4);
    assert_int_equal(lstat(fixture->path, &facts), 0);
    assert_true(S_ISREG(facts.st_mode));
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

TEST(a_file_that_others_may_write_is_not_believed)
{
    static const mode_t modes[] = {0620, 0602};
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(chmod(fixture->path, modes[i]), 0);
        assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
        assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    }
}

TEST(a_pipe_in_the_files_place_does_not_hang)
{
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(mkfifo(fixture->path, 0600), 0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

TEST(a_new_folder_is_the_users_alone)
{
    struct stat facts;
    mode_t usual = umask(0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    umask(usual);
    assert_int_equal(stat(getenv("CDBENCH_CACHE"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
    assert_int_equal(stat(fixture->path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
}

TEST(a_folder_of_others_is_not_used_which_is_said_once)
{
    const char *folder = getenv("CDBENCH_CACHE");
    static const mode_t modes[] = {0720, 0702, 01777};
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(folder, modes[i]), 0);
        struct cd_truth *truth = ask(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE);
        assert_false(truth->from_cache);
        assert_int_equal(truth->cache_warning != NULL, i == 0);
        assert_true(i || (strstr(truth->cache_warning, folder) && strstr(truth->cache_warning, "chmod")));
        cd_truth_destroy(truth);
        assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    }
    assert_int_equal(chmod(folder, 0755), 0);
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    if (geteuid())
        test_skip("only root can give a folder away");
    assert_int_equal(chown(folder, 1, (gid_t)-1), 0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

TEST(a_folder_that_is_none_is_no_error)
{
    char path[100];
    snprintf(path, sizeof path, "%s/odd", fixture->folder);
    setenv("CDBENCH_CACHE", path, 1);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(path), 0);
    write_file(path, (const unsigned char *)"mine", 4);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0), 0);
    cd_truth_destroy(ask(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE)); // root reads it all the same
    assert_int_equal(chmod(path, 0700), 0);
}

TEST(a_full_disk_is_no_error_and_leaves_nothing)
{
    struct rlimit old, low;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    low = old;
    low.rlim_cur = 16;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
    bool first = answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    bool second = answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(first || second);
    assert_int_equal(rmdir(getenv("CDBENCH_CACHE")), 0); // only an empty one can be removed
}

TEST(runs_at_the_same_time_do_not_disturb_each_other)
{
    enum { RUNS = 4, TIMES = 100 };
    struct cd_truth *right = ask(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE);
    for (int i = 0; i < RUNS; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        for (int k = 0; k < TIMES && !child; k++) {
            struct cd_status warning;
            cd_cache_write(fixture->scene, right);
            struct cd_truth *read =
                cd_cache_read(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, &warning);
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
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cd_oracle_truth(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, 1, false,
                                         NULL, &truth, NULL),
                         CD_OK);
        assert_false(truth->from_cache);
        cd_truth_destroy(truth);
    }
    assert_int_not_equal(access(fixture->path, F_OK), 0);
}

TEST(the_folder_follows_the_environment)
{
    char path[4096];
    const char *home = getenv("HOME"), *base = getenv("XDG_CACHE_HOME");
    char *old_home = home ? cd_duplicate(home) : NULL, *old_base = base ? cd_duplicate(base) : NULL;
    setenv("HOME", "/h", 1);
    setenv("XDG_CACHE_HOME", "/x", 1);
    setenv("CDBENCH_CACHE", "/c", 1);
    assert_true(cd_cache_path(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path));
    assert_int_equal(strncmp(path, "/c/truth-", 9), 0);
    setenv("CDBENCH_CACHE", "", 1);
    assert_true(cd_cache_path(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path));
    assert_int_equal(strncmp(path, "/x/cdbench/truth-", 17), 0);
    setenv("XDG_CACHE_HOME", "relative", 1);
    assert_true(cd_cache_path(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path));
    assert_int_equal(strncmp(path, "/h/.cache/cdbench/truth-", 24), 0);
    unsetenv("HOME");
    assert_false(cd_cache_path(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE, path, sizeof path));
    unsetenv("XDG_CACHE_HOME");
    if (old_home)
        setenv("HOME", old_home, 1);
    if (old_base)
        setenv("XDG_CACHE_HOME", old_base, 1);
    cd_free(old_home);
    cd_free(old_base);
}
