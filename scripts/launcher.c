// The launcher of a bundle (docs/bundle.md): starts the program of its own name with the bundle's loader and libraries, so
// that nothing of the machine is needed but its graphics driver. It is linked statically, with musl, whose code is small.
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/// A digest of the programs and libraries, so that a hash of the launcher tells bundles apart.
__attribute__((used)) static const char contents[] = CD_BUNDLE;

enum { CANNOT_START = 4 };

__attribute__((format(printf, 1, 2))) static char *text(const char *format, ...)
{
    char *result;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&result, format, arguments);
    va_end(arguments);
    if (length >= 0)
        return result;
    fputs("cdbench: there is no memory\n", stderr);
    exit(CANNOT_START);
}

/// Sets the variables by which the program finds drivers. What the user has set stays; what the launcher of another bundle
/// has set does not.
static void set_variables(const char *root)
{
    const char *other = getenv("CDBENCH_BUNDLE");
    int anew = other && strcmp(other, root) != 0;
    char *mesa = text("%s/lib/dri", root), *mpi = text("%s/share/openmpi", root);
    if (!access(mesa, F_OK))
        setenv("LIBGL_DRIVERS_PATH", mesa, anew);
    setenv("__EGL_VENDOR_LIBRARY_DIRS",
           text("%s/share/glvnd/egl_vendor.d:/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d", root),
           anew);
    if (!access(mpi, F_OK))
        setenv("OPAL_PREFIX", root, 1);                        // parts of another Open MPI do not fit
    setenv("PMIX_MCA_pcompress_base_silence_warning", "1", 0); // it would miss a file with that warning
    setenv("HWLOC_HIDE_ERRORS", "2", 0);                       // it would complain of a machine without /sys
    setenv("CDBENCH_BUNDLE", root, 1);
}

int main(int argc, char **argv)
{
    char root[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", root, sizeof root - 1);
    if (length <= 0) {
        fprintf(stderr, "cdbench: /proc/self/exe: %s; mount /proc\n", strerror(errno));
        return CANNOT_START;
    }
    root[length] = 0;
    char *slash;
    for (int i = 0; i < 2 && (slash = strrchr(root, '/')); i++) // from bin/cdbench
        *slash = 0;
    if (root[strcspn(root, ":;$")]) {
        fprintf(stderr, "cdbench: %s: the loader cannot search a path with one of :;$; move the bundle\n",
                root);
        return CANNOT_START;
    }
    const char *file = (const char *)getauxval(AT_EXECFN), *name = strrchr(file, '/');
    name = name ? name + 1 : file;
    char *program = text("%s/lib/cdbench/%s", root, name);
    if (access(program, X_OK)) { // a link by another name
        name = "cdbench";
        program = text("%s/lib/cdbench/%s", root, name);
    }
    const char *more = getenv("LD_LIBRARY_PATH");
    // From its own name a program finds its data. A path would make mpirun set library paths for what it starts.
    char *own = strcmp(name, "mpirun") ? text("%s/bin/%s", root, name) : text("%s", name);
    char **words = calloc((size_t)argc + 7, sizeof *words),
         *loader = text("%s/lib/ld-linux-x86-64.so.2", root);
    if (!words)
        return CANNOT_START;
    set_variables(root);
    words[0] = loader;
    words[1] = "--library-path";
    words[2] = text("%s/lib:%s%s/usr/local/nvidia/lib64:/usr/lib/x86_64-linux-gnu:/usr/lib64", root,
                    more ? more : "", more && *more ? ":" : "");
    words[3] = "--argv0";
    words[4] = own;
    words[5] = program;
    memcpy(words + 6, argv + 1, (size_t)argc * sizeof *words); // with the NULL at the end
    execv(loader, words);
    fprintf(stderr, "cdbench: %s: cannot be started: %s; unpack the bundle again\n", loader, strerror(errno));
    return CANNOT_START;
}
