# zhao2009/bodies/bodies: Time to find the pairs that touch over the number of bodies
# Line chart, both axes logarithmic: milliseconds per step over the number of bodies, with 95 % intervals; one line per
# algorithm. By the paper SCDA grows as n log n, which is a slope of 1.4 here; it tests all pairs, which makes the slope 2 once
# these are what takes the time.
# Its data are from bodies/cells.csv.
#
#     gnuplot bodies.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" bodies.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "bodies" . "." . format

title = "Time to find the pairs that touch over the number of bodies"
notes = "zhao2009, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# SCDA
$series1 << EOD
2 0.00015025 0.0001462 0.0001562
10 0.003078050003 0.003061600004 0.003101599998
31 0.3013010178 0.2882028764 0.3071592682
100 1.299913426 1.260225152 1.308323423
316 5.754766385 5.710239602 5.819705523
EOD

# PCDA, 2 threads
$series2 << EOD
2 0.00022485 0.0002203 0.0002314
10 0.0034311 0.003410200003 0.003450999998
31 0.2815595131 0.2795001977 0.3168384089
100 0.8696733594 0.8307255474 1.02067583
316 4.420573348 3.596992914 5.080423098
EOD

# SPHERE
$series3 << EOD
2 0.0001532 0.0001491 0.0001572
10 0.003157249996 0.003138700004 0.003176699998
31 0.2965994869 0.2931422593 0.2997792426
100 1.243218244 1.230458777 1.260903664
316 5.70909859 5.67772119 5.872818248
EOD

# ICOLLIDE, read as AABB trees
$series4 << EOD
2 0.00013975 0.0001363 0.0001442
10 0.0007666500001 0.0007021 0.0009504000002
31 0.2768695687 0.2706527685 0.2860528088
100 1.070819734 1.064398221 1.081754693
316 2.745359656 2.740281591 2.786928192
EOD

# SCDA behind sweep and prune
$series5 << EOD
2 0.0001366 0.0001342 0.0001432
10 0.0007727499999 0.0007130000001 0.0008742999997
31 0.2763388201 0.2718005071 0.2805436262
100 1.009428058 1.005898589 1.124100719
316 2.652076709 2.637436833 2.668189313
EOD

# RAPID
$series6 << EOD
2 0.0001518 0.0001483 0.0001562
10 0.003379049999 0.003364899999 0.003413199995
31 0.04614974948 0.04431000003 0.04998650115
100 0.4719454393 0.4653153908 0.4811851783
316 3.831858068 3.804263057 3.847100825
EOD

# obb8
$series7 << EOD
2 0.00014715 0.0001442 0.0001502
10 0.0011111 0.0010956 0.001146700001
31 0.01141239999 0.01039139998 0.01279609999
100 0.09978500323 0.09433349986 0.1056552054
316 0.8190283212 0.8004162164 0.8278104579
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(30 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [1.63337:386.931] noextend
set xtics noenhanced ("2" 2, "10" 10, "31" 31, "100" 100, "316" 316)
set logscale y
set yrange [8.75203e-05:9.00514] noextend
set format y "10^{%T}"; set mytics 10
set ytics enhanced 1e-5, 1e1
# A line: set arrow 1 from graph 0, first 0.028 to graph 1, first 0.028 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
