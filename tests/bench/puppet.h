/// An algorithm that does what a test says, for tests of what times and judges algorithms. The test defines
/// `puppet_acts`.
#ifndef CD_TESTS_PUPPET_H
#define CD_TESTS_PUPPET_H

#include "algos/driver/instance.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "tests/test.h"

struct puppet {
    unsigned number; ///< of the instance
    uint64_t passes; ///< that have begun
    uint64_t frame;
};

static unsigned puppets_made;
static bool puppets_lack_strings; ///< the machine cannot run them

/// Answers a frame.
static enum cd_code puppet_acts(const struct puppet *puppet, struct cd_worker *workers,
                                struct cd_status *status);

static enum cd_code puppet_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)create;
    if (puppets_lack_strings)
        return cd_fail(status, CD_ENVIRONMENT, "no strings to pull; buy some");
    struct puppet *puppet = cd_allocate(1, sizeof *puppet);
    puppet->number = puppets_made++;
    *self = puppet;
    return CD_OK;
}

static void puppet_reset(void *self)
{
    ((struct puppet *)self)->passes++;
}

static enum cd_code puppet_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    ((struct puppet *)self)->frame = frame->index;
    return CD_OK;
}

static enum cd_code puppet_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    return puppet_acts(self, workers, status);
}

static void puppet_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->takes = CD_TAKES_BODIES | CD_TAKES_REGIONS;
}

static const struct cd_algo puppet_algo = {
    .name = "puppet",
    .title = "does what the test says",
    .source = "a test",
    .describe = puppet_describe,
    .scene = &(const struct cd_scene_algo){.create = puppet_create,
                                           .destroy = cd_free,
                                           .reset = puppet_reset,
                                           .update = puppet_update,
                                           .query = puppet_query},
};

/// A puppet on a scene, in this context.
static inline struct cd_instance *puppet_on(const struct cd_scene *scene, enum cd_query query,
                                            struct cd_context *context)
{
    struct cd_settings *settings = cd_algo_settings(&puppet_algo);
    struct cd_instance *instance;
    assert_int_equal(cd_instance_create(&puppet_algo, settings, scene, query, context, &instance, NULL),
                     CD_OK);
    cd_settings_destroy(settings);
    return instance;
}

#endif
