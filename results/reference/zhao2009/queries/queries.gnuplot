# zhao2009/queries/queries: Time of SCDA by the question asked: 31 bodies
# Dot plot: milliseconds per step, logarithmic, with 95 % intervals, for bodies far apart and close; four symbols: any
# collision, bodies that touch, pairs that touch and triangles that touch. Each question asks more than the one before; look
# what that costs.
# Its data are from queries/cells.csv.
#
#     gnuplot queries.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" queries.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "queries" . "." . format

title = "Time of SCDA by the question asked: 31 bodies"
notes = "zhao2009, an experiment of ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# any collision
$series1 << EOD
0 0.06869124966 0.06460609823 0.07374469748  # 0.05
1 0.07630055245 0.07296960079 0.08168349687  # 0.5
EOD

# bodies that touch
$series2 << EOD
0 0.2494891709 0.2475634189 0.2521912901  # 0.05
1 2.198986267 2.185749351 2.203041078  # 0.5
EOD

# pairs that touch
$series3 << EOD
0 0.2488898269 0.2472209277 0.2518566875  # 0.05
1 5.611987205 5.558056681 5.702197057  # 0.5
EOD

# triangles that touch
$series4 << EOD
0 0.7147497911 0.7117761948 0.7170627961  # 0.05
1 16.12695136 15.94692862 17.47823959  # 0.5
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
set label 4 "time per step (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "share of the space that the bodies' spheres\nfill" : "share of the space that the bodies' spheres fill") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(22 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0.05" 0, "0.5" 1)
set logscale y
set yrange [0.0516398:44.3833] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5, "20" 20)
# A line: set arrow 1 from graph 0, first 1.5 to graph 1, first 1.5 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # any collision
set style line 2 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # bodies that touch
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # pairs that touch
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # triangles that touch
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.315):2 with points linestyle 1 pointsize 1.8 * point title "any collision", \
     $series2 using ($1 - 0.105):2 with points linestyle 2 pointsize 1.8 * point title "bodies that touch", \
     $series3 using ($1 + 0.105):2 with points linestyle 3 pointsize 1.8 * point title "pairs that touch", \
     $series4 using ($1 + 0.315):2 with points linestyle 4 pointsize 1.8 * point title "triangles that touch", \
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
