#!/bin/bash
# The gate of docs/ci.md for any machine that runs Debian 12 or 13: cron, Jenkins, GitLab and the like. Works in a clone
# of its own, and keeps what it builds for the next time.
#
#   gate.sh URL BRANCH [BASE]        for example: gate.sh https://example.org/cdbench.git my-change main
set -e -o pipefail
[ $# -ge 2 ] || { echo 'usage: gate.sh URL BRANCH [BASE]' >&2; exit 64; }
url=$1 branch=$2 base=${3:-main}
work=${CDBENCH_CI:-$HOME/cdbench-ci}

mkdir -p "$work"
exec 9>"$work/lock"
flock 9 # two at a time would disturb each other
[ -d "$work/source" ] || git clone --quiet "$url" "$work/source"
cd "$work/source"
git fetch --quiet --force "$url" "$branch" "$base:refs/remotes/ci/base"
git checkout --quiet --force --detach FETCH_HEAD
scripts/setup build

code=0
CDBENCH_CACHE=$work/cache scripts/ci-gate "$(git merge-base HEAD ci/base)" --budget 5m --out "$work/out" || code=$?
# Builds that nobody used for a month.
find "$work/cache/builds" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} + 2>/dev/null || true
exit $code
