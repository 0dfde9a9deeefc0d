# liu2016/traversal/traversal-spheres: With and without spheres: time of all contacts
# Dot plot: microseconds per query, logarithmic, with 95 % intervals; for each pair of bodies four symbols: simultaneous and
# classified descent, each with spheres tested before boxes and without. Spheres save time where the symbol with them is the
# lower one.
# Its data are from traversal/cells.csv.
#
#     gnuplot traversal-spheres.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" traversal-spheres.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "traversal-spheres" . "." . format

title = "With and without spheres: time of all contacts"
notes = "liu2016, an experiment of ours · error bars: 95 % interval of the median"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# simultaneous
$series1 << EOD
0 291.7898506 281.2578673 298.8986686  # two torus knots
1 378.3602171 363.0245667 398.6207721  # two bumpy spheres
2 353.0669514 344.2323017 359.5299216  # two different bumpy spheres
3 359.4608662 349.2572288 376.4600978  # two different torus knots
4 933.1848947 926.7265147 949.4349912  # comb and sphere of 500
5 211.8144599 207.182169 215.4675538  # gear and bumpy sphere of 300
6 62.66610042 58.40936578 64.17788491  # bar and torus knot of 1000
EOD

# classified
$series2 << EOD
0 290.6991955 287.4425912 293.7659056  # two torus knots
1 378.680586 373.6417693 383.0130076  # two bumpy spheres
2 859.4018563 846.8284525 867.8677706  # two different bumpy spheres
3 779.5253003 768.4467268 794.0708522  # two different torus knots
4 1210.184916 1206.233331 1231.148046  # comb and sphere of 500
5 903.7178954 887.0206169 928.8188862  # gear and bumpy sphere of 300
6 63.18504036 59.95353893 65.36908464  # bar and torus knot of 1000
EOD

# simultaneous, no spheres
$series3 << EOD
0 308.0414846 300.8254209 319.70609  # two torus knots
1 394.9061841 386.1504813 403.4555686  # two bumpy spheres
2 368.4840052 357.3834528 371.7291091  # two different bumpy spheres
3 385.2376917 373.2568903 391.3378157  # two different torus knots
4 953.3433752 942.5658915 965.3531962  # comb and sphere of 500
5 215.4917911 209.4089537 220.9757716  # gear and bumpy sphere of 300
6 67.29206114 62.80571467 69.70318621  # bar and torus knot of 1000
EOD

# classified, no spheres
$series4 << EOD
0 307.8794984 300.9221477 316.6678007  # two torus knots
1 394.617107 388.4468148 398.2952961  # two bumpy spheres
2 913.0018771 905.6076129 925.7253521  # two different bumpy spheres
3 832.3580871 822.6891074 848.0865048  # two different torus knots
4 1239.257189 1230.045191 1245.945303  # comb and sphere of 500
5 1001.38291 984.3862575 1023.17437  # gear and bumpy sphere of 300
6 63.10074672 57.84219507 70.37912012  # bar and torus knot of 1000
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 795 : 820)
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
set label 4 "time per query (µs)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel (narrow ? "" : "\n\n") font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols (narrow ? 1 : 3) width -int(26 * (format eq "svg" ? 0.22 : 0.1))
set xrange [-0.5:6.5] noextend
set grid noxtics
if (!narrow) set xtics scale 0 rotate by 0 noenhanced ("two torus\nknots" 0, "two bumpy\nspheres" 1, "two different\nbumpy spheres" 2, "two different\ntorus knots" 3, "comb and\nsphere of 500" 4, "gear and\nbumpy sphere\nof 300" 5, "bar and torus\nknot of 1000" 6)
if (narrow) set lmargin at screen 0.206; set xtics scale 0 right rotate by 25 noenhanced ("two torus knots" 0, "two bumpy spheres" 1, "two different bumpy spheres" 2, "two different torus knots" 3, "comb and sphere of 500" 4, "gear and bumpy sphere of 300" 5, "bar and torus knot of 1000" 6)
set logscale y
set yrange [51.1581:2076.6] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e1, 1e1
set ytics add ("200" 200, "500" 500, "2000" 2000)
# A line: set arrow 1 from graph 0, first 3.3e+02 to graph 1, first 3.3e+02 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#009e73" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # simultaneous
set style line 2 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # classified
set style line 3 linecolor rgb "#e69f00" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # simultaneous, no spheres
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # classified, no spheres
numbers = "left rotate by 90 offset 0,0.6"

if (height1) plot \
     $series1 using ($1 - 0.315):2 with points linestyle 1 pointsize 1.8 * point title "simultaneous", \
     $series2 using ($1 - 0.105):2 with points linestyle 2 pointsize 1.8 * point title "classified", \
     $series3 using ($1 + 0.105):2 with points linestyle 3 pointsize 1.8 * point title "simultaneous, no spheres", \
     $series4 using ($1 + 0.315):2 with points linestyle 4 pointsize 1.8 * point title "classified, no spheres", \
     $series1 using ($1 - 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 1 dashtype solid linewidth 1.7 notitle, \
     $series2 using ($1 - 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 2 dashtype solid linewidth 1.7 notitle, \
     $series3 using ($1 + 0.105):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 3 dashtype solid linewidth 1.7 notitle, \
     $series4 using ($1 + 0.315):3:(0):($4 - $3) with vectors heads size screen cap,90 fixed linestyle 4 dashtype solid linewidth 1.7 notitle, \
     $series1 using ($1 - 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series2 using ($1 - 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series3 using ($1 + 0.105):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     $series4 using ($1 + 0.315):(above($2, valid(4) ? $4 : $2)):(narrow ? "" : short($2)) with labels @numbers font small noenhanced notitle, \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
