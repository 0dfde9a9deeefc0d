# peers/dimensions/dimensions: Boxes, by the number of their dimensions
# Line chart: microseconds of processor time per box and frame, logarithmic, with 95 % intervals, over one to eight dimensions,
# linear; one line per matcher, with CGAL and Boost. Look where lines cross: what is best in the plane need not be so in eight
# dimensions.
# Its data are from dimensions/cells.csv.
#
#     gnuplot dimensions.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" dimensions.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "dimensions" . "." . format

title = "Boxes, by the number of their dimensions"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
1 0.06244508735 0.05838338736 0.06898630829
2 0.08525570744 0.08315192355 0.08780363595
3 0.1690768573 0.1638618972 0.17398415
5 0.8787964004 0.8393557106 0.9130919118
8 2.969738366 2.149012529 3.011866755
EOD

# forward scan
$series2 << EOD
1 0.09567839811 0.09030209663 0.09834930526
2 0.1213654094 0.1172337066 0.1232569921
3 0.2270828035 0.2048256933 0.2293015246
5 1.303712975 1.228621978 1.317332139
8 3.887269193 2.855429599 3.939334253
EOD

# region_grid
$series3 << EOD
1 0.05876721659 0.05282500186 0.06390878938
2 0.08519367931 0.08251362919 0.08858196223
3 0.3730313272 0.3469764472 0.3782491603
5 1.319104592 1.249063203 1.339530896
8 5.739210285 5.515415587 5.89240469
EOD

# grid
$series4 << EOD
1 0.1252798439 0.1187695005 0.1297691796
2 0.201710912 0.1995008489 0.203866117
3 0.38709128 0.3804986816 0.3974641785
5 8.002560819 7.548878991 8.285004143
8 55.18763797 ? ?
EOD

# tree, rebuilt
$series5 << EOD
1 0.5675014613 0.5003727777 0.6398853325
2 0.6963254904 0.6699449305 0.717241775
3 1.292039743 1.206461809 1.361025669
5 13.92369813 13.24152542 14.24501425
8 133.3333333 ? ?
EOD

# sap
$series6 << EOD
1 0.2230738687 0.2103071536 0.2322945123
2 1.251548792 1.234598385 1.274372372
3 5.251549207 5.180541885 5.323112956
5 75.7002271 ? ?
8 452.4886878 ? ?
EOD

# CGAL
$series7 << EOD
1 0.09792938116 0.09410932115 0.1035370321
2 0.2625650505 0.2582798048 0.2672389143
3 0.6300998708 0.6259859278 0.6388388465
5 4.13257294 3.847189628 4.234238049
8 22.93052052 19.06941266 25.25890376
EOD

# Boost
$series8 << EOD
1 0.1580230682 0.1475966832 0.1662004743
2 0.293259432 0.2847534462 0.300120048
3 0.5832468184 0.5670509382 0.5920137347
5 2.21488848 2.130333823 2.306539038
8 20.63557573 20.06420546 21.79123992
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
set xlabel "number of dimensions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [0.72:8.28] noextend
set xtics noenhanced ("1" 1, "2" 2, "3" 3, "5" 5, "8" 8)
set logscale y
set yrange [0.036773:650.008] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
# A line: set arrow 1 from graph 0, first 4.9 to graph 1, first 4.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
