/// What the plug-ins of this room share: models of a class, made and freed by the contract of algos/algo.h.
#ifndef CD_PEERS_PEER_HPP
#define CD_PEERS_PEER_HPP

#include <algos/algo.h>

#include <exception>

namespace peer
{

/// `prepare` of an algorithm whose models are of a class M with the constructor M(settings, shape).
template <class M>
cd_code prepare(const cd_settings *settings, const cd_shape *shape, cd_context *, void **model,
                cd_status *status)
{
    try {
        *model = new M(settings, *shape);
        return CD_OK;
    } catch (const std::exception &failure) {
        return cd_fail(status, CD_ENVIRONMENT, "%s", failure.what());
    }
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

/// A pair algorithm with models of class M, which answers by M::test.
template <class M>
cd_algo pair(const char *name, const char *title, const char *source, const cd_param *params)
{
    cd_algo algo{};
    algo.name = name;
    algo.title = title;
    algo.source = source;
    algo.role = CD_ROLE_PAIR;
    algo.params = params;
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

} // namespace peer

/// The record that a plug-in exports; `library` with its version.
#define PEER_PLUGIN(algos, library, licence)                                                                 \
    extern const cd_plugin_info cd_plugin = {                                                                \
        CD_ABI_VERSION, sizeof(cd_algo), sizeof(cd_counters), sizeof(algos) / sizeof *(algos), algos,        \
        library,        licence}

#endif
