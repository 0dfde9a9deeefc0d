#include "base/forked.h"

#include "base/activity.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/text.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// How long a wait lasts before the process is looked after.
#define TICK_MS 50

/// The memory that both processes see. Semaphores need no descriptors, which code that runs there may close.
struct shared {
    sem_t asked, answered;
    cd_forked_function *function;
    enum cd_code code;
    struct cd_status status;
    bool gave_up; ///< the process has answered for the last time
    _Alignas(64) struct cd_activity activity;
    double seconds, switches;
    _Alignas(64) char box[];
};

struct cd_forked {
    struct shared *shared;
    size_t bytes;
    pid_t process;  ///< 0 once it has ended
    char end[1000]; ///< how it ended by itself; else ""
    enum cd_code code;
    double limit; ///< seconds of processor time; 0 for none
    double waited_seconds;
    struct cd_forked *next;
};

static struct cd_forked *all;
static double patience = CD_HANG_SECONDS;

void cd_forked_set_patience(double seconds)
{
    patience = seconds;
}

void *cd_forked_box(struct cd_forked *forked)
{
    return forked->shared->box;
}

bool cd_forked_has_ended(const struct cd_forked *forked)
{
    return !forked->process;
}

void cd_forked_limit(struct cd_forked *forked, double seconds)
{
    forked->limit = seconds;
}

void cd_forked_usage(double *seconds, double *switches)
{
    *seconds = *switches = 0;
    for (const struct cd_forked *forked = all; forked; forked = forked->next) {
        *seconds += forked->process ? forked->shared->seconds : 0;
        *switches += forked->process ? forked->shared->switches : 0;
    }
}

// ---- in the other process ---------------------------------------------------------------------------------

static struct shared *here;

static void answer(enum cd_code code)
{
    struct rusage usage;
    CD_ASSERT(!getrusage(RUSAGE_SELF, &usage));
    here->seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                    (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    here->switches = (double)usage.ru_nivcsw;
    here->code = code;
    sem_post(&here->answered);
}

static void give_up(size_t bytes, const char *line)
{
    (void)bytes;
    here->gave_up = true;
    answer(cd_fail(&here->status, CD_ENVIRONMENT, "%s", line));
    for (;;)
        pause(); // until it is killed
}

/// Signals are blocked until their handlers are set; `mask` are those that are blocked otherwise.
static _Noreturn void serve(struct shared *shared, size_t bytes, pid_t parent, const sigset_t *mask)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM};
    pid_t self = getpid();
    here = shared;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    signal(SIGXCPU, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    madvise(here, bytes, MADV_DONTFORK); // a copy that the called code makes must not answer, too
    dup2(STDERR_FILENO, STDOUT_FILENO);  // what it prints is none of our results
    cd_activity_share(&here->activity);
    cd_memory_set_end(give_up);
    for (;;) {
        while (sem_wait(&here->asked))
            ; // a signal came
        here->status.text[0] = 0;
        enum cd_code code = here->function(here->box, &here->status);
        if (getpid() != self)
            _exit(0); // a copy that the called code has made without the library's fork
        fflush(stdout);
        answer(code);
    }
}

// ---- in this process --------------------------------------------------------------------------------------

enum cd_code cd_forked_start(size_t bytes, struct cd_forked **forked, struct cd_status *status)
{
    *forked = NULL;
    bytes += sizeof(struct shared);
    struct shared *shared =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED)
        return cd_fail(status, CD_ENVIRONMENT, "no memory to share with another process: %s",
                       strerror(errno));
    CD_ASSERT(!sem_init(&shared->asked, 1, 0) && !sem_init(&shared->answered, 1, 0));
    pid_t parent = getpid();
    sigset_t every, mask;
    sigfillset(&every);
    fflush(NULL); // otherwise both processes write what is in the buffers
    sigprocmask(SIG_BLOCK, &every, &mask);
    pid_t process = fork();
    if (!process)
        serve(shared, bytes, parent, &mask);
    int reason = errno;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (process < 0) {
        munmap(shared, bytes);
        return cd_fail(status, CD_ENVIRONMENT, "no process for an algorithm that is not ours: %s",
                       strerror(reason));
    }
    *forked = cd_allocate(1, sizeof **forked);
    **forked = (struct cd_forked){.shared = shared, .bytes = bytes, .process = process, .next = all};
    all = *forked;
    return CD_OK;
}

static void put_to_an_end(struct cd_forked *forked)
{
    if (!forked->process)
        return;
    kill(forked->process, SIGKILL);
    while (waitpid(forked->process, NULL, 0) < 0 && errno == EINTR)
        ;
    forked->process = 0;
}

/// Writes "crashed (SIGSEGV) in frame 6".
static void describe_end(struct cd_forked *forked, const char *how, const char *when)
{
    uint64_t frame = ~forked->shared->activity.not_frame;
    forked->code = CD_WRONG;
    if (frame == CD_NO_FRAME)
        snprintf(forked->end, sizeof forked->end, "%s %s", how, when);
    else
        snprintf(forked->end, sizeof forked->end, "%s in frame %llu", how, (unsigned long long)frame);
}

static void explain(struct cd_forked *forked, int result, const char *when)
{
    char how[100];
    int number = WIFEXITED(result) ? 0 : WTERMSIG(result);
    const char *name = sigabbrev_np(number);
    if (!number) {
        snprintf(how, sizeof how, "called exit(%d)", WEXITSTATUS(result));
    } else if (name) {
        bool crashed = cd_word_place("SEGV|BUS|FPE|ILL|ABRT|TRAP|SYS", name) >= 0;
        snprintf(how, sizeof how, "%s (SIG%s)", crashed ? "crashed" : "was killed", name);
    } else {
        snprintf(how, sizeof how, "was killed (SIGRT%d)", number);
    }
    describe_end(forked, how, when);
}

static bool is_over_its_limit(const struct cd_forked *forked)
{
    clockid_t clock;
    struct timespec now = {0};
    if (!clock_getcpuclockid(forked->process, &clock))
        clock_gettime(clock, &now);
    return forked->limit > 0 && ((double)now.tv_sec + (double)now.tv_nsec * 1e-9 > forked->limit ||
                                 forked->waited_seconds > 10 * forked->limit);
}

/// Waits for a tick at most. Returns true when the process has answered.
static bool wait_for_answer(struct cd_forked *forked)
{
    struct timespec until;
    int failed;
    CD_ASSERT(!clock_gettime(CLOCK_MONOTONIC, &until));
    until.tv_nsec += TICK_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while ((failed = sem_clockwait(&forked->shared->answered, CLOCK_MONOTONIC, &until)) && errno == EINTR)
        ;
    return !failed;
}

/// Kills the process when the call must not go on. Returns false if it may.
static bool stop_call(struct cd_forked *forked, double idle_seconds, const char *when)
{
    char how[120];
    bool in_frame = ~forked->shared->activity.not_frame != CD_NO_FRAME;
    if (cd_interrupted()) {
        put_to_an_end(forked);
        forked->code = CD_INTERRUPTED;
        strcpy(forked->end, "interrupted");
    } else if (is_over_its_limit(forked)) {
        put_to_an_end(forked);
        snprintf(how, sizeof how, "ran out of time (%g s)", forked->limit);
        describe_end(forked, how, when);
    } else if (idle_seconds >= patience) {
        put_to_an_end(forked);
        describe_end(forked, "hung", when);
        snprintf(how, sizeof how, " (%s finished within %g s; --hang-after allows more)",
                 in_frame ? "no frame" : "nothing", patience);
        strcat(forked->end, how);
    }
    return !forked->process;
}

/// Waits for the answer, or for whatever else ends the call; returns true for an answer. Ticks are counted and not time,
/// so that after an hour in which this program and its child were stopped nothing seems to hang.
static bool wait_for_end(struct cd_forked *forked, const char *when)
{
    double idle_seconds = 0;
    for (uint64_t ended = UINT64_MAX; !wait_for_answer(forked);) {
        int result;
        uint64_t now = forked->shared->activity.ended;
        idle_seconds = now == ended ? idle_seconds + TICK_MS * 1e-3 : 0;
        ended = now;
        forked->waited_seconds += TICK_MS * 1e-3;
        cd_progress_tick();
        pid_t found = waitpid(forked->process, &result, WNOHANG);
        if (found > 0)
            explain(forked, result, when);
        else if (found < 0 && errno != EINTR) // the called code ignores SIGCHLD here, too
            describe_end(forked, "ended", when);
        if (found > 0 || (found < 0 && errno != EINTR)) {
            forked->process = 0;
            return !sem_trywait(&forked->shared->answered); // it may have answered before
        }
        if (stop_call(forked, idle_seconds, when))
            return false;
    }
    return true;
}

enum cd_code cd_forked_call(struct cd_forked *forked, cd_forked_function *function, const char *when,
                            struct cd_status *status)
{
    struct shared *shared = forked->shared;
    bool answered = false;
    if (forked->process) {
        shared->function = function;
        sem_post(&shared->asked);
        answered = wait_for_end(forked, when);
    }
    if (answered && shared->gave_up) {
        put_to_an_end(forked);
        forked->code = CD_ENVIRONMENT;
        snprintf(forked->end, sizeof forked->end, "%s", shared->status.text);
    } else if (answered) {
        return shared->code ? cd_fail(status, shared->code, "%s", shared->status.text) : CD_OK;
    }
    return cd_fail(status, forked->code, "%s", forked->end);
}

enum cd_code cd_forked_once(cd_forked_function *function, void *box, size_t bytes, const char *when,
                            const char *name, struct cd_status *status)
{
    struct cd_forked *forked;
    struct cd_status inner = {CD_OK, ""};
    enum cd_code code = cd_forked_start(bytes, &forked, status);
    if (code)
        return code;
    memcpy(cd_forked_box(forked), box, bytes);
    code = cd_forked_call(forked, function, when, &inner);
    memcpy(box, cd_forked_box(forked), bytes);
    if (code)
        cd_fail(status, code, "%s%s%s", cd_forked_has_ended(forked) ? name : "",
                cd_forked_has_ended(forked) ? ": " : "", inner.text);
    cd_forked_end(forked);
    return code;
}

void cd_forked_end(struct cd_forked *forked)
{
    if (!forked)
        return;
    put_to_an_end(forked);
    struct cd_forked **link = &all;
    while (*link != forked)
        link = &(*link)->next;
    *link = forked->next;
    munmap(forked->shared, forked->bytes);
    cd_free(forked);
}
