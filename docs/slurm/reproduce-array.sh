#!/bin/bash
# All experiments of some papers in eight shards, each on a node of its own, and one measurement of them in the end.
#
#   jobs=$(sbatch --parsable docs/slurm/reproduce-array.sh zou2011 zhao2009)
#   sbatch --dependency=afterok:$jobs --wrap 'cdbench merge results/local/shard-*-of-8'
#
# Times in one experiment are compared with each other: ask for nodes of one kind, and for all of a node. A shard that
# was cut off goes on where it was when it is submitted again.
#SBATCH --job-name=cdbench
#SBATCH --array=1-8
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time=12:00:00
exec cdbench reproduce "$@" --full --resume --quiet --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
