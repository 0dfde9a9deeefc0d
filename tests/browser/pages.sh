#!/bin/bash
# Tests the pages of `scripts/pages --html` in Chromium, and with axe-core (from npm) for readers who use assistive tools.
# There is no complaint on the console, nothing is loaded from elsewhere, tables sort and filter, and points have tips.
# Pictures of each page stay in build/pages for people to look at.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

export CDBENCH
axe_version=4.14.1
axe_sha512=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5

# Puts the script of axe-core into `axe`; none if npm or the network is missing.
fetch_axe()
{
    axe=$root/build/axe-core/package/axe.min.js
    [ ! -e "$axe" ] || return 0
    mkdir -p "$root/build/axe-core"
    (cd "$root/build/axe-core" && npm pack --silent "axe-core@$axe_version" >/dev/null 2>&1 &&
        echo "$axe_sha512  axe-core-$axe_version.tgz" | sha512sum --check --quiet && tar -xzf "axe-core-$axe_version.tgz" package/axe.min.js) ||
        { skip 'axe-core, which npm cannot fetch here'; axe=; }
}

test_pages_work_in_a_browser()
{
    local pictures=$root/build/pages
    rm -rf "$pictures"
    mkdir -p "$pictures"
    fetch_axe
    mkdir one
    cp -r "$root"/results/reference/liu2016 one/
    rm -rf one/liu2016/{fig3,fig5,broad,ablation,traversal,table1,cost}
    cp -r one two
    succeeds "$root/scripts/pages" --html pages one two
    run python3 "$root/tests/browser/pages.py" chromium pages "$pictures" ${axe:+"$axe"}
    rm -rf "$pictures/profile"
    [ $code -eq 0 ] || wrong "$(head -n 20 "$scratch/out")"
}

run_tests
