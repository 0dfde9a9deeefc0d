# zou2011/fig10/fig10-bumpy: Time over scene size (bumpy spheres)
# Line chart, both axes logarithmic: milliseconds per test over the triangles of both bodies, with 95 % intervals; Image_CD
# corrected, culled, repaired and as printed, RAPID and obb8. Another shape, the same claim: Image_CD's lines rise little, a
# slope of one half at most.
# Its data are from fig10/cells.csv.
#
#     gnuplot fig10-bumpy.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig10-bumpy.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig10-bumpy" . "." . format

title = "Time over scene size (bumpy spheres)"
notes = "zou2011, figure 10 · rows with shape = bumpy · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
1000 1.849745198 1.790916897 1.939902589
3240 3.179367179 3.07974162 3.303103133
10240 6.199166832 5.901540179 6.454399227
31360 12.32316262 11.85893252 12.68481141
100000 25.08906618 23.92819547 26.90906286
EOD

# Image_CD, culled
$series2 << EOD
1000 1.207369299 1.176257314 1.265350281
3240 1.605332272 1.535067011 1.689772354
10240 2.615083277 2.452037768 2.733860155
31360 4.68988158 4.548742045 4.82212331
100000 9.418412997 8.980350779 10.0011971
EOD

# repaired
$series3 << EOD
1000 1.849594661 1.797829055 1.932173347
3240 3.159038641 3.084658095 3.249827671
10240 6.187582759 5.816035803 6.489919899
31360 12.17685667 12.02573507 12.39433827
100000 25.05135528 23.52973267 27.31271769
EOD

# as printed
$series4 << EOD
1000 3.756743354 3.702458664 3.821856695
3240 6.365331857 6.204026949 6.567414675
10240 12.3146643 11.71841288 12.739465
31360 23.86577886 23.42414092 24.22866098
100000 46.46408326 44.60844825 48.96939686
EOD

# RAPID, all contacts
$series5 << EOD
1000 0.0972402819 0.09346455632 0.1026605508
3240 0.1833388946 0.1788381969 0.1897778684
10240 0.3343208056 0.3171401089 0.3461740923
31360 0.5792373529 0.5363775633 0.6169659212
100000 1.077363304 0.9763582501 1.177530456
EOD

# RAPID, first contact
$series6 << EOD
1000 0.007045444462 0.003955888896 0.009517688225
3240 0.008856499999 0.004408777785 0.01289984572
10240 0.01189100005 0.005764111119 0.0166082978
31360 0.01244683335 0.005276777786 0.01799397495
100000 0.01491000003 0.00601222221 0.02396872746
EOD

# obb8, all contacts
$series7 << EOD
1000 0.0151619999 0.01341777785 0.01602833322
3240 0.03381527769 0.03019822234 0.03835901992
10240 0.07250011274 0.06328566644 0.08812436123
31360 0.1212332231 0.09854444921 0.1442594167
100000 0.2980440265 0.243865205 0.3422017564
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
set xtics noenhanced ("1000" 1000, "3240" 3240, "10240" 10240, "31360" 31360, "100000" 100000)
set logscale y
set yrange [0.00271354:71.3891] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-3, 1e1
# A line: set arrow 1 from graph 0, first 0.44 to graph 1, first 0.44 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
