#include "algos/driver/former.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP    "gone; papers/shi2000.yaml says how the text is read there"
#define CULLED "a matter of image_cd_culled"
#define PAPER  "a matter of image_cd"

static const struct {
    const char *algo;         ///< or the broad phase in front of it
    const char *former, *now; ///< without a value, `former` stands for any
    bool refused;             ///< `now` can stand beside other settings only if the user decides which
} settings[] = {
    // its three forms are one
    {"sphere_obb", "variant=printed", "", false},
    {"sphere_obb", "variant=mended", "", false},
    {"sphere_obb", "variant=corrected", "", false},
    {"sphere_obb_sized", "variant=printed", "", false},
    {"sphere_obb_sized", "variant=mended", "", false},
    {"sphere_obb_sized", "variant=corrected", "", false},
    // what is not the author's has its own name
    {"sphere_obb", "boxes=covariance", "", false},
    {"sphere_obb", "boxes=tight", "another algorithm, sphere_obb_sized", true},
    {"sphere_obb", "traversal=sized", "another algorithm, sphere_obb_sized", true},
    {"sphere_obb", "traversal=larger", "another algorithm, sphere_obb_sized:traversal=larger", true},
    {"octree", "pairs=leaves", "", false},
    {"octree", "update=rebuild", "", false},
    {"octree", "pairs=boxes", "another broad phase, octree_boxes", true},
    {"octree", "update=incremental", "another broad phase, octree_boxes", true},
    {"octree_boxes", "update=", "", false}, // it is built anew in every frame, which takes less time
    {"octree_boxes", "pairs=boxes", "", false},
    {"octree_boxes", "pairs=leaves", "another broad phase, octree", true},
    {"hps", "variant=mended", "variant=repaired", false},
    {"image_cd", "variant=mended", "variant=repaired", false},
    {"saabb", "variant=mended", "variant=repaired", false},
    // a preset of saabb
    {"saabb_depth", "variant=corrected", "", false},
    {"saabb_depth", "variant=", "gone; its forms are those of saabb", true},
    // depth first, as ever
    {"saabb_depth", "queue=0", "", false},
    {"saabb_depth", "queue=", "gone; use saabb", true},
    {"aabb", "queue=0", "", false},
    {"aabb", "queue=", "gone; use box", true},
    {"aabb", "height=0", "", false},
    {"aabb", "height=", "gone; use box", true},
    {"aabb", "leaf_weight=1", "", false},
    {"aabb", "leaf_weight=", "gone; use box", true},
    {"aabb", "height_weight=0", "", false},
    {"aabb", "height_weight=", "gone; use box", true},
    // a setting of aabb, of which icollide_aabb was a preset
    {"box", "leaves=triangles", "", false},
    {"box", "leaves=boxes", "gone; use aabb:broad=sap:leaves=boxes", true},
    {"hps", "erratum=none", "", false},
    {"image_cd", "erratum=none", "", false},
    {"hps", "list=linked", "list=regions", false},
    {"hps", "list=array", "gone, since the paper has none; take list=spaces", true},
    {"hps", "prune=full", "gone, since the paper has none; take prune=printed", true},
    {"hps", "update=rebuild", "", false},
    // everything is sorted in every frame, which takes no longer
    {"hps_join", "update=", "", false},
    {"region_grid", "update=", "", false},
    {"region_itree", "update=", "", false},
    {"region_sort", "update=", "", false},
    {"region_sweep", "update=", "", false},
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
    // image_cd draws what the paper draws
    {"image_cd", "edges=outlines", "", false},
    {"image_cd", "faces=twice", "", false},
    {"image_cd", "culling=none", "", false},
    {"image_cd", "axes=1", "", false},
    {"image_cd", "group=all", "", false},
    {"image_cd", "tiles=auto", "", false},
    {"image_cd", "readback=auto", "", false},
    {"image_cd", "readback=compute", "readback=pixels", true},
    {"image_cd", "edges=", CULLED, true},
    {"image_cd", "faces=", CULLED, true},
    {"image_cd", "culling=", CULLED, true},
    {"image_cd", "axes=", CULLED, true},
    {"image_cd", "group=", "gone; image_cd_culled tests many bodies pair by pair", true},
    {"image_cd", "tiles=", "gone; image_cd_culled is what saves time", true},
    // image_cd_culled was a composition of settings of image_cd
    {"image_cd_culled", "variant=corrected", "", false},
    {"image_cd_culled", "near=before", "", false},
    {"image_cd_culled", "marks=set", "", false},
    {"image_cd_culled", "roles=both", "", false},
    {"image_cd_culled", "counts=fresh", "", false},
    {"image_cd_culled", "path=vbo", "", false},
    {"image_cd_culled", "many=pairwise", "", false},
    {"image_cd_culled", "edges=once", "", false},
    {"image_cd_culled", "faces=once", "", false},
    {"image_cd_culled", "culling=columns", "", false},
    {"image_cd_culled", "readback=auto", "", false},
    {"image_cd_culled", "readback=pixels", "", false},
    {"image_cd_culled", "readback=", PAPER, true},
    {"image_cd_culled", "variant=", PAPER, true},
    {"image_cd_culled", "near=", PAPER, true},
    {"image_cd_culled", "marks=", PAPER, true},
    {"image_cd_culled", "roles=", PAPER, true},
    {"image_cd_culled", "counts=", PAPER, true},
    {"image_cd_culled", "path=", PAPER, true},
    {"image_cd_culled", "many=", PAPER, true},
    {"image_cd_culled", "edges=", PAPER, true},
    {"image_cd_culled", "faces=", PAPER, true},
    {"image_cd_culled", "culling=", PAPER, true},
    {"image_cd_culled", "tiles=", "", false},
    {"image_cd_culled", "group=", "", false},
};

/// The present text of a setting; `part` itself when it has not changed.
static const char *renew(const char *algo, const char *broad, const char *part, bool *refused)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *former = settings[i].former;
        bool any = former[strlen(former) - 1] == '=';
        bool same = any ? !strncmp(part, former, strlen(former)) : !strcmp(part, former);
        if (same && (!strcmp(algo, settings[i].algo) || !strcmp(broad, settings[i].algo))) {
            *refused = settings[i].refused;
            return settings[i].now;
        }
    }
    return part;
}

enum cd_code cd_former_settings(const char *algo, const char *broad, const char *text, char **now,
                                struct cd_status *status)
{
    char *copy = cd_duplicate(text), *rest = copy, *renewed = cd_allocate(4 * strlen(text) + 1, 1);
    enum cd_code code = CD_OK;
    char front[40];
    snprintf(front, sizeof front, "%s", broad);
    for (const char *part = text; *part; part += strcspn(part, ":"), part += *part == ':')
        if (!strncmp(part, "broad=", 6))
            snprintf(front, sizeof front, "%.*s", (int)strcspn(part + 6, ":"), part + 6);
    for (char *part; !code && (part = strsep(&rest, ":"));) {
        bool refused = false;
        const char *present = renew(algo, front, part, &refused);
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
