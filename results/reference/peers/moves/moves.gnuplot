# peers/moves/moves: Boxes, by the share that moves
# Line chart, both axes logarithmic: microseconds of processor time per box and frame over the share of boxes that move, with
# 95 % intervals; one line per matcher, with CGAL and Boost. Only those that keep the last frame's order, as sap does, can gain
# where little moves.
# Its data are from moves/cells.csv.
#
#     gnuplot moves.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" moves.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "moves" . "." . format

title = "Boxes, by the share that moves"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
0.001 0.09061188393 0.08663101512 0.09288802813
0.1 0.0929966112 0.08701879693 0.09406497068
1 0.07940389905 0.07266955988 0.08746335286
EOD

# forward scan
$series2 << EOD
0.001 0.1270673864 0.1256380844 0.1287834982
0.1 0.1247800751 0.1198711625 0.1324987678
1 0.1154987815 0.0996309669 0.1367139971
EOD

# region_grid
$series3 << EOD
0.001 0.08721642669 0.08593021607 0.08834702712
0.1 0.08505086467 0.08224319972 0.08946568409
1 0.0696214473 0.06201723459 0.08268364658
EOD

# grid
$series4 << EOD
0.001 0.1985840954 0.1940402478 0.2005012531
0.1 0.1945680492 0.1780763128 0.1992412892
1 0.1583729398 0.1494480138 0.1934224753
EOD

# tree, rebuilt
$series5 << EOD
0.001 0.6269867643 0.6035257977 0.6695188168
0.1 0.6718082391 0.586084021 0.8530385232
1 0.5527488199 0.5260887406 0.650304993
EOD

# sap
$series6 << EOD
0.001 0.2102403889 0.2059965599 0.2160233132
0.1 0.7047862031 0.5895392161 0.7304601899
1 2.973093504 2.463114855 3.294133149
EOD

# CGAL
$series7 << EOD
0.001 0.2711114485 0.2670284011 0.2756453547
0.1 0.2520332785 0.2452826024 0.2572208318
1 0.2276628586 0.2204498058 0.2468081536
EOD

# Boost
$series8 << EOD
0.001 0.2918038145 0.2869423992 0.2974897812
0.1 0.2843704323 0.2707532355 0.2932809338
1 0.2698159585 0.2552628825 0.2844594133
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 710 : 788)
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
set xlabel (narrow ? "share of the boxes that move from frame to\nframe" : "share of the boxes that move from frame to frame") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.000758578:1.31826] noextend
set xtics noenhanced ("0.001" 0.001, "0.1" 0.1, "1" 1)
set logscale y
set yrange [0.0529058:3.86145] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2)
# A line: set arrow 1 from graph 0, first 0.45 to graph 1, first 0.45 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
