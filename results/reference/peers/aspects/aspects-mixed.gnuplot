# peers/aspects/aspects-mixed: Slender boxes, along either axis
# Line chart, both axes logarithmic: microseconds of processor time per box and frame over long side to short side, with 95 %
# intervals; one line per matcher, with CGAL and Boost. Boxes keep their area, so a level line belongs to a matcher that
# slender boxes do not trouble.
# Its data are from aspects/cells.csv.
#
#     gnuplot aspects-mixed.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" aspects-mixed.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "aspects-mixed" . "." . format

title = "Slender boxes, along either axis"
notes = "peers, an experiment of ours · rows with along = -1 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
1 0.08550216705 0.08206272875 0.08778760316
4 0.09413137917 0.09037129952 0.09675137895
16 0.1022796079 0.1000815665 0.109104438
64 0.1471687673 0.1440247723 0.1522162689
EOD

# forward scan
$series2 << EOD
1 0.1159443143 0.1126430567 0.1174711285
4 0.1272044532 0.1253899628 0.1320194755
16 0.1466368114 0.1406426243 0.1531388878
64 0.177463549 0.1741823445 0.185969356
EOD

# region_grid
$series3 << EOD
1 0.08100071524 0.07891177506 0.08523056573
4 0.09142330545 0.08692787334 0.09442398067
16 0.09948635196 0.09671329537 0.1045198567
64 0.1255302082 0.1182635598 0.1291190594
EOD

# grid
$series4 << EOD
1 0.197567158 0.195477052 0.2018183836
4 0.2662378462 0.2528937366 0.2741107846
16 0.5081559022 0.4974282957 0.5285300522
64 1.412748644 1.373475442 1.422535812
EOD

# tree, rebuilt
$series5 << EOD
1 0.7112527294 0.6857581742 0.7604794062
4 0.8757564346 0.8298410854 0.9148042776
16 1.375194246 1.314233145 1.425557393
64 2.949765494 2.884171666 2.99850075
EOD

# sap
$series6 << EOD
1 1.241172163 1.223630757 1.275119861
4 1.435502857 1.252975818 1.503307276
16 2.461296119 2.423772359 2.505449352
64 5.965163445 5.768010613 6.200396825
EOD

# CGAL
$series7 << EOD
1 0.253781342 0.2461174965 0.2606651131
4 0.2708522366 0.2443530021 0.283738654
16 0.3713179187 0.3653074793 0.3850493056
64 0.5641335191 0.5538141178 0.5797403923
EOD

# Boost
$series8 << EOD
1 0.289289909 0.2765869174 0.297089415
4 0.3309044943 0.3040502534 0.3330690985
16 0.4518487391 0.4335385416 0.4651206058
64 0.8077870673 0.7871970275 0.8181297554
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 788)
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
set label 4 "processor time per box and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "long side / short side" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.846745:75.5835] noextend
set xtics noenhanced ("1" 1, "4" 4, "16" 16, "64" 64)
set logscale y
set yrange [0.0662721:7.38296] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 0.7 to graph 1, first 0.7 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # region_grid
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 6 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sap
set style line 7 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 8 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Boost

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "hps_join †", \
     $series2 using 1:2 with linespoints linestyle 2 title "forward scan †", \
     $series3 using 1:2 with linespoints linestyle 3 title "region_grid †", \
     $series4 using 1:2 with linespoints linestyle 4 title "grid †", \
     $series5 using 1:2 with linespoints linestyle 5 title "tree, rebuilt †", \
     $series6 using 1:2 with linespoints linestyle 6 title "sap †", \
     $series7 using 1:2 with linespoints linestyle 7 title "CGAL", \
     $series8 using 1:2 with linespoints linestyle 8 title "Boost", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     $series8 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 8 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
