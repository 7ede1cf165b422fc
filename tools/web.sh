#!/usr/bin/env bash
# Builds the explorer's library for the browser into target/wasm32-unknown-unknown/web and says how large it is.
set -euo pipefail
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
# Paths of this machine are nobody's business, and only make it longer.
RUSTFLAGS="--remap-path-prefix=$PWD=isotope --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates" \
    cargo build -p isotope-web --lib --profile web --target "$target" --quiet
file=${CARGO_TARGET_DIR:-target}/$target/web/isotope_web.wasm
echo "$file: $(wc -c <"$file") bytes, $(gzip -9 -c "$file" | wc -c) with gzip"
if command -v brotli >/dev/null; then
    echo "$(brotli -c -q 11 -w 24 "$file" | wc -c) with brotli"
fi
