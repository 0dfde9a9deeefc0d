// Sends keys to the window whose name ends in "cdbench": press KEYSYM..., in the words of X11 (q, Home,
// space).
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <string.h>

static Window find(Display *display, Window from)
{
    Window root, parent, *children = NULL, found = None;
    unsigned count = 0;
    char *name = NULL;
    if (XFetchName(display, from, &name) && name) {
        size_t length = strlen(name);
        if (length >= 7 && !strcmp(name + length - 7, "cdbench"))
            found = from;
        XFree(name);
    }
    if (found || !XQueryTree(display, from, &root, &parent, &children, &count))
        return found;
    for (unsigned i = 0; i < count && !found; i++)
        found = find(display, children[i]);
    if (children)
        XFree(children);
    return found;
}

static void press(Display *display, Window window, KeySym symbol)
{
    XKeyEvent event = {.type = KeyPress,
                       .display = display,
                       .window = window,
                       .root = DefaultRootWindow(display),
                       .same_screen = True,
                       .keycode = XKeysymToKeycode(display, symbol)};
    XSendEvent(display, window, True, KeyPressMask, (XEvent *)&event);
    event.type = KeyRelease;
    XSendEvent(display, window, True, KeyReleaseMask, (XEvent *)&event);
    XSync(display, False);
}

int main(int argc, char **argv)
{
    Display *display = XOpenDisplay(NULL);
    Window window = display ? find(display, DefaultRootWindow(display)) : None;
    if (!window) {
        fputs("press: there is no such window\n", stderr);
        return 1;
    }
    for (int i = 1; i < argc; i++)
        press(display, window, XStringToKeysym(argv[i]));
    XCloseDisplay(display);
    return 0;
}
