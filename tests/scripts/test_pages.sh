#!/bin/bash
# `scripts/pages`: what stands between the markers of the pages is written anew, and nothing else ever changes.
# Of the release build only: it tests a script, and the parts of the program that it runs have their own tests.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

scripts/pages --help >"$scratch/help" 2>&1
[ $? -ne 4 ] || skip "$(cat "$scratch/help")"
unset CDBENCH_PAPERS

# A tree with the scripts, a page, results of one machine, and a program that only judges the paper p.
prepare()
{
    mkdir -p scripts results/m/p/e results/m/p/interpretations results/local/x
    cp -r "$root"/scripts/{pages,pages_data.py,figures,looks.json,templates} scripts/
    cat >cdbench <<'PROGRAM'
#!/bin/sh
[ "$*" = "claims p --json --results=results/m" ] || { echo "cdbench: what?" >&2; exit 64; }
cat judged.json
PROGRAM
    chmod +x cdbench
    python3 - >judged.json <<'END'
import json
def claim(name, says, verdict, headline, forms, **more):
    return dict.fromkeys(["quote", "damage", "where", "reason", "note", "mark", "remark", "interpretations"]) | {
        "id": name, "says": says, "verdict": verdict, "headline": headline, "forms": forms, "checks": [], "changed": []} | more
check = {"compares": "a | b", "measured": "2 (1 to 3)", "value": 2.04, "low": 1, "high": None, "outcome": "holds"}
number = {"experiment": "e", "name": "a, ms", "where": "table 1", "measured": "12 (11 to 13)"}
print(json.dumps({"format": 2, "papers": [{
    "paper": "p", "title": "A *paper*", "folder": "results/m", "quick": True, "of_unknown_age": 2,
    "tally": {"repaired": {"reproduced": 1, "partly": 1}, "printed": {"refuted": 1, "undecided": 1}, "corrected": {"reproduced": 1},
              "ours": {"not measured": 1}, "own": {"refuted": 1}},
    "claims": [
        claim("c1", "It is fast.", "reproduced", "repaired", {"printed": "refuted", "repaired": "undecided"}, quote="快", remark="so",
              checks=[check | {"decides": ["printed", "repaired"], "because": "why"}, check | {"decides": [], "because": None}],
              where="section 1", interpretations="the same under 2 of 3; a=<b>: refuted"),
        claim("c2", "It is a <b>", "partly", "repaired", {"repaired": "partly", "ours": "not measured"}, changed=["2026: all"],
              interpretations="none touches it"),
        claim("c3", "Ours is.", "refuted", "ours", {"ours": "refuted"})],
    "experiments": [
        {"id": "e", "folder": "results/m/p/e", "size": "full", "computed": None, "figures": [
            {"id": "e", "title": "Times", "alt": "Bars [ms]"}, {"id": "e-more", "title": "More", "alt": None},
            {"id": "empty", "title": "Not drawn", "alt": "Nothing"}]},
        {"id": "none", "folder": None, "size": None, "computed": None, "figures": []}],
    "numbers": [number | {"paper": 1234.5, "ratio": 0.01234}, number | {"experiment": "f", "paper": 4.05, "ratio": None}],
    "unmeasured": [{"says": "Seconds", "value": "7", "where": "table 2", "because": "lost"}],
    "interpretations": [{"id": "q", "says": "What?", "quote": "什么", "where": "section 2", "values": [
        {"id": "one", "says": "first", "because": "it is", "not_measured": None},
        {"id": "two", "says": "second", "because": "or not", "not_measured": "too slow"}]}],
    "errata": [{"id": "E1", "is": "slip", "says": "A sign", "quote": None, "where": "page 1", "corrected": "plus", "became": None}],
    "authors_program": "lost"}]}))
END
    printf 'variable,series,ms,hits,note\n1000,a,1234.567,3,"x, ""y"" | z"\n2000,a,0.00123456,NA,<b>\n1e3,b,5,7,t\n' >results/m/p/e/cells.csv
    printf 'case,instead,claim\n1,,c1\n2,a=b,c1\n' >results/m/p/interpretations/interpretations.csv
    touch results/m/p/e/{e,e-more,other}.svg results/m/p/e/e.png
    echo 'as it is' >results/m/t.txt
    export CDBENCH=./cdbench
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
    entries=$(ls -A . scripts)
    exits "$1" scripts/pages "${@:3}"
    equal 'lines on stderr' 1 "$(wc -l <"$scratch/err")"
    says "^pages: .*$2"
    equal 'REPORT.md' "$before" "$(cat REPORT.md 2>/dev/null)"
    equal 'entries' "$entries" "$(ls -A . scripts)"
}

# filled MARKER LINE...: expects that a page with this marker alone gets these lines. leaves CODE PATTERN MARKER: expects
# that it is left alone.
filled()
{
    page "<!-- $1 -->" '<!-- end -->'
    succeeds scripts/pages m
    becomes "<!-- $1 -->" '' "${@:2}" '' '<!-- end -->'
}
leaves()
{
    page "<!-- $3 -->" '<!-- end -->'
    leaves_alone "$1" "$2" m
}

# quotes WORDS OLD NEW: expects that a sentence that quotes OLD says NEW. misquotes CODE PATTERN WORDS: that it is left alone.
quotes()
{
    page "It takes <!-- = $1 -->$2<!-- end --> ms."
    succeeds scripts/pages m
    becomes "It takes <!-- = $1 -->$3<!-- end --> ms."
}
misquotes()
{
    page 'words' "It takes <!-- = $3 -->1<!-- end --> ms."
    leaves_alone "$1" "REPORT.md:2: .*$2.*; nothing was changed" m
}

test_every_marker_is_filled_and_words_stay()
{
    page 'before' '<!-- figures p/e -->' 'old' '<!-- end -->' 'between | <b>' '<!-- text t -->' '' 'old' '<!-- end -->' \
        '<!-- a comment -->' '```' '<!-- text nothing -->' 'a <!-- = nothing -->' '```' $'after \f \u2028'
    succeeds scripts/pages m
    becomes 'before' '<!-- figures p/e -->' '' '    ./cdbench reproduce p/e --full' '' '![Bars \[ms\]](results/m/p/e/e.svg)' '' \
        '![More](results/m/p/e/e-more.svg)' '' '<!-- end -->' 'between | <b>' '<!-- text t -->' '' '```' 'as it is' '```' '' \
        '<!-- end -->' '<!-- a comment -->' '```' '<!-- text nothing -->' 'a <!-- = nothing -->' '```' $'after \f \u2028'
    filled 'figures p/e e-more' '![More](results/m/p/e/e-more.svg)'
}

test_claims_come_with_all_that_they_rest_on()
{
    touch results/m/p/interpretations/interpretations.svg
    filled 'claims p' '## p: A \*paper\*' '' '| claim | what it says | where | repaired | printed | corrected | ours |' '|---|---|---|---|---|---|---|' \
        '| c1 | It is fast. | section 1 | **reproduced** | refuted |  |  |' '| c2 | It is a &lt;b> |  | **partly** |  |  | not measured |' \
        '| c3 | Ours is. |  |  |  |  | **refuted** |' '' 'What was measured, with intervals of 95 %:' '' '- **c1**, reproduced: 快<br>so' \
        '  - a \| b: 2 (1 to 3): *holds*, decides **printed, repaired**; why' '  - a \| b: 2 (1 to 3): *holds*' \
        '  - interpretations: the same under 2 of 3; a=&lt;b>: refuted' '- **c2**, partly' '  - interpretations: none touches it' \
        '  - changed after results existed: 2026: all' '- **c3**, refuted' '' 'The numbers that the paper prints, beside ours:' '' '`e`:' '' \
        '| number | where | paper | ours (95 %) | ratio |' '|---|---:|---:|---:|---:|' '| a, ms | table 1 | 1234 | 12 (11 to 13) | 0.0123 |' '' '`f`:' '' \
        '| number | where | paper | ours (95 %) | ratio |' '|---|---:|---:|---:|---:|' '| a, ms | table 1 | 4.05 | 12 (11 to 13) |  |' '' \
        'Not measured:' '' '- Seconds: 7 (table 2): lost' '' \
        'What the text leaves open. The first value that is measured holds; each other one is tried alone:' '' '- **q**: What? 什么 (section 2)' \
        '  - *one*: first; it is' '  - *two*: second; or not; not measured: too slow' '' \
        'Errata. `repaired` repairs the slips, `corrected` all; a gap is no erratum but an interpretation:' '' \
        '- **E1**, slip: A sign (page 1); corrected: plus' '' "The authors' program: lost" '' \
        'Measurements: `results/m`, some or all of them at quick size, 2 of unknown age: nothing in run.json says by which source they were measured; `cdbench claims p --results results/m` prints this.' \
        '' '    ./cdbench reproduce p --interpretations' '' \
        '![The verdicts on the claims of p, one column for each interpretation of its text](results/m/p/interpretations/interpretations.svg)'
}

test_a_run_becomes_a_table()
{
    printf '%s\n' algo,variant,settings,verdict,hit_frames,frames,misses,truth_pairs,false_hits,clear_pairs,fps,frame_ms_median,frame_ms_p95,frame_ms_max,create_ms,struct_bytes,peak_rss_kb \
        'a|b,NA,x=1,exact,1,2,0,1,0,1,1234.56,0.5,1,2,3.14159,1048576,2048' 'i,printed,resolution=9:y=1,wrong,1,2,NA,1,0,1,NA,1,1,1,1,0,0' >results/m/r.csv
    filled 'table r' '| algorithm | verdict | hit frames | false negatives | false positives | fps | ms per frame: median | p95 | max | speed | create ms | own MiB | peak MiB |' \
        '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|' '| `a\|b` | exact | 1 of 2 | 0 of 1 | 0 of 1 | 1235 | 0.5 | 1 | 2 | 1 | 3.142 | 1 | 2 |' \
        '| `i:variant=printed:resolution=9` | wrong | 1 of 2 | NA of 1 | 0 of 1 | NA | 1 | 1 | 1 | NA | 1 | 0 | 0 |'
    printf 'algo\na\n' >results/m/r.csv
    leaves 65 'REPORT.md:1: .*missing' 'table r'
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
    leaves 65 "pivot takes other words.*'value'" 'pivot p/e variable series'
    leaves 65 "no column 'nothing'" 'pivot p/e variable series nothing'
    leaves 65 'no row meets the conditions series=c' 'pivot p/e variable series ms series=c'
    leaves 65 "'more' is no condition" 'pivot p/e variable series ms more'
}

test_the_papers_claims_are_listed_by_their_verdicts()
{
    filled 'verdicts p' '**Claims that hold**' '' '- [p](docs/papers/p.md) c1: It is fast. *Under other interpretations: the same under 2 of 3; a=&lt;b>: refuted.*' '' \
        '**Claims that hold in part**' '' '- [p](docs/papers/p.md) c2: It is a &lt;b>'
}

test_a_quoted_number_keeps_its_digits()
{
    quotes 'p/e ms series=b' 9 5
    quotes 'p/e ms series=b' 9.50 5.00
    quotes 'p/e ms series=a variable=1000' 9.5 1234.6
    quotes 'p/e ms series=a variable=1000 ~2' 9 1200
    quotes 'p/e 10*ms series=a variable=1000' 1 '12 346'
    quotes 'p/e 10*ms series=a variable=1000' 54321 12346
    quotes 'p/e 10*ms series=a variable=1000 ~3' $'54\u202f300' $'12\u202f300'
    quotes 'p/e ms series=a variable=2000' 12 0.0012
    quotes 'p/e ms/7 series=b' '' 0.714
    quotes 'p/e 100*(1-hits/70) series=b' 12 90
}

test_formulas_compare_rows()
{
    printf 'n,fill,series,ms,ours\n1,thin,a,10,1\n1,thin,b,4,2\n2,thin,a,30,3\n2,thin,b,10,4\n2,dense,a,NA,5\n2,dense,b,7,6\n' >results/m/p/e/cells.csv
    quotes 'p/e ms/ms[series=b] n=1 series=a' 9.9 2.5
    quotes 'p/e max(ms/ms[series=b]) series=a' 9 3
    quotes 'p/e min(ms/ms[series=b]) series=a' 9.9 2.5
    quotes 'p/e ms[fill=thin;n=1]-ms fill=dense series=b' 9 -3
    quotes 'p/e median(ms) fill=thin series=b' 9 7
    quotes 'p/e count(ms)' 9 5
    quotes 'p/interpretations max(case) claim=c1' 9 2
    printf 'algo,fps\na,2\n' >results/m/r.csv
    quotes 'r.csv fps algo=a' 9 2
    misquotes 65 '2 rows meet the conditions; name one' 'p/e ms fill=thin series=a'
    misquotes 65 "'ms' has no value" 'p/e ms fill=dense series=a'
    misquotes 65 'cells.csv: no row meets the conditions' 'p/e ms[series=c] n=1 series=a'
    misquotes 65 "no column 'nothing'" 'p/e nothing n=1 series=a'
    misquotes 65 'divides by 0' 'p/e ms/(ours-1) n=1 series=a'
    local formula
    for formula in 'ms+' 'ms**9' '9**9**9' 'open(ms)' "ms,ms" 'max(ms)/2' '__import__' "ms['x']" 'ms.real' '()'; do
        misquotes 65 'no formula|no column|no condition' "p/e $formula n=1 series=a"
    done
}

test_sentences_quote_checks_verdicts_and_counts()
{
    quotes 'p c1 1 value' 9.9 2.0
    quotes 'p c1 2 100*low' 9 100
    quotes 'p c1 repaired' refuted reproduced
    quotes 'p c1 printed' reproduced refuted
    quotes 'p c3 ours' '' refuted
    quotes 'p,p tally repaired' 9 4
    quotes 'p tally own refuted' 9 1
    quotes 'p tally corrected not measured' 9 0
    misquotes 65 "p has no claim 'c9'" 'p c9 repaired'
    misquotes 65 "c1 of p has no form 'ours', but printed, repaired" 'p c1 ours'
    misquotes 65 "checks 1 to 2, not '3'" 'p c1 3 value'
    misquotes 65 'has no value' 'p c1 1 high'
    misquotes 65 "no column 'middle'" 'p c1 1 middle'
    misquotes 65 "'mended' is no form" 'p tally mended'
    misquotes 65 "'wrong' is no verdict" 'p tally own wrong'
    misquotes 65 'has not the words' 'p c1'
    misquotes 65 'has not the words' '~2'
    misquotes 65 'is no name of results' '../p/e ms'
    misquotes 65 'is no name of results' '--csv c1 repaired'
    misquotes 64 'what' 'q c1 repaired'
    page 'a <!-- = p c1 repaired -->word'
    leaves_alone 65 'REPORT.md:1: a quoted number has no words, or no <!-- end --> in its line' m
    page '- <!-- = p c1 repaired -->reproduced<!-- end -->'
    leaves_alone 65 'REPORT.md:1: a line that begins with a marker' m
}

test_a_check_names_what_is_out_of_date()
{
    page 'One <!-- = p/e ms series=b -->4<!-- end --> and <!-- = p c1 repaired -->refuted<!-- end -->.' \
        '<!-- cells p/e ms series=b -->' '' '| ms |' '|---:|' '| 4 |' '' '<!-- end -->' '<!-- text t -->' '<!-- end -->'
    cp REPORT.md before
    exits 1 scripts/pages m --check
    equal 'output' "REPORT.md:1: '4' is now '5'
REPORT.md:1: 'refuted' is now 'reproduced'
REPORT.md:6: '| 4 |' is now '| 5 |'
REPORT.md:11: '' is now '\`\`\`'" "$(cat "$scratch/out")"
    cmp -s REPORT.md before || wrong 'a check changed the page'
    succeeds scripts/pages m
    shows 'up to date' scripts/pages m --check
}

test_all_pages_are_written_or_none()
{
    mkdir -p docs/papers
    page '<!-- text t -->' '<!-- end -->'
    printf 'no markers' >docs/other.md
    printf '%s\n' '<!-- figures p/e -->' '<!-- end -->' >docs/papers/p.md
    succeeds scripts/pages m
    prints '^REPORT.md$' '^docs/papers/p.md$'
    grep -qF '![More](../../results/m/p/e/e-more.svg)' docs/papers/p.md || wrong 'a picture is not found from the page'
    equal 'the other page' 'no markers.' "$(cat docs/other.md; echo .)"
    page '<!-- text t -->' 'old' '<!-- end -->'
    printf '%s\n' '<!-- text nothing -->' '<!-- end -->' >docs/papers/p.md
    leaves_alone 74 'docs/papers/p.md:1: results/m/nothing.txt: cannot read' m
    printf '\377\n' >docs/other.md
    leaves_alone 65 'docs/other.md:0: .*utf-8' m
}

test_a_second_run_changes_nothing()
{
    page '<!-- claims p -->' '<!-- end -->' '<!-- cells p/e ms -->' '<!-- end -->' '<!-- figures p/e -->' '<!-- end -->'
    succeeds scripts/pages m
    local first
    first=$(cat REPORT.md; stat -c %i REPORT.md)
    shows 'up to date' scripts/pages m
    equal 'runs' "$first" "$(cat REPORT.md; stat -c %i REPORT.md)"
}

test_what_is_missing_is_named_and_the_page_stays()
{
    page 'words' '<!-- text t -->' 'old' '<!-- end -->' '<!-- table nothing -->' '<!-- end -->'
    leaves_alone 74 'REPORT.md:5: results/m/nothing.csv: cannot read; nothing was changed' m
    leaves 74 'results/m/nothing.txt: cannot read' 'text nothing'
    leaves 74 'results/m/p/nothing/cells.csv: cannot read' 'cells p/nothing ms'
    leaves 65 "cells.csv: has no column 'nothing'" 'cells p/e ms,nothing'
    leaves 65 "cells.csv: has no column 'nothing'" 'cells p/e ms nothing=1'
    leaves 65 'no row meets the conditions' 'cells p/e ms series=nothing'
    leaves 74 "p has no experiment 'nothing'" 'figures p/nothing'
    leaves 74 'p/none: no measurements' 'figures p/none'
    leaves 74 'e/empty.svg: cannot read; draw it by' 'figures p/e empty'
    leaves 74 'e/other.svg: cannot read; draw it by' 'figures p/e other'
    rm results/m/p/e/*.svg
    leaves 74 'holds no figures; draw them by scripts/figures p/e' 'figures p/e'
    echo 'a,b,c' >>results/m/p/e/cells.csv
    leaves 65 'cells.csv:5: 3 fields where the header has 5' 'cells p/e ms'
}

test_claims_that_cannot_be_judged_leave_the_page()
{
    page '<!-- claims q -->' '<!-- end -->'
    leaves_alone 64 'REPORT.md:1: what.; nothing was changed' m
    sed -i 's/"format": 2/"format": 3/' judged.json
    leaves 65 'format 3 instead of 2' 'claims p'
    rm cdbench
    leaves_alone 4 'cdbench is missing; build it by .make., or let CDBENCH name it' m
}

test_a_run_that_is_stopped_changes_nothing()
{
    printf '#!/bin/sh\ntouch begun\nexec sleep 60\n' >cdbench
    page '<!-- text t -->' '<!-- end -->' '<!-- claims p -->' '<!-- end -->'
    begins scripts/pages m
    await test -e begun
    stopped INT 130
    becomes '<!-- text t -->' '<!-- end -->' '<!-- claims p -->' '<!-- end -->'
    [ ! -s "$scratch/err" ] || wrong 'something on stderr'
}

test_markers_that_do_not_pair_are_refused()
{
    page '<!-- text t -->' '<!-- text t -->' '<!-- end -->'
    leaves_alone 65 'REPORT.md:2: the marker of line 1 has no <!-- end -->' m
    page 'words' '<!-- text t -->' 'the rest'
    leaves_alone 65 'REPORT.md:2: this marker has no <!-- end -->' m
    page '<!-- end -->'
    leaves_alone 65 'REPORT.md:1: <!-- end --> without a marker' m
    leaves 65 'this marker names nothing' 'text'
    leaves 65 'is no name of results' 'text ../../t'
    leaves 65 'is no name of results' 'text t;touch${IFS}evil'
    leaves 65 'is no name of results' 'claims -rf'
    leaves 65 'is no name for claims' 'claims p/e'
    leaves 65 'is no name for cells' 'cells p ms'
}

test_the_machine_is_the_reference_or_another()
{
    page '<!-- text t -->' '<!-- end -->'
    leaves_alone 74 'results/reference: no such folder'
    cp -r results/m results/reference
    succeeds scripts/pages
    leaves_alone 74 'results/nothing: no such folder' nothing
    leaves_alone 74 'results/\\x1b\[31m: no such folder' $'\033[31m'
    leaves_alone 64 'usage' m other
    leaves_alone 64 'unrecognized arguments: --nothing' --nothing
    rm REPORT.md
    leaves_alone 74 'REPORT.md: cannot read' m
}

test_texts_of_results_are_shown_as_they_are()
{
    local machine="it's \`touch PWNED\` ](x" name
    hostile_names
    mv results/m "results/$machine"
    for name in "${hostile[@]}"; do
        iconv -f UTF-8 -t UTF-8 <<<"$name" >/dev/null 2>&1 && printf '%s\0' "$name"
    done | python3 -c 'import csv, json, sys
names = sys.stdin.read().split("\0")[:-1]
rows = csv.writer(open("results/" + sys.argv[1] + "/p/e/cells.csv", "w"))
rows.writerow(["series", "note"])
rows.writerows([i, name] for i, name in enumerate(names) if name.isprintable())
judged = json.load(open("judged.json"))
def spoil(node):
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        if isinstance(value, (dict, list)):
            spoil(value)
        elif isinstance(value, str) and key in ("title", "says", "quote", "where", "remark", "compares", "measured", "because", "alt", "name"):
            node[key] = " ".join(names)
spoil(judged["papers"][0]["claims"] + judged["papers"][0]["interpretations"] + judged["papers"][0]["experiments"])
judged["papers"][0]["folder"] = "results/" + sys.argv[1]
judged["papers"][0]["experiments"][0]["folder"] = "results/" + sys.argv[1] + "/p/e"
json.dump(judged, open("judged.json", "w"))' "$machine"
    sed -i 's/^\[.*/:/' cdbench
    printf '%s\n' '<!-- cells p/e note -->' '<!-- end -->' '<!-- figures p/e -->' '<!-- end -->' '<!-- claims p -->' '<!-- end -->' >REPORT.md
    succeeds scripts/pages "$machine"
    ! exists '*PWNED*' || wrong 'a name was run'
    ! LC_ALL=C grep -q $'[\001-\011\013-\037\177]' REPORT.md || wrong 'the page has control characters'
    ! grep -q '<script' REPORT.md || wrong 'HTML in the Markdown'
    equal 'cells of the table' 2 "$(sed -n '/^<!-- cells/,/end/p' REPORT.md | grep '^|' | sed 's/\\.//g' | tr -cd '|\n' |
        awk '{ print length }' | sort -u)"
    equal 'claims' 8 "$(sed -n '/^| claim/,/^$/p' REPORT.md | grep '^|' | sed 's/\\.//g' | tr -cd '|\n' | awk '{ print length }' | sort -u)"
    grep -qF 'results/it%27s%20%60touch%20PWNED%60%20%5D%28x/p/e/e.svg)' REPORT.md || wrong 'the path of a picture'
    grep -qF "; \`\`cdbench claims p --results 'results/it'\"'\"'s \`touch PWNED\` ](x'\`\` prints this." REPORT.md || wrong 'the command'
}

test_an_experiment_goes_from_its_paper_into_the_page()
{
    rm -r results
    ln -sf "$root/build/release/cdbench" cdbench
    export CDBENCH_PAPERS=$root/tests/papers
    succeeds ./cdbench reproduce small/sizes --results results/m --quiet --no-figures
    touch results/m/small/sizes/sizes.svg
    page '<!-- claims small -->' '<!-- end -->' '<!-- figures small/sizes -->' '<!-- end -->' \
        '<!-- cells small/sizes series,triangles,fps,verdict d=1.2 -->' '<!-- end -->' \
        'It has <!-- = small/sizes 100*misses/truth_pairs series=rapid triangles=100 d=1.2 -->1<!-- end --> % errors.'
    succeeds scripts/pages m
    cp REPORT.md "$scratch/out"
    prints '^\| faster \| Trees are faster' '^  - .*rapid : brute' '^    ./cdbench reproduce small/sizes --quick$'
    prints '^!\[.+\]\(results/m/small/sizes/sizes.svg\)$' '^\| brute \| 100 \| [0-9]+ \| exact \|$' '^It has .*-->0<!-- end --> %'
    shows 'up to date' scripts/pages m
    sed -i '$d' results/m/small/sizes/cells.csv
    leaves 65 'sizes/cells.csv: was cut.*nothing was changed' 'cells small/sizes series'
}

test_the_pages_of_this_house_are_up_to_date()
{
    rm -r results
    cp -r "$root"/{REPORT.md,docs,results,papers} .
    ln -sf "$root/build/release/cdbench" cdbench
    rm -rf results/local results/mine
    shows 'up to date' scripts/pages --check
}

run_tests
