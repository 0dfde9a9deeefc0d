// `cdbench view`: shows a scene and an algorithm's answers in a window, or as a picture in a file.
#include "algos/driver/plugin.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/harness/selection.h"
#include "bench/oracle/apart.h"
#include "view/view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DEFAULT_SIZE   "960x720"
#define DEFAULT_CAMERA "30,20,1"
#define MIN_SIDE       64
#define MAX_SIDE       8192

struct view_values {
    struct cd_selection_values selection;
    int show;
    struct cd_number frame, depth;
    const char *screenshot, *size, *camera;
    bool fit, wireframe, no_text, play;
    double quit_after;
};

static const struct cd_option view_options[] = {
    {"frame", CD_OPTION_NUMBER, "N", offsetof(struct view_values, frame), 0, CD_FRAMES_MAX,
     "frame to begin with, counted from 0 (0)"},
    {"screenshot", CD_OPTION_TEXT, "FILE.png", offsetof(struct view_values, screenshot), 0, 0,
     "write that frame as a picture (- for stdout) and end; needs no display"},
    {"size", CD_OPTION_TEXT, "WxH", offsetof(struct view_values, size), 0, 0,
     "pixels of the window or the picture (" DEFAULT_SIZE ")"},
    {"show", CD_OPTION_CHOICE, "nothing|volumes|picture", offsetof(struct view_values, show), 0, 0,
     "what is shown of the algorithm (nothing): its bounding volumes, or the picture that decides its "
     "answers"},
    {"depth", CD_OPTION_NUMBER, "N", offsetof(struct view_values, depth), 0, 1000,
     "level of the volumes, 0 being the outermost (0)"},
    {"camera", CD_OPTION_TEXT, "YAW,PITCH[,ZOOM]", offsetof(struct view_values, camera), 0, 0,
     "where to look from, in degrees around the y axis and above the horizon, and how near (" DEFAULT_CAMERA
     ")"},
    {"fit", CD_OPTION_FLAG, NULL, offsetof(struct view_values, fit), 0, 0,
     "fill the picture with the bodies of the first frame shown, instead of leaving room for all frames"},
    {"wireframe", CD_OPTION_FLAG, NULL, offsetof(struct view_values, wireframe), 0, 0,
     "draw bodies as wires"},
    {"no-text", CD_OPTION_FLAG, NULL, offsetof(struct view_values, no_text), 0, 0,
     "show no text in the picture"},
    {"play", CD_OPTION_FLAG, NULL, offsetof(struct view_values, play), 0, 0, "start to play at once"},
    {"quit-after", CD_OPTION_SECONDS, "T", offsetof(struct view_values, quit_after), 0, 86400,
     "close the window after this time"},
    CD_OPTION_END,
};

/// What the options ask for.
struct request {
    const struct view_values *values;
    struct cd_selection selection;
    struct cd_scene *scene;
    struct cd_context context;
    int width, height;
    double yaw, pitch, zoom;
    struct cd_output *output;
};

static enum cd_code read_size(const char *text, struct request *request, struct cd_status *status)
{
    int end = 0;
    bool read = sscanf(text, "%5dx%5d%n", &request->width, &request->height, &end) == 2 && !text[end];
    if (read && request->width >= MIN_SIDE && request->height >= MIN_SIDE && request->width <= MAX_SIDE &&
        request->height <= MAX_SIDE)
        return CD_OK;
    return cd_fail(status, CD_USAGE, "--size %s: write width x height, each from %d to %d, such as %s", text,
                   MIN_SIDE, MAX_SIDE, DEFAULT_SIZE);
}

static enum cd_code read_camera(const char *text, struct request *request, struct cd_status *status)
{
    double *yaw = &request->yaw, *pitch = &request->pitch, *zoom = &request->zoom;
    int two = 0, three = 0;
    *zoom = 1;
    bool read =
        sscanf(text, "%lf,%lf%n,%lf%n", yaw, pitch, &two, zoom, &three) >= 2 && !text[three ? three : two];
    if (read && fabs(*yaw) <= 360 && fabs(*pitch) <= 90 && *zoom >= 0.05 && *zoom <= 100)
        return CD_OK;
    return cd_fail(status, CD_USAGE,
                   "--camera %s: write YAW,PITCH or YAW,PITCH,ZOOM: degrees up to 360 and 90, a factor from "
                   "0.05 to 100",
                   text);
}

static enum cd_code read_options(struct request *request, struct cd_status *status)
{
    const struct view_values *values = request->values;
    if (values->selection.query == CD_QUERY_ANY)
        return cd_fail(status, CD_USAGE,
                       "--query any: view shows what collides; ask for bodies, pairs or contacts");
    if (cd_names_several(&values->selection))
        return cd_fail(status, CD_USAGE, "view shows one --algo on one --scene");
    const char *slash = values->screenshot ? strrchr(values->screenshot, '/') : NULL;
    const char *ending = values->screenshot ? strrchr(slash ? slash : values->screenshot, '.') : NULL;
    if (ending && strcasecmp(ending, ".png") != 0)
        return cd_fail(status, CD_USAGE, "--screenshot %s: pictures are PNG; let the name end in .png",
                       values->screenshot);
    enum cd_code code = read_size(values->size, request, status);
    return code ? code : read_camera(values->camera, request, status);
}

static enum cd_code check_scene(const struct request *request, struct cd_status *status)
{
    const struct cd_scene *scene = request->scene;
    uint64_t frame = request->values->frame.value;
    if (scene->dimensions)
        return cd_fail(status, CD_USAGE, "view shows bodies, and %s is a scene of regions", scene->name);
    if (frame >= scene->frame_count)
        return cd_fail(status, CD_USAGE, "--frame %" PRIu64 ": %s has the frames 0 to %" PRIu64, frame,
                       scene->name, scene->frame_count - 1);
    return CD_OK;
}

static enum cd_code check_shown(const struct request *request, const struct cd_instance *instance,
                                struct cd_status *status)
{
    const char *name = request->selection.choices[0].algo->name;
    int show = request->values->show;
    if (show == CD_SHOWN_VOLUMES && !cd_instance_has_volumes(instance))
        return cd_fail(status, CD_USAGE, "--show volumes: %s has none to show under these settings", name);
    if (show == CD_SHOWN_PICTURE && !cd_instance_has_picture(instance))
        return cd_fail(status, CD_USAGE, "--show picture: %s does not decide by pictures", name);
    return CD_OK;
}

static void apply(const struct request *request, struct cd_view *view)
{
    const struct view_values *values = request->values;
    view->shown = (enum cd_shown)values->show;
    view->depth = (unsigned)values->depth.value;
    view->wireframe = values->wireframe;
    view->text = !values->no_text;
    view->help = !values->screenshot; // a key hides it
    view->playing = values->play;
    view->fit = values->fit;
    view->aspect = (double)request->width / request->height;
    cd_view_look_from(view, request->yaw, request->pitch, request->zoom);
}

// The algorithm as the user typed it, and what --set added.
static const char *write_label(const struct request *request, char *label, size_t bytes)
{
    const struct cd_texts *sets = &request->values->selection.sets;
    snprintf(label, bytes, "%s", request->selection.choices[0].typed);
    for (size_t i = 0; i < sets->count; i++)
        cd_append(label, bytes, ":%s", sets->items[i]);
    return label;
}

static enum cd_code show(struct request *request, struct cd_player *player, struct cd_status *status)
{
    const struct view_values *values = request->values;
    char label[300];
    struct cd_view view;
    enum cd_code code = cd_view_open(&view, player, write_label(request, label, sizeof label), status);
    if (code)
        return code;
    apply(request, &view);
    cd_player_seek(player, values->frame.value);
    if (!values->screenshot)
        return cd_window_run(&view, request->width, request->height, values->quit_after, status);
    struct cd_output *output = request->output;
    request->output = NULL;
    return cd_screenshot(&view, request->width, request->height, output, status);
}

static enum cd_code show_instance(struct request *request, struct cd_status *status)
{
    const struct cd_choice *choice = &request->selection.choices[0];
    enum cd_query query = (enum cd_query)request->values->selection.query;
    struct cd_instance *instance;
    enum cd_code code = cd_instance_create(choice->algo, choice->settings, request->scene, query,
                                           &request->context, &instance, status);
    if (code)
        return code;
    code = check_shown(request, instance, status);
    if (!code) {
        struct cd_player *player = cd_player_open(request->scene, instance, query);
        code = show(request, player, status);
        cd_player_close(player);
    }
    cd_traces_advise(&(struct cd_traces){.changes = cd_instance_changes(instance)}, choice->typed,
                     request->scene, cd_hear_warning, NULL);
    cd_instance_destroy(instance);
    return code;
}

static enum cd_code show_there(void *box, struct cd_status *status)
{
    return show_instance(*(struct request **)box, status);
}

/// Shows an algorithm that is not ours in another process, so that its crash can be reported. A window may stay as it is
/// for any time.
static enum cd_code show_apart(struct request *request, struct cd_status *status)
{
    char name[600];
    snprintf(name, sizeof name, "%s on %s", request->selection.choices[0].typed, request->scene->name);
    if (!request->values->screenshot)
        cd_forked_set_patience(INFINITY);
    enum cd_code code = request->output ? cd_output_separate(request->output, status) : CD_OK;
    return code
               ? code
               : cd_forked_once(show_there, &request, sizeof request, "before the first frame", name, status);
}

static enum cd_code view(struct request *request, struct cd_status *status)
{
    const struct view_values *values = request->values;
    enum cd_code code = read_options(request, status);
    if (!code)
        code = cd_select(&values->selection, &request->selection, status);
    if (!code)
        code = cd_selection_load(&request->selection, 0, &request->scene, status);
    cd_plugin_advise(cd_hear_warning, NULL);
    if (!code)
        code = check_scene(request, status);
    if (!code)
        code = cd_output_open_option(values->screenshot, &request->output, status);
    if (code)
        return code;
    const struct cd_choice *choice = &request->selection.choices[0];
    return (cd_is_foreign(choice->algo, choice->settings) ? show_apart : show_instance)(request, status);
}

static enum cd_code view_run(const struct cd_call *call, struct cd_status *status)
{
    const struct view_values *values = call->values;
    struct request request = {.values = values,
                              .context = {.threads = (unsigned)values->selection.threads.value}};
    enum cd_code code = view(&request, status);
    cd_output_abort(request.output);
    cd_scene_destroy(request.scene);
    cd_selection_release(&request.selection);
    return code;
}

const struct cd_command cd_command_view = {
    .name = "view",
    .title = "show a scene and its collisions in a window or a picture",
    .common = cd_selection_options,
    .options = view_options,
    .notes =
#define KEY(action, typed, special, label, word, what) "  " label ": " what "\n"
        "The window shows one algorithm on one scene. It cannot show the query `any`.\n"
        "\n"
        "Keys:\n"
#include "view/keys.def"
#undef KEY
        "Mouse: the left button turns, the right one (or left with shift) moves, the wheel (or the middle\n"
        "button) zooms.\n",
    .values = &(
        struct view_values){.selection = CD_SELECTION_VALUES, .size = DEFAULT_SIZE, .camera = DEFAULT_CAMERA},
    .run = view_run,
};
