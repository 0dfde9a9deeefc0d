{# The script of a figure: scripts/figures says what `texts`, `panels` and their members are. Pairs are for wide pictures and narrow ones. #}
{% macro pick(pair) %}{{ pair[0] if pair[0] == pair[1] else "(narrow ? " ~ pair[1] ~ " : " ~ pair[0] ~ ")" }}{% endmacro %}
{% macro either(pair) %}
{% if pair[0] == pair[1] %}
{{ pair[0] }}
{% else %}
if (!narrow) {{ pair[0] }}
if (narrow) {{ pair[1] }}
{% endif %}
{% endmacro %}
{% macro data(panel) %}
{% for one in panel.series %}
{% for printed, points in ((false, one.points), (true, one.printed)) if points %}

# {{ "printed in the paper: " if printed }}{{ one.label | remark }}
${{ "printed" if printed else "series" }}{{ panel.style(one) }} << EOD
{% for point in points %}
{{ panel.fields(one, point) }}
{% endfor %}
EOD
{% endfor %}
{% endfor %}
{% endmacro %}
{% macro title(panel, one) %}{{ "title " ~ pick(panel.titles(one)) if panel.is_named(one) else "notitle" }}{% endmacro %}
{% macro axes(panel) %}
{% for texts in panel.headings %}
set label {{ 3 + loop.index }} {{ pick(texts.lines) }} at screen 0.018, 1 - (at + {{ pick(texts.at) }}) / H left front font axis noenhanced
{% endfor %}
set tmargin at screen 1 - (at + {{ pick(panel.tops) }}) / H
set xlabel {{ pick(panel.labels) }} font axis noenhanced
{% if panel.widest %}
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols {{ pick(panel.columns) }} width -int({{ panel.widest }} * (format eq "svg" ? 0.22 : 0.1))
{% else %}
set key off
{% endif %}
{% for line in panel.x_lines %}
{{ line }}
{% endfor %}
{{ either(panel.x_tics) -}}
{% for line in panel.y_lines %}
{{ line }}
{% endfor %}
{{ "# A line at 30: " if not panel.chart.line }}set arrow 1 from {{ panel.across }} nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
{% for place, text in panel.chart.marks %}
set arrow from first {{ place }}, graph 0 to first {{ place }}, graph 1 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set label {{ text | quoted }} at first {{ place }}, graph 0.06 {{ "right offset -0.5,0" if 2 * place > panel.categories | length else "offset 0.5,0" }} noenhanced font small
{% endfor %}
{% for one in panel.series %}
set style line {{ panel.style(one) }} linecolor rgb "{{ one.look[0] }}" dashtype {{ one.look[2] }} pointtype {{ one.look[1] }} linewidth 2.5 pointsize 1.5 * point  # {{ one.label | remark }}
{% endfor %}
{% if panel.numbers %}
numbers = {{ panel.numbers }}
{% endif %}
{% endmacro %}
{% macro curves(panel) %}
{% for one in panel.series if one.points %}
{% if one.constant %}
     {{ one.points[0].y }} with lines linestyle {{ panel.style(one) }} {{ title(panel, one) }}, \
{% elif panel.boxes %}
     {{ panel.x(one) }}:2:({{ panel.box }}) with boxes linestyle {{ panel.style(one) }} dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" {{ title(panel, one) }}, \
{% else %}
     {{ panel.x(one) }}:{{ panel.y("2") }} with {{ panel.marks(one) }} linestyle {{ panel.style(one) }}{{ " pointsize 1.8 * point" if panel.marks(one) == "points" }} {{ title(panel, one) }}, \
{% endif %}
{% endfor %}
{# Intervals are vectors, since gnuplot's own error bars hide what is below their middle. #}
{% for one in panel.series if not one.constant and one.has_intervals() %}
     {{ panel.x(one) }}:{{ panel.y("3") }}:(0):({{ panel.y("$4") }} - {{ panel.y("$3") }}) with vectors heads size screen cap,90 fixed {{ 'linecolor rgb "#000000"' if panel.boxes else "linestyle " ~ panel.style(one) }} dashtype solid linewidth 1.7 notitle, \
{% endfor %}
{% for one in panel.series if panel.numbers and one.points and not one.constant %}
     {{ panel.x(one) }}:({{ panel.has_numbers ~ " ? " if panel.has_numbers != "1" }}{{ panel.y("above($2, valid(4) ? $4 : $2)") }}{{ " : NaN" if panel.has_numbers != "1" }}):(short($2)) with labels @numbers font small noenhanced notitle, \
{% endfor %}
{% for one in panel.series if one.printed %}
     {{ panel.x(one, true) }}:{{ panel.y("2") }} with points pointsize 2.2 * point pointtype {{ 6 if panel.chart.by_series else one.look[1] - 1 }} linewidth 2.5 linecolor rgb "#000000" {{ "notitle" if panel.chart.by_series and not loop.first else "title " ~ pick(panel.titles(one, true)) }}, \
{% endfor %}
{% for one in panel.series if tips %}
{% for printed, points in ((0, one.points), (1, one.printed)) if points and (printed or not one.constant) %}
     {{ panel.x(one, printed) }}:{{ panel.y("2") }}:(sprintf("tip {{ 2 * panel.chart.series.index(one) + printed }} %d", $0)) with labels hypertext point pointtype 7 pointsize 3 * point linecolor rgb "#ff000000" notitle, \
{% endfor %}
{% endfor %}
{% endmacro %}
{% macro cases_data(panel) %}

# case, its end, claim, colour, colour of the sign, sign
$cases << EOD
{% for claim in panel.claims %}
{% set row = loop.index0 %}
{% for case in claim.cases %}
{{ loop.index0 }} {{ loop.index }} {{ row }} {{ verdicts[case.verdict][0] | replace("#", "0x") }} {{ verdicts[case.verdict][1] | replace("#", "0x") }} "{{ verdicts[case.verdict][2] }}"
{% endfor %}
{% endfor %}
EOD
{% endmacro %}
{% macro cases_axes(panel) %}
set tmargin at screen 1 - (at + 12) / H
set lmargin at screen narrow ? {{ panel.left }} : 0.4; set rmargin at screen 0.982
unset border; unset grid
tics = face(paper ? 18 : 15)
set xrange [0:{{ panel.claims[0].cases | length }}]
set yrange [{{ panel.claims | length }}:0]
set xtics scale 0 noenhanced
{{ either(panel.columns) -}}
set ytics scale 0 noenhanced
{{ either(panel.rows) -}}
set key bmargin center horizontal Left reverse noenhanced samplen 1.5 height 1 maxcols narrow ? 2 : 7
{% endmacro %}
{% macro cases_curves(panel) %}
     $cases using 1:3:1:2:3:($3 + 1):4 with boxxyerror fillstyle solid border linecolor rgb "#777777" fillcolor rgb variable notitle, \
     $cases using (($1 + $2) / 2):($3 + 0.5):6:5 with labels font face(18) textcolor rgb variable noenhanced notitle, \
{% for verdict, look in verdicts.items() %}
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "{{ look[0] }}" title "{{ (look[2] ~ " " ~ verdict) | trim }}", \
{% endfor %}
{% endmacro %}
{% for line in about %}
# {{ line | remark }}
{% endfor %}
#
#     gnuplot {{ name }}.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" {{ name }}.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = {{ name | quoted }} . "." . format

title = {{ texts[0] | quoted }}
notes = {{ texts[1] | quoted }}
caption = {{ texts[2] | quoted }}

# ---- data: x, y, the ends of the interval
{% for panel in panels %}
{{ cases_data(panel) if panel.claims else data(panel) -}}
{% endfor %}

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : {{ 24 + heights[0] + heights[1] }}
H = at + (paper ? 6 : {{ 12 + heights[2] }})
{% for panel in panels %}
height{{ loop.index }} = panel && panel != {{ loop.index }} ? 0 : {{ pick(panel.heights) }}
H = H + height{{ loop.index }}
{% endfor %}
unit = format eq "png" ? (paper ? 2.7778 : 1) : format eq "pdf" ? (paper ? 1 / 3. : 0.5) : (paper ? 0.4444 : 1)
point = format eq "png" ? unit : format eq "pdf" ? 1.286 * unit : 0.46
cap = 6. / W
face(size) = sprintf("sans-serif,%g", size * unit * (format eq "png" ? 0.75 : 1))
axis = face(paper ? 21 : 23)
small = face(paper ? 18 : 17)
short(v) = abs(v) < 999.5 ? sprintf("%.3g", v) : abs(v) < 999950 ? sprintf("%.0f", v) : abs(v) < 999.5e6 ? sprintf("%.3gM", v / 1e6) : sprintf("%.3gG", v / 1e9)
above(y, high) = high > y ? high : y
if (format eq "svg" && !paper) set terminal svg size W, H dynamic enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "svg" && paper) set terminal svg size W * unit, H * unit fixed enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "png") set terminal pngcairo size W * unit, H * unit enhanced font face(21) linewidth unit background "#ffffff"
if (format eq "pdf") set terminal pdfcairo size W * unit / 72, H * unit / 72 enhanced font face(21) fontscale 0.75 linewidth 2 * unit
set output out
set encoding utf8
set datafile missing "?"
set border 3 linewidth 1.5 linecolor rgb "#333333"
set tics nomirror out scale 0.8,0.4
set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb "#dddddd"
set rmargin 4
if (!paper) set label 1 title at screen 0.018, 1 - 30. / H left front font face(30) noenhanced
if (!paper) set label 2 notes at screen 0.018, 1 - {{ 22 + heights[0] }} / H left front font small noenhanced textcolor rgb "#555555"
if (!paper) set label 3 caption at screen 0.018, {{ heights[2] - 6.8 }} / H left front font small noenhanced textcolor rgb "#555555"
set multiplot
{% for panel in panels %}

# ---- panel {{ loop.index }}

if (height{{ loop.index }}) set size 1, height{{ loop.index }} / H
set origin 0, 1 - (at + height{{ loop.index }}) / H
{{ cases_axes(panel) if panel.claims else axes(panel) -}}
{{ "" }}
if (height{{ loop.index }}) plot \
{{ cases_curves(panel) if panel.claims else curves(panel) -}}
{{ "     NaN notitle" }}
if (height{{ loop.index }}) unset label
unset arrow
at = at + height{{ loop.index }}
{% endfor %}
unset multiplot
set output
