#include "base/random.h"

#include "base/status.h"

struct cd_random cd_random_seed(uint64_t seed)
{
    struct cd_random random;
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        random.state[i] = z ^ (z >> 31);
    }
    return random;
}

static uint64_t rotate_left(uint64_t value, int bits)
{
    return (value << bits) | (value >> (64 - bits));
}

uint64_t cd_random_u64(struct cd_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t cd_random_below(struct cd_random *random, uint64_t bound)
{
    CD_ASSERT(bound > 0);
    uint64_t rejected = (0 - bound) % bound; // values below this would make small results more likely
    uint64_t value;
    do
        value = cd_random_u64(random);
    while (value < rejected);
    return value % bound;
}

double cd_random_unit(struct cd_random *random)
{
    return (double)(cd_random_u64(random) >> 11) * 0x1p-53;
}

double cd_random_between(struct cd_random *random, double low, double high)
{
    return low + (high - low) * cd_random_unit(random);
}
