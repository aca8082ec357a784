#!/usr/bin/env bash
# A tournament in parts by GNU parallel, on this machine or on several: parallel.sh N FILE FOLDER [OPTION...]
#
#     parallel.sh 8 engines.toml FOLDER
#     PARALLEL='--sshlogin one,two' parallel.sh 8 engines.toml FOLDER     where FOLDER is shared by the machines
#
# A part that dies is started again, up to three times, and goes on where it was; so does all of it, if this is run again.
set -euo pipefail
parts=$1 file=$2 folder=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
seq "$parts" | parallel --retries 3 --joblog "$folder/jobs.log" --env BONSAI \
    "$here/part.sh" {} "$parts" "$file" "$folder" "$@"
rm -rf "$folder/whole"
"${BONSAI:-bonsai}" tournament merge "$folder"/part-* --output "$folder/whole"
