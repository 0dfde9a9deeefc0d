#!/bin/bash
# docs/slurm/reproduce-array.sh without Slurm: each experiment is a job in a folder of its own, and `cp -r` joins the results.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers

# A `sbatch` that runs all jobs of an array, each in a folder of its own.
mkdir "$scratch/bin"
ln -s "$(realpath "$CDBENCH")" "$scratch/bin/cdbench"
cat >"$scratch/bin/sbatch" <<'END'
#!/bin/bash
last=${1#--array=0-}
shift
for ((job = 0; job <= last; job++)); do
    mkdir -p "job-$job"
    (cd "job-$job" && SLURM_ARRAY_TASK_ID=$job bash "$@" 2>log) || echo "job $job ends with $?"
done
END
chmod +x "$scratch/bin/sbatch"

test_jobs_of_one_experiment_each_are_together_what_one_run_measures()
{
    PATH=$scratch/bin:$PATH succeeds "$root/docs/slurm/reproduce-array.sh" small open
    # The second experiment has an algorithm that is wrong, and the third a program that is missing.
    equal 'jobs that fail' 'job 1 ends with 2,job 2 ends with 4' "$(paste -sd , "$scratch/out")"
    equal 'experiments' "$("$CDBENCH" reproduce --list --json small open | grep -c '"series"')" "$(ls -d job-*/results/local/*/*/ | wc -l)"
    equal 'experiments of a job' 1 "$(ls -d job-0/results/local/*/*/ | wc -l)"
    mkdir joined
    for job in job-*; do succeeds cp -r "$job/results/local/." joined/; done
    exits 2 "$CDBENCH" reproduce small open --full --quiet --no-figures --results whole
    shows '0 values differ, 0 rows lacking' "$CDBENCH" obtained joined whole small open
    succeeds "$CDBENCH" plot small --results joined
    [ -s joined/small/sizes/sizes.svg ] || wrong 'no figure'
    succeeds "$CDBENCH" claims small --results joined --csv joined.csv
    succeeds "$CDBENCH" claims small --results whole --csv whole.csv
    equal 'outcomes' "$(column joined.csv claim outcome)" "$(column whole.csv claim outcome)"
}

test_papers_that_do_not_exist_are_refused()
{
    PATH=$scratch/bin:$PATH refuses 64 nowhere "$root/docs/slurm/reproduce-array.sh" nowhere
}

run_tests
