# zou2011/nbody/nbody-errors: Bodies that touch another one: wrong answers
# Bar chart, linear, with 95 % intervals: rate of wrong answers about bodies, by their number; nine bars: two passes corrected,
# repaired, without the correction of E1, E3 and others, with counts kept, and with one role. What is left after two passes
# should touch: bars near 0.
# Its data are from nbody/cells.csv.
#
#     gnuplot nbody-errors.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" nbody-errors.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "nbody-errors" . "." . format

title = "Bodies that touch another one: wrong answers"
notes = "zou2011, an experiment of ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# two passes
$series1 << EOD
0 0 0 0.05662405979  # 8
1 0 0 0.01525348066  # 31
2 0.00390625 0.00107188908 0.01412940714  # 64
EOD

# two passes, repaired
$series2 << EOD
0 0 0 0.05662405979  # 8
1 0 0 0.01525348066  # 31
2 0.00390625 0.00107188908 0.01412940714  # 64
EOD

# two passes, corrected but for E1
$series3 << EOD
0 0.3125 0.2123106654 0.433923357  # 8
1 0.3024193548 0.2486265806 0.3622397142  # 31
2 0.390625 0.3493287067 0.4335503193  # 64
EOD

# two passes, repaired but for E3
$series4 << EOD
0 0.3125 0.2123106654 0.433923357  # 8
1 0.3024193548 0.2486265806 0.3622397142  # 31
2 0.390625 0.3493287067 0.4335503193  # 64
EOD

# two passes, corrected but for E3
$series9 << EOD
0 0.0625 0.0245712014 0.1499748509  # 8
1 0.4274193548 0.3674180236 0.489634901  # 31
2 0.4609375 0.4182113617 0.5042454333  # 64
EOD

# two passes, corrected but for E2 and E3
$series10 << EOD
0 0 0 0.05662405979  # 8
1 0 0 0.01525348066  # 31
2 0.001953125 0.0003448577615 0.01097927821  # 64
EOD

# two passes, corrected but for E3 and E6
$series11 << EOD
0 0.3125 0.2123106654 0.433923357  # 8
1 0.3024193548 0.2486265806 0.3622397142  # 31
2 0.357421875 0.3171135494 0.3998537522  # 64
EOD

# two passes, counts kept
$series12 << EOD
0 0 0 0.05662405979  # 8
1 0 0 0.01525348066  # 31
2 0.005859375 0.001994675792 0.01708378068  # 64
EOD

# two passes, one role
$series13 << EOD
0 0 0 0.05662405979  # 8
1 0.004032258065 0.0007121475342 0.02248283731  # 31
2 0.0078125 0.00304220193 0.0199134148  # 64
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 581 : 564)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 610 : 593)
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
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(34 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:2.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("8" 0, "31" 1, "64" 2)
unset logscale y
set yrange [0:0.584925] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.29 to graph 1, first 0.29 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes
set style line 2 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes, repaired
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E1
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # two passes, repaired but for E3
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.315):2:(0.189) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes", \
     $series2 using ($1 - 0.105):2:(0.189) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, repaired", \
     $series3 using ($1 + 0.105):2:(0.189) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, corrected but for E1", \
     $series4 using ($1 + 0.315):2:(0.189) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "two passes, repaired but for E3", \
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "rate of wrong answers about bodies" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(41 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:2.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("8" 0, "31" 1, "64" 2)
unset logscale y
set yrange [0:0.584925] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.29 to graph 1, first 0.29 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E3
set style line 10 linecolor rgb "#882255" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E2 and E3
set style line 11 linecolor rgb "#999933" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # two passes, corrected but for E3 and E6
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
