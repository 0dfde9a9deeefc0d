#include "algos/driver/former.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define GAP "gone; papers/shi2000.yaml says how the text is read there"

static const struct {
    const char *algos;  ///< with bars between them; one may also be the broad phase in front; none: any
    const char *former; ///< settings with bars between them; without a value, one stands for any
    const char *now;
    bool refused; ///< `now` can stand beside other settings only if the user decides which
} settings[] = {
    // its three forms are one
    {"sphere_obb|sphere_obb_sized", "variant=printed|variant=mended|variant=corrected", "", false},
    // what is not the author's has its own name
    {"sphere_obb", "boxes=covariance", "", false},
    {"sphere_obb", "boxes=tight|traversal=sized", "another algorithm, sphere_obb_sized", true},
    {"sphere_obb", "traversal=larger", "another algorithm, sphere_obb_sized:traversal=larger", true},
    {"octree", "pairs=leaves|update=rebuild", "", false},
    {"octree", "pairs=boxes|update=incremental", "another broad phase, octree_boxes", true},
    {"octree_boxes", "pairs=leaves", "another broad phase, octree", true},
    {"octree_boxes", "pairs=boxes", "", false},
    {"hps|image_cd|saabb", "variant=mended", "variant=repaired", false},
    // a preset of saabb
    {"saabb_depth", "variant=corrected", "", false},
    {"saabb_depth", "variant=", "gone; its forms are those of saabb", true},
    // depth first, as ever
    {"aabb|saabb_depth", "queue=0", "", false},
    {"saabb_depth", "queue=", "gone; saabb has it", true},
    {"aabb", "split=penalty|lambda=1", "", false},
    {"aabb", "queue=", "gone; box has it", true},
    {"aabb", "split=|lambda=", "gone; box:queue=0 has it", true},
    {"aabb|saabb|saabb_depth|sphere|box", "height=0|leaf_weight=1|height_weight=0", "", false},
    {"aabb|saabb|saabb_depth|sphere|box", "height=|leaf_weight=|height_weight=", "gone; take leaf", true},
    // a setting of aabb, of which icollide_aabb was a preset
    {"box", "leaves=triangles", "", false},
    {"box", "leaves=boxes", "gone; use aabb:broad=sap:leaves=boxes", true},
    {"", "ring_seed=1", "", false},
    {"", "ring_seed=", "gone; the shuffled ring is one", true},
    {"hps|image_cd", "erratum=none", "", false},
    {"hps", "list=linked", "list=regions", false},
    {"hps", "list=array", "gone, since the paper has none; take list=spaces", true},
    {"hps", "prune=full", "gone, since the paper has none; take prune=printed", true},
    {"hps", "split=direct", "gone, since the paper has none; take split=planes", true},
    {"hps", "update=rebuild|match=either|similar=mirrored|next=cursor", "", false},
    {"hps_join|region_grid", "space=0|levels=-1|cells=0", "", false},
    {"hps_join|region_grid", "space=|levels=|cells=", "gone; it follows from the regions", true},
    // everything is made anew in every frame, which takes no longer
    {"octree_boxes|hps_join|region_grid|region_itree|region_sort|region_sweep", "update=", "", false},
    {"hps", "erratum=e3|erratum=e6|erratum=e7|erratum=e8|erratum=e8_loop|erratum=e10", GAP, true},
    {"hps", "match=found|similar=same|next=beyond|next=first", GAP, true},
    {"image_cd", "erratum=e4", "near=box", false},
    {"image_cd", "erratum=e5", "marks=add", false},
    {"image_cd", "erratum=e8", "counts=kept:many=twopass", true},
    {"image_cd", "erratum=e9", "roles=one:many=twopass", true},
    {"hps|image_cd", "erratum=", "variant=, with the errata that are left in, such as variant=E3", true},
    {"image_cd", "layers=last", "variant=E6", true},
    {"image_cd", "layers=nearfar", "", false}, // of every form without E6
    {"image_cd", "layers=peel", "a matter of image_cd_culled", true},
    {"image_cd", "readback=query", "gone; readback=pixels answers alike", true},
    {"image_cd", "roles=single", "roles=one", false},
    // image_cd draws what the paper draws
    {"image_cd", "edges=outlines|faces=twice|culling=none|axes=1", "", false},
    {"image_cd", "group=all|tiles=auto|readback=auto", "", false},
    {"image_cd", "readback=compute", "readback=pixels", true},
    {"image_cd", "edges=|faces=|culling=|axes=", "a matter of image_cd_culled", true},
    {"image_cd", "group=", "gone; image_cd_culled tests many bodies pair by pair", true},
    {"image_cd", "tiles=", "gone; image_cd_culled is what saves time", true},
    // image_cd_culled was a composition of settings of image_cd
    {"image_cd_culled", "variant=corrected|near=before|marks=set|roles=both|counts=fresh|path=vbo", "",
     false},
    {"image_cd_culled", "many=pairwise|edges=once|faces=once|culling=columns", "", false},
    {"image_cd_culled", "readback=auto|readback=pixels|tiles=|group=", "", false},
    {"image_cd_culled", "readback=|edges=|faces=|culling=", "gone; leave it out", true},
    {"image_cd_culled", "variant=|near=|marks=|roles=|counts=|path=|many=", "a matter of image_cd", true},
};

/// Whether one of the words with bars between them is this one, or begins it and ends in `=`.
static bool has_word(const char *words, const char *word)
{
    for (size_t length; *words; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        if (!strncmp(words, word, length) && (!word[length] || words[length - 1] == '='))
            return true;
    }
    return false;
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
        const char *present = part;
        size_t i = 0, n = sizeof settings / sizeof *settings;
        while (i < n && !(has_word(settings[i].former, part) &&
                          (!*settings[i].algos || has_word(settings[i].algos, algo) ||
                           has_word(settings[i].algos, front))))
            i++;
        if (i < n)
            present = settings[i].now;
        if (i < n && settings[i].refused)
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
