/// Once warm, no algorithm allocates in a timed call, in any thread: every allocation of this process is
/// counted, by taking the place of malloc or, under a sanitizer, by its hook. OpenGL drivers allocate as they
/// like, so that algorithms that draw are held to what they allocate themselves.
#include "scenes/cursor.h"
#include "tests/conformance.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"

#include <pthread.h>
#include <stdatomic.h>

static _Atomic uint64_t allocations;

static void count_allocation(void)
{
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

#if defined(__clang__)
#define COUNTS_OWN_ONLY 1 // clang's OpenMP runtime allocates as it likes, too
#endif

#if defined(COUNTS_OWN_ONLY)

static void start_counting(void)
{
}

#elif defined(__SANITIZE_ADDRESS__)

int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                              void (*free_hook)(const volatile void *));

static void note_malloc(const volatile void *block, size_t bytes)
{
    (void)block, (void)bytes;
    count_allocation();
}

static void note_free(const volatile void *block)
{
    (void)block;
}

static void start_counting(void)
{
    assert_true(__sanitizer_install_malloc_and_free_hooks(note_malloc, note_free) > 0);
}

#else

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

void *malloc(size_t bytes)
{
    count_allocation();
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    count_allocation();
    return __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    count_allocation();
    return __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    count_allocation();
    return __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    count_allocation();
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    count_allocation();
    void *found = __libc_memalign(alignment, bytes);
    if (!found)
        return 12; // ENOMEM
    *block = found;
    return 0;
}

static void start_counting(void)
{
}

#endif

static void test_the_counter_counts(void **state)
{
    (void)state;
    uint64_t before = atomic_load(&allocations), own = cd_allocation_count();
    cd_free(cd_allocate(3, 8));
    cd_free(cd_allocate(300, 8));
    free(strdup("counted"));
    assert_int_equal(cd_allocation_count() - own, 2);
#ifndef COUNTS_OWN_ONLY
    assert_in_range(atomic_load(&allocations) - before, 3, 4);
#else
    (void)before, count_allocation();
#endif
}

/// Allocations in the timed calls of one pass.
struct counts {
    uint64_t process, own;
};

static struct counts count_pass(struct cd_instance *instance, struct cd_cursor *cursor, enum cd_query query)
{
    struct cd_worker *workers = cd_instance_workers(instance);
    struct counts counts = {0, 0};
    const struct cd_frame *frame;
    struct cd_status status = {0};
    cd_cursor_rewind(cursor);
    cd_instance_reset(instance);
    while (assert_int_equal(cd_cursor_next(cursor, &frame, &status), CD_OK), frame) {
        for (unsigned i = 0; i < workers[0].context->threads; i++)
            cd_sink_begin(workers[i].sink, query, CD_SINK_COUNT, frame->index);
        uint64_t process = atomic_load(&allocations), own = cd_allocation_count();
        enum cd_code code = cd_instance_update(instance, frame, &status);
        if (!code)
            code = cd_instance_query(instance, &status);
        counts.process += atomic_load(&allocations) - process;
        counts.own += cd_allocation_count() - own;
        assert_int_equal(code, CD_OK);
    }
    return counts;
}

static void check_instance(const struct cd_algo *algo, const struct cd_settings *settings,
                           const struct conformance_scene *row, const struct cd_scene *scene,
                           enum cd_query query, unsigned threads)
{
    struct cd_description description;
    struct cd_context context = {.threads = threads};
    struct cd_instance *instance;
    struct cd_status status = {0};
    cd_describe(algo, settings, &description);
    if (!(description.queries & CD_QUERY_BIT(query)) || !conformance_takes(algo, settings, scene))
        return;
    enum cd_code code = cd_instance_create(algo, settings, scene, query, &context, &instance, &status);
    if (conformance_may_refuse(scene, code, &status))
        return;
    assert_int_equal(code, CD_OK);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    count_pass(instance, cursor, query);
    // Where threads race for a first hit, another part of the work may be done in every pass: being warm may
    // take several.
    bool races = threads > 1 && description.scheduled & CD_QUERY_BIT(query);
    uint64_t held_to = 1;
    for (int passes = races ? 6 : 1; passes-- > 0 && held_to;) {
        struct counts warm = count_pass(instance, cursor, query);
#ifdef COUNTS_OWN_ONLY
        held_to = warm.own;
#else
        held_to = description.uses_gl ? warm.own : warm.process;
#endif
    }
    cd_cursor_close(cursor);
    cd_instance_destroy(instance);
    if (held_to)
        print_error("%s on %s, %s, %u threads: %llu allocations once warm\n", algo->name, row->name,
                    cd_query_name(query), threads, (unsigned long long)held_to);
    assert_int_equal(held_to, 0);
}

static void check_algo(const struct cd_algo *algo, const struct conformance_scene *row,
                       const struct cd_scene *scene)
{
    struct cd_settings *settings = conformance_settings(algo);
    struct cd_status status = {0};
    for (enum cd_query query = CD_QUERY_ANY; query <= CD_QUERY_CONTACTS; query++) {
        if (scene->max_bodies > 100 && query != CD_QUERY_PAIRS) // so many pairs take their time
            continue;
        bool scheduled = cd_settings_has(settings, "schedule");
        if (scheduled)
            assert_int_equal(cd_settings_set(settings, algo->name, "schedule", "serial", &status), CD_OK);
        check_instance(algo, settings, row, scene, query, 1);
        if (!scheduled && (!scene->dimensions || query != CD_QUERY_PAIRS))
            continue;
        if (scheduled)
            assert_int_equal(cd_settings_set(settings, algo->name, "schedule", "dynamic", &status), CD_OK);
        check_instance(algo, settings, row, scene, query, 2);
        if (scheduled)
            check_instance(algo, settings, row, scene, query, 3);
    }
    cd_settings_destroy(settings);
}

static bool draws(const struct cd_algo *algo)
{
    struct cd_description description;
    struct cd_settings *settings = conformance_settings(algo);
    cd_describe(algo, settings, &description);
    cd_settings_destroy(settings);
    return description.uses_gl;
}

static void check_algos(const struct conformance_scene *row, bool that_draw)
{
    struct cd_scene *scene = row->make();
    const struct cd_algo *algo;
    for (size_t i = 0; (algo = cd_algo_at(i)); i++)
        if (algo->role != CD_ROLE_BROAD && draws(algo) == that_draw)
            check_algo(algo, row, scene);
    cd_scene_destroy(scene);
}

static void test_no_algorithm_allocates_once_warm(void **state)
{
    check_algos(*state, false);
}

/// After all others: threads of a GL driver go on allocating when the instance that woke them is gone.
static void test_algorithms_that_draw_allocate_nothing_themselves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof conformance_scenes / sizeof *conformance_scenes; i++)
        check_algos(&conformance_scenes[i], true);
}

static void *end_thread(void *nothing)
{
    pthread_exit(nothing);
}

/// The first thread that ends makes the C library load its unwinder, which allocates. Threads of OpenMP end
/// when a team gets smaller, at any moment after; so that none of them is the first, one ends here.
static void load_unwinder(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, end_thread, NULL), 0);
    pthread_join(thread, NULL);
}

int main(void)
{
    load_unwinder();
    enum { SCENES = sizeof conformance_scenes / sizeof *conformance_scenes };
    struct CMUnitTest tests[SCENES + 2] = {cmocka_unit_test(test_the_counter_counts)};
    start_counting();
    for (int i = 0; i < SCENES; i++)
        tests[i + 1] = (struct CMUnitTest){.name = conformance_scenes[i].name,
                                           .test_func = test_no_algorithm_allocates_once_warm,
                                           .initial_state = (void *)(uintptr_t)&conformance_scenes[i]};
    tests[SCENES + 1] =
        (struct CMUnitTest)cmocka_unit_test(test_algorithms_that_draw_allocate_nothing_themselves);
    return cmocka_run_group_tests_name("allocation", tests, NULL, NULL);
}
