"""Unit tests of scripts/figures: what a figure shows of rows, how it looks, what its script says."""
import importlib.machinery
import importlib.util
import itertools
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("figures", str(ROOT / "scripts" / "figures"))
figures = importlib.util.module_from_spec(importlib.util.spec_from_loader("figures", loader))
loader.exec_module(figures)

RUN = {"machine": {"cpu": "Test CPU", "processors": 2}, "build": {"revision": "abc123"}, "finished": "2026-11-22T01:19:05Z",
       "renderers": ["llvmpipe (LLVM 15), 4.5"]}
ROWS = """triangles,series,fps,fps_low,fps_high
1000,vbo,900,800,1000\n1000,rapid,90000,NA,NA\n10000,vbo,100,90,110\n10000,rapid,9000,NA,NA\n100000,vbo,NA,NA,NA
100000,rapid,900,NA,NA"""


def series(name, label, algo=None, **more):
    return {"id": name, "label": label, "algo": algo, "ours": False, "added": False, "max": {}, **more}


def axis(column, label, **more):
    return {"column": column, "label": label, "logarithmic": False, "ours": False, "time": False, "low": None, "high": None,
            "trials": None, "names": {}, **more}


def printed(name, value, column="fps", **at):
    return {"series": name, "column": column, "against": None, "where": "table 1", "at": at, "value": value}


EXPERIMENT = {"id": "fig9", "source": "figure 9", "size": "quick", "stale": False, "changed": "",
              "series": [series("vbo", "vertex buffer objects", "image_cd"), series("rapid", "RAPID", "rapid", ours=True)],
              "printed": [printed("vbo", 60, triangles="1e3"), printed("vbo", 0.5, triangles="1000000"),
                          printed("vbo", 3, "frame_ms_median", triangles="1e3")]}
FIGURE = {"id": "fig9", "title": "Rendering paths", "alt": None, "kind": "lines", "note": None, "by": None, "unit": None, "line": None,
          "constant": [], "series": [], "where": {}, "printed": True,
          "x": axis("triangles", "triangles of the pair", logarithmic=True, ours=True),
          "y": axis("fps", "tests per second", logarithmic=True, time=True, low="fps_low", high="fps_high")}


def plot_of(text=ROWS, experiment=None, **figure):
    heads, *rows = [line.split(",") for line in text.splitlines()]
    return figures.Plot({"paper": "zou2011"}, {**EXPERIMENT, **(experiment or {})}, {**FIGURE, **figure},
                        [dict(zip(heads, row)) for row in rows])


def script_of(text=ROWS, experiment=None, **figure):
    return figures.script_of(plot_of(text, experiment, **figure), RUN)


def looks_of(*algos):
    all_series = [figures.Series(algo, algo) for algo in algos]
    figures.choose_looks(all_series)
    return [one.look for one in all_series]


class Figures(unittest.TestCase):
    """What is in a script."""

    def shows(self, script, *texts):
        for text in texts:
            self.assertIn(text, script)

    def test_a_script_says_what_it_shows(self):
        script = script_of()
        self.shows(script, 'title = "Rendering paths"', '"triangles of the pair (our axis)"', '"tests per second"',
                   'title "vertex buffer objects"', 'title "RAPID †"', 'title "paper: vertex buffer objects"',
                   "zou2011, figure 9 · † not among the paper's · error bars: 95 % interval of the median",
                   "vertex buffer objects: 1 point without a value",
                   "Test CPU, 2 processors · OpenGL: llvmpipe · quick run · revision abc123 · 2026-11-22")
        self.assertNotIn("paper: RAPID", script)
        self.assertEqual(script, script_of())
        self.shows(script_of(experiment={"source": "ours"}), '"triangles of the pair"', "zou2011, an experiment of ours · † ours")

    def test_points_of_a_busy_machine_are_noted(self):
        busy = "triangles,series,fps,fps_low,fps_high,others\n1000,vbo,60,55,65,0.02\n2000,vbo,50,45,55,0.9\n4000,vbo,40,35,45,NA"
        self.assertIn("1 point measured on a busy machine", script_of(busy))
        self.assertNotIn("busy", script_of(busy, y=axis("others", "any column that is no time")))

    def test_each_known_value_is_a_point_and_a_series_that_ends_says_why(self):
        limited = {"series": [series("vbo", "vbo", max={"triangles": "1000"}), EXPERIMENT["series"][1]]}
        plot = plot_of(experiment=limited)
        self.assertEqual([[point.x for point in one.points] for one in plot.series], [[1e3, 1e4], [1e3, 1e4, 1e5]])
        self.assertEqual([[point.x for point in one.printed] for one in plot.series], [[1e3, 1e6], []])
        self.assertIn("more than 1000 would take too long: vbo", plot.notes())
        self.assertNotIn("$printed", script_of(printed=False))

    def test_texts_are_neither_executed_nor_replaced(self):
        evil = "it's \"50%\" `touch evil` @x {/Bold a}_b^c \\n <b>&\x07 \\"
        script = script_of("name,series,fps\n100 % of `it`,vbo,5\nb@c,rapid,7", kind="bars", title=evil, x=axis("name", "%g %"),
                           y=axis("fps", '\\"`'), experiment={"series": [series("vbo", evil), series("rapid", "b")]})
        in_string = r'''"it's \"50%\" \140touch evil\140 \100x {/Bold a}_b^c \\n <b>&\\x07 \\"'''
        self.shows(script, f"title = {in_string}", f": {in_string})", r'"100 %% of \140it\140" 0', '"b\\100c" 1', '"%g %"', r'"\\\"\140"')
        self.assertEqual([line for line in script.splitlines() if "`" in line and not line.startswith(("# panel", "# and `set"))], [])
        self.assertFalse([line for line in script.splitlines() if line.startswith("#") and line.endswith("\\")])

    def test_long_labels_take_several_lines(self):
        long = "tests per second of wall-clock time that an observer at rest measures, and one who sits in a train that passes by"
        self.shows(script_of(y=axis("fps", long)), 'who sits in a\\ntrain that passes by')
        self.assertEqual(figures.wrap("a b c · d e f", 9), ["a b c", "d e f"])
        self.assertEqual(figures.wrap("abcdefgh", 5), ["abcde", "fgh"])

    def test_rows_and_series_are_chosen_and_look_the_same_in_all_figures_of_an_experiment(self):
        alone = plot_of(where={"triangles": "1e4"}, series=["rapid"])
        self.assertEqual([(one.label, len(one.points)) for one in alone.series], [("RAPID", 1)])
        self.assertIn("rows with triangles = 1e4", alone.notes())
        ids = {"series": [series("a", "a", "x"), series("b", "b", "x")], "printed": []}
        rows = "triangles,series,fps\n10,a,5\n10,b,6"
        self.assertEqual(plot_of(rows, ids).series[1].look, plot_of(rows, ids, series=["b"]).series[0].look)

    def test_what_cannot_be_shown_is_known(self):
        self.assertEqual(plot_of("triangles,series,fps\n1000,vbo,NA\n1000,other,5").measured, 0)
        self.assertEqual(plot_of("triangles,series,size,fps\n1000,vbo,1,5\n1000,vbo,2,6").ambiguous, 1)

    def test_every_measured_value_has_a_tic(self):
        script = script_of("triangles,series,fps\n64,vbo,9\n700,vbo,3\n710,vbo,3", {"printed": []})
        self.assertIn('set xtics noenhanced ("64" 64, "700" 700, "" 710 1)', script)

    def test_zeros_are_below_the_decades_of_a_logarithmic_axis(self):
        script = script_of("triangles,series,fps\n1000,vbo,0\n10000,vbo,0.5", {"printed": []})
        self.shows(script, '("0" 0.01', "on_y(value) = value < 0.01 ? 0.01 : value", "using 1:(on_y($2))", "0 is drawn at the lower end",
                   "\n1000 0 ? ?\n")
        self.assertNotIn("0 is drawn", script_of("triangles,series,fps\n1000,vbo,0\n10000,vbo,0", {"printed": []}))
        self.assertIn("1 point below 0 not shown", script_of("triangles,series,fps\n1000,vbo,-1\n10000,vbo,2", {"printed": []}))

    def test_bars_are_grouped_by_any_text_and_have_their_numbers(self):
        script = script_of("mesh,series,fps\nsmall,vbo,12.25\nsmall,rapid,4\n20000,vbo,1234.5\n20000,rapid,0",
                           {"printed": [printed("rapid", 42, mesh="small")]}, kind="bars", x=axis("mesh", "mesh"), y=axis("fps", "fps"))
        self.shows(script, '("small" 0, "20000" 1)', "with boxes linestyle 1", "with labels @numbers", "$printed2 using ($1 + 0.249):2")

    def test_series_can_be_the_categories(self):
        script = script_of(kind="bars", x=axis("series", ""), where={"triangles": "1000"})
        self.shows(script, '("vertex buffer objects" 0, "RAPID" 1)', 'title "printed in the paper"')
        self.assertNotIn('title "RAPID', script)

    def test_twelve_series_share_two_panels_and_differ(self):
        names = [f"s{i}" for i in range(12)]
        rows = "\n".join(["triangles,series,fps"] + [f"{1000 * k},{name},{k}" for k in (1, 2, 3) for name in names])
        plot = plot_of(rows, {"series": [series(name, name) for name in names], "printed": []})
        self.assertEqual([len(panel.series) for panel in figures.panels_of([plot])], [6, 6])
        self.assertEqual(len({one.look[0] for one in plot.series}), 12)

    def test_rates_have_wilson_s_interval(self):
        rows = "triangles,series,rate,trials\n1000,vbo,0,100\n2000,vbo,0.5,100"
        plot = plot_of(rows, y=axis("rate", "rate", trials="trials"))
        self.assertIn("error bars: 95 % interval of the rate, by Wilson", plot.notes())
        for found, known in zip(plot.series[0].points[1][2:], (0.4038, 0.5962)):
            self.assertAlmostEqual(found, known, 4)
        self.assertEqual(plot.series[0].points[0].low, 0)

    def test_a_column_makes_series_values_have_names_and_constants_are_lines(self):
        self.shows(script_of("triangles,series,size,fps\n1000,vbo,64,5\n1000,vbo,128,6", by="size", unit="pixels"),
                   '"vertex buffer objects, 64 pixels"', '"vertex buffer objects, 128 pixels"')
        script = script_of("triangles,series,fps\n10,vbo,5\n10,rapid,7\n1000000000,vbo,6\n1000000000,rapid,7", kind="bars", line="1",
                           x=axis("triangles", "t", names={"1e9": "never"}), y=axis("fps", "f"), constant=["rapid"], printed=False)
        self.shows(script, '"never" 1', '7.0 with lines linestyle 2 title "RAPID †"', "set arrow 1 from graph 0, first 1 to")

    def test_tics_are_round_numbers(self):
        for low, high, line in ((0.4, 50, 'add ("0.5" 0.5, "2" 2, "5" 5, "20" 20, "50" 50)'), (1e3, 2e6, "noenhanced 1e2, 1e1"),
                                (1e-20, 1e20, "enhanced 1e-20, 1e4"), (2e7, 3e9, '"5×10^{7}" 50000000'),
                                (210, 250, '("200" 200, "220" 220, "240" 240, "260" 260, "280" 280)')):
            drawn = figures.Axis("fps", True)
            drawn.fit([low, high])
            self.assertIn(line, "\n".join(figures.axis_lines("y", drawn)), f"{low} to {high}")

    def test_the_data_are_a_table_and_each_point_has_a_text(self):
        plot = plot_of()
        heads, rows = plot.table()
        self.assertEqual(heads, ["series", "triangles of the pair (our axis)", "tests per second", "from", "to"])
        self.assertEqual(rows[0], ["vertex buffer objects", 1000, 900, 800, 1000])
        self.assertEqual(rows[2][0:3], ["paper: vertex buffer objects", 1000, 60])
        self.assertEqual(plot.tip(0, 0), "vertex buffer objects; triangles of the pair (our axis): 1000; tests per second: 900 (800 to 1000)")
        self.assertEqual([plot.tip(1, 1)[:6], plot.tip(0, 7), plot.tip(9, 0)], ["paper:", "", ""])
        self.assertIn("tip 1 %d", figures.script_of(plot, RUN, tips=True))
        self.assertIn("tests per second (logarithmic) over", plot.alt())
        self.assertEqual(plot_of(alt="words").alt(), "words")


class Looks(unittest.TestCase):
    """Colours, symbols and lines."""

    def test_every_algorithm_has_a_look(self):
        for file in ("list.def", "peers.def"):
            for name in re.findall(r"^(?:ALGO|PRESET|PEER)\((\w+)", (ROOT / "algos" / file).read_text(encoding="utf-8"), re.M):
                self.assertIn(figures.key_of(name), figures.LOOKS["algos"], f"{name} is not in scripts/looks.json")

    def test_an_algorithm_looks_the_same_everywhere_and_a_form_has_its_line(self):
        first, second, third = looks_of("obb8", "rapid", "own"), looks_of("own", "rapid:variant=printed", "rapid"), looks_of("rapid")
        self.assertEqual([first[1], third[0]], [second[2]] * 2)
        self.assertEqual([first[1][2], second[1][2]], ["solid", "(4,4)"])
        self.assertEqual(looks_of("own")[0], looks_of("own", "other")[0])
        self.assertEqual(looks_of("obb8_plain"), looks_of("obb8"))
        self.assertNotEqual(looks_of("sphere_obb_sized:boxes=tight:traversal=larger"), looks_of("sphere_obb_sized"))

    def test_series_that_compare_broad_phases_look_like_these(self):
        self.assertEqual(looks_of("obb8:broad=grid", "obb8:broad=sap", "obb8:broad=tree"), looks_of("grid", "sap", "tree"))

    def test_no_two_series_look_alike(self):
        for count, algos in itertools.product((2, 9, 30), (["rapid"], ["rapid", "rapid:variant=printed"], ["a", "b", "c"])):
            looks = looks_of(*itertools.islice(itertools.cycle(algos), count))
            self.assertEqual(len(set(looks)), count, algos)


class Tables(unittest.TestCase):
    """CSV files."""

    def read(self, data):
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            return figures.read_rows(file.name)

    def test_fields_are_what_the_program_wrote(self):
        self.assertEqual(self.read(b"a,b\n'=1+1,\"x, \"\"y\"\"\"\n'-,'a'\n'-1,\n"),
                         [{"a": "=1+1", "b": 'x, "y"'}, {"a": "-", "b": "'a'"}, {"a": "'-1", "b": ""}])
        self.assertTrue(math.isnan(figures.number("inf")) and math.isnan(figures.number("1_0")) and figures.number("1e3") == 1000)

    def test_tables_that_are_no_tables_are_refused(self):
        for data, says in ((b"", "empty"), (b"a,b\n1\n", ":2: 1 fields where the header has 2"), (b"a\nx\x1b[31m\n", ":2: a control"),
                           (b"a\nx\ty\n", ":2: a control"), (b"a\n\xff\n", ":2: a control character, or text that is not UTF-8")):
            with self.assertRaisesRegex(figures.Fault, re.escape(says)):
                self.read(data)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is missing")
class Pictures(unittest.TestCase):
    """What gnuplot makes of scripts."""

    def test_a_picture_has_its_texts_its_words_and_its_points(self):
        plot = plot_of("triangles,series,fps,fps_low,fps_high\n1000,vbo,0,0,3\n20000,vbo,5,4,6\n3000,rapid,7,NA,NA",
                       {"series": [series("vbo", "<b> `x` @y {/Bold z} 碰撞 \\"), EXPERIMENT["series"][1]]})
        with tempfile.TemporaryDirectory() as folder:
            drawn = figures.draw(figures.script_of(plot, RUN, tips=True), folder, "a", ["svg"], words=("<t>", "words & words"))
            again = drawn[0].read_bytes()
            figures.draw(figures.script_of(plot, RUN, tips=True), folder, "a", ["svg"], words=("<t>", "words & words"))
            self.assertEqual(drawn[0].read_bytes(), again)
            tree = ElementTree.fromstring(again)
        self.assertEqual(tree.get("role"), "img")
        texts = ["".join(element.itertext()).strip() for element in tree.iter()]
        for text in ("<t>", "words & words", "<b> `x` @y {/Bold z} 碰撞 \\", "Rendering paths", "20000", "0"):
            self.assertIn(text, texts)
        self.assertEqual(again.count(b"'tip 0 "), 2)

    def test_scripts_take_texts_of_any_kind(self):
        evil = "`touch PWNED` $(touch PWNED) @x '; \"; system('touch PWNED') # %d {/Symbol a \\"
        with tempfile.TemporaryDirectory() as folder:
            for kind, x in (("lines", axis("triangles", evil)), ("bars", axis("mesh", evil)), ("bars", axis("series", evil))):
                rows = f'triangles,mesh,series,fps\n1,"{evil}",a,5\n2,m,b,6'.replace('"', "")
                plot = plot_of(rows, {"series": [series("a", evil), series("b", evil * 20)], "source": evil}, kind=kind, x=x, title=evil)
                figures.draw(figures.script_of(plot, {"machine": {"cpu": evil}}), folder, "a", ["svg", "png", "pdf"], "paper", 84)
            self.assertEqual(sorted(path.name for path in pathlib.Path(folder).iterdir()), ["a.gnuplot", "a.pdf", "a.png", "a.svg"])
            self.assertIn('width="317"', (pathlib.Path(folder) / "a.svg").read_text(encoding="utf-8")[:200])  # 84 mm

    def test_each_panel_can_be_drawn_alone(self):
        names = [f"s{i}" for i in range(9)]
        rows = "\n".join(["triangles,series,fps"] + [f"{k},{name},{k}" for k in (1, 2) for name in names])
        script = script_of(rows, {"series": [series(name, name) for name in names], "printed": []})
        with tempfile.TemporaryDirectory() as folder:
            for panel, there, absent in ((1, "s0", "s8"), (2, "s8", "s0")):
                subprocess.run(["gnuplot", "-e", f"panel = {panel}; out = 'x.svg'", "-"], input=script.encode(), cwd=folder, check=True)
                svg = (pathlib.Path(folder) / "x.svg").read_text(encoding="utf-8")
                self.assertIn(f"<text>{there}</text>", svg)
                self.assertNotIn(f"<text>{absent}</text>", svg)
                self.assertIn("<text>Rendering paths</text>", svg)


if __name__ == "__main__":
    unittest.main()
