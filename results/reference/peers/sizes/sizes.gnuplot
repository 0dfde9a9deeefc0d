# peers/sizes/sizes: Boxes of equal and of very different sizes
# Dot plot: microseconds of processor time per box and frame, logarithmic, with 95 % intervals, for equal, log-normal,
# clustered sizes and a few huge ones; one symbol per matcher, with CGAL and Boost. Look which matchers a few huge boxes slow
# down.
# Its data are from sizes/cells.csv.
#
#     gnuplot sizes.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" sizes.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "sizes" . "." . format

title = "Boxes of equal and of very different sizes"
notes = "peers, an experiment of ours · † ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 07d8039f4c96 · 2026-11-26 · measured by earlier code"

# ---- data: x, y, the ends of the interval

# hps_join
$series1 << EOD
0 0.08503430284 0.08146573144 0.08859797252  # equal
1 0.08369587597 0.08197856916 0.09535470041  # lognormal
2 0.09272670288 0.07053807857 0.1103397139  # clustered
3 0.08868927889 0.07984561053 0.09232698154  # huge
EOD

# forward scan
$series2 << EOD
0 0.1175853611 0.1128474573 0.1194567584  # equal
1 0.1301949409 0.1257637001 0.1344809037  # lognormal
2 0.1234863659 0.09345008364 0.1437824859  # clustered
3 0.1227379398 0.1139764798 0.1258708691  # huge
EOD

# region_grid
$series3 << EOD
0 0.08287929294 0.08110800017 0.08509146482  # equal
1 0.08914809192 0.08351846593 0.09248426611  # lognormal
2 0.09371157825 0.07175850679 0.1056949496  # clustered
3 0.09281104229 0.08828353847 0.09884724345  # huge
EOD

# grid
$series4 << EOD
0 0.1920587546 0.1896295397 0.1962288735  # equal
1 0.3467743054 0.331343066 0.3541992087  # lognormal
2 0.4157260864 0.3563563278 0.4774568737  # clustered
3 0.504642713 0.4835356124 0.5273844369  # huge
EOD

# tree, rebuilt
$series5 << EOD
0 0.7274155652 0.6859086918 0.7429917305  # equal
1 0.7474064994 0.6740179558 0.7953551261  # lognormal
2 1.119056412 0.9317059536 1.330583461  # clustered
3 1.442044242 1.358824888 1.678021277  # huge
EOD

# sap
$series6 << EOD
0 1.246276748 1.21946758 1.270535022  # equal
1 1.324205146 1.273171725 1.378359752  # lognormal
2 2.910191491 2.01844862 3.156864602  # clustered
3 2.016576257 1.887041685 2.354048964  # huge
EOD

# CGAL
$series7 << EOD
0 0.2540798878 0.2468995588 0.2571077436  # equal
1 0.2457497579 0.2357028541 0.2531966072  # lognormal
2 0.4474873585 0.3930786708 0.463495124  # clustered
3 0.2911979593 0.2801450031 0.3118752748  # huge
EOD

# Boost
$series8 << EOD
0 0.2853172871 0.2766764518 0.2925533471  # equal
1 0.3037454856 0.2879031724 0.3144466211  # lognormal
2 0.3680340358 0.3266735486 0.3948184033  # clustered
3 0.4494604228 0.4197060379 0.4727148962  # huge
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 681 : 788)
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
set label 4 "processor time per box and frame (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "distribution of the sizes" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 2 : 4) width -int(15 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:3.5] noextend
set grid noxtics
set xtics scale 0 rotate by 0 noenhanced ("equal" 0, "lognormal" 1, "clustered" 2, "huge" 3)
set logscale y
set yrange [0.0605885:5.9423] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-2, 1e1
set ytics add ("0.2" 0.2, "0.5" 0.5, "2" 2, "5" 5)
# A line: set arrow 1 from graph 0, first 0.6 to graph 1, first 0.6 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # hps_join
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # forward scan
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # region_grid
set style line 4 linecolor rgb "#cc79a7" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # grid
set style line 5 linecolor rgb "#56b4e9" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # tree, rebuilt
set style line 6 linecolor rgb "#999933" dashtype solid pointtype 5 linewidth 2.5 pointsize 1.5 * point  # sap
set style line 7 linecolor rgb "#882255" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # CGAL
set style line 8 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # Boost
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.3675):2 with points linestyle 1 pointsize 1.8 * point title "hps_join †", \
     $series2 using ($1 - 0.2625):2 with points linestyle 2 pointsize 1.8 * point title "forward scan †", \
     $series3 using ($1 - 0.1575):2 with points linestyle 3 pointsize 1.8 * point title "region_grid †", \
     $series4 using ($1 - 0.0525):2 with points linestyle 4 pointsize 1.8 * point title "grid †", \
     $series5 using ($1 + 0.0525):2 with points linestyle 5 pointsize 1.8 * point title "tree, rebuilt †", \
     $series6 using ($1 + 0.1575):2 with points linestyle 6 pointsize 1.8 * point title "sap †", \
     $series7 using ($1 + 0.2625):2 with points linestyle 7 pointsize 1.8 * point title "CGAL", \
     $series8 using ($1 + 0.3675):2 with points linestyle 8 pointsize 1.8 * point title "Boost", \
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
