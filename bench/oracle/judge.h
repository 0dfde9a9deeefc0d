/// One untimed pass of an instance: its answers, compared with the truth.
#ifndef CD_BENCH_ORACLE_JUDGE_H
#define CD_BENCH_ORACLE_JUDGE_H

#include "base/progress.h"
#include "bench/oracle/truth.h"

/// An algorithm's recorded answers, compared with the truth. The unit of counting depends on the query: a frame for
/// `any`, a (frame, live body) for `bodies`, a (frame, unordered pair of live bodies) for `pairs`. `contacts` also
/// counts pairs, because one contact more or less is not a wrong pair. Contacts themselves are compared with the truth
/// by count and digest, frame by frame, and those of wrong frames one by one. In a scene of regions, regions take the
/// place of bodies, and a pair is one region that publishes and one that subscribes.
struct cd_judgement {
    uint64_t frames, wrong_frames;
    uint64_t hit_frames; ///< frames in which the algorithm reported anything
    uint64_t truth_hit_frames;
    uint64_t pairs;       ///< units over all frames
    uint64_t truth_pairs; ///< units that collide, and no others: denominator of false negatives
    bool errors_unknown;  ///< some frame's answer is wrong, and the truth has only totals to compare with
    uint64_t misses;      ///< false negatives, out of truth_pairs
    uint64_t false_hits;  ///< false positives, out of pairs - truth_pairs; a record given twice counts as one
    uint64_t contacts_missing;   ///< pairs of triangles that share a point and were not reported
    uint64_t contacts_false;     ///< reported pairs that share none, each counted once
    uint64_t contacts_repeated;  ///< reported before in the same frame
    uint64_t records;            ///< the algorithm's records over all frames
    struct cd_hash digest;       ///< of them all
    uint64_t first_wrong_frame;  ///< valid when wrong_frames > 0
    struct cd_counters counters; ///< of all workers
};

/// One wrong frame, as `verify` prints it: the true records that were not reported, and the reported records that are
/// not true or were reported before, in ascending order. For contacts the oracle works out the frame again. When the
/// truth has only totals, nothing is listed.
struct cd_difference {
    uint64_t frame;
    bool totals_only;
    uint64_t given, expected; ///< numbers of records
    const struct cd_record *missed, *extra;
    uint64_t missed_count, extra_count;
};

/// One pass of an instance over a scene, and the functions that get its results.
struct cd_judged_pass {
    struct cd_instance *instance;
    const struct cd_scene *scene;
    enum cd_query query;
    const struct cd_truth *truth; ///< NULL when the answers are recorded and not judged
    /// Gets every frame that differs. Gets NULL when the pass begins again with another truth, so that the frames so
    /// far mean nothing. May be NULL.
    void (*report)(void *user, const struct cd_difference *difference);
    /// Gets every record of every frame, ascending, as it was reported; may be NULL.
    void (*answers)(void *user, uint64_t frame, const struct cd_record *records, uint64_t count);
    void *user;
    struct cd_answer *per_frame; ///< room for frame_count answers, which timed passes must reproduce; or NULL
    double seconds;              ///< how long the pass will take, if known; else 0
    const char *name;            ///< of the algorithm, for the progress; NULL for none
    struct cd_progress *progress;
};

/// Runs one pass from `reset` and judges it. Without a truth, only what was reported and counted is filled in. Ctrl-C
/// ends the pass with CD_INTERRUPTED.
enum cd_code cd_judge(const struct cd_judged_pass *pass, struct cd_judgement *judgement,
                      struct cd_status *status);

/// The truths of one scene, each worked out when it is first needed.
struct cd_truths {
    const struct cd_scene *scene;
    unsigned threads;
    bool use_cache;
    struct cd_progress *progress;
    void (*warn)(void *user, const char *line); ///< gets warnings about the cache; or NULL
    void *user;
    struct cd_truth *found[3]; ///< of surfaces, solids and contacts
};

/// Judges by the truth that applies to an algorithm with this description, and leaves that truth in `pass->truth`.
/// An exact algorithm is not called wrong because of a file: a truth from the cache is first worked out again.
enum cd_code cd_judge_by(struct cd_truths *truths, const struct cd_description *description,
                         struct cd_judged_pass *pass, struct cd_judgement *judgement,
                         struct cd_status *status);

/// Frees the truths that were found and forgets them.
void cd_truths_release(struct cd_truths *truths);

#endif
