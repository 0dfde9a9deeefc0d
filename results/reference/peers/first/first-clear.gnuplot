# peers/first/first-clear: Bodies that miss by a hundredth of their size: time
# Dot plot: microseconds of processor time per frame, logarithmic, with 95 % intervals, for six pairs of bodies that are apart;
# one symbol per library. A test without a hit must rule out the whole surface; obb8 should again take a fifth of FCL's time at
# most.
# Its data are from first/cells.csv.
#
#     gnuplot first-clear.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" first-clear.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "first-clear" . "." . format

title = "Bodies that miss by a hundredth of their size: time"
notes = "peers, an experiment of ours · rows with depth = -0.01 · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 4.612533339 3.372971152 7.029228127  # torus knots, 20000
1 5.470133345 4.046646165 7.933425719  # bunnies
2 4.705666667 3.677319982 6.827618767  # bumpy spheres, 200000
3 1.333816666 0.8312333331 1.707883334  # gear and comb
4 5.193733343 4.634900004 6.375150012  # couplings
5 7.661400013 5.806060398 11.08446269  # turbines
EOD

# sphere_obb_sized
$series2 << EOD
0 14.36286668 10.19388986 24.14782703  # torus knots, 20000
1 15.26738326 11.13952625 25.03354817  # bunnies
2 17.38020006 12.74045004 21.77708316  # bumpy spheres, 200000
3 2.306933332 1.246016667 3.042879921  # gear and comb
4 16.38888329 13.39691568 21.48662211  # couplings
5 30.1216496 22.4534895 48.10172253  # turbines
EOD

# FCL, float
$series3 << EOD
0 19.48431677 16.95729718 24.84229984  # torus knots, 20000
1 26.16043367 18.95120289 34.49744877  # bunnies
2 20.85703344 15.58146035 31.22781218  # bumpy spheres, 200000
3 9.376283349 6.978180199 14.93141616  # gear and comb
4 36.22758269 30.13182406 47.80146712  # couplings
5 52.01423297 40.09893445 78.5777896  # turbines
EOD

# FCL, OBBRSS
$series4 << EOD
0 20.88506651 15.75358789 30.97113561  # torus knots, 20000
1 22.61148343 16.35359356 36.38442569  # bunnies
2 20.42305 16.72903338 27.80576004  # bumpy spheres, 200000
3 10.38563331 8.337733364 10.54838388  # gear and comb
4 36.51033356 33.92537673 48.9309828  # couplings
5 52.84246767 41.7986138 76.70791648  # turbines
EOD

# Bullet
$series5 << EOD
0 84.55649947 77.90321842 94.13591607  # torus knots, 20000
1 62.06703202 53.36841541 78.75973522  # bunnies
2 144.943354 126.9356811 173.3824796  # bumpy spheres, 200000
3 7.193199986 6.554250006 8.181183367  # gear and comb
4 35.7874173 33.89903846 41.38593381  # couplings
5 53.57638439 48.17389878 62.97231997  # turbines
EOD

# ODE
$series6 << EOD
0 41.86913358 32.69136711 61.71929109  # torus knots, 20000
1 34.68828311 25.7028278 45.16210642  # bunnies
2 82.81875282 64.59169403 119.4348844  # bumpy spheres, 200000
3 3.845883333 2.894699645 5.96517957  # gear and comb
4 20.10793335 18.92827726 25.10385024  # couplings
5 27.56316637 21.97696671 37.49364455  # turbines
EOD

# Embree, boxes refitted
$series7 << EOD
0 2877.747529 2756.032312 2985.593316  # torus knots, 20000
1 542.4885142 407.0925986 857.5126984  # bunnies
2 37069.98814 ? ?  # bumpy spheres, 200000
3 757.8559346 679.5212184 871.4598674  # gear and comb
4 580.6600711 544.4202802 640.5628754  # couplings
5 2722.244 2167.397702 3920.598636  # turbines
EOD

# CGAL
$series8 << EOD
0 2096.05376 1802.695219 2665.628616  # torus knots, 20000
1 1687.98023 1452.370935 2457.062827  # bunnies
2 5480.863565 4773.841534 6835.162111  # bumpy spheres, 200000
3 1966.765595 1691.074518 2450.868774  # gear and comb
4 3093.705238 2953.875487 3421.716264  # couplings
5 7794.839816 6406.544942 10673.79018  # turbines
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
set yrange [0.54169:220123] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
# A line: set arrow 1 from graph 0, first 3.5e+02 to graph 1, first 3.5e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
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
