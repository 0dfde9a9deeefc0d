// `obb8` and both variants of `rapid` against the OBB trees of FCL 0.7, float and double, on one workload in
// one process: two copies of a torus knot scaled to [-1,1]^3, a fixed distance apart, over orientations about
// x and z. Passes over all orientations alternate between the contestants, in an order that turns round every
// round; the medians of their processor times are compared, and so are the numbers of contacts.
//
//     build/release/experiments/fcl [MESH [ORIENTATIONS [ROUNDS]]]
#include "algos/algo.h"
#include "base/memory.h"
#include "scenes/mesh.h"

#include <fcl/fcl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

extern "C" {
extern const struct cd_algo cd_algo_obb8, cd_algo_rapid;
}

namespace
{

struct Contestant {
    std::string name;
    std::function<size_t(const cd_pose &, bool)>
        contacts;               // of the second body's pose; all of them, or 0 or 1
    std::vector<double> passes; // seconds
    std::vector<size_t> counts; // per orientation
};

template <typename S> class FclPair
{
  public:
    explicit FclPair(const cd_mesh *mesh) : model(std::make_shared<fcl::BVHModel<fcl::OBB<S>>>())
    {
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
    }

    size_t contacts(const cd_pose &pose, bool all) const
    {
        fcl::Transform3<S> here = fcl::Transform3<S>::Identity(), there = here;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                there.linear()(i, j) = S(pose.r[3 * i + j]);
            there.translation()(i) = S(pose.t[i]);
        }
        fcl::CollisionRequest<S> request(all ? std::numeric_limits<int>::max() : 1, false);
        fcl::CollisionResult<S> result;
        fcl::collide(model.get(), here, model.get(), there, request, result);
        return result.numContacts();
    }

  private:
    std::shared_ptr<fcl::BVHModel<fcl::OBB<S>>> model;
};

class OurPair
{
  public:
    OurPair(const cd_algo &ours, const cd_mesh *mesh, const char *variant) : algo(ours)
    {
        const cd_param *tables[] = {algo.params};
        settings = cd_settings_create(tables, algo.params ? 1 : 0);
        if (variant)
            cd_settings_set(settings, algo.name, "variant", variant, nullptr);
        cd_shape shape = {mesh, mesh->vertices};
        algo.prepare(settings, &shape, nullptr, &model, nullptr);
        if (algo.scratch_bytes)
            worker.scratch = cd_allocate(algo.scratch_bytes(model, model), 1);
        worker.sink = &sink;
        for (cd_placed *placed : {&a, &b}) {
            placed->triangle_count = mesh->triangle_count;
            placed->vertex_count = mesh->vertex_count;
            placed->model = model;
            placed->vertices = mesh->vertices;
            placed->triangles = mesh->triangles;
        }
        b.id = 1;
        a.pose = &origin;
    }
    OurPair(const OurPair &) = delete;
    OurPair &operator=(const OurPair &) = delete;
    ~OurPair()
    {
        cd_free(worker.scratch);
        algo.release(model);
        cd_sink_release(&sink);
        cd_settings_destroy(settings);
    }

    size_t contacts(const cd_pose &pose, bool all)
    {
        b.pose = &pose;
        worker.query = all ? CD_QUERY_CONTACTS : CD_QUERY_PAIRS;
        cd_sink_begin(&sink, worker.query, CD_SINK_COUNT, 0);
        bool hit = algo.test(&a, &b, nullptr, nullptr, &worker);
        return all ? size_t(cd_sinks_merge(&sink, 1).count) : hit;
    }

    cd_worker worker = {};

  private:
    const cd_algo &algo;
    cd_settings *settings;
    void *model = nullptr;
    cd_sink sink = {};
    cd_pose origin = cd_pose_identity();
    cd_placed a = {}, b = {};
};

// Seconds of processor time: on a machine that others use too, time on the wall is theirs as well.
double now()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

template <typename Make> auto built(const char *name, Make make)
{
    double start = now();
    auto pair = make();
    std::printf("  %-16s builds in %8.1f ms\n", name, 1e3 * (now() - start));
    return pair;
}

// Orientations about x and z as in the benchmark of Trenkel, Weller and Zachmann.
std::vector<cd_pose> tumble(int steps, double distance)
{
    std::vector<cd_pose> poses;
    int k = int(std::lround(std::sqrt(steps)));
    for (int i = 0; i < steps; i++) {
        double about_x[9], about_z[9];
        cd_rotation_about(cd_vec(1, 0, 0), 2 * M_PI * i * k / steps, about_x);
        cd_rotation_about(cd_vec(0, 0, 1), 2 * M_PI * std::floor(double(i) * k / steps) / k, about_z);
        cd_pose pose = cd_pose_identity();
        cd_matrix_multiply(about_z, about_x, pose.r);
        pose.t[0] = distance;
        poses.push_back(pose);
    }
    return poses;
}

void pass(Contestant &contestant, const std::vector<cd_pose> &poses, bool all)
{
    contestant.counts.clear();
    double start = now();
    for (const cd_pose &pose : poses)
        contestant.counts.push_back(contestant.contacts(pose, all));
    contestant.passes.push_back(now() - start);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    size_t n = values.size();
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

void report(const std::vector<Contestant> &contestants, size_t poses)
{
    const Contestant &ours = contestants[0];
    for (const Contestant &c : contestants) {
        size_t sum = 0, differ = 0;
        for (size_t i = 0; i < poses; i++) {
            sum += c.counts[i];
            differ += c.counts[i] != ours.counts[i];
        }
        std::printf("  %-16s %9.2f us a query, %6.2f x, %9zu contacts, %zu of %zu answers differ\n",
                    c.name.c_str(), 1e6 * median(c.passes) / double(poses),
                    median(c.passes) / median(ours.passes), sum, differ, poses);
    }
}

void compare(std::vector<Contestant> &contestants, int orientations, int rounds, double distance, bool all)
{
    std::vector<cd_pose> poses = tumble(orientations, distance);
    for (Contestant &c : contestants) {
        pass(c, poses, all); // warm-up
        c.passes.clear();
    }
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < contestants.size(); i++)
            pass(contestants[round % 2 ? contestants.size() - 1 - i : i], poses, all);
    std::printf("%s, distance %.1f\n", all ? "all contacts" : "first contact", distance);
    report(contestants, poses.size());
}

} // namespace

int main(int argc, char **argv)
{
    const char *specification = argc > 1 ? argv[1] : "torusknot:triangles=20000";
    int orientations = argc > 2 ? std::max(1, std::atoi(argv[2])) : 225;
    int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 7;
    cd_mesh *made = nullptr;
    cd_status status;
    if (cd_mesh_generate(specification, &made, &status)) {
        std::fprintf(stderr, "fcl: %s\n", status.text);
        return status.code;
    }
    cd_vec3 extent = cd_aabb_extent(&made->box);
    cd_mesh *mesh = cd_mesh_centred(made, 2 / std::max(extent.x, std::max(extent.y, extent.z)));
    cd_mesh_destroy(made);

    std::printf("%s: %u triangles, %d orientations, %d rounds\n", specification, mesh->triangle_count,
                orientations, rounds);
    {
        auto obb8 = built("obb8", [&] { return std::make_unique<OurPair>(cd_algo_obb8, mesh, nullptr); });
        auto rapid =
            built("rapid", [&] { return std::make_unique<OurPair>(cd_algo_rapid, mesh, "corrected"); });
        auto printed =
            built("rapid printed", [&] { return std::make_unique<OurPair>(cd_algo_rapid, mesh, "printed"); });
        auto fcl_float = built("FCL float", [&] { return std::make_unique<FclPair<float>>(mesh); });
        auto fcl_double = built("FCL double", [&] { return std::make_unique<FclPair<double>>(mesh); });
        for (bool all : {false, true})
            for (double distance : {1.2, 1.9}) {
                std::vector<Contestant> contestants = {
                    {"obb8", [&](auto &pose, bool every) { return obb8->contacts(pose, every); }, {}, {}},
                    {"rapid", [&](auto &pose, bool every) { return rapid->contacts(pose, every); }, {}, {}},
                    {"rapid printed",
                     [&](auto &pose, bool every) { return printed->contacts(pose, every); },
                     {},
                     {}},
                    {"FCL float",
                     [&](auto &pose, bool every) { return fcl_float->contacts(pose, every); },
                     {},
                     {}},
                    {"FCL double",
                     [&](auto &pose, bool every) { return fcl_double->contacts(pose, every); },
                     {},
                     {}},
                };
                obb8->worker.counters = {};
                compare(contestants, orientations, rounds, distance, all);
                double queries = double(orientations) * (rounds + 1);
                const cd_counters &n = obb8->worker.counters;
                std::printf("  obb8 a query: %.1f nodes, %.1f box tests, %.1f triangle tests\n",
                            double(n.node_visits) / queries, double(n.box_tests) / queries,
                            double(n.triangle_tests) / queries);
            }
    }
    cd_mesh_destroy(mesh);
    return 0;
}
