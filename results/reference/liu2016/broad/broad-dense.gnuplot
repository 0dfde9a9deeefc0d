# liu2016/broad/broad-dense: Time per step behind each broad phase, 20 % of the space filled
# Line chart, both axes logarithmic: milliseconds per step over the number of bodies, one line per broad phase, in a dense
# space. Many pairs are left to the trees whichever broad phase is in front; look how much their choice still matters.
# Its data are from broad/cells.csv.
#
#     gnuplot broad-dense.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" broad-dense.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "broad-dense" . "." . format

title = "Time per step behind each broad phase, 20 % of the space filled"
notes = "liu2016, an experiment of ours · rows with fill = 0.2 · † ours · more than 1000 would take too long: no broad phase"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# no broad phase
$series1 << EOD
100 0.740963 ? ?
1000 34.841063 ? ?
EOD

# octree, whole leaves
$series2 << EOD
100 0.532342 ? ?
1000 5.733595 ? ?
10000 52.616784 ? ?
EOD

# octree, whole leaves of 8
$series3 << EOD
100 0.499498 ? ?
1000 5.087992 ? ?
10000 47.460941 ? ?
EOD

# octree, boxes
$series4 << EOD
100 0.455818 ? ?
1000 4.633126 ? ?
10000 42.076942 ? ?
EOD

# sweep and prune
$series5 << EOD
100 0.456514 ? ?
1000 4.650026 ? ?
10000 43.505764 ? ?
EOD

# grid
$series6 << EOD
100 0.453965 ? ?
1000 4.628394 ? ?
10000 41.715925 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 740 : 788)
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [83.1764:12022.6] noextend
set xtics noenhanced ("100" 100, "1000" 1000, "10000" 10000)
set logscale y
set yrange [0.375369:63.6339] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 4.9 to graph 1, first 4.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # no broad phase
set style line 2 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree, whole leaves
set style line 3 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # octree, whole leaves of 8
set style line 4 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree, boxes
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sweep and prune
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "no broad phase", \
     $series2 using 1:2 with linespoints linestyle 2 title "octree, whole leaves", \
     $series3 using 1:2 with linespoints linestyle 3 title "octree, whole leaves of 8", \
     $series4 using 1:2 with linespoints linestyle 4 title "octree, boxes †", \
     $series5 using 1:2 with linespoints linestyle 5 title "sweep and prune †", \
     $series6 using 1:2 with linespoints linestyle 6 title "grid †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
