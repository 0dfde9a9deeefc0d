// Matchers of regions beside CGAL's box_intersection_d (Zomorodian and Edelsbrunner 2002), in one process and
// taking turns, on one thread: what shi2000's matchers are held to.
//
//     build/release/experiments/boxes [--n N] [--alpha A] [--d D] [--sizes MIX] [--seed S] [--cutoff C] [--rounds R]
//         [--base ID] [--algo ID ALGO]...
//
// Prints CSV. A series is `cgal` or the ID of an algorithm, which is given as to `cdbench run`; `ms` is the median of the rounds on the
// wall clock, `cpu_ms` that of the processor's, which other work disturbs less. `of_cgal` and `of_base` are
// medians of the ratios of a round, to the processor time of CGAL and of the series `--base`; all with their
// intervals. Each time begins with the regions of a frame, as the program has them, and ends when all pairs
// are counted. Exit code 2 when two series count differently.
//
// CGAL's package is under the GPL, so this program is built for tests only, never installed, and nothing of
// it is part of cdbench.
#include "algos/driver/instance.h"
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "scenes/cursor.h"

extern "C" {
#include "bench/harness/statistics.h"
}

#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace
{

struct request {
    std::string n = "100000", alpha = "1", d = "2", sizes = "equal", seed = "1";
    std::ptrdiff_t cutoff = 1000;
    int rounds = 3;
    std::string base = "cgal";
    std::vector<std::string> ids, algos;
};

struct series {
    std::string name;
    uint64_t pairs = 0;
    std::vector<double> ms, cpu_ms;
    cd_instance *instance = nullptr; // none for CGAL
};

[[noreturn]] void give_up(const std::string &line, int code)
{
    std::fprintf(stderr, "boxes: %s\n", line.c_str());
    std::exit(code);
}

request read_request(int argc, char **argv)
{
    request asked;
    for (int i = 1; i < argc; i += 2) {
        std::string name = argv[i];
        if (i + 1 == argc)
            give_up(name + " needs a value", CD_USAGE);
        std::string value = argv[i + 1];
        if (name == "--n")
            asked.n = value;
        else if (name == "--alpha")
            asked.alpha = value;
        else if (name == "--d")
            asked.d = value;
        else if (name == "--sizes")
            asked.sizes = value;
        else if (name == "--seed")
            asked.seed = value;
        else if (name == "--cutoff")
            asked.cutoff = std::max(1, std::atoi(value.c_str()));
        else if (name == "--rounds")
            asked.rounds = std::max(2, std::atoi(value.c_str()));
        else if (name == "--base")
            asked.base = value;
        else if (name == "--algo" && i + 2 < argc) {
            asked.ids.push_back(value);
            asked.algos.push_back(argv[++i + 1]);
        } else
            give_up(name + ": no such option; see the top of experiments/boxes.cpp", CD_USAGE);
    }
    return asked;
}

cd_scene *load_scene(const request &asked)
{
    std::string words = "regions:n=" + asked.n + ":alpha=" + asked.alpha + ":d=" + asked.d +
                        ":sizes=" + asked.sizes + ":seed=" + asked.seed;
    cd_status status;
    cd_scene *scene = nullptr;
    if (cd_scene_load(words.c_str(), nullptr, &scene, &status))
        give_up(status.text, status.code);
    return scene;
}

template <int D> uint64_t count_pairs(const cd_frame *frame, std::ptrdiff_t cutoff)
{
    using box = CGAL::Box_intersection_d::Box_d<int, D>;
    std::vector<box> sides[2];
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const cd_region &region = frame->regions[i];
        int low[D], high[D];
        for (int k = 0; k < D; k++) {
            low[k] = static_cast<int>(region.low[k]);
            high[k] = static_cast<int>(region.high[k]);
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

uint64_t run_cgal(const cd_scene *scene, const cd_frame *frame, std::ptrdiff_t cutoff)
{
    switch (scene->dimensions) {
    case 1:
        return count_pairs<1>(frame, cutoff);
    case 2:
        return count_pairs<2>(frame, cutoff);
    case 3:
        return count_pairs<3>(frame, cutoff);
    default:
        return count_pairs<4>(frame, cutoff);
    }
}

uint64_t run_instance(cd_instance *instance, const cd_frame *frame)
{
    cd_status status;
    cd_sink *sink = cd_instance_workers(instance)->sink;
    cd_sink_begin(sink, CD_QUERY_PAIRS, CD_SINK_COUNT, frame->index);
    if (cd_instance_update(instance, frame, &status) || cd_instance_query(instance, &status))
        give_up(status.text, status.code);
    return cd_sinks_merge(sink, 1).count;
}

void run_round(const request &asked, const cd_scene *scene, const cd_frame *frame, series &one)
{
    if (one.instance)
        cd_instance_reset(one.instance);
    std::clock_t cpu = std::clock();
    auto begin = std::chrono::steady_clock::now();
    one.pairs = one.instance ? run_instance(one.instance, frame) : run_cgal(scene, frame, asked.cutoff);
    std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    one.ms.push_back(taken.count());
    one.cpu_ms.push_back(1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
}

cd_instance *create_instance(const std::string &typed, const cd_scene *scene, cd_context *context)
{
    cd_status status;
    const cd_algo *algo = nullptr;
    cd_settings *settings = nullptr;
    cd_instance *instance = nullptr;
    if (cd_algo_select(typed.c_str(), &algo, &settings, &status) ||
        cd_instance_create(algo, settings, scene, CD_QUERY_PAIRS, context, &instance, &status))
        give_up(status.text, status.code);
    cd_settings_destroy(settings);
    return instance;
}

const series &find_series(const std::vector<series> &all, const std::string &name)
{
    for (const series &one : all)
        if (one.name == name)
            return one;
    give_up("--base " + name + " is none of the series", CD_USAGE);
}

void print_numbers(const std::vector<double> &values)
{
    cd_interval interval = cd_median_interval_of_reals(values.data(), values.size());
    std::printf(",%.6g,%.6g,%.6g", cd_median_of_reals(values.data(), values.size()), interval.low,
                interval.high);
}

void print_ratios(const series &one, const series &base)
{
    std::vector<double> ratios;
    for (size_t i = 0; i < one.cpu_ms.size(); i++)
        ratios.push_back(one.cpu_ms[i] / base.cpu_ms[i]);
    print_numbers(ratios);
}

void print_series(const series &one, const series &cgal, const series &base)
{
    std::printf("%s,%llu", one.name.c_str(), static_cast<unsigned long long>(one.pairs));
    print_numbers(one.ms);
    print_numbers(one.cpu_ms);
    print_ratios(one, cgal);
    print_ratios(one, base);
    std::printf(",%d\n", one.pairs == cgal.pairs);
}

} // namespace

int main(int argc, char **argv)
{
    request asked = read_request(argc, argv);
    cd_scene *scene = load_scene(asked);
    cd_context context = {};
    context.threads = 1;
    std::vector<series> all(1);
    all[0].name = "cgal";
    for (size_t i = 0; i < asked.algos.size(); i++) {
        all.emplace_back();
        all.back().name = asked.ids[i];
        all.back().instance = create_instance(asked.algos[i], scene, &context);
    }
    cd_cursor *cursor = cd_cursor_open(scene);
    const cd_frame *frame = nullptr;
    cd_status status;
    if (cd_cursor_next(cursor, &frame, &status))
        give_up(status.text, status.code);
    for (int round = 0; round <= asked.rounds; round++) {
        if (round == 1) // the first one warmed up
            for (series &one : all)
                one.ms.clear(), one.cpu_ms.clear();
        for (size_t i = 0; i < all.size(); i++)
            run_round(asked, scene, frame, all[round % 2 ? all.size() - 1 - i : i]);
    }
    bool differ = false;
    const series &base = find_series(all, asked.base);
    std::puts("series,pairs,ms,ms_low,ms_high,cpu_ms,cpu_ms_low,cpu_ms_high,of_cgal,of_cgal_low,of_cgal_high,"
              "of_base,of_base_low,of_base_high,agrees");
    for (const series &one : all) {
        print_series(one, all[0], base);
        differ |= one.pairs != all[0].pairs;
    }
    for (series &one : all)
        cd_instance_destroy(one.instance);
    cd_cursor_close(cursor);
    cd_scene_destroy(scene);
    if (differ)
        give_up("the series count different numbers of pairs", CD_WRONG);
    return 0;
}
