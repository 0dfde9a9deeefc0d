#include "view/player.h"
#include "scenes/cursor.h"

#include "base/clock.h"
#include "base/memory.h"
#include "bench/harness/statistics.h"

#include <string.h>

struct cd_player *cd_player_open(const struct cd_scene *scene, struct cd_instance *instance,
                                 enum cd_query query)
{
    struct cd_player *player = cd_allocate(1, sizeof *player);
    player->scene = scene;
    player->instance = instance;
    player->query = query;
    player->touched = cd_allocate(scene->body_limit, 1);
    player->cursor = cd_cursor_open(scene);
    cd_instance_reset(instance);
    return player;
}

void cd_player_close(struct cd_player *player)
{
    if (!player)
        return;
    cd_cursor_close(player->cursor);
    cd_free(player->records.items);
    cd_free(player->touched);
    cd_free(player);
}

void cd_player_seek(struct cd_player *player, uint64_t frame)
{
    uint64_t last = player->scene->frame_count - 1;
    player->wanted = frame < last ? frame : last;
    player->arrived = player->arrived && player->frame->index == player->wanted;
}

static void note_bodies(struct cd_player *player)
{
    memset(player->touched, 0, player->scene->body_limit);
    player->touched_count = 0;
    for (uint64_t i = 0; i < player->records.count; i++) {
        const struct cd_record *record = &player->records.items[i];
        const uint32_t ids[2] = {record->a, player->query == CD_QUERY_BODIES ? record->a : record->b};
        for (int k = 0; k < 2; k++) {
            player->touched_count += !player->touched[ids[k]];
            player->touched[ids[k]] = 1;
        }
    }
}

static enum cd_code ask(struct cd_player *player, struct cd_status *status)
{
    struct cd_answering answering;
    enum cd_code code =
        cd_answering_ask(player->instance, player->query, CD_SINK_STORE, player->frame, &answering, status);
    if (!code)
        code = cd_answering_gather(player->instance, &player->records, status);
    if (code)
        return code;
    player->times[player->time_count++ % CD_PLAYER_TIMES] = answering.ns;
    note_bodies(player);
    player->arrived = true;
    return CD_OK;
}

static enum cd_code go_on(struct cd_player *player, struct cd_status *status)
{
    enum cd_code code = cd_cursor_next(player->cursor, &player->frame, status);
    if (code || player->frame)
        return code;
    return cd_fail(status, CD_DATA, "%s has ended before frame %llu; did its files change?",
                   player->scene->name, (unsigned long long)player->wanted);
}

enum cd_code cd_player_work(struct cd_player *player, double seconds, struct cd_status *status)
{
    uint64_t end = cd_clock_wall() + (uint64_t)(seconds * 1e9);
    if (player->arrived)
        return CD_OK;
    enum cd_code code = CD_OK;
    // The current frame has been handed over to the algorithm, so it cannot be queried again.
    if (player->frame && player->frame->index >= player->wanted) {
        player->frame = NULL;
        cd_instance_reset(player->instance);
        cd_cursor_rewind(player->cursor);
    }
    while (!code) {
        code = go_on(player, status);
        if (!code && player->frame->index == player->wanted)
            return ask(player, status);
        if (!code)
            code = cd_instance_update(player->instance, player->frame, status);
        if (cd_clock_wall() >= end)
            break;
    }
    return code;
}

uint64_t cd_player_typical_ns(const struct cd_player *player)
{
    uint64_t count = player->time_count < CD_PLAYER_TIMES ? player->time_count : CD_PLAYER_TIMES;
    return count >= CD_PLAYER_WARM ? (uint64_t)cd_summarise(player->times, (size_t)count).median : 0;
}

bool cd_player_collides(const struct cd_player *player, uint32_t body)
{
    return player->arrived && player->touched[body];
}
