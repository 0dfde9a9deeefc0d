#include "base/thread_state.h"

#include <locale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_uint changed;

/// The bits of a control that belong to each part.
static const struct part {
    unsigned change;
    uint64_t bits;
    const char *name;
} parts[] = {
#if defined(__x86_64__)
    {CD_CHANGED_FLUSH, UINT64_C(0x8040), "flush-to-zero"},
    {CD_CHANGED_ROUNDING, UINT64_C(0x0c0000006000), "the rounding mode"},
    {CD_CHANGED_TRAPS, UINT64_C(0x003f00001f80), "trapping exceptions"},
    {CD_CHANGED_PRECISION, UINT64_C(0x030000000000), "the precision of x87"},
#elif defined(__aarch64__)
    {CD_CHANGED_FLUSH, UINT64_C(0x01080001), "flush-to-zero"},
    {CD_CHANGED_ROUNDING, UINT64_C(0x00c00000), "the rounding mode"},
    {CD_CHANGED_TRAPS, UINT64_C(0x9f00), "trapping exceptions"},
    {CD_CHANGED_PRECISION, UINT64_C(0x06000006), "how numbers are represented"},
#else
    {CD_CHANGED_ROUNDING, UINT64_MAX, "the rounding mode"},
#endif
};

void cd_thread_restore(void)
{
    static _Atomic(locale_t) point;
    locale_t locale = atomic_load(&point);
    uint64_t difference = cd_float_control() ^ CD_FLOAT_OURS;
    cd_float_set(CD_FLOAT_OURS);
    for (size_t i = 0; difference && i < sizeof parts / sizeof *parts; i++)
        if (difference & parts[i].bits)
            atomic_fetch_or(&changed, parts[i].change);
    if (!locale) {
        locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        atomic_store(&point, locale);
    }
    uselocale(locale); // takes precedence over that of setlocale
}

unsigned cd_thread_changes(void)
{
    return atomic_load_explicit(&changed, memory_order_relaxed) ? atomic_exchange(&changed, 0) : 0;
}

const char *cd_changes_text(unsigned changes, char text[CD_CHANGES_TEXT])
{
    *text = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (changes & parts[i].change)
            snprintf(text + strlen(text), CD_CHANGES_TEXT - strlen(text), "%s%s", *text ? ", " : "",
                     parts[i].name);
    return text;
}
