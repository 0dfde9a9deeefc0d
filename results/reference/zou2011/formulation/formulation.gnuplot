# zou2011/formulation/formulation: False negatives of the two formulations of section 1.2 (256 pixels)
# Bar chart, linear, with 95 % intervals: rate of false negatives for a comb and a small box, in both orders, and two torus
# knots; six bars: counted from 0 and at marked pixels, each corrected, repaired and as printed. By the paper, counting from 0
# misses nothing.
# Its data are from formulation/cells.csv.
#
#     gnuplot formulation.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" formulation.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "formulation" . "." . format

title = "False negatives of the two formulations of section 1.2 (256 pixels)"
notes = "zou2011, an experiment of ours · rows with depth = 1 · error bars: 95 % interval of the rate, by Wilson"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# from 0, corrected
$series1 << EOD
0 0 0 0.03699349821  # comb and small box
1 0 0 0.03699349821  # small box and comb
2 0 0 0.03699349821  # two torus knots
EOD

# from 0, repaired
$series2 << EOD
0 0 0 0.03699349821  # comb and small box
1 0 0 0.03699349821  # small box and comb
2 0 0 0.03699349821  # two torus knots
EOD

# from 0, as printed
$series3 << EOD
0 0 0 0.03699349821  # comb and small box
1 0 0 0.03699349821  # small box and comb
2 0 0 0.03699349821  # two torus knots
EOD

# marked, corrected
$series4 << EOD
0 0 0 0.03699349821  # comb and small box
1 0 0 0.03699349821  # small box and comb
2 0 0 0.03699349821  # two torus knots
EOD

# marked, repaired
$series5 << EOD
0 0.12 0.06999406437 0.1981209943  # comb and small box
1 0.11 0.06254196357 0.186312965  # small box and comb
2 0 0 0.03699349821  # two torus knots
EOD

# marked, as printed
$series6 << EOD
0 1 0.9630065018 1  # comb and small box
1 0.98 0.9299882093 0.9944980324  # small box and comb
2 0.97 0.9154806357 0.989745476  # two torus knots
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 740 : 756)
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
set xlabel (narrow ? "\n" : "") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(20 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:2.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("comb and small box" 0, "small box and comb" 1, "two torus knots" 2)
if (narrow) set xtics scale 0 rotate by 0 noenhanced ("comb and small\nbox" 0, "small box and\ncomb" 1, "two torus\nknots" 2)
unset logscale y
set yrange [0:1.16] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.58 to graph 1, first 0.58 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # from 0, corrected
set style line 2 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # from 0, repaired
set style line 3 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # from 0, as printed
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # marked, corrected
set style line 5 linecolor rgb "#663c54" dashtype (14,5) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # marked, repaired
set style line 6 linecolor rgb "#e6bcd3" dashtype (4,4) pointtype 13 linewidth 2.5 pointsize 1.5 * point  # marked, as printed
numbers = "offset 0,0.8"

if (height1) plot \
     $series1 using ($1 - 0.35):2:(0.126) with boxes linestyle 1 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "from 0, corrected", \
     $series2 using ($1 - 0.21):2:(0.126) with boxes linestyle 2 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "from 0, repaired", \
     $series3 using ($1 - 0.07):2:(0.126) with boxes linestyle 3 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "from 0, as printed", \
     $series4 using ($1 + 0.07):2:(0.126) with boxes linestyle 4 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "marked, corrected", \
     $series5 using ($1 + 0.21):2:(0.126) with boxes linestyle 5 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "marked, repaired", \
     $series6 using ($1 + 0.35):2:(0.126) with boxes linestyle 6 dashtype solid linewidth 1 fillstyle solid 1.0 border linecolor rgb "#333333" title "marked, as printed", \
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
