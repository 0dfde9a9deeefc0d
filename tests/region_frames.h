/// Frames of regions made in memory, and what an algorithm answers about them, for tests.
#ifndef CD_TESTS_REGION_FRAMES_H
#define CD_TESTS_REGION_FRAMES_H

#include "tests/handmade.h"

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"

#define REGION_FRAME_MAX 1024

struct region_frame {
    struct cd_scene scene; ///< only the members that instances use
    struct cd_frame frame;
    struct cd_region regions[REGION_FRAME_MAX];
    uint32_t changed[REGION_FRAME_MAX];
};

static inline void region_frame_begin(struct region_frame *made, uint32_t dimensions, enum cd_touch touch)
{
    memset(made, 0, sizeof *made);
    made->scene.name = "handmade";
    made->scene.dimensions = dimensions;
    made->scene.max_regions = REGION_FRAME_MAX;
    made->scene.touch = touch;
    made->scene.frame_count = 1;
    made->frame.regions = made->regions;
    made->frame.changed = made->changed;
}

/// Adds an extent. The ids must ascend.
static inline struct cd_region *region_frame_add(struct region_frame *made, uint32_t id,
                                                 enum cd_region_kind kind)
{
    assert_true(made->frame.region_count < REGION_FRAME_MAX);
    struct cd_region *region = &made->regions[made->frame.region_count++];
    *region = (struct cd_region){.id = id, .kind = kind};
    return region;
}

/// Does the same in two dimensions: [x1, x2] x [y1, y2].
static inline void region_frame_put(struct region_frame *made, uint32_t id, enum cd_region_kind kind,
                                    int64_t x1, int64_t x2, int64_t y1, int64_t y2)
{
    struct cd_region *region = region_frame_add(made, id, kind);
    region->low[0] = cd_region_stored(x1), region->high[0] = cd_region_stored(x2);
    region->low[1] = cd_region_stored(y1), region->high[1] = cd_region_stored(y2);
}

static inline bool regions_match(const struct region_frame *made, const struct cd_region *p,
                                 const struct cd_region *s)
{
    for (uint32_t k = 0; k < made->scene.dimensions; k++) {
        bool closed = made->scene.touch == CD_TOUCH_CLOSED;
        if (closed ? p->low[k] > s->high[k] || s->low[k] > p->high[k]
                   : p->low[k] >= s->high[k] || s->low[k] >= p->high[k])
            return false;
    }
    return true;
}

/// Finds the pairs of a frame by looking at every pair of extents. Each pair of regions is listed once.
static inline struct cd_answer region_frame_truth(const struct region_frame *made)
{
    struct cd_answer answer = {0, {0, 0}};
    const struct cd_region *regions = made->regions;
    uint32_t count = made->frame.region_count, end_i, end_j;
    for (uint32_t i = 0; i < count; i = end_i) {
        for (end_i = i; end_i < count && regions[end_i].id == regions[i].id;)
            end_i++;
        for (uint32_t j = end_i; j < count; j = end_j) {
            for (end_j = j; end_j < count && regions[end_j].id == regions[j].id;)
                end_j++;
            bool match = false;
            for (uint32_t a = i; a < end_i && regions[i].kind != regions[j].kind; a++)
                for (uint32_t b = j; b < end_j; b++)
                    match = match || regions_match(made, &regions[a], &regions[b]);
            if (!match)
                continue;
            struct cd_record record = {regions[i].id, 0, regions[j].id, 0};
            answer.count++;
            answer.digest =
                cd_hash_sum(answer.digest, cd_record_hash(CD_QUERY_PAIRS, made->frame.index, &record));
        }
    }
    return answer;
}

static inline struct cd_instance *region_instance(const struct cd_scene *scene, const char *algo_name,
                                                  const char *text, enum cd_query query,
                                                  struct cd_context *context)
{
    const struct cd_algo *algo = cd_algo_find(algo_name);
    assert_non_null(algo);
    struct cd_settings *settings = cd_algo_settings(algo);
    struct cd_status status = {0};
    struct cd_instance *instance = NULL;
    enum cd_code code = *text ? cd_settings_apply(settings, algo_name, text, &status) : CD_OK;
    if (!code)
        code = cd_instance_create(algo, settings, scene, query, context, &instance, &status);
    if (code)
        print_error("%s\n", status.text);
    assert_int_equal(code, CD_OK);
    cd_settings_destroy(settings);
    cd_instance_reset(instance);
    return instance;
}

/// The answer of the instance for the frame.
static inline struct cd_answer region_instance_answer(struct cd_instance *instance,
                                                      const struct region_frame *made, enum cd_query query,
                                                      unsigned threads)
{
    struct cd_status status = {0};
    struct cd_sink *sinks = cd_instance_workers(instance)[0].sink;
    assert_int_equal(cd_instance_update(instance, &made->frame, &status), CD_OK);
    for (unsigned i = 0; i < threads; i++)
        cd_sink_begin(&sinks[i], query, CD_SINK_DIGEST, made->frame.index);
    assert_int_equal(cd_instance_query(instance, &status), CD_OK);
    return cd_sinks_merge(sinks, threads);
}

/// The pairs that an algorithm finds, and what it counts on the way (`counters` may be NULL).
static inline struct cd_answer region_answer_of(const struct region_frame *made, const char *algo,
                                                const char *text, struct cd_counters *counters)
{
    struct cd_context context = {.threads = 1};
    struct cd_instance *instance = region_instance(&made->scene, algo, text, CD_QUERY_PAIRS, &context);
    struct cd_answer answer = region_instance_answer(instance, made, CD_QUERY_PAIRS, 1);
    if (counters)
        *counters = cd_instance_workers(instance)[0].counters;
    cd_instance_destroy(instance);
    return answer;
}

/// A random frame. Regions have mixed sizes and ends on a coarse grid, so that many touch. Some have several extents.
/// The ids have gaps.
static inline void region_frame_random(struct region_frame *made, struct cd_random *random, uint32_t count,
                                       int64_t reach)
{
    bool closed = made->scene.touch == CD_TOUCH_CLOSED;
    uint32_t id = 0;
    int64_t max = 1 + (int64_t)cd_random_below(random, (uint64_t)reach);
    while (made->frame.region_count < count) {
        enum cd_region_kind kind = cd_random_below(random, 2) ? CD_REGION_SUBSCRIBE : CD_REGION_PUBLISH;
        uint64_t extents = cd_random_below(random, 8) ? 1 : 1 + cd_random_below(random, 3);
        id += 1 + (uint32_t)cd_random_below(random, 2);
        for (uint64_t i = 0; i < extents; i++) {
            struct cd_region *region = region_frame_add(made, id, kind);
            for (uint32_t k = 0; k < made->scene.dimensions; k++) {
                int64_t size = (int64_t)cd_random_below(random, (uint64_t)max) + !closed;
                int64_t low = (int64_t)cd_random_below(random, (uint64_t)(reach - size + 1));
                region->low[k] = cd_region_stored(low);
                region->high[k] = cd_region_stored(low + size);
            }
        }
    }
}

#endif
