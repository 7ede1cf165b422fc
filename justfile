# The menu. `just` alone shows it.

# What can be asked for
default:
    @just --list --unsorted

# Format, lint, test: what every change must pass
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
    cargo test --workspace

# Run the tests, or those whose names contain FILTER
test *FILTER:
    cargo test --workspace {{FILTER}}

# Run the tests with all their drawn and walked inputs, which `test` does a part of. SEED repeats a sweep
sweep SEED=`date +%s`:
    ISOTOPE_SWEEP={{SEED}} cargo test --workspace --tests

# Build the command and leave it in target/release
build:
    cargo build --release

# Run every kernel of the suite on its cases
suite: build
    target/release/isotope run kernels

# Run the suites under every order of lanes and branches, 20 seeds, one and two host threads (an hour)
orders:
    cargo test --release -p isotope-cli --test main orders:: -- --ignored --nocapture
    cargo test --release -p isotope-tests foreign:: -- --ignored --nocapture

# Measure
bench *FILTER:
    cargo bench --workspace {{FILTER}}

# Whole kernels beside PoCL, in turns: the first table of docs/performance.md (tools/whole/README.md says what it needs)
whole *ARGS: build
    python3 tools/whole/whole.py --write docs {{ARGS}}

# Isotope beside PoCL, Intel's CPU runtime and Oclgrind, in turns: docs/performance.md (tools/peers/README.md says what it needs)
peers *ARGS:
    cargo build --release -p isotope-cli --bins --example peer
    python3 tools/peers/peers.py --write docs {{ARGS}}

# How time and memory grow, the first result, and the suite on one thread and on two: the curves of docs/performance.md
growth *ARGS: build
    python3 tools/peers/growth.py --write docs {{ARGS}}
    python3 tools/peers/suite.py --write docs

# A million lines through asm and dis: the table of texts in docs/performance.md
texts *ARGS: build
    python3 tools/peers/texts.py --write docs {{ARGS}}

# Every benchmark beside that of an earlier commit, in turns: its table in docs/performance.md
since COMMIT="b0c09f8b" *ARGS:
    git worktree add --force --detach target/before {{COMMIT}}
    cd target/before && CARGO_TARGET_DIR=../before-built cargo bench --workspace --no-run
    git worktree remove --force target/before
    cargo bench --workspace --no-run
    python3 tools/peers/since.py --before target/before-built --before-commit {{COMMIT}} --since target --write docs {{ARGS}}

# Write docs/matrix.md and the matrix as a page that works from disk
matrix DIR="target/docs": build
    mkdir -p {{DIR}}
    target/release/isotope matrix all --format md > docs/matrix.md
    target/release/isotope matrix all --format html > {{DIR}}/matrix.html

# Write what pages say of other vendors' operations
relations:
    UPDATE=1 cargo test --release -p isotope-gpu relations

# Fuzz one target for SECONDS; `just fuzz` lists the targets (needs a nightly toolchain and cargo-fuzz)
fuzz TARGET="" SECONDS="60":
    @if [ -z "{{TARGET}}" ]; then cargo +nightly fuzz list; else cargo +nightly fuzz run {{TARGET}} -- -max_total_time={{SECONDS}}; fi

# Random programs in neutral form on the interpreter and as native code, for SECONDS, from the seed FROM on
engines SECONDS="600" FROM=`date +%s`:
    ISOTOPE_SECONDS={{SECONDS}} ISOTOPE_FROM={{FROM}}000000000 cargo test --release -p isotope-jit --test neutral a_while -- --ignored --nocapture

# Ask the vendor's disassembler about our encodings (needs nvdisasm in NVDISASM or on the PATH)
oracle *FILTER:
    cargo test --workspace --release oracle -- --ignored {{FILTER}}

# Random programs through the compilers of three vendors, judged by the host's (needs Python, gcc, clang-19, ptxas, ocloc)
foreign *ARGS: build
    python3 tools/foreign/foreign.py {{ARGS}}

# Other people's suites with Isotope as their OpenCL or CUDA device: checkouts in DIR (tools/suites/README.md says what it needs)
foreign-suites DIR *ARGS: build
    python3 tools/suites/suites.py {{DIR}} {{ARGS}}

# Our kernels through every compiler that is there, into docs/compilers.md (tools/compilers/README.md says what is used)
compilers *ARGS: build
    python3 tools/compilers/compilers.py --write {{ARGS}}
    UPDATE=1 cargo test -p isotope-tests --test main compilers::the_page

# Programs of csmith through clang and ptxas, judged by two compilers for the host (needs csmith besides)
csmith *ARGS: build
    python3 tools/foreign/csmith/run.py {{ARGS}}

# Hold the GPU of this machine against Isotope (needs nvcc and Python)
hardware *ARGS: build
    python3 hw/nvidia/run.py {{ARGS}}

# Print the documents that come from the tables: assumptions, one page per instruction
docs DIR="target/docs": build
    mkdir -p {{DIR}}/sass
    target/release/isotope assumptions --markdown > {{DIR}}/assumptions.md
    for name in $(target/release/isotope docs); do target/release/isotope docs $name > {{DIR}}/sass/$name.md; done

# Build the explorer's library for `isotope serve` and `docs --export` (adds the target wasm32-unknown-unknown) and say how large it is
web:
    rustup target add wasm32-unknown-unknown
    tools/web.sh

# The figures of docs/campaigns.md: needs the Python package (pip install .) and Dask distributed; on a quiet machine
campaign-figures *ARGS:
    python3 tools/campaign/figures.py --write docs/campaigns.md {{ARGS}}

# Write the pictures of docs/explorer.md (needs Chromium)
pictures: web
    ISOTOPE_IMAGES=$PWD/docs/images cargo test -p isotope-cli --test main explorer::every_pane -- --ignored

# Write docs/claims.md from the claims of the five documents (tests/data/claims)
claims:
    UPDATE=1 cargo test -p isotope-cli --test main claims::the_page

# What runs and what is refused, from the tables that decide it
modelled:
    UPDATE=1 cargo test -p isotope-tests --test main modelled

# Every inline constant in every operand of gfx1100, not only those of the tests
operands:
    cargo test -p isotope-amd rdna_operands:: -- --include-ignored
