/// The exact answers that every algorithm is held to. The oracle shares no traversal with any algorithm: it
/// refits a tree of exact world-space boxes over the canonical vertices of each body and frame, decides
/// leaves by `cd_triangles_touch`, and for solids counts exact winding numbers. Answers are cached on disk by
/// scene hash.
#ifndef CD_BENCH_ORACLE_ORACLE_H
#define CD_BENCH_ORACLE_ORACLE_H

#include "algos/algo.h"
#include "base/progress.h"

/// Grows whenever the oracle's answers could change, so that cached ones are not used.
#define CD_ORACLE_VERSION 1

/// The exact answers of all frames of a scene.
struct cd_truth {
    enum cd_query query; ///< CD_QUERY_PAIRS, or CD_QUERY_CONTACTS (surface only), which also fills the pairs
    enum cd_meaning meaning;
    bool solid_undefined; ///< solid was asked for but some mesh has no winding number: surface truth was used
                          ///< for it
    uint64_t frame_count;
    uint64_t *first_pair;  ///< frame_count + 1 offsets into `pairs`
    struct cd_pair *pairs; ///< colliding pairs, a < b, ascending within a frame
    /// Of regions whose pairs are too many to keep: the answer to any, bodies and pairs of every frame, and
    /// `first_pair` and `pairs` are NULL. NULL for every other truth.
    struct cd_answer (*totals)[3];
    uint64_t *contact_count; ///< per frame, when query is CD_QUERY_CONTACTS
    struct cd_hash *contact_digest;
    bool from_cache;
    char *cache_warning; ///< what the user should know about the cache, a line; or NULL
};

/// True when the scene has a mesh without winding numbers and solid truth is asked for.
bool cd_solid_is_undefined(const struct cd_scene *scene, enum cd_meaning meaning);

/// What an answer to `query` is held to when its algorithm means `meaning`: contacts are those of surfaces,
/// whatever else the algorithm means by a collision.
enum cd_meaning cd_meaning_of_truth(enum cd_query query, enum cd_meaning meaning);

/// Works out (or reads from the cache) the truth of a scene. `query` CD_QUERY_ANY, BODIES and PAIRS all give
/// the pairs; contacts are always of surfaces, whatever `meaning` says. `progress` may be NULL. Ctrl-C ends
/// the work with CD_INTERRUPTED. `*truth` is NULL after a failure. `use_cache` false neither reads nor
/// writes the cache; what does not fit in there is no failure but `cache_warning`. `threads` >= 1; the truth
/// does not depend on it. Of a scene of regions `query` is not contacts, `meaning` does not matter, and where
/// there are very many pairs only totals are kept.
enum cd_code cd_oracle_truth(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                             unsigned threads, bool use_cache, struct cd_progress *progress,
                             struct cd_truth **truth, struct cd_status *status);
/// Works a truth out anew where it came from the cache, since an algorithm that claims to be exact differs
/// from it: a file that somebody made may fit its scene and still be wrong. The cache gets the new one.
/// `*differs` tells whether the old one was wrong; `cache_warning` says so then. Fails like cd_oracle_truth,
/// and leaves
/// `*truth` as it is.
enum cd_code cd_oracle_renew(const struct cd_scene *scene, unsigned threads, struct cd_progress *progress,
                             struct cd_truth **truth, bool *differs, struct cd_status *status);
/// Frees a truth; NULL is allowed.
void cd_truth_destroy(struct cd_truth *truth);

/// Whether two truths of the same scene, query and meaning say the same.
bool cd_truth_equal(const struct cd_truth *a, const struct cd_truth *b);

/// The exact answer of one frame to any query that the truth covers: how many records, and their digest as a
/// cd_sink would sum it.
struct cd_answer cd_truth_answer(const struct cd_truth *truth, uint64_t frame, enum cd_query query);

/// Writes the records of one frame, of a truth that keeps pairs, as `any`, `bodies` or `pairs` have them,
/// ascending, into the growing array `*records` (`*capacity` records large, freed by cd_free) and returns how
/// many there are.
uint64_t cd_truth_records(const struct cd_truth *truth, uint64_t frame, enum cd_query query,
                          struct cd_record **records, size_t *capacity);

/// What an algorithm's recorded answers are worth against the truth. What is counted is a unit of the query:
/// a frame for `any`, a (frame, live body) for `bodies`, a (frame, unordered pair of live bodies) for `pairs`
/// and, since one contact more or less is not a wrong pair, for `contacts` too; contacts themselves are held
/// to the truth by count and digest, frame by frame, which shows in `wrong_frames`. In a scene of regions
/// these take the place of bodies, and a pair is one that publishes and one that subscribes.
struct cd_judgement {
    uint64_t frames, wrong_frames;
    uint64_t hit_frames; ///< frames in which the algorithm reported anything
    uint64_t truth_hit_frames;
    uint64_t pairs;             ///< units over all frames
    uint64_t truth_pairs;       ///< those that collide, never more: denominator of false negatives
    bool errors_unknown;        ///< some frame's answer is wrong, and the truth has only totals to compare
    uint64_t misses;            ///< false negatives, out of truth_pairs
    uint64_t false_hits;        ///< false positives, out of pairs - truth_pairs; a record given twice is one
    uint64_t records;           ///< the algorithm's records over all frames
    struct cd_hash digest;      ///< of them all
    uint64_t first_wrong_frame; ///< valid when wrong_frames > 0
};

/// One wrong frame, as `verify` prints it: the true records that were not reported, and those reported that
/// are not true or were reported before; in ascending order. For contacts the oracle works the frame out
/// again. Where the truth has only totals nothing is listed.
struct cd_difference {
    uint64_t frame;
    bool totals_only;
    uint64_t given, expected; ///< numbers of records
    const struct cd_record *missed, *extra;
    uint64_t missed_count, extra_count;
};

struct cd_instance;

/// Runs one pass of an instance over the scene, from `reset`, and judges it. `report` (may be NULL) gets
/// every frame that differs. `answers` (may be NULL) gets every record of every frame, ascending, as it was
/// reported. `per_frame` (may be NULL) has room for frame_count answers: what timed passes must reproduce.
/// `counters` (may be NULL) gets what the pass counted; the counters of the workers are cleared before it.
/// Ctrl-C ends it with CD_INTERRUPTED.
enum cd_code
cd_judge(struct cd_instance *instance, const struct cd_scene *scene, enum cd_query query,
         const struct cd_truth *truth, void (*report)(void *user, const struct cd_difference *difference),
         void (*answers)(void *user, uint64_t frame, const struct cd_record *records, uint64_t count),
         void *user, struct cd_answer *per_frame, struct cd_progress *progress,
         struct cd_judgement *judgement, struct cd_counters *counters, struct cd_status *status);

#endif
