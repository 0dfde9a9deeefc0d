# peers/first/first-collide: First contact of bodies that collide: time
# Dot plot: microseconds of processor time per frame, logarithmic, with 95 % intervals, for six pairs of bodies that overlap;
# one symbol per library. The claim is that obb8 takes a fifth of the time of FCL's float trees at most, for every pair.
# Its data are from first/cells.csv.
#
#     gnuplot first-collide.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" first-collide.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "first-collide" . "." . format

title = "First contact of bodies that collide: time"
notes = "peers, an experiment of ours · rows with depth = 0.05 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 2.712699999 1.68785 3.964039889  # torus knots, 20000
1 1.989616668 1.619583333 2.418766665  # bunnies
2 3.617216669 2.683957337 5.668670211  # bumpy spheres, 200000
3 2.543800001 1.826901258 3.686888935  # gear and comb
4 2.022833334 1.347754729 3.709881225  # couplings
5 3.955216664 3.167420486 4.707500005  # turbines
EOD

# sphere_obb_sized
$series2 << EOD
0 8.948649962 5.03081667 10.49191213  # torus knots, 20000
1 8.399666691 6.023466679 9.60345002  # bunnies
2 14.92904991 10.54753332 22.34626804  # bumpy spheres, 200000
3 5.920633318 3.362833329 9.659686518  # gear and comb
4 7.683599987 5.574993446 12.62765216  # couplings
5 15.51908323 12.00753338 19.97488318  # turbines
EOD

# FCL, float
$series3 << EOD
0 11.2185333 8.509833304 15.04274445  # torus knots, 20000
1 10.74849996 9.859183355 12.91105007  # bunnies
2 21.27014998 16.45324962 28.30973612  # bumpy spheres, 200000
3 9.164133349 6.534938711 15.16866399  # gear and comb
4 13.37356673 9.609944769 21.36181643  # couplings
5 26.277267 23.34706678 33.65608283  # turbines
EOD

# FCL, OBBRSS
$series4 << EOD
0 11.57973327 10.13190001 12.35388336  # torus knots, 20000
1 10.98284997 10.15594999 12.52396665  # bunnies
2 21.11976665 14.93842028 33.99391775  # bumpy spheres, 200000
3 9.90424997 8.755033301 10.7896324  # gear and comb
4 13.54264998 9.651322645 22.43607913  # couplings
5 26.28678339 23.96033751 35.12141614  # turbines
EOD

# Bullet
$series5 << EOD
0 571.3296498 468.9809668 777.4637442  # torus knots, 20000
1 291.626811 277.8139646 317.6839064  # bunnies
2 2870.741972 2781.509637 3208.429185  # bumpy spheres, 200000
3 139.7324264 113.7845808 194.19351  # gear and comb
4 230.7031255 191.1801426 308.3004915  # couplings
5 681.4286834 663.9010011 708.3009299  # turbines
EOD

# ODE
$series6 << EOD
0 240.4194068 189.882677 342.9742945  # torus knots, 20000
1 119.3901693 104.1712377 144.5254684  # bunnies
2 1397.512707 1095.046286 1648.581646  # bumpy spheres, 200000
3 57.15038466 43.95338453 84.38802317  # gear and comb
4 104.9693873 85.07891906 146.702255  # couplings
5 277.4172894 271.7704431 341.0593508  # turbines
EOD

# Embree, boxes refitted
$series7 << EOD
0 2883.323434 2830.630381 2997.925436  # torus knots, 20000
1 579.013315 452.4714015 838.9701776  # bunnies
2 36681.09456 ? ?  # bumpy spheres, 200000
3 775.7741256 766.2248104 786.2927163  # gear and comb
4 608.0258192 456.3801113 945.7058504  # couplings
5 2883.198736 2806.233859 3135.494107  # turbines
EOD

# CGAL
$series8 << EOD
0 622.2109395 601.4183504 670.1375323  # torus knots, 20000
1 750.6352251 697.438702 1032.946873  # bunnies
2 1596.003607 1379.276534 2001.100056  # bumpy spheres, 200000
3 708.2037616 686.1798235 738.2340804  # gear and comb
4 1006.146549 646.2321746 1962.948661  # couplings
5 2924.455466 2447.703636 3886.065785  # turbines
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 906 : 850)
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
set label 4 "processor time per frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "pair of bodies" : "\npair of bodies") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:5.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knots,\n20000" 0, "bunnies" 1, "bumpy spheres,\n200000" 2, "gear and comb" 3, "couplings" 4, "turbines" 5)
if (narrow) set lmargin at screen 0.244; set xtics scale 0 right rotate by 25 noenhanced ("torus knots, 20000" 0, "bunnies" 1, "bumpy spheres, 200000" 2, "gear and comb" 3, "couplings" 4, "turbines" 5)
set logscale y
set yrange [0.895814:200631] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 4.2e+02 to graph 1, first 4.2e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 4 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # FCL, OBBRSS
set style line 5 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 6 linecolor rgb "#000000" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # ODE
set style line 7 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, boxes refitted
set style line 8 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.3675):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.2625):2 with points linestyle 2 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series3 using ($1 - 0.1575):2 with points linestyle 3 pointsize 1.8 * point title "FCL, float", \
     $series4 using ($1 - 0.0525):2 with points linestyle 4 pointsize 1.8 * point title "FCL, OBBRSS", \
     $series5 using ($1 + 0.0525):2 with points linestyle 5 pointsize 1.8 * point title "Bullet", \
     $series6 using ($1 + 0.1575):2 with points linestyle 6 pointsize 1.8 * point title "ODE", \
     $series7 using ($1 + 0.2625):2 with points linestyle 7 pointsize 1.8 * point title "Embree, boxes refitted", \
     $series8 using ($1 + 0.3675):2 with points linestyle 8 pointsize 1.8 * point title "CGAL", \
     $series1 using ($1 - 0.3675):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.2625):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 - 0.1575):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 - 0.0525):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.0525):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series6 using ($1 + 0.1575):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 6 dashtype solid linewidth 1.7 notitle, \
     $series7 using ($1 + 0.2625):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 7 dashtype solid linewidth 1.7 notitle, \
     $series8 using ($1 + 0.3675):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 8 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 - 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 - 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.0525):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series6 using ($1 + 0.1575):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series7 using ($1 + 0.2625):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series8 using ($1 + 0.3675):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
