// In the place of what shows a view: nothing can be shown.
#include "base/without.h"
#include "view/view.h"

static enum cd_code fail(struct cd_status *status)
{
    return cd_fail(status, CD_ENVIRONMENT, "nothing can be shown: " CD_BUILT_WITHOUT("the viewer"));
}

enum cd_code cd_window_run(struct cd_view *view, int width, int height, double quit_after,
                           struct cd_status *status)
{
    (void)view, (void)width, (void)height, (void)quit_after;
    return fail(status);
}

enum cd_code cd_screenshot(struct cd_view *view, int width, int height, struct cd_output *output,
                           struct cd_status *status)
{
    (void)view, (void)width, (void)height;
    cd_output_abort(output);
    return fail(status);
}
