/// What the plug-ins of this folder share: models and broad phases of a class, made and freed by the contract of
/// algos/algo.h, and how shapes are passed to a library.
///
/// No exception crosses into C. A function that may fail by the contract is `guarded` and says why it failed.
/// Everything else, such as a test, is noexcept: an exception of a library there ends the program with its text, as a
/// crash of that algorithm in that frame.
#ifndef CD_PEERS_PEER_HPP
#define CD_PEERS_PEER_HPP

#include <algos/algo.h>
#include <base/thread_state.h>

#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace peer
{

/// Thrown when the user asked for what a library cannot do, such as a body that is not convex.
struct Unsuitable : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Thrown when the machine lacks what a library needs, such as a device.
struct Lacking : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Calls `work`; what it throws becomes a failure: the library's own, unless the machine lacks something.
template <class Work> cd_code guarded(cd_status *status, Work work) noexcept
{
    try {
        work();
        return CD_OK;
    } catch (const Unsuitable &failure) {
        return cd_fail(status, CD_USAGE, "%s", failure.what());
    } catch (const Lacking &failure) {
        return cd_fail(status, CD_ENVIRONMENT, "%s", failure.what());
    } catch (const std::bad_alloc &) {
        return cd_fail(status, CD_ENVIRONMENT, "out of memory in the library");
    } catch (const std::exception &failure) {
        return cd_fail(status, CD_WRONG, "%s", failure.what());
    } catch (...) {
        return cd_fail(status, CD_WRONG, "the library threw what is no std::exception");
    }
}

/// The program's floating-point state for a callback of a library that computes in another one.
class OurState
{
    const uint64_t theirs = cd_float_control();

  public:
    OurState()
    {
        if (theirs != CD_FLOAT_OURS)
            cd_float_set(CD_FLOAT_OURS);
    }
    ~OurState()
    {
        if (theirs != CD_FLOAT_OURS)
            cd_float_set(theirs);
    }
    OurState(const OurState &) = delete;
};

/// "3.24" of 324, for libraries that have no text of it.
inline std::string version(const std::string &library, int major, int minor)
{
    return library + " " + std::to_string(major) + "." + std::to_string(minor);
}

/// A float that is no larger than a number, or no smaller.
inline float below(double value)
{
    return std::nextafter(float(value), -std::numeric_limits<float>::infinity());
}
inline float above(double value)
{
    return std::nextafter(float(value), std::numeric_limits<float>::infinity());
}

/// Writes the coordinates of all vertices one after the other. A list of the same size stays where it is.
template <class N> void read_vertices(const cd_shape &shape, std::vector<N> &coordinates)
{
    coordinates.resize(3 * size_t(shape.mesh->vertex_count));
    for (size_t i = 0; i < shape.mesh->vertex_count; i++) {
        coordinates[3 * i] = N(shape.vertices[i].x);
        coordinates[3 * i + 1] = N(shape.vertices[i].y);
        coordinates[3 * i + 2] = N(shape.vertices[i].z);
    }
}

/// The vertices of all triangles, one triangle after the other.
template <class N> std::vector<N> corners_of(const cd_shape &shape)
{
    std::vector<N> corners;
    for (uint32_t i = 0; i < shape.mesh->triangle_count; i++)
        for (uint32_t vertex : shape.mesh->triangles[i].v)
            corners.push_back(N(vertex));
    return corners;
}

/// Declines a mesh of segments and points, whose contacts a library does not find without a word.
inline void require_area(const cd_shape &shape, const char *library)
{
    for (uint32_t i = 0; i < shape.mesh->triangle_count; i++) {
        const uint32_t *v = shape.mesh->triangles[i].v;
        cd_vec3 a = cd_sub(shape.vertices[v[1]], shape.vertices[v[0]]);
        cd_vec3 b = cd_sub(shape.vertices[v[2]], shape.vertices[v[0]]);
        double length = std::sqrt(cd_dot(a, a)) * std::sqrt(cd_dot(b, b));
        cd_vec3 normal = cd_cross(a, b);
        if (std::sqrt(cd_dot(normal, normal)) > 1e-10 * length)
            return;
    }
    throw Unsuitable(std::string(library) + " finds no contacts of segments and points, and no triangle of " +
                     shape.mesh->name + " has an area; `fcl` takes any mesh");
}

// ---- pair algorithms --------------------------------------------------------------------------------------

/// `prepare` of an algorithm whose models are of a class M with the constructor M(settings, shape), and what else it
/// may offer of them.
template <class M>
cd_code prepare(const cd_settings *settings, const cd_shape *shape, cd_context *, void **model,
                cd_status *status) noexcept
{
    return guarded(status, [&] { *model = new M(settings, *shape); });
}

template <class M> void release(void *model) noexcept
{
    delete static_cast<M *>(model);
}

template <class M> void refit(void *model, const cd_shape *shape) noexcept
{
    static_cast<M *>(model)->refit(*shape);
}

template <class M> void rebuild(void *model, const cd_shape *shape) noexcept
{
    static_cast<M *>(model)->build(*shape);
}

template <class M> bool test(const cd_test *t) noexcept
{
    return M::test(*t->a, *t->b, *t->worker);
}

/// The model of a body. Tests that run at the same time may share it.
template <class M> M &model_of(const cd_placed &body)
{
    return *static_cast<M *>(const_cast<void *>(body.model));
}

/// Floating point without exact predicates: errors are counted.
inline void approximate(const cd_settings *, cd_description *description)
{
    description->quality = CD_QUALITY_APPROXIMATE;
}

using Describe = decltype(cd_algo::describe);

inline cd_algo record(const char *name, const char *title, const char *source, const cd_param *params,
                      Describe describe = nullptr)
{
    cd_algo algo{};
    algo.name = name;
    algo.title = title;
    algo.source = source;
    algo.needs = CD_NEED_LIBRARY; // whether it is built or not
    algo.params = params;
    algo.describe = describe;
    return algo;
}

template <class M, class = void> constexpr bool builds = false;
template <class M>
constexpr bool builds<M, std::void_t<decltype(std::declval<M &>().build(std::declval<const cd_shape &>()))>> =
    true;
template <class M, class = void> constexpr bool refits = false;
template <class M>
constexpr bool refits<M, std::void_t<decltype(std::declval<M &>().refit(std::declval<const cd_shape &>()))>> =
    true;

/// The functions of an algorithm with models of class M.
template <class M> cd_pair_algo functions()
{
    cd_pair_algo made{};
    made.prepare = prepare<M>;
    made.release = release<M>;
    made.test = test<M>;
    if constexpr (builds<M>)
        made.rebuild = rebuild<M>;
    if constexpr (refits<M>)
        made.refit = refit<M>;
    return made;
}

/// A pair algorithm with models of class M, which answers by M::test(a, b, worker). Models that have them are adapted by
/// build(shape) and refit(shape).
template <class M>
cd_algo pair(const char *name, const char *title, const char *source, const cd_param *params,
             Describe describe = nullptr)
{
    static const cd_pair_algo made = functions<M>();
    cd_algo algo = record(name, title, source, params, describe);
    algo.pair = &made;
    return algo;
}

/// The same for a library that keeps an M::Body of its own for every body: M::place(body) gives it for the frame, and
/// tests get it by own_body<M>.
template <class M>
cd_algo pair_of_bodies(const char *name, const char *title, const char *source, const cd_param *params,
                       Describe describe = nullptr)
{
    static const cd_pair_algo made = [] {
        cd_pair_algo of_bodies = functions<M>();
        of_bodies.placement_bytes = [](const cd_shape *) noexcept { return sizeof(typename M::Body *); };
        of_bodies.place = [](cd_placed *body) noexcept {
            *static_cast<typename M::Body **>(body->placement) = &model_of<M>(*body).place(*body);
        };
        return of_bodies;
    }();
    cd_algo algo = record(name, title, source, params, describe);
    algo.pair = &made;
    return algo;
}

template <class M> typename M::Body &own_body(const cd_placed &body)
{
    return **static_cast<typename M::Body **>(body.placement);
}

/// The bodies that a library keeps for a model, by id. Several threads place bodies at once. A body that vanishes keeps
/// its M::Body, for it may come back.
template <class B> class Bodies
{
    std::mutex mutex;
    std::unordered_map<uint32_t, std::unique_ptr<B>> bodies;

  public:
    /// The library's body for this id; make() makes it when the id is new.
    template <class Make> B &of(uint32_t id, Make make)
    {
        std::lock_guard<std::mutex> guard(mutex);
        std::unique_ptr<B> &body = bodies[id];
        if (!body)
            body = make();
        return *body;
    }

    void clear()
    {
        bodies.clear();
    }
};

// ---- broad phases -----------------------------------------------------------------------------------------

/// A broad phase of class B with the constructor B(create), which takes boxes by update(boxes, count), reports by
/// candidates(pairs) and forgets by reset().
template <class B>
cd_algo broad(const char *name, const char *title, const char *source, const cd_param *params)
{
    static const cd_broad_phase made = [] {
        cd_broad_phase phase{};
        phase.create = [](const cd_create *create, void **self, cd_status *status) noexcept {
            return guarded(status, [&] { *self = new B(*create); });
        };
        phase.destroy = release<B>;
        phase.reset = [](void *self) noexcept { static_cast<B *>(self)->reset(); };
        phase.update = [](void *self, const cd_frame *, const cd_boxed *boxes, uint32_t count) noexcept {
            static_cast<B *>(self)->update(boxes, count);
        };
        phase.candidates = [](void *self, cd_pairs *pairs, cd_counters *) noexcept {
            static_cast<B *>(self)->candidates(*pairs);
        };
        return phase;
    }();
    cd_algo algo = record(name, title, source, params);
    algo.broad = &made;
    return algo;
}

/// The base of a broad phase B that keeps its bodies from frame to frame: finds out which bodies came, moved and left,
/// and calls
///     open(boxes, count)   nobody is there: drop what was, and be ready for boxes like these
///     enter(id, box), move(id, box), leave(id)
///     end_frame()          all boxes of the frame are in place
template <class B> class Keeping
{
    struct Kept {
        cd_aabb box;
        uint64_t frame; ///< the last one that it was in
    };
    std::vector<Kept> bodies; ///< by id
    std::vector<uint32_t> live;
    uint64_t frame = 1;

  public:
    explicit Keeping(const cd_create &create) : bodies(create.scene->body_limit)
    {
    }

    void reset()
    {
        bodies.assign(bodies.size(), {});
        live.clear();
    }

    void update(const cd_boxed *boxes, uint32_t count)
    {
        B &own = static_cast<B &>(*this);
        if (live.empty())
            own.open(boxes, count);
        frame++;
        for (uint32_t i = 0; i < count; i++) {
            Kept &body = bodies[boxes[i].id];
            if (body.frame + 1 != frame)
                own.enter(boxes[i].id, boxes[i].box);
            else if (std::memcmp(&body.box, &boxes[i].box, sizeof body.box) != 0)
                own.move(boxes[i].id, boxes[i].box);
            body = {boxes[i].box, frame};
        }
        for (uint32_t id : live)
            if (bodies[id].frame != frame)
                own.leave(id);
        live.clear();
        for (uint32_t i = 0; i < count; i++)
            live.push_back(boxes[i].id);
        own.end_frame();
    }
};

} // namespace peer

/// The record that a plug-in exports; `library` with its version.
#define PEER_PLUGIN(algos, library, licence)                                                                 \
    extern const cd_plugin_info cd_plugin = {CD_ABI_VERSION, sizeof(algos) / sizeof *(algos), algos,         \
                                             library, licence}

#endif
