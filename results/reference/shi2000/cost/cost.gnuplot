# shi2000/cost/cost: Time per frame over the number of regions
# Line chart, both axes logarithmic: milliseconds per frame over the number of regions; full matching by vectors and in the
# code of HPS, HPS in three ways, forward scan and hps_join. The paper counts calls as cost; look whether HPS with pruning
# saves time, too.
# Its data are from cost/cells.csv.
#
#     gnuplot cost.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" cost.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "cost" . "." . format

title = "Time per frame over the number of regions"
notes = "shi2000, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# full matching, by vectors
$series1 << EOD
1000 0.05540750056 0.05480200065 0.05607300032
3000 0.4297145922 0.4210469585 0.4600040296
10000 5.052265689 4.9990002 5.297704505
EOD

# full matching, in the code of HPS
$series2 << EOD
1000 1.609466237 1.537687963 1.654322662
3000 15.69809425 15.40855791 16.31294759
10000 200 191.791331 217.1081198
EOD

# HPS, list, pruning
$series3 << EOD
1000 0.6133776437 0.5977489968 0.6332131706
3000 3.736934742 3.70378601 3.793669882
10000 35.19515715 34.52561801 40.66859165
EOD

# HPS, list, no pruning
$series4 << EOD
1000 0.4751824106 0.4715410811 0.5232689869
3000 2.731307614 2.704215602 2.777176056
10000 24.13651614 23.8840192 27.46875429
EOD

# HPS, list of regions, pruning
$series5 << EOD
1000 0.7517338742 0.7190401102 0.7839060943
3000 5.865997161 5.847577056 5.914989767
10000 62.79829189 62.60956674 65.69870574
EOD

# forward scan
$series6 << EOD
1000 0.05269399915 0.05133599884 0.05871799935
3000 0.1611494987 0.1551710039 0.1699220041
10000 0.5580251268 0.5397930002 0.5796029604
EOD

# hps_join
$series7 << EOD
1000 0.03212250031 0.02948299997 0.03560299964
3000 0.09206700084 0.08119100053 0.1076000034
10000 0.4362139595 0.4058840195 0.4925928809
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 847)
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
set label 4 "time per frame (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(35 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [912.011:10964.8] noextend
set xtics noenhanced ("1000" 1000, "3000" 3000, "10000" 10000)
set logscale y
set yrange [0.0206485:309.999] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
# A line: set arrow 1 from graph 0, first 2.5 to graph 1, first 2.5 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#000000" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # full matching, by vectors
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # full matching, in the code of HPS
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # HPS, list, pruning
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # HPS, list, no pruning
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # HPS, list of regions, pruning
set style line 6 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 7 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "full matching, by vectors", \
     $series2 using 1:2 with linespoints linestyle 2 title "full matching, in the code of HPS", \
     $series3 using 1:2 with linespoints linestyle 3 title "HPS, list, pruning", \
     $series4 using 1:2 with linespoints linestyle 4 title "HPS, list, no pruning", \
     $series5 using 1:2 with linespoints linestyle 5 title "HPS, list of regions, pruning", \
     $series6 using 1:2 with linespoints linestyle 6 title "forward scan †", \
     $series7 using 1:2 with linespoints linestyle 7 title "hps_join †", \
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
