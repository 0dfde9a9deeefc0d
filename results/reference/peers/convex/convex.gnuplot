# peers/convex/convex: Wrong answers about convex bodies, by the depth of the overlap
# Bar chart, linear, with 95 % intervals: rate of wrong answers over the depth of the overlap, from a tenth of a body's size
# through contact, in the middle, to a gap as wide. Five bars: V-Clip, GJK, MPR, FCL and CGAL; look how far errors reach from
# the middle.
# Its data are from convex/cells.csv.
#
#     gnuplot convex.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" convex.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "convex" . "." . format

title = "Wrong answers about convex bodies, by the depth of the overlap"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# closest features (V-Clip)
$series1 << EOD
0 0 0 0.01884532638  # 0.1
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 1e-05
3 0 0 0.01884532638  # 1e-07
4 0 0 0.01884532638  # 1e-09
5 0 0 0.01884532638  # -1e-09
6 0 0 0.01884532638  # -1e-07
7 0 0 0.01884532638  # -1e-05
8 0 0 0.01884532638  # -0.001
9 0 0 0.01884532638  # -0.1
EOD

# libccd, GJK
$series2 << EOD
0 0 0 0.01884532638  # 0.1
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 1e-05
3 0 0 0.01884532638  # 1e-07
4 0 0 0.01884532638  # 1e-09
5 1 0.9811546736 1  # -1e-09
6 0 0 0.01884532638  # -1e-07
7 0 0 0.01884532638  # -1e-05
8 0 0 0.01884532638  # -0.001
9 0 0 0.01884532638  # -0.1
EOD

# libccd, MPR
$series3 << EOD
0 0 0 0.01884532638  # 0.1
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 1e-05
3 0.015 0.005114237793 0.04316572879  # 1e-07
4 0.015 0.005114237793 0.04316572879  # 1e-09
5 0 0 0.01884532638  # -1e-09
6 0 0 0.01884532638  # -1e-07
7 0 0 0.01884532638  # -1e-05
8 0 0 0.01884532638  # -0.001
9 0 0 0.01884532638  # -0.1
EOD

# FCL, float
$series4 << EOD
0 0 0 0.01884532638  # 0.1
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 1e-05
3 0.005 0.0008831687156 0.0277737044  # 1e-07
4 0.485 0.4166738517 0.5538915081  # 1e-09
5 0.5 0.4313608596 0.5686391404  # -1e-09
6 0.01 0.002746658134 0.03572176172  # -1e-07
7 0 0 0.01884532638  # -1e-05
8 0 0 0.01884532638  # -0.001
9 0 0 0.01884532638  # -0.1
EOD

# CGAL
$series5 << EOD
0 0 0 0.01884532638  # 0.1
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 1e-05
3 0 0 0.01884532638  # 1e-07
4 0 0 0.01884532638  # 1e-09
5 0 0 0.01884532638  # -1e-09
6 0 0 0.01884532638  # -1e-07
7 0 0 0.01884532638  # -1e-05
8 0 0 0.01884532638  # -0.001
9 0 0 0.01884532638  # -0.1
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 813 : 788)
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
set xlabel (narrow ? "depth of the overlap (sizes of a body; below\n0: a gap)" : "depth of the overlap (sizes of a body; below 0: a gap)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:9.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("0.1" 0, "0.001" 1, "1e-05" 2, "1e-07" 3, "1e-09" 4, "-1e-09" 5, "-1e-07" 6, "-1e-05" 7, \
    "-0.001" 8, "-0.1" 9)
if (narrow) set xtics scale 0 right rotate by 90 noenhanced ("0.1" 0, "0.001" 1, "1e-05" 2, "1e-07" 3, "1e-09" 4, "-1e-09" 5, "-1e-07" 6, "-1e-05" 7, \
    "-0.001" 8, "-0.1" 9)
unset logscale y
set yrange [0:1.16] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.58 to graph 1, first 0.58 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#7f7f7f" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # closest features (V-Clip)
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # libccd, GJK
set style line 3 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # libccd, MPR
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 5 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2:(0.1512) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "closest features (V-Clip) †", \
     $series2 using ($1 - 0.168):2:(0.1512) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "libccd, GJK", \
     $series3 using 1:2:(0.1512) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "libccd, MPR", \
     $series4 using ($1 + 0.168):2:(0.1512) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "FCL, float", \
     $series5 using ($1 + 0.336):2:(0.1512) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "CGAL", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
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
