# zou2011/rasteriser/rasteriser-culled: Culled Image_CD against its passes alone (spheres at a corner of their boxes)
# Line chart, both axes logarithmic: milliseconds per frame over the triangles of both bodies, with 95 % intervals; faces
# alone, edges drawn once and of every triangle, the sum of a test's passes, and culled Image_CD, which can leave out most here
# and should be far below the sum.
# Its data are from rasteriser/cells.csv.
#
#     gnuplot rasteriser-culled.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" rasteriser-culled.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "rasteriser-culled" . "." . format

title = "Culled Image_CD against its passes alone (spheres at a corner of their\nboxes)"
notes = "zou2011, an experiment of ours · rows with arrangement = spheres · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# faces
$series1 << EOD
1000 0.975862 0.968301 0.996153
10240 2.073356 2.058704 2.089951
100000 6.538562 6.498642 6.556929
EOD

# edges, each once
$series2 << EOD
1000 0.420736 0.387547 0.433866
10240 1.413504 1.41075 1.438451
100000 6.575958 6.541376 6.603409
EOD

# edges, of every triangle
$series3 << EOD
1000 0.61803 0.602787 0.635265
10240 2.441944 2.428805 2.477898
100000 11.302113 11.202013 11.413438
EOD

# Image_CD, culled
$series4 << EOD
1000 0.044155 0.034221 0.045507
10240 0.171335 0.132307 0.18168
100000 1.086758 0.843165 1.136882
EOD

# sum of the passes
$series5 << EOD
1000 2.798122 2.723632 2.890642
10240 6.99431 6.967272 7.031666
100000 26.223632 26.085848 26.350258
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 131.8
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
if (!paper) set label 2 notes at screen 0.018, 1 - 106.0 / H left front font small noenhanced textcolor rgb "#555555"
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "time per frame (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of both bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(26 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [831.764:120226] noextend
set xtics noenhanced ("1000" 1000, "10240" 10240, "100000" 100000)
set logscale y
set yrange [0.0262321:34.3751] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
# A line: set arrow 1 from graph 0, first 0.95 to graph 1, first 0.95 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # faces
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # edges, each once
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # edges, of every triangle
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Image_CD, culled
set style line 5 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # sum of the passes

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "faces", \
     $series2 using 1:2 with linespoints linestyle 2 title "edges, each once", \
     $series3 using 1:2 with linespoints linestyle 3 title "edges, of every triangle", \
     $series4 using 1:2 with linespoints linestyle 4 title "Image_CD, culled †", \
     $series5 using 1:2 with linespoints linestyle 5 title "sum of the passes", \
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
