/// What a viewer shows and how: its state, which keys and time change; and the window and the picture that show it.
#ifndef CD_VIEW_VIEW_H
#define CD_VIEW_VIEW_H

#include "base/atomic_file.h"
#include "view/camera.h"
#include "view/player.h"

#include <stdbool.h>
#include <stdint.h>

/// What is shown of the algorithm.
enum cd_shown { CD_SHOWN_NOTHING, CD_SHOWN_VOLUMES, CD_SHOWN_PICTURE };

enum cd_key {
#define KEY(action, typed, special, label, word, what) action,
#include "view/keys.def"
#undef KEY
    CD_KEYS
};

struct cd_view {
    struct cd_player *player;
    const char *algo;     ///< as typed
    struct cd_aabb whole; ///< the space that all frames (or the first of very many) take up
    struct cd_camera camera;
    double aspect; ///< width by height of the picture
    double zoom;   ///< how many times nearer than where everything fits
    enum cd_shown shown;
    unsigned depth;
    bool deeper; ///< the volumes drawn last have more below them
    bool wireframe, text, help;
    bool playing, loop, quit;
    bool fit;        ///< look at the next frame that is reached
    double speed;    ///< frames a second while playing
    uint64_t due_ns; ///< when the next frame is to be shown
};

/// Opens a view of a player, paused at its first frame. Reads through the frames to find how much space they take up.
enum cd_code cd_view_open(struct cd_view *view, struct cd_player *player, const char *algo,
                          struct cd_status *status);

/// Does what a key means.
void cd_view_press(struct cd_view *view, enum cd_key key);

/// The key of a character, or CD_KEYS.
enum cd_key cd_view_key(int character);

/// Goes on towards the wanted frame as `cd_player_work` does.
enum cd_code cd_view_work(struct cd_view *view, double seconds, struct cd_status *status);

/// While playing: goes to the next frame once it is due, `now_ns` being the time of CLOCK_MONOTONIC.
void cd_view_tick(struct cd_view *view, uint64_t now_ns);

/// Looks at everything from this direction, `zoom` times as near as a view that shows everything.
void cd_view_look_from(struct cd_view *view, double yaw, double pitch, double zoom);

// ---- showing it (window.c, screenshot.c) ------------------------------------------------------------------

/// Opens a window of `width` by `height` pixels. Returns when the user has closed it, or after `quit_after` seconds (0
/// for never). CD_ENVIRONMENT when no display can be reached. Called at most once in a process.
enum cd_code cd_window_run(struct cd_view *view, int width, int height, double quit_after,
                           struct cd_status *status);

/// Goes to the frame that the player wants and writes the picture; `output` is consumed in either case.
enum cd_code cd_screenshot(struct cd_view *view, int width, int height, struct cd_output *output,
                           struct cd_status *status);

#endif
