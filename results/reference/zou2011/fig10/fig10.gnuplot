# zou2011/fig10/fig10: Time over scene size (torus knots)
# Line chart, both axes logarithmic: milliseconds per test over the triangles of both bodies, with 95 % intervals; Image_CD
# corrected, culled, repaired and as printed, RAPID and obb8. The paper claims that scene size hardly affects Image_CD: its
# lines should be nearly level.
# Its data are from fig10/cells.csv.
#
#     gnuplot fig10.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig10.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig10" . "." . format

title = "Time over scene size (torus knots)"
notes = "zou2011, figure 10 · rows with shape = torusknot · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
1000 1.488451846 1.47192379 1.549986283
3200 2.240489681 2.192370527 2.364155618
9996 4.04463661 3.888502123 4.223104525
32000 7.931849549 7.439517226 8.512909467
100000 15.76764794 15.05830489 16.32110569
EOD

# Image_CD, culled
$series2 << EOD
1000 0.9654028578 0.9455988868 0.9861825957
3200 1.149774184 1.112111842 1.205776649
9996 1.699703232 1.599072405 1.846847975
32000 2.763553156 2.560254969 2.983157073
100000 5.103915724 4.78598891 5.3374862
EOD

# repaired
$series3 << EOD
1000 1.480917636 1.468314507 1.512479468
3200 2.245157756 2.1850844 2.313136105
9996 4.013292023 3.892544034 4.156842175
32000 7.860152173 7.431530308 8.371640299
100000 15.66587815 15.22006897 16.04056334
EOD

# as printed
$series4 << EOD
1000 2.945464721 2.870247908 3.063280392
3200 4.556057734 4.416370814 4.75436201
9996 8.267879289 7.870409103 8.750401483
32000 16.09839338 15.19776009 17.42655505
100000 31.33028385 30.23619459 33.87648633
EOD

# RAPID, all contacts
$series5 << EOD
1000 0.06005994463 0.05629933229 0.06585133495
3200 0.1355483378 0.1322957816 0.1424142143
9996 0.2433149225 0.2252257901 0.2727890659
32000 0.4108308149 0.3744136877 0.4473158412
100000 0.7497662604 0.7044305251 0.7983256543
EOD

# RAPID, first contact
$series6 << EOD
1000 0.006961444437 0.003911333328 0.009552399817
3200 0.01101805555 0.005808666656 0.01515129833
9996 0.01401311103 0.006827888873 0.02046477883
32000 0.01439805553 0.006626444458 0.01983008343
100000 0.01788766656 0.00709622224 0.02685474226
EOD

# obb8, all contacts
$series7 << EOD
1000 0.00963605553 0.009028450271 0.01062922221
3200 0.02656116642 0.02310544426 0.02822464878
9996 0.06118155658 0.04517826119 0.07573740243
32000 0.09895283166 0.07838777665 0.1133850005
100000 0.2219852899 0.1561835488 0.2522143088
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
set label 4 "time per test (ms) (our axis)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "triangles of both bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(22 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [831.764:120226] noextend
set xtics noenhanced ("1000" 1000, "3200" 3200, "9996" 9996, "32000" 32000, "100000" 100000)
set logscale y
set yrange [0.00272158:48.6857] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 0.36 to graph 1, first 0.36 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # Image_CD
set style line 2 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Image_CD, culled
set style line 3 linecolor rgb "#004f3a" dashtype (14,5) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # repaired
set style line 4 linecolor rgb "#80ceb9" dashtype (4,4) pointtype 9 linewidth 2.5 pointsize 1.5 * point  # as printed
set style line 5 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # RAPID, all contacts
set style line 6 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # RAPID, first contact
set style line 7 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8, all contacts

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "Image_CD", \
     $series2 using 1:2 with linespoints linestyle 2 title "Image_CD, culled †", \
     $series3 using 1:2 with linespoints linestyle 3 title "repaired", \
     $series4 using 1:2 with linespoints linestyle 4 title "as printed", \
     $series5 using 1:2 with linespoints linestyle 5 title "RAPID, all contacts", \
     $series6 using 1:2 with linespoints linestyle 6 title "RAPID, first contact", \
     $series7 using 1:2 with linespoints linestyle 7 title "obb8, all contacts †", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
