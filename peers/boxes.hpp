/// Boxes of bodies and of regions in the form that libraries take, and matchers of regions.
#ifndef CD_PEERS_BOXES_HPP
#define CD_PEERS_BOXES_HPP

#include "peers/peer.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace peer
{

/// A closed box of D dimensions with a name.
template <class N, int D> struct Box {
    N low[D], high[D];
    uint32_t name;
};

/// The box of a body, named by its id.
using Body = Box<double, 3>;

inline Body body_of(const cd_boxed &from)
{
    const cd_vec3 &low = from.box.low, &high = from.box.high;
    return {{low.x, low.y, low.z}, {high.x, high.y, high.z}, from.id};
}

/// An extent of a region, named by its place in the frame; closed, whether the scene is or not, as in
/// algos/regions/region_set.h.
template <int D> using Extent = Box<int32_t, D>;

/// Takes the matches of a frame and reports them as a query wants it.
class Matches
{
    struct Enough {
    };
    const std::vector<uint32_t> &ids; ///< of the regions, by extents
    bool several;                     ///< some region has more than one extent
    cd_worker &worker;
    bool counts; ///< pairs need not be looked at
    uint64_t count = 0;
    std::vector<uint8_t> marks; ///< by extents, of the query bodies
    std::vector<std::pair<uint32_t, uint32_t>> pairs;

    void put_bodies()
    {
        for (size_t i = 0, end; i < ids.size(); i = end) {
            bool marked = false;
            for (end = i; end < ids.size() && ids[end] == ids[i]; end++)
                marked |= marks[end] != 0;
            if (marked)
                cd_sink_put(worker.sink, ids[i], 0, 0, 0);
        }
    }

  public:
    Matches(const std::vector<uint32_t> &of, bool have_several, cd_worker &to)
        : ids(of), several(have_several), worker(to),
          counts(to.query == CD_QUERY_PAIRS && to.sink->mode == CD_SINK_COUNT && !several),
          marks(to.query == CD_QUERY_BODIES ? of.size() : 0)
    {
    }

    /// Notes that the extents of these names match. To be called once for each such pair. Throws when the query is
    /// answered.
    void found(uint32_t i, uint32_t j)
    {
        if (counts)
            count++;
        else if (worker.query == CD_QUERY_ANY)
            throw Enough();
        else if (worker.query == CD_QUERY_BODIES)
            marks[i] = marks[j] = 1;
        else if (several)
            pairs.push_back(std::minmax(ids[i], ids[j]));
        else
            cd_sink_put(worker.sink, std::min(ids[i], ids[j]), 0, std::max(ids[i], ids[j]), 0);
    }

    /// Calls `match`, which calls `found`, and reports.
    template <class Match> void collect(Match match)
    {
        try {
            match();
        } catch (const Enough &) {
            cd_sink_put(worker.sink, 0, 0, 0, 0);
        }
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        for (const auto &pair : pairs)
            cd_sink_put(worker.sink, pair.first, 0, pair.second, 0);
        if (worker.query == CD_QUERY_BODIES)
            put_bodies();
        worker.sink->count += count;
    }
};

/// A matcher of any number of dimensions.
class Matcher
{
  protected:
    std::vector<uint32_t> ids;
    bool several = false;

    /// Reads extents of D dimensions apart by enum cd_region_kind.
    template <int D> void read(const cd_frame &frame, cd_touch touch, std::vector<Extent<D>> sides[2])
    {
        // On integers [low, high) is [low, high - 1].
        const int32_t shift = touch == CD_TOUCH_HALF_OPEN ? 1 : 0;
        ids.clear(), sides[0].clear(), sides[1].clear();
        several = false;
        for (uint32_t i = 0; i < frame.region_count; i++) {
            const cd_region &region = frame.regions[i];
            Extent<D> extent;
            for (int k = 0; k < D; k++) {
                extent.low[k] = region.low[k];
                extent.high[k] = region.high[k] - shift;
            }
            extent.name = i;
            sides[region.kind].push_back(extent);
            several |= i > 0 && ids.back() == region.id;
            ids.push_back(region.id);
        }
    }

  public:
    virtual ~Matcher() = default;
    /// Takes the regions of a frame.
    virtual void update(const cd_frame &frame) = 0;
    /// Calls matches.found for every match.
    virtual void match(Matches &matches) = 0;

    void answer(cd_worker &worker)
    {
        Matches matches(ids, several, worker);
        matches.collect([&] { match(matches); });
    }
};

inline void describe_regions(const cd_settings *, cd_description *description)
{
    description->queries =
        CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS);
    description->takes = CD_TAKES_REGIONS;
}

/// The matcher M<D> of as many dimensions as the scene has.
template <template <int> class M, int D = 1> Matcher *make_matcher(const cd_create &create)
{
    if constexpr (D < CD_REGION_DIMENSIONS)
        if (create.scene->dimensions > D)
            return make_matcher<M, D + 1>(create);
    return new M<D>(create);
}

/// An exact matcher of regions by the classes M<D>, which are Matchers with the constructor M(create). It is static, as
/// all plug-ins would share one record otherwise.
template <template <int> class M>
static cd_algo regions(const char *name, const char *title, const char *source, const cd_param *params)
{
    static const cd_scene_algo made = [] {
        cd_scene_algo matcher{};
        matcher.create = [](const cd_create *create, void **self, cd_status *status) noexcept {
            return guarded(status, [&] { *self = make_matcher<M>(*create); });
        };
        matcher.destroy = release<Matcher>;
        matcher.update = [](void *self, const cd_frame *frame, cd_status *status) noexcept {
            return guarded(status, [&] { static_cast<Matcher *>(self)->update(*frame); });
        };
        matcher.query = [](void *self, cd_worker *workers, cd_status *status) noexcept {
            return guarded(status, [&] { static_cast<Matcher *>(self)->answer(workers[0]); });
        };
        return matcher;
    }();
    cd_algo algo = record(name, title, source, params, describe_regions);
    algo.scene = &made;
    return algo;
}

} // namespace peer

#endif
