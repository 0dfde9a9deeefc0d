# shi2000/growth/growth-memory: Memory per region over the number of regions
# Line chart: bytes per region besides the answer, linear, over the number of regions, logarithmic; lines for hps_join, forward
# scan, sorted ends, grid and interval tree, and for HPS up to 10 000 regions. The claim is that hps_join's line stays below 64
# bytes.
# Its data are from growth/cells.csv.
#
#     gnuplot growth-memory.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" growth-memory.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "growth-memory" . "." . format

title = "Memory per region over the number of regions"
notes = "shi2000, an experiment of ours · † ours · more than 10000 would take too long: HPS"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# HPS
$series1 << EOD
10000 117.2616 ? ?
EOD

# hps_join
$series2 << EOD
10000 61.5384 ? ?
30000 57.97413333 ? ?
100000 56.71384 ? ?
300000 56.30632 ? ?
1000000 56.129624 ? ?
EOD

# forward scan
$series3 << EOD
10000 57.8232 ? ?
30000 56.60773333 ? ?
100000 56.18552 ? ?
300000 56.06184 ? ?
1000000 56.018552 ? ?
EOD

# sorted ends
$series4 << EOD
10000 101.8944 ? ?
30000 100.6314667 ? ?
100000 100.18944 ? ?
300000 100.0631467 ? ?
1000000 100.018944 ? ?
EOD

# grid
$series5 << EOD
10000 76.2096 ? ?
30000 74.99466667 ? ?
100000 74.70512 ? ?
300000 74.50682667 ? ?
1000000 74.579632 ? ?
EOD

# interval tree
$series6 << EOD
10000 65.824 ? ?
30000 64.608 ? ?
100000 64.1856 ? ?
300000 64.06186667 ? ?
1000000 64.01856 ? ?
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
set label 4 "memory per region (bytes)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of regions" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [8317.64:1.20226e+06] noextend
set xtics enhanced ("10000" 10000, "30000" 30000, "100000" 100000, "300000" 300000, "10^{6}" 1000000)
unset logscale y
set yrange [0:121.952] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 61 to graph 1, first 61 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
