# peers/growth/growth: Time per body, by the number of bodies
# Line chart, both axes logarithmic: microseconds of processor time per body and frame, from a hundred bodies to a million,
# with 95 % intervals; grid, rebuilt tree, octree_boxes, hps_join, and the grid without tests of pairs. Level lines mean that
# time grows in proportion.
# Its data are from growth/cells.csv.
#
#     gnuplot growth.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" growth.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "growth" . "." . format

title = "Time per body, by the number of bodies"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by an earlier text of the experiment\nmeasured by earlier code"

# ---- data: x, y, the ends of the interval

# grid
$series1 << EOD
100 0.5837924959 0.472134994 0.6844799845
1000 0.9613692975 0.7328181622 1.082663525
10000 0.9499111833 0.7131090843 1.011388231
100000 0.9393199324 0.7799095305 1.022494888
1000000 1.132502831 ? ?
EOD

# tree, rebuilt
$series2 << EOD
100 0.7086274757 0.5442199972 0.7689399916
1000 1.318786242 1.164937705 1.40720206
10000 1.296226684 1.089182242 1.596194672
100000 2.935995302 2.89017341 3.430531732
1000000 4.716981132 ? ?
EOD

# octree_boxes
$series3 << EOD
100 0.5070275026 0.4817500089 0.6648449914
1000 1.097546654 1.046791584 1.126160367
10000 0.9776126699 0.8664234905 1.222493888
100000 1.314751512 1.016466762 1.373815084
1000000 1.675041876 ? ?
EOD

# hps_join
$series4 << EOD
100 0.7051974817 0.5848450164 0.9651100182
1000 1.024249097 0.8882745977 1.165278432
10000 1.041525627 0.8483994944 1.277645045
100000 1.438848921 1.308044474 1.508750754
1000000 2.032520325 ? ?
EOD

# grid alone
$series5 << EOD
100 0.1222775006 0.1153649993 0.1948149988
1000 0.2396687777 0.2146775007 0.2853645104
10000 0.2131832523 0.1995334907 0.2845516888
100000 0.3425948131 0.3173595684 0.3661126162
1000000 0.352858151 0.2901915264 0.417710944
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 59.6)
height1 = panel && panel != 1 ? 0 : (narrow ? 652 : 788)
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
set xrange [69.1831:1.44544e+06] noextend
set xtics enhanced ("100" 100, "1000" 1000, "10000" 10000, "100000" 100000, "10^{6}" 1000000)
set logscale y
set yrange [0.0994513:5.47177] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 0.74 to graph 1, first 0.74 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 3 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree_boxes
set style line 4 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 5 linecolor rgb "#7f7f7f" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # grid alone

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "grid †", \
     $series2 using 1:2 with linespoints linestyle 2 title "tree, rebuilt †", \
     $series3 using 1:2 with linespoints linestyle 3 title "octree_boxes †", \
     $series4 using 1:2 with linespoints linestyle 4 title "hps_join †", \
     $series5 using 1:2 with linespoints linestyle 5 title "grid alone †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
