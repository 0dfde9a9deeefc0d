/// Opens scenes and instances for tests. If one cannot be opened, the test fails and says why.
#ifndef CD_TESTS_OPENED_H
#define CD_TESTS_OPENED_H

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "scenes/cursor.h"
#include "tests/handmade.h"

static inline struct cd_scene *loaded_with(const char *specification, struct cd_scene_options options)
{
    struct cd_scene *scene;
    struct cd_status status = {0};
    if (cd_scene_load(specification, &options, &scene, &status))
        fail_msg("%s: %s", specification, status.text);
    return scene;
}

static inline struct cd_scene *loaded(const char *specification)
{
    return loaded_with(specification, (struct cd_scene_options){0});
}

/// Expects that loading fails with this code and one line that says `part`.
static inline void assert_scene_refused(const char *specification, enum cd_code code, const char *part)
{
    struct cd_scene *scene;
    struct cd_status status = {0};
    enum cd_code got = cd_scene_load(specification, NULL, &scene, &status);
    if (got != code || status.code != code || !strstr(status.text, part) || strchr(status.text, '\n'))
        fail_msg("%s: exit %d \"%s\" is not exit %d \"%s\"", specification, got, status.text, code, part);
    assert_null(scene);
}

/// An answer to `stop` of the options: at once.
static inline bool stop_at_once(void)
{
    return true;
}

/// Loads two scenes, destroys them, and says whether their hashes are equal.
static inline bool scenes_are_equal(const char *first, const char *second)
{
    struct cd_scene *a = loaded(first), *b = loaded(second);
    bool equal = cd_hash_equal(a->hash, b->hash) && a->seed == b->seed;
    cd_scene_destroy(a);
    cd_scene_destroy(b);
    return equal;
}

static inline const struct cd_frame *next(struct cd_cursor *cursor)
{
    const struct cd_frame *frame;
    struct cd_status status = {0};
    assert_int_equal(cd_cursor_next(cursor, &frame, &status), CD_OK);
    return frame;
}

/// A scene that is played.
struct play {
    struct cd_scene *scene;
    struct cd_cursor *cursor;
};

static inline struct play play(const char *specification)
{
    struct cd_scene *scene = loaded(specification);
    return (struct play){scene, cd_cursor_open(scene)};
}

static inline void play_end(struct play *played)
{
    cd_cursor_close(played->cursor);
    cd_scene_destroy(played->scene);
}

/// Expects the same bodies with the same vertices, which another source may count by other versions.
static inline void assert_alike_bodies(const struct cd_scene *scene, const struct cd_frame *a,
                                       const struct cd_frame *b)
{
    assert_int_equal(a->body_count, b->body_count);
    for (uint32_t i = 0; i < a->body_count; i++) {
        const struct cd_body *x = &a->bodies[i], *y = &b->bodies[i];
        assert_true(x->id == y->id && x->mesh == y->mesh && !x->version == !y->version);
        assert_memory_equal(&x->pose, &y->pose, sizeof x->pose);
        assert_memory_equal(x->vertices, y->vertices,
                            scene->meshes[x->mesh]->vertex_count * sizeof *x->vertices);
    }
}

static inline void assert_same_bodies(const struct cd_scene *scene, const struct cd_frame *a,
                                      const struct cd_frame *b)
{
    assert_alike_bodies(scene, a, b);
    for (uint32_t i = 0; i < a->body_count; i++)
        assert_int_equal(a->bodies[i].version, b->bodies[i].version);
}

static inline void assert_same_numbers(const uint32_t *a, uint32_t a_count, const uint32_t *b,
                                       uint32_t b_count)
{
    assert_int_equal(a_count, b_count);
    if (a_count)
        assert_memory_equal(a, b, a_count * sizeof *a);
}

/// Expects the same lists of what appeared, changed and vanished.
static inline void assert_same_changes(const struct cd_frame *a, const struct cd_frame *b)
{
    assert_int_equal(a->index, b->index);
    assert_same_numbers(a->appeared, a->appeared_count, b->appeared, b->appeared_count);
    assert_same_numbers(a->changed, a->changed_count, b->changed, b->changed_count);
    assert_same_numbers(a->vanished, a->vanished_count, b->vanished, b->vanished_count);
}

/// An instance of `NAME[:key=value...]` for one thread, before the first frame.
static inline struct cd_instance *open_instance(const struct cd_scene *scene, const char *specification,
                                                enum cd_query query)
{
    static struct cd_context one_thread = {.threads = 1};
    struct cd_instance *instance = NULL;
    struct cd_status status = {0};
    if (cd_instance_open(specification, scene, query, &one_thread, &instance, &status))
        fail_msg("%s: %s", specification, status.text);
    cd_instance_reset(instance);
    return instance;
}

#endif
