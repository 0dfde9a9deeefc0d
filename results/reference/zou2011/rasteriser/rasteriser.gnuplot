# zou2011/rasteriser/rasteriser: Culled Image_CD against its passes alone (interlocked knots)
# Line chart, both axes logarithmic: milliseconds per frame over the triangles of both bodies, with 95 % intervals; faces
# alone, edges drawn once and of every triangle, the sum of a test's passes, and culled Image_CD. Culling pays where Image_CD
# lies below the sum.
# Its data are from rasteriser/cells.csv.
#
#     gnuplot rasteriser.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" rasteriser.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "rasteriser" . "." . format

title = "Culled Image_CD against its passes alone (interlocked knots)"
notes = "zou2011, an experiment of ours · rows with arrangement = knots · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# faces
$series1 << EOD
996 2.222488 2.194226 2.27808
10000 6.735054 6.68501 6.786171
100000 21.52001 21.416967 21.65386
EOD

# edges, each once
$series2 << EOD
996 1.567834 1.532261 1.596456
10000 6.501467 6.378394 6.588487
100000 32.923614 32.817626 33.218793
EOD

# edges, of every triangle
$series3 << EOD
996 2.799296 2.779016 2.853487
10000 12.712872 12.552063 12.757928
100000 67.624472 67.472766 67.987102
EOD

# Image_CD, culled
$series4 << EOD
996 2.607461 2.514032 2.698236
10000 5.709698 5.57662 5.790789
100000 22.584485 22.437736 22.696592
EOD

# sum of the passes
$series5 << EOD
996 7.575756 7.528926 7.73403
10000 26.588374 26.236452 26.817254
100000 108.841138 108.681162 109.679046
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
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
if (!paper) set label 2 notes at screen 0.018, 1 - 64.0 / H left front font small noenhanced textcolor rgb "#555555"
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
set xrange [828.304:120246] noextend
set xtics noenhanced ("996" 996, "10000" 10000, "100000" 100000)
set logscale y
set yrange [1.29164:130.111] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 13 to graph 1, first 13 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
