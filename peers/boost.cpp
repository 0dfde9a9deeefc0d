// Boost.Geometry: R-trees that are packed anew in every frame, of regions and as a broad phase.
#include "peers/boxes.hpp"

#include <boost/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/version.hpp>

#include <utility>
#include <vector>

namespace
{

/// Entries of a node, the number in the library's own examples.
const size_t node_entries = 16;

/// Boxes of doubles, which include all 32-bit integers: as integers, lengths of edges would overflow.
template <int D> class Boxes
{
    using Point = boost::geometry::model::point<double, D, boost::geometry::cs::cartesian>;
    using Box = boost::geometry::model::box<Point>;
    using Entry = std::pair<Box, uint32_t>;
    using Tree = boost::geometry::index::rtree<Entry, boost::geometry::index::rstar<node_entries>>;

    std::vector<Entry> entries;
    Tree tree;

    template <class N, size_t... K> static Box box_of(const peer::Box<N, D> &from, std::index_sequence<K...>)
    {
        Box box;
        (boost::geometry::set<boost::geometry::min_corner, K>(box, double(from.low[K])), ...);
        (boost::geometry::set<boost::geometry::max_corner, K>(box, double(from.high[K])), ...);
        return box;
    }

  public:
    void clear()
    {
        entries.clear();
    }
    template <class N> void add(const peer::Box<N, D> &box)
    {
        entries.emplace_back(box_of(box, std::make_index_sequence<D>()), box.name);
    }
    void pack()
    {
        tree = Tree(entries);
    }
    /// Calls visit(name) for every box that shares a point with this one.
    template <class N, class Visit> void find(const peer::Box<N, D> &box, Visit visit) const
    {
        namespace index = boost::geometry::index;
        tree.query(index::intersects(box_of(box, std::make_index_sequence<D>())),
                   boost::make_function_output_iterator([&](const Entry &entry) { visit(entry.second); }));
    }
};

template <int D> class Regions final : public peer::Matcher
{
    std::vector<peer::Extent<D>> sides[2];
    Boxes<D> boxes;
    cd_touch closed;

  public:
    explicit Regions(const cd_create &create) : closed(create.scene->touch)
    {
    }

    void update(const cd_frame &frame) override
    {
        read(frame, closed, sides);
        boxes.clear();
        for (const peer::Extent<D> &extent : sides[CD_REGION_SUBSCRIBE])
            boxes.add(extent);
        boxes.pack();
    }

    void match(peer::Matches &matches) override
    {
        for (const peer::Extent<D> &extent : sides[CD_REGION_PUBLISH])
            boxes.find(extent, [&](uint32_t other) { matches.found(extent.name, other); });
    }
};

class Broad
{
    Boxes<3> boxes;
    std::vector<peer::Body> bodies;

  public:
    explicit Broad(const cd_create &)
    {
    }

    void reset()
    {
    }

    void update(const cd_boxed *from, uint32_t count)
    {
        bodies.clear();
        boxes.clear();
        for (uint32_t i = 0; i < count; i++) {
            bodies.push_back(peer::body_of(from[i]));
            boxes.add(bodies.back());
        }
        boxes.pack();
    }

    void candidates(cd_pairs &pairs) const
    {
        for (const peer::Body &body : bodies)
            boxes.find(body, [&](uint32_t other) {
                if (body.name < other)
                    cd_pairs_add(&pairs, body.name, other);
            });
    }
};

const std::string library = peer::version("Boost", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000);
const cd_algo regions = peer::regions<Regions>(
    "boost_rtree", "R-tree of Boost.Geometry: one of the subscribe regions, a search for each other",
    "Guttman 1984; packing: Leutenegger, Lopez, Edgington 1997", nullptr);
const cd_algo broad =
    peer::broad<Broad>("boost_broad", "R-tree of Boost.Geometry, packed anew in every frame",
                       "Guttman 1984; packing: Leutenegger, Lopez, Edgington 1997", nullptr);
const cd_algo *const algos[] = {&regions, &broad};

} // namespace

PEER_PLUGIN(algos, library.c_str(), "BSL-1.0");
