# peers/aspects/aspects-first: Slender boxes, all along the first axis
# Line chart, both axes logarithmic: microseconds of processor time per box and frame over long side to short side, with 95 %
# intervals; one line per matcher. Forward scans and CGAL go by the axis of the long sides; look whether they rise more than
# with mixed directions.
# Its data are from aspects/cells.csv.
#
#     gnuplot aspects-first.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" aspects-first.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "aspects-first" . "." . format

title = "Slender boxes, all along the first axis"
notes = "peers, an experiment of ours · rows with along = 0 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
1 0.08478786923 0.08081441535 0.08619359599
4 0.0636103181 0.06075179127 0.06899620866
16 0.1080103733 0.1018327865 0.1117153671
64 0.1219164287 0.1156588157 0.1229112765
EOD

# forward scan
$series2 << EOD
1 0.1206802504 0.1145485869 0.1229313723
4 0.09669926721 0.09469553492 0.1026483268
16 0.1837154615 0.1815053326 0.1863012678
64 0.2605931099 0.256638599 0.2629565254
EOD

# region_grid
$series3 << EOD
1 0.08189552097 0.08030341844 0.08844767259
4 0.06346289071 0.06116458595 0.06641248395
16 0.1009973488 0.09589474593 0.1070556068
64 0.09698069987 0.09634756034 0.09975191698
EOD

# grid
$series4 << EOD
1 0.1984690101 0.1947798987 0.2032028839
4 0.1931120784 0.1896863726 0.1960472944
16 0.4133290347 0.4070782771 0.4254395855
64 1.006795872 1.003119702 1.023520501
EOD

# tree, rebuilt
$series5 << EOD
1 0.699515935 0.6879897627 0.7335680751
4 0.5544005544 0.5306869743 0.5697453808
16 1.121994457 1.081759373 1.288410745
64 0.9342389223 0.915516168 0.9450723925
EOD

# sap
$series6 << EOD
1 1.239095956 1.201374372 1.263040897
4 0.5737201737 0.5589058858 0.58149001
16 0.6408366764 0.6084353477 0.6653227148
64 0.4538008087 0.4496241142 0.4726098936
EOD

# CGAL
$series7 << EOD
1 0.2538257892 0.2488224478 0.2569775838
4 0.2496897605 0.2445974537 0.2536455202
16 0.4314659487 0.4289507436 0.4360243302
64 0.6038975548 0.5940147078 0.6107690804
EOD

# Boost
$series8 << EOD
1 0.2809778028 0.2733061849 0.2900114265
4 0.269660255 0.2591613539 0.2785018827
16 0.3586376075 0.345036988 0.3636641344
64 0.4898167106 0.4804943326 0.4984423676
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
set yrange [0.053765:1.45584] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.28 to graph 1, first 0.28 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
