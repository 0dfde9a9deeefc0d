// What image_cd_culled overlooks when it tests all layers of edges along two axes (`peel2`) or along one (`peel`),
// the nearest and the farthest (`nearfar`), or the one drawn last (`last`), by how far an edge of one body
// runs inside the other. Two tori, torus knots, combs or bunnies in random orientations, from a
// hundred-thousandth of their size behind first contact to a fifth. A run of more than two pixels is to be
// found by `peel2`. `peel` overlooks one now and then where the overlap is so shallow that the half pixel
// between an edge and its pixels' centres decides.
//
//     build/release/experiments/peeling [--placements N] [--resolution N] [--seed N]
//
// goes on until N placements (100) have such a run, and prints CSV: for each form and bin, `pixels` is the
// least length of the bin's runs (of the first, that of half the bins' ratio below its end), `rate` the
// false negatives among its placements.

#include "tests/peeling.h"

#include <errno.h>

struct wish {
    uint64_t placements, resolution, seed;
};

static bool read_number(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *number = value;
    return end != text && !*end && !errno && *text != '-' && value >= min && value <= max;
}

static bool read_arguments(int argc, char **argv, struct wish *wish)
{
    for (int i = 1; i < argc; i += 2) {
        bool known = i + 1 < argc;
        if (known && !strcmp(argv[i], "--placements"))
            known = read_number(argv[i + 1], 1, 1000000, &wish->placements);
        else if (known && !strcmp(argv[i], "--resolution"))
            known = read_number(argv[i + 1], 16, 4096, &wish->resolution);
        else if (known && !strcmp(argv[i], "--seed"))
            known = read_number(argv[i + 1], 0, CD_SEED_LIMIT / 2, &wish->seed);
        else
            known = false;
        if (!known) {
            fprintf(stderr, "peeling: %s: give --placements N, --resolution N (16 to 4096) or --seed N\n",
                    argv[i]);
            return false;
        }
    }
    return true;
}

// A few of every kind in turn, so that any number of placements is a mixture of all.
static enum cd_code count_all(const struct wish *wish, struct peeling *peeling, struct cd_status *status)
{
    enum { STEPS = 2 };
    for (uint64_t round = 0; peeling->sure < wish->placements; round++)
        for (size_t d = 0; d < PEELING_DEPTHS && peeling->sure < wish->placements; d++)
            for (size_t m = 0; m < PEELING_MESHES; m++) {
                enum cd_code code = peeling_count(peeling, peeling_meshes[m], peeling_depths[d], STEPS,
                                                  wish->seed + round, status);
                if (code)
                    return code;
            }
    return CD_OK;
}

static void print(const struct peeling *peeling)
{
    printf("series,pixels,placements,misses,rate\n");
    for (size_t i = 0; i < PEELING_FORMS; i++)
        for (size_t bin = 0; bin < PEELING_BINS; bin++) {
            uint64_t placements = peeling->placements[bin], misses = peeling->misses[bin][i];
            printf("%s,%g,%" PRIu64 ",%" PRIu64 ",", peeling_forms[i].name, peeling_pixels(bin), placements,
                   misses);
            if (placements)
                printf("%.6f\n", (double)misses / (double)placements);
            else
                printf("NA\n");
        }
}

int main(int argc, char **argv)
{
    struct wish wish = {.placements = 100, .resolution = 1024, .seed = 1};
    if (!read_arguments(argc, argv, &wish))
        return CD_USAGE;
    struct peeling peeling = {.resolution = wish.resolution};
    struct cd_status status;
    enum cd_code code = count_all(&wish, &peeling, &status);
    if (code) {
        fprintf(stderr, "peeling: %s\n", status.text);
        return (int)code;
    }
    print(&peeling);
    return 0;
}
