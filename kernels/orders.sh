#!/bin/sh
# Every case of the suites under SEEDS seeds, one and two host threads, every order of lanes and of the sides of a branch.
# What the checks of a case fix must hold under all of them. usage: kernels/orders.sh [isotope [SEEDS]]
set -u
isotope=${1:-target/release/isotope}
seeds=${2:-20}
here=$(dirname "$0")
runs=0 good=0 bad=0
for suite in "$here" "$here/torture"; do
    for lanes in ascending descending drawn; do
        for branches in fall-through taken drawn; do
            for jobs in 1 2; do
                seed=0
                while [ "$seed" -lt "$seeds" ]; do
                    last=$("$isotope" run "$suite" --seed "$seed" -j "$jobs" --assume nv.branch_order=$branches \
                        --assume nv.lane_order=$lanes --assume intel.lane_order=$lanes --assume amd.lane_order=$lanes \
                        | tail -1)
                    passed=${last%% passed*} failed=${last##*, }
                    failed=${failed%% failed*}
                    case "$passed$failed" in
                        *[!0-9]* | "") echo "$suite: no counts in \`$last\`" >&2; exit 1 ;;
                    esac
                    runs=$((runs + 1)) good=$((good + passed)) bad=$((bad + failed))
                    [ "$failed" -eq 0 ] || echo "$suite: $failed failed: lanes $lanes, branches $branches, -j $jobs, --seed $seed"
                    seed=$((seed + 1))
                done
            done
        done
    done
done
echo "$runs runs of the suites: $good cases passed, $bad failed"
[ "$bad" -eq 0 ] && [ "$good" -gt 0 ]
