/// A cell of which every number is another one, for tests of what becomes of cells.
#ifndef CD_TESTS_CELLS_H
#define CD_TESTS_CELLS_H

#include "base/memory.h"
#include "bench/harness/cell.h"

#include <string.h>

enum { CELL_SAMPLES = 5, CELL_FRAMES = 2 };

/// In nanoseconds; odd to the last digit that a row has.
static const uint64_t cell_frame_ns[CELL_SAMPLES * CELL_FRAMES] = {
    1000003, 5000017, 2000001, 7000007, 3000009, 9000011, 4000001, 8000003, 6000005, 11000007};
static const uint64_t cell_pass_ns[CELL_SAMPLES] = {6000038, 9000051, 12000091, 12000000, 7000009};
static const uint64_t cell_cpu_ns[CELL_SAMPLES] = {5000001, 8000003, 4000007, 3000001, 9000009};

static inline struct cd_cell make_cell(const char *algo, enum cd_verdict verdict)
{
    struct cd_cell cell = {
        .algo = cd_duplicate(algo),
        .settings = cd_duplicate("leaf=4"),
        .label = cd_duplicate(algo),
        .variant = cd_duplicate("own"),
        .scene = cd_duplicate("bunny"),
        .query = CD_QUERY_CONTACTS,
        .scene_hash = "ab12",
        .frames = CELL_FRAMES,
        .bodies = 3,
        .triangles = 400,
        .regions = 5,
        .threads = 6,
        .seed = 7,
        .environment = "llvmpipe",
        .verdict = verdict,
        .answered = true,
        .judged = true,
        .truth = "mixed",
        .hit_frames = 8,
        .records = 9,
        .digest = "cd34",
        .judgement = {.frames = 24,
                      .truth_hit_frames = 10,
                      .pairs = 100,
                      .truth_pairs = 11,
                      .misses = 12,
                      .false_hits = 13,
                      .wrong_frames = 14,
                      .first_wrong_frame = 15,
                      .contacts_missing = 16,
                      .contacts_false = 17,
                      .contacts_repeated = 18},
        .create_ns = 1234567891,
        .struct_bytes = 19,
        .peak_rss_kb = 20,
        .timed = {.samples = CELL_SAMPLES,
                  .frame_ns = cd_allocate(CELL_SAMPLES * CELL_FRAMES, sizeof *cell_frame_ns),
                  .pass_ns = cd_allocate(CELL_SAMPLES, sizeof *cell_pass_ns),
                  .cpu_ns = cd_allocate(CELL_SAMPLES, sizeof *cell_cpu_ns),
                  .allocations = 21,
                  .neighbours = {.others = 0.12345, .stolen = 0.0453, .switches = 1.26, .throttled = 22}},
    };
    memcpy(cell.timed.frame_ns, cell_frame_ns, sizeof cell_frame_ns);
    memcpy(cell.timed.pass_ns, cell_pass_ns, sizeof cell_pass_ns);
    memcpy(cell.timed.cpu_ns, cell_cpu_ns, sizeof cell_cpu_ns);
    uint64_t *counters = (uint64_t *)&cell.timed.counters;
    for (size_t i = 0; i < sizeof cell.timed.counters / sizeof *counters; i++)
        counters[i] = 1000 + i;
    cd_cell_summarise(&cell);
    return cell;
}

#endif
