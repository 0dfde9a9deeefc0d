# peers/fill/fill: Broad phases, by the share of the space that bodies fill
# Line chart, both axes logarithmic: microseconds of processor time per body and frame over the share that is filled, with 95 %
# intervals; obb8 behind seven broad phases, FCL whole, and Bullet's broad phase alone. Look whether the choice still matters
# where space is crowded.
# Its data are from fill/cells.csv.
#
#     gnuplot fill.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fill.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fill" . "." . format

title = "Broad phases, by the share of the space that bodies fill"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by an earlier text of the experiment\nmeasured by earlier code"

# ---- data: x, y, the ends of the interval

# grid
$series1 << EOD
0.02 0.3413170812 0.3041587319 0.3481244447
0.1 0.6409985219 0.5784245335 0.7126085392
0.5 2.89797113 2.747237653 2.955580579
EOD

# tree
$series2 << EOD
0.02 0.2951542461 0.2418122376 0.2991742193
0.1 0.7184326099 0.6150662949 0.7675751686
0.5 3.376074436 2.954716022 3.537331225
EOD

# tree, rebuilt
$series3 << EOD
0.02 0.5889968324 0.5651987889 0.6111632637
0.1 0.9400104153 0.8676804645 1.087341819
0.5 3.649928096 2.992542584 3.857578212
EOD

# sap
$series4 << EOD
0.02 0.4007017088 0.3493536434 0.4082825838
0.1 0.8059628354 0.6885757705 0.8603971249
0.5 3.268102017 3.125341834 3.446802057
EOD

# octree_boxes
$series9 << EOD
0.02 0.3707291538 0.2720761944 0.3875892376
0.1 0.7687612335 0.6214071018 0.8827847268
0.5 3.405774149 3.062008739 3.651887478
EOD

# hps_join
$series10 << EOD
0.02 0.4056146807 0.333731475 0.4655558504
0.1 0.8298479719 0.7037218441 0.985989095
0.5 3.297000389 2.790637968 3.485474286
EOD

# forward scan
$series11 << EOD
0.02 0.4927788192 0.3788955196 0.531062087
0.1 0.9713019137 0.7563690052 1.054348502
0.5 3.354230187 3.055609029 3.583266147
EOD

# FCL whole
$series12 << EOD
0.02 1.936273371 1.616600548 2.151356538
0.1 4.959874614 4.581271761 5.622368029
0.5 20.60411258 ? ?
EOD

# Bullet, broad phase alone
$series13 << EOD
0.02 0.855600332 0.7232493569 0.9587911561
0.1 1.176002954 0.9862808336 1.265055745
0.5 2.586846918 2.126867656 3.061165141
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 59.6)
height1 = panel && panel != 1 ? 0 : (narrow ? 522 : 535)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 610 : 564)
H = H + height2
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
if (!paper) set label 3 caption at screen 0.018, 40.800000000000004 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "share of the space that bodies fill" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.0175838:0.568706] noextend
set xtics noenhanced ("0.02" 0.02, "0.1" 0.1, "0.5" 0.5)
set logscale y
set yrange [0.202423:24.6135] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 2.2 to graph 1, first 2.2 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree
set style line 3 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 4 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sap

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "grid †", \
     $series2 using 1:2 with linespoints linestyle 2 title "tree †", \
     $series3 using 1:2 with linespoints linestyle 3 title "tree, rebuilt †", \
     $series4 using 1:2 with linespoints linestyle 4 title "sap †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "share of the space that bodies fill" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.0175838:0.568706] noextend
set xtics noenhanced ("0.02" 0.02, "0.1" 0.1, "0.5" 0.5)
set logscale y
set yrange [0.202423:24.6135] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 2.2 to graph 1, first 2.2 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree_boxes
set style line 10 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 11 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 12 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL whole
set style line 13 linecolor rgb "#7f7f7f" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # Bullet, broad phase alone

if (height2) plot \
     $series9 using 1:2 with linespoints linestyle 9 title "octree_boxes †", \
     $series10 using 1:2 with linespoints linestyle 10 title "hps_join †", \
     $series11 using 1:2 with linespoints linestyle 11 title "forward scan †", \
     $series12 using 1:2 with linespoints linestyle 12 title "FCL whole", \
     $series13 using 1:2 with linespoints linestyle 13 title "Bullet, broad phase alone", \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
