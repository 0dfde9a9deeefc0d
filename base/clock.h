/// The clocks that everything is timed with.
#ifndef CD_BASE_CLOCK_H
#define CD_BASE_CLOCK_H

#include <stdint.h>

/// Nanoseconds of CLOCK_MONOTONIC: wall time since an arbitrary moment.
uint64_t cd_clock_wall(void);

/// Nanoseconds of CLOCK_PROCESS_CPUTIME_ID: processor time of all threads of this process, a software GL
/// renderer's included.
uint64_t cd_clock_cpu(void);

/// The nanoseconds between two readings of one clock. Where the clock has gone back, the program says so and ends with
/// CD_ENVIRONMENT: no time of this run means anything.
uint64_t cd_clock_span(uint64_t begin, uint64_t end);

/// What the fingerprint says about them.
struct cd_clock_facts {
    const char *wall_name, *cpu_name;
    double wall_resolution_ns; ///< as the kernel states it
    double wall_cost_ns;       ///< of one reading, measured: the smallest mean of several short runs
    double cpu_cost_ns;
};
struct cd_clock_facts cd_clock_describe(void);

#endif
