/// What the plug-ins of this room share: models, broad phases and matchers of regions of a class, made and freed by the
/// contract of algos/algo.h.
#ifndef CD_PEERS_PEER_HPP
#define CD_PEERS_PEER_HPP

#include <algos/algo.h>

#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace peer
{

/// Thrown where the user asked for what a library cannot do, such as a body that is not convex.
struct Unsuitable : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Calls `work`; what it throws becomes a failure.
template <class Work> cd_code guarded(cd_status *status, Work work)
{
    try {
        work();
        return CD_OK;
    } catch (const Unsuitable &failure) {
        return cd_fail(status, CD_USAGE, "%s", failure.what());
    } catch (const std::exception &failure) {
        return cd_fail(status, CD_ENVIRONMENT, "%s", failure.what());
    }
}

/// "3.24" of 324, for libraries that have no text of it.
inline std::string version(const std::string &library, int major, int minor)
{
    return library + " " + std::to_string(major) + "." + std::to_string(minor);
}

/// `prepare` of an algorithm whose models are of a class M with the constructor M(settings, shape).
template <class M>
cd_code prepare(const cd_settings *settings, const cd_shape *shape, cd_context *, void **model,
                cd_status *status)
{
    return guarded(status, [&] { *model = new M(settings, *shape); });
}

template <class M> void release(void *model)
{
    delete static_cast<M *>(model);
}

template <class M> void refit(void *model, const cd_shape *shape)
{
    static_cast<M *>(model)->refit(*shape);
}

template <class M> void rebuild(void *model, const cd_shape *shape)
{
    static_cast<M *>(model)->build(*shape);
}

inline cd_algo record(cd_role role, const char *name, const char *title, const char *source,
                      const cd_param *params)
{
    cd_algo algo{};
    algo.name = name;
    algo.title = title;
    algo.source = source;
    algo.role = role;
    algo.params = params;
    return algo;
}

/// A pair algorithm with models of class M, which answers by M::test.
template <class M>
cd_algo pair(const char *name, const char *title, const char *source, const cd_param *params)
{
    cd_algo algo = record(CD_ROLE_PAIR, name, title, source, params);
    algo.prepare = prepare<M>;
    algo.release = release<M>;
    algo.rebuild = rebuild<M>;
    algo.test = M::test;
    return algo;
}

/// Floating point without exact predicates: errors are counted.
inline void approximate(const cd_settings *, cd_description *description)
{
    description->quality = CD_QUALITY_APPROXIMATE;
}

/// A broad phase of class B with the constructor B(create), which takes boxes by update(boxes, count), reports by
/// candidates(pairs) and forgets by reset().
template <class B>
cd_algo broad(const char *name, const char *title, const char *source, const cd_param *params)
{
    cd_algo algo = record(CD_ROLE_BROAD, name, title, source, params);
    algo.create = [](const cd_create *create, void **self, cd_status *status) {
        return guarded(status, [&] { *self = new B(*create); });
    };
    algo.destroy = release<B>;
    algo.reset = [](void *self) { static_cast<B *>(self)->reset(); };
    algo.update_boxes = [](void *self, const cd_frame *, const cd_boxed *boxes, uint32_t count) {
        static_cast<B *>(self)->update(boxes, count);
    };
    algo.candidates = [](void *self, cd_pairs *pairs, cd_counters *) {
        static_cast<B *>(self)->candidates(*pairs);
    };
    return algo;
}

/// The base of a broad phase B that keeps its bodies from frame to frame: finds out who came, moved and left, and calls
///     open(boxes, count)   nobody is there: drop what was, and be ready for boxes like these
///     enter(id, box), move(id, box), leave(id)
///     settle()             all boxes of the frame are in place
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
        own.settle();
    }
};

} // namespace peer

/// The record that a plug-in exports; `library` with its version.
#define PEER_PLUGIN(algos, library, licence)                                                                 \
    extern const cd_plugin_info cd_plugin = {                                                                \
        CD_ABI_VERSION, sizeof(cd_algo), sizeof(cd_counters), sizeof(algos) / sizeof *(algos), algos,        \
        library,        licence}

#endif
