# zou2011/depth/depth-256: Wrong answers over penetration depth (256 pixels)
# Line chart: rate of wrong answers, linear, with 95 % intervals, over the depth of the overlap in pixels, linear, below 0 a
# gap; lines for all layers of edges, nearest and farthest layer, edge drawn last and one role. Look whether the peak at
# contact, at 0, is lower than with 64 pixels.
# Its data are from depth/cells.csv.
#
#     gnuplot depth-256.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" depth-256.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "depth-256" . "." . format

title = "Wrong answers over penetration depth (256 pixels)"
notes = "zou2011, an experiment of ours · rows with resolution = 256 · † ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# all layers of edges, culled
$series1 << EOD
-4.096 0 0 0.06017185214
-2.048 0 0 0.06017185214
-1.024 0.01666666667 0.002948159795 0.08855129728
-0.512 0.01666666667 0.002948159795 0.08855129728
-0.256 0.08333333333 0.0361204566 0.1806894202
0.064 0.03333333333 0.009189319256 0.1136377427
0.128 0.01666666667 0.002948159795 0.08855129728
0.256 0 0 0.06017185214
0.512 0 0 0.06017185214
1.024 0 0 0.06017185214
EOD

# nearest and farthest layer
$series2 << EOD
-4.096 0 0 0.06017185214
-2.048 0 0 0.06017185214
-1.024 0.01666666667 0.002948159795 0.08855129728
-0.512 0.01666666667 0.002948159795 0.08855129728
-0.256 0.08333333333 0.0361204566 0.1806894202
0.064 0.03333333333 0.009189319256 0.1136377427
0.128 0.01666666667 0.002948159795 0.08855129728
0.256 0 0 0.06017185214
0.512 0 0 0.06017185214
1.024 0 0 0.06017185214
EOD

# edge drawn last (E6)
$series3 << EOD
-4.096 0 0 0.06017185214
-2.048 0 0 0.06017185214
-1.024 0 0 0.06017185214
-0.512 0.01666666667 0.002948159795 0.08855129728
-0.256 0.08333333333 0.0361204566 0.1806894202
0.064 0.08333333333 0.0361204566 0.1806894202
0.128 0.03333333333 0.009189319256 0.1136377427
0.256 0 0 0.06017185214
0.512 0 0 0.06017185214
1.024 0 0 0.06017185214
EOD

# one role only
$series4 << EOD
-4.096 0 0 0.06017185214
-2.048 0 0 0.06017185214
-1.024 0.01666666667 0.002948159795 0.08855129728
-0.512 0 0 0.06017185214
-0.256 0.03333333333 0.009189319256 0.1136377427
0.064 0.2666666667 0.1713264 0.390087131
0.128 0.1833333333 0.1055779689 0.2991975375
0.256 0.08333333333 0.0361204566 0.1806894202
0.512 0.08333333333 0.0361204566 0.1806894202
1.024 0.03333333333 0.009189319256 0.1136377427
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
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
if (!paper) set label 3 caption at screen 0.018, 17.0 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "rate of wrong answers" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "depth of the overlap (pixels; below 0: a gap)" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(29 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [-4.3008:1.2288] noextend
if (!narrow) set xtics noenhanced ("-4.096" -4.096, "-2.048" -2.048, "-1.024" -1.024, "-0.512" -0.512, "" -0.256 1, "0.064" 0.064, "" 0.128 1, "" 0.256 1, \
    "0.512" 0.512, "1.024" 1.024)
if (narrow) set xtics noenhanced ("-4.096" -4.096, "-2.048" -2.048, "-1.024" -1.024, "" -0.512 1, "" -0.256 1, "0.064" 0.064, "" 0.128 1, "" 0.256 1, \
    "" 0.512 1, "1.024" 1.024)
unset logscale y
set yrange [0:0.405691] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.2 to graph 1, first 0.2 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # all layers of edges, culled
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # nearest and farthest layer
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # edge drawn last (E6)
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # one role only

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "all layers of edges, culled †", \
     $series2 using 1:2 with linespoints linestyle 2 title "nearest and farthest layer", \
     $series3 using 1:2 with linespoints linestyle 3 title "edge drawn last (E6)", \
     $series4 using 1:2 with linespoints linestyle 4 title "one role only", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
