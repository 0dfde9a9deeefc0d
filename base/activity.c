#include "base/activity.h"

#include <signal.h>
#include <stdatomic.h>

/// Room for the handlers.
#define STACK_BYTES 65536

static struct {
    const char *_Atomic who, *_Atomic scene;
    _Atomic uint64_t frame;
} activity;

static void set_who(const char *who)
{
    atomic_store_explicit(&activity.who, who, memory_order_release);
}

void cd_activity_begin(const char *who, const char *scene, uint64_t frame)
{
    atomic_store_explicit(&activity.scene, scene, memory_order_relaxed);
    atomic_store_explicit(&activity.frame, frame, memory_order_relaxed);
    set_who(who);
}

void cd_activity_end(void)
{
    set_who(NULL);
}

bool cd_activity_is_on(void)
{
    return atomic_load_explicit(&activity.who, memory_order_acquire) != NULL;
}

void cd_activity_join(void)
{
    static _Thread_local _Alignas(64) char stack[STACK_BYTES];
    static _Thread_local bool joined;
    stack_t present;
    if (joined)
        return;
    joined = true;
    if (!sigaltstack(NULL, &present) && present.ss_flags & SS_DISABLE) // sanitizers bring their own
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
}

/// A text that grows within its buffer; snprintf may not be called from a signal handler.
struct line {
    char *text;
    size_t length, bytes;
};

static void add(struct line *line, const char *text)
{
    for (; *text && line->length + 1 < line->bytes; text++)
        line->text[line->length++] = *text;
}

static void add_number(struct line *line, uint64_t number)
{
    char digits[21];
    size_t first = sizeof digits - 1;
    digits[first] = 0;
    do
        digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    add(line, digits + first);
}

size_t cd_activity_text(char *text, size_t bytes)
{
    struct line line = {.text = text, .bytes = bytes};
    const char *who = atomic_load_explicit(&activity.who, memory_order_acquire);
    const char *scene = atomic_load_explicit(&activity.scene, memory_order_relaxed);
    uint64_t frame = atomic_load_explicit(&activity.frame, memory_order_relaxed);
    if (who)
        add(&line, who);
    if (who && scene) {
        add(&line, " on ");
        add(&line, scene);
    }
    if (who && frame != CD_NO_FRAME) {
        add(&line, " in frame ");
        add_number(&line, frame);
    }
    text[line.length] = 0;
    return line.length;
}
