#!/usr/bin/python3
"""Draws the times of a run: docs/draw.py results/local/RUN/run.json times.png"""
import json
import sys

import matplotlib

matplotlib.use("Agg")  # no display
import matplotlib.pyplot as plt

try:
    run = json.load(open(sys.argv[1]))
except ValueError as error:
    print(f"draw.py: {sys.argv[1]}: {error}; restore it, or measure again", file=sys.stderr)
    sys.exit(65)
timed = [cell for cell in run["cells"] if cell["frame_ms_median"] is not None]
timed.sort(key=lambda cell: cell["frame_ms_median"], reverse=True)
names = [f'{cell["algo"]}, {cell["scene"]}' for cell in timed]
median = [cell["frame_ms_median"] for cell in timed]
above = [cell["frame_ms_p95"] - cell["frame_ms_median"] for cell in timed]

plt.figure(figsize=(8, 1 + 0.4 * len(timed)), layout="constrained")
plt.errorbar(median, names, xerr=([0] * len(timed), above), fmt="o", capsize=3)
plt.xscale("log")
plt.margins(y=0.2)
plt.xlabel("time of a frame [ms]: median and 95th percentile")
plt.title(f'query {run["query"]}, {run["machine"]["cpu"]}')
plt.savefig(sys.argv[2])
