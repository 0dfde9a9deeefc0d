# zou2011/peeling/peeling-1024: False negatives by longest run of an edge inside the body (1024 pixels)
# Line chart: rate of false negatives, linear, with 95 % intervals, over the longest run of an edge inside, in pixels,
# logarithmic; all layers of edges along two axes and along one, nearest and farthest layer, and edge drawn last. A run is
# measured in pixels, so lines should fall as they do at 128.
# Its data are from peeling/cells.csv.
#
#     gnuplot peeling-1024.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" peeling-1024.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "peeling-1024" . "." . format

title = "False negatives by longest run of an edge inside the body (1024 pixels)"
notes = "zou2011, an experiment of ours · rows with edge_pixels = 1024 · † ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# all layers of edges, along two axes
$series1 << EOD
0.125 0.272727 0.09746044156 0.5656450482
0.25 0.166667 0.03005347384 0.5635031245
0.5 0 0 0.3244075649
1 0 0 0.2991450484
2 0 0 0.2991450484
4 0 0 0.2991450484
8 0 0 0.3543304351
16 0 0 0.258832967
32 0 0 0.258832967
64 0 0 0.06528490112
EOD

# all layers of edges
$series2 << EOD
0.125 0.545455 0.2800918899 0.787287605
0.25 0.333333 0.09677125172 0.7000064378
0.5 0.125 0.02241749145 0.4708881822
1 0 0 0.2991450484
2 0 0 0.2991450484
4 0 0 0.2991450484
8 0 0 0.3543304351
16 0 0 0.258832967
32 0 0 0.258832967
64 0 0 0.06528490112
EOD

# nearest and farthest layer
$series3 << EOD
0.125 0.545455 0.2800918899 0.787287605
0.25 0.333333 0.09677125172 0.7000064378
0.5 0.125 0.02241749145 0.4708881822
1 0 0 0.2991450484
2 0 0 0.2991450484
4 0 0 0.2991450484
8 0 0 0.3543304351
16 0 0 0.258832967
32 0 0 0.258832967
64 0 0 0.06528490112
EOD

# edge drawn last
$series4 << EOD
0.125 0.545455 0.2800918899 0.787287605
0.25 0.666667 0.2999935622 0.9032287483
0.5 0.25 0.07147921275 0.5907245697
1 0.111111 0.01989085341 0.4349995841
2 0 0 0.2991450484
4 0 0 0.2991450484
8 0 0 0.3543304351
16 0 0 0.258832967
32 0 0 0.258832967
64 0 0 0.06528490112
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
set label 4 "rate of false negatives" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "longest run of an edge inside the other body\n(pixels)" : "longest run of an edge inside the other body (pixels)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(37 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.0973956:82.1393] noextend
if (!narrow) set xtics noenhanced ("0.125" 0.125, "0.25" 0.25, "0.5" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16, \
    "32" 32, "64" 64)
if (narrow) set xtics noenhanced ("0.125" 0.125, "" 0.25 1, "0.5" 0.5, "1" 1, "2" 2, "4" 4, "8" 8, "16" 16, \
    "32" 32, "64" 64)
unset logscale y
set yrange [0:0.939358] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.47 to graph 1, first 0.47 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # all layers of edges, along two axes
set style line 2 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # all layers of edges
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # nearest and farthest layer
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # edge drawn last

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "all layers of edges, along two axes †", \
     $series2 using 1:2 with linespoints linestyle 2 title "all layers of edges †", \
     $series3 using 1:2 with linespoints linestyle 3 title "nearest and farthest layer †", \
     $series4 using 1:2 with linespoints linestyle 4 title "edge drawn last †", \
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
