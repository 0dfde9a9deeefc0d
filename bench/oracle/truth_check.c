#include "bench/oracle/truth_check.h"
#include "scenes/cursor.h"

#include "algos/sink.h"
#include "base/interrupt.h"
#include "base/memory.h"

/// What is live in one frame.
enum kind { ABSENT, BODY, PUBLISHES, SUBSCRIBES, KINDS };

struct census {
    unsigned char *kinds; ///< by id
    size_t capacity;
    uint64_t counts[KINDS];
};

static void mark(struct census *census, uint32_t id, enum kind kind)
{
    while (id >= census->capacity)
        census->kinds = cd_grow(census->kinds, census->capacity, &census->capacity, 1);
    census->counts[kind] += census->kinds[id] != kind; // a region has a row for each extent
    census->kinds[id] = (unsigned char)kind;
}

static void mark_frame(struct census *census, const struct cd_frame *frame)
{
    for (uint32_t i = 0; i < frame->body_count; i++)
        mark(census, frame->bodies[i].id, BODY);
    for (uint32_t i = 0; i < frame->region_count; i++)
        mark(census, frame->regions[i].id,
             frame->regions[i].kind == CD_REGION_PUBLISH ? PUBLISHES : SUBSCRIBES);
}

static void forget_frame(struct census *census, const struct cd_frame *frame)
{
    for (uint32_t i = 0; i < frame->body_count; i++)
        mark(census, frame->bodies[i].id, ABSENT);
    for (uint32_t i = 0; i < frame->region_count; i++)
        mark(census, frame->regions[i].id, ABSENT);
    for (int i = 0; i < KINDS; i++)
        census->counts[i] = 0;
}

static bool pair_fits(const struct census *census, const struct cd_pair *pair)
{
    if (pair->a >= pair->b || pair->b >= census->capacity)
        return false;
    enum kind a = census->kinds[pair->a], b = census->kinds[pair->b];
    return a != ABSENT && b != ABSENT && (a == BODY) == (b == BODY) && (a == BODY || a != b);
}

static bool pairs_fit(const struct census *census, const struct cd_pair *pairs, uint64_t count)
{
    bool fit = true;
    for (uint64_t i = 0; i < count && fit; i++)
        fit = pair_fits(census, &pairs[i]) && (!i || pairs[i - 1].a < pairs[i].a ||
                                               (pairs[i - 1].a == pairs[i].a && pairs[i - 1].b < pairs[i].b));
    return fit;
}

static bool is_answer(struct cd_answer answer, uint64_t count, struct cd_hash digest)
{
    return answer.count == count && cd_hash_equal(answer.digest, digest);
}

static bool totals_fit(const struct census *census, const struct cd_answer totals[3], uint64_t frame)
{
    static const struct cd_record nothing;
    struct cd_hash none = {0};
    uint64_t publish = census->counts[PUBLISHES], subscribe = census->counts[SUBSCRIBES];
    uint64_t pairs = totals[CD_QUERY_PAIRS].count, bodies = totals[CD_QUERY_BODIES].count;
    if (!pairs)
        return is_answer(totals[CD_QUERY_ANY], 0, none) && is_answer(totals[CD_QUERY_BODIES], 0, none) &&
               is_answer(totals[CD_QUERY_PAIRS], 0, none);
    return is_answer(totals[CD_QUERY_ANY], 1, cd_record_hash(CD_QUERY_ANY, frame, &nothing)) &&
           pairs <= publish * subscribe && bodies >= 2 && bodies <= publish + subscribe;
}

/// The contacts of a frame are as many as its pairs at least, and none without pairs.
static bool contacts_fit(const struct cd_truth *truth, uint64_t frame, uint64_t pairs)
{
    struct cd_answer answer = {.count = truth->contact_count[frame], .digest = truth->contact_digest[frame]};
    return pairs ? answer.count >= pairs : is_answer(answer, 0, (struct cd_hash){0});
}

static bool frame_fits(const struct cd_truth *truth, const struct census *census, uint64_t frame)
{
    if (truth->totals)
        return totals_fit(census, truth->totals[frame], frame);
    uint64_t first = truth->first_pair[frame], count = truth->first_pair[frame + 1] - first;
    return pairs_fit(census, truth->pairs + first, count) &&
           (truth->query != CD_QUERY_CONTACTS || contacts_fit(truth, frame, count));
}

static bool offsets_fit(const struct cd_truth *truth, uint64_t pair_count)
{
    bool fit = truth->first_pair[0] == 0 && truth->first_pair[truth->frame_count] == pair_count;
    for (uint64_t i = 0; i < truth->frame_count && fit; i++)
        fit = truth->first_pair[i] <= truth->first_pair[i + 1];
    return fit;
}

bool cd_truth_fits(const struct cd_truth *truth, uint64_t pair_count, const struct cd_scene *scene)
{
    if (truth->frame_count != scene->frame_count || (!truth->totals && !offsets_fit(truth, pair_count)))
        return false;
    struct census census = {0};
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    bool fit = true;
    while (fit && (fit = !cd_cursor_next(cursor, &frame, NULL) && !cd_interrupted()) && frame) {
        mark_frame(&census, frame);
        fit = frame_fits(truth, &census, frame->index);
        forget_frame(&census, frame);
    }
    cd_cursor_close(cursor);
    cd_free(census.kinds);
    return fit;
}
