#!/usr/bin/env bash
# Plays part I of N of a tournament, or goes on with it if it was broken off: part.sh I N FILE FOLDER [OPTION...]
# The records go to FOLDER/part-I; BONSAI names the program if it is not in the path.
set -euo pipefail
part=$1 parts=$2 file=$3 folder=$4
shift 4
output=$folder/part-$part
resume=()
if [ -e "$output/games.jsonl" ]; then
    resume=(--resume)
fi
exec "${BONSAI:-bonsai}" tournament "$file" --shard "$part/$parts" --output "$output" "${resume[@]}" "$@"
