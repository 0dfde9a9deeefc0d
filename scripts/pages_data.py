"""What pages in Markdown and in HTML share: claims as `cdbench claims --json` gives them, and templates with their filters.

`figures` is scripts/figures as a module, which reads tables.
"""

import functools
import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def load(name):
    """A script beside this file as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


figures = load("figures")
Fault, number, visible = figures.Fault, figures.number, figures.visible

try:
    import jinja2
except ImportError:
    print("pages: Python's Jinja2 is missing; on Debian: apt install python3-jinja2", file=sys.stderr)
    sys.exit(4)

BESIDE = HERE.parent / "cdbench"
PROGRAM = os.environ.get("CDBENCH") or (str(BESIDE) if BESIDE.exists() else "cdbench")
VERDICTS = ["reproduced", "partly", "refuted", "vacuous", "undecided", "not comparable", "not measured"]
FORMS = ["repaired", "printed", "corrected", "ours"]


# ---- texts -----------------------------------------------------------------------------------------------------


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


def is_number(text):
    return not math.isnan(number(text))


def digits(text):
    """A field of a table: times deserve four digits; whole numbers and words stay as they are."""
    if not is_number(text) or re.fullmatch(r"[-+]?[0-9]+", text):
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


# ---- claims and templates ----------------------------------------------------------------------------------------


def claims(program, keys, folders):
    """The document of `cdbench claims --json` about papers (all measured ones, without keys) and folders (all in results/)."""
    words = [program, "claims", *keys, "--json"]
    for folder in folders:
        words += ["--results", str(folder)]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        complaint = (done.stderr.splitlines() or [f"{program} claims failed"])[-1].removeprefix("cdbench: ")
        raise Fault(done.returncode if done.returncode > 0 else 70, complaint)
    sys.stderr.write(done.stderr)
    document = json.loads(done.stdout)
    if document["format"] != 2:
        raise Fault(65, f"{program} claims --json: format {document['format']} instead of 2; take scripts of the same version")
    return document


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
        os.replace(new, path)
    except OSError as error:
        raise Fault(74, f"{path}: cannot write: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)
