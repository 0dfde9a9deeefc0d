/// Seeded random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna 2018), seeded
/// by splitmix64. Only integer and IEEE arithmetic is used.
#ifndef CD_BASE_RANDOM_H
#define CD_BASE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cd_random {
    uint64_t state[4];
};

/// A generator for `seed`; equal seeds give equal sequences.
struct cd_random cd_random_seed(uint64_t seed);

/// The next 64 random bits.
uint64_t cd_random_u64(struct cd_random *random);

/// Uniform in [0, bound), without bias; `bound` > 0.
uint64_t cd_random_below(struct cd_random *random, uint64_t bound);

/// Uniform in [0, 1), a multiple of 2^-53.
double cd_random_unit(struct cd_random *random);

/// Uniform in [low, high).
double cd_random_between(struct cd_random *random, double low, double high);

#ifdef __cplusplus
}
#endif
#endif
