#!/bin/bash
# scripts/figures from outside: the figures of papers, of runs, of other tables; what it refuses; names that others chose.
# Of the release build only.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh
export CDBENCH CDBENCH_PAPERS=$root/tests/papers

figures=$root/scripts/figures
python3 -c 'import jinja2' 2>/dev/null || skip 'Jinja2 is missing'

# refused CODE PATTERN ARGUMENT...: expects the exit code, and one line that says so.
refused()
{
    exits "$1" "$figures" "${@:3}"
    [ "$(wc -l <"$scratch/err")" -eq 1 ] || wrong "$(wc -l <"$scratch/err") lines on stderr instead of one"
    says "^figures: .*$2"
}

# picture PATTERN...: prints the texts of an SVG that is whole, one a line; expects the patterns among them.
picture()
{
    local file=$1 pattern
    shift
    python3 -c 'import sys, xml.dom.minidom as x
print("\n".join("".join(n.data for n in t.childNodes if n.nodeType == 3) for t in x.parse(sys.argv[1]).getElementsByTagName("text")))' \
        "$file" >texts 2>/dev/null || wrong "$file is no SVG"
    for pattern; do
        grep -q -- "$pattern" texts || wrong "$file does not show '$pattern'"
    done
}

# paper [TEXT]: tiny2000 with a figure, whose texts are these.
paper()
{
    local text="'${1:-some text}'"
    altered tiny2000 "/name: ms, formula/a\\    figures: [{title: $text, note: $text, x: {column: size, label: $text}, y: {column: fps, label: $text, low: fps_low, high: fps_high}}]"
}

test_what_python_tests()
{
    needs gnuplot || return
    exits 0 python3 "$root/tests/scripts/test_figures.py"
}

test_figures_of_a_paper_are_drawn_beside_their_data()
{
    needs gnuplot || return
    local folder=out/tiny2000/fig1
    by_hand out
    paper
    touch $folder/gone.{svg,png,pdf} $folder/mine.{txt,png,gnuplot}
    echo '# tiny2000/fig1/gone: a figure that the paper has no more' >$folder/gone.gnuplot
    shows '^tiny2000/fig1: 1 figure$' "$figures" tiny2000 --results out
    equal files 'cells.csv fig1.gnuplot fig1.pdf fig1.png fig1.svg mine.gnuplot mine.png mine.txt run.json samples.csv' "$(echo $(ls $folder))"
    grep -q '<svg role="img"' $folder/fig1.svg && grep -q '<desc>.*</desc>' $folder/fig1.svg || wrong 'the picture has no words'
    [ "$(head -c 4 $folder/fig1.png | tail -c 3)" = PNG ] && [ "$(head -c 4 $folder/fig1.pdf)" = %PDF ] || wrong 'no PNG or no PDF'
    picture $folder/fig1.svg 'abacus, 2 processors'
    cp -r $folder first
    succeeds "$figures" tiny2000/fig1/fig1 --results out --quiet
    diff -r -x '*.pdf' $folder first >/dev/null || wrong 'drawn again, it is another figure' # cairo notes the moment in a PDF
    refused 64 'tiny2000/fig2: no such figure; valid: tiny2000/fig1, tiny2000/interp' tiny2000/fig2 --results out
    refused 64 'valid: tiny2000/fig1/fig1$' tiny2000/fig1/x --results out
    refused 64 'no paper .nobody.' nobody --results out
    refused 74 'holds no measurements of tiny2000' tiny2000 --results "$root/tests/data"
    refused 74 'nothing/there: no such folder; measure first' tiny2000 --results nothing/there
    refused 64 '--style paper: say by --out' tiny2000 --results out --width 84
    refused 64 'an empty name' tiny2000 --results out --out ''
    refused 64 'has to end in .svg' tiny2000 --results out --out one.jpg
    mkdir full
    touch full/one.svg
    (cd out && shows '^tiny2000/fig1: 1 figure$' "$figures" tiny2000/fig1 --results .) # not the folder of this name
    succeeds "$figures" tiny2000 --results out --out one.svg --width 178
    grep -q ' width="672"' one.svg || wrong 'not 178 mm wide'
    shows '^Picture: many/tiny2000/fig1/fig1.svg$' "$figures" --results out --out many --formats svg
    cmp -s many/tiny2000/fig1/fig1.svg $folder/fig1.svg || wrong 'in another folder, it is another figure'
}

test_a_script_can_be_changed_and_run_alone()
{
    needs gnuplot || return
    by_hand out
    paper
    succeeds "$figures" tiny2000 --results out --out . --formats svg
    mv tiny2000/fig1/fig1.gnuplot x.gnuplot
    succeeds gnuplot -e "out = 'x.svg'" x.gnuplot
    cmp -s <(sed '/<svg/,/desc>/d' x.svg) <(sed '/<svg/,/desc>/d' tiny2000/fig1/fig1.svg) || wrong 'alone it draws another figure'
    sed -i 's/^set style line 1 linecolor rgb "#[0-9a-f]*"/set style line 1 linecolor rgb "#123456"/; s/^# A line: //' x.gnuplot
    succeeds gnuplot -e "format = 'svg'; out = 'x.svg'" x.gnuplot
    grep -q '#123456\|rgb( 18,  52,  86)' x.svg || wrong 'it has the old colour'
    [ "$(grep -c "stroke='rgb( 85,  85,  85)'" x.svg)" -gt "$(grep -c "stroke='rgb( 85,  85,  85)'" tiny2000/fig1/fig1.svg)" ] ||
        wrong 'it has no line'
    succeeds gnuplot -e "style = 'paper'; width = 84; out = 'y.svg'" x.gnuplot
    grep -q ' width="317"' y.svg || wrong 'not 84 mm wide'
    succeeds gnuplot -e "style = 'paper'; width = 84; format = 'pdf'; out = 'x.pdf'" x.gnuplot
}

test_interpretations_are_a_figure()
{
    needs gnuplot || return
    mkdir out
    cp -r "$root/results/reference/liu2016" out/
    CDBENCH_PAPERS=$root/papers shows '^liu2016/interpretations: 1 figure$' "$figures" liu2016/interpretations --results out
    picture out/liu2016/interpretations/interpretations.svg 'speed=anywhere' '^reproduced\|+ reproduced' '^c1 ' \
        'none touches' 'at the size for interpretations · revision'
    [ -s out/liu2016/interpretations/interpretations.gnuplot ] || wrong 'no script'
}

test_the_frames_of_a_run_are_drawn()
{
    needs gnuplot || return
    local folder
    exits 0 "$CDBENCH" run --algo brute --algo rapid --scene box --frames 4 --repeat 3 --quiet
    folder=$(echo results/local/*)
    cp -r "$folder" mine
    sed -i '$s/[0-9]$/0/;t;' mine/frames.csv
    sed -i '$s/,[0-9]*,/,1,/' mine/frames.csv
    refuses 65 'mine/frames.csv: was changed or exchanged' "$CDBENCH" plot mine
    sed -i '$d' mine/frames.csv
    refuses 65 'mine/frames.csv: was cut, it has [0-9]* of [0-9]* rows' "$CDBENCH" plot mine
    sed '$p' "$folder/frames.csv" >mine/frames.csv
    refuses 65 'frames.csv: has [0-9]* rows where [0-9]* were written, some are doubled or added' "$CDBENCH" plot mine
    rm mine/run.json
    refuses 65 'mine/frames.csv: lines [0-9]* and [0-9]* are the same sample of one frame; ' "$CDBENCH" plot mine
    mv "$folder" x.csv # which does not make it a table
    shows '^Picture: x.csv/frames.svg$' "$figures" x.csv
    picture x.csv/frames.svg '^brute$' '^rapid$' '^Time of every frame: box$' '^median of the samples$' 'number of the frame'
    [ "$(grep -c box texts)" -eq 1 ] || wrong 'the scene is named twice'
    succeeds "$figures" x.csv --title Mine --formats png,pdf --quiet
    [ -s x.csv/frames.png ] && [ -s x.csv/frames.pdf ] && grep -q '^title = "Mine"' x.csv/frames.gnuplot || wrong 'no PNG or PDF'
    # A picture that gnuplot could not write whole is none, although gnuplot does not say so.
    mkdir half
    printf '#!/bin/sh\n[ "$1" != --default-settings ] || { shift; head -c 100 /dev/zero >picture.png; }\n' >half/gnuplot
    chmod +x half/gnuplot
    rm x.csv/frames.png
    exits 74 env PATH="$PWD/half:$PATH" "$figures" x.csv --formats png
    says 'x.csv/frames.png: cannot be written whole'
    [ ! -e x.csv/frames.png ] || wrong 'half a picture'
    sed -i '$d' x.csv/summary.csv
    refuses 65 'summary.csv: was cut, it has 1 of 2 rows' "$CDBENCH" plot x.csv
}

test_tables_are_drawn_with_their_intervals()
{
    needs gnuplot || return
    local confidence scene
    # Five samples give less than 95 %.
    for confidence in 0.9375 0.96; do
        printf 'algo,settings,scene,scene_hash,fps,fps_low,fps_high,fps_confidence,misses\n%s\n%s\n%s\n' "rapid,a=1:b=2,box,h,10,5,20,$confidence," \
            "rapid,a=1:b=3,box,h,5,4,7,$confidence," "brute,-,box,h,1,0.5,2,$confidence,3" >weak.csv
        succeeds "$figures" weak.csv --out "$confidence.svg"
    done
    picture 0.96.svg '^rapid b=2$' '^brute, 3' 'time per frame (ms)' 'error bars: 95 % interval of the median'
    picture 0.9375.svg
    ! grep -q 'error bars' texts || wrong 'an interval of less than 95 % is drawn'
    # A table of suit has ranks.
    printf '%s\n' cell,algo,settings,scene,scene_hash,fps,fps_low,fps_high,fps_confidence,verdict,rank,colliding_ms,clear_ms \
        1,obb8,-,box,h,1000,900,1100,0.96,exact,1,2,0.5 2,rapid,-,box,h,500,490,510,0.96,exact,2,4,1 \
        3,fcl,-,box,h,100,90,110,0.96,approximate,1,20,5 4,cgal,-,box,h,NA,NA,NA,NA,failed,NA,NA,NA >suit.csv
    succeeds "$figures" suit.csv
    picture suit.svg '^obb8$' '^fcl (approximate)\|^(approximate)' 'colliding frames' 'clear frames'
    ! grep -q cgal texts || wrong 'what has no times is drawn'
    exits 0 "$CDBENCH" suit box --budget 1s --quiet --plot box.png # of which many are left out
    [ -s box.png ] || wrong 'no picture of a ranking'
    {
        echo algo,settings,scene,scene_hash,fps
        for ((scene = 0; scene < 41; scene++)); do echo "rapid,-,s$scene,h$scene,1"; done
    } >many.csv
    refused 64 'more than 40 panels are too many for one picture' many.csv
}

test_a_table_with_the_json_of_its_run_is_whole()
{
    needs gnuplot || return
    local names
    for names in 'summary run' 'mine mine'; do
        set -- $names
        "$CDBENCH" run --algo rapid --scene box --frames 2 --repeat 2 --quiet --csv "$1.csv" --json >"$2.json" 2>/dev/null
        succeeds "$CDBENCH" plot "$1.csv"
        sed -i '$d' "$1.csv"
        refuses 65 "$1.csv: was cut, it has 0 of 1 rows" "$CDBENCH" plot "$1.csv"
    done
    printf 'cell,algo,settings,scene,scene_hash,fps\n1,rapid,-,box,h,1\n1,rapid,-,box,h,1\n' >twice.csv
    refuses 65 'twice.csv: lines 2 and 3 are both cell 1; ' "$CDBENCH" plot twice.csv
}

test_what_cannot_be_drawn_is_one_line()
{
    needs gnuplot || return
    refused 74 'missing.csv: cannot read; give the folder of a run' missing.csv
    refused 64 '--no-such' --no-such
    refused 64 'choose among svg, png and pdf' --formats gif
    refused 64 'column is 50 to 300 mm' --width 1
    printf 'a,b\n1,2\n' >other.csv
    refused 65 'has no column algo; give the folder of a run or its summary.csv' other.csv
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,NA\n' >none.csv
    refused 65 'holds no times' none.csv
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,10\n' >one.csv
    refused 64 'has to end in .svg, .png or .pdf' one.csv --out one.gif
    refused 74 'nowhere: no such folder' one.csv --out nowhere/one.svg
    refused 64 'name runs in a call of their own' one.csv tiny2000
    refused 64 'name runs in a call of their own' one.csv none.csv --out x.svg
    by_hand out
    python3 -c 'import json; p = "out/tiny2000/fig1/run.json"; d = json.load(open(p)); json.dump({**d, "paper": "tiny2000", "experiment": "fig1"}, open(p, "w"))'
    refused 65 'has results of a paper and no run; `cdbench plot tiny2000/fig1`' out/tiny2000/fig1
    [ -z "$(find . -name '*.svg' -o -name '*.gnuplot' -o -name '.figure*')" ] || wrong 'something is left'
    succeeds "$figures" one.csv
}

test_any_colour_and_no_other_look_is_taken()
{
    needs gnuplot || return
    mkdir scripts
    cp -r "$root"/scripts/{figures,looks.json,templates} scripts/
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,10\n' >one.csv
    sed -i 's/"rapid": \["#[0-9a-f]*"/"rapid": ["#FF00ff"/' scripts/looks.json
    succeeds scripts/figures one.csv
    grep -q '#FF00ff\|rgb(255,   0, 255)' one.svg || wrong 'another colour'
    sed -i 's/"rapid": \["#FF00ff"/"rapid": ["red"/' scripts/looks.json
    exits 65 scripts/figures one.csv
    says 'looks.json: rapid: a colour as #rrggbb, and a symbol of circle, '
    echo '{' >scripts/looks.json
    exits 65 scripts/figures one.csv
    equal lines 1 "$(wc -l <"$scratch/err")"
}

test_gnuplot_that_is_missing_or_fails_leaves_nothing()
{
    printf 'algo,settings,scene,scene_hash,fps\nrapid,-,box,h,10\n' >one.csv
    mkdir bin
    printf '#!/bin/sh\nexec %s "$@"\n' "$(python3 -c 'import sys; print(sys.executable)')" >bin/python3
    chmod +x bin/python3
    exits 4 env PATH="$PWD/bin" python3 "$figures" one.csv
    says 'apt-get install --no-install-recommends python3-jinja2 gnuplot-nox'
    printf '#!/bin/sh\necho "<svg>" >picture.svg\nprintf "\\n   ^\\n  line 7: too old for this\\n" >&2\nexit 1\n' >bin/gnuplot
    chmod +x bin/gnuplot
    PATH=$PWD/bin:$PATH refused 4 'line 7: too old for this; check that .gnuplot --version. says 5.4' one.csv
    [ -z "$(find . -name '*.svg' -o -name '*.gnuplot' -o -name '.figure*')" ] || wrong 'something is left'
}

test_ctrl_c_leaves_nothing_half()
{
    needs gnuplot || return
    mkdir out bin
    cp -r "$root/results/reference/liu2016" out/
    find out -name '*.svg' -delete
    printf '#!/bin/sh\n: >%s/begun\nexec %s "$@"\n' "$PWD" "$(type -P gnuplot)" >bin/gnuplot
    chmod +x bin/gnuplot
    export CDBENCH_PAPERS=$root/papers PATH=$PWD/bin:$PATH
    begins "$figures" liu2016 --results out
    await exists begun
    stopped INT 130
    [ -z "$(find out -name '.figure*')" ] || wrong 'something half is left'
}

# harmless: neither stream of the last command has anything that controls a terminal, and no name was executed.
harmless()
{
    ! LC_ALL=C grep -aqP '[\x01-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$scratch/out" "$scratch/err" || wrong 'control characters'
    [ -z "$(find "$scratch" -name 'PWNED*')" ] || wrong 'a name was executed'
}

# table NAME...: writes a run of which somebody chose all names.
table()
{
    python3 -c 'import csv, os, sys
names = [os.fsencode(name).decode("utf-8", "surrogateescape").replace("\n", " ") for name in sys.argv[1:]]
with open("summary.csv", "w", errors="surrogateescape", newline="") as one, open("frames.csv", "w") as two:
    rows = csv.writer(one, lineterminator="\n")
    rows.writerow(["cell", "scene_hash", "algo", "settings", "scene"])
    two.write("cell,sample,frame,wall_ns\n")
    for i, name in enumerate(name for name in names for _ in range(2)):
        rows.writerow([i, f"h{i // 2}", name, f"k={i}:{name}", name])
        two.write(f"{i},0,0,1000\n{i},0,1,2000\n")' "$@"
}

test_names_that_others_chose_run_nothing()
{
    needs gnuplot || return
    local folder name names=()
    hostile_names
    for name in "${hostile[@]}"; do
        run "$figures" "$name" "$name/x" --results "$name" --out "$name" --title "$name"
        harmless
        if LC_ALL=C grep -qaP '[\x01-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xff' <<<"$name"; then
            table "$name"
            exits 65 "$figures" summary.csv
            says 'summary.csv:2: a control character'
            harmless
        else
            names+=("$name")
        fi
        if [[ $name != */* ]] && ((${#name} < 200)); then
            table box
            mv summary.csv "./$name.csv"
            run "$figures" -- "./$name.csv"
            harmless
            [ $code -eq 0 ] || [ $code -eq 65 ] || [ $code -eq 74 ] || wrong "a table of this name: exit code $code"
            rm -f -- "./$name".{csv,svg,gnuplot}
        fi
    done
    mkdir all
    (cd all && table "${names[@]}")
    succeeds "$figures" all --formats svg,pdf
    harmless
    picture all/frames.svg 'x`touch PWNED`' "^it's \"quoted\"$" '<script>' '碰撞'
    for folder in '-n' 'a=b' "it's \"x\" \`touch PWNED\`" $'tab\tline\nesc\033[31m'; do
        mkdir -- "$folder"
        (cd -- "$folder" && table "${names[2]}")
        exits 0 "$figures" -- "./$folder"
        harmless
        picture "./$folder/frames.svg"
    done
    printf 'cell,sample,frame,wall_ns\n77,0,0,5\n' >a=b/frames.csv
    refused 65 'is not in summary.csv' a=b
    refused 74 'cannot read' $'\033[31m'
    harmless
}

test_papers_with_texts_that_others_chose_run_nothing()
{
    needs gnuplot || return
    local results="it's \`touch PWNED\`"
    by_hand "$results"
    paper 'it'\'\''s "x" `touch PWNED` $(touch PWNED) @x | <script> {/Symbol a} %d 碰撞 \\\\'
    exits 0 "$figures" tiny2000 --results "$results"
    harmless
    picture "$results/tiny2000/fig1/fig1.svg" '`touch PWNED` $(touch PWNED) @x | <script>' '{/Symbol a} %d 碰撞 \\'
}

run_tests
