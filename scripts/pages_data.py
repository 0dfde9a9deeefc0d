"""What both kinds of pages are made of: the claims as `cdbench claims --json` gives them, tables, texts and templates.

`figures` is scripts/figures as a module; the words for texts and numbers are filters of all templates.
"""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True  # the folder may be one that nobody should write into
HERE = pathlib.Path(__file__).resolve().parent


def load(name):
    """A script beside this file as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


figures = load("figures")
Fault, number, holds, read_rows = figures.Fault, figures.number, figures.holds, figures.read_rows

try:
    import jinja2
except ImportError as missing:
    raise Fault(4, "Python's Jinja2 is missing; on Debian: apt install python3-jinja2") from missing

VERDICTS = ["reproduced", "partly", "refuted", "vacuous", "undecided", "not comparable", "not measured"]
FORMS = ["repaired", "printed", "corrected", "ours"]


# ---- texts -----------------------------------------------------------------------------------------------------


def visible(text):
    """A text in one line, control characters written out."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: " " if found[0] in "\r\n" else f"\\x{ord(found[0]):02x}", str(text))


def markdown(text):
    """A text in a line or a table's cell of Markdown."""
    text = visible(text).replace("&", "&amp;").replace("<", "&lt;")
    text = re.sub(r"([\\`*\[\]|~])", r"\\\1", text)
    return re.sub(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\\_", text)


def code(text):
    """A text as a code span of Markdown."""
    text = visible(text)
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if not text or text[0] in "` " or text[-1] == "`" else ""
    return f"{fence}{space}{text}{space}{fence}"


def digits(text):
    """Times deserve four digits; whole numbers and words stay as they are."""
    value = number(text)
    if value != value or re.fullmatch(r"[-+]?\d+", str(text)):
        return str(text)
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


# ---- claims and templates ----------------------------------------------------------------------------------------


def claims(program, keys, folders):
    """The document of `cdbench claims --json` about papers (all that were measured, without keys) and folders (all in results/)."""
    words = [program, "claims", *keys, "--json"]
    for folder in folders:
        words += ["--results", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(done.returncode, visible(done.stderr.strip().removeprefix("cdbench: ")))
    return json.loads(done.stdout)


def environment(escape):
    """Templates; `escape` for HTML."""
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=escape, trim_blocks=True,
                             lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    env.filters.update(md=markdown, code=code, visible=visible, shell=shlex.quote, digits=digits)
    return env


def write_whole(path, text):
    """Replaces a file in one step."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
