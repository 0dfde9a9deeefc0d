# zhao2009/bodies/bodies-pair: Time per pair of bodies over the number of bodies
# Line chart, both axes logarithmic: nanoseconds per pair of bodies over the number of bodies; one line per algorithm. A level
# line belongs to an algorithm that spends the same on every pair; one behind a broad phase should fall, since it never sees
# most pairs.
# Its data are from bodies/cells.csv.
#
#     gnuplot bodies-pair.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" bodies-pair.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "bodies-pair" . "." . format

title = "Time per pair of bodies over the number of bodies"
notes = "zhao2009, an experiment of ours · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# SCDA
$series1 << EOD
2 150.25 ? ?
10 68.40111118 ? ?
31 647.9591781 ? ?
100 262.6087729 ? ?
316 115.6272129 ? ?
EOD

# PCDA, 2 threads
$series2 << EOD
2 224.85 ? ?
10 76.24666667 ? ?
31 605.5043292 ? ?
100 175.6915878 ? ?
316 88.82003915 ? ?
EOD

# SPHERE
$series3 << EOD
2 153.2 ? ?
10 70.16111103 ? ?
31 637.8483589 ? ?
100 251.1552009 ? ?
316 114.7096361 ? ?
EOD

# ICOLLIDE, read as AABB trees
$series4 << EOD
2 139.75 ? ?
10 17.03666667 ? ?
31 595.4184273 ? ?
100 216.327219 ? ?
316 55.16093341 ? ?
EOD

# SCDA behind sweep and prune
$series5 << EOD
2 136.6 ? ?
10 17.17222222 ? ?
31 594.2770325 ? ?
100 203.9248602 ? ?
316 53.28665278 ? ?
EOD

# RAPID
$series6 << EOD
2 151.8 ? ?
10 75.08999997 ? ?
31 99.24677307 ? ?
100 95.342513 ? ?
316 76.99132144 ? ?
EOD

# obb8
$series7 << EOD
2 147.15 ? ?
10 24.69111111 ? ?
31 24.54279568 ? ?
100 20.15858651 ? ?
316 16.45626524 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 847)
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
set label 4 "time per pair of bodies (ns)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(30 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [1.63337:386.931] noextend
set xtics noenhanced ("2" 2, "10" 10, "31" 31, "100" 100, "316" 316)
set logscale y
set yrange [14.2077:750.51] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 1e+02 to graph 1, first 1e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # PCDA, 2 threads
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # ICOLLIDE, read as AABB trees
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # SCDA behind sweep and prune
set style line 6 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID
set style line 7 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "SCDA", \
     $series2 using 1:2 with linespoints linestyle 2 title "PCDA, 2 threads", \
     $series3 using 1:2 with linespoints linestyle 3 title "SPHERE", \
     $series4 using 1:2 with linespoints linestyle 4 title "ICOLLIDE, read as AABB trees", \
     $series5 using 1:2 with linespoints linestyle 5 title "SCDA behind sweep and prune †", \
     $series6 using 1:2 with linespoints linestyle 6 title "RAPID †", \
     $series7 using 1:2 with linespoints linestyle 7 title "obb8 †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
