# peers/broad/broad: Our broad phases, by the number of bodies
# Line chart, both axes logarithmic: microseconds of processor time per body and frame over the number of bodies, with 95 %
# intervals, of obb8 behind seven broad phases: grid, tree, rebuilt tree, sap, octree_boxes, hps_join and forward scan. Look
# which suits few bodies, which many.
# Its data are from broad/cells.csv.
#
#     gnuplot broad.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" broad.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "broad" . "." . format

title = "Our broad phases, by the number of bodies"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by an earlier text of the experiment\nmeasured by earlier code"

# ---- data: x, y, the ends of the interval

# grid
$series1 << EOD
10 0.5583450007 0.5037949996 0.7059250008
31 0.3677225819 0.3279209693 0.4580193546
100 0.5347019993 0.5070855058 0.551944002
300 0.4797856471 0.474438983 0.5409353356
1000 0.5424484932 0.5285783832 0.5939018162
10000 0.7349266543 0.6588179488 0.7918722235
EOD

# tree
$series2 << EOD
10 0.4966300004 0.3934849996 0.5540849986
31 0.3439338725 0.3055241948 0.3764967755
100 0.5179255053 0.5115635095 0.5418049963
300 0.4931891564 0.4748616775 0.5436219662
1000 0.5308692506 0.5183318423 0.5661292779
10000 0.776240821 0.6841489529 0.8973680196
EOD

# tree, rebuilt
$series3 << EOD
10 0.9648050037 0.8728849964 1.292325001
31 0.5155629029 0.4844887102 0.5389935527
100 0.6115305055 0.5987870132 0.6324449842
300 0.6270835242 0.5922667143 0.658819468
1000 0.7328611265 0.7032324078 0.7720076213
10000 1.174080988 1.091619636 1.425537071
EOD

# sap
$series4 << EOD
10 0.36994 0.3554650001 0.4905199996
31 0.3640532244 0.3295854836 0.4082645152
100 0.5069050093 0.5000475045 0.5095345117
300 0.4810896874 0.469999177 0.5094380012
1000 0.5758431495 0.5595203791 0.6107575164
10000 1.280016384 1.105033427 1.306711269
EOD

# octree_boxes
$series5 << EOD
10 0.3920300003 0.3851749994 0.5012950004
31 0.3354032245 0.3228951612 0.3554096771
100 0.5701080058 0.5659604876 0.5965524992
300 0.5605169715 0.5492075402 0.5884842922
1000 0.6039533579 0.58097313 0.6224487382
10000 1.020314461 0.834077052 1.075708354
EOD

# hps_join
$series6 << EOD
10 0.9751250001 0.9375550023 1.053925
31 0.5571403183 0.5247741959 0.6086564502
100 0.642319008 0.62862299 0.6584040037
300 0.6231393837 0.591623697 0.6588413445
1000 0.6233275343 0.6083961097 0.6754137247
10000 1.034479191 0.8075326647 1.144151669
EOD

# forward scan
$series7 << EOD
10 1.656299995 1.596894997 1.730540004
31 0.7920967796 0.7844370919 0.8358080544
100 0.7418900108 0.7221180126 0.7654290011
300 0.6565067003 0.6219055148 0.7268553801
1000 0.6796036008 0.6420335514 0.7515609922
10000 1.055943908 0.9797581957 1.325012256
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 59.6)
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
if (!paper) set label 3 caption at screen 0.018, 40.800000000000004 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [7.58578:13182.6] noextend
set xtics noenhanced ("10" 10, "31" 31, "100" 100, "300" 300, "1000" 1000, "10000" 10000)
set logscale y
set yrange [0.285049:1.85484] noextend
set ytics enhanced ("0.4" 0.4, "0.6" 0.6, "0.8" 0.8, "1" 1, "1.2" 1.2, "1.4" 1.4, "1.6" 1.6, "1.8" 1.8)
# A line: set arrow 1 from graph 0, first 0.73 to graph 1, first 0.73 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree
set style line 3 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 4 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sap
set style line 5 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree_boxes
set style line 6 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 7 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "grid †", \
     $series2 using 1:2 with linespoints linestyle 2 title "tree †", \
     $series3 using 1:2 with linespoints linestyle 3 title "tree, rebuilt †", \
     $series4 using 1:2 with linespoints linestyle 4 title "sap †", \
     $series5 using 1:2 with linespoints linestyle 5 title "octree_boxes †", \
     $series6 using 1:2 with linespoints linestyle 6 title "hps_join †", \
     $series7 using 1:2 with linespoints linestyle 7 title "forward scan †", \
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
