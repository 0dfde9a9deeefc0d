/// Opens scenes and instances for tests. If one cannot be opened, the test fails and says why.
#ifndef CD_TESTS_OPENED_H
#define CD_TESTS_OPENED_H

#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "scenes/cursor.h"
#include "tests/handmade.h"

static inline struct cd_scene *loaded(const char *specification)
{
    struct cd_scene *scene;
    struct cd_status status = {0};
    if (cd_scene_load(specification, NULL, &scene, &status))
        fail_msg("%s: %s", specification, status.text);
    return scene;
}

static inline const struct cd_frame *next(struct cd_cursor *cursor)
{
    const struct cd_frame *frame;
    struct cd_status status = {0};
    assert_int_equal(cd_cursor_next(cursor, &frame, &status), CD_OK);
    return frame;
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
