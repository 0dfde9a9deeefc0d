# peers/build/build: Time to build a tree
# Dot plot: milliseconds of processor time, logarithmic, with 95 % intervals, for bodies of several shapes and sizes; one
# symbol for each of ten kinds of trees of this program, Embree and FCL. Compare within a body, and equally large bodies with
# each other: does the shape matter?
# Its data are from build/cells.csv.
#
#     gnuplot build.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" build.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "build" . "." . format

title = "Time to build a tree"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# obb8
$series1 << EOD
0 11.7324 11.2935 14.7036  # torus knot, 20000
1 178.012 167.977 198.321  # torus knot, 202520
2 2.6551 2.60773 2.74138  # coupling
3 12.3391 10.3037 13.6695  # turbine
4 12.1582 10.9356 12.4158  # needle
5 12.8677 12.2862 13.234  # flat cloth
6 198.314 182.918 207.678  # dragon
EOD

# aabb
$series2 << EOD
0 11.6903 11.4572 16.2347  # torus knot, 20000
1 170.497 148.157 195.885  # torus knot, 202520
2 2.9933 2.82205 3.03906  # coupling
3 11.1547 10.373 14.4309  # turbine
4 13.0992 10.2824 13.7626  # needle
5 14.4233 10.4536 14.7755  # flat cloth
6 182.727 158.929 188.588  # dragon
EOD

# saabb
$series3 << EOD
0 18.6849 16.6742 20.8858  # torus knot, 20000
1 256.434 219.05 282.628  # torus knot, 202520
2 4.28795 4.03719 4.3523  # coupling
3 16.1885 15.4522 20.7059  # turbine
4 19.1621 17.0126 20.483  # needle
5 21.9231 21.623 22.1942  # flat cloth
6 264.417 232.318 294.734  # dragon
EOD

# sphere_obb
$series4 << EOD
0 23.5469 23.2959 29.2908  # torus knot, 20000
1 342.945 323.223 378.352  # torus knot, 202520
2 5.27377 5.06704 5.51558  # coupling
3 23.5303 21.482 27.4555  # turbine
4 24.9689 23.9019 25.7923  # needle
5 26.6315 21.4228 27.8513  # flat cloth
6 364.567 303.036 382.921  # dragon
EOD

# sphere_obb_sized
$series5 << EOD
0 25.2845 25.2257 29.6485  # torus knot, 20000
1 360.355 302.815 386.857  # torus knot, 202520
2 5.96731 5.7754 6.10115  # coupling
3 27.183 22.3884 29.7351  # turbine
4 26.2412 22.6593 27.6639  # needle
5 27.9358 21.8207 29.2984  # flat cloth
6 344.98 316.528 407.674  # dragon
EOD

# rapid
$series9 << EOD
0 23.3902 22.0157 25.4501  # torus knot, 20000
1 280.75 269.016 329.775  # torus knot, 202520
2 4.42396 4.24714 4.86146  # coupling
3 21.2862 19.4702 25.4283  # turbine
4 21.5116 20.7026 22.2084  # needle
5 18.9945 16.6549 21.6503  # flat cloth
6 322.9 286.739 343.662  # dragon
EOD

# Embree, low quality
$series10 << EOD
0 4.48778 4.23887 6.67645  # torus knot, 20000
1 60.8069 46.1935 70.142  # torus knot, 202520
2 1.46405 1.38706 1.54753  # coupling
3 5.20409 4.20552 6.44588  # turbine
4 10.9079 8.9835 11.5379  # needle
5 8.79232 6.1432 9.22564  # flat cloth
6 77.9313 59.5446 87.6235  # dragon
EOD

# Embree, medium quality
$series11 << EOD
0 12.8692 12.5187 15.2064  # torus knot, 20000
1 164.024 132.56 173.229  # torus knot, 202520
2 3.01349 2.98861 3.0871  # coupling
3 13.5163 11.5942 15.1318  # turbine
4 14.139 11.0233 15.2172  # needle
5 14.9846 11.4443 15.1795  # flat cloth
6 161.726 146.573 182.748  # dragon
EOD

# Embree, to be refitted
$series12 << EOD
0 8.91092 8.78143 9.30424  # torus knot, 20000
1 100.154 95.1474 123.831  # torus knot, 202520
2 2.09135 2.05087 2.17311  # coupling
3 9.3333 8.07117 10.6598  # turbine
4 6.81982 4.89059 7.37293  # needle
5 10.8902 8.20209 11.123  # flat cloth
6 134.036 110.332 150.068  # dragon
EOD

# FCL, AABB
$series13 << EOD
0 11.5115 11.3323 17.1941  # torus knot, 20000
1 142.482 133.33 192.778  # torus knot, 202520
2 2.78307 2.72907 2.83658  # coupling
3 13.4466 10.9637 14.7637  # turbine
4 13.834 10.0754 14.7655  # needle
5 15.7447 11.3125 16.3175  # flat cloth
6 225.702 161.266 244.944  # dragon
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 644 : 596)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 702 : 596)
H = H + height2
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
set label 4 "processor time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "body" : "\nbody") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(18 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knot,\n20000" 0, "torus knot,\n202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
if (narrow) set lmargin at screen 0.237; set xtics scale 0 right rotate by 25 noenhanced ("torus knot, 20000" 0, "torus knot, 202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
set logscale y
set yrange [1.10501:1049.6] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 34 to graph 1, first 34 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # obb8
set style line 2 linecolor rgb "#56b4e9" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # aabb
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # saabb
set style line 4 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # sphere_obb
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # sphere_obb_sized
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.336):2 with points linestyle 1 pointsize 1.8 * point title "obb8 †", \
     $series2 using ($1 - 0.168):2 with points linestyle 2 pointsize 1.8 * point title "aabb †", \
     $series3 using 1:2 with points linestyle 3 pointsize 1.8 * point title "saabb †", \
     $series4 using ($1 + 0.168):2 with points linestyle 4 pointsize 1.8 * point title "sphere_obb †", \
     $series5 using ($1 + 0.336):2 with points linestyle 5 pointsize 1.8 * point title "sphere_obb_sized †", \
     $series1 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series5 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 5 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series5 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "processor time (ms)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "body" : "\nbody") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(24 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("torus knot,\n20000" 0, "torus knot,\n202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
if (narrow) set lmargin at screen 0.237; set xtics scale 0 right rotate by 25 noenhanced ("torus knot, 20000" 0, "torus knot, 202520" 1, "coupling" 2, "turbine" 3, "needle" 4, "flat cloth" 5, "dragon" 6)
set logscale y
set yrange [1.10501:1049.6] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e0, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50, "200" 200, "500" 500)
# A line: set arrow 1 from graph 0, first 34 to graph 1, first 34 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # rapid
set style line 10 linecolor rgb "#8c510a" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # Embree, low quality
set style line 11 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Embree, medium quality
set style line 12 linecolor rgb "#e69f00" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # Embree, to be refitted
set style line 13 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # FCL, AABB
numbers = "left rotate by 90 offset 0,0.6"

if (height2) plot \
     $series9 using ($1 - 0.336):2 with points linestyle 9 pointsize 1.8 * point title "rapid †", \
     $series10 using ($1 - 0.168):2 with points linestyle 10 pointsize 1.8 * point title "Embree, low quality", \
     $series11 using 1:2 with points linestyle 11 pointsize 1.8 * point title "Embree, medium quality", \
     $series12 using ($1 + 0.168):2 with points linestyle 12 pointsize 1.8 * point title "Embree, to be refitted", \
     $series13 using ($1 + 0.336):2 with points linestyle 13 pointsize 1.8 * point title "FCL, AABB", \
     $series9 using ($1 - 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using ($1 - 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using ($1 + 0.168):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using ($1 + 0.336):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     $series9 using ($1 - 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series10 using ($1 - 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series11 using 1:(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series12 using ($1 + 0.168):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series13 using ($1 + 0.336):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
