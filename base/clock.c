#include "base/clock.h"

#include "base/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t read_clock(clockid_t id)
{
    struct timespec now;
    CD_ASSERT(!clock_gettime(id, &now));
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t cd_clock_wall(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t cd_clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t cd_clock_span(uint64_t begin, uint64_t end)
{
    if (end >= begin)
        return end - begin;
    fprintf(stderr,
            "cdbench: the machine's clock went back by %" PRIu64
            " ns; times mean nothing here: repair the clock source of the (virtual) machine\n",
            begin - end);
    exit(CD_ENVIRONMENT);
}

/// The smallest of several means, since an interruption can only add time.
static double measure_cost(uint64_t (*read)(void))
{
    enum { RUNS = 8, READS = 200 };
    double min = 1e18;
    for (int run = 0; run < RUNS; run++) {
        uint64_t begin = cd_clock_wall();
        for (int i = 0; i < READS; i++)
            (void)read();
        double mean = (double)cd_clock_span(begin, cd_clock_wall()) / READS;
        min = mean < min ? mean : min;
    }
    return min;
}

struct cd_clock_facts cd_clock_describe(void)
{
    struct timespec resolution;
    CD_ASSERT(!clock_getres(CLOCK_MONOTONIC, &resolution));
    return (struct cd_clock_facts){
        .wall_name = "CLOCK_MONOTONIC",
        .cpu_name = "CLOCK_PROCESS_CPUTIME_ID",
        .wall_resolution_ns = (double)resolution.tv_sec * 1e9 + (double)resolution.tv_nsec,
        .wall_cost_ns = measure_cost(cd_clock_wall),
        .cpu_cost_ns = measure_cost(cd_clock_cpu),
    };
}
