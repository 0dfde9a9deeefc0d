#include "bench/harness/cell.h"
#include "bench/oracle/judge.h"

#include "base/memory.h"

#define MS 1e-6 // milliseconds in a nanosecond

bool cd_cell_has_times(const struct cd_cell *cell)
{
    return cell->timed.samples > 0 && cell->verdict != CD_VERDICT_WRONG && !cell->timed.unstable;
}

bool cd_cell_counters_gate(const struct cd_cell *cell)
{
    return !(cell->description.scheduled & CD_QUERY_BIT(cell->query)) && !cell->timed.counters_differ;
}

static double frames_per_second(const struct cd_cell *cell, double pass_ns)
{
    return (double)cell->frames * 1e9 / (pass_ns > 1 ? pass_ns : 1);
}

double cd_cell_fps(const struct cd_cell *cell)
{
    return frames_per_second(cell, cell->pass.median);
}

void cd_cell_summarise(struct cd_cell *cell)
{
    const struct cd_timed *timed = &cell->timed;
    if (!timed->samples)
        return;
    uint64_t *frames = cd_timed_frames(timed, cell->frames);
    cell->frame = cd_summarise(frames, timed->samples * cell->frames);
    cd_free(frames);
    cell->pass = cd_summarise(timed->pass_ns, timed->samples);
    cell->cpu = cd_summarise(timed->cpu_ns, timed->samples);
    cell->interval = cd_median_interval(timed->pass_ns, timed->samples);
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
    *cell = (struct cd_cell){0};
}

const char *cd_verdict_name(enum cd_verdict verdict)
{
    static const char *const names[] = {"exact", "approximate", "printed",
                                        "wrong", "unverified",  "unavailable"};
    return names[verdict];
}

/// The fields filled in so far.
struct list {
    struct cd_field *fields;
    size_t count;
};

static struct cd_field *add(struct list *list, const char *name, bool known, enum cd_field_kind kind)
{
    CD_ASSERT(list->count < CD_CELL_FIELDS);
    struct cd_field *field = &list->fields[list->count++];
    *field = (struct cd_field){.name = name, .kind = known ? kind : CD_FIELD_NONE};
    return field;
}

static void add_text(struct list *list, const char *name, bool known, const char *text)
{
    add(list, name, known, CD_FIELD_TEXT)->text = text;
}

static void add_count(struct list *list, const char *name, bool known, uint64_t count)
{
    add(list, name, known, CD_FIELD_COUNT)->count = count;
}

static void add_real(struct list *list, const char *name, bool known, double real, int digits)
{
    struct cd_field *field = add(list, name, known, CD_FIELD_REAL);
    field->real = real;
    field->digits = digits;
}

static void add_identity(struct list *list, const struct cd_cell *cell)
{
    add_text(list, "algo", true, cell->algo);
    add_text(list, "settings", true, cell->settings);
    add_text(list, "variant", true, cell->variant);
    add_text(list, "query", true, cd_query_name(cell->query));
    add_text(list, "scene", true, cell->scene);
    add_text(list, "scene_hash", true, cell->scene_hash);
    add_count(list, "frames", true, cell->frames);
    add_count(list, "bodies", true, cell->bodies);
    add_count(list, "triangles", true, cell->triangles);
}

static void add_worth(struct list *list, const struct cd_cell *cell)
{
    add_count(list, "hit_frames", cell->answered, cell->hit_frames);
    add_text(list, "digest", cell->answered, cell->digest);
    add_text(list, "verdict", true, cd_verdict_name(cell->verdict));
    bool known = cell->judged && !cell->judgement.errors_unknown;
    add_count(list, "misses", known, cell->judgement.misses);
    add_count(list, "false_hits", known, cell->judgement.false_hits);
}

static void add_times(struct list *list, const struct cd_cell *cell)
{
    bool timed = cd_cell_has_times(cell), created = cell->verdict != CD_VERDICT_UNAVAILABLE;
    bool withheld = cell->verdict == CD_VERDICT_WRONG || cell->timed.unstable;
    add_real(list, "create_ms", created && !withheld, (double)cell->create_ns * MS, 6);
    add_real(list, "frame_ms_median", timed, cell->frame.median * MS, 6);
    add_real(list, "frame_ms_mad", timed, cell->frame.mad * MS, 6);
    add_real(list, "frame_ms_p95", timed, cell->frame.p95 * MS, 6);
    add_real(list, "frame_ms_max", timed, cell->frame.max * MS, 6);
    add_real(list, "cpu_ms_median", timed, cell->cpu.median * MS, 6);
    add_real(list, "fps", timed, cd_cell_fps(cell), 3);
    add_count(list, "threads", true, cell->threads);
    add_count(list, "seed", true, cell->seed);
}

static void add_counters(struct list *list, const struct cd_cell *cell)
{
    bool counted = cd_cell_has_times(cell);
#define COUNTER(name, what) add_count(list, #name, counted, cell->timed.counters.name);
#include "algos/counters.def"
#undef COUNTER
    add_text(list, "counters", counted, cd_cell_counters_gate(cell) ? "exact" : "scheduled");
}

static void add_rest(struct list *list, const struct cd_cell *cell)
{
    bool timed = cd_cell_has_times(cell), created = cell->verdict != CD_VERDICT_UNAVAILABLE;
    const struct cd_judgement *judgement = &cell->judgement;
    add_real(list, "fps_low", timed, frames_per_second(cell, cell->interval.high), 3);
    add_real(list, "fps_high", timed, frames_per_second(cell, cell->interval.low), 3);
    add_real(list, "fps_confidence", timed, cell->interval.confidence, 4);
    add_real(list, "pass_ms_median", timed, cell->pass.median * MS, 6);
    add_real(list, "pass_ms_mad", timed, cell->pass.mad * MS, 6);
    add_count(list, "samples", timed, cell->timed.samples);
    add_count(list, "peak_rss_kb", created, cell->peak_rss_kb);
    add_count(list, "struct_bytes", created, cell->struct_bytes);
    add_count(list, "timed_allocations", timed, cell->timed.allocations);
    add_text(list, "truth", true, cell->truth);
    add_count(list, "truth_hit_frames", cell->judged, judgement->truth_hit_frames);
    add_count(list, "truth_pairs", cell->judged, judgement->truth_pairs);
    add_count(list, "clear_pairs", cell->judged, judgement->pairs - judgement->truth_pairs);
    add_count(list, "wrong_frames", cell->judged, judgement->wrong_frames);
    add_count(list, "first_wrong_frame", cell->judged && judgement->wrong_frames,
              judgement->first_wrong_frame);
    add_count(list, "records", cell->answered, cell->records);
    add_count(list, "unstable_frame", cell->timed.unstable, cell->timed.unstable_frame);
    add_text(list, "environment", *cell->environment, cell->environment);
    add_count(list, "regions", true, cell->regions);
}

size_t cd_cell_fields(const struct cd_cell *cell, uint64_t number, struct cd_field fields[CD_CELL_FIELDS])
{
    struct list list = {fields, 0};
    add_identity(&list, cell);
    add_worth(&list, cell);
    add_times(&list, cell);
    add_counters(&list, cell);
    add_rest(&list, cell);
    add_count(&list, "cell", true, number);
    return list.count;
}
