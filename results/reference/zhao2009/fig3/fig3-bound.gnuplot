# zhao2009/fig3/fig3-bound: Bounds of the speedup by counting tasks (m = 961)
# Line chart, both axes logarithmic: bound of the speedup over the number of processors; one line per ring and deal of colours,
# and the dynamic schedule. An open symbol is the paper's 3.3 on four processors: a deal whose line is below it cannot have
# reached that.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3-bound.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-bound.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-bound" . "." . format

title = "Bounds of the speedup by counting tasks (m = 961)"
notes = "zhao2009, figure 3 · rows with tasks = squares, asked = pairs · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# natural ring, colour mod p
$series1 << EOD
1 1 ? ?
2 1.99792 ? ?
3 1.99792 ? ?
4 1.99792 ? ?
5 2.00208 ? ?
6 1.99792 ? ?
7 2.00208 ? ?
8 2.00208 ? ?
9 2.00208 ? ?
10 2.00208 ? ?
11 2.00208 ? ?
12 1.99792 ? ?
13 1.99792 ? ?
14 2.00208 ? ?
15 2.00208 ? ?
16 2.00208 ? ?
17 2.00208 ? ?
18 2.00208 ? ?
19 2.00208 ? ?
20 2.00208 ? ?
21 2.00208 ? ?
22 2.00208 ? ?
23 2.00208 ? ?
24 2.00208 ? ?
25 2.00208 ? ?
26 2.00208 ? ?
27 2.00208 ? ?
28 2.00208 ? ?
29 2.00208 ? ?
30 2.00208 ? ?
31 2.00208 ? ?
32 2.00208 ? ?
33 2.00208 ? ?
34 2.00208 ? ?
35 2.00208 ? ?
36 2.00208 ? ?
37 2.00208 ? ?
38 2.00208 ? ?
39 2.00208 ? ?
40 2.00208 ? ?
41 2.00208 ? ?
42 2.00208 ? ?
43 2.00208 ? ?
44 2.00208 ? ?
45 2.00208 ? ?
46 2.00208 ? ?
47 2.00208 ? ?
48 2.00208 ? ?
49 2.00208 ? ?
50 2.00208 ? ?
51 2.00208 ? ?
52 2.00208 ? ?
53 2.00208 ? ?
54 2.00208 ? ?
55 2.00208 ? ?
56 2.00208 ? ?
57 2.00208 ? ?
58 2.00208 ? ?
59 2.00208 ? ?
60 2.00208 ? ?
61 2.00208 ? ?
62 2.00208 ? ?
63 2.00208 ? ?
64 2.00208 ? ?
EOD

# shuffled ring, colour mod p
$series2 << EOD
1 1 ? ?
2 1.96812 ? ?
3 2.34532 ? ?
4 2.95995 ? ?
5 3.09499 ? ?
6 3.45352 ? ?
7 3.5213 ? ?
8 3.71451 ? ?
9 3.74448 ? ?
10 3.8418 ? ?
11 3.86364 ? ?
12 3.91883 ? ?
13 3.92815 ? ?
14 3.95228 ? ?
15 3.96078 ? ?
16 3.97717 ? ?
17 3.97528 ? ?
18 3.97674 ? ?
19 3.98266 ? ?
20 3.99013 ? ?
21 3.99013 ? ?
22 3.99013 ? ?
23 3.99013 ? ?
24 3.99013 ? ?
25 3.99013 ? ?
26 3.99013 ? ?
27 3.99013 ? ?
28 3.99013 ? ?
29 3.99013 ? ?
30 3.99013 ? ?
31 3.99013 ? ?
32 3.99013 ? ?
33 3.99013 ? ?
34 3.99013 ? ?
35 3.99013 ? ?
36 3.99013 ? ?
37 3.99013 ? ?
38 3.99013 ? ?
39 3.99013 ? ?
40 3.99013 ? ?
41 3.99013 ? ?
42 3.99013 ? ?
43 3.99013 ? ?
44 3.99013 ? ?
45 3.99013 ? ?
46 3.99013 ? ?
47 3.99013 ? ?
48 3.99013 ? ?
49 3.99013 ? ?
50 3.99013 ? ?
51 3.99013 ? ?
52 3.99013 ? ?
53 3.99013 ? ?
54 3.99013 ? ?
55 3.99013 ? ?
56 3.99013 ? ?
57 3.99013 ? ?
58 3.99013 ? ?
59 3.99013 ? ?
60 3.99013 ? ?
61 3.99013 ? ?
62 3.99013 ? ?
63 3.99013 ? ?
64 3.99013 ? ?
EOD

# shuffled ring, a thread for each colour
$series3 << EOD
1 1 ? ?
2 1.99792 ? ?
3 2.99284 ? ?
4 3.93949 ? ?
5 3.99013 ? ?
6 3.99013 ? ?
7 3.99013 ? ?
8 3.99013 ? ?
9 3.99013 ? ?
10 3.99013 ? ?
11 3.99013 ? ?
12 3.99013 ? ?
13 3.99013 ? ?
14 3.99013 ? ?
15 3.99013 ? ?
16 3.99013 ? ?
17 3.99013 ? ?
18 3.99013 ? ?
19 3.99013 ? ?
20 3.99013 ? ?
21 3.99013 ? ?
22 3.99013 ? ?
23 3.99013 ? ?
24 3.99013 ? ?
25 3.99013 ? ?
26 3.99013 ? ?
27 3.99013 ? ?
28 3.99013 ? ?
29 3.99013 ? ?
30 3.99013 ? ?
31 3.99013 ? ?
32 3.99013 ? ?
33 3.99013 ? ?
34 3.99013 ? ?
35 3.99013 ? ?
36 3.99013 ? ?
37 3.99013 ? ?
38 3.99013 ? ?
39 3.99013 ? ?
40 3.99013 ? ?
41 3.99013 ? ?
42 3.99013 ? ?
43 3.99013 ? ?
44 3.99013 ? ?
45 3.99013 ? ?
46 3.99013 ? ?
47 3.99013 ? ?
48 3.99013 ? ?
49 3.99013 ? ?
50 3.99013 ? ?
51 3.99013 ? ?
52 3.99013 ? ?
53 3.99013 ? ?
54 3.99013 ? ?
55 3.99013 ? ?
56 3.99013 ? ?
57 3.99013 ? ?
58 3.99013 ? ?
59 3.99013 ? ?
60 3.99013 ? ?
61 3.99013 ? ?
62 3.99013 ? ?
63 3.99013 ? ?
64 3.99013 ? ?
EOD

# printed in the paper: shuffled ring, a thread for each colour
$printed3 << EOD
4 3.3 ? ?
EOD

# six colours, colour mod p
$series4 << EOD
1 1 ? ?
2 1.97528 ? ?
3 2.14411 ? ?
4 2.47281 ? ?
5 2.49166 ? ?
6 2.71261 ? ?
7 2.71261 ? ?
8 2.71261 ? ?
9 2.71261 ? ?
10 2.71261 ? ?
11 2.71261 ? ?
12 2.71261 ? ?
13 2.71261 ? ?
14 2.71261 ? ?
15 2.71261 ? ?
16 2.71261 ? ?
17 2.71261 ? ?
18 2.71261 ? ?
19 2.71261 ? ?
20 2.71261 ? ?
21 2.71261 ? ?
22 2.71261 ? ?
23 2.71261 ? ?
24 2.71261 ? ?
25 2.71261 ? ?
26 2.71261 ? ?
27 2.71261 ? ?
28 2.71261 ? ?
29 2.71261 ? ?
30 2.71261 ? ?
31 2.71261 ? ?
32 2.71261 ? ?
33 2.71261 ? ?
34 2.71261 ? ?
35 2.71261 ? ?
36 2.71261 ? ?
37 2.71261 ? ?
38 2.71261 ? ?
39 2.71261 ? ?
40 2.71261 ? ?
41 2.71261 ? ?
42 2.71261 ? ?
43 2.71261 ? ?
44 2.71261 ? ?
45 2.71261 ? ?
46 2.71261 ? ?
47 2.71261 ? ?
48 2.71261 ? ?
49 2.71261 ? ?
50 2.71261 ? ?
51 2.71261 ? ?
52 2.71261 ? ?
53 2.71261 ? ?
54 2.71261 ? ?
55 2.71261 ? ?
56 2.71261 ? ?
57 2.71261 ? ?
58 2.71261 ? ?
59 2.71261 ? ?
60 2.71261 ? ?
61 2.71261 ? ?
62 2.71261 ? ?
63 2.71261 ? ?
64 2.71261 ? ?
EOD

# six colours, a thread for each
$series5 << EOD
1 1 ? ?
2 1.98238 ? ?
3 2.71261 ? ?
4 2.71261 ? ?
5 2.71261 ? ?
6 2.71261 ? ?
7 2.71261 ? ?
8 2.71261 ? ?
9 2.71261 ? ?
10 2.71261 ? ?
11 2.71261 ? ?
12 2.71261 ? ?
13 2.71261 ? ?
14 2.71261 ? ?
15 2.71261 ? ?
16 2.71261 ? ?
17 2.71261 ? ?
18 2.71261 ? ?
19 2.71261 ? ?
20 2.71261 ? ?
21 2.71261 ? ?
22 2.71261 ? ?
23 2.71261 ? ?
24 2.71261 ? ?
25 2.71261 ? ?
26 2.71261 ? ?
27 2.71261 ? ?
28 2.71261 ? ?
29 2.71261 ? ?
30 2.71261 ? ?
31 2.71261 ? ?
32 2.71261 ? ?
33 2.71261 ? ?
34 2.71261 ? ?
35 2.71261 ? ?
36 2.71261 ? ?
37 2.71261 ? ?
38 2.71261 ? ?
39 2.71261 ? ?
40 2.71261 ? ?
41 2.71261 ? ?
42 2.71261 ? ?
43 2.71261 ? ?
44 2.71261 ? ?
45 2.71261 ? ?
46 2.71261 ? ?
47 2.71261 ? ?
48 2.71261 ? ?
49 2.71261 ? ?
50 2.71261 ? ?
51 2.71261 ? ?
52 2.71261 ? ?
53 2.71261 ? ?
54 2.71261 ? ?
55 2.71261 ? ?
56 2.71261 ? ?
57 2.71261 ? ?
58 2.71261 ? ?
59 2.71261 ? ?
60 2.71261 ? ?
61 2.71261 ? ?
62 2.71261 ? ?
63 2.71261 ? ?
64 2.71261 ? ?
EOD

# dynamic
$series6 << EOD
1 1 ? ?
2 1.99792 ? ?
3 2.99377 ? ?
4 3.98755 ? ?
5 4.97927 ? ?
6 5.96894 ? ?
7 6.96377 ? ?
8 7.94215 ? ?
9 8.98131 ? ?
10 9.90722 ? ?
11 10.9205 ? ?
12 11.8642 ? ?
13 12.9865 ? ?
14 13.9275 ? ?
15 14.7846 ? ?
16 15.7541 ? ?
17 16.8596 ? ?
18 17.7963 ? ?
19 18.8431 ? ?
20 19.6122 ? ?
21 20.8913 ? ?
22 21.8409 ? ?
23 22.881 ? ?
24 23.439 ? ?
25 24.641 ? ?
26 25.973 ? ?
27 26.6944 ? ?
28 27.4571 ? ?
29 28.2647 ? ?
30 29.1212 ? ?
31 31 ? ?
32 31 ? ?
33 32.0333 ? ?
34 33.1379 ? ?
35 34.3214 ? ?
36 35.5926 ? ?
37 36.9615 ? ?
38 36.9615 ? ?
39 38.44 ? ?
40 38.44 ? ?
41 40.0417 ? ?
42 41.7826 ? ?
43 41.7826 ? ?
44 43.6818 ? ?
45 43.6818 ? ?
46 45.7619 ? ?
47 45.7619 ? ?
48 45.7619 ? ?
49 48.05 ? ?
50 48.05 ? ?
51 50.5789 ? ?
52 50.5789 ? ?
53 50.5789 ? ?
54 53.3889 ? ?
55 53.3889 ? ?
56 53.3889 ? ?
57 56.5294 ? ?
58 56.5294 ? ?
59 56.5294 ? ?
60 56.5294 ? ?
61 60.0625 ? ?
62 60.0625 ? ?
63 60.0625 ? ?
64 60.0625 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 769 : 935)
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
set label 4 "bound of the speedup" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
set tmargin at screen 1 - (at + (narrow ? 39 : 42)) / H
set xlabel "number of processors" font axis noenhanced
set key bmargin center horizontal Left reverse noenhanced samplen 2.5 height 1 maxcols 1 width -int(46 * (format eq "svg" ? 0.22 : 0.1))
set logscale x
set xrange [0.846745:75.5835] noextend
if (!narrow) set xtics noenhanced ("1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "6" 6, "7" 7, "8" 8, \
    "9" 9, "" 10 1, "11" 11, "" 12 1, "13" 13, "" 14 1, "15" 15, "" 16 1, \
    "" 17 1, "18" 18, "" 19 1, "" 20 1, "21" 21, "" 22 1, "" 23 1, "" 24 1, \
    "25" 25, "" 26 1, "" 27 1, "" 28 1, "29" 29, "" 30 1, "" 31 1, "" 32 1, \
    "" 33 1, "34" 34, "" 35 1, "" 36 1, "" 37 1, "" 38 1, "" 39 1, "40" 40, \
    "" 41 1, "" 42 1, "" 43 1, "" 44 1, "" 45 1, "46" 46, "" 47 1, "" 48 1, \
    "" 49 1, "" 50 1, "" 51 1, "" 52 1, "53" 53, "" 54 1, "" 55 1, "" 56 1, \
    "" 57 1, "" 58 1, "" 59 1, "" 60 1, "61" 61, "" 62 1, "" 63 1, "" 64 1)
if (narrow) set xtics noenhanced ("1" 1, "2" 2, "3" 3, "4" 4, "5" 5, "" 6 1, "7" 7, "" 8 1, \
    "9" 9, "" 10 1, "" 11 1, "12" 12, "" 13 1, "" 14 1, "" 15 1, "" 16 1, \
    "17" 17, "" 18 1, "" 19 1, "" 20 1, "" 21 1, "" 22 1, "23" 23, "" 24 1, \
    "" 25 1, "" 26 1, "" 27 1, "" 28 1, "" 29 1, "" 30 1, "" 31 1, "32" 32, \
    "" 33 1, "" 34 1, "" 35 1, "" 36 1, "" 37 1, "" 38 1, "" 39 1, "" 40 1, \
    "" 41 1, "" 42 1, "" 43 1, "44" 44, "" 45 1, "" 46 1, "" 47 1, "" 48 1, \
    "" 49 1, "" 50 1, "" 51 1, "" 52 1, "" 53 1, "" 54 1, "" 55 1, "" 56 1, \
    "" 57 1, "" 58 1, "" 59 1, "60" 60, "" 61 1, "" 62 1, "" 63 1, "" 64 1)
set logscale y
set yrange [0.848899:70.7534] noextend
set format y "%.10g"; set mytics 10
set ytics noenhanced 1e-1, 1e1
set ytics add ("2" 2, "5" 5, "20" 20, "50" 50)
# A line: set arrow 1 from graph 0, first 7.8 to graph 1, first 7.8 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # natural ring, colour mod p
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, colour mod p
set style line 3 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, a thread for each colour
set style line 4 linecolor rgb "#000000" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # six colours, colour mod p
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # six colours, a thread for each
set style line 6 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # dynamic

if (height1) plot \
     $series1 using 1:2 with lines linestyle 1 title "natural ring, colour mod p", \
     $series2 using 1:2 with lines linestyle 2 title "shuffled ring, colour mod p", \
     $series3 using 1:2 with lines linestyle 3 title "shuffled ring, a thread for each colour", \
     $series4 using 1:2 with lines linestyle 4 title "six colours, colour mod p", \
     $series5 using 1:2 with lines linestyle 5 title "six colours, a thread for each", \
     $series6 using 1:2 with lines linestyle 6 title "dynamic †", \
     $printed3 using 1:2 with points pointsize 2.2 * point pointtype 14 linewidth 2.5 linecolor rgb "#000000" title "paper: shuffled ring, a thread for each colour", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
