// The thread has two kinds of OpenGL contexts: the window's (GLX), and those of the painter and of algorithms
// (EGL). Only one context at a time can be current in a thread. So the window's context is released whenever freeglut,
// or copying a picture to the window, has made it current.
#include "view/view.h"

#include "base/clock.h"
#include "view/painter.h"

#include <GL/freeglut.h>
#include <GL/glx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NO_DISPLAY                                                                                           \
    "run it under a display (xvfb-run -a cdbench view ... makes one), or write a picture with "              \
    "--frame N --screenshot FILE.png, which needs none"

// The time, in seconds, that the player may work before the window is served again.
#define SLICE 0.03

struct window {
    struct cd_view *view;
    struct cd_painter painter;
    int width, height;
    bool stale; ///< the window does not show the current state of the view
    int button; ///< the mouse button that is held down; -1 for none
    bool pans;  ///< dragging moves the scene instead of turning it
    int x, y;   ///< where the mouse was last
    Display *display;
    GLXDrawable drawable;
    GLXContext context;
};

static struct window *current(void)
{
    return glutGetWindowData();
}

// ---- what the user does -----------------------------------------------------------------------------------

static void press(enum cd_key key)
{
    struct window *window = current();
    cd_view_press(window->view, key);
    window->stale = true;
}

static void on_key(unsigned char character, int x, int y)
{
    (void)x, (void)y;
    press(cd_view_key(character));
}

static void on_special_key(int special_key, int x, int y)
{
    (void)x, (void)y;
    static const int keys[] = {
#define KEY(action, typed, special, label, word, what) special,
#include "view/keys.def"
#undef KEY
    };
    for (enum cd_key key = 0; key < CD_KEYS; key++)
        if (keys[key] == special_key)
            press(key);
}

static void on_button(int button, int state, int x, int y)
{
    struct window *window = current();
    window->button = state == GLUT_DOWN ? button : -1;
    window->pans = button == GLUT_RIGHT_BUTTON || (glutGetModifiers() & GLUT_ACTIVE_SHIFT);
    window->x = x;
    window->y = y;
}

static void on_wheel(int wheel, int direction, int x, int y)
{
    (void)wheel, (void)x, (void)y;
    struct window *window = current();
    cd_camera_zoom(&window->view->camera, direction > 0 ? 1.1 : 1 / 1.1);
    window->stale = true;
}

static void on_drag(int x, int y)
{
    struct window *window = current();
    struct cd_camera *camera = &window->view->camera;
    double right = x - window->x, down = y - window->y, height = window->height;
    window->x = x;
    window->y = y;
    if (window->button == GLUT_MIDDLE_BUTTON)
        cd_camera_zoom(camera, exp(-2 * down / height));
    else if (window->pans)
        cd_camera_pan(camera, right / height, -down / height);
    else if (window->button == GLUT_LEFT_BUTTON)
        cd_camera_turn(camera, -180 * right / height, 180 * down / height);
    window->stale = true;
}

static void on_reshape(int width, int height)
{
    struct window *window = current();
    window->width = width > 0 ? width : 1;
    window->height = height > 0 ? height : 1;
    window->view->aspect = (double)window->width / window->height;
    window->stale = true;
}

static void on_display(void)
{
    current()->stale = true; // the loop below draws
}

static void on_close(void)
{
    current()->view->quit = true;
}

// ---- opening ----------------------------------------------------------------------------------------------

// freeglut would call exit(1), and does not expect this function to return.
static void on_glut_error(const char *format, va_list arguments)
{
    fputs("cdbench: no window: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("; " NO_DISPLAY "\n", stderr);
    exit(CD_ENVIRONMENT);
}

static void on_glut_warning(const char *format, va_list arguments)
{
    (void)format, (void)arguments;
}

// Xlib ends the program when this function returns. Cleaning up at exit would use the display again.
static int on_lost_display(Display *display)
{
    (void)display;
    static const char line[] = "cdbench: the display that the window was on is gone\n";
    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        _exit(CD_IO);
    _exit(CD_ENVIRONMENT);
}

// Keeps the connection until the window has its own. When its last client leaves, a server such as Xvfb restarts, and
// refuses all clients meanwhile.
static enum cd_code reach_display(Display **display, struct cd_status *status)
{
    const char *name = getenv("DISPLAY");
    *display = XOpenDisplay(NULL);
    if (*display)
        return CD_OK;
    if (!name || !*name)
        return cd_fail(status, CD_ENVIRONMENT,
                       "no display to open a window on: DISPLAY is not set; " NO_DISPLAY);
    return cd_fail(status, CD_ENVIRONMENT, "the display %s cannot be reached; " NO_DISPLAY, name);
}

static void set_callbacks(struct window *window)
{
    glutSetWindowData(window);
    glutDisplayFunc(on_display);
    glutReshapeFunc(on_reshape);
    glutKeyboardFunc(on_key);
    glutSpecialFunc(on_special_key);
    glutMouseFunc(on_button);
    glutMouseWheelFunc(on_wheel);
    glutMotionFunc(on_drag);
    glutCloseFunc(on_close);
}

static void open_window(struct window *window)
{
    char name[] = "cdbench", title[300];
    char *arguments[] = {name, NULL};
    int count = 1;
    glutInitErrorFunc(on_glut_error);
    glutInitWarningFunc(on_glut_warning);
    glutInit(&count, arguments);
    XSetIOErrorHandler(on_lost_display);
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
    glutInitDisplayMode(GLUT_RGB | GLUT_DOUBLE);
    glutInitWindowSize(window->width, window->height);
    snprintf(title, sizeof title, "%s - %s - cdbench", window->view->algo, window->view->player->scene->name);
    glutCreateWindow(title);
    set_callbacks(window);
    window->display = glXGetCurrentDisplay();
    window->drawable = glXGetCurrentDrawable();
    window->context = glXGetCurrentContext();
}

// ---- the loop ---------------------------------------------------------------------------------------------

static enum cd_code draw(struct window *window, struct cd_status *status)
{
    enum cd_code code = cd_painter_paint(&window->painter, window->width, window->height, status);
    if (code)
        return code;
    glXMakeCurrent(window->display, window->drawable, window->context);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glRasterPos2i(-1, -1);
    glDrawPixels(window->width, window->height, GL_RGB, GL_UNSIGNED_BYTE, window->painter.pixels);
    glutSwapBuffers();
    window->stale = false;
    return CD_OK;
}

static enum cd_code loop(struct window *window, double quit_after, struct cd_status *status)
{
    struct cd_view *view = window->view;
    enum cd_code code = CD_OK;
    uint64_t start_ns = cd_clock_wall();
    while (!code) {
        glutMainLoopEvent();
        glXMakeCurrent(window->display, None, NULL);
        if (view->quit)
            break;
        cd_view_tick(view, cd_clock_wall());
        window->stale |= !view->player->arrived;
        code = cd_view_work(view, SLICE, status);
        if (!code && window->stale)
            code = draw(window, status);
        else if (!code)
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        if (quit_after > 0 && (double)(cd_clock_wall() - start_ns) / 1e9 >= quit_after)
            break;
    }
    return code;
}

enum cd_code cd_window_run(struct cd_view *view, int width, int height, double quit_after,
                           struct cd_status *status)
{
    struct window window = {.view = view, .width = width, .height = height, .button = -1};
    Display *display;
    enum cd_code code = reach_display(&display, status);
    if (code)
        return code;
    code = cd_painter_open(&window.painter, view, status);
    if (!code)
        open_window(&window);
    XCloseDisplay(display);
    if (code)
        return code;
    code = loop(&window, quit_after, status);
    cd_painter_close(&window.painter);
    // freeglut keeps the display open until the program ends.
    if (glutGetWindow()) { // otherwise the user has closed it
        glutDestroyWindow(glutGetWindow());
        glutMainLoopEvent();
    }
    // The context is destroyed, but it stays current until another one is made current.
    glXMakeCurrent(window.display, None, NULL);
    return code;
}
