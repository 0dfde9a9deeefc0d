/// Plays the frames of a scene to one instance and keeps its answer to the current frame. It knows nothing about how
/// the answer is shown.
///
///     cd_player_seek(player, 17);
///     while (!player->arrived && !(code = cd_player_work(player, 0.03, &status)))
///         show_something();
#ifndef CD_VIEW_PLAYER_H
#define CD_VIEW_PLAYER_H

#include "algos/driver/instance.h"
#include "bench/oracle/answering.h"
#include "scenes/cursor.h"

#include <stdbool.h>
#include <stdint.h>

/// The number of tests that the typical time is taken from.
#define CD_PLAYER_TIMES 31
/// The number of tests before the typical time is shown: caches are cold in the first ones.
#define CD_PLAYER_WARM 7

struct cd_player {
    const struct cd_scene *scene;
    struct cd_instance *instance;
    enum cd_query query;
    uint64_t wanted; ///< number of the frame to reach

    // What can be shown. The members below `arrived` belong to the frame only when `arrived` is true.
    const struct cd_frame *frame;    ///< the last one read, NULL at first; valid until the next call
    bool arrived;                    ///< `frame` is the wanted one and has been answered
    struct cd_records records;       ///< the answer, ascending
    unsigned char *touched;          ///< per body id: occurs in the answer
    uint32_t touched_count;          ///< how many bodies occur in it
    uint64_t times[CD_PLAYER_TIMES]; ///< wall times of the last tests, update and query
    uint64_t time_count;             ///< tests so far
    struct cd_cursor *cursor;
};

/// Begins at frame 0. The instance, made for `query`, and the scene must outlive the player.
struct cd_player *cd_player_open(const struct cd_scene *scene, struct cd_instance *instance,
                                 enum cd_query query);
void cd_player_close(struct cd_player *player);

/// Sets the frame to go to; a number past the end means the last frame. Going back starts from the beginning, because
/// scenes are read front to back and algorithms remember earlier frames.
void cd_player_seek(struct cd_player *player, uint64_t frame);

/// Goes on towards the wanted frame for about `seconds`, at least one whole frame. When it is reached, the instance
/// answers it. Frames on the way are given to the instance without asking about them.
enum cd_code cd_player_work(struct cd_player *player, double seconds, struct cd_status *status);

/// The median time of the last tests in nanoseconds; 0 while there are fewer than CD_PLAYER_WARM.
uint64_t cd_player_typical_ns(const struct cd_player *player);

/// True when the body occurs in the current answer.
bool cd_player_collides(const struct cd_player *player, uint32_t body);

#endif
