# zou2011/point/point: Distance of the collision point from the exact contact, in body sizes
# Line chart, both axes logarithmic: median distance in sizes of the body over the pixels along each side, with 95 % intervals;
# two lines: the first pixel that says collision, and the nearest of all. The claim is that the distance falls as the
# resolution rises.
# Its data are from point/cells.csv.
#
#     gnuplot point.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" point.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "point" . "." . format

title = "Distance of the collision point from the exact contact, in body sizes"
notes = "zou2011, an experiment of ours · rows with depth = 0.01 · † ours · error bars: 95 % interval"
caption = "AMD EPYC, 2 processors · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# first pixel that says collision
$series1 << EOD
64 0.00264116 0.00178875 0.00437039
256 0.000965964 0.000760101 0.00118341
1024 0.000255811 0.000184633 0.000359511
EOD

# the nearest of all
$series2 << EOD
64 0.00117278 0.000844362 0.00154537
256 0.000189804 0.000124176 0.000282938
1024 4.05693e-05 3.36955e-05 4.92102e-05
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
set label 4 "median distance (sizes of the body)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "resolution (pixels along each side)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(33 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [57.2816:1144.1] noextend
set xtics noenhanced ("64" 64, "256" 256, "1024" 1024)
set logscale y
set yrange [2.77366e-05:0.00530931] noextend
set format y "10^{%T}"; set mytics 10
set ytics enhanced 1e-5, 1e1
set ytics add ("5×10^{-5}" 5e-05, "2×10^{-4}" 0.0002, "5×10^{-4}" 0.0005, "2×10^{-3}" 0.002, "5×10^{-3}" 0.005)
# A line: set arrow 1 from graph 0, first 0.00038 to graph 1, first 0.00038 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # first pixel that says collision
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # the nearest of all

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "first pixel that says collision †", \
     $series2 using 1:2 with linespoints linestyle 2 title "the nearest of all †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
