#!/bin/bash
# `make report`: the text between the markers of the pages is rewritten, and nothing else ever changes.
# Of the release build only: it tests scripts, and the parts of the program that the scripts run have their own tests.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

# A tree with the scripts, a page, results of one machine, and a program that only knows `claims`.
prepare()
{
    mkdir -p scripts results/m/p/e results/local/x
    cp "$root"/scripts/report "$root"/scripts/*.awk scripts/
    cat >cdbench <<'PROGRAM'
#!/bin/sh
[ "$1 $2 $3 $4 $5 $6" = "claims p --results results/m --markdown --csv" ] || { echo "cdbench: what?" >&2; exit 64; }
cat >"$7" <<'ROWS'
paper,claim,says,verdict,headline,printed,repaired,corrected,ours,interpretations
p,c1,It is fast.,reproduced,repaired,refuted,reproduced,NA,NA,the same under 2 of 3; a=<b>: refuted
p,c1,It is fast.,reproduced,repaired,refuted,reproduced,NA,NA,the same under 2 of 3; a=<b>: refuted
p,c2,It is a <b>,partly,repaired,undecided,partly,reproduced,not measured,none touches it
p,c3,Ours is.,refuted,ours,NA,NA,NA,refuted,NA
ROWS
echo "| c1 | reproduced |"
PROGRAM
    chmod +x cdbench
    printf 'variable,series,ms,hits,note\n1000,a,1234.567,3,"x, ""y"" | z"\n2000,a,0.00123456,NA,<b>\n1e3,b,5,7,t\n' >results/m/p/e/cells.csv
    printf '{\n  "size": "full",\n  "format": 1\n}\n' >results/m/p/e/run.json
    touch results/m/p/e/e.png results/m/p/e/e.svg results/m/p/e/e-more.png
    echo 'as it is' >results/m/t.txt
}

# page LINE...: writes REPORT.md.
page()
{
    printf '%s\n' "$@" >REPORT.md
}

# becomes LINE...: expects REPORT.md to have these lines now.
becomes()
{
    equal 'lines of REPORT.md' "$(printf '%s\n' "$@")" "$(cat REPORT.md)"
}

# leaves_alone CODE PATTERN [ARGUMENT...]: expects one line, and an unchanged page and folder.
leaves_alone()
{
    local before entries
    before=$(cat REPORT.md 2>/dev/null)
    entries=$(ls -A)
    exits "$1" scripts/report "${@:3}"
    equal 'lines on stderr' 1 "$(wc -l <"$scratch/err")"
    says "$2"
    equal 'REPORT.md' "$before" "$(cat REPORT.md 2>/dev/null)"
    equal 'entries' "$entries" "$(ls -A)"
}

# filled MARKER LINE...: expects that a page with this marker alone gets these lines. leaves CODE PATTERN MARKER: expects
# that it is left alone.
filled()
{
    page "<!-- $1 -->" '<!-- end -->'
    succeeds scripts/report m
    becomes "<!-- $1 -->" '' "${@:2}" '' '<!-- end -->'
}
leaves()
{
    page "<!-- $3 -->" '<!-- end -->'
    leaves_alone "$1" "$2" m
}

test_every_marker_is_filled_and_words_stay()
{
    page 'before' '<!-- claims p -->' 'old' '<!-- end -->' 'between | <b>' '<!-- figures p/e -->' '<!-- end -->' \
        '<!-- text t -->' '' 'old' '<!-- end -->' '<!-- a comment -->' 'after'
    succeeds scripts/report m
    becomes 'before' '<!-- claims p -->' '' '| c1 | reproduced |' '' '<!-- end -->' 'between | <b>' '<!-- figures p/e -->' '' \
        '    ./cdbench reproduce p/e --full' '' '![p/e: e](results/m/p/e/e.png)' '' \
        '![p/e: e-more](results/m/p/e/e-more.png)' '' '<!-- end -->' '<!-- text t -->' '' '```' 'as it is' '```' '' '<!-- end -->' \
        '<!-- a comment -->' 'after'
}

test_cells_become_a_table_of_readable_numbers()
{
    filled 'cells p/e series,variable,ms,hits,note' '| series | variable | ms | hits | note |' '|---|---:|---:|---:|---|' \
        '| a | 1000 | 1235 | 3 | x, "y" \| z |' '| a | 2000 | 0.001235 | NA | &lt;b> |' '| b | 1000 | 5 | 7 | t |'
    filled 'cells p/e ms variable=1000 series=b' '| ms |' '|---:|' '| 5 |'
}

test_none_is_an_empty_cell_however_a_file_says_it()
{
    # By version 1.0, now, and by programs that leave numbers empty; a text that would be a formula; a number.
    printf "variable,series,note,hits\n1,a,'-,3\n2,b,,\n3,c,\"'=1,2\",-4\n4,d,''-,5\n5,e,-,NA\n" >results/m/p/e/cells.csv
    filled 'cells p/e series,note,hits' '| series | note | hits |' '|---|---|---:|' '| a |  | 3 |' '| b |  |  |' \
        '| c | =1,2 | -4 |' "| d | '- | 5 |" '| e | - | NA |'
    filled 'cells p/e series note=' '| series |' '|---|' '| a |' '| b |'
}

test_the_papers_claims_are_counted_apart_from_ours()
{
    filled 'tally p' '| | claims | reproduced | partly | refuted | vacuous | undecided | not comparable | not measured |' \
        '|---|---:|---:|---:|---:|---:|---:|---:|---:|' \
        '| [p](docs/papers/p.md), repaired | 2 | 1 | 1 | 0 | 0 | 0 | 0 | 0 |' \
        "| **the papers' claims, repaired** | 2 | 1 | 1 | 0 | 0 | 0 | 0 | 0 |" \
        '| the same, as printed | 2 | 0 | 0 | 1 | 0 | 1 | 0 | 0 |' \
        '| those asked of the corrected form | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |' \
        '| those asked of algorithms of ours | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 1 |' \
        '| claims of our own | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 0 |'
}

test_a_column_is_shown_over_two_others()
{
    filled 'pivot p/e variable series ms' '| variable | a | b |' '|---|---:|---:|' '| 1000 | 1235 |  |' \
        '| 2000 | 0.001235 |  |' '| 1e3 |  | 5 |'
    leaves 65 'name rows, columns and values' 'pivot p/e variable series'
    leaves 65 "no column 'nothing'" 'pivot p/e variable series nothing'
    leaves 65 'no row meets the conditions' 'pivot p/e variable series ms series=c'
}

test_the_papers_claims_are_listed_by_their_verdicts()
{
    filled 'verdicts p' '**Claims that hold**' '' '- [p](docs/papers/p.md) c1: It is fast. *Under other interpretations: the same under 2 of 3; a=&lt;b>: refuted.*' '' \
        '**Claims that hold in part**' '' '- [p](docs/papers/p.md) c2: It is a &lt;b>'
}

test_all_pages_are_written_or_none()
{
    mkdir -p docs/papers
    page '<!-- text t -->' '<!-- end -->'
    echo 'no markers' >docs/other.md
    printf '%s\n' '<!-- figures p/e -->' '<!-- end -->' >docs/papers/p.md
    succeeds scripts/report m
    prints '^REPORT.md$' '^docs/papers/p.md$'
    grep -qF '![p/e: e](../../results/m/p/e/e.png)' docs/papers/p.md || wrong 'a picture is not found from the page'
    equal 'the other page' 'no markers' "$(cat docs/other.md)"
    page '<!-- text t -->' 'old' '<!-- end -->'
    printf '%s\n' '<!-- text nothing -->' '<!-- end -->' >docs/papers/p.md
    leaves_alone 74 'docs/papers/p.md:1: results/m/nothing.txt: cannot read' m
}

test_a_second_run_changes_nothing()
{
    page '<!-- claims p -->' '<!-- end -->' '<!-- cells p/e ms -->' '<!-- end -->' '<!-- figures p/e -->' '<!-- end -->'
    succeeds scripts/report
    local first
    first=$(cat REPORT.md; stat -c %i REPORT.md)
    shows 'up to date' scripts/report
    equal 'runs' "$first" "$(cat REPORT.md; stat -c %i REPORT.md)"
}

test_what_is_missing_is_named_and_the_page_stays()
{
    page 'words' '<!-- text t -->' 'old' '<!-- end -->' '<!-- table nothing -->' '<!-- end -->'
    leaves_alone 74 'REPORT.md:5: results/m/nothing.csv: cannot read' m
    leaves 74 'results/m/nothing.txt: cannot read' 'text nothing'
    leaves 74 'results/m/p/nothing/cells.csv: cannot read' 'cells p/nothing ms'
    leaves 65 "cells.csv: has no column 'nothing'" 'cells p/e ms,nothing'
    leaves 65 "cells.csv: has no column 'nothing'" 'cells p/e ms nothing=1'
    leaves 65 'no row meets the conditions' 'cells p/e ms series=nothing'
    leaves 74 'results/m/p/nothing/run.json: cannot read' 'figures p/nothing'
    rm results/m/p/e/*.png
    leaves 74 'holds no figures; make them by ./cdbench reproduce p/e' 'figures p/e'
}

test_claims_that_cannot_be_judged_leave_the_page()
{
    page '<!-- claims q -->' '<!-- end -->'
    exits 64 scripts/report m
    says 'cdbench: what' 'the claims of q cannot be judged'
    becomes '<!-- claims q -->' '<!-- end -->'
    rm cdbench
    leaves_alone 4 'run make first' m
}

test_markers_that_do_not_pair_are_refused()
{
    page '<!-- text t -->' '<!-- text t -->' '<!-- end -->'
    leaves_alone 65 'REPORT.md:2: the marker of line 1 has no <!-- end -->' m
    page 'words' '<!-- text t -->' 'the rest'
    leaves_alone 65 'REPORT.md:2: this marker has no <!-- end -->' m
    page '<!-- end -->'
    leaves_alone 65 'REPORT.md:1: <!-- end --> without a marker' m
    leaves 65 'is no name of results' 'text ../../t'
    leaves 65 'is no name of results' 'text t;touch${IFS}evil'
}

test_the_machine_is_found_or_asked_for()
{
    page '<!-- text t -->' '<!-- end -->'
    succeeds scripts/report
    mkdir results/other
    leaves_alone 64 'make report machine=NAME, with one of: m other'
    leaves_alone 74 'results/nothing: no such folder' nothing
    leaves_alone 64 'usage' m other
    rm REPORT.md
    leaves_alone 74 'REPORT.md: cannot read' m
}

test_an_experiment_goes_from_its_paper_into_the_page()
{
    rm -r results
    ln -sf "$CDBENCH" cdbench
    export CDBENCH_PAPERS=$root/tests/papers
    succeeds ./cdbench reproduce small/sizes --results results/m --quiet
    local picture
    for picture in sizes bars; do
        [ -s results/m/small/sizes/$picture.svg ] || wrong "$picture.svg is missing"
        [ -s results/m/small/sizes/$picture.png ] || wrong "$picture.png is missing"
    done
    grep -q '<text>paper: RAPID</text>' results/m/small/sizes/sizes.svg || wrong "the paper's number is not drawn"
    grep -q 'quick run · revision' results/m/small/sizes/sizes.svg || wrong 'the run is not named'
    page '<!-- claims small -->' '<!-- end -->' '<!-- figures small/sizes -->' '<!-- end -->' \
        '<!-- cells small/sizes series,triangles,fps,verdict d=1.2 -->' '<!-- end -->'
    succeeds scripts/report m
    cp REPORT.md "$scratch/out"
    prints '^\| faster \| Trees are faster' '^  - .*rapid : brute' '^    ./cdbench reproduce small/sizes --quick$'
    prints '^!\[small/sizes: sizes\]\(results/m/small/sizes/sizes.png\)$' '^\| brute \| 100 \| [0-9]+ \| exact \|$'
    shows 'up to date' scripts/report m
    sed -i '$d' results/m/small/sizes/cells.csv
    page '<!-- cells small/sizes series -->' '<!-- end -->'
    exits 65 scripts/report m
    says 'sizes/cells.csv: was cut' 'nothing was changed'
}

test_the_pages_of_this_house_are_up_to_date()
{
    rm -r results
    cp -r "$root"/REPORT.md "$root"/docs "$root"/results "$root"/scripts "$root"/papers .
    ln -sf "$CDBENCH" cdbench
    rm -rf results/local results/mine
    shows 'up to date' scripts/report
}

run_tests
