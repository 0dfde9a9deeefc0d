#!/bin/bash
# Every experiment of some papers as a job of its own, each on a node of its own: an array of as many jobs as there are experiments.
#
#   docs/slurm/reproduce-array.sh zou2011 zhao2009     submits the array; each of its jobs runs this script again
#
# Times in one experiment are compared with each other: ask for all of a node, and for nodes of one kind. A job that was cut off goes on
# where it was when the array is submitted again. With a file system of its own on each node, `cp -r` joins the folders in the end.
#SBATCH --job-name=cdbench
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time=12:00:00
list=$(cdbench reproduce --list --json "$@") || exit
mapfile -t experiments < <(python3 -c '
import json, sys
for paper in json.load(sys.stdin)["papers"]:
    for experiment in paper["experiments"]:
        print(paper["key"] + "/" + experiment["id"])' <<<"$list")
if [ -z "$SLURM_ARRAY_TASK_ID" ]; then
    exec sbatch --array="0-$((${#experiments[@]} - 1))" "$0" "$@"
fi
exec cdbench reproduce "${experiments[SLURM_ARRAY_TASK_ID]}" --full --resume --quiet
