/// The cache of truths: used when whole, ignored when not, never in the way.
#include "tests/handmade.h"

#include "bench/oracle.h"
#include "bench/oracle_cache.h"

#include <sys/stat.h>
#include <unistd.h>

struct fixture {
    char folder[64], path[4096];
    struct cd_scene *scene;
};

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

static int set_up(void **state)
{
    struct fixture *fixture = cd_allocate(1, sizeof *fixture);
    strcpy(fixture->folder, "/tmp/cdbench-cache-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    char cache[128];
    snprintf(cache, sizeof cache, "%s/made/when needed", fixture->folder);
    setenv("CDBENCH_CACHE", cache, 1);
    fixture->scene = three_boxes(1);
    *state = fixture;
    assert_true(cd_cache_path(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE, fixture->path,
                              sizeof fixture->path));
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", fixture->folder);
    assert_int_equal(system(command), 0);
    cd_scene_destroy(fixture->scene);
    cd_free(fixture);
    unsetenv("CDBENCH_CACHE");
    return 0;
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

static void test_the_second_asking_is_answered_from_the_cache_and_alike(void **state)
{
    struct fixture *fixture = *state;
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

static void test_any_and_bodies_share_the_answers_of_pairs(void **state)
{
    struct fixture *fixture = *state;
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_ANY, CD_MEANING_SURFACE));
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_BODIES, CD_MEANING_SURFACE));
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
}

static void test_another_scene_query_or_meaning_is_another_file(void **state)
{
    struct fixture *fixture = *state;
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SOLID));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    struct cd_scene *other = three_boxes(1.25);
    assert_false(answered_from_cache(other, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    cd_scene_destroy(other);
}

static void test_what_is_undefined_is_remembered(void **state)
{
    (void)state;
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

static void test_a_file_cut_anywhere_is_worked_out_again_and_mended(void **state)
{
    struct fixture *fixture = *state;
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    struct stat facts;
    assert_int_equal(stat(fixture->path, &facts), 0);
    for (off_t bytes = 0; bytes < facts.st_size; bytes += 7) {
        assert_int_equal(truncate(fixture->path, bytes), 0);
        assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
        assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    }
}

static void test_a_file_with_any_byte_changed_is_not_believed(void **state)
{
    struct fixture *fixture = *state;
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
        assert_null(cd_cache_read(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
        file = fopen(fixture->path, "r+b");
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fclose(file);
    }
    assert_true(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

static void test_a_folder_in_the_files_place_is_no_error(void **state)
{
    struct fixture *fixture = *state;
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
    assert_int_equal(unlink(fixture->path), 0);
    assert_int_equal(mkdir(fixture->path, 0700), 0);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_CONTACTS, CD_MEANING_SURFACE));
}

static void test_a_cache_that_cannot_be_written_is_no_error(void **state)
{
    struct fixture *fixture = *state;
    setenv("CDBENCH_CACHE", "/dev/null/cache", 1);
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
    assert_false(answered_from_cache(fixture->scene, CD_QUERY_PAIRS, CD_MEANING_SURFACE));
}

static void test_nothing_is_kept_without_the_cache(void **state)
{
    struct fixture *fixture = *state;
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

static void test_the_folder_follows_the_environment(void **state)
{
    struct fixture *fixture = *state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_second_asking_is_answered_from_the_cache_and_alike, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_any_and_bodies_share_the_answers_of_pairs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_another_scene_query_or_meaning_is_another_file, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_undefined_is_remembered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_cut_anywhere_is_worked_out_again_and_mended, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_file_with_any_byte_changed_is_not_believed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_folder_in_the_files_place_is_no_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cache_that_cannot_be_written_is_no_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_is_kept_without_the_cache, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_folder_follows_the_environment, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("oracle cache", tests, NULL, NULL);
}
