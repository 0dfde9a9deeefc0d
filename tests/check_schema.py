#!/usr/bin/python3
"""Holds files to the schemas of schemas/.

   tests/check_schema.py NAME FILE... [-- NAME FILE...]...     JSON: NAME.json; CSV: the table NAME of tables.json

A row of a CSV file is an object with numbers where its schema has them and null for NA; its members stand in the
order of the columns. Prints what is wrong, a line each; the exit code is then 1.
"""
import csv, itertools, json, pathlib, sys, warnings

warnings.simplefilter("ignore", DeprecationWarning)  # RefResolver is in Debian 12 and 13, what replaces it in 13 alone
import jsonschema

folder = pathlib.Path(__file__).resolve().parent.parent / "schemas"


def load(name):
    return json.loads((folder / name).read_text())


def resolved(column):
    while "$ref" in column:
        part = load("tables.json")
        for step in column["$ref"].split("#/")[1].split("/"):
            part = part[step]
        column = part
    return column


def value(column, text):
    types = resolved(column).get("type", ["string", "null"])
    if text == "NA":
        return None
    if "integer" in types and text.lstrip("-").isdigit():
        return int(text)
    try:
        return float(text) if "number" in types else text
    except ValueError:
        return text


def wrong_rows(table, name, path):
    known = table["properties"]
    with open(path, newline="") as file:
        rows = csv.DictReader(file)
        if table.get("additionalProperties") is False and "patternProperties" not in table:
            if rows.fieldnames != list(known):
                yield f"{path}: the columns are {rows.fieldnames}, not {list(known)}"
        elif [c for c in rows.fieldnames if c in known] != [c for c in known if c in rows.fieldnames]:
            yield f"{path}: the columns are {rows.fieldnames}, in another order than {list(known)}"
        other = {"type": ["number", "string"]}
        objects = [{c: value(known.get(c, other), text) for c, text in row.items()} for row in rows]
    yield from wrong_document({"$ref": f"tables.json#/$defs/{name}"}, objects, path, each=True)


def wrong_document(schema, document, path, each=False):
    resolver = jsonschema.RefResolver(folder.as_uri() + "/", schema)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    for number, part in enumerate(document if each else [document]):
        for error in validator.iter_errors(part):
            place = f"row {number + 1}: " if each else ""
            yield f"{path}: {place}{error.json_path}: {error.message[:300]}"


def faults_of(name, *paths):
    for path in paths:
        if path.endswith(".csv"):
            yield from wrong_rows(load("tables.json")["$defs"][name], name, path)
        else:
            schema = load(name + ".json")
            jsonschema.Draft202012Validator.check_schema(schema)
            with open(path) as file:
                yield from wrong_document({**schema, "$id": (folder / (name + ".json")).as_uri()}, json.load(file), path)


def main():
    groups = itertools.groupby(sys.argv[1:], lambda word: word == "--")
    faults = [fault for separates, words in groups if not separates for fault in faults_of(*words)]
    for fault in faults[:20]:
        print(fault)
    sys.exit(bool(faults))


main()
