# peers/boxes/boxes: Two-dimensional boxes, by their number
# Line chart, both axes logarithmic: microseconds of processor time per box and frame over the number of boxes, with 95 %
# intervals; one line per matcher, with CGAL and Boost. Level lines mean that time grows in proportion; grid, tree and sap end
# at 10 000 boxes.
# Its data are from boxes/cells.csv.
#
#     gnuplot boxes.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" boxes.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "boxes" . "." . format

title = "Two-dimensional boxes, by their number"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median\nmore than 10000 would take too long: grid; tree, rebuilt; sap"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
100 0.09989000013 0.09148000013 0.1100100002
1000 0.05588400135 0.04522599998 0.0582589997
10000 0.06401790453 0.05919699279 0.08185148049
100000 0.1017614914 0.09795950354 0.1066018527
EOD

# forward scan
$series2 << EOD
100 0.163910001 0.1632199989 0.2051799989
1000 0.08181300231 0.07870799876 0.09041000304
10000 0.08397038868 0.08268487718 0.113048767
100000 0.1820598249 0.177383592 0.1833852925
EOD

# region_grid
$series3 << EOD
100 0.06502999987 0.06391999998 0.0796399998
1000 0.06126500097 0.05516300032 0.07800700222
10000 0.06376050534 0.05990538543 0.08472680688
100000 0.1053030622 0.1027031468 0.1125163149
EOD

# grid
$series4 << EOD
100 0.1274399997 0.1242400006 0.16059
1000 0.1525959936 0.1475460074 0.1660409965
10000 0.1578218066 0.1557047899 0.1948721346
EOD

# tree, rebuilt
$series5 << EOD
100 0.2265200013 0.2169000023 0.2736200003
1000 0.3509280468 0.3413400327 0.3628799898
10000 0.5416149876 0.5227664802 0.7057860339
EOD

# sap
$series6 << EOD
100 0.373499996 0.3315199963 0.4869100087
1000 0.4422690703 0.4349959458 0.4697299006
10000 0.9216929656 0.9040937364 1.123545009
EOD

# CGAL
$series7 << EOD
100 0.05781000007 0.05421000011 0.0829600002
1000 0.2111050102 0.2051849835 0.2267049859
10000 0.2135593076 0.212139469 0.2387284369
100000 0.2640891565 0.2609807657 0.2674583434
EOD

# Boost
$series8 << EOD
100 0.06302999997 0.0580099999 0.07874999999
1000 0.1887840026 0.1497609964 0.1989140091
10000 0.2524277236 0.2459709951 0.2640640514
100000 0.391205696 0.3809088485 0.4019131064
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 113.6
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
set xlabel "number of boxes" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [75.8578:131826] noextend
set xtics noenhanced ("100" 100, "1000" 1000, "10000" 10000, "100000" 100000)
set logscale y
set yrange [0.0397722:1.27761] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.05" 0.05, "0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.23 to graph 1, first 0.23 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
