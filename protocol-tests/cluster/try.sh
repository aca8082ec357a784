#!/usr/bin/env bash
# Shows slurm.sh and parallel.sh at work: a small tournament in one go, and in parts, one of which is killed and run again.
# All three must have the same games. As root, with slurm-wlm, munge and parallel installed: try.sh [FOLDER]
#
# A Slurm of one node on the loopback is set up for it in FOLDER, and stopped at the end.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export BONSAI=${BONSAI:-$here/../../target/release/bonsai} CLUSTER_SCRIPTS=$here
folder=$(realpath "${1:-$(mktemp -d)}")
mkdir -p "$folder"
cd "$folder"

cat > engines.toml <<END
[tournament]
variants = ["micro"]
rounds = 100
clock = "nodes=2000"
seed = 3
report = false

[[engine]]
name = "a"
command = "$BONSAI"

[[engine]]
name = "b"
command = "$BONSAI"
clock = "nodes=1000"
END

# What was played, without times.
games() {
    jq -c '[.game, .white, .black, .result, [.moves[].mv]]' "$1/games.jsonl" | sort
}

# Waits until a part has some games.
wait_for() {
    until [ -s "$1/games.jsonl" ]; do sleep 0.1; done
}

echo "== in one go"
"$BONSAI" tournament engines.toml --output unbroken > unbroken.txt 2> /dev/null

echo "== GNU parallel, part 2 killed"
"$here/parallel.sh" 3 engines.toml "$folder/parallel" > parallel.txt 2> parallel.log &
run=$!
wait_for parallel/part-2
# Without anything to be killed this ends here.
pkill -KILL -f "tournament engines.toml --shard 2/3 --output $folder/parallel/part-2"
wait "$run"
cat parallel/jobs.log
cmp <(games unbroken) <(games parallel/whole)

echo "== Slurm"
name=$(hostname -s)
cat > slurm.conf <<END
ClusterName=loopback
SlurmctldHost=$name(127.0.0.1)
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmUser=root
StateSaveLocation=$folder/slurm-state
SlurmdSpoolDir=$folder/slurm-spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ReturnToService=2
END
mkdir -p slurm-state slurm-spool
export SLURM_CONF=$folder/slurm.conf
own_munged=
if ! munge -n > /dev/null 2>&1; then
    install -d -o munge -g munge -m 755 /run/munge
    su -s /bin/sh munge -c 'munged --pid-file /run/munge/bonsai.pid'
    own_munged=yes
fi
slurmctld
slurmd
stop() {
    kill "$(cat slurmd.pid)" "$(cat slurmctld.pid)"
    [ -z "$own_munged" ] || kill "$(cat /run/munge/bonsai.pid)"
}
trap stop EXIT
until sinfo -h -o %T | grep -q idle; do sleep 0.5; done
sinfo

job=$(sbatch --parsable --array=1-3 "$here/slurm.sh" 3 engines.toml "$folder/slurm")
wait_for slurm/part-2
echo "== part 2 killed"
scancel --signal=KILL --full "${job}_2" || true
until [ -z "$(squeue -h -j "$job" 2> /dev/null)" ]; do sleep 0.5; done
"$BONSAI" tournament merge slurm/part-* | tail -3 || true
echo "== part 2 run again"
job=$(sbatch --parsable --array=2 "$here/slurm.sh" 3 engines.toml "$folder/slurm")
until [ -z "$(squeue -h -j "$job" 2> /dev/null)" ]; do sleep 0.5; done
"$BONSAI" tournament merge slurm/part-* --output slurm/whole
cmp <(games unbroken) <(games slurm/whole)
echo "== the same games in one go, by GNU parallel, and by Slurm"
