# zou2011/nbody-e9/nbody-e9: Wrong answers of the two passes about one pair (512 pixels)
# Bar chart, linear, with 95 % intervals: rate of wrong answers about bodies at a gap, left, and growing overlaps; ten bars:
# two passes corrected, repaired, as printed, without the correction of E1, E3 and others, with counts kept, and with one role.
# Bars should be near 0.
# Its data are from nbody-e9/cells.csv.
#
#     gnuplot nbody-e9.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" nbody-e9.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "nbody-e9" . "." . format

title = "Wrong answers of the two passes about one pair (512 pixels)"
notes = "zou2011, an experiment of ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# two passes
$series1 << EOD
0 0.01 0.002746658134 0.03572176172  # -0.002
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 0.003
3 0 0 0.01884532638  # 0.01
4 0 0 0.01884532638  # 0.05
EOD

# two passes, repaired
$series2 << EOD
0 0.01 0.002746658134 0.03572176172  # -0.002
1 0.02 0.007804426416 0.05028708691  # 0.001
2 0.01 0.002746658134 0.03572176172  # 0.003
3 0 0 0.01884532638  # 0.01
4 0 0 0.01884532638  # 0.05
EOD

# two passes, as printed
$series3 << EOD
0 0 0 0.01884532638  # -0.002
1 1 0.9811546736 1  # 0.001
2 1 0.9811546736 1  # 0.003
3 1 0.9811546736 1  # 0.01
4 1 0.9811546736 1  # 0.05
EOD

# two passes, corrected but for E1
$series4 << EOD
0 0 0 0.01884532638  # -0.002
1 1 0.9811546736 1  # 0.001
2 1 0.9811546736 1  # 0.003
3 1 0.9811546736 1  # 0.01
4 1 0.9811546736 1  # 0.05
EOD

# two passes, repaired but for E3
$series5 << EOD
0 0 0 0.01884532638  # -0.002
1 1 0.9811546736 1  # 0.001
2 1 0.9811546736 1  # 0.003
3 1 0.9811546736 1  # 0.01
4 1 0.9811546736 1  # 0.05
EOD

# two passes, corrected but for E3
$series9 << EOD
0 0.43 0.3633432233 0.4992951224  # -0.002
1 0 0 0.01884532638  # 0.001
2 0 0 0.01884532638  # 0.003
3 0 0 0.01884532638  # 0.01
4 0 0 0.01884532638  # 0.05
EOD

# two passes, corrected but for E2 and E3
$series10 << EOD
0 0.01 0.002746658134 0.03572176172  # -0.002
1 0.01 0.002746658134 0.03572176172  # 0.001
2 0.01 0.002746658134 0.03572176172  # 0.003
3 0 0 0.01884532638  # 0.01
4 0 0 0.01884532638  # 0.05
EOD

# two passes, corrected but for E3 and E6
$series11 << EOD
0 0 0 0.01884532638  # -0.002
1 1 0.9811546736 1  # 0.001
2 1 0.9811546736 1  # 0.003
3 1 0.9811546736 1  # 0.01
4 1 0.9811546736 1  # 0.05
EOD

# two passes, counts kept
$series12 << EOD
0 0.01 0.002746658134 0.03572176172  # -0.002
1 0.02 0.007804426416 0.05028708691  # 0.001
2 0.01 0.002746658134 0.03572176172  # 0.003
3 0 0 0.01884532638  # 0.01
4 0 0 0.01884532638  # 0.05
EOD

# two passes, one role
$series13 << EOD
0 0.005 0.0008831687156 0.0277737044  # -0.002
1 0.225 0.1726236972 0.2877412324  # 0.001
2 0.12 0.08197992706 0.172342521  # 0.003
3 0.045 0.023852543 0.083296704  # 0.01
4 0.01 0.002746658134 0.03572176172  # 0.05
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 640 : 593)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 640 : 593)
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
set label 4 "rate of wrong answers about bodies" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "depth of the overlap (sizes of the body; below\n0: a gap)" : "depth of the overlap (sizes of the body; below 0: a gap)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(34 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:4.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("-0.002" 0, "0.001" 1, "0.003" 2, "0.01" 3, "0.05" 4)
unset logscale y
set yrange [0:1.16] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.58 to graph 1, first 0.58 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes
set style line 2 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes, repaired
set style line 3 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes, as printed
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E1
set style line 5 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # two passes, repaired but for E3
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2:(0.1512) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes", \
     $series2 using ($1 - 0.168):2:(0.1512) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, repaired", \
     $series3 using 1:2:(0.1512) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, as printed", \
     $series4 using ($1 + 0.168):2:(0.1512) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, corrected but for E1", \
     $series5 using ($1 + 0.336):2:(0.1512) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, repaired but for E3", \
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

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "rate of wrong answers about bodies" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "depth of the overlap (sizes of the body; below\n0: a gap)" : "depth of the overlap (sizes of the body; below 0: a gap)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(41 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:4.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("-0.002" 0, "0.001" 1, "0.003" 2, "0.01" 3, "0.05" 4)
unset logscale y
set yrange [0:1.16] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.58 to graph 1, first 0.58 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E3
set style line 10 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E2 and E3
set style line 11 linecolor rgb "#882255" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E3 and E6
set style line 12 linecolor rgb "#663c54" dashtype (14,5) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # two passes, counts kept
set style line 13 linecolor rgb "#735000" dashtype (14,5) pointtype 11 linewidth 2.5 pointsize 1.5 * point  # two passes, one role
numbers = "left rotate by 90 offset 0,0.6"

if (height2) plot \
     $series9 using ($1 - 0.336):2:(0.1512) with boxes linestyle 9 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, corrected but for E3", \
     $series10 using ($1 - 0.168):2:(0.1512) with boxes linestyle 10 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, corrected but for E2 and E3", \
     $series11 using 1:2:(0.1512) with boxes linestyle 11 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, corrected but for E3 and E6", \
     $series12 using ($1 + 0.168):2:(0.1512) with boxes linestyle 12 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, counts kept", \
     $series13 using ($1 + 0.336):2:(0.1512) with boxes linestyle 13 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, one role", \
     $series9 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series10 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series12 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series13 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series9 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
