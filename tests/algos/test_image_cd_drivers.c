// Image_CD on different drivers. The EGL and OpenGL functions here replace Mesa's. They list cards, refuse them, or
// leave out what some drivers lack.
#include "tests/judged.h"
#include "tests/test.h"

#include "algos/opengl/opengl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- the drivers ------------------------------------------------------------------------------------------

// What the drivers below do in the current test.
static struct {
    bool cards; // there are two: the first refuses, the second is Mesa's surfaceless display by another name
    bool cards_only; // there is nothing else
    bool core_only;  // the second card has no compatibility profile
    bool configs;    // contexts need a configuration
    bool clamps;     // GL_DEPTH_CLAMP is refused
    int refused_formats, resets;
    bool make_current_fails;
    bool silent; // glGetString returns nothing
} driver;

static char refusing_card, working_card;
static EGLDisplay card_display, current_display;
static GLenum error;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static const char *query_device_string(EGLDeviceEXT device, EGLint name)
{
    if (device == &refusing_card || device == &working_card)
        return name == EGL_EXTENSIONS     ? "EGL_EXT_device_drm EGL_EXT_device_drm_render_node"
               : device == &refusing_card ? "/dev/dri/renderD128"
                                          : "/dev/dri/renderD129";
    return ((PFNEGLQUERYDEVICESTRINGEXTPROC)REAL(eglGetProcAddress)("eglQueryDeviceStringEXT"))(device, name);
}

static EGLBoolean query_devices(EGLint max, EGLDeviceEXT *devices, EGLint *count)
{
    PFNEGLQUERYDEVICESEXTPROC real = (PFNEGLQUERYDEVICESEXTPROC)REAL(eglGetProcAddress)("eglQueryDevicesEXT");
    if (!real(max - 2, devices, count))
        return EGL_FALSE;
    EGLint found = *count;
    *count = 0; // cards of this machine are left out
    for (EGLint i = 0; i < found && !driver.cards_only; i++)
        if (strstr(query_device_string(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software"))
            devices[(*count)++] = devices[i];
    devices[(*count)++] = &refusing_card; // after the software device, to be sorted to the front
    devices[(*count)++] = &working_card;
    return EGL_TRUE;
}

static EGLDisplay get_display(EGLenum platform, void *native, const EGLint *attributes)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC real =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)REAL(eglGetProcAddress)("eglGetPlatformDisplayEXT");
    if (native == &refusing_card)
        return &refusing_card;
    if (native != &working_card)
        return real(platform, native, attributes);
    return card_display = real(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
    typedef __eglMustCastToProperFunctionPointerType any;
    if (driver.cards && !strcmp(name, "eglQueryDevicesEXT"))
        return (any)query_devices;
    if (driver.cards && !strcmp(name, "eglQueryDeviceStringEXT"))
        return (any)query_device_string;
    if (driver.cards && !strcmp(name, "eglGetPlatformDisplayEXT"))
        return (any)get_display;
    return REAL(eglGetProcAddress)(name);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor)
{
    return display != &refusing_card && REAL(eglInitialize)(display, major, minor);
}

const char *eglQueryString(EGLDisplay display, EGLint name)
{
    if (driver.cards_only && display == EGL_NO_DISPLAY && name == EGL_EXTENSIONS)
        return "EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_device";
    if (driver.configs && display != EGL_NO_DISPLAY && name == EGL_EXTENSIONS)
        return "EGL_KHR_create_context EGL_KHR_surfaceless_context";
    return REAL(eglQueryString)(display, name);
}

EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext share, const EGLint *attributes)
{
    bool core = false;
    for (int i = 0; attributes[i] != EGL_NONE; i += 2)
        core |= attributes[i] == EGL_CONTEXT_OPENGL_PROFILE_MASK &&
                attributes[i + 1] == EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    if ((driver.core_only && display == card_display && !core) ||
        (driver.configs && config == EGL_NO_CONFIG_KHR))
        return EGL_NO_CONTEXT;
    return REAL(eglCreateContext)(display, config, share, attributes);
}

EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context)
{
    current_display = display;
    return !(driver.make_current_fails && context) && REAL(eglMakeCurrent)(display, draw, read, context);
}

const GLubyte *glGetString(GLenum name)
{
    if (driver.silent)
        return NULL;
    if (driver.cards && name == GL_RENDERER && current_display == card_display)
        return (const GLubyte *)"a card";
    return REAL(glGetString)(name);
}

EGLint eglGetError(void)
{
    return driver.make_current_fails ? EGL_CONTEXT_LOST : REAL(eglGetError)();
}

void glEnable(GLenum what)
{
    if (driver.clamps && what == GL_DEPTH_CLAMP)
        error = GL_INVALID_ENUM;
    else
        REAL(glEnable)(what);
}

GLenum glGetError(void)
{
    GLenum mine = error;
    error = GL_NO_ERROR;
    return mine ? mine : REAL(glGetError)();
}

static PFNGLCHECKFRAMEBUFFERSTATUSPROC real_status;

static GLenum GLAPIENTRY framebuffer_status(GLenum target)
{
    return driver.refused_formats-- > 0 ? GL_FRAMEBUFFER_UNSUPPORTED : real_status(target);
}

static void GLAPIENTRY answer_nothing(GLuint query, GLenum name, GLuint64 *value)
{
    (void)query, (void)name;
    *value = 0;
}

static GLenum GLAPIENTRY reset_status(void)
{
    return driver.resets ? GL_GUILTY_CONTEXT_RESET : GL_NO_ERROR;
}

// ---- what runs on them ------------------------------------------------------------------------------------

static struct cd_context one_thread = {.threads = 1};

#define SCENE "torus:triangles=200,motion=random:bodies=8:fill=0.3:speed=0.7:steps=4"

/// The pairs that collide in all frames, and what was counted.
static struct cd_judgement judge(const struct cd_scene *scene, const char *specification)
{
    struct cd_judgement judgement = judged(scene, specification, CD_QUERY_PAIRS);
    assert_true(judgement.records > 10);
    return judgement;
}

static struct cd_hash answers(const struct cd_scene *scene, const char *specification)
{
    return judge(scene, specification).digest;
}

static void assert_answers_as(const struct cd_scene *scene, const char *specification, struct cd_hash wanted)
{
    if (!cd_hash_equal(answers(scene, specification), wanted))
        fail_msg("%s answers otherwise", specification);
}

static void assert_refused(const struct cd_scene *scene, const char *specification, const char *says)
{
    struct cd_instance *instance;
    struct cd_status status = {0};
    assert_int_equal(cd_instance_open(specification, scene, CD_QUERY_PAIRS, &one_thread, &instance, &status),
                     CD_ENVIRONMENT);
    if (!strstr(status.text, says) || strchr(status.text, '\n'))
        fail_msg("%s: %s", specification, status.text);
}

// Opens the context that is shared from here on, so that OpenGL functions can be replaced.
static void load_opengl(void)
{
    struct cd_status status = {0};
    assert_int_equal(cd_gl_enter(CD_OPENGL_AUTO, 1, &status), CD_OK);
    cd_gl_leave();
}

// ---- the tests, each in a child, since a process keeps the drivers that it has found ----------------------

static void devices(struct cd_scene *scene)
{
    static const char *const names[] = {NULL, "/dev/dri/renderD129", "software", "surfaceless"};
    driver.cards = true;
    assert_int_equal(cd_opengl_devices(), 4);
    struct cd_opengl opengl;
    struct cd_status status = {0};
    for (int gpu = CD_OPENGL_SOFTWARE; gpu < 4; gpu++) {
        const char *wanted = gpu == CD_OPENGL_SOFTWARE ? names[2]
                             : gpu == CD_OPENGL_AUTO   ? names[1]
                                                       : names[gpu];
        test_row("device %d", gpu);
        enum cd_code code = cd_opengl_open(&opengl, &(struct cd_opengl_wish){"this", gpu, false}, &status);
        assert_int_equal(code, wanted ? CD_OK : CD_ENVIRONMENT);
        if (code)
            continue;
        assert_string_equal(opengl.device, wanted);
        cd_opengl_close(&opengl);
    }
    assert_true(judge(scene, "image_cd:gpu=1").counters.gpu_ns > 0);
    assert_int_equal(judge(scene, "image_cd:gpu=2").counters.gpu_ns, 0);
    assert_refused(scene, "image_cd:gpu=4", "there is no device 4: there are 4");
    assert_refused(scene, "image_cd:gpu=0", "image_cd needs desktop OpenGL");
    struct cd_hash wanted = answers(scene, "image_cd:gpu=software");
    assert_answers_as(scene, "image_cd", wanted);
    assert_answers_as(scene, "image_cd:gpu=3", wanted);
}

static void cards_only(struct cd_scene *scene)
{
    driver.cards = driver.cards_only = true;
    assert_int_equal(cd_opengl_devices(), 2);
    assert_refused(scene, "image_cd:gpu=software", "no device draws with the processor");
}

/// Both specifications answer alike with each of the settings.
static void assert_alike(const struct cd_scene *scene, const char *specification, const char *as,
                         const char *const *settings)
{
    for (; *settings; settings++) {
        char one[100], other[100];
        snprintf(one, sizeof one, "%s%s", specification, *settings);
        snprintf(other, sizeof other, "%s%s", as, *settings);
        assert_answers_as(scene, one, answers(scene, other));
    }
}

static void a_core_profile(struct cd_scene *scene)
{
    static const char *const settings[] = {
        "", ":variant=repaired", ":criterion=count", ":readback=faces", ":many=twopass", NULL};
    static const char *const culled[] = {"", ":layers=peel", ":axes=2", NULL};
    driver.cards = driver.core_only = true;
    assert_alike(scene, "image_cd:gpu=1:resolution=256", "image_cd:gpu=software:resolution=256", settings);
    assert_alike(scene, "image_cd_culled:gpu=1:resolution=256", "image_cd_culled:gpu=software:resolution=256",
                 culled);
    assert_refused(scene, "image_cd:gpu=1:path=array", "path=vbo");
    struct cd_opengl opengl; // drawing by the fixed pipeline does not use the card
    struct cd_status status = {0};
    assert_int_equal(cd_opengl_open(&opengl, &(struct cd_opengl_wish){"view", CD_OPENGL_AUTO, true}, &status),
                     CD_OK);
    assert_string_equal(opengl.device, "software");
    cd_opengl_close(&opengl);
}

static void configurations(struct cd_scene *scene)
{
    driver.configs = true;
    answers(scene, "image_cd");
}

static void another_format(struct cd_scene *scene)
{
    struct cd_hash wanted = answers(scene, "image_cd_culled");
    struct cd_hash peeled = answers(scene, "image_cd_culled:layers=peel");
    real_status = __glewCheckFramebufferStatus;
    __glewCheckFramebufferStatus = framebuffer_status;
    driver.refused_formats = 1;
    assert_answers_as(scene, "image_cd_culled", wanted);
    driver.refused_formats = 1;
    assert_answers_as(scene, "image_cd_culled:layers=peel", peeled);
    driver.refused_formats = 2;
    assert_refused(scene, "image_cd", "depth and stencil buffer");
}

static void no_clamping(struct cd_scene *scene)
{
    driver.clamps = true;
    assert_refused(scene, "image_cd", "GL_DEPTH_CLAMP");
    driver.clamps = false;
    answers(scene, "image_cd");
}

static void idle_queries(struct cd_scene *scene)
{
    load_opengl();
    __glewGetQueryObjectui64v = answer_nothing;
    answers(scene, "image_cd");
    assert_refused(scene, "image_cd:readback=faces", "occlusion queries");
    assert_refused(scene, "image_cd_culled:layers=peel", "occlusion queries");
    assert_refused(scene, "image_cd:many=twopass", "occlusion queries");
}

static void a_lost_context(struct cd_scene *scene)
{
    struct cd_instance *instance;
    struct cd_status status = {0};
    load_opengl();
    __glewGetGraphicsResetStatus = reset_status;
    assert_int_equal(cd_instance_open("image_cd", scene, CD_QUERY_PAIRS, &one_thread, &instance, &status),
                     CD_OK);
    struct cd_cursor *cursor = cd_cursor_open(scene);
    cd_instance_reset(instance);
    assert_int_equal(cd_instance_update(instance, next(cursor), &status), CD_OK);
    driver.resets = 1;
    assert_int_equal(cd_instance_query(instance, &status), CD_ENVIRONMENT);
    assert_non_null(strstr(status.text, "the driver was reset"));
    driver.make_current_fails = true;
    assert_int_equal(cd_instance_query(instance, &status), CD_ENVIRONMENT);
    assert_non_null(strstr(status.text, "the driver was reset"));
    driver.make_current_fails = false;
    driver.silent = true;
    assert_refused(scene, "image_cd", "the driver was reset");
    __glewGetQueryObjectui64v = answer_nothing;
    assert_refused(scene, "image_cd:readback=faces", "(unknown)");
    assert_refused(scene, "image_cd:gpu=software", "image_cd needs desktop OpenGL"); // a context that is new
    cd_cursor_close(cursor);
    cd_instance_destroy(instance);
}

static void softpipe(struct cd_scene *scene)
{
    struct cd_hash wanted = answers(scene, "obb8");
    setenv("GALLIUM_DRIVER", "softpipe", 1);
    assert_answers_as(scene, "image_cd:gpu=software:resolution=128", wanted);
    assert_non_null(strstr(cd_gl_context_text(CD_OPENGL_SOFTWARE), "softpipe"));
}

struct subject {
    const char *name;
    void (*run)(struct cd_scene *scene);
};

static void test_in_a_child(void **state)
{
    const struct subject *subject = *state;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        setenv("CMOCKA_TEST_ABORT", "1", 1); // what fails here ends the child
        struct cd_scene *scene = loaded(SCENE);
        subject->run(scene);
        cd_scene_destroy(scene);
        fflush(NULL);
        _exit(0);
    }
    int result = -1;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
}

void test_list(void)
{
    static const struct subject subjects[] = {
        {"cards_come_first_and_those_that_refuse_are_passed_by", devices},
        {"cards_are_no_software_renderers", cards_only},
        {"a_core_profile_answers_as_the_fixed_pipeline_does", a_core_profile},
        {"a_driver_that_wants_a_configuration_gets_one", configurations},
        {"depths_of_another_format_will_do", another_format},
        {"a_driver_that_does_not_clamp_depths_is_named", no_clamping},
        {"occlusion_queries_that_lie_idle_are_found_out", idle_queries},
        {"a_lost_context_is_an_error", a_lost_context},
        {"softpipe_answers_as_trees_do", softpipe},
    };
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        test_add(subjects[i].name, test_in_a_child, &subjects[i]);
}

TEST(renderers_that_draw_with_the_processor_are_known)
{
    assert_true(cd_opengl_is_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
    assert_true(cd_opengl_is_software("SwiftShader driver"));
    assert_false(cd_opengl_is_software("NVIDIA H100/PCIe/SSE2"));
    assert_false(cd_opengl_is_software(""));
}
