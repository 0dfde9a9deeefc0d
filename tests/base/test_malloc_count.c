/// Which allocations count as made by algorithms.

#include "base/activity.h"
#include "base/malloc_count.h"
#include "base/memory.h"
#include "tests/test.h"

#include <malloc.h>
#include <pthread.h>

static void allocate_in_every_way(void)
{
    char *volatile text = strdup("allocated by the C library"); // where the compiler cannot leave it out
    void *volatile block;
    void *aligned = NULL;
    free(text);
    cd_free(cd_allocate(3, 8));
    cd_free(cd_allocate(300, 8));
    block = calloc(2, 8);
    free(block);
    block = realloc(NULL, 100);
    free(block);
    block = memalign(64, 64);
    free(block);
    assert_int_equal(posix_memalign(&aligned, 64, 64), 0);
    free(aligned);
}

static void *run_elsewhere(void *nothing)
{
    (void)nothing;
    allocate_in_every_way();
    return NULL;
}

TEST(every_way_to_allocate_is_counted_while_an_algorithm_runs)
{
    uint64_t before = cd_malloc_count();
    allocate_in_every_way();
    assert_int_equal(cd_malloc_count() - before, cd_malloc_is_counted() ? 0 : 2);
    before = cd_malloc_count();
    cd_activity_begin("a test", NULL, CD_NO_FRAME);
    allocate_in_every_way();
    cd_activity_end();
    assert_int_equal(cd_malloc_count() - before, cd_malloc_is_counted() ? 7 : 2);
}

TEST(what_other_threads_allocate_is_not)
{
    pthread_t thread;
    uint64_t before = cd_malloc_count();
    cd_activity_begin("a test", NULL, CD_NO_FRAME);
    int failed = pthread_create(&thread, NULL, run_elsewhere, NULL);
    uint64_t created = cd_malloc_count();
    pthread_join(thread, NULL);
    cd_activity_end();
    assert_int_equal(failed, 0);
    if (cd_malloc_is_counted())
        assert_int_equal(cd_malloc_count(), created);
    assert_true(created >= before);
}

void test_set_up(void)
{
    cd_activity_join();
}
