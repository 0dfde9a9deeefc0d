/// What a build says that has to do without a library. Files named without_<group>.c stand in for those that need the
/// libraries of a group, and headers in base/without/<group> for its headers; see the Makefile.
#ifndef CD_BASE_WITHOUT_H
#define CD_BASE_WITHOUT_H

// The Makefile says for each group what is missing.
#ifndef CD_MISSING
#define CD_MISSING "a library is missing"
#endif

/// The end of a message: what is missing and what to do.
#define CD_BUILT_WITHOUT(what)                                                                               \
    "this cdbench was built without " what " (" CD_MISSING                                                   \
    "); docs/install.md says how to build it with " what

#endif
