// Answers nothing: its time is the cost of the harness itself per frame.
#include "algos/algo.h"

static void null_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->quality = CD_QUALITY_APPROXIMATE;
}

static enum cd_code null_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)create;
    (void)status;
    *self = NULL;
    return CD_OK;
}

static void null_destroy(void *self)
{
    (void)self;
}

static enum cd_code null_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)self;
    (void)workers;
    (void)status;
    return CD_OK;
}

const struct cd_algo cd_algo_null = {
    .name = "null",
    .title = "answers nothing: measures the harness itself",
    .source = "a test of the harness",
    .describe = null_describe,
    .scene =
        &(const struct cd_scene_algo){.create = null_create, .destroy = null_destroy, .query = null_query},
};
