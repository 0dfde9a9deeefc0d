# shi2000/growth/growth: Time per region over the number of regions, alpha = 1
# Line chart, both axes logarithmic: nanoseconds per region over the number of regions; lines for hps_join, forward scan,
# sorted ends, grid and interval tree, and for HPS up to 10 000 regions. hps_join's line should be nearly level: its time grows
# hardly faster than the regions.
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

title = "Time per region over the number of regions, alpha = 1"
notes = "shi2000, an experiment of ours · † ours · more than 10000 would take too long: HPS"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# HPS
$series1 << EOD
10000 2715.915263 ? ?
EOD

# hps_join
$series2 << EOD
10000 38.320005 ? ?
30000 37.15796557 ? ?
100000 40.1661271 ? ?
300000 43.67289005 ? ?
1000000 47.80800306 ? ?
EOD

# forward scan
$series3 << EOD
10000 58.30380246 ? ?
30000 65.32835009 ? ?
100000 80.06853867 ? ?
300000 102.7221366 ? ?
1000000 138.121547 ? ?
EOD

# sorted ends
$series4 << EOD
10000 51.36745297 ? ?
30000 58.42244216 ? ?
100000 71.41224863 ? ?
300000 94.4099848 ? ?
1000000 127.2588445 ? ?
EOD

# grid
$series5 << EOD
10000 40.19785384 ? ?
30000 39.82391458 ? ?
100000 44.55295564 ? ?
300000 46.42072964 ? ?
1000000 50.78720163 ? ?
EOD

# interval tree
$series6 << EOD
10000 68.06179739 ? ?
30000 76.12313984 ? ?
100000 96.80916976 ? ?
300000 123.2103694 ? ?
1000000 166.002656 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
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
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "time per region (ns)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [8317.64:1.20226e+06] noextend
set xtics enhanced ("10000" 10000, "30000" 30000, "100000" 100000, "300000" 300000, "10^{6}" 1000000)
set logscale y
set yrange [31.2966:3224.56] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("50" 50, "200" 200, "500" 500, "2000" 2000)
# A line: set arrow 1 from graph 0, first 3.2e+02 to graph 1, first 3.2e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#d55e00" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # HPS
set style line 2 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # sorted ends
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 6 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # interval tree

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "HPS", \
     $series2 using 1:2 with linespoints linestyle 2 title "hps_join †", \
     $series3 using 1:2 with linespoints linestyle 3 title "forward scan †", \
     $series4 using 1:2 with linespoints linestyle 4 title "sorted ends †", \
     $series5 using 1:2 with linespoints linestyle 5 title "grid †", \
     $series6 using 1:2 with linespoints linestyle 6 title "interval tree †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
