// Matchers of regions beside CGAL's box_intersection_d (Zomorodian and Edelsbrunner 2002), in one process and
// taking turns, on one thread: what shi2000's matchers are held to.
//
// Prints CSV. A series is `cgal` or the ID of an algorithm, which is given as to `cdbench run`; `ms` is the median of the rounds on the
// wall clock, `cpu_ms` that of the processor's, which other work disturbs less. `of_cgal` and `of_base` are
// medians of the ratios of a round, to the processor time of CGAL and of the series `--base`; all with their
// intervals. Each time begins with the regions of a frame, as the program has them, and ends when all pairs
// are counted. Exit code 2 when two series count differently.
//
// CGAL's package is under the GPL, so this program is built for tests only, never installed, and nothing of
// it is part of cdbench.
#include "experiments/program.h"

#include <CGAL/box_intersection_d.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace
{

/// CGAL leaves off dividing at so many boxes.
const std::ptrdiff_t cutoff = 1000;

struct request {
    const char *alpha, *base;
    cd_number n, rounds;
    cd_texts algos;
};

const cd_option options[] = {
    {"n", CD_OPTION_NUMBER, "N", offsetof(request, n), 2, 1e9, "regions (100000)"},
    {"alpha", CD_OPTION_TEXT, "A", offsetof(request, alpha), 0, 0, "degree of overlap (1)"},
    {"base", CD_OPTION_TEXT, "ID", offsetof(request, base), 0, 0, "the series of_base is relative to (cgal)"},
    {"algo", CD_OPTION_NAMED, "ID ALGO", offsetof(request, algos), 0, 0,
     "a series called ID; ALGO as to `cdbench run`"},
    PROGRAM_ROUNDS_OPTION(request),
    CD_OPTION_END,
};

struct series {
    std::string name;
    uint64_t pairs = 0;
    std::vector<double> ms, cpu_ms;
    cd_instance *instance = nullptr; // none for CGAL
};

/// The pairs of squares that match, counted by CGAL.
uint64_t run_cgal(const cd_frame *frame)
{
    using box = CGAL::Box_intersection_d::Box_d<int, 2>;
    std::vector<box> sides[2];
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const cd_region &region = frame->regions[i];
        int low[2], high[2];
        for (int k = 0; k < 2; k++) {
            low[k] = region.low[k];
            high[k] = region.high[k];
        }
        sides[region.kind].emplace_back(low, high);
    }
    uint64_t count = 0;
    CGAL::box_intersection_d(
        sides[CD_REGION_PUBLISH].begin(), sides[CD_REGION_PUBLISH].end(), sides[CD_REGION_SUBSCRIBE].begin(),
        sides[CD_REGION_SUBSCRIBE].end(), [&count](const box &, const box &) { count++; }, cutoff,
        CGAL::Box_intersection_d::HALF_OPEN);
    return count;
}

cd_code run_round(const cd_frame *frame, series &one, cd_status *status)
{
    cd_code code = CD_OK;
    cd_answering answering;
    if (one.instance)
        cd_instance_reset(one.instance);
    uint64_t cpu = cd_clock_cpu(), begin = cd_clock_wall();
    if (one.instance) {
        code = cd_answering_ask(one.instance, CD_QUERY_PAIRS, CD_SINK_COUNT, frame, &answering, status);
        one.pairs = answering.answer.count;
    } else {
        one.pairs = run_cgal(frame);
    }
    one.ms.push_back(1e-6 * static_cast<double>(cd_clock_wall() - begin));
    one.cpu_ms.push_back(1e-6 * static_cast<double>(cd_clock_cpu() - cpu));
    return code;
}

void print_ratios(const series &one, const series &base)
{
    std::vector<double> ratios;
    for (size_t i = 0; i < one.cpu_ms.size(); i++)
        ratios.push_back(one.cpu_ms[i] / base.cpu_ms[i]);
    program_print_median(ratios.data(), ratios.size());
}

void print_series(const series &one, const series &cgal, const series &base)
{
    std::printf("%s,%llu", one.name.c_str(), static_cast<unsigned long long>(one.pairs));
    program_print_median(one.ms.data(), one.ms.size());
    program_print_median(one.cpu_ms.data(), one.cpu_ms.size());
    print_ratios(one, cgal);
    print_ratios(one, base);
    std::printf(",%d\n", one.pairs == cgal.pairs);
}

cd_code print_all(const request &asked, const std::vector<series> &all, cd_status *status)
{
    const series *base = nullptr;
    bool differ = false;
    for (const series &one : all)
        if (one.name == asked.base)
            base = &one;
    if (!base)
        return cd_fail(status, CD_USAGE, "--base %s is none of the series", asked.base);
    std::puts("series,pairs," PROGRAM_MEDIAN("ms") "," PROGRAM_MEDIAN("cpu_ms") "," PROGRAM_MEDIAN(
        "of_cgal") "," PROGRAM_MEDIAN("of_base") ",agrees");
    for (const series &one : all) {
        print_series(one, all[0], *base);
        differ |= one.pairs != all[0].pairs;
    }
    return differ ? cd_fail(status, CD_WRONG, "the series count different numbers of pairs") : CD_OK;
}

cd_code run_all(const request &asked, const cd_scene *scene, std::vector<series> &all, cd_status *status)
{
    static cd_context one_thread;
    one_thread.threads = 1;
    cd_code code = CD_OK;
    for (size_t i = 0; i < asked.algos.count && !code; i += 2) {
        all.emplace_back();
        all.back().name = asked.algos.items[i];
        code = cd_instance_open(asked.algos.items[i + 1], scene, CD_QUERY_PAIRS, &one_thread,
                                &all.back().instance, status);
    }
    cd_cursor *cursor = cd_cursor_open(scene);
    const cd_frame *frame = nullptr;
    if (!code)
        code = cd_cursor_next(cursor, &frame, status);
    for (uint64_t round = 0; round <= asked.rounds.value && !code; round++) {
        if (round == 1) // the first one warmed up
            for (series &one : all)
                one.ms.clear(), one.cpu_ms.clear();
        for (size_t i = 0; i < all.size() && !code; i++)
            code = run_round(frame, all[round % 2 ? all.size() - 1 - i : i], status);
    }
    cd_cursor_close(cursor);
    return code ? code : print_all(asked, all, status);
}

cd_code run(const void *values, cd_status *status)
{
    const request &asked = *static_cast<const request *>(values);
    std::string words = "regions:n=" + std::to_string(asked.n.value) + ":alpha=" + asked.alpha;
    cd_scene *scene = nullptr;
    std::vector<series> all(1);
    all[0].name = "cgal";
    cd_code code = cd_scene_load(words.c_str(), nullptr, &scene, status);
    if (!code)
        code = run_all(asked, scene, all, status);
    for (series &one : all)
        cd_instance_destroy(one.instance);
    cd_scene_destroy(scene);
    return code;
}

} // namespace

int main(int argc, char **argv)
{
    request asked = {"1", "cgal", {false, 100000}, {false, 3}, {}};
    return program_main("boxes", "matchers of regions beside CGAL", options, &asked, run, argc, argv);
}
