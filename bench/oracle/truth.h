/// The exact answers of a scene, whether worked out or read from the cache.
#ifndef CD_BENCH_ORACLE_TRUTH_H
#define CD_BENCH_ORACLE_TRUTH_H

#include "algos/algo.h"
#include "bench/oracle/answering.h"

/// Increased whenever the oracle's answers could change, so that older cached answers are not used.
#define CD_ORACLE_VERSION 3

/// A scene of regions with more pairs than this over all frames gets a truth of counts and digests only.
#define CD_ORACLE_PAIRS ((uint64_t)1 << 22)

/// What is asked of one frame.
struct cd_oracle_question {
    enum cd_meaning meaning; ///< contacts are always of surfaces
    bool count_contacts;     ///< all contacts are counted and digested
    bool keep_contacts;      ///< and listed
    uint64_t max_pairs;      ///< of regions: if there are more, they are not listed
    unsigned threads;        ///< the number that may work on this frame
};

/// The exact answer of one frame. It belongs to the state that worked it out.
struct cd_oracle_answer {
    uint64_t pair_count;
    struct cd_records pairs; ///< colliding pairs, a < b, ascending; none if there are too many
    uint64_t contact_count;
    struct cd_hash contact_digest;
    struct cd_records contacts; ///< ascending by a, ta, b, tb; none unless kept
    struct cd_answer totals[3]; ///< of regions: the answers to any, bodies and pairs
};

/// The exact answers of all frames of a scene.
struct cd_truth {
    enum cd_query query; ///< CD_QUERY_PAIRS, or CD_QUERY_CONTACTS (surface only), which also fills the pairs
    enum cd_meaning meaning;
    bool solid_undefined; ///< solid was asked for but some mesh has no winding number: surface truth was used
                          ///< for it
    uint64_t frame_count, pair_count; ///< pairs of all frames
    uint64_t *first_pair;             ///< frame_count + 1 offsets into `pairs`
    struct cd_pair *pairs;            ///< colliding pairs, a < b, ascending within a frame
    /// For regions with too many pairs to keep: the answers to any, bodies and pairs for every frame; `first_pair` and
    /// `pairs` are then NULL. NULL for every other truth.
    struct cd_answer (*totals)[3];
    uint64_t *contact_count; ///< per frame, when query is CD_QUERY_CONTACTS
    struct cd_hash *contact_digest;
    bool from_cache;
    char *cache_warning; ///< one line that the user should know about the cache; or NULL
};

/// True when the scene has a mesh without winding numbers and solid truth is asked for.
bool cd_solid_is_undefined(const struct cd_scene *scene, enum cd_meaning meaning);

/// The meaning of the truth that an answer to `query` is compared with, for an algorithm of this `meaning`. Contacts
/// are always those of surfaces, whatever else the algorithm means by a collision.
enum cd_meaning cd_meaning_of_truth(enum cd_query query, enum cd_meaning meaning);

/// Returns a truth of zeros with room for the pairs, or for totals only.
struct cd_truth *cd_truth_create(const struct cd_scene *scene, enum cd_query query, enum cd_meaning meaning,
                                 bool totals, uint64_t pair_count);

/// Frees a truth; NULL is allowed.
void cd_truth_destroy(struct cd_truth *truth);

/// The arrays of a truth, in the order of their members. Arrays that the truth does not have are NULL, with 0 bytes.
struct cd_truth_arrays {
    struct {
        void *items;
        size_t bytes;
    } of[5];
};
struct cd_truth_arrays cd_truth_arrays(const struct cd_truth *truth);

/// True when two truths of the same scene, query and meaning are equal.
bool cd_truth_equal(const struct cd_truth *a, const struct cd_truth *b);

/// The exact answer of one frame to any query that the truth covers: the number of records, and their digest as a
/// cd_sink would compute it.
struct cd_answer cd_truth_answer(const struct cd_truth *truth, uint64_t frame, enum cd_query query);

/// Replaces `records` by those of one frame, ascending, as `any`, `bodies` or `pairs` would report them. The truth must
/// keep pairs.
void cd_truth_records(const struct cd_truth *truth, uint64_t frame, enum cd_query query,
                      struct cd_records *records);

#endif
