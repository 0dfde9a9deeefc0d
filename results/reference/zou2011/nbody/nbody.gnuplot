# zou2011/nbody/nbody: Bodies that touch another one: time to find them
# Line chart, both axes logarithmic: milliseconds per frame over the number of bodies, with 95 % intervals; lines for the
# paper's two passes, Image_CD pair by pair, and RAPID behind sweep and prune. Look whether passes, which draw bodies and not
# pairs, gain as bodies are added.
# Its data are from nbody/cells.csv.
#
#     gnuplot nbody.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" nbody.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "nbody" . "." . format

title = "Bodies that touch another one: time to find them"
notes = "zou2011, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# two passes
$series1 << EOD
8 19.42954846 19.21045049 21.11709429
31 115.3535587 110.3265666 121.0946961
64 224.6181491 218.7705097 240.211386
EOD

# pair by pair
$series2 << EOD
8 6.259663355 6.219098853 6.79634085
31 20.98063487 20.30003451 22.29455567
64 67.81959986 66.67555674 69.50236308
EOD

# RAPID, sweep and prune
$series3 << EOD
8 0.01682943762 0.01299300006 0.02431112483
31 0.05175949949 0.04239174928 0.05730037423
64 0.1401153654 0.1293925035 0.15004325
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 652 : 759)
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
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [7.3615:69.551] noextend
set xtics noenhanced ("8" 8, "31" 31, "64" 64)
set logscale y
set yrange [0.0087707:355.852] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 1.8 to graph 1, first 1.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # pair by pair
set style line 3 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, sweep and prune

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "two passes", \
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
