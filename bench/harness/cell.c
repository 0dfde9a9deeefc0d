#include "bench/harness/cell.h"
#include "bench/oracle/judge.h"

#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define MS 1e-6 // milliseconds in a nanosecond

bool cd_cell_has_times(const struct cd_cell *cell)
{
    return cell->timed.samples > 0 && cell->verdict != CD_VERDICT_WRONG && !cell->timed.unstable;
}

bool cd_cell_is_void(const struct cd_cell *cell)
{
    return cell->verdict == CD_VERDICT_UNAVAILABLE || cell->verdict == CD_VERDICT_FAILED;
}

const char *cd_cell_fault(const struct cd_cell *cell, char *text, size_t bytes)
{
    if (cell->lacking)
        return cell->lacking;
    if (cell->timed.unstable)
        snprintf(text, bytes,
                 "a timed pass answered differently from the first one in frame %" PRIu64
                 ", so that neither can be trusted",
                 cell->timed.unstable_frame);
    else
        snprintf(text, bytes,
                 "claims to be exact and is wrong in %" PRIu64 " of %" PRIu64
                 " frames, first in frame %" PRIu64 "; `cdbench verify` shows them",
                 cell->judgement.wrong_frames, cell->judgement.frames, cell->judgement.first_wrong_frame);
    return text;
}

/// True when the description promises that the counters do not depend on timing, and the passes agreed.
static bool counters_gate(const struct cd_cell *cell)
{
    return !(cell->description.scheduled & CD_QUERY_BIT(cell->query)) && !cell->timed.counters_differ;
}

static double frames_per_second(const struct cd_cell *cell, double pass_ns)
{
    return (double)cell->frames * 1e9 / (pass_ns > 1 ? pass_ns : 1);
}

const uint64_t *cd_cell_basis(const struct cd_cell *cell)
{
    return cell->by_cpu ? cell->timed.cpu_ns : cell->timed.pass_ns;
}

double cd_cell_fps(const struct cd_cell *cell)
{
    return frames_per_second(cell, cell->by_cpu ? cell->cpu.median : cell->pass.median);
}

double cd_cell_frame_ns(const struct cd_cell *cell, const bool *hits, bool colliding)
{
    uint64_t frames = 0, samples = cell->timed.samples;
    for (uint64_t i = 0; hits && i < cell->frames; i++)
        frames += hits[i] == colliding;
    if (!frames || !samples)
        return NAN;
    double *means = cd_allocate(samples, sizeof *means);
    for (uint64_t s = 0; s < samples; s++)
        for (uint64_t i = 0; i < cell->frames; i++)
            if (hits[i] == colliding)
                means[s] += (double)cell->timed.frame_ns[s * cell->frames + i] / (double)frames;
    double median = cd_median_of_reals(means, samples);
    cd_free(means);
    return median;
}

void cd_cell_summarise(struct cd_cell *cell)
{
    const struct cd_timed *timed = &cell->timed;
    if (!timed->samples)
        return;
    cell->frame = cd_summarise(timed->frame_ns, timed->samples * cell->frames);
    cell->pass = cd_summarise(timed->pass_ns, timed->samples);
    cell->cpu = cd_summarise(timed->cpu_ns, timed->samples);
    cell->interval = cd_median_interval(cd_cell_basis(cell), timed->samples);
}

void cd_cell_release(struct cd_cell *cell)
{
    cd_timed_release(&cell->timed);
    cd_free(cell->algo);
    cd_free(cell->settings);
    cd_free(cell->label);
    cd_free(cell->variant);
    cd_free(cell->scene);
    cd_free(cell->lacking);
    cd_free(cell->hits);
    *cell = (struct cd_cell){0};
}

const char *cd_verdict_name(enum cd_verdict verdict)
{
    static const char *const names[] = {"exact",      "approximate", "printed", "wrong",
                                        "unverified", "unavailable", "failed"};
    return names[verdict];
}

/// The place for the values of a cell, column by column. With `columns_only`, only the columns are added.
struct place {
    struct cd_table *table;
    size_t row;
    bool columns_only;
};

static bool wants(const struct place *place, const char *name, bool known, enum cd_type type,
                  const char *unit)
{
    if (place->columns_only)
        cd_table_require(place->table, name, type, unit);
    return known && !place->columns_only;
}

static void add_text(const struct place *place, const char *name, bool known, const char *text)
{
    if (wants(place, name, known, CD_TYPE_TEXT, NULL))
        cd_table_set_text(place->table, place->row, name, text);
}

static void add_count(const struct place *place, const char *name, bool known, uint64_t count)
{
    if (wants(place, name, known, CD_TYPE_COUNT, NULL))
        cd_table_set_count(place->table, place->row, name, count);
}

/// Adds a real number, rounded to multiples of 1 / `parts`.
static void add_real(const struct place *place, const char *name, bool known, double real, double parts,
                     const char *unit)
{
    if (wants(place, name, known, CD_TYPE_REAL, unit))
        cd_table_set_real(place->table, place->row, name, round(real * parts) / parts);
}

static void add_identity(const struct place *place, const struct cd_cell *cell)
{
    add_text(place, "algo", true, cell->algo);
    add_text(place, "settings", true, cell->settings);
    add_text(place, "variant", true, cell->variant);
    add_text(place, "query", true, cd_query_name(cell->query));
    add_text(place, "scene", true, cell->scene);
    add_text(place, "scene_hash", true, cell->scene_hash);
    add_count(place, "frames", true, cell->frames);
    add_count(place, "bodies", true, cell->bodies);
    add_count(place, "triangles", true, cell->triangles);
}

static void add_worth(const struct place *place, const struct cd_cell *cell)
{
    add_count(place, "hit_frames", cell->answered, cell->hit_frames);
    add_text(place, "digest", cell->answered, cell->digest);
    add_text(place, "verdict", true, cd_verdict_name(cell->verdict));
    bool known = cell->judged && !cell->judgement.errors_unknown;
    add_count(place, "misses", known, cell->judgement.misses);
    add_count(place, "false_hits", known, cell->judgement.false_hits);
}

static void add_times(const struct place *place, const struct cd_cell *cell)
{
    bool timed = cd_cell_has_times(cell), created = !cd_cell_is_void(cell);
    bool withheld = cell->verdict == CD_VERDICT_WRONG || cell->timed.unstable;
    add_real(place, "create_ms", created && !withheld, (double)cell->create_ns * MS, 1e6, "ms");
    add_real(place, "frame_ms_median", timed, cell->frame.median * MS, 1e6, "ms");
    add_real(place, "frame_ms_mad", timed, cell->frame.mad * MS, 1e6, "ms");
    add_real(place, "frame_ms_p95", timed, cell->frame.p95 * MS, 1e6, "ms");
    add_real(place, "frame_ms_max", timed, cell->frame.max * MS, 1e6, "ms");
    add_real(place, "cpu_ms_median", timed, cell->cpu.median * MS, 1e6, "ms");
    add_real(place, "fps", timed, cd_cell_fps(cell), 1e3, "1/s");
    add_count(place, "threads", true, cell->threads);
    add_count(place, "seed", true, cell->seed);
}

static void add_counters(const struct place *place, const struct cd_cell *cell)
{
    bool counted = cd_cell_has_times(cell);
#define COUNTER(name, what) add_count(place, #name, counted, cell->timed.counters.name);
#include "algos/counters.def"
#undef COUNTER
    add_text(place, "counters", counted, counters_gate(cell) ? "exact" : "scheduled");
}

static void add_rest(const struct place *place, const struct cd_cell *cell)
{
    bool timed = cd_cell_has_times(cell), created = !cd_cell_is_void(cell);
    const struct cd_judgement *judgement = &cell->judgement;
    add_real(place, "fps_low", timed, frames_per_second(cell, cell->interval.high), 1e3, "1/s");
    add_real(place, "fps_high", timed, frames_per_second(cell, cell->interval.low), 1e3, "1/s");
    add_real(place, "fps_confidence", timed, cell->interval.confidence, 1e4, NULL);
    add_real(place, "pass_ms_median", timed, cell->pass.median * MS, 1e6, "ms");
    add_real(place, "pass_ms_mad", timed, cell->pass.mad * MS, 1e6, "ms");
    add_count(place, "samples", timed, cell->timed.samples);
    add_count(place, "peak_rss_kb", created, cell->peak_rss_kb);
    add_count(place, "struct_bytes", created && !cell->memory_unseen, cell->struct_bytes);
    add_count(place, "timed_allocations", timed, cell->timed.allocations);
    add_text(place, "truth", true, cell->truth);
    add_count(place, "truth_hit_frames", cell->judged, judgement->truth_hit_frames);
    add_count(place, "truth_pairs", cell->judged, judgement->truth_pairs);
    add_count(place, "clear_pairs", cell->judged, judgement->pairs - judgement->truth_pairs);
    add_count(place, "wrong_frames", cell->judged, judgement->wrong_frames);
    add_count(place, "first_wrong_frame", cell->judged && judgement->wrong_frames,
              judgement->first_wrong_frame);
    bool compared = cell->judged && cell->query == CD_QUERY_CONTACTS;
    add_count(place, "contacts_missing", compared, judgement->contacts_missing);
    add_count(place, "contacts_false", compared, judgement->contacts_false);
    add_count(place, "contacts_repeated", compared, judgement->contacts_repeated);
    add_count(place, "records", cell->answered, cell->records);
    add_count(place, "unstable_frame", cell->timed.unstable, cell->timed.unstable_frame);
    add_text(place, "environment", *cell->environment, cell->environment);
    add_count(place, "regions", true, cell->regions);
    const struct cd_neighbours *neighbours = &cell->timed.neighbours;
    add_text(place, "clock", timed, cell->by_cpu ? "processor" : "wall");
    add_real(place, "others", timed && !isnan(neighbours->others), neighbours->others, 1e3, NULL);
    add_real(place, "stolen", timed && !isnan(neighbours->stolen), neighbours->stolen, 1e3, NULL);
    add_count(place, "throttled", timed, neighbours->throttled);
    add_real(place, "switches", timed && !isnan(neighbours->switches), neighbours->switches, 1e1, "1/s");
}

static void add_all(const struct place *place, const struct cd_cell *cell, uint64_t number)
{
    add_identity(place, cell);
    add_worth(place, cell);
    add_times(place, cell);
    add_counters(place, cell);
    add_rest(place, cell);
    add_count(place, "cell", true, number);
}

struct cd_table *cd_cell_table(void)
{
    static const struct cd_cell nothing; // only the names and types of its values are used
    struct place place = {.table = cd_table_create(NULL, 0), .columns_only = true};
    add_all(&place, &nothing, 0);
    return place.table;
}

void cd_cell_add_row(struct cd_table *table, const struct cd_cell *cell, uint64_t number)
{
    struct place place = {.table = table, .row = cd_table_add_row(table)};
    add_all(&place, cell, number);
}
