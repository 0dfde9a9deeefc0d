// Principal axes do not show how far a surface reaches. A search by rotations about one axis at a time, first coarse
// and then fine, makes boxes smaller and traversals shorter. All arithmetic is plain float
// and the same on every machine, since the axes decide the counters.
#include "algos/tighten.h"

#include "base/levels.h"
#include "geom/lanes.h"

#define LANES  8 // angles tried at a time, and points turned
#define POINTS (3 * CD_TIGHTEN_SAMPLES + LANES)

/// The sampled vertices along the axes that are being turned, and how far they reach along each axis. Copies fill them
/// up to a multiple of LANES.
struct cloud {
    uint32_t count, filled; ///< without the copies, and with them
    float extent[3];
    _Alignas(32) float along[3][POINTS];
};

/// The angles that a round tries, both ways: 9 to 42 degrees, then finer. They are given by the tangents of half of them.
static const double tangents[][LANES / 2] = {
    {0.08, 0.17, 0.27, 0.38}, {0.02, 0.04, 0.06, 0.1}, {0.005, 0.01, 0.015, 0.025}};

struct round {
    cd_f8 cosine, sine;
    double exact_cosine[LANES], exact_sine[LANES];
};

// Takes the corners of a sample of the triangles, but none of the last eight again: triangles that lie side by side
// share corners.
static void sample(const struct cd_vec3 *corners, size_t stride, uint32_t count, const double axes[9],
                   struct cloud *cloud)
{
    uint32_t taken = count < CD_TIGHTEN_SAMPLES ? count : CD_TIGHTEN_SAMPLES, filled;
    struct cd_vec3 base = *corners;
    cd_f8 recent[3] = {{0}}; // the first corner, which is the origin
    for (int a = 0; a < 3; a++)
        cloud->along[a][0] = 0;
    cloud->count = 1;
    for (uint32_t i = 0; i < 3 * taken; i++) {
        size_t triangle = (size_t)((uint64_t)(i / 3) * count / taken);
        struct cd_vec3 p = ((const struct cd_vec3 *)((const char *)corners + triangle * stride))[i % 3];
        cd_i8 same = {-1, -1, -1, -1, -1, -1, -1, -1};
        p = cd_sub(p, base);
        for (int a = 0; a < 3; a++) {
            float at = (float)(axes[3 * a] * p.x + axes[3 * a + 1] * p.y + axes[3 * a + 2] * p.z);
            same &= recent[a] == at;
            recent[a] = __builtin_shufflevector(recent[a], at - (cd_f8){0}, 1, 2, 3, 4, 5, 6, 7, 8);
            cloud->along[a][cloud->count] = at;
        }
        cloud->count += !cd_i8_signs(&same);
    }
    for (filled = cloud->count; filled % LANES; filled++)
        for (int a = 0; a < 3; a++)
            cloud->along[a][filled] = cloud->along[a][0];
    cloud->filled = filled;
    for (int a = 0; a < 3; a++) {
        const float *along = cloud->along[a];
        cd_f8 low = *(const cd_f8 *)along, high = low;
        for (uint32_t i = LANES; i < filled; i += LANES)
            cd_f8_widen(&low, &high, (const cd_f8 *)(along + i));
        high = -high;
        cloud->extent[a] = -cd_f8_least(&high) - cd_f8_least(&low);
    }
}

// Turns about one axis to the best of the angles of one round, if that is better than no turn; each lane tries one angle.
static bool improve(struct cloud *cloud, double axes[9], int axis, const struct round *round)
{
    int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const float *along_p = cloud->along[p], *along_q = cloud->along[q];
    cd_f8 c = round->cosine, s = round->sine;
    cd_f8 low_p = c * along_p[0] + s * along_q[0], low_q = c * along_q[0] - s * along_p[0];
    cd_f8 high_p = low_p, high_q = low_q;
    for (uint32_t i = 1; i < cloud->count; i++) {
        cd_f8 x = c * along_p[i] + s * along_q[i], y = c * along_q[i] - s * along_p[i];
        cd_f8_widen(&low_p, &high_p, &x);
        cd_f8_widen(&low_q, &high_q, &y);
    }
    float third = cloud->extent[axis];
    cd_f8 width = high_p - low_p, height = high_q - low_q;
    cd_f8 surface = width * height + (width + height) * third; // half of the box's
    float least = cd_f8_least(&surface);
    if (!(least < cloud->extent[p] * cloud->extent[q] + (cloud->extent[p] + cloud->extent[q]) * third))
        return false;
    cd_i8 equal = surface == least;
    unsigned best = (unsigned)__builtin_ctz(cd_i8_signs(&equal));
    for (uint32_t i = 0; i < cloud->filled; i += LANES) {
        cd_f8 *u = (cd_f8 *)(cloud->along[p] + i), *v = (cd_f8 *)(cloud->along[q] + i), old = *u;
        *u = c[best] * old + s[best] * *v;
        *v = c[best] * *v - s[best] * old;
    }
    for (int k = 0; k < 3; k++) {
        double cosine = round->exact_cosine[best], sine = round->exact_sine[best];
        double u = axes[3 * p + k], v = axes[3 * q + k];
        axes[3 * p + k] = cosine * u + sine * v;
        axes[3 * q + k] = cosine * v - sine * u;
    }
    cloud->extent[p] = width[best];
    cloud->extent[q] = height[best];
    return true;
}

CD_LEVELS(void, cd_tighten)
(const struct cd_vec3 *corners, size_t stride, uint32_t count, double axes[9])
{
    struct cloud cloud;
    sample(corners, stride, count, axes, &cloud);
    // Where the turns of one round are of no use, finer ones are of little.
    bool better = true;
    for (size_t n = 0; better && n < sizeof tangents / sizeof *tangents; n++) {
        struct round round;
        for (int k = 0; k < LANES; k++) {
            double t = k % 2 ? -tangents[n][k / 2] : tangents[n][k / 2];
            round.exact_cosine[k] = (1 - t * t) / (1 + t * t);
            round.exact_sine[k] = 2 * t / (1 + t * t);
            round.cosine[k] = (float)round.exact_cosine[k];
            round.sine[k] = (float)round.exact_sine[k];
        }
        better = !n;
        for (int axis = 2; axis >= 0; axis--)
            better |= improve(&cloud, axes, axis, &round);
    }
}
