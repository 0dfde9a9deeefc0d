# liu2016/full/full: Full trees that overlap everywhere: pairs of nodes visited
# Line chart: pairs of nodes visited, logarithmic, over the levels of the trees, linear; one line for simultaneous and one for
# single descent. Both are counts of the worst case: by the paper's formulas, read for levels, they grow about fourfold with
# each level.
# Its data are from full/cells.csv.
#
#     gnuplot full.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" full.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "full" . "." . format

title = "Full trees that overlap everywhere: pairs of nodes visited"
notes = "liu2016, an experiment of ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# simultaneous
$series1 << EOD
3 21 ? ?
4 85 ? ?
5 341 ? ?
6 1365 ? ?
7 5461 ? ?
8 21845 ? ?
9 87381 ? ?
EOD

# single
$series2 << EOD
3 31 ? ?
4 127 ? ?
5 511 ? ?
6 2047 ? ?
7 8191 ? ?
8 32767 ? ?
9 131071 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 593 : 759)
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
set label 4 "pairs of nodes visited" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "levels of the trees" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(14 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [2.76:9.24] noextend
set xtics noenhanced ("3" 3, "4" 4, "5" 5, "6" 6, "7" 7, "8" 8, "9" 9)
set logscale y
set yrange [14.805:185917] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
# A line: set arrow 1 from graph 0, first 1.7e+03 to graph 1, first 1.7e+03 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # simultaneous
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # single

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "simultaneous", \
     $series2 using 1:2 with linespoints linestyle 2 title "single", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
