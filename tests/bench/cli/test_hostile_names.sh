#!/bin/bash
# Names that others chose for meshes, folders, titles and fields. Nothing in them is executed, no terminal receives
# anything that controls it, and every file is whole. Of figures and pages, tests/scripts has the same.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

hostile_names
export LP_NUM_THREADS=0 MESA_SHADER_CACHE_DISABLE=true
unset DISPLAY WAYLAND_DISPLAY

# is_plain FILE: true if the file is UTF-8 without control characters other than line breaks.
is_plain()
{
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 &&
        ! LC_ALL=C grep -aqP '[\x01-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1"
}

# harmless: neither stream of the last command contains anything that controls a terminal, and no name was executed.
harmless()
{
    local stream
    for stream in out err; do
        is_plain "$scratch/$stream" || wrong "std$stream: $(LC_ALL=C cat -v "$scratch/$stream" | head -n 3)"
    done
    [ -z "$(find "$scratch" -name 'PWNED*')" ] || wrong 'a name was executed'
}

# tries COMMAND...: expects it to be harmless, whatever it answers. ends CODE COMMAND...: and this exit code.
tries()
{
    run "$@"
    [ "$code" -lt 126 ] || wrong "exit code $code"
    harmless
}
ends()
{
    exits "$@"
    harmless
}

# Makes a mesh with every name, and `scenes`, the options that name the meshes.
write_meshes()
{
    local name
    scenes=() files=()
    for name in "${hostile[@]}"; do
        files+=("./$name.obj")
        mkdir -p "$(dirname -- "./$name.obj")"
        printf 'v 0 0 0\nv %d 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' ${#files[@]} >"./$name.obj"
        scenes+=(--scene "./$name.obj")
    done
}

# Everything from all names, in one name.
all_at_once=$'x\'"`touch PWNED`$(touch PWNED)\n\t\033]0;owned\007\033[31m\302\23331m\377|%s<b>\\'

# any: all of it, or one of the names alone, in turn.
turn=0
any()
{
    turn=$((turn + 1))
    name=$all_at_once
    [ $((turn % 2)) = 0 ] || name=${hostile[turn / 2 % ${#hostile[@]}]}
}

test_no_command_shows_control_characters_of_its_arguments()
{
    local name words command commands=(NAME 'help NAME' 'version NAME' 'list NAME' 'info NAME' 'run --NAME'
        'run --algo NAME --scene bunny.obj' 'run --algo rapid --scene NAME' 'run --algo rapid:NAME=NAME --scene box'
        'run --algo rapid --scene box:NAME=NAME' 'run --algo rapid --scene box,motion=NAME'
        'run --algo rapid --scene box --frames NAME --query NAME' 'run --algo rapid --scene box --plugin NAME'
        'run --algo rapid --scene box --frames 2 --repeat 1 --results empty/NAME --csv missing/NAME'
        'verify --algo rapid --scene ./NAME' 'expect --check NAME' 'reproduce NAME' 'reproduce zou2011/NAME'
        'claims NAME' 'claims zou2011 --results NAME' 'compare NAME build:NAME' 'compare --calibrate --cells NAME'
        'compare build:NAME rev:NAME --scene NAME' 'plot NAME' 'plot NAME/NAME --results NAME'
        'report NAME --html NAME' 'export --scene NAME --out NAME' 'view --scene NAME --screenshot NAME')
    mkdir empty
    for _ in 1 2; do
        for command in "${commands[@]}"; do
            any
            read -ra words <<<"$command"
            tries "$CDBENCH" "${words[@]//NAME/"$name"}"
        done
        turn=$((turn + 1)) # what had one of the names has all of it next
    done
}

test_meshes_of_any_name_are_shown_checked_and_exported()
{
    local file count=0
    write_meshes
    ends 0 "$CDBENCH" info "${files[@]}"
    ends 0 "$CDBENCH" info --json "${files[@]}"
    python3 -m json.tool <"$scratch/out" >/dev/null || wrong 'no JSON'
    ends 0 "$CDBENCH" verify --algo rapid "${scenes[@]}" --frames 2
    ends 0 "$CDBENCH" verify --algo rapid "${scenes[@]}" --frames 2 --json
    for file in "${files[@]}"; do
        count=$((count + 1))
        ends 0 "$CDBENCH" export --scene "$file" --frames 2 --out "$file.d"
    done
    ends 0 "$CDBENCH" info "${files[@]/%/.d}"
    ends 0 "$CDBENCH" run --algo rapid "${scenes[@]/%.obj/.obj.d}" --repeat 1 --csv - --quiet
    equal 'lines of CSV' $((count + 1)) "$(wc -l <"$scratch/out")"
    equal 'number of names' "${#hostile[@]}" "$count"
    CDBENCH_SCENES=$PWD ends 0 "$CDBENCH" list scenes
    prints 'grüße 碰撞 💥.obj' 'two\\nlines.obj'
    ends 0 "$CDBENCH" info 'grüße 碰撞 💥.obj'
    prints '^grüße 碰撞 💥.obj$'
}

test_what_is_measured_on_meshes_of_any_name_can_be_read()
{
    local folder count=${#hostile[@]}
    write_meshes
    ends 0 "$CDBENCH" run --algo rapid --frames 2 --repeat 2 "${scenes[@]}"
    folder=$(echo results/local/*)
    equal 'lines of summary.csv' $((count + 1)) "$(wc -l <"$folder/summary.csv")"
    is_plain "$folder/summary.csv" || wrong 'summary.csv has control characters'
    python3 -m json.tool "$folder/run.json" >/dev/null || wrong 'run.json is no JSON'
}

test_comparisons_on_meshes_of_any_name_are_told()
{
    write_meshes
    ends 3 "$CDBENCH" compare algo:rapid algo:rapid "${scenes[@]}" --frames 2 --sample 1ms --pairs 1 --csv out.csv \
        --json out.json --markdown out.md --benchmark-json bench.json
    equal 'rows' $((${#hostile[@]} + 1)) "$(wc -l <out.csv)"
    equal 'rows of the table' $((${#hostile[@]} + 2)) "$(grep -c '^|' out.md)"
    equal 'cells of the table' 8 "$(grep '^|' out.md | sed 's/\\.//g' | tr -cd '|\n' | awk '{ print length }' | sort -u)"
    ! grep -q '<script' out.md || wrong 'HTML in the Markdown'
    is_plain out.md || wrong 'the Markdown has control characters'
    python3 -m json.tool out.json >/dev/null || wrong 'no JSON'
}

test_scripts_answer_any_name_in_one_line()
{
    local name program
    for program in python3 gnuplot; do
        needs $program || return
    done
    python3 -c 'import jinja2' 2>/dev/null || skip "Python's jinja2 is missing" || return
    for name in "${hostile[@]}" "$all_at_once"; do
        ends 74 "$CDBENCH" plot "./$name"
        equal 'lines on stderr' 1 "$(wc -l <"$scratch/err")"
        ends 74 "$CDBENCH" report "./$name" --html pages
        equal 'lines on stderr' 1 "$(wc -l <"$scratch/err")"
    done
    [ ! -e pages ] || wrong 'there are pages'
}

# paper FIELD...: makes a paper whose series and claims have these names.
paper()
{
    local name i=0
    printf "key: bad\ntitle: '%s'\nauthors: '%s'\npublished: 'x'\nmachine: 'x'\nexperiments:\n  - id: e\n" "$1" "$2"
    printf "    title: '%s'\n    source: '%s'\n    scene: box\n    quick: {frames: 2, repeat: 2}\n    series:\n" "$3" "$4"
    for name; do
        i=$((i + 1))
        printf "      - {id: s%d, label: '%s', algo: rapid}\n" $i "$name"
    done
    printf "    figures:\n      - {title: '%s', kind: bars, x: {column: series}, y: {column: fps, label: '%s'}}\nclaims:\n" "$4" "$5"
    i=0
    for name; do
        i=$((i + 1))
        printf "  - id: c%d\n    says: '%s'\n    quote: '%s'\n    damage: '%s'\n    changed: ['%s']\n    where: '%s'\n    checks:\n" $i "$name" "$name" "$name" "$name" "$name"
        printf "      - {kind: ratio, says: '%s', experiment: e, series: s%d, against: s1, column: fps, min: 0.001, because: '%s', decides: [repaired]}\n" "$name" $i "$name"
    done
}

test_papers_of_any_title_are_measured_and_judged()
{
    local name names=() rest=() results="it's \`touch PWNED\`"
    for name in "${hostile[@]}"; do
        printf %s "$name" >name
        if is_plain name && [ "$name" = "${name//$'\n'/}" ]; then
            names+=("${name//\'/\'\'}")
        else
            rest+=("$name")
        fi
    done
    export CDBENCH_PAPERS=$PWD/papers
    mkdir papers
    paper "${names[@]:0:10}" >papers/bad.yaml
    ends 0 "$CDBENCH" reproduce --list bad
    run "$CDBENCH" reproduce bad --quick --results "$results"
    harmless
    [ ! -d "$results/bad/e" ] && wrong 'no results'
    paper "${names[@]}" >papers/bad.yaml
    ends 0 "$CDBENCH" claims bad --results "$results"
    ends 0 "$CDBENCH" claims bad --results "$results" --csv -
    equal 'rows' $((${#names[@]} + 1)) "$(wc -l <"$scratch/out")"
    ends 0 "$CDBENCH" claims bad --results "$results" --json
    python3 -m json.tool <"$scratch/out" >/dev/null || wrong 'no JSON'
    for name in "${rest[@]}"; do
        paper "${name//\'/\'\'}" >papers/bad.yaml
        tries "$CDBENCH" reproduce bad --quick
    done
    printf 'key: bad\ntitle: "\\e[31m"\n' >papers/bad.yaml
    refuses 65 'bad.yaml:2: a control character' "$CDBENCH" reproduce bad
}

run_tests
