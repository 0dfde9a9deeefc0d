#include "scenes/folder/tracks.h"

#include "base/memory.h"

#include <stdlib.h>

struct tracks_source {
    struct cd_source base;
    uint32_t count;
    struct cd_track *tracks;
};

static int compare_tracks(const void *first, const void *second)
{
    const struct cd_track *a = first, *b = second;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->entry < b->entry ? -1 : a->entry > b->entry;
}

uint32_t cd_tracks_sort(struct cd_track *tracks, uint32_t count)
{
    qsort(tracks, count, sizeof *tracks, compare_tracks);
    for (uint32_t i = 1; i < count; i++) {
        const struct cd_track *before = &tracks[i - 1], *track = &tracks[i];
        if (before->id == track->id && (track->from <= before->to || track->mesh != before->mesh))
            return i;
    }
    return count;
}

static void follow(const struct cd_track *track, uint64_t frame, struct cd_body *body)
{
    double time = (double)(frame - track->from);
    double degrees = track->angle + fmod(track->spin * time, 360);
    double r[9];
    cd_rotation_about(track->axis, degrees * (M_PI / 180), r);
    cd_pose_about(r, track->pivot, cd_add(track->position, cd_scale(track->velocity, time)), &body->pose);
    body->id = track->id;
    body->mesh = track->mesh;
}

static void tracks_place(const struct cd_source *source, uint64_t frame, struct cd_live *live)
{
    const struct tracks_source *self = (const struct tracks_source *)source;
    for (uint32_t i = 0; i < self->count; i++)
        if (self->tracks[i].from <= frame && frame <= self->tracks[i].to)
            follow(&self->tracks[i], frame, cd_live_add_body(live));
}

static void tracks_destroy(struct cd_source *source)
{
    cd_free(((struct tracks_source *)source)->tracks);
    cd_free(source);
}

static const struct cd_source_kind tracks_kind = {.place = tracks_place, .destroy = tracks_destroy};

struct cd_source *cd_tracks_source(struct cd_track *tracks, uint32_t count)
{
    struct tracks_source *source = cd_allocate(1, sizeof *source);
    source->base.kind = &tracks_kind;
    source->count = count;
    source->tracks = tracks;
    return &source->base;
}
