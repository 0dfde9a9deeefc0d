# peers/all/all: All contacts of two bodies: time
# Dot plot: microseconds of processor time per frame, logarithmic, with 95 % intervals, to find all triangles that touch, for
# six pairs of bodies; one symbol per library, three for Embree: not updated, refitted, rebuilt. The claim is that obb8 is
# nowhere above a library.
# Its data are from all/cells.csv.
#
#     gnuplot all.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" all.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "all" . "." . format

title = "All contacts of two bodies: time"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 50.38426568 34.34913339 60.3519511  # torus knots, 20000
1 21.30306684 19.04300012 28.73213314  # bunnies
2 181.5388101 157.5188722 213.0033363  # bumpy spheres, 200000
3 19.77546658 15.52722223 28.42482624  # gear and comb
4 23.47093324 20.66346672 28.54646673  # couplings
5 94.44186933 63.20788874 155.3176197  # turbines
EOD

# sphere_obb_sized
$series2 << EOD
0 184.7630017 145.3588912 264.6027279  # torus knots, 20000
1 93.44573485 88.91293095 122.808739  # bunnies
2 687.2271279 656.6926309 734.8363224  # bumpy spheres, 200000
3 67.38159891 49.58654058 105.7120254  # gear and comb
4 85.32426848 78.16240193 95.05370891  # couplings
5 342.288045 306.3218254 452.2416942  # turbines
EOD

# FCL, float
$series3 << EOD
0 302.4941551 210.7377578 425.8406568  # torus knots, 20000
1 128.8530609 122.2594268 177.104811  # bunnies
2 883.7099558 820.0536903 985.0719403  # bumpy spheres, 200000
3 99.59619718 74.3300861 158.1687755  # gear and comb
4 126.6577922 123.051981 132.0020422  # couplings
5 461.0787306 456.8660668 628.9498048  # turbines
EOD

# Bullet
$series4 << EOD
0 587.8093053 493.0471334 769.5451007  # torus knots, 20000
1 305.6848518 299.5504347 352.7789811  # bunnies
2 2956.37572 2581.04867 3670.416222  # bumpy spheres, 200000
3 116.0186618 96.3771856 153.5915435  # gear and comb
4 181.8105458 175.7441446 186.2560292  # couplings
5 676.2783859 600.4265399 805.1369351  # turbines
EOD

# Embree, no update
$series5 << EOD
0 126.9763391 99.39253272 153.4643346  # torus knots, 20000
1 70.05419813 56.50539875 86.36446703  # bunnies
2 538.5395024 517.3319124 644.6987709  # bumpy spheres, 200000
3 106.1666698 89.87446798 128.2935339  # gear and comb
4 121.076794 114.5793443 127.585195  # couplings
5 600.5724657 580.1766406 710.4624116  # turbines
EOD

# Embree, boxes refitted
$series6 << EOD
0 3081.72108 2869.099559 3910.32835  # torus knots, 20000
1 622.4014738 607.7568036 773.1745542  # bunnies
2 37026.06635 33617.66607 42455.59655  # bumpy spheres, 200000
3 880.2654176 657.6542081 1331.120716  # gear and comb
4 636.0125574 632.1280337 645.4177918  # couplings
5 3203.393034 2378.676444 5111.535903  # turbines
EOD

# Embree, rebuilt
$series7 << EOD
0 22284.12256 21657.27739 23007.54648  # torus knots, 20000
1 4310.549207 4148.378698 4881.215618  # bunnies
2 230361.6678 ? ?  # bumpy spheres, 200000
3 5525.289249 5456.162463 6154.793045  # gear and comb
4 4200.815798 4067.471635 4391.390935  # couplings
5 21155.51418 20799.8737 22664.94413  # turbines
EOD

# CGAL
$series8 << EOD
0 7222.511123 6560.189969 8845.487033  # torus knots, 20000
1 3642.46974 3583.465632 3761.802656  # bunnies
2 43508.52767 41214.45991 47328.93152  # bumpy spheres, 200000
3 3981.684252 3778.250495 4311.148443  # gear and comb
4 4518.875342 4444.659674 4573.162281  # couplings
5 23853.82377 23178.42761 29673.5905  # turbines
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
set yrange [10.574:1.13898e+06] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
# A line: set arrow 1 from graph 0, first 3.5e+03 to graph 1, first 3.5e+03 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
set style line 3 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL, float
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 5 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, no update
set style line 6 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Embree, boxes refitted
set style line 7 linecolor rgb "#d55e00" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # Embree, rebuilt
set style line 8 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.3675):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.2625):2 with points linestyle 2 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series3 using ($1 - 0.1575):2 with points linestyle 3 pointsize 1.8 * point title "FCL, float", \
     $series4 using ($1 - 0.0525):2 with points linestyle 4 pointsize 1.8 * point title "Bullet", \
     $series5 using ($1 + 0.0525):2 with points linestyle 5 pointsize 1.8 * point title "Embree, no update", \
     $series6 using ($1 + 0.1575):2 with points linestyle 6 pointsize 1.8 * point title "Embree, boxes refitted", \
     $series7 using ($1 + 0.2625):2 with points linestyle 7 pointsize 1.8 * point title "Embree, rebuilt", \
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
