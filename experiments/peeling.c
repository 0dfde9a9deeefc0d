// What image_cd_culled overlooks when it tests all layers of edges along two axes (`peel2`) or along one (`peel`), or
// the nearest and the farthest (`nearfar`), and image_cd when it tests the edge drawn last (`last`, E6), by how far an
// edge of one body runs inside the other. Two tori, torus knots, combs or bunnies in random orientations, from a
// hundred-thousandth of their size behind first contact to a fifth. A run of more than two pixels is to be
// found by `peel2`. `peel` overlooks one now and then where the overlap is so shallow that the half pixel
// between an edge and its pixels' centres decides.
//
//     build/release/experiments/peeling [--placements N] [--resolution N] [--seed N]
//
// The program goes on until N placements (100) have such a run. It prints CSV: for each form and bin, `pixels` is the
// least length of the bin's runs (for the first bin, the length at half the bins' ratio below its end), and `rate` is
// the false negatives among its placements.
#include "experiments/peeling.h"

struct wish {
    struct cd_number placements, resolution, seed;
};

static const struct cd_option options[] = {
    {"placements", CD_OPTION_NUMBER, "N", offsetof(struct wish, placements), 1, 1000000,
     "go on until N placements have a run of more than two pixels (100)"},
    {"resolution", CD_OPTION_NUMBER, "N", offsetof(struct wish, resolution), 16, 4096,
     "pixels along a side (1024)"},
    {"seed", CD_OPTION_NUMBER, "N", offsetof(struct wish, seed), 0, (double)CD_SEED_LIMIT / 2,
     "seed of the placements (1)"},
    CD_OPTION_END,
};

// A few of every kind in turn, so that any number of placements is a mixture of all kinds.
static enum cd_code count_all(const struct wish *wish, struct peeling *peeling, struct cd_status *status)
{
    enum { STEPS = 2 };
    for (uint64_t round = 0; peeling->sure < wish->placements.value; round++)
        for (size_t d = 0; d < PEELING_DEPTHS && peeling->sure < wish->placements.value; d++)
            for (size_t m = 0; m < PEELING_MESHES; m++) {
                enum cd_code code = peeling_count(peeling, peeling_meshes[m], peeling_depths[d], STEPS,
                                                  wish->seed.value + round, status);
                if (code)
                    return code;
            }
    return CD_OK;
}

static enum cd_code run(const void *values, struct cd_status *status)
{
    const struct wish *wish = values;
    struct peeling peeling = {.resolution = wish->resolution.value};
    enum cd_code code = count_all(wish, &peeling, status);
    for (size_t i = 0; i < PEELING_FORMS && !code; i++)
        for (size_t bin = 0; bin < PEELING_BINS; bin++) {
            double placements = (double)peeling.placements[bin], misses = (double)peeling.misses[bin][i];
            program_text("series", peeling_forms[i].name);
            program_number("pixels", peeling_pixels(bin));
            program_count("placements", placements);
            program_count("misses", misses);
            program_number("rate", round(1e6 * misses / placements) / 1e6);
            program_end_row();
        }
    return code;
}

int main(int argc, char **argv)
{
    struct wish wish = {{.value = 100}, {.value = 1024}, {.value = 1}};
    return program_main("peeling", "what image_cd_culled overlooks, by how deep an edge runs", options, &wish,
                        run, argc, argv);
}
