// A library that throws: in the call that its setting names.
#include "peers/peer.hpp"

namespace
{

const cd_param params[] = {
    CD_PARAM_CHOICE("at", "test", "prepare|build|place|test", "when it throws"),
    CD_PARAM_END,
};

class Model
{
    const cd_settings *settings;
    Model *own = this;

    void reach(const char *at) const
    {
        if (cd_setting_is(settings, "at", at))
            throw std::runtime_error("the library has no more");
    }

  public:
    using Body = Model;

    Model(const cd_settings *given, const cd_shape &) : settings(given)
    {
        reach("prepare");
    }
    void build(const cd_shape &)
    {
        reach("build");
    }
    Body &place(const cd_placed &)
    {
        reach("place");
        return *own;
    }
    static bool test(const cd_placed &a, const cd_placed &, cd_worker &)
    {
        peer::own_body<Model>(a).reach("test");
        return false;
    }
};

const cd_algo throwing = peer::pair_of_bodies<Model>("throwing", "throws", "nobody", params);
const cd_algo *const algos[] = {&throwing};

} // namespace

PEER_PLUGIN(algos, "nothing 1.0", "MIT");
