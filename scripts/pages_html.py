"""Pages for a browser: the templates say what stands on a page and escape every text; pictures pass through `embed`."""

import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from markupsafe import Markup
from pages_data import HERE, VERDICTS, Fault, environment, figures, number, visible

FACTS = [("machine", "cpu", "processor"), ("machine", "architecture", "architecture"), ("machine", "cores", "cores"),
         ("machine", "processors", "processors"), ("machine", "cpu_quota", "processors by the CPU quota"),
         ("machine", "memory_bytes", "memory"), ("machine", "virtual", "virtual machine"), ("machine", "governor", "governor"),
         ("machine", "system", "system"), ("machine", "kernel", "kernel"), ("build", "compiler", "compiler"),
         ("build", "flags", "flags of the compiler"), ("build", "revision", "revisions"), (None, "renderers", "OpenGL renderers"),
         (None, "size", "sizes"), (None, "started", "dates")]

SVG, XLINK, XML = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}", "{http://www.w3.org/XML/1998/namespace}"
# What is kept of a picture. Of any other element, neither the element nor its content is kept.
ELEMENTS = set("g defs path rect circle use polygon polyline line ellipse pattern text tspan".split())
ATTRIBUTES = set("""d x y x1 y1 x2 y2 cx cy r rx ry dx dy width height points transform fill fill-opacity fill-rule stroke
    stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray opacity color font-family font-size font-style
    font-weight text-anchor baseline-shift shape-rendering patternUnits""".split())


def embed(svg, place, name, tip_of):
    """A picture of gnuplot as a part of a page: its shapes and texts under an accessible name, and the text that `tip_of` gives
    for the series and the place of a point. `place` makes the ids in it unique."""
    def attribute(key, value):
        if key == "id":
            return f"p{place}-{value}"
        if key in (XLINK + "href", "href"):
            return f"#p{place}-{value[1:]}" if value.startswith("#") else None
        if "(" in value and key != "transform":
            value = re.sub(r"^url\(#", f"url(#p{place}-", value)
            return value if re.match(r"rgb\([ \d,]*\)$|url\(#[\w-]+\)$", value) else None
        return value if key in ATTRIBUTES else None

    def write(element):
        tag = element.tag.removeprefix(SVG)
        if tag not in ELEMENTS or tag == element.tag:
            return
        point = re.search(r"'tip (\d+) (\d+)'", element.get("onmousemove", ""))
        parts.append(Markup("<%s") % tag)
        for key, value in element.items():
            value = attribute(key, value)
            if value is not None:
                parts.append(Markup(' %s="%s"') % (key.removeprefix(XLINK), value))
        if element.get(XML + "space") == "preserve":
            parts.append(Markup(' xml:space="preserve"'))
        text = tip_of(int(point[1]), int(point[2])) if point else ""
        parts.append(Markup(' class="tip"><title>%s</title>') % visible(text) if text else Markup(">"))
        keep(element.text, tag)
        for child in element:
            write(child)
            keep(child.tail, tag)
        parts.append(Markup("</%s>") % tag)

    def keep(text, tag):
        if tag in ("text", "tspan") and text:
            parts.append(Markup("%s") % visible(text))

    root = ElementTree.fromstring(svg.replace("]]>", "]]&gt;"))  # which gnuplot leaves as it is
    if root.tag != SVG + "svg":
        raise ElementTree.ParseError("no picture")
    parts = [Markup('<svg viewBox="%s" role="img" aria-label="%s">') % (root.get("viewBox", ""), name)]
    for child in root:
        write(child)
    return Markup("").join(parts + [Markup("</svg>")])


def draw(plot, run, place, scratch):
    """A figure as the template shows it: its picture and its data."""
    title, (heads, rows) = plot.figure["title"], plot.table()
    picture, = figures.draw(figures.script_of(plot, run, title=False, tips=True), scratch, f"figure{place}", ["svg"], keep=False)
    try:
        svg = embed(picture.read_text(encoding="utf-8"), place, plot.alt(), plot.tip)
    except ElementTree.ParseError as error:
        raise Fault(70, f"{plot.paper['paper']}: cannot read gnuplot's picture of '{title}': {error}") from error
    printed = sum(len(series.printed) for series in plot.series)
    return {"title": title, "svg": svg, "heads": heads, "rows": rows, "printed": printed, "measured": len(rows) - printed}


def draw_all(ledgers, scratch, tell):
    """Draws every figure and adds it to its experiment as a member of `drawn`."""
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    jobs = []
    try:
        for ledger in ledgers:
            for plot, run in figures.plots_of(ledger, tell=lambda _: None):  # of a figure without points
                jobs.append((plot.experiment, pool.submit(draw, plot, run, len(jobs), scratch)))
        for count, (experiment, job) in enumerate(jobs):
            tell(f"{count} of {len(jobs)} figures")
            experiment["drawn"].append(job.result())
    finally:
        pool.shutdown(cancel_futures=True)


def copy_table(source, target):
    """Copies a table. A text that a spreadsheet would take for a formula gets an apostrophe."""
    with open(source, encoding="utf-8", newline="") as old, open(target, "w", encoding="utf-8", newline="") as new:
        csv.writer(new, lineterminator="\n").writerows(
            ["'" * (text[:1] in tuple("=+-@") and text != "-" and number(text) != number(text)) + text for text in row]
            for row in csv.reader(old))


def texts_of(key, value):
    """What a fact says, as texts."""
    if isinstance(value, list):
        return [text for each in value for text in texts_of(key, each)]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, (int, float)):
        return [f"{value / 1e9:.3g} GB" if key == "memory_bytes" else f"{value:.15g}"]
    return [value[:10] if key == "started" else value] if isinstance(value, str) and value else []


def facts_of(ledgers, folders):
    """For each fact its name and, for each folder, what the experiments in it say."""
    said = {(folder, name): {} for folder in folders for _, _, name in FACTS}
    for ledger in ledgers:
        for experiment in ledger["experiments"]:
            for group, key, name in FACTS if experiment["folder"] else []:
                about = experiment["run"].get(group) if group else experiment["run"]
                for text in texts_of(key, about.get(key)) if isinstance(about, dict) else []:
                    said[ledger["folder"], name][text] = True
    return [(name, [list(said[folder, name]) for folder in folders]) for _, _, name in FACTS]


def comparisons_of(papers, headings):
    """How the measurements in each folder compare with those in the first one, as `cdbench obtained` says: rows of a table."""
    first, *others = headings
    found = {}
    for folder in others:
        done = subprocess.run([figures.PROGRAM, "obtained", folder, first, "--json"], capture_output=True, encoding="utf-8",
                              errors="replace", check=False)
        if done.returncode == 74 and "no experiment in common" in done.stderr:
            continue
        if done.returncode not in (0, 1):  # 1: something differs
            raise Fault(done.returncode, (done.stderr.splitlines() or ["cdbench obtained failed"])[-1].removeprefix("cdbench: "))
        for one in json.loads(done.stdout):
            timed = [one["ratio"], "frames per second" if one["of"] == "fps" else "times", one["apart"]]
            found[one["paper"], one["experiment"], folder] = [headings[folder], one["rows"], one["lacking"], one["differing"],
                                                              *(timed if one["intervals"] else ["", "", ""])]
    return [(key, experiment["id"], found[key, experiment["id"], folder]) for key, ledgers in papers.items()
            for experiment in ledgers[0]["experiments"] for folder in others if (key, experiment["id"], folder) in found]


def write_pages(document, folder, scratch, tell):
    """Writes all pages into a folder."""
    headings = {source["folder"]: source["heading"] for source in document["sources"]}
    papers = {}
    for ledger in document["papers"]:
        ledger["heading"] = headings.setdefault(ledger["folder"], ledger["folder"])
        papers.setdefault(ledger["paper"], []).append(ledger)
        for experiment in ledger["experiments"]:
            experiment["drawn"] = []
            if experiment["folder"]:
                source = pathlib.Path(experiment["folder"])
                experiment["run"] = json.loads((source / "run.json").read_text(encoding="utf-8"))
                experiment["caption"] = figures.caption(experiment, experiment["run"])
                experiment["data"] = f"data-{ledger['paper']}-{experiment['id']}-{len(papers[ledger['paper']])}.csv"
                experiment["rows"] = len(figures.rows_of(experiment))
                copy_table(source / "cells.csv", folder / experiment["data"])
    draw_all(document["papers"], scratch, tell)
    tell("pages")
    links = [("index.html", "Overview"), *((f"paper-{key}.html", key) for key in papers), ("machines.html", "Machines")]
    templates = environment(True)
    templates.finalize = shown
    templates.tests["chinese"] = re.compile("[\u4e00-\u9fff]").search
    templates.globals.update(verdicts=VERDICTS, links=links, version=document["version"], revision=document["revision"],
                             headings=headings, papers=papers)

    def write_page(name, title, template=None, **members):
        text = templates.get_template(template or name).render(name=name, title=title, **members)
        (folder / name).write_text(text, encoding="utf-8")

    write_page("index.html", "What was measured", ledgers=document["papers"])
    for key, ledgers in papers.items():
        write_page(f"paper-{key}.html", ledgers[0]["title"], "paper.html", ledgers=ledgers)
    write_page("machines.html", "Machines side by side", facts=facts_of(document["papers"], headings),
               comparisons=comparisons_of(papers, headings) if len(headings) > 1 else [])
    for name in ("report.css", "report.js"):
        shutil.copyfile(HERE / "templates" / name, folder / name)


def shown(value):
    """A value as a template shows it."""
    if isinstance(value, float):
        return "" if value != value else f"{value:.6g}"
    return value if isinstance(value, Markup) else visible(value) if isinstance(value, str) else "" if value is None else value


def replace_pages(out, new):
    """Puts the new pages in place of those of an earlier report."""
    names = sorted(os.listdir(new))
    for name in names:
        if (out / name).is_dir():
            raise Fault(74, f"{out / name}: a page of this name is to be written, and it is a folder; remove it")
    figures.ignore_signals()  # from here on all pages are replaced
    for name in names:
        os.replace(new / name, out / name)
    for old in out.iterdir():
        if re.fullmatch(r"paper-.*\.html|data-.*-\d+\.csv", old.name) and old.name not in names:
            old.unlink()


def write(out, folders, quiet):
    """Writes the pages about what folders hold into the folder `out`: all of them, or none. Returns the exit code."""
    if not shutil.which("gnuplot"):
        raise Fault(4, f"gnuplot {figures.INSTALL}")
    for folder in folders:
        if not os.path.isdir(folder):
            raise Fault(74, f"{folder}: no such folder with results")
    if out.exists() and not (out / "report.css").exists():
        for name in os.listdir(out):
            raise Fault(64, f"{out}: holds {name} and no pages of an earlier report; name a new folder by --html")

    def tell(text):
        if not quiet and sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    made = [path for path in (out, *out.parents) if not path.exists()]
    try:
        document = figures.claims([], dict.fromkeys(folders))
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out, prefix=".new-") as new, tempfile.TemporaryDirectory() as scratch:
            write_pages(document, pathlib.Path(new), pathlib.Path(scratch), tell)
            replace_pages(out, pathlib.Path(new))
    except BaseException as error:
        if isinstance(error, OSError) and not error.filename:  # a full disk
            error.filename = str(out)
        for path in made:
            if path.exists():
                path.rmdir()
        raise
    finally:
        tell("")
    print(f"{visible(out)}/index.html")
    return 0
