# zou2011/fig11/fig11: Time over the intersection rate (torus knots)
# Line chart: milliseconds per test, logarithmic, with 95 % intervals, over the intersection rate in per cent, linear; Image_CD
# corrected, culled, repaired and as printed, RAPID and obb8. The paper claims that Image_CD is far steadier: its lines should
# be flatter than RAPID's.
# Its data are from fig11/cells.csv.
#
#     gnuplot fig11.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig11.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig11" . "." . format

title = "Time over the intersection rate (torus knots)"
notes = "zou2011, figure 11 · rows with shape = torusknot · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
0 0.02868331234 0.02836667142 0.03352487547
1 4.446143859 4.320666467 4.5481426
10 7.017790098 6.755916656 7.368867059
25 8.135703535 7.300006101 9.070752077
50 11.46381447 10.11837286 12.69580532
75 13.58252744 12.70002585 14.21080489
100 13.96453009 13.02984781 14.92952248
EOD

# Image_CD, culled
$series2 << EOD
0 0.02871149967 0.02857874963 0.02930737528
1 0.1415350037 0.1306746176 0.1501557872
10 0.7855595305 0.7356131849 0.8221266537
25 2.247004182 2.068207798 2.380204136
50 4.098343859 3.667810447 4.448218497
75 5.672889827 5.412285475 5.856617542
100 5.718729984 5.266768858 6.297690192
EOD

# repaired
$series3 << EOD
0 0.02871093748 0.02737009552 0.03083562846
1 2.245626642 2.198584385 2.296480725
10 4.912122135 4.838290987 5.182958433
25 7.970032677 7.174192146 8.997363659
50 11.35189747 10.18804708 12.42960385
75 13.5000135 11.99985332 14.60015744
100 13.87174187 12.89638033 14.83080417
EOD

# as printed
$series4 << EOD
0 0.0286826879 0.02837258522 0.03361500014
1 2.277204049 2.257953075 2.316675663
10 7.50131273 7.367850183 7.664935587
25 15.85891906 14.66391378 17.32892023
50 22.75157555 20.54144918 25.03711465
75 26.97235334 24.0700864 29.55519433
100 27.36876676 25.60403635 29.37823398
EOD

# RAPID, all contacts
$series5 << EOD
0 0.00035925 0.000353 0.000384375
1 0.000589625 0.0005670182845 0.000661
10 0.076546439 0.07192245532 0.08378323724
25 0.3912485524 0.2923922838 0.5714716813
50 0.8193954173 0.7214160356 0.9038828772
75 1.311578616 1.241438004 1.363204569
100 1.391635436 1.228681301 1.609187283
EOD

# RAPID, first contact
$series6 << EOD
0 0.0004406875001 0.0003503901246 0.0005633963516
1 0.002215812502 0.0007397500001 0.003831367759
10 0.009291999965 0.003835624997 0.0153672867
25 0.0160457499 0.007564999974 0.02151180008
50 0.01376737498 0.006728750017 0.01976071742
75 0.01660468746 0.008470125005 0.02458412511
100 0.01552187509 0.007539999983 0.02183846012
EOD

# obb8, all contacts
$series7 << EOD
0 0.0003461875 0.00033675 0.00036425
1 0.000391875 0.0003649557443 0.0004146683898
10 0.01519762498 0.01349762498 0.01699912507
25 0.08700068783 0.05808692555 0.136391976
50 0.1936844911 0.1365813053 0.2447612507
75 0.2932451565 0.244714114 0.3278466019
100 0.3061418171 0.2665365968 0.3621539031
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 799 : 817)
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
set xlabel (narrow ? "intersection rate: share of the boxes that\nboth have in common (%)" : "intersection rate: share of the boxes that both have in common (%)") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(22 * (format eq "svg" ? 0.22 : 0.1))
unset logscale x
set xrange [-4:104] noextend
set xtics noenhanced ("0" 0, "" 1 1, "10" 10, "25" 25, "50" 50, "75" 75, "100" 100)
set logscale y
set yrange [0.000213587:46.598] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-4, 1e1
# A line: set arrow 1 from graph 0, first 0.1 to graph 1, first 0.1 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
