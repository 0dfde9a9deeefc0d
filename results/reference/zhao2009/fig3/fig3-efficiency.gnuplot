# zhao2009/fig3/fig3-efficiency: Simulated efficiency of the measured tasks (pairs that touch, m = 465)
# Line chart: simulated speedup over processors, linear, over the number of processors, logarithmic; one line per ring and deal
# of colours, the dynamic schedule and work stealing, an open symbol for the paper's 0.82 on four. The paper claims that it
# falls: all lines should go down.
# Its data are from fig3/cells.csv.
#
#     gnuplot fig3-efficiency.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" fig3-efficiency.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "fig3-efficiency" . "." . format

title = "Simulated efficiency of the measured tasks (pairs that touch, m = 465)"
notes = "zhao2009, figure 3 · rows with tasks = half, asked = pairs · † not among the paper's"
caption = "AMD EPYC, 2 processors · quick run · revision 6281253d4f5b · 2026-11-28"

# ---- data: x, y, the ends of the interval

# natural ring, colour mod p
$series1 << EOD
1 1 ? ?
2 0.925909 ? ?
3 0.617284 ? ?
4 0.462955 ? ?
5 0.37037 ? ?
6 0.308642 ? ?
7 0.26455 ? ?
8 0.231477 ? ?
9 0.205761 ? ?
10 0.185185 ? ?
11 0.16835 ? ?
12 0.154321 ? ?
13 0.14245 ? ?
14 0.132275 ? ?
15 0.123457 ? ?
16 0.115741 ? ?
17 0.108932 ? ?
18 0.102881 ? ?
19 0.0974659 ? ?
20 0.0925926 ? ?
21 0.0881834 ? ?
22 0.0841751 ? ?
23 0.0805153 ? ?
24 0.0771605 ? ?
25 0.0740741 ? ?
26 0.0712251 ? ?
27 0.0685871 ? ?
28 0.0661376 ? ?
29 0.063857 ? ?
30 0.0617284 ? ?
31 0.0597372 ? ?
32 0.0578704 ? ?
33 0.0561167 ? ?
34 0.0544662 ? ?
35 0.0529101 ? ?
36 0.0514403 ? ?
37 0.0500501 ? ?
38 0.048733 ? ?
39 0.0474834 ? ?
40 0.0462963 ? ?
41 0.0451671 ? ?
42 0.0440917 ? ?
43 0.0430663 ? ?
44 0.0420875 ? ?
45 0.0411523 ? ?
46 0.0402577 ? ?
47 0.0394011 ? ?
48 0.0385803 ? ?
49 0.0377929 ? ?
50 0.037037 ? ?
51 0.0363108 ? ?
52 0.0356125 ? ?
53 0.0349406 ? ?
54 0.0342936 ? ?
55 0.03367 ? ?
56 0.0330688 ? ?
57 0.0324886 ? ?
58 0.0319285 ? ?
59 0.0313873 ? ?
60 0.0308642 ? ?
61 0.0303582 ? ?
62 0.0298686 ? ?
63 0.0293945 ? ?
64 0.0289352 ? ?
EOD

# shuffled ring, colour mod p
$series2 << EOD
1 1 ? ?
2 0.893353 ? ?
3 0.74326 ? ?
4 0.65083 ? ?
5 0.582737 ? ?
6 0.500133 ? ?
7 0.432113 ? ?
8 0.394063 ? ?
9 0.3584 ? ?
10 0.330929 ? ?
11 0.303508 ? ?
12 0.279543 ? ?
13 0.257355 ? ?
14 0.236798 ? ?
15 0.222704 ? ?
16 0.210024 ? ?
17 0.198861 ? ?
18 0.187814 ? ?
19 0.177929 ? ?
20 0.169033 ? ?
21 0.160983 ? ?
22 0.153666 ? ?
23 0.146985 ? ?
24 0.14086 ? ?
25 0.135226 ? ?
26 0.130025 ? ?
27 0.125209 ? ?
28 0.120738 ? ?
29 0.116574 ? ?
30 0.112688 ? ?
31 0.109053 ? ?
32 0.105645 ? ?
33 0.102444 ? ?
34 0.0994309 ? ?
35 0.09659 ? ?
36 0.093907 ? ?
37 0.0913689 ? ?
38 0.0889645 ? ?
39 0.0866834 ? ?
40 0.0845163 ? ?
41 0.0824549 ? ?
42 0.0804917 ? ?
43 0.0786198 ? ?
44 0.076833 ? ?
45 0.0751256 ? ?
46 0.0734924 ? ?
47 0.0719287 ? ?
48 0.0704302 ? ?
49 0.0689929 ? ?
50 0.067613 ? ?
51 0.0662873 ? ?
52 0.0650125 ? ?
53 0.0637859 ? ?
54 0.0626046 ? ?
55 0.0614664 ? ?
56 0.0603688 ? ?
57 0.0593097 ? ?
58 0.0582871 ? ?
59 0.0572992 ? ?
60 0.0563442 ? ?
61 0.0554205 ? ?
62 0.0545266 ? ?
63 0.0536611 ? ?
64 0.0528227 ? ?
EOD

# shuffled ring, greedy
$series3 << EOD
1 1 ? ?
2 0.902826 ? ?
3 0.849835 ? ?
4 0.77503 ? ?
5 0.662186 ? ?
6 0.562926 ? ?
7 0.48295 ? ?
8 0.422581 ? ?
9 0.375628 ? ?
10 0.338065 ? ?
11 0.307332 ? ?
12 0.281721 ? ?
13 0.26005 ? ?
14 0.241475 ? ?
15 0.225377 ? ?
16 0.211291 ? ?
17 0.198862 ? ?
18 0.187814 ? ?
19 0.177929 ? ?
20 0.169033 ? ?
21 0.160983 ? ?
22 0.153666 ? ?
23 0.146985 ? ?
24 0.14086 ? ?
25 0.135226 ? ?
26 0.130025 ? ?
27 0.125209 ? ?
28 0.120738 ? ?
29 0.116574 ? ?
30 0.112688 ? ?
31 0.109053 ? ?
32 0.105645 ? ?
33 0.102444 ? ?
34 0.0994309 ? ?
35 0.09659 ? ?
36 0.093907 ? ?
37 0.0913689 ? ?
38 0.0889645 ? ?
39 0.0866834 ? ?
40 0.0845163 ? ?
41 0.0824549 ? ?
42 0.0804917 ? ?
43 0.0786198 ? ?
44 0.076833 ? ?
45 0.0751256 ? ?
46 0.0734924 ? ?
47 0.0719287 ? ?
48 0.0704302 ? ?
49 0.0689929 ? ?
50 0.067613 ? ?
51 0.0662873 ? ?
52 0.0650125 ? ?
53 0.0637859 ? ?
54 0.0626046 ? ?
55 0.0614664 ? ?
56 0.0603688 ? ?
57 0.0593097 ? ?
58 0.0582871 ? ?
59 0.0572992 ? ?
60 0.0563442 ? ?
61 0.0554205 ? ?
62 0.0545266 ? ?
63 0.0536611 ? ?
64 0.0528227 ? ?
EOD

# shuffled ring, a thread for each colour
$series4 << EOD
1 1 ? ?
2 0.979958 ? ?
3 0.945359 ? ?
4 0.817474 ? ?
5 0.67613 ? ?
6 0.563442 ? ?
7 0.48295 ? ?
8 0.422581 ? ?
9 0.375628 ? ?
10 0.338065 ? ?
11 0.307332 ? ?
12 0.281721 ? ?
13 0.26005 ? ?
14 0.241475 ? ?
15 0.225377 ? ?
16 0.211291 ? ?
17 0.198862 ? ?
18 0.187814 ? ?
19 0.177929 ? ?
20 0.169033 ? ?
21 0.160983 ? ?
22 0.153666 ? ?
23 0.146985 ? ?
24 0.14086 ? ?
25 0.135226 ? ?
26 0.130025 ? ?
27 0.125209 ? ?
28 0.120738 ? ?
29 0.116574 ? ?
30 0.112688 ? ?
31 0.109053 ? ?
32 0.105645 ? ?
33 0.102444 ? ?
34 0.0994309 ? ?
35 0.09659 ? ?
36 0.093907 ? ?
37 0.0913689 ? ?
38 0.0889645 ? ?
39 0.0866834 ? ?
40 0.0845163 ? ?
41 0.0824549 ? ?
42 0.0804917 ? ?
43 0.0786198 ? ?
44 0.076833 ? ?
45 0.0751256 ? ?
46 0.0734924 ? ?
47 0.0719287 ? ?
48 0.0704302 ? ?
49 0.0689929 ? ?
50 0.067613 ? ?
51 0.0662873 ? ?
52 0.0650125 ? ?
53 0.0637859 ? ?
54 0.0626046 ? ?
55 0.0614664 ? ?
56 0.0603688 ? ?
57 0.0593097 ? ?
58 0.0582871 ? ?
59 0.0572992 ? ?
60 0.0563442 ? ?
61 0.0554205 ? ?
62 0.0545266 ? ?
63 0.0536611 ? ?
64 0.0528227 ? ?
EOD

# printed in the paper: shuffled ring, a thread for each colour
$printed4 << EOD
4 0.82 ? ?
EOD

# six colours, a thread for each
$series5 << EOD
1 1 ? ?
2 0.968604 ? ?
3 0.807687 ? ?
4 0.612484 ? ?
5 0.489987 ? ?
6 0.408323 ? ?
7 0.349991 ? ?
8 0.306242 ? ?
9 0.272215 ? ?
10 0.244994 ? ?
11 0.222722 ? ?
12 0.204161 ? ?
13 0.188457 ? ?
14 0.174996 ? ?
15 0.163329 ? ?
16 0.153121 ? ?
17 0.144114 ? ?
18 0.136108 ? ?
19 0.128944 ? ?
20 0.122497 ? ?
21 0.116664 ? ?
22 0.111361 ? ?
23 0.106519 ? ?
24 0.102081 ? ?
25 0.0979975 ? ?
26 0.0942284 ? ?
27 0.0907384 ? ?
28 0.0874978 ? ?
29 0.0844806 ? ?
30 0.0816646 ? ?
31 0.0790302 ? ?
32 0.0765605 ? ?
33 0.0742405 ? ?
34 0.072057 ? ?
35 0.0699982 ? ?
36 0.0680538 ? ?
37 0.0662145 ? ?
38 0.064472 ? ?
39 0.0628189 ? ?
40 0.0612484 ? ?
41 0.0597546 ? ?
42 0.0583318 ? ?
43 0.0569753 ? ?
44 0.0556804 ? ?
45 0.0544431 ? ?
46 0.0532595 ? ?
47 0.0521263 ? ?
48 0.0510404 ? ?
49 0.0499987 ? ?
50 0.0489987 ? ?
51 0.048038 ? ?
52 0.0471142 ? ?
53 0.0462252 ? ?
54 0.0453692 ? ?
55 0.0445443 ? ?
56 0.0437489 ? ?
57 0.0429814 ? ?
58 0.0422403 ? ?
59 0.0415244 ? ?
60 0.0408323 ? ?
61 0.0401629 ? ?
62 0.0395151 ? ?
63 0.0388879 ? ?
64 0.0382803 ? ?
EOD

# dynamic
$series6 << EOD
1 1 ? ?
2 0.98851 ? ?
3 0.988775 ? ?
4 0.9651 ? ?
5 0.959527 ? ?
6 0.942211 ? ?
7 0.919947 ? ?
8 0.896592 ? ?
9 0.881205 ? ?
10 0.859341 ? ?
11 0.8465 ? ?
12 0.82695 ? ?
13 0.803003 ? ?
14 0.791433 ? ?
15 0.776605 ? ?
16 0.768271 ? ?
17 0.752169 ? ?
18 0.740672 ? ?
19 0.728608 ? ?
20 0.710026 ? ?
21 0.698477 ? ?
22 0.686939 ? ?
23 0.67437 ? ?
24 0.663245 ? ?
25 0.657238 ? ?
26 0.647664 ? ?
27 0.636154 ? ?
28 0.625133 ? ?
29 0.613018 ? ?
30 0.604124 ? ?
31 0.594184 ? ?
32 0.584097 ? ?
33 0.572641 ? ?
34 0.565482 ? ?
35 0.553136 ? ?
36 0.543638 ? ?
37 0.534233 ? ?
38 0.524803 ? ?
39 0.512696 ? ?
40 0.503684 ? ?
41 0.497824 ? ?
42 0.489648 ? ?
43 0.480718 ? ?
44 0.473263 ? ?
45 0.463553 ? ?
46 0.453979 ? ?
47 0.445079 ? ?
48 0.437563 ? ?
49 0.429312 ? ?
50 0.421324 ? ?
51 0.414385 ? ?
52 0.409856 ? ?
53 0.403275 ? ?
54 0.395841 ? ?
55 0.388675 ? ?
56 0.381748 ? ?
57 0.375051 ? ?
58 0.368603 ? ?
59 0.36238 ? ?
60 0.356361 ? ?
61 0.350528 ? ?
62 0.34488 ? ?
63 0.339408 ? ?
64 0.334112 ? ?
EOD

# work stealing
$series7 << EOD
1 1 ? ?
2 0.984517 ? ?
3 0.986044 ? ?
4 0.95847 ? ?
5 0.956887 ? ?
6 0.938359 ? ?
7 0.878799 ? ?
8 0.92513 ? ?
9 0.931359 ? ?
10 0.888582 ? ?
11 0.822314 ? ?
12 0.846253 ? ?
13 0.861312 ? ?
14 0.77262 ? ?
15 0.739678 ? ?
16 0.738397 ? ?
17 0.797165 ? ?
18 0.679892 ? ?
19 0.671722 ? ?
20 0.791605 ? ?
21 0.658834 ? ?
22 0.661623 ? ?
23 0.723175 ? ?
24 0.709288 ? ?
25 0.605279 ? ?
26 0.618046 ? ?
27 0.673187 ? ?
28 0.605905 ? ?
29 0.597057 ? ?
30 0.581262 ? ?
31 0.611757 ? ?
32 0.547811 ? ?
33 0.531212 ? ?
34 0.519791 ? ?
35 0.541465 ? ?
36 0.511214 ? ?
37 0.574621 ? ?
38 0.554944 ? ?
39 0.497872 ? ?
40 0.533044 ? ?
41 0.519634 ? ?
42 0.473751 ? ?
43 0.46044 ? ?
44 0.48521 ? ?
45 0.472939 ? ?
46 0.441732 ? ?
47 0.452928 ? ?
48 0.444873 ? ?
49 0.416164 ? ?
50 0.428119 ? ?
51 0.418532 ? ?
52 0.411653 ? ?
53 0.393771 ? ?
54 0.396406 ? ?
55 0.387983 ? ?
56 0.373622 ? ?
57 0.374405 ? ?
58 0.367869 ? ?
59 0.361913 ? ?
60 0.355698 ? ?
61 0.350108 ? ?
62 0.344316 ? ?
63 0.338951 ? ?
64 0.333767 ? ?
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 799 : 964)
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
set label 4 "simulated efficiency (speedup / processors)" at screen 0.018, 1 - (at + (narrow ? 13 : 14)) / H left front font axis noenhanced
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
unset logscale y
set yrange [0:1.04] noextend
set ytics noenhanced autofreq; set format y "%.10g"
# A line: set arrow 1 from graph 0, first 0.52 to graph 1, first 0.52 nohead dashtype (8,6) linewidth 1.5 linecolor rgb "#555555"
set style line 1 linecolor rgb "#0072b2" dashtype solid pointtype 7 linewidth 2.5 pointsize 1.5 * point  # natural ring, colour mod p
set style line 2 linecolor rgb "#009e73" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, colour mod p
set style line 3 linecolor rgb "#cc79a7" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, greedy
set style line 4 linecolor rgb "#56b4e9" dashtype solid pointtype 15 linewidth 2.5 pointsize 1.5 * point  # shuffled ring, a thread for each colour
set style line 5 linecolor rgb "#999933" dashtype solid pointtype 9 linewidth 2.5 pointsize 1.5 * point  # six colours, a thread for each
set style line 6 linecolor rgb "#8c510a" dashtype solid pointtype 13 linewidth 2.5 pointsize 1.5 * point  # dynamic
set style line 7 linecolor rgb "#7f7f7f" dashtype solid pointtype 11 linewidth 2.5 pointsize 1.5 * point  # work stealing

if (height1) plot \
     $series1 using 1:2 with lines linestyle 1 title "natural ring, colour mod p", \
     $series2 using 1:2 with lines linestyle 2 title "shuffled ring, colour mod p", \
     $series3 using 1:2 with lines linestyle 3 title "shuffled ring, greedy", \
     $series4 using 1:2 with lines linestyle 4 title "shuffled ring, a thread for each colour", \
     $series5 using 1:2 with lines linestyle 5 title "six colours, a thread for each", \
     $series6 using 1:2 with lines linestyle 6 title "dynamic †", \
     $series7 using 1:2 with lines linestyle 7 title "work stealing †", \
     $printed4 using 1:2 with points pointsize 2.2 * point pointtype 14 linewidth 2.5 linecolor rgb "#000000" title "paper: shuffled ring, a thread for each colour", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
