/// The peak of resident memory. It includes memory that is touched, and it can be reset.
#include "base/memory.h"
#include "bench/harness/peak_memory.h"
#include "tests/test.h"

#include <unistd.h>

enum { MEGABYTES = 64 };

/// Makes this much memory resident and frees it again.
static void touch_memory(void)
{
    size_t bytes = (size_t)MEGABYTES << 20;
    volatile char *memory = cd_allocate(bytes, 1);
    for (size_t i = 0; i < bytes; i += 4096)
        memory[i] = 1;
    cd_free((void *)memory);
}

TEST(the_peak_covers_memory_that_is_gone_again_until_it_is_reset)
{
    touch_memory();
    assert_true(cd_peak_memory_kb() >= MEGABYTES << 10);
    if (access("/proc/self/clear_refs", W_OK))
        test_skip("the kernel forgets no peak here: /proc/self/clear_refs");
    cd_peak_memory_reset();
    uint64_t start = cd_peak_memory_kb();
    touch_memory();
    uint64_t peak = cd_peak_memory_kb();
#ifndef __SANITIZE_ADDRESS__ // which keeps freed memory resident
    assert_true(peak >= start + (MEGABYTES << 9));
    cd_peak_memory_reset();
    assert_true(cd_peak_memory_kb() < peak - (MEGABYTES << 9));
#endif
    assert_true(peak >= start);
}
