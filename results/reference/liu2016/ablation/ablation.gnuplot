# liu2016/ablation/ablation: What each part is worth: 1000 bodies, 2 % of the space filled
# Dot plot: milliseconds per step, logarithmic, with 95 % intervals; one point for the whole algorithm and one for each
# variant: no octree or another broad phase, no spheres, another traversal, other trees. A part is worth something if the point
# without it lies above the whole.
# Its data are from ablation/cells.csv.
#
#     gnuplot ablation.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" ablation.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "ablation" . "." . format

title = "What each part is worth: 1000 bodies, 2 % of the space filled"
notes = "liu2016, an experiment of ours · rows with fill = 0.02, count = 1000 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# the whole
$series1 << EOD
0 1.339381982 1.299323962 1.361759611  # the whole
EOD

# without octree
$series2 << EOD
1 30.94059406 30.78059591 31.56366391  # without octree
EOD

# sweep and prune for the octree
$series3 << EOD
2 0.5763090861 0.5670428996 0.6043983275  # sweep and prune for the octree †
EOD

# grid for the octree
$series4 << EOD
3 0.5533798504 0.5496800862 0.5781232385  # grid for the octree †
EOD

# without spheres
$series5 << EOD
4 1.661129568 1.631390565 1.738114771  # without spheres
EOD

# simultaneous
$series6 << EOD
5 1.191163946 1.172462147 1.233957016  # simultaneous
EOD

# single
$series9 << EOD
0 1.25761644 1.219500298 1.279670766  # single
EOD

# larger box first
$series10 << EOD
1 1.142342762 1.138140688 1.163024655  # larger box first †
EOD

# sized, tight boxes
$series11 << EOD
2 1.063920334 1.054910185 1.077758091  # sized, tight boxes †
EOD

# the same, octree_boxes
$series12 << EOD
3 0.2669752901 0.263963818 0.2742612157  # the same, octree_boxes †
EOD

# RAPID, octree
$series13 << EOD
4 1.240190096 1.224921268 1.256973058  # RAPID, octree †
EOD

# obb8, octree
$series14 << EOD
5 0.3794635827 0.3651403435 0.3921785479  # obb8, octree †
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 577 : 537)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 557 : 505)
H = H + height2
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
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key off
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("the whole" 0, "without octree" 1, "sweep and prune\nfor the octree\n†" 2, "grid for the\noctree †" 3, "without spheres" 4, "simultaneous" 5)
if (narrow) set lmargin at screen 0.175; set xtics scale 0 right rotate by 25 noenhanced ("the whole" 0, "without octree" 1, "sweep and prune for the oct…" 2, "grid for the octree †" 3, "without spheres" 4, "simultaneous" 5)
set logscale y
set yrange [0.217991:69.9692] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 3.9 to graph 1, first 3.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # the whole
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # without octree
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sweep and prune for the octree
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # grid for the octree
set style line 5 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # without spheres
set style line 6 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # simultaneous
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using 1:2 with points linestyle 1 pointsize 1.8 * point notitle, \
     $series2 using 1:2 with points linestyle 2 pointsize 1.8 * point notitle, \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point notitle, \
     $series4 using 1:2 with points linestyle 4 pointsize 1.8 * point notitle, \
     $series5 using 1:2 with points linestyle 5 pointsize 1.8 * point notitle, \
     $series6 using 1:2 with points linestyle 6 pointsize 1.8 * point notitle, \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series1 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n") font axis noenhanced
set key off
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("single" 0, "larger box\nfirst †" 1, "sized, tight\nboxes †" 2, "the same,\noctree_boxes †" 3, "RAPID, octree †" 4, "obb8, octree †" 5)
if (narrow) set xtics scale 0 right rotate by 25 noenhanced ("single" 0, "larger box first †" 1, "sized, tight boxes †" 2, "the same, octree_boxes †" 3, "RAPID, octree †" 4, "obb8, octree †" 5)
set logscale y
set yrange [0.217991:69.9692] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 3.9 to graph 1, first 3.9 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # single
set style line 10 linecolor rgb "#8c510a" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # larger box first
set style line 11 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sized, tight boxes
set style line 12 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # the same, octree_boxes
set style line 13 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, octree
set style line 14 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, octree
numbers = "offset 0,0.8"

if (height2) plot \
     $series9 using 1:2 with points linestyle 9 pointsize 1.8 * point notitle, \
     $series10 using 1:2 with points linestyle 10 pointsize 1.8 * point notitle, \
     $series11 using 1:2 with points linestyle 11 pointsize 1.8 * point notitle, \
     $series12 using 1:2 with points linestyle 12 pointsize 1.8 * point notitle, \
     $series13 using 1:2 with points linestyle 13 pointsize 1.8 * point notitle, \
     $series14 using 1:2 with points linestyle 14 pointsize 1.8 * point notitle, \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     $series14 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 14 dashtype solid linewidth 1.7 notitle, \
     $series9 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     $series14 using 1:(above($2, valid(4) ? $4 : $2)):(short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
