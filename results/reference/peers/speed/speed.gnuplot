# peers/speed/speed: Our broad phases, by how far bodies move
# Line chart, both axes logarithmic: microseconds of processor time per body and frame over the farthest movement in radii of a
# body, with 95 % intervals; one line per broad phase. Those that go on from the last frame, sap and tree, should suit slow
# bodies; look where they lose.
# Its data are from speed/cells.csv.
#
#     gnuplot speed.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" speed.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "speed" . "." . format

title = "Our broad phases, by how far bodies move"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by an earlier text of the experiment\nmeasured by earlier code"

# ---- data: x, y, the ends of the interval

# grid
$series1 << EOD
0.0005 0.6246607311 0.5628871608 0.7307890183
0.05 0.7194669038 0.695101895 0.7628376033
0.5 0.7691035713 0.5767890844 0.7973890294
5 0.5434457723 0.5326532417 0.7352492458
EOD

# tree
$series2 << EOD
0.0005 0.5955443752 0.5170604082 0.6807903431
0.05 0.7433722786 0.6990992805 0.7527598056
0.5 1.359362405 1.1607688 1.414233125
5 0.9475215206 0.9063315415 1.183880286
EOD

# tree, rebuilt
$series3 << EOD
0.0005 1.070321171 0.8322638743 1.156548028
0.05 1.015170711 0.987554834 1.073973121
0.5 1.052032474 0.8310914641 1.122939406
5 0.8005104054 0.7695581274 1.026674018
EOD

# sap
$series4 << EOD
0.0005 0.6883681613 0.5252007054 0.7245416006
0.05 0.8053903163 0.7944660672 0.8365498676
0.5 1.820498817 1.75819848 1.869162372
5 9.154994049 7.205493468 9.690485881
EOD

# octree_boxes
$series5 << EOD
0.0005 0.7677820236 0.5594990917 0.8049177253
0.05 0.7984510051 0.7715192139 0.8297426221
0.5 1.025865138 0.9742600495 1.070049736
5 0.8331208875 0.8201474133 1.068763152
EOD

# hps_join
$series6 << EOD
0.0005 0.7449538687 0.6859910341 0.9477451248
0.05 0.8742573184 0.8253174377 0.9143743302
0.5 0.9433517287 0.8761577329 1.024285817
5 0.6475622842 0.6423981494 0.9159446733
EOD

# forward scan
$series7 << EOD
0.0005 0.779769048 0.7097166598 1.023490122
0.05 0.967566213 0.9392052445 1.000382146
0.5 1.00064041 0.9377150884 1.063386333
5 0.7127776804 0.6850718058 1.012512631
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 59.6)
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
if (!paper) set label 3 caption at screen 0.018, 40.800000000000004 / H left front font small noenhanced textcolor rgb "#555555"
set multiplot

# ---- panel 1

if (height1) set size 1, height1 / H
set origin 0, 1 - (at + height1) / H
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "farthest movement from frame to frame (radii\nof the body)" : "farthest movement from frame to frame (radii of the body)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.000345915:7.2272] noextend
set xtics noenhanced ("0.0005" 0.0005, "0.05" 0.05, "0.5" 0.5, "5" 5)
set logscale y
set yrange [0.459864:10.8958] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 2.2 to graph 1, first 2.2 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree
set style line 3 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 4 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sap
set style line 5 linecolor rgb "#882255" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # octree_boxes
set style line 6 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 7 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "grid †", \
     $series2 using 1:2 with linespoints linestyle 2 title "tree †", \
     $series3 using 1:2 with linespoints linestyle 3 title "tree, rebuilt †", \
     $series4 using 1:2 with linespoints linestyle 4 title "sap †", \
     $series5 using 1:2 with linespoints linestyle 5 title "octree_boxes †", \
     $series6 using 1:2 with linespoints linestyle 6 title "hps_join †", \
     $series7 using 1:2 with linespoints linestyle 7 title "forward scan †", \
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
