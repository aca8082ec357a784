#!/usr/bin/env bash
#SBATCH --job-name=bonsai
#SBATCH --ntasks=1
#SBATCH --output=%x-%A-%a.log
# A tournament as a Slurm job array, one part a task:
#
#     sbatch --array=1-8 slurm.sh 8 engines.toml FOLDER [OPTION...]
#     sbatch --array=3 slurm.sh 8 engines.toml FOLDER [OPTION...]     if part 3 has died: it goes on where it was
#     bonsai tournament merge FOLDER/part-* --output FOLDER/whole     when all have ended
#
# FOLDER must be seen by all nodes. A task plays --concurrency games at a time; give it as many cores with
# --cpus-per-task.
set -euo pipefail
# Slurm runs a copy of this script, so what stands beside it is looked for where the job was submitted.
here=${CLUSTER_SCRIPTS:-$SLURM_SUBMIT_DIR}
parts=$1
shift
exec "$here/part.sh" "$SLURM_ARRAY_TASK_ID" "$parts" "$@"
