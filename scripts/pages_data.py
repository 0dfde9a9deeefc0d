"""What pages in Markdown and in HTML share: scripts/figures as the module `figures`, filters and templates."""

import functools
import importlib.machinery
import importlib.util
import math
import os
import pathlib
import re
import shlex

HERE = pathlib.Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("figures", str(HERE / "figures"))
figures = importlib.util.module_from_spec(importlib.util.spec_from_loader("figures", loader))
loader.exec_module(figures)
Fault, number, visible, jinja2 = figures.Fault, figures.number, figures.visible, figures.jinja2

VERDICTS = ["reproduced", "partly", "refuted", "vacuous", "undecided", "not comparable", "not measured"]
FORMS = ["repaired", "printed", "corrected", "ours"]


def markdown(text):
    """A text in a line or a table's cell of Markdown; nothing for None."""
    text = visible("" if text is None else text).replace("&", "&amp;").replace("<", "&lt;")
    text = re.sub(r"([\\`*\[\]|~])", r"\\\1", text)
    return re.sub(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\\_", text)


def code(text):
    """A text as a code span of Markdown."""
    text = visible(text)
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if not text or text[0] in "` " or text[-1] == "`" else ""
    return f"{fence}{space}{text}{space}{fence}"


def digits(text):
    """A field of a table: times deserve four digits; whole numbers and words stay as they are."""
    if math.isnan(number(text)) or re.fullmatch(r"[-+]?[0-9]+", text):
        return text
    return f"{float(text):.0f}" if abs(float(text)) >= 1000 else f"{float(text):.4g}"


def field(text):
    """A field of a table in a table's cell of Markdown."""
    return markdown(digits(text))


def three(value):
    """A number as `cdbench claims` prints it, in three digits; nothing for None."""
    if value is None:
        return ""
    return f"{value:.0f}" if 99.95 <= abs(value) < 1e7 else f"{value or 0:.3g}"


@functools.cache
def environment(escape):
    """Templates; `escape` for HTML."""
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=escape, trim_blocks=True,
                             lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    env.filters.update(md=markdown, code=code, visible=visible, shell=shlex.quote, digits=digits, field=field, three=three)
    return env


def write_whole(path, text):
    """Replaces a file in one step."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_bytes(text.encode())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
