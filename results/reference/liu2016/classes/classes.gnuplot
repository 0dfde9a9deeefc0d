# liu2016/classes/classes: Pairs of trees: nodes whose balance factors differ by more than 1
# Bar chart, linear: share of all nodes whose balance factors differ by more than 1, one bar for each pair of trees split at
# the mean. One such node makes trees dissimilar by the paper's rule, so only pairs without a bar, as two copies of one body,
# are similar.
# Its data are from classes/cells.csv.
#
#     gnuplot classes.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" classes.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "classes" . "." . format

title = "Pairs of trees: nodes whose balance factors differ by more than 1"
notes = "liu2016, an experiment of ours · rows with split = mean"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# nodes with D > 1
$series1 << EOD
0 0 ? ?  # two torus knots
1 0 ? ?  # two bumpy spheres
2 0.0502 ? ?  # two different bumpy spheres
3 0.02564 ? ?  # two of 20 triangles
4 0.05282 ? ?  # two different torus knots
5 0.06818 ? ?  # comb and sphere of 500
6 0.0695 ? ?  # gear and bumpy sphere of 300
7 0.007668 ? ?  # bar and torus knot of 1000
8 0.009505 ? ?  # 20 and 100000 triangles
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 875 : 840)
H = H + height1
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
if (!paper) set label 2 notes at screen 0.018, 1 - 64.0 / H left front font small noenhanced textcolor rgb "#555555"
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "share of all nodes" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "" font axis noenhanced
set key off
set xrange [-0.5:8.5] noextend
set grid noxtics
if (!narrow) set lmargin at screen 0.093; set xtics scale 0 right rotate by 25 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two of 20 triangles" 3, "two different torus knots" 4, "comb and sphere of 500" 5, "gear and bumpy sphere of 300" 6, "bar and torus knot of 1000" 7, \
    "20 and 100000 triangles" 8)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two of 20 triangles" 3, "two different torus knots" 4, "comb and sphere of 500" 5, "gear and bumpy sphere of 300" 6, "bar and torus knot of 1000" 7, \
    "20 and 100000 triangles" 8)
unset logscale y
set yrange [0:0.08062] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.04 to graph 1, first 0.04 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # nodes with D > 1
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2:(0.27) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
