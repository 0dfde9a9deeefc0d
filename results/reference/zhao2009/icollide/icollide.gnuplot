# zhao2009/icollide/icollide: 31 convex bodies: which pairs collide
# Dot plot: milliseconds per step, logarithmic, with 95 % intervals, for bodies far apart and close; I-COLLIDE with two kinds
# of boxes and without a broad phase, AABB trees, SPHERE, SCDA, RAPID and obb8. Look how far SCDA is from the true I-COLLIDE,
# which is made for convex bodies.
# Its data are from icollide/cells.csv.
#
#     gnuplot icollide.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" icollide.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "icollide" . "." . format

title = "31 convex bodies: which pairs collide"
notes = "zhao2009, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# I-COLLIDE
$series1 << EOD
0 0.01383558001 0.007872300021 0.01450818002  # 0.05
1 0.09750547835 0.08676011946 0.109610723  # 0.5
EOD

# I-COLLIDE, cubes
$series2 << EOD
0 0.01425399995 0.01086995996 0.0149316199  # 0.05
1 0.09614766127 0.0954214043 0.1232882809  # 0.5
EOD

# closest features, no broad phase
$series3 << EOD
0 0.1703156511 0.1635545774 0.1727628933  # 0.05
1 0.252469467 0.2485768973 0.3235911891  # 0.5
EOD

# AABB trees behind sweep and prune
$series4 << EOD
0 0.4533315563 0.4527326718 0.4543277902  # 0.05
1 8.863283847 8.664159836 9.350688211  # 0.5
EOD

# SPHERE
$series5 << EOD
0 0.3865545504 0.3853410114 0.389680937  # 0.05
1 8.004738805 7.743234349 8.601410631  # 0.5
EOD

# SCDA
$series6 << EOD
0 0.3958466189 0.3948990105 0.398119443  # 0.05
1 8.474145382 8.205599501 8.695879023  # 0.5
EOD

# RAPID
$series7 << EOD
0 0.07103230251 0.06904294057 0.07300404034  # 0.05
1 0.5600392924 0.5458741738 0.5911954445  # 0.5
EOD

# obb8
$series8 << EOD
0 0.01429888008 0.01247456001 0.01486131996  # 0.05
1 0.1016797184 0.09730198147 0.1065623549  # 0.5
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 828 : 847)
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
set xlabel (narrow ? "share of the space that the bodies' spheres\nfill" : "share of the space that the bodies' spheres fill") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(35 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0.05" 0, "0.5" 1)
set logscale y
set yrange [0.00593078:30.3725] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 0.42 to graph 1, first 0.42 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#7f7f7f" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # I-COLLIDE, cubes
set style line 3 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # closest features, no broad phase
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # AABB trees behind sweep and prune
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # SPHERE
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # SCDA
set style line 7 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID
set style line 8 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.3675):2 with points linestyle 1 pointsize 1.8 * point title "I-COLLIDE", \
     $series2 using ($1 - 0.2625):2 with points linestyle 2 pointsize 1.8 * point title "I-COLLIDE, cubes", \
     $series3 using ($1 - 0.1575):2 with points linestyle 3 pointsize 1.8 * point title "closest features, no broad phase †", \
     $series4 using ($1 - 0.0525):2 with points linestyle 4 pointsize 1.8 * point title "AABB trees behind sweep and prune", \
     $series5 using ($1 + 0.0525):2 with points linestyle 5 pointsize 1.8 * point title "SPHERE", \
     $series6 using ($1 + 0.1575):2 with points linestyle 6 pointsize 1.8 * point title "SCDA", \
     $series7 using ($1 + 0.2625):2 with points linestyle 7 pointsize 1.8 * point title "RAPID †", \
     $series8 using ($1 + 0.3675):2 with points linestyle 8 pointsize 1.8 * point title "obb8 †", \
     $series1 using ($1 - 0.3675):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.2625):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.1575):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 - 0.0525):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.0525):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.1575):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using ($1 + 0.2625):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     $series8 using ($1 + 0.3675):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 8 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 - 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series7 using ($1 + 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series8 using ($1 + 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
