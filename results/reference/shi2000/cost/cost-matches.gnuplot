# shi2000/cost/cost-matches: MATCH calls per frame over the number of regions
# Line chart, both axes logarithmic: MATCH calls per frame over the number of regions; lines for full matching, HPS without and
# with pruning, forward scan and hps_join. The paper claims a great reduction, read as HPS with pruning at a fifth of full
# matching at most.
# Its data are from cost/cells.csv.
#
#     gnuplot cost-matches.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" cost-matches.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "cost-matches" . "." . format

title = "MATCH calls per frame over the number of regions"
notes = "shi2000, an experiment of ours · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# full matching, by vectors
$series1 << EOD
1000 250000 ? ?
3000 2250000 ? ?
10000 25000000 ? ?
EOD

# HPS, list, pruning
$series2 << EOD
1000 8217 ? ?
3000 73136 ? ?
10000 814316 ? ?
EOD

# HPS, list, no pruning
$series3 << EOD
1000 30999 ? ?
3000 275686 ? ?
10000 3087811 ? ?
EOD

# forward scan
$series4 << EOD
1000 9621 ? ?
3000 85965 ? ?
10000 962683 ? ?
EOD

# hps_join
$series5 << EOD
1000 19682 ? ?
3000 103347 ? ?
10000 616781 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 710 : 788)
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
set label 4 "MATCH calls per frame" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [912.011:10964.8] noextend
set xtics noenhanced ("1000" 1000, "3000" 3000, "10000" 10000)
set logscale y
set yrange [5961.89:3.44563e+07] noextend
set format y "10^{%T}"; set mytics 10
set ytics enhanced 1e3, 1e1
# A line: set arrow 1 from graph 0, first 4.5e+05 to graph 1, first 4.5e+05 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # full matching, by vectors
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # HPS, list, pruning
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # HPS, list, no pruning
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 5 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "full matching, by vectors", \
     $series2 using 1:2 with linespoints linestyle 2 title "HPS, list, pruning", \
     $series3 using 1:2 with linespoints linestyle 3 title "HPS, list, no pruning", \
     $series4 using 1:2 with linespoints linestyle 4 title "forward scan †", \
     $series5 using 1:2 with linespoints linestyle 5 title "hps_join †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
