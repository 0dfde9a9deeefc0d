# zhao2009/interpretations: Claims under other interpretations of the text
# Verdicts on 10 claims in 26 cases of the paper's interpretations.
# Its data are from interpretations/interpretations.csv.
#
#     gnuplot interpretations.gnuplot
#     gnuplot -e "format = 'pdf'; style = 'paper'; width = 84" interpretations.gnuplot
#
# draws it. format: svg, png or pdf. style: screen, or paper, which is as wide as a column (84 or 178 mm) and has no title and notes.
# panel: the number of the only panel that is drawn. Whatever is below may be changed: `set style line` has the colours, `set xrange`
# and `set yrange` what is shown.

reset
if (!exists("format")) format = "svg"
if (!exists("style")) style = "screen"
if (!exists("width")) width = 84
if (!exists("panel")) panel = 0
if (!exists("out")) out = "interpretations" . "." . format

title = "Claims under other interpretations of the text"
notes = "zhao2009 · a column for the first values, each other value alone, and pairs · none touches c2 c10 c12 ours1 ours2"
caption = "AMD EPYC, 2 processors · at the size for interpretations · revision c108bb6d8099 · 2026-11-28"

# ---- data: x, y, the ends of the interval

# case, its end, claim, colour, colour of the sign, sign
$cases << EOD
0 1 0 0xd55e00 0xffffff "−"
1 2 0 0xd8d8d8 0x000000 "?"
2 3 0 0xd55e00 0xffffff "−"
3 4 0 0xd55e00 0xffffff "−"
4 5 0 0xd55e00 0xffffff "−"
5 6 0 0xd55e00 0xffffff "−"
6 7 0 0xd55e00 0xffffff "−"
7 8 0 0x009e73 0xffffff "+"
8 9 0 0xd55e00 0xffffff "−"
9 10 0 0xd55e00 0xffffff "−"
10 11 0 0xd55e00 0xffffff "−"
11 12 0 0xd55e00 0xffffff "−"
12 13 0 0xd55e00 0xffffff "−"
13 14 0 0xd55e00 0xffffff "−"
14 15 0 0xd55e00 0xffffff "−"
15 16 0 0xd55e00 0xffffff "−"
16 17 0 0xd55e00 0xffffff "−"
17 18 0 0xd55e00 0xffffff "−"
18 19 0 0xd55e00 0xffffff "−"
19 20 0 0xd55e00 0xffffff "−"
20 21 0 0xd55e00 0xffffff "−"
21 22 0 0xd55e00 0xffffff "−"
22 23 0 0xd55e00 0xffffff "−"
23 24 0 0xd55e00 0xffffff "−"
24 25 0 0x009e73 0xffffff "+"
25 26 0 0xd55e00 0xffffff "−"
0 1 1 0x009e73 0xffffff "+"
1 2 1 0xf0c75e 0x000000 "±"
2 3 1 0x009e73 0xffffff "+"
3 4 1 0xd8d8d8 0x000000 "?"
4 5 1 0x009e73 0xffffff "+"
5 6 1 0x009e73 0xffffff "+"
6 7 1 0x009e73 0xffffff "+"
7 8 1 0x009e73 0xffffff "+"
8 9 1 0x009e73 0xffffff "+"
9 10 1 0x009e73 0xffffff "+"
10 11 1 0x009e73 0xffffff "+"
11 12 1 0x009e73 0xffffff "+"
12 13 1 0x009e73 0xffffff "+"
13 14 1 0x009e73 0xffffff "+"
14 15 1 0x009e73 0xffffff "+"
15 16 1 0x009e73 0xffffff "+"
16 17 1 0x009e73 0xffffff "+"
17 18 1 0x009e73 0xffffff "+"
18 19 1 0x009e73 0xffffff "+"
19 20 1 0x009e73 0xffffff "+"
20 21 1 0xf0c75e 0x000000 "±"
21 22 1 0xf0c75e 0x000000 "±"
22 23 1 0xf0c75e 0x000000 "±"
23 24 1 0x009e73 0xffffff "+"
24 25 1 0x009e73 0xffffff "+"
25 26 1 0x009e73 0xffffff "+"
0 1 2 0xffffff 0x000000 ""
1 2 2 0xffffff 0x000000 ""
2 3 2 0xffffff 0x000000 ""
3 4 2 0xffffff 0x000000 ""
4 5 2 0xffffff 0x000000 ""
5 6 2 0xffffff 0x000000 ""
6 7 2 0xffffff 0x000000 ""
7 8 2 0xffffff 0x000000 ""
8 9 2 0xffffff 0x000000 ""
9 10 2 0xffffff 0x000000 ""
10 11 2 0xffffff 0x000000 ""
11 12 2 0xffffff 0x000000 ""
12 13 2 0xffffff 0x000000 ""
13 14 2 0xffffff 0x000000 ""
14 15 2 0xffffff 0x000000 ""
15 16 2 0xffffff 0x000000 ""
16 17 2 0xffffff 0x000000 ""
17 18 2 0xffffff 0x000000 ""
18 19 2 0xffffff 0x000000 ""
19 20 2 0xffffff 0x000000 ""
20 21 2 0xffffff 0x000000 ""
21 22 2 0xffffff 0x000000 ""
22 23 2 0xffffff 0x000000 ""
23 24 2 0xffffff 0x000000 ""
24 25 2 0xffffff 0x000000 ""
25 26 2 0xffffff 0x000000 ""
0 1 3 0xffffff 0x000000 ""
1 2 3 0xffffff 0x000000 ""
2 3 3 0xffffff 0x000000 ""
3 4 3 0xffffff 0x000000 ""
4 5 3 0xffffff 0x000000 ""
5 6 3 0xffffff 0x000000 ""
6 7 3 0xffffff 0x000000 ""
7 8 3 0xffffff 0x000000 ""
8 9 3 0xffffff 0x000000 ""
9 10 3 0xffffff 0x000000 ""
10 11 3 0xffffff 0x000000 ""
11 12 3 0xffffff 0x000000 ""
12 13 3 0xffffff 0x000000 ""
13 14 3 0xffffff 0x000000 ""
14 15 3 0xffffff 0x000000 ""
15 16 3 0xffffff 0x000000 ""
16 17 3 0xffffff 0x000000 ""
17 18 3 0xffffff 0x000000 ""
18 19 3 0xffffff 0x000000 ""
19 20 3 0xffffff 0x000000 ""
20 21 3 0xffffff 0x000000 ""
21 22 3 0xffffff 0x000000 ""
22 23 3 0xffffff 0x000000 ""
23 24 3 0xffffff 0x000000 ""
24 25 3 0xffffff 0x000000 ""
25 26 3 0xffffff 0x000000 ""
0 1 4 0xf0c75e 0x000000 "±"
1 2 4 0xf0c75e 0x000000 "±"
2 3 4 0xf0c75e 0x000000 "±"
3 4 4 0xf0c75e 0x000000 "±"
4 5 4 0xf0c75e 0x000000 "±"
5 6 4 0xf0c75e 0x000000 "±"
6 7 4 0xf0c75e 0x000000 "±"
7 8 4 0xf0c75e 0x000000 "±"
8 9 4 0xf0c75e 0x000000 "±"
9 10 4 0xf0c75e 0x000000 "±"
10 11 4 0xf0c75e 0x000000 "±"
11 12 4 0xf0c75e 0x000000 "±"
12 13 4 0xf0c75e 0x000000 "±"
13 14 4 0xf0c75e 0x000000 "±"
14 15 4 0xf0c75e 0x000000 "±"
15 16 4 0xf0c75e 0x000000 "±"
16 17 4 0xf0c75e 0x000000 "±"
17 18 4 0xf0c75e 0x000000 "±"
18 19 4 0xf0c75e 0x000000 "±"
19 20 4 0xf0c75e 0x000000 "±"
20 21 4 0xf0c75e 0x000000 "±"
21 22 4 0xf0c75e 0x000000 "±"
22 23 4 0xf0c75e 0x000000 "±"
23 24 4 0xf0c75e 0x000000 "±"
24 25 4 0xf0c75e 0x000000 "±"
25 26 4 0xf0c75e 0x000000 "±"
0 1 5 0xffffff 0x000000 ""
1 2 5 0xffffff 0x000000 ""
2 3 5 0xffffff 0x000000 ""
3 4 5 0xffffff 0x000000 ""
4 5 5 0xffffff 0x000000 ""
5 6 5 0xffffff 0x000000 ""
6 7 5 0xffffff 0x000000 ""
7 8 5 0xffffff 0x000000 ""
8 9 5 0xffffff 0x000000 ""
9 10 5 0xffffff 0x000000 ""
10 11 5 0xffffff 0x000000 ""
11 12 5 0xffffff 0x000000 ""
12 13 5 0xffffff 0x000000 ""
13 14 5 0xffffff 0x000000 ""
14 15 5 0xffffff 0x000000 ""
15 16 5 0xffffff 0x000000 ""
16 17 5 0xffffff 0x000000 ""
17 18 5 0xffffff 0x000000 ""
18 19 5 0xffffff 0x000000 ""
19 20 5 0xffffff 0x000000 ""
20 21 5 0xffffff 0x000000 ""
21 22 5 0xffffff 0x000000 ""
22 23 5 0xffffff 0x000000 ""
23 24 5 0xffffff 0x000000 ""
24 25 5 0xffffff 0x000000 ""
25 26 5 0xffffff 0x000000 ""
0 1 6 0xf0c75e 0x000000 "±"
1 2 6 0xd8d8d8 0x000000 "?"
2 3 6 0xf0c75e 0x000000 "±"
3 4 6 0xf0c75e 0x000000 "±"
4 5 6 0xf0c75e 0x000000 "±"
5 6 6 0xf0c75e 0x000000 "±"
6 7 6 0xf0c75e 0x000000 "±"
7 8 6 0xf0c75e 0x000000 "±"
8 9 6 0xf0c75e 0x000000 "±"
9 10 6 0xf0c75e 0x000000 "±"
10 11 6 0xf0c75e 0x000000 "±"
11 12 6 0xf0c75e 0x000000 "±"
12 13 6 0xf0c75e 0x000000 "±"
13 14 6 0xf0c75e 0x000000 "±"
14 15 6 0xd8d8d8 0x000000 "?"
15 16 6 0xf0c75e 0x000000 "±"
16 17 6 0xf0c75e 0x000000 "±"
17 18 6 0xf0c75e 0x000000 "±"
18 19 6 0xf0c75e 0x000000 "±"
19 20 6 0xf0c75e 0x000000 "±"
20 21 6 0xd8d8d8 0x000000 "?"
21 22 6 0xf0c75e 0x000000 "±"
22 23 6 0xd8d8d8 0x000000 "?"
23 24 6 0xf0c75e 0x000000 "±"
24 25 6 0xf0c75e 0x000000 "±"
25 26 6 0xf0c75e 0x000000 "±"
0 1 7 0xd55e00 0xffffff "−"
1 2 7 0xd55e00 0xffffff "−"
2 3 7 0xd55e00 0xffffff "−"
3 4 7 0xd55e00 0xffffff "−"
4 5 7 0xd55e00 0xffffff "−"
5 6 7 0xd55e00 0xffffff "−"
6 7 7 0xd55e00 0xffffff "−"
7 8 7 0xd55e00 0xffffff "−"
8 9 7 0xd55e00 0xffffff "−"
9 10 7 0xd55e00 0xffffff "−"
10 11 7 0xd55e00 0xffffff "−"
11 12 7 0xd55e00 0xffffff "−"
12 13 7 0xd55e00 0xffffff "−"
13 14 7 0xd55e00 0xffffff "−"
14 15 7 0xd55e00 0xffffff "−"
15 16 7 0xd55e00 0xffffff "−"
16 17 7 0xd55e00 0xffffff "−"
17 18 7 0xd55e00 0xffffff "−"
18 19 7 0xd55e00 0xffffff "−"
19 20 7 0xd55e00 0xffffff "−"
20 21 7 0xd55e00 0xffffff "−"
21 22 7 0xd55e00 0xffffff "−"
22 23 7 0xd55e00 0xffffff "−"
23 24 7 0xd55e00 0xffffff "−"
24 25 7 0xd55e00 0xffffff "−"
25 26 7 0xd55e00 0xffffff "−"
0 1 8 0xf0c75e 0x000000 "±"
1 2 8 0xf0c75e 0x000000 "±"
2 3 8 0xf0c75e 0x000000 "±"
3 4 8 0xf0c75e 0x000000 "±"
4 5 8 0xf0c75e 0x000000 "±"
5 6 8 0xf0c75e 0x000000 "±"
6 7 8 0xf0c75e 0x000000 "±"
7 8 8 0xf0c75e 0x000000 "±"
8 9 8 0xf0c75e 0x000000 "±"
9 10 8 0xf0c75e 0x000000 "±"
10 11 8 0xf0c75e 0x000000 "±"
11 12 8 0xf0c75e 0x000000 "±"
12 13 8 0xf0c75e 0x000000 "±"
13 14 8 0xf0c75e 0x000000 "±"
14 15 8 0xf0c75e 0x000000 "±"
15 16 8 0xf0c75e 0x000000 "±"
16 17 8 0xf0c75e 0x000000 "±"
17 18 8 0xf0c75e 0x000000 "±"
18 19 8 0xf0c75e 0x000000 "±"
19 20 8 0xf0c75e 0x000000 "±"
20 21 8 0xf0c75e 0x000000 "±"
21 22 8 0xf0c75e 0x000000 "±"
22 23 8 0xf0c75e 0x000000 "±"
23 24 8 0xf0c75e 0x000000 "±"
24 25 8 0xf0c75e 0x000000 "±"
25 26 8 0xf0c75e 0x000000 "±"
0 1 9 0x009e73 0xffffff "+"
1 2 9 0x009e73 0xffffff "+"
2 3 9 0x009e73 0xffffff "+"
3 4 9 0x009e73 0xffffff "+"
4 5 9 0x009e73 0xffffff "+"
5 6 9 0x009e73 0xffffff "+"
6 7 9 0x009e73 0xffffff "+"
7 8 9 0x009e73 0xffffff "+"
8 9 9 0x009e73 0xffffff "+"
9 10 9 0x009e73 0xffffff "+"
10 11 9 0x009e73 0xffffff "+"
11 12 9 0x009e73 0xffffff "+"
12 13 9 0x009e73 0xffffff "+"
13 14 9 0x009e73 0xffffff "+"
14 15 9 0x009e73 0xffffff "+"
15 16 9 0x009e73 0xffffff "+"
16 17 9 0x009e73 0xffffff "+"
17 18 9 0x009e73 0xffffff "+"
18 19 9 0x009e73 0xffffff "+"
19 20 9 0x009e73 0xffffff "+"
20 21 9 0x009e73 0xffffff "+"
21 22 9 0x009e73 0xffffff "+"
22 23 9 0x009e73 0xffffff "+"
23 24 9 0x009e73 0xffffff "+"
24 25 9 0x009e73 0xffffff "+"
25 26 9 0x009e73 0xffffff "+"
EOD

# ---- style: lengths are in units, a pixel of a screen or a third of a point on paper

paper = style eq "paper"
narrow = paper && width < 130
W = paper ? 8.504 * width : 1350
at = paper ? 10. : 89.8
H = at + (paper ? 6 : 35.8)
height1 = panel && panel != 1 ? 0 : (narrow ? 863 : 927)
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
set tmargin at screen 1 - (at + 12) / H
set lmargin at screen narrow ? 0.115 : 0.4; set rmargin at screen 0.982
unset border; unset grid
tics = face(paper ? 18 : 15)
set xrange [0:26]
set yrange [10:0]
set xtics scale 0 noenhanced
if (!narrow) set xtics rotate by 60 right ("the first values" 0.5, "question=any" 1.5, "question=contacts" 2.5, "density=thin" 3.5, "root=none" 4.5, "edge=half" 5.5, "origin=corner" 6.5, "threshold=cube" 7.5, \
    "ring=natural" 8.5, "rounds=six" 9.5, "map=greedy" 10.5, "map=mod" 11.5, "leaf_rule=one" 12.5, "rivals_search=depth" 13.5, "rivals_broad=none" 14.5, "n=triangles" 15.5, \
    "ring=natural, map=greedy" 16.5, "ring=natural, map=mod" 17.5, "rounds=six, map=greedy" 18.5, "rounds=six, map=mod" 19.5, "question=any, density=thin" 20.5, "question=contacts, density=thin" 21.5, "question=any, rivals_search=depth" 22.5, "question=contacts, rivals_search=depth" 23.5, \
    "root=none, threshold=cube" 24.5, "rivals_broad=none, n=triangles" 25.5) font tics
if (narrow) set xtics rotate by 90 right ("the first values" 0.5, "question=any" 1.5, "question=contacts" 2.5, "density=thin" 3.5, "root=none" 4.5, "edge=half" 5.5, "origin=corner" 6.5, "threshold=cube" 7.5, \
    "ring=natural" 8.5, "rounds=six" 9.5, "map=greedy" 10.5, "map=mod" 11.5, "leaf_rule=one" 12.5, "rivals_search=depth" 13.5, "rivals_broad=none" 14.5, "n=triangles" 15.5, \
    "ring=natural, map=greedy" 16.5, "ring=natural, map=mod" 17.5, "rounds=six, map=greedy" 18.5, "rounds=six, map=mod" 19.5, "question=any, density=thin" 20.5, "question=contacts, density=th…" 21.5, "question=any, rivals_search=d…" 22.5, "question=contacts, rivals_sea…" 23.5, \
    "root=none, threshold=cube" 24.5, "rivals_broad=none, n=triangles" 25.5) font tics
set ytics scale 0 noenhanced
if (!narrow) set ytics ("c1  The results show that the hybrid bounding-volume algorithm\nis much more efficient than algorithms that use a single…" 0.5, "c3  Making the algorithms parallel by symmetry breaking speeds\ncollision detection up further." 1.5, "c4  The experiment gives a speedup of S(p) = 3.3 and a\nparallel efficiency of E = 0.82." 2.5, "c5  As the number of processors grows, the speedup falls after\na peak, and the efficiency falls, too." 3.5, "c6  The algorithm builds balanced bounding-volume trees by\ndivide and conquer, which makes the parallel subproblems abo…" 4.5, "c7  For virtual environments that are not especially complex,\n2 to 4 processors are enough." 5.5, "c8  Complexity: BCDA O(n^2); ICOLLIDE, SPHERE and SCDA O(n log\nn); PCDA O(n/w log n) (table 1)." 6.5, "c9  Compared with existing classical algorithms such as\nICOLLIDE, the algorithm has an evident advantage in accuracy." 7.5, \
    "c11  The algorithm meets the demands of complex interactive\nvirtual environments for real time and accuracy." 8.5, "ours3  Trees of eight children a node need fewer visits and\nless time than binary ones of the same volumes, in building…" 9.5) font tics
if (narrow) set ytics ("c1" 0.5, "c3" 1.5, "c4" 2.5, "c5" 3.5, "c6" 4.5, "c7" 5.5, "c8" 6.5, "c9" 7.5, \
    "c11" 8.5, "ours3" 9.5) font tics
set key bmargin center horizontal Left reverse noenhanced samplen 1.5 height 1 maxcols narrow ? 2 : 7

if (height1) plot \
     $cases using 1:3:1:2:3:($3 + 1):4 with boxxyerror fillstyle solid border linecolor rgb "#777777" fillcolor rgb variable notitle, \
     $cases using (($1 + $2) / 2):($3 + 0.5):6:5 with labels font face(18) textcolor rgb variable noenhanced notitle, \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#009e73" title "+ reproduced", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#f0c75e" title "± partly", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d55e00" title "− refuted", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d8d8d8" title "? undecided", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#eef3fa" title "≠ not comparable", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#ffffff" title "not measured", \
     NaN with boxes fillstyle solid border linecolor rgb "#777777" fillcolor rgb "#d9c2ec" title "0 vacuous", \
     NaN notitle
if (height1) unset label
unset arrow
at = at + height1
unset multiplot
set output
