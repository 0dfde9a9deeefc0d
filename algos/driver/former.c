#include "algos/driver/former.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP "gone; papers/shi2000.yaml says how the text is read there"

static const struct {
    const char *algo;
    const char *former, *now;
    bool refused; ///< `now` can stand beside other settings only if the user decides which
} settings[] = {
    // its three forms are one
    {"sphere_obb", "variant=printed", "", false},
    {"sphere_obb", "variant=mended", "", false},
    {"sphere_obb", "variant=corrected", "", false},
    {"hps", "variant=mended", "variant=repaired", false},
    {"image_cd", "variant=mended", "variant=repaired", false},
    {"saabb", "variant=mended", "variant=repaired", false},
    {"hps", "erratum=none", "", false},
    {"image_cd", "erratum=none", "", false},
    {"hps", "list=linked", "list=regions", false},
    {"hps", "match=either", "", false},
    {"hps", "similar=mirrored", "", false},
    {"hps", "next=cursor", "", false},
    {"hps", "erratum=e1", "variant=E1", true},
    {"hps", "erratum=e2", "variant=E2", true},
    {"hps", "erratum=e4", "variant=E4", true},
    {"hps", "erratum=e5", "variant=E5", true},
    {"hps", "erratum=e9", "variant=E9", true},
    {"hps", "erratum=e11", "variant=E11", true},
    {"hps", "erratum=e12", "variant=E12", true},
    {"hps", "erratum=e3", GAP, true},
    {"hps", "erratum=e6", GAP, true},
    {"hps", "erratum=e7", GAP, true},
    {"hps", "erratum=e8", GAP, true},
    {"hps", "erratum=e8_loop", GAP, true},
    {"hps", "erratum=e10", GAP, true},
    {"hps", "match=found", GAP, true},
    {"hps", "similar=same", GAP, true},
    {"hps", "next=beyond", GAP, true},
    {"hps", "next=first", GAP, true},
    {"image_cd", "erratum=e1", "variant=E1", true},
    {"image_cd", "erratum=e2", "variant=E2", true},
    {"image_cd", "erratum=e3", "variant=E3", true},
    {"image_cd", "erratum=e4", "near=box", false},
    {"image_cd", "erratum=e5", "marks=add", false},
    {"image_cd", "erratum=e8", "counts=kept:many=twopass", true},
    {"image_cd", "erratum=e9", "roles=one:many=twopass", true},
    {"image_cd", "layers=last", "variant=E6", true},
    {"image_cd", "roles=single", "roles=one", false},
};

/// The present text of a setting; `part` itself when it has not changed.
static const char *renew(const char *algo, const char *part, bool *refused)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(part, settings[i].former) && !strcmp(algo, settings[i].algo)) {
            *refused = settings[i].refused;
            return settings[i].now;
        }
    return part;
}

enum cd_code cd_former_settings(const char *algo, const char *text, char **now, struct cd_status *status)
{
    char *copy = cd_duplicate(text), *rest = copy, *renewed = cd_allocate(4 * strlen(text) + 1, 1);
    enum cd_code code = CD_OK;
    for (char *part; !code && (part = strsep(&rest, ":"));) {
        bool refused = false;
        const char *present = renew(algo, part, &refused);
        if (refused)
            code = cd_fail(status, CD_USAGE, "%s: setting %s is now %s", algo, part, present);
        else if (*present || !*part)
            cd_append(renewed, 4 * strlen(text) + 1, "%s%s", *renewed ? ":" : "", present);
    }
    cd_free(copy);
    if (code) {
        cd_free(renewed);
        renewed = NULL;
    }
    *now = renewed;
    return code;
}
