// `obb8` and both variants of `rapid` against the OBB trees of FCL 0.7, float and double, on one workload in
// one process: motion tumble, two copies of a mesh scaled to [-1,1]^3 a fixed distance apart over orientations.
// Passes over all orientations alternate between the contestants, in an order that turns round every
// round; the medians of their processor times are compared, and so are the numbers of contacts.
//
//     build/release/experiments/fcl [MESH [ORIENTATIONS [ROUNDS]]]
#include "experiments/program.h"

extern "C" {
#include "bench/harness/frame_block.h"
}

#include <fcl/fcl.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace
{

struct Contestant {
    std::string name;
    std::function<size_t(const cd_frame &)> contacts; // all of them, or 0 or 1
    double built_ms;
    std::shared_ptr<cd_instance> instance = {}; // none of FCL
    std::vector<double> passes = {};            // seconds
    std::vector<size_t> counts = {};            // per orientation
};

[[noreturn]] void give_up(const cd_status &status)
{
    std::fprintf(stderr, "fcl: %s\n", status.text);
    std::exit(status.code);
}

double now() // of processor time: time on the wall is that of others, too
{
    return 1e-9 * double(cd_clock_cpu());
}

cd_context one_thread;

Contestant ours(const char *name, const char *algo, const cd_scene *scene, cd_query query)
{
    double start = now();
    cd_status status;
    cd_instance *opened = nullptr;
    if (cd_instance_open(algo, scene, query, &one_thread, &opened, &status))
        give_up(status);
    std::shared_ptr<cd_instance> instance(opened, cd_instance_destroy);
    cd_instance_reset(opened);
    auto contacts = [opened, query](const cd_frame &frame) {
        cd_status failure;
        cd_answering answering;
        if (cd_answering_ask(opened, query, CD_SINK_COUNT, &frame, &answering, &failure))
            give_up(failure);
        return size_t(answering.answer.count);
    };
    return {name, contacts, 1e3 * (now() - start), instance};
}

template <typename S> Contestant theirs(const char *name, const cd_scene *scene, cd_query query)
{
    double start = now();
    const cd_mesh *mesh = scene->meshes[0];
    auto model = std::make_shared<fcl::BVHModel<fcl::OBB<S>>>();
    model->beginModel(int(mesh->triangle_count), int(mesh->vertex_count));
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        fcl::Vector3<S> corner[3];
        for (int k = 0; k < 3; k++) {
            const cd_vec3 &v = mesh->vertices[mesh->triangles[i].v[k]];
            corner[k] = fcl::Vector3<S>(S(v.x), S(v.y), S(v.z));
        }
        model->addTriangle(corner[0], corner[1], corner[2]);
    }
    model->endModel();
    auto contacts = [model, query](const cd_frame &frame) {
        const cd_pose &pose = frame.bodies[1].pose;
        fcl::Transform3<S> here = fcl::Transform3<S>::Identity(), there = here;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                there.linear()(i, j) = S(pose.r[3 * i + j]);
            there.translation()(i) = S(pose.t[i]);
        }
        bool all = query == CD_QUERY_CONTACTS;
        fcl::CollisionRequest<S> request(all ? std::numeric_limits<int>::max() : 1, false);
        fcl::CollisionResult<S> result;
        fcl::collide(model.get(), here, model.get(), there, request, result);
        return result.numContacts();
    };
    return {name, contacts, 1e3 * (now() - start)};
}

void pass(Contestant &contestant, const cd_frame *frames, uint32_t count)
{
    contestant.counts.clear();
    double start = now();
    for (uint32_t i = 0; i < count; i++)
        contestant.counts.push_back(contestant.contacts(frames[i]));
    contestant.passes.push_back(now() - start);
}

double median(const std::vector<double> &values)
{
    return cd_median_of_reals(values.data(), values.size());
}

void report(const std::vector<Contestant> &contestants, size_t poses)
{
    const Contestant &first = contestants[0];
    for (const Contestant &c : contestants) {
        size_t sum = 0, differ = 0;
        for (size_t i = 0; i < poses; i++) {
            sum += c.counts[i];
            differ += c.counts[i] != first.counts[i];
        }
        std::printf("  %-16s %9.2f us a query, %6.2f x, %9zu contacts, %zu of %zu answers differ\n",
                    c.name.c_str(), 1e6 * median(c.passes) / double(poses),
                    median(c.passes) / median(first.passes), sum, differ, poses);
    }
}

void compare(const cd_scene *scene, cd_query query, double distance, int rounds, bool print_builds)
{
    std::vector<Contestant> contestants = {
        ours("obb8", "obb8", scene, query),
        ours("rapid", "rapid:variant=corrected", scene, query),
        ours("rapid printed", "rapid:variant=printed", scene, query),
        theirs<float>("FCL float", scene, query),
        theirs<double>("FCL double", scene, query),
    };
    for (const Contestant &c : contestants)
        if (print_builds)
            std::printf("  %-16s builds in %8.1f ms\n", c.name.c_str(), c.built_ms);
    cd_frame_block *block = cd_frame_block_create(scene, CD_BLOCK_BYTES);
    const cd_frame *frames;
    uint32_t count;
    cd_status status;
    if (cd_frame_block_read(block, &frames, &count, &status))
        give_up(status);
    for (Contestant &c : contestants) {
        pass(c, frames, count); // warm-up
        c.passes.clear();
    }
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < contestants.size(); i++)
            pass(contestants[round % 2 ? contestants.size() - 1 - i : i], frames, count);
    std::printf("%s, distance %.1f\n", query == CD_QUERY_CONTACTS ? "all contacts" : "first contact",
                distance);
    report(contestants, count);
    cd_counters n = cd_answering_counters(contestants[0].instance.get());
    double queries = double(count) * (rounds + 1);
    std::printf("  obb8 a query: %.1f nodes, %.1f box tests, %.1f triangle tests\n",
                double(n.node_visits) / queries, double(n.box_tests) / queries,
                double(n.triangle_tests) / queries);
    cd_frame_block_destroy(block);
}

} // namespace

int main(int argc, char **argv)
{
    std::string mesh = argc > 1 ? argv[1] : "torusknot:triangles=20000";
    int orientations = argc > 2 ? std::clamp(std::atoi(argv[2]), 1, CD_BLOCK_FRAMES) : 225;
    int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 7;
    bool first = true;
    one_thread.threads = 1;
    for (cd_query query : {CD_QUERY_PAIRS, CD_QUERY_CONTACTS})
        for (double distance : {1.2, 1.9}) {
            std::string text = mesh + ",motion=tumble:steps=" + std::to_string(orientations) +
                               ":d=" + std::to_string(distance);
            cd_status status;
            cd_scene *scene = nullptr;
            if (cd_scene_load(text.c_str(), nullptr, &scene, &status))
                give_up(status);
            if (first)
                std::printf("%s: %u triangles, %d orientations, %d rounds\n", mesh.c_str(),
                            scene->meshes[0]->triangle_count, orientations, rounds);
            compare(scene, query, distance, rounds, first);
            cd_scene_destroy(scene);
            first = false;
        }
    return 0;
}
