/// The most memory that the process had resident.
#ifndef CD_BENCH_HARNESS_PEAK_MEMORY_H
#define CD_BENCH_HARNESS_PEAK_MEMORY_H

#include <stdint.h>

/// Forgets the peak so far, if the kernel allows it. The next peak starts from what is resident now.
void cd_peak_memory_reset(void);

/// The peak since the last reset, or since the start of the process where there was none, in kB.
uint64_t cd_peak_memory_kb(void);

#endif
