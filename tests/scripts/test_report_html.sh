#!/bin/bash
# The pages of `scripts/pages --html`: their links work, nothing in results or papers can make a page do anything, and the pages
# appear completely or not at all.
cd "$(dirname "$0")/../.." || exit 1
. tests/shell.sh

needs gnuplot
python3 -c 'import jinja2' 2>/dev/null || skip "Python's jinja2 is missing"
export CDBENCH
export CDBENCH_PAPERS=$scratch/papers
mkdir "$CDBENCH_PAPERS"

# report --html OUT [DIR...]: writes the pages, with programs from the folders `path` if that is set.
report()
{
    PATH=${path:-$PATH} "$root/scripts/pages" "$@"
}

# refused CODE PATTERN COMMAND...: expects this exit code, and one line on stderr that begins with the script's name and says this.
refused()
{
    exits "$1" "${@:3}"
    equal 'lines on stderr' 1 "$(wc -l <"$scratch/err")"
    says "^pages: .*$2"
}

# paper TEXT: makes a paper with a claim and a figure, in which every text ends in TEXT.
paper()
{
    local text=${1//\'/\'\'}
    cat >"$CDBENCH_PAPERS/tiny2000.yaml" <<EOF
key: tiny2000
title: 'Collisions $text'
authors: 'A. Uthor $text'
published: 'Nowhere 1(1):1-2, 2000 $text'
machine: 'a slow one $text'
define: [{name: shape, text: sphere}]
experiments:
  - id: fig1
    title: 'Time over size $text'
    source: 'figure 1 $text'
    reading: 'bodies are spheres $text'
    vary: [{name: size, values: [100, 200, 400]}]
    scene: "\${shape}:triangles=\${size}"
    quick: {frames: 5, repeat: 6}
    series:
      - {id: brute, label: 'brute force $text', algo: brute}
      - {id: rapid, label: 'RAPID $text', algo: rapid, ours: yes}
    columns: [{name: ms, formula: "1000 / fps", unit: ms}]
    figures:
      - {title: 'A figure $text', printed: yes, x: {column: size, label: 'triangles $text', scale: log}, y: {column: ms, label: 'ms $text', scale: log}}
      - {id: bars, title: 'Bars $text', kind: bars, x: {column: series}, y: {column: ms}, where: [size=100]}
    printed: [{series: rapid, at: [size=100], column: ms, value: 60, where: table 1}]
  - id: fig2
    title: Never run
    source: ours
    scene: "sphere:triangles=100"
    series: [{id: rapid, algo: rapid}]
claims:
  - id: c1
    says: 'Trees are faster. $text'
    quote: '树更快 $text'
    damage: 'damage $text'
    remark: 'remark $text'
    where: 'section 1 $text'
    changed: ['changed $text']
    checks:
      - {kind: ratio, says: 'brute force : RAPID $text', experiment: fig1, series: brute, against: rapid, column: ms, min: 2,
         because: 'so $text', decides: [printed, repaired]}
  - {id: c2, says: It is beautiful., where: section 2, not_comparable: {reason: 'a matter of taste $text'}}
interpretations:
  - id: layers
    says: 'How many layers? $text'
    quote: '层 $text'
    where: 'section 3 $text'
    values: [{id: equal, says: 'm = L $text', because: 'so $text'}, {id: less, says: 'm = L - 1 $text', because: 'or so $text', define: [{name: shape, text: box}]}]
EOF
}

# measured FOLDER...: measurements by hand, with the column of the formula.
measured()
{
    by_hand "$@"
    awk -F , '{ print $0 "," (NR == 1 ? "ms" : 1000 / $3) }' "$1/tiny2000/fig1/cells.csv" >cells.csv
    mv cells.csv "$1/tiny2000/fig1/cells.csv"
}

# whole FOLDER: every tag is closed; every link leads to a file of the folder and a place in it; every id is unique;
# nothing is loaded from elsewhere, and only report.js runs.
whole()
{
    python3 - "$1" >"$scratch/checked" 2>&1 <<'EOF' || wrong "$(head -n 5 "$scratch/checked")"
import html.parser, os, re, sys
folder = sys.argv[1]
elements = set("""html head meta title link script body a header nav ul li main h1 h2 h3 h4 p strong code pre dl dt dd blockquote
    section div table caption thead tbody tr th td span br details summary figure figcaption footer
    svg g defs path rect circle use polygon polyline pattern text tspan""".split())
void = {"meta", "link", "br"}
ids, links, faults = {}, [], []
class Reader(html.parser.HTMLParser):
    def handle_starttag(self, tag, attributes, empty=False):
        if tag not in elements:
            faults.append(f"{page}: element {tag}")
        for name, value in attributes:
            if name.startswith("on"):
                faults.append(f"{page}: attribute {name}={value}")
            if name == "id":
                if value in ids[page]:
                    faults.append(f"{page}: id {value} twice")
                ids[page].add(value)
            if name in ("href", "src", "xlink:href"):
                links.append((page, value))
        if tag == "script" and attributes != [("src", "report.js"), ("defer", None)]:
            faults.append(f"{page}: a script {attributes}")
        if not empty and tag not in void:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes, True)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            faults.append(f"{page}: </{tag}> closes something else")
for page in sorted(os.listdir(folder)):
    text = open(os.path.join(folder, page), encoding="utf-8").read()
    ids[page] = set()
    if page.endswith(".html"):
        reader = Reader()
        reader.open = []
        reader.feed(text)
        if reader.open:
            faults.append(f"{page}: not closed: {reader.open}")
    elif not page.endswith(".csv") and re.search("://|@import|url\\(", text):
        faults.append(f"{page}: names something outside")
for page, link in links:
    name, _, place = link.partition("#")
    if (name or page) not in ids or (place and place not in ids[name or page]):
        faults.append(f"{page}: no {link}")
print("\n".join(faults))
sys.exit(bool(faults))
EOF
}

test_pages_show_claims_figures_data_and_commands()
{
    local page
    paper ''
    measured results/local 1
    shows '^pages/index.html$' report --html pages
    equal files 'data-tiny2000-fig1-1.csv index.html machines.html paper-tiny2000.html report.css report.js' "$(echo $(ls -A pages))"
    whole pages
    page=$(<pages/paper-tiny2000.html)
    for text in 'Trees are faster. ' '<blockquote lang="zh"><p>树更快' 'v0">reproduced</span>, quick, old' 'v5">not comparable' 'a matter of taste' \
        'cdbench reproduce tiny2000/fig1 --quick' '<code>cdbench claims tiny2000 --results results/local</code>' 'Data: 6 points measured, 1 printed' 'Not measured yet' \
        'class="tip"><title>brute force ; triangles : 200; ms : 4</title>' 'paper: RAPID ; triangles : 100; ms : 60</title>' \
        '<tr><td>RAPID </td><td class="number">400</td><td class="number">0.1</td>' 'How many layers?' 'm = L - 1'; do
        [[ $page == *"$text"* ]] || wrong "the page does not have: $text"
    done
    equal 'tips' 9 "$(grep -o 'class="tip"' pages/paper-tiny2000.html | wc -l)"
    equal rows "$(column results/local/tiny2000/fig1/cells.csv size series fps)" "$(column pages/data-tiny2000-fig1-1.csv size series fps)"
    grep -q 'Claims of the papers' pages/index.html || wrong 'no papers on the overview'
}

test_machines_stand_side_by_side()
{
    paper ''
    measured one 1
    measured two/one 3 'a fast abacus'
    sed -i '2s/exact/wrong/; 2s/,0,100/,7,100/' two/one/tiny2000/fig1/cells.csv
    measured results/local 1
    sed -i 's/rapid,10000,9900,10100/rapid,10,9,11/' results/local/tiny2000/fig1/cells.csv
    succeeds report --html pages ./one two/one results/local
    whole pages
    grep -q '<th scope="col">./one</th><th scope="col">two/one</th><th scope="col">local</th>' pages/machines.html || wrong 'no columns'
    grep -q '<td>a fast abacus</td>' pages/machines.html || wrong 'no processor'
    grep -q 'fig1">tiny2000/fig1</a></th><td>two/one</td><td class="number">6</td><td class="number">0</td><td class="number">2</td><td class="number">3</td><td>frames per second</td><td class="number">3</td>' \
        pages/machines.html || wrong 'no comparison'
    grep -q '<td>differ</td><td><span class="verdict v0">reproduced</span>.*<span class="verdict v2">refuted</span>' pages/machines.html || wrong 'no verdicts'
    grep -q '<h4>Measured on local</h4>' pages/paper-tiny2000.html || wrong 'the folder is not named'
}

test_no_text_becomes_markup()
{
    local pwned="\`touch $PWD/PWNED\` \$(touch $PWD/PWNED)"
    local hostile=$'"><script>alert(1)</script><img src=x onerror=alert(2)>&lt;\' onload=\'alert(3) ]]><!-- tip 0 1 \' {{x}} %s %n javascript:alert(4)'$pwned
    local name="a<b>&'\"c"
    paper "$hostile"
    measured "$name" 1 "$hostile"
    measured other 1 "</td></table></main><style>*{display:none}</style>"
    printf '%s\n' 'size,series,fps,ms,scene' "100,brute,1000,1,\"${hostile//\"/\"\"}\"" "100,rapid,10000,0.1,=cmd()" >other/tiny2000/fig1/cells.csv
    succeeds report --html 'pa<g>es' "$name" other
    whole 'pa<g>es'
    grep -q 'alert(1)' 'pa<g>es/paper-tiny2000.html' || wrong 'the text is not shown'
    grep -q "'=cmd()" 'pa<g>es/data-tiny2000-fig1-2.csv' || wrong 'a formula in the CSV'
    [ ! -e PWNED ] || wrong 'a command was run'
}

test_nothing_but_the_drawing_of_a_picture_is_kept()
{
    succeeds python3 - "$root/scripts" <<'EOF'
import sys
import xml.etree.ElementTree
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from pages_html import embed

def embedded(content, tips=None):
    return embed('<?xml version="1.0"?><!DOCTYPE svg><svg viewBox="0 0 30 20" xmlns="http://www.w3.org/2000/svg" '
                 f'xmlns:xlink="http://www.w3.org/1999/xlink">{content}</svg>', 7, 'a "picture"', lambda *point: (tips or {}).get(point, ""))

def check(content, expected, tips=None):
    page = embedded(content, tips)
    begin = '<svg viewBox="0 0 30 20" role="img" aria-label="a &#34;picture&#34;">'
    assert page == f"{begin}{expected}</svg>", page

check("""<title>G</title><circle id='dot' r='1'/><polygon fill = 'url(#pat)' points = '1,2'/><use xlink:href='#dot'/>
         <text xml:space="preserve">a &lt; b ]]></text>""",
      '<circle id="p7-dot" r="1"></circle><polygon fill="url(#p7-pat)" points="1,2"></polygon><use href="#p7-dot"></use>'
      '<text xml:space="preserve">a &lt; b ]]&gt;</text>')
point = '<g onmousemove="gnuplot_svg.showHypertext(evt,\'tip 3 17\')" onmouseout="x"><title> </title><use opacity="0.00"/></g>'
check(point, '<g class="tip"><title>&lt;point&gt;</title><use opacity="0.00"></use></g>', {(3, 17): "<point>"})
check(point, '<g><use opacity="0.00"></use></g>')
check("""<script>alert(1)</script><g onload="alert(2)"><a xlink:href="https://x">y</a><use xlink:href="https://x#a" fill="url(https://x)"
         stroke="u\\72l(https://x)" style="fill:url(https://x)"/><image href="x"/><style>*{}</style><foreignObject/>
         <path xmlns="http://other" d="M0"/><set attributeName="href" to="x"/><!-- x --><?x y?>z</g>""", "<g><use></use></g>")
for broken in "<g id='", "<g></p>", "&what;":
    try:
        embedded(broken)
        raise SystemExit(f"read: {broken}")
    except xml.etree.ElementTree.ParseError:
        pass
EOF
}

test_a_report_replaces_its_own_pages_and_nothing_else()
{
    paper ''
    measured results/local 1
    mkdir mine
    echo precious >mine/thesis.txt
    refused 64 'mine: holds thesis.txt and no pages of an earlier report; name a new folder by --html' report --html mine
    equal files thesis.txt "$(ls -A mine)"
    succeeds report --html pages
    cp pages/index.html before
    touch pages/paper-gone.html pages/data-gone-e-1.csv pages/notes.txt pages/data-mine.txt
    echo old >pages/index.html
    succeeds report --html pages
    cmp -s before pages/index.html || wrong 'the overview was not replaced'
    equal files 'data-mine.txt data-tiny2000-fig1-1.csv index.html machines.html notes.txt paper-tiny2000.html report.css report.js' "$(echo $(ls -A pages))"
}

test_what_goes_wrong_leaves_nothing()
{
    paper ''
    measured results/local 1
    refused 74 'missing: no such folder' report --html pages missing
    touch file
    refused 74 'file: no such folder' report --html pages file
    refused 74 'file: Not a directory' report --html file
    mkdir empty bin
    refused 74 'nothing was measured yet' report --html pages empty
    path=$PWD/empty refused 4 'gnuplot is missing; install it with: apt-get install --no-install-recommends python3-jinja2 gnuplot-nox' report --html pages
    mkdir -p pages/index.html
    touch pages/report.css
    refused 74 'pages/index.html: .* a folder' report --html pages
    equal files 'index.html report.css' "$(echo $(ls -A pages))"
    rm -r pages
    printf 'size,series,fps\n1,2\n' >results/local/tiny2000/fig1/cells.csv
    refused 65 'cells.csv' report --html pages
    measured results/local 1
    echo '{"size": "quick", "machine": [1]}' >results/local/tiny2000/fig1/run.json
    refused 65 'run.json: not what cdbench writes' report --html pages
    [ ! -e pages ] || wrong 'something is left'
}

test_ctrl_c_leaves_nothing()
{
    local signal
    paper ''
    measured results/local 1
    mkdir bin
    for signal in INT TERM; do
        printf '#!/bin/sh\nkill -%s $PPID\nexec %s "$@"\n' $signal "$(command -v gnuplot)" >bin/gnuplot
        chmod +x bin/gnuplot
        path=$PWD/bin:$PATH exits 130 report --html pages
        [ ! -e pages ] || wrong 'something is left'
        path=$PWD/bin:$PATH exits 130 report --html a/b/c
        [ ! -e a ] || wrong 'the parents of the pages are left'
    done
}

run_tests
