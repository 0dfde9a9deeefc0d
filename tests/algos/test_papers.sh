#!/bin/bash
# Of the release build only: in the folders of papers is what their authors describe, and tables lead from a paper to it.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

# Prints what the tables at the top of files name, after the file.
named()
{
    awk 'FNR == 1 { table = 0 }
        /^\/\/+ The paper  +here$/ { table = 1; next }
        !/^\/\/+   / { table = 0 }
        table && sub("^//+   .*  +", "") { gsub(",", ""); for (i = 1; i <= NF; i++) print FILENAME, $i }' "$@"
}

test_tables_name_what_is_in_their_folder()
{
    local folder file name
    for folder in "$root"/algos/papers/*/; do
        [ -n "$(named "$folder"*.[ch])" ] || wrong "$folder has no table"
    done
    while read -r file name; do
        grep -qE "^([A-Za-z_].*[ *])?$name([[(]| [={])" "${file%/*}"/*.[ch] || wrong "$file: there is no $name"
    done < <(named "$root"/algos/papers/*/*.[ch])
}

# Prints what the second column of a README's table "the paper | here" names, after the README. Words with = are settings.
named_by_readme()
{
    awk 'FNR == 1 { table = 0 }
        /^\| the papers? \| here \|$/ { table = 1; next }
        !/^\|/ { table = 0 }
        table { n = split($0, column, "|"); n = split(column[3], word, "`")
            for (i = 2; i <= n; i += 2) if (word[i] !~ /=/) print FILENAME, word[i] }' "$@"
}

test_readmes_lead_from_statements_to_what_is_there()
{
    local file name
    for file in "$root"/algos/papers/*/README.md; do
        [ "$(named_by_readme "$file" | wc -l)" -ge 5 ] || wrong "$file has no table"
    done
    while read -r file name; do
        case $name in
        */*) [ -e "$root/$name" ] ;;
        *.*) [ -e "${file%/*}/$name" ] ;;
        *) grep -qE "^([A-Za-z_].*[ *])?$name([[(:]| [={])" "${file%/*}"/*.[ch] ;;
        esac || wrong "$file: there is no $name"
    done < <(named_by_readme "$root"/algos/papers/*/README.md)
}

test_papers_have_neither_vectors_nor_threads_nor_anything_of_ours()
{
    local ours='mesh/|broad/|regions/[^"]*/|tighten'
    # The processors of zhao2009's section 2.3 are threads. The two matchers of regions run in threads as all others do, which
    # they are compared with; shi2000's README says that this is ours.
    grep -nE "vector_size|CD_LEVELS|cd_(region_matcher_)?run(_[a-z_]+)?\\(|#include \"(geom/lanes|algos/($ours|threads\.h))" "$root"/algos/papers/*/*.[ch] |
        grep -vE 'shi2000/(matcher|clustering)\.c:[0-9]+:.*cd_region_matcher_run\(' |
        grep -vE 'zhao2009/colour\.c:[0-9]+:(.*cd_run_[a-z_]+|#include "algos/threads\.h)' >"$scratch/out"
    [ ! -s "$scratch/out" ] || wrong "$(head -n 5 "$scratch/out")"
}

run_tests
