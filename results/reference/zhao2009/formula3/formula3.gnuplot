# zhao2009/formula3/formula3: False negatives of formula (3), as it can be read
# Bar chart, linear, with 95 % intervals: rate of false negatives for bodies far apart and close; a bar for Arvo's test, which
# should have none, and five for formula (3), as it stands and each with one of its open points read otherwise. Look whether
# any reading is right.
# Its data are from formula3/cells.csv.
#
#     gnuplot formula3.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" formula3.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "formula3" . "." . format

title = "False negatives of formula (3), as it can be read"
notes = "zhao2009, an experiment of ours · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Arvo's test
$series1 << EOD
0 0 0 0.02433745132  # 0.05
1 0 0 0.0007958535314  # 0.5
EOD

# formula (3), with a root
$series2 << EOD
0 0.1623376623 0.1124431943 0.2286678118  # 0.05
1 0.2971179764 0.2843863715 0.31017251  # 0.5
EOD

# without a root
$series3 << EOD
0 0.3181818182 0.2498098346 0.3954037841  # 0.05
1 0.3350611652 0.3218759178 0.3485089471  # 0.5
EOD

# H half the edge
$series4 << EOD
0 0.2077922078 0.1512102004 0.278597401  # 0.05
1 0.3168152602 0.3038355595 0.3300865374  # 0.5
EOD

# from the box's corner
$series5 << EOD
0 0.2922077922 0.2261375417 0.3683923082  # 0.05
1 0.1391250259 0.1296448722 0.1491795869  # 0.5
EOD

# boxes better than cubes alone
$series6 << EOD
0 0.4090909091 0.3345693053 0.488037504  # 0.05
1 0.3779805101 0.3643983089 0.3917569305  # 0.5
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 817)
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
set xlabel (narrow ? "share of the space that the bodies' spheres\nfill" : "share of the space that the bodies' spheres fill") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 2) width -int(31 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:1.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("0.05" 0, "0.5" 1)
unset logscale y
set yrange [0:0.566124] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.28 to graph 1, first 0.28 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # Arvo's test
set style line 2 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # formula (3), with a root
set style line 3 linecolor rgb "#808080" dashtype (4,4) pointtype 7 linewidth 2.5 pointsize 1.5 * point  # without a root
set style line 4 linecolor rgb "#f2cf80" dashtype (4,4) pointtype 11 linewidth 2.5 pointsize 1.5 * point  # H half the edge
set style line 5 linecolor rgb "#aadaf4" dashtype (4,4) pointtype 15 linewidth 2.5 pointsize 1.5 * point  # from the box's corner
set style line 6 linecolor rgb "#c490aa" dashtype (4,4) pointtype 5 linewidth 2.5 pointsize 1.5 * point  # boxes better than cubes alone
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.35):2:(0.126) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "Arvo's test", \
     $series2 using ($1 - 0.21):2:(0.126) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "formula (3), with a root", \
     $series3 using ($1 - 0.07):2:(0.126) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "without a root", \
     $series4 using ($1 + 0.07):2:(0.126) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "H half the edge", \
     $series5 using ($1 + 0.21):2:(0.126) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "from the box's corner", \
     $series6 using ($1 + 0.35):2:(0.126) with boxes linestyle 6 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "boxes better than cubes alone", \
     $series1 using ($1 - 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.07):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.21):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.35):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linecolor rgb "#000000" dashtype solid linewidth 1.7 notitle, \
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
