# zou2011/fig11/fig11-bumpy: Time over the intersection rate (bumpy spheres)
# Line chart: milliseconds per test, logarithmic, with 95 % intervals, over the intersection rate in per cent, linear; four
# forms of Image_CD, RAPID with all contacts and with the first, and obb8. With this shape, too, Image_CD's lines should be the
# flatter ones, where bodies touch at all.
# Its data are from fig11/cells.csv.
#
#     gnuplot fig11-bumpy.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig11-bumpy.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig11-bumpy" . "." . format

title = "Time over the intersection rate (bumpy spheres)"
notes = "zou2011, figure 11 · rows with shape = bumpy · † not among the paper's · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · OpenGL: llvmpipe · quick run · revision 725ca5bbff15 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# Image_CD
$series1 << EOD
0 0.02802737479 0.0276413485 0.03198887504
1 2.537549387 2.503798279 2.581773579
10 8.444091669 8.008089544 8.77820819
25 6.455861276 6.130562612 6.988423815
50 8.98367666 8.339998763 10.07337902
75 11.89216188 11.28620387 12.6342226
100 13.40356803 12.52083142 14.58258658
EOD

# Image_CD, culled
$series2 << EOD
0 0.02808368714 0.02605134758 0.03396674981
1 0.1083343101 0.09701625517 0.1188506241
10 1.170424314 1.107627339 1.21522024
25 3.230381088 3.05522924 3.48636904
50 4.481611946 4.182563914 4.978338884
75 6.020505843 5.688152581 6.514435361
100 8.047642041 7.45688637 8.787419201
EOD

# repaired
$series3 << EOD
0 0.02788843755 0.02614252543 0.03087769047
1 1.310480304 1.275037108 1.334262892
10 5.449086461 5.340867725 5.616948081
25 6.446538853 6.174866947 6.903119214
50 9.051166243 8.515519354 9.745518075
75 11.86887269 11.42970131 12.42942492
100 13.16101182 12.19054036 14.74222475
EOD

# as printed
$series4 << EOD
0 0.02795787464 0.02783262506 0.03135550048
1 1.298689492 1.286190186 1.31378595
10 7.995522507 7.721407483 8.211529933
25 12.95756398 12.38435214 13.74144571
50 17.89260856 16.7882683 19.52948541
75 23.59046945 22.18343556 25.15557585
100 24.89977839 22.82986226 27.40561897
EOD

# RAPID, all contacts
$series5 << EOD
0 0.00027175 0.0002656073791 0.000288
1 0.0004187500001 0.0004106250001 0.000440625
10 0.08331831521 0.07560512483 0.09553487243
25 0.3878578765 0.3558990545 0.4409581406
50 0.6231935178 0.5489998607 0.7562050348
75 1.060366675 0.8465570606 1.446093892
100 2.342908017 2.175005162 2.533938746
EOD

# RAPID, first contact
$series6 << EOD
0 0.00031675 0.0002479153507 0.0004506427775
1 0.001433999999 0.00050575 0.002789194731
10 0.0222706252 0.01014387504 0.03177545698
25 0.01308631244 0.005345500005 0.01960669322
50 0.011007625 0.004673250005 0.01658010092
75 0.01906093738 0.01042674999 0.02513547116
100 0.01313081244 0.006226750016 0.01823760816
EOD

# obb8, all contacts
$series7 << EOD
0 0.000251625 0.000244125 0.000260375
1 0.00025225 0.0002470611331 0.000261625
10 0.01806056252 0.01638687498 0.01953787494
25 0.08779625089 0.07277699927 0.1050643126
50 0.1450953211 0.1214468743 0.1786028282
75 0.2641180333 0.1784732691 0.361560717
100 0.517504325 0.4679463752 0.537054844
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
set yrange [0.000153322:43.6364] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-4, 1e1
# A line: set arrow 1 from graph 0, first 0.082 to graph 1, first 0.082 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
