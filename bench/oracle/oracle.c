#include "bench/oracle/oracle.h"
#include "scenes/cursor.h"

#include "algos/threads.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/thread_state.h"
#include "bench/oracle/cache.h"
#include "bench/oracle/frame.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/// Frames that a worker takes at a time. Neighbouring frames share bodies that did not move.
#define BLOCK 8

/// Bytes of a placed body for each of its triangles, and the most bytes that the bodies of all workers together may
/// take. Above this limit the threads share one set of bodies instead.
#define BYTES_PER_TRIANGLE 128
#define BYTES_MAX          ((uint64_t)1 << 30)

/// The answer to one frame, until all frames are answered.
struct found {
    struct cd_oracle_answer answer;
    struct cd_pair *pairs; ///< its pairs, if they are kept
};

struct job {
    const struct cd_scene *scene;
    const struct cd_oracle_trees *trees;
    struct cd_oracle_question question;
    struct found *found; ///< per frame
    unsigned worker_count;
    struct cd_progress *progress;
    _Atomic uint64_t done, pair_count;
    atomic_bool stop;
    enum cd_code code; ///< of the worker that failed first
    struct cd_status status;
};

/// Keeps what was found in a frame, but no more pairs once there are too many of them.
static void keep_answer(struct job *job, uint64_t frame, const struct cd_oracle_answer *answer)
{
    struct found *found = &job->found[frame];
    uint64_t count = answer->pair_count, before = atomic_fetch_add(&job->pair_count, count);
    found->answer = *answer;
    if (!count || before + count > job->question.max_pairs)
        return;
    found->pairs = cd_allocate(count, sizeof *found->pairs);
    for (uint64_t i = 0; i < count; i++)
        found->pairs[i] = (struct cd_pair){answer->pairs.items[i].a, answer->pairs.items[i].b};
}

/// Reads all frames and answers those of every worker_count-th block.
static enum cd_code answer_frames(struct job *job, unsigned number, struct cd_cursor *cursor,
                                  struct cd_oracle_state *state, struct cd_status *status)
{
    const struct cd_frame *frame;
    enum cd_code code;
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        if (atomic_load(&job->stop))
            return CD_OK; // the worker that stopped the others has the reason
        if (frame->index / BLOCK % job->worker_count != number)
            continue;
        CD_ASSERT(frame->index < job->scene->frame_count);
        keep_answer(job, frame->index, cd_oracle_frame(state, frame, &job->question));
        if (cd_interrupted())
            return cd_fail(status, CD_INTERRUPTED, "interrupted while computing the exact answers");
        uint64_t done = atomic_fetch_add(&job->done, 1) + 1;
        if (number == 0) // only one thread draws the progress line
            cd_progress_advance(job->progress, done);
    }
    return code;
}

/// Answers some of the frames, with a set of bodies of its own.
static bool work(void *user, unsigned number, size_t call)
{
    struct job *job = user;
    (void)call;
    struct cd_cursor *cursor = cd_cursor_open(job->scene);
    struct cd_oracle_state *state = cd_oracle_state_create(job->trees);
    struct cd_status status;
    cd_thread_restore(); // what is true does not depend on who ran before
    enum cd_code code = answer_frames(job, number, cursor, state, &status);
    if (code && !atomic_exchange(&job->stop, true)) {
        job->code = code;
        job->status = status;
    }
    cd_oracle_state_destroy(state);
    cd_cursor_close(cursor);
    return true;
}

/// Puts the frames' answers one after the other.
static struct cd_truth *assemble(const struct job *job, enum cd_query query)
{
    uint64_t pair_count = job->pair_count;
    bool totals = pair_count > job->question.max_pairs;
    struct cd_truth *truth =
        cd_truth_create(job->scene, query, job->question.meaning, totals, totals ? 0 : pair_count);
    for (uint64_t i = 0; i < truth->frame_count; i++) {
        const struct found *found = &job->found[i];
        const struct cd_oracle_answer *answer = &found->answer;
        if (totals) {
            memcpy(truth->totals[i], answer->totals, sizeof truth->totals[i]);
            continue;
        }
        truth->first_pair[i + 1] = truth->first_pair[i] + answer->pair_count;
        if (answer->pair_count)
            memcpy(&truth->pairs[truth->first_pair[i]], found->pairs,
                   answer->pair_count * sizeof *truth->pairs);
        if (!job->question.count_contacts)
            continue;
        truth->contact_count[i] = answer->contact_count;
        truth->contact_digest[i] = answer->contact_digest;
    }
    return truth;
}

/// Each thread works on frames of its own while all bodies fit into memory. Otherwise, and always in a scene of
/// regions, all threads work together on one frame.
static void share_threads(struct job *job, unsigned threads)
{
    uint64_t blocks = job->scene->frame_count / BLOCK + 1;
    uint64_t bytes = job->scene->max_triangles * BYTES_PER_TRIANGLE;
    job->worker_count = threads < blocks ? threads : (unsigned)blocks;
    job->question.threads = 1;
    if (job->scene->dimensions || (bytes && BYTES_MAX / bytes < job->worker_count)) {
        job->worker_count = 1;
        job->question.threads = threads;
    }
}

enum cd_code cd_oracle_work_out(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                unsigned threads, uint64_t max_pairs, struct cd_progress *progress,
                                struct cd_truth **truth, struct cd_status *status)
{
    struct cd_oracle_trees *trees = cd_oracle_trees_create(scene);
    struct job job = {
        .scene = scene,
        .trees = trees,
        .question = {.meaning = meaning,
                     .count_contacts = query == CD_QUERY_CONTACTS,
                     .max_pairs = scene->dimensions ? max_pairs : UINT64_MAX},
        .found = cd_allocate(scene->frame_count, sizeof *job.found),
        .progress = progress,
    };
    share_threads(&job, threads);
    cd_progress_name(progress, "");
    cd_progress_step(progress, "exact answers", scene->frame_count);
    cd_run_parts(job.worker_count, CD_CALLS_MANY, work, &job);
    if (!job.code)
        *truth = assemble(&job, query);
    for (uint64_t i = 0; i < scene->frame_count; i++)
        cd_free(job.found[i].pairs);
    cd_free(job.found);
    cd_oracle_trees_destroy(trees);
    return job.code ? cd_fail(status, job.code, "%s", job.status.text) : CD_OK;
}

enum cd_code cd_oracle_renew(const struct cd_scene *scene, unsigned threads, struct cd_progress *progress,
                             struct cd_truth **truth, bool *differs, struct cd_status *status)
{
    struct cd_truth *old = *truth, *renewed;
    *differs = false;
    if (!old->from_cache)
        return CD_OK;
    enum cd_code code = cd_oracle_work_out(scene, old->query, old->meaning, threads, CD_ORACLE_PAIRS,
                                           progress, &renewed, status);
    if (code)
        return code;
    *differs = !cd_truth_equal(old, renewed);
    *truth = renewed;
    if (*differs) {
        char path[4096], line[5000];
        cd_cache_path(scene, old->query, old->meaning, path, sizeof path);
        snprintf(line, sizeof line, "%s: the exact answers in it were wrong; they were computed again", path);
        renewed->cache_warning = cd_duplicate(line);
        cd_cache_write(scene, renewed);
    }
    cd_truth_destroy(old);
    return CD_OK;
}

enum cd_code cd_oracle_truth(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                             unsigned threads, bool use_cache, struct cd_progress *progress,
                             struct cd_truth **truth, struct cd_status *status)
{
    CD_ASSERT(threads >= 1);
    *truth = NULL;
    CD_ASSERT(!scene->dimensions || query != CD_QUERY_CONTACTS);
    meaning = scene->dimensions ? CD_MEANING_SURFACE : cd_meaning_of_truth(query, meaning);
    if (query != CD_QUERY_CONTACTS)
        query = CD_QUERY_PAIRS;
    struct cd_status warning = {0};
    *truth = use_cache ? cd_cache_read(scene, query, meaning, &warning) : NULL;
    if (*truth)
        return CD_OK;
    enum cd_code code =
        cd_oracle_work_out(scene, query, meaning, threads, CD_ORACLE_PAIRS, progress, truth, status);
    if (!code && use_cache)
        cd_cache_write(scene, *truth);
    if (!code && *warning.text)
        (*truth)->cache_warning = cd_duplicate(warning.text);
    return code;
}
