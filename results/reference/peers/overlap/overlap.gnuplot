# peers/overlap/overlap: Missed overlaps, by their depth
# Line chart: rate of wrong answers, linear, with 95 % intervals, over the depth of the overlap in sizes of a body,
# logarithmic; one line per library. CGAL and Embree with our exact test promise a rate of 0 everywhere, the others should have
# it from a thousandth on.
# Its data are from overlap/cells.csv.
#
#     gnuplot overlap.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" overlap.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "overlap" . "." . format

title = "Missed overlaps, by their depth"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
1e-15 0 0 0.009512294334
1e-12 0 0 0.009512294334
1e-10 0 0 0.009512294334
1e-08 0 0 0.009512294334
1e-07 0 0 0.009512294334
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# CGAL
$series2 << EOD
1e-15 0 0 0.009512294334
1e-12 0 0 0.009512294334
1e-10 0 0 0.009512294334
1e-08 0 0 0.009512294334
1e-07 0 0 0.009512294334
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# Embree, our exact test
$series3 << EOD
1e-15 0 0 0.009512294334
1e-12 0 0 0.009512294334
1e-10 0 0 0.009512294334
1e-08 0 0 0.009512294334
1e-07 0 0 0.009512294334
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# FCL, float
$series4 << EOD
1e-15 0.53 0.4810361559 0.5783931064
1e-12 0.53 0.4810361559 0.5783931064
1e-10 0.5275 0.4785460271 0.5759307967
1e-08 0.41 0.3628794776 0.4588327354
1e-07 0.015 0.006892291919 0.03233463358
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# FCL, double
$series5 << EOD
1e-15 0.0025 0.0004414477868 0.01402328508
1e-12 0 0 0.009512294334
1e-10 0 0 0.009512294334
1e-08 0 0 0.009512294334
1e-07 0 0 0.009512294334
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# Bullet
$series6 << EOD
1e-15 0.2675 0.2264823841 0.3129408327
1e-12 0.2675 0.2264823841 0.3129408327
1e-10 0.2675 0.2264823841 0.3129408327
1e-08 0.1975 0.1614426642 0.2393122739
1e-07 0.0025 0.0004414477868 0.01402328508
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# ODE
$series7 << EOD
1e-15 0.64 0.5918344652 0.6855020924
1e-12 0.64 0.5918344652 0.6855020924
1e-10 0.64 0.5918344652 0.6855020924
1e-08 0.36 0.3144979076 0.4081655348
1e-07 0.005 0.001372252955 0.01804491844
1e-06 0 0 0.009512294334
1e-05 0 0 0.009512294334
0.001 0 0 0.009512294334
0.1 0 0 0.009512294334
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 817)
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
set label 4 "rate of wrong answers" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "depth of the overlap (sizes of a body)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [2.75423e-16:0.363078] noextend
if (!narrow) set xtics enhanced ("10^{-15}" 1e-15, "10^{-12}" 1e-12, "10^{-10}" 1e-10, "10^{-8}" 1e-08, "10^{-7}" 1e-07, "10^{-6}" 1e-06, "10^{-5}" 1e-05, "0.001" 0.001, \
    "0.1" 0.1)
if (narrow) set xtics enhanced ("10^{-15}" 1e-15, "10^{-12}" 1e-12, "" 1e-10 1, "10^{-8}" 1e-08, "" 1e-07 1, "10^{-6}" 1e-06, "" 1e-05 1, "0.001" 0.001, \
    "0.1" 0.1)
unset logscale y
set yrange [0:0.712922] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.36 to graph 1, first 0.36 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, our exact test
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL, double
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 7 linecolor rgb "#000000" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # ODE

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "obb8 †", \
     $series2 using 1:2 with linespoints linestyle 2 title "CGAL", \
     $series3 using 1:2 with linespoints linestyle 3 title "Embree, our exact test", \
     $series4 using 1:2 with linespoints linestyle 4 title "FCL, float", \
     $series5 using 1:2 with linespoints linestyle 5 title "FCL, double", \
     $series6 using 1:2 with linespoints linestyle 6 title "Bullet", \
     $series7 using 1:2 with linespoints linestyle 7 title "ODE", \
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
