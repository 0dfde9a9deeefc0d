# peers/regions/regions: Time per region, by the number of regions
# Line chart, both axes logarithmic: microseconds of processor time per region over the number of regions, with 95 % intervals;
# lines for hps_join, forward scan, region_grid and CGAL, all but the first ending at ten million. Look where lines cease to be
# level.
# Its data are from regions/cells.csv.
#
#     gnuplot regions.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" regions.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "regions" . "." . format

title = "Time per region, by the number of regions"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
10000 0.09086976908 0.08665638922 0.09586560409
100000 0.09969195187 0.08616381464 0.1035657694
1000000 0.1089561996 0.09466111321 0.123685838
10000000 0.15625 0.134589502 0.1669449082
EOD

# forward scan
$series2 << EOD
10000 0.1267930117 0.1174359504 0.1325964507
100000 0.1739553978 0.1491046267 0.180750113
1000000 0.2314279102 0.2101723413 0.3105590062
10000000 0.5988023952 ? ?
EOD

# region_grid
$series3 << EOD
10000 0.09288009087 0.08497627887 0.09561810892
100000 0.1002747528 0.09546903939 0.1043667028
1000000 0.09337068161 0.08566044201 0.1150218542
10000000 0.1464128843 0.1342281879 0.1703577513
EOD

# CGAL
$series4 << EOD
10000 0.2633006314 0.2522545248 0.2665884674
100000 0.2576058116 0.2477516537 0.2714809285
1000000 0.2744237102 0.256016385 0.2960331557
10000000 0.4716981132 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 622 : 759)
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
set label 4 "processor time per region (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(14 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [7585.78:1.31826e+07] noextend
set xtics enhanced ("10000" 10000, "100000" 100000, "10^{6}" 1000000, "10^{7}" 10000000)
set logscale y
set yrange [0.078592:0.647445] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5)
# A line: set arrow 1 from graph 0, first 0.23 to graph 1, first 0.23 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # region_grid
set style line 4 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "hps_join †", \
     $series2 using 1:2 with linespoints linestyle 2 title "forward scan †", \
     $series3 using 1:2 with linespoints linestyle 3 title "region_grid †", \
     $series4 using 1:2 with linespoints linestyle 4 title "CGAL", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
