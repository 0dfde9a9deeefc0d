// Principal axes are blind to how far a surface reaches: a search by rotations about one axis at a time,
// coarse then fine, makes boxes smaller and traversals shorter (README.md has the figures). All arithmetic is
// plain float and the same on every machine, since the axes decide the counters.
#include "algos/obb/pieces.h"
#include "base/levels.h"

#include <math.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#define SAMPLES 128 // triangles looked at
#define WIDTH   8   // points worked on at a time
#define GROUPS  (3 * SAMPLES / WIDTH)

typedef float points __attribute__((vector_size(4 * WIDTH)));

/// The sampled vertices along the axes that are being turned; the last group is filled up with a copy.
struct cloud {
    uint32_t groups;
    _Alignas(32) float along[3][GROUPS][WIDTH];
};

/// Tangents of half the angles that each round tries about each axis, both ways: 9 to 42 degrees, then finer.
static const float rounds[][4] = {
    {0.08f, 0.17f, 0.27f, 0.38f}, {0.02f, 0.04f, 0.06f, 0.1f}, {0.005f, 0.01f, 0.015f, 0.025f}};

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void sample(const struct obb_piece *pieces, uint32_t count, const double axes[9], struct cloud *cloud)
{
    uint32_t taken = count < SAMPLES ? count : SAMPLES, filled = 0;
    struct cd_vec3 base = pieces[0].p[0];
    for (uint32_t i = 0; i < taken; i++) {
        const struct obb_piece *piece = &pieces[(uint64_t)i * count / taken];
        for (int k = 0; k < 3; k++, filled++) {
            struct cd_vec3 p = cd_sub(piece->p[k], base);
            for (int a = 0; a < 3; a++)
                cloud->along[a][filled / WIDTH][filled % WIDTH] =
                    (float)(axes[3 * a] * p.x + axes[3 * a + 1] * p.y + axes[3 * a + 2] * p.z);
        }
    }
    for (; filled % WIDTH; filled++)
        for (int a = 0; a < 3; a++)
            cloud->along[a][filled / WIDTH][filled % WIDTH] = cloud->along[a][0][0];
    cloud->groups = filled / WIDTH;
}

// Smaller and larger of two, lane by lane; both ways give the same numbers.
static inline void widen(points *low, points *high, const points *x)
{
#ifdef __AVX__
    *low = (points)_mm256_min_ps((__m256)*x, (__m256)*low);
    *high = (points)_mm256_max_ps((__m256)*x, (__m256)*high);
#else
    for (int k = 0; k < WIDTH; k++) {
        (*low)[k] = MIN((*x)[k], (*low)[k]);
        (*high)[k] = MAX((*x)[k], (*high)[k]);
    }
#endif
}

static float spread(const float low[WIDTH], const float high[WIDTH])
{
    float min = low[0], max = high[0];
    for (int k = 1; k < WIDTH; k++) {
        min = MIN(low[k], min);
        max = MAX(high[k], max);
    }
    return max - min;
}

// How far the points reach along c * u + s * v.
static float reach(const struct cloud *cloud, int u, int v, float c, float s)
{
    const points *along_u = (const points *)cloud->along[u], *along_v = (const points *)cloud->along[v];
    points low = c * along_u[0] + s * along_v[0], high = low;
    for (uint32_t i = 1; i < cloud->groups; i++) {
        points x = c * along_u[i] + s * along_v[i];
        widen(&low, &high, &x);
    }
    return spread((const float *)&low, (const float *)&high);
}

// Half the surface of the box after turning axes p and q by the angle with cosine c and sine s.
static float surface(const struct cloud *cloud, int p, int q, float c, float s, float third)
{
    float width = reach(cloud, p, q, c, s), height = reach(cloud, q, p, c, -s);
    return width * height + (width + height) * third;
}

static void turn(struct cloud *cloud, double axes[9], int p, int q, float c, float s)
{
    for (uint32_t i = 0; i < cloud->groups; i++)
        for (int k = 0; k < WIDTH; k++) {
            float u = cloud->along[p][i][k], v = cloud->along[q][i][k];
            cloud->along[p][i][k] = c * u + s * v;
            cloud->along[q][i][k] = c * v - s * u;
        }
    double cosine = (double)c, sine = (double)s, length = sqrt(cosine * cosine + sine * sine);
    cosine /= length, sine /= length;
    for (int k = 0; k < 3; k++) {
        double u = axes[3 * p + k], v = axes[3 * q + k];
        axes[3 * p + k] = cosine * u + sine * v;
        axes[3 * q + k] = cosine * v - sine * u;
    }
}

// Turns about one axis to the best of the angles of one round.
static void improve(struct cloud *cloud, double axes[9], int axis, const float tangents[4])
{
    int p = (axis + 1) % 3, q = (axis + 2) % 3;
    float third = reach(cloud, axis, axis, 1, 0), best_c = 1, best_s = 0;
    float min = surface(cloud, p, q, 1, 0, third);
    for (int i = 0; i < 8; i++) {
        float half = i & 1 ? -tangents[i / 2] : tangents[i / 2];
        float c = (1 - half * half) / (1 + half * half), s = 2 * half / (1 + half * half);
        float found = surface(cloud, p, q, c, s, third);
        if (found < min) {
            min = found;
            best_c = c, best_s = s;
        }
    }
    if (best_s != 0)
        turn(cloud, axes, p, q, best_c, best_s);
}

CD_LEVELS(void, obb_tighten)(const struct obb_piece *pieces, uint32_t count, double axes[9])
{
    struct cloud cloud;
    sample(pieces, count, axes, &cloud);
    for (size_t round = 0; round < sizeof rounds / sizeof *rounds; round++)
        for (int axis = 2; axis >= 0; axis--)
            improve(&cloud, axes, axis, rounds[round]);
}
