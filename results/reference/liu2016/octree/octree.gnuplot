# liu2016/octree/octree: Time over the capacity of an octree's leaf, eight levels
# Line chart: milliseconds per step, linear, over the capacity of a leaf in bodies, logarithmic; two lines: all pairs of a
# leaf, as in the paper, and pairs whose boxes overlap. The paper gives no capacity; look for the lowest point of each line,
# and which of them minds the choice.
# Its data are from octree/cells.csv.
#
#     gnuplot octree.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" octree.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "octree" . "." . format

title = "Time over the capacity of an octree's leaf, eight levels"
notes = "liu2016, an experiment of ours · rows with depth = 8 · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# pairs by leaves
$series1 << EOD
4 2.655493 ? ?
16 2.961783 ? ?
32 3.125588 ? ?
128 5.555519 ? ?
EOD

# pairs by boxes
$series2 << EOD
4 2.238692 ? ?
16 2.097372 ? ?
32 2.0992 ? ?
128 2.107001 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 593 : 759)
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "capacity of a leaf (bodies)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(17 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [3.4822:147.033] noextend
set xtics noenhanced ("4" 4, "16" 16, "32" 32, "128" 128)
unset logscale y
set yrange [0:5.77774] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 2.9 to graph 1, first 2.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # pairs by leaves
set style line 2 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # pairs by boxes

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "pairs by leaves", \
     $series2 using 1:2 with linespoints linestyle 2 title "pairs by boxes †", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
