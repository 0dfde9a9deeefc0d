# peers/thin/thin: All contacts of thin bodies: time
# Dot plot: microseconds of processor time per frame, logarithmic, with 95 % intervals, for a needle through a torus knot and
# for two thin cloths; obb8, sphere_obb_sized, FCL, Bullet and Embree. The first three have oriented boxes, which should suit
# thin bodies.
# Its data are from thin/cells.csv.
#
#     gnuplot thin.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" thin.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "thin" . "." . format

title = "All contacts of thin bodies: time"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 12.78547505 10.44607498 15.89350007  # thin bar and torus knot
1 39.62899965 33.44217535 44.30249924  # two cloths
EOD

# sphere_obb_sized
$series2 << EOD
0 27.179425 25.08000018 33.44314949  # thin bar and torus knot
1 94.69344559 86.32927574 109.0112754  # two cloths
EOD

# FCL, float
$series3 << EOD
0 64.56322686 47.21695032 67.71990074  # thin bar and torus knot
1 364.5165053 353.4936663 391.390658  # two cloths
EOD

# Bullet
$series4 << EOD
0 1078.372908 789.010037 1088.872701  # thin bar and torus knot
1 485.0462661 480.0436264 536.2220689  # two cloths
EOD

# Embree, no update
$series5 << EOD
0 164.7644881 122.8624695 173.8532984  # thin bar and torus knot
1 221.606992 212.7709372 266.9064554  # two cloths
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
set label 4 "processor time per frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "\nbodies" : "bodies") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 3) width -int(19 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("thin bar and torus knot" 0, "two cloths" 1)
if (narrow) set xtics scale 0 rotate by 0 noenhanced ("thin bar and torus\nknot" 0, "two cloths" 1)
set logscale y
set yrange [8.67425:2359.26] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("20" 20, "50" 50, "200" 200, "500" 500, "2000" 2000)
# A line: set arrow 1 from graph 0, first 1.4e+02 to graph 1, first 1.4e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 5 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, no update
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "FCL, float", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "Bullet", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "Embree, no update", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
