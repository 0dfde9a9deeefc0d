/// What a search goes by: which errata of the paper are left in, and how much is pruned.
#ifndef CD_ALGOS_REGIONS_HPS_RULES_H
#define CD_ALGOS_REGIONS_HPS_RULES_H

#include <stdbool.h>

/// Errata that are kept, as bits; README.md says what each is. None: the corrected algorithm.
#define HPS_E1      (1u << 1)
#define HPS_E2      (1u << 2)
#define HPS_E3      (1u << 3)
#define HPS_E4      (1u << 4)
#define HPS_E5      (1u << 5)
#define HPS_E6      (1u << 6)
#define HPS_E7      (1u << 7)
#define HPS_E8      (1u << 8)
#define HPS_E9      (1u << 9)
#define HPS_E10     (1u << 10)
#define HPS_E11     (1u << 11)
#define HPS_E12     (1u << 12)
#define HPS_E8_LOOP (1u << 13) ///< the other reading of E8: NEXT(k) gives the first region of key k again

/// The paper's rules in a sane flow of control.
#define HPS_MENDED (HPS_E1 | HPS_E2 | HPS_E4 | HPS_E5)

/// To the letter, where NEXT(k) is read so that it gets ahead; the comment of E7 gives way to the code.
#define HPS_PRINTED (HPS_MENDED | HPS_E3 | HPS_E6 | HPS_E8 | HPS_E9 | HPS_E10 | HPS_E11 | HPS_E12)

enum hps_prune {
    HPS_PRUNE_PRINTED, ///< the skip rules of steps 5 to 7
    HPS_PRUNE_NONE,    ///< cells alone
    HPS_PRUNE_FULL,    ///< all that bits j and j + 1 of both regions tell
};

struct hps_rules {
    unsigned errata;
    enum hps_prune prune;
};

#endif
