# zou2011/nbody-pairs/nbody-pairs: Pairs of bodies that touch: time to find them
# Line chart, both axes logarithmic: milliseconds per frame over the number of bodies, with 95 % intervals; lines for two
# passes followed by the pairs of their set, pair by pair alone, and RAPID behind sweep and prune. Passes pay where the first
# line is below the second.
# Its data are from nbody-pairs/cells.csv.
#
#     gnuplot nbody-pairs.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" nbody-pairs.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "nbody-pairs" . "." . format

title = "Pairs of bodies that touch: time to find them"
notes = "zou2011, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# two passes, then pairs of the set
$series1 << EOD
8 21.74811335 20.77835726 24.01767701
31 120.6272618 117.481203 122.0256254
64 262.3294858 ? ?
EOD

# pair by pair
$series2 << EOD
8 6.841255507 6.198667287 7.508409419
31 21.09482122 20.71422653 21.37894174
64 71.13893434 70.12130987 80.34709947
EOD

# RAPID, sweep and prune
$series3 << EOD
8 0.02049112514 0.01304562495 0.03447012473
31 0.0490636882 0.04194237487 0.06163050148
64 0.1509665026 0.1428826168 0.1613399997
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 652 : 788)
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
set label 4 "time per frame (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(35 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [7.3615:69.551] noextend
set xtics noenhanced ("8" 8, "31" 31, "64" 64)
set logscale y
set yrange [0.00877667:389.926] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 1.8 to graph 1, first 1.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes, then pairs of the set
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # pair by pair
set style line 3 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, sweep and prune

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "two passes, then pairs of the set", \
     $series2 using 1:2 with linespoints linestyle 2 title "pair by pair †", \
     $series3 using 1:2 with linespoints linestyle 3 title "RAPID, sweep and prune †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
