# peers/crowd/crowd: Many bodies: ours beside the libraries
# Line chart, both axes logarithmic: microseconds of processor time per body and frame over the number of bodies, with 95 %
# intervals; obb8 behind our broad phase and behind those of five libraries, FCL and Bullet whole. The first line should be
# nowhere above obb8 behind a library.
# Its data are from crowd/cells.csv.
#
#     gnuplot crowd.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" crowd.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "crowd" . "." . format

title = "Many bodies: ours beside the libraries"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median\nmore than 10000 would take too long: Bullet; obb8 behind ODE; obb8 behind CGAL; obb8 behind Boost"
caption = "AMD EPYC, 2 processors · quick run · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# ours: obb8
$series1 << EOD
31 0.3556580651 0.230545779 0.6460520518
100 0.6589999926 0.4063234992 0.9123014483
1000 0.3916428124 0.3710050638 0.5546542424
10000 0.3905334687 0.37521447 0.5031497172
100000 0.4406645221 0.4263607201 0.4642656173
EOD

# FCL
$series2 << EOD
31 1.625193508 1.194657455 2.591658396
100 3.543402786 2.243333991 5.036131765
1000 2.229714061 1.65151517 3.499754069
10000 2.292316156 2.251440922 2.393604289
100000 2.931691586 ? ?
EOD

# Bullet
$series3 << EOD
31 32.00941538 25.67758964 45.24151892
100 45.832875 37.36428007 62.63525209
1000 35.34693012 34.09379635 37.37060428
10000 36.02305476 ? ?
EOD

# Bullet, broad phase alone
$series4 << EOD
31 0.4113548362 0.3120774205 0.6320480264
100 0.5451810034 0.3894545648 0.6846007079
1000 0.6283972728 0.6140786119 0.7802643067
10000 1.048910706 0.9613506467 1.116579759
100000 4.543389368 ? ?
EOD

# obb8 behind FCL
$series9 << EOD
31 0.7617483896 0.5839076711 1.068364512
100 0.9572839786 0.6849658762 1.308551235
1000 0.859287393 0.7017857598 1.155446318
10000 1.122712473 0.8793961029 1.358547587
100000 2.058460272 ? ?
EOD

# obb8 behind Bullet
$series10 << EOD
31 0.6214064504 0.4391088752 0.9983529463
100 1.050642988 0.7161949013 1.392545635
1000 0.9429816703 0.8672535125 1.139593348
10000 1.465330285 1.309980663 1.63068293
100000 4.852013586 ? ?
EOD

# obb8 behind ODE
$series11 << EOD
31 0.9005967807 0.4561680136 2.07945624
100 1.254927 0.777804793 1.861873487
1000 0.9713349347 0.6816486246 1.654843736
10000 2.143530824 1.781680407 2.447839147
EOD

# obb8 behind CGAL
$series12 << EOD
31 0.3653838713 0.2436292164 0.6847084434
100 0.7166269858 0.4793619445 1.036463216
1000 0.7200232712 0.6975768381 0.8974260027
10000 0.7178957041 0.7018546379 0.8100314292
EOD

# obb8 behind Boost
$series13 << EOD
31 0.4482161278 0.2914000001 0.7283885521
100 0.8821629648 0.5576880518 1.222493922
1000 0.8219398767 0.7750141634 0.9466021715
10000 0.9844166839 0.955405489 1.109865595
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 113.6
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 581 : 564)
H = H + height1
height2 = panel && panel != 2 ? 0 : (narrow ? 610 : 564)
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
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(27 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [22.4397:138148] noextend
set xtics noenhanced ("31" 31, "100" 100, "1000" 1000, "10000" 10000, "100000" 100000)
set logscale y
set yrange [0.184245:78.3757] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 3.8 to graph 1, first 3.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # ours: obb8
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # FCL
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Bullet
set style line 4 linecolor rgb "#7f7f7f" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # Bullet, broad phase alone

if (height1) plot \
     $series1 using 1:2 with linespoints linestyle 1 title "ours: obb8 †", \
     $series2 using 1:2 with linespoints linestyle 2 title "FCL", \
     $series3 using 1:2 with linespoints linestyle 3 title "Bullet", \
     $series4 using 1:2 with linespoints linestyle 4 title "Bullet, broad phase alone", \
     $series1 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1

# ---- panel 2

if (height2) set size 1, height2 / H
set origin 0, 1 - (at + height2) / H
set label 4 "processor time per body and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of bodies" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(20 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [22.4397:138148] noextend
set xtics noenhanced ("31" 31, "100" 100, "1000" 1000, "10000" 10000, "100000" 100000)
set logscale y
set yrange [0.184245:78.3757] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 3.8 to graph 1, first 3.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 9 linecolor rgb "#d55e00" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # obb8 behind FCL
set style line 10 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # obb8 behind Bullet
set style line 11 linecolor rgb "#000000" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # obb8 behind ODE
set style line 12 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # obb8 behind CGAL
set style line 13 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # obb8 behind Boost

if (height2) plot \
     $series9 using 1:2 with linespoints linestyle 9 title "obb8 behind FCL", \
     $series10 using 1:2 with linespoints linestyle 10 title "obb8 behind Bullet", \
     $series11 using 1:2 with linespoints linestyle 11 title "obb8 behind ODE", \
     $series12 using 1:2 with linespoints linestyle 12 title "obb8 behind CGAL", \
     $series13 using 1:2 with linespoints linestyle 13 title "obb8 behind Boost", \
     $series9 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 9 dashtype solid linewidth 1.7 notitle, \
     $series10 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 10 dashtype solid linewidth 1.7 notitle, \
     $series11 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 11 dashtype solid linewidth 1.7 notitle, \
     $series12 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 12 dashtype solid linewidth 1.7 notitle, \
     $series13 using 1:3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 13 dashtype solid linewidth 1.7 notitle, \
     NaN notitle
if (height2) unset label
unset arrow
at = at + height2
unset multiplot
set output
