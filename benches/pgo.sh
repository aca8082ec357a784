#!/usr/bin/env bash
# Builds Bonsai with profile-guided optimization: a first build counts what it does on the test suites of all games, a second
# is laid out by these counts. Needs rustup, for the tool that merges the counts. The result: target/pgo/bonsai.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
tools=$(rustc --print target-libdir)/../bin
[ -x "$tools/llvm-profdata" ] || rustup component add llvm-tools

# With `--target`, the flags are not for build scripts; they come on top of those in .cargo/config.toml.
build() { cargo build --release --target "$host" --target-dir target/pgo --config "target.$host.rustflags=['$1']"; }
program=target/pgo/$host/release/bonsai
counts=$PWD/target/pgo/counts

rm -rf "$counts"
build "-Cprofile-generate=$counts"
for suite in protocol-tests/suites/*.epd; do
    # Not every file belongs to one game; `bonsai variants` has the names.
    game=$(basename "$suite" .epd)
    if "$program" variants | grep -q "^$game "; then
        "$program" analyse "$suite" --variant "$game" --nodes 20000 --threads 1 >/dev/null
    fi
done
"$tools/llvm-profdata" merge --output "$counts/all.profdata" "$counts"
build "-Cprofile-use=$counts/all.profdata"
cp "$program" target/pgo/bonsai
