# zhao2009/fig3/fig3-measured: Measured speedup (pairs that touch, m = 465) by threads
# Line chart: measured speedup, linear, with 95 % intervals, over the number of threads, logarithmic; lines for a shuffled
# ring, greedy and with a thread for each colour, and the dynamic schedule, an open symbol for the paper's 3.3 on four. It
# should fall after a peak, says the paper.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3-measured.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-measured.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-measured" . "." . format

title = "Measured speedup (pairs that touch, m = 465) by threads"
notes = "zhao2009, figure 3 · rows with tasks = half, asked = pairs · † not among the paper's · error bars: 95 % interval of the median\nshuffled ring, greedy: 58 points without a value · shuffled ring, a thread for each colour: 58 points without a value\ndynamic: 58 points without a value"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# shuffled ring, greedy
$series1 << EOD
1 1.00857 0.9633405862 1.12352
2 1.66274 1.31547 1.764185216
4 1.61866 1.344678936 1.907892274
8 1.89212 1.70658 2.05593
16 1.96649 1.39874 2.24604
32 1.94409 1.63285 2.26899
EOD

# shuffled ring, a thread for each colour
$series2 << EOD
1 0.989204 0.91816398 1.16315
2 1.81553 1.41396 2.053652648
4 1.8341 1.11151 2.09793853
8 1.88695 1.24491 2.097316611
16 1.89168 1.25922 2.334825725
32 1.79767 1.14875 2.17674
EOD

# printed in the paper: shuffled ring, a thread for each colour
$printed2 << EOD
4 3.3 ? ?
EOD

# dynamic
$series3 << EOD
1 1.01117 0.9657605597 1.13805
2 1.86077 1.482719429 2.23541
4 1.89166 1.374934721 2.314271316
8 1.86676 1.60218 1.990635262
16 1.89182 1.43036 2.23045
32 1.9082 1.51778 2.13893
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 137.4
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 847)
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
set label 4 "measured speedup" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of threads" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols 1 width -int(46 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.870551:36.7583] noextend
set xtics noenhanced ("1" 1, "2" 2, "4" 4, "8" 8, "16" 16, "32" 32)
unset logscale y
set yrange [0:3.432] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 1.7 to graph 1, first 1.7 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, greedy
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, a thread for each colour
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # dynamic

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "shuffled ring, greedy", \
     $series2 using 1:2 with linespoints linestyle 2 title "shuffled ring, a thread for each colour", \
     $series3 using 1:2 with linespoints linestyle 3 title "dynamic †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $printed2 using 1:2 with points pointsize 2.2 * point pointtype 14 linewidth 2.5 linecolor rgb "#000000" title "paper: shuffled ring, a thread for each colour", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
