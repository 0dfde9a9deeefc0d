// An algorithm that ends the program, or never ends, or does what would disturb the harness if they shared a process. It
// misbehaves with bodies of more than `above` triangles once `after` tests have gone right, and is right with others.
// With WHERE and HOW defined, it does so by default.
#define _GNU_SOURCE // feenableexcept
#include <algos/algo.h>
#include <base/memory.h>
#include <base/thread_state.h>

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef WHERE
#define WHERE "test"
#define HOW   "exit"
#endif

static const struct cd_param ending_params[] = {
    CD_PARAM_CHOICE(
        "by", HOW,
        "exit|quick_exit|_exit|abort|crash|trap|overflow|loop|pause|stop|kill|thread|close|fork|print|hunger|"
        "flush|round|unmask|locale",
        "how it misbehaves"),
    CD_PARAM_INT("above", "0", 0, 1000000, "triangles of a body that it is right with"),
    CD_PARAM_INT("after", "0", 0, 1000000, "tests that go right before"),
    CD_PARAM_CHOICE("at", WHERE, "describe|prepare|test|release", "when it misbehaves"),
    CD_PARAM_END,
};

struct ending {
    char *by;
    uint32_t above, triangles;
    int64_t after;
    char at; ///< the first letter
};

static unsigned overflow(volatile unsigned *depth)
{
    volatile char room[4096] = {0};
    unsigned deeper = *depth + 1;
    return overflow(&deeper) + (unsigned)room[*depth % sizeof room];
}

static void *exit_there(void *unused)
{
    exit(5);
    return unused;
}

/// Returns if the harness, in a process of its own, must not notice, and from a fork.
static void misbehave(const char *by)
{
    pthread_t thread;
    if (!strcmp(by, "print"))
        puts("chatter");
    if (!strcmp(by, "close"))
        for (int i = 0; i < 100; i++)
            close(i);
    static atomic_bool has_forked; // copies must not make more and more
    if (!strcmp(by, "fork") && !atomic_exchange(&has_forked, true))
        fork();
#ifdef __x86_64__
    if (!strcmp(by, "flush")) // as -Ofast and ray tracers do
        cd_float_set(cd_float_control() | 0x8040);
#else
    if (!strcmp(by, "flush"))
        cd_float_set(cd_float_control() | 0x01000000);
#endif
    if (!strcmp(by, "round"))
        fesetround(FE_UPWARD);
    if (!strcmp(by, "unmask"))
        feenableexcept(FE_ALL_EXCEPT);
    if (!strcmp(by, "locale")) {
        setlocale(LC_ALL, "de_DE.UTF-8");
        uselocale(LC_GLOBAL_LOCALE);
    }
    if (strstr("print close fork flush round unmask locale", by))
        return;
    if (!strcmp(by, "thread"))
        pthread_create(&thread, NULL, exit_there, NULL);
    if (!strcmp(by, "kill"))
        raise(SIGKILL);
    if (!strcmp(by, "stop"))
        raise(SIGSTOP);
    volatile int *volatile nowhere = NULL;
    volatile unsigned count = 0;
    if (!strcmp(by, "exit"))
        exit(3);
    if (!strcmp(by, "quick_exit"))
        quick_exit(0);
    if (!strcmp(by, "_exit"))
        _exit(0);
    if (!strcmp(by, "hunger"))
        cd_free(cd_allocate(SIZE_MAX / 2, 3));
    if (!strcmp(by, "abort"))
        abort();
    if (!strcmp(by, "trap"))
        raise(SIGTRAP);
    if (!strcmp(by, "crash"))
        *nowhere = 1;
    if (!strcmp(by, "overflow"))
        overflow(&count);
    while (!strcmp(by, "pause") || !strcmp(by, "thread"))
        pause();
    if (!strcmp(by, "loop"))
        close(creat("looping", 0600)); // tells the test
    for (;;)
        count++;
}

static void ending_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)description;
    if (cd_setting_is(settings, "at", "describe"))
        misbehave(cd_setting_choice(settings, "by"));
}

static enum cd_code ending_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                   struct cd_context *context, void **model, struct cd_status *status)
{
    struct ending *ending = malloc(sizeof *ending);
    (void)context, (void)status;
    *ending = (struct ending){.by = strdup(cd_setting_choice(settings, "by")),
                              .above = (uint32_t)cd_setting_int(settings, "above"),
                              .triangles = shape->mesh->triangle_count,
                              .after = cd_setting_int(settings, "after"),
                              .at = *cd_setting_choice(settings, "at")};
    *model = ending;
    if (ending->at == 'p' && ending->triangles > ending->above)
        misbehave(ending->by);
    return CD_OK;
}

static void ending_release(void *model)
{
    struct ending *ending = model;
    if (ending->at == 'r' && ending->triangles > ending->above)
        misbehave(ending->by);
    free(ending->by);
    free(ending);
}

static bool ending_test(const struct cd_test *t)
{
    const struct cd_placed *a = t->a, *b = t->b;
    static _Atomic int64_t tests;
    const struct ending *ending = a->model;
    if (ending->at == 't' && ending->triangles > ending->above && tests++ >= ending->after)
        misbehave(ending->by);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t k = 0; k < b->triangle_count; k++)
            if (cd_placed_triangles_touch(a, i, b, k))
                return true;
    return false;
}

static const struct cd_algo ending = {
    .name = "ending",
    .title = "ends the program, or does not end",
    .source = "a test of the harness",
    .params = ending_params,
    .describe = ending_describe,
    .pair = &(
        const struct cd_pair_algo){.prepare = ending_prepare, .release = ending_release, .test = ending_test},
};

static const struct cd_algo *const algos[] = {&ending};

const struct cd_plugin_info cd_plugin = {
    .abi_version = CD_ABI_VERSION,
    .count = 1,
    .algos = algos,
};
