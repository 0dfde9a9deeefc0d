# peers/contacts/contacts: All contacts: how many are reported
# Dot plot: pairs of triangles reported per frame, logarithmic, for pairs of bodies; one symbol per library. Libraries that
# report the true contacts lie at the same height; one that stands apart, as Bullet may, names other pairs than those that
# touch.
# Its data are from contacts/cells.csv.
#
#     gnuplot contacts.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" contacts.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "contacts" . "." . format

title = "All contacts: how many are reported"
notes = "peers, an experiment of ours · † ours"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 152.98 ? ?  # torus knots, 20000
1 72.78 ? ?  # bunnies
2 79.83 ? ?  # gear and comb
3 91.53 ? ?  # couplings
4 205.49 ? ?  # turbines
EOD

# CGAL
$series2 << EOD
0 152.98 ? ?  # torus knots, 20000
1 72.78 ? ?  # bunnies
2 79.83 ? ?  # gear and comb
3 91.53 ? ?  # couplings
4 205.49 ? ?  # turbines
EOD

# Embree, our exact test
$series3 << EOD
0 152.98 ? ?  # torus knots, 20000
1 72.78 ? ?  # bunnies
2 79.83 ? ?  # gear and comb
3 91.53 ? ?  # couplings
4 205.49 ? ?  # turbines
EOD

# FCL, float
$series4 << EOD
0 152.98 ? ?  # torus knots, 20000
1 72.78 ? ?  # bunnies
2 79.83 ? ?  # gear and comb
3 91.53 ? ?  # couplings
4 205.49 ? ?  # turbines
EOD

# FCL, double
$series5 << EOD
0 152.98 ? ?  # torus knots, 20000
1 72.78 ? ?  # bunnies
2 79.83 ? ?  # gear and comb
3 91.53 ? ?  # couplings
4 205.49 ? ?  # turbines
EOD

# Bullet
$series6 << EOD
0 290.42 ? ?  # torus knots, 20000
1 167.01 ? ?  # bunnies
2 107.02 ? ?  # gear and comb
3 139.03 ? ?  # couplings
4 329.14 ? ?  # turbines
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 832 : 788)
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
set label 4 "contacts per frame" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "pair of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:4.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knots, 20000" 0, "bunnies" 1, "gear and comb" 2, "couplings" 3, "turbines" 4)
if (narrow) set lmargin at screen 0.231; set xtics scale 0 right rotate by 25 noenhanced ("torus knots, 20000" 0, "bunnies" 1, "gear and comb" 2, "couplings" 3, "turbines" 4)
set logscale y
set yrange [68.5168:423.091] noextend
set ytics enhanced ("100" 100, "150" 150, "200" 200, "250" 250, "300" 300, "350" 350, "400" 400)
# A line: set arrow 1 from graph 0, first 1.7e+02 to graph 1, first 1.7e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, our exact test
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL, double
set style line 6 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.35):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.21):2 with points linestyle 2 pointsize 1.8 * point title "CGAL", \
     $series3 using ($1 - 0.07):2 with points linestyle 3 pointsize 1.8 * point title "Embree, our exact test", \
     $series4 using ($1 + 0.07):2 with points linestyle 4 pointsize 1.8 * point title "FCL, float", \
     $series5 using ($1 + 0.21):2 with points linestyle 5 pointsize 1.8 * point title "FCL, double", \
     $series6 using ($1 + 0.35):2 with points linestyle 6 pointsize 1.8 * point title "Bullet", \
     $series1 using ($1 - 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.07):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.21):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.35):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
