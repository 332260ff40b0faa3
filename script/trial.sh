# What the commands of the trials share: their words, and what a trial needs. Sourced after lib.sh.
# shellcheck shell=bash

# read_words WORD…: takes `--binary PATH` out of a command's words. Sets WORDS, and BINARY, which is empty where no path is given.
read_words() {
  BINARY="" WORDS=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --binary) BINARY="$(realpath "${2:?--binary needs a path}")"; shift ;;
      *) WORDS+=("$1") ;;
    esac
    shift
  done
}

# The release build, where no binary was named.
need_binary() {
  [ -z "$BINARY" ] || return 0
  script/build
  BINARY="$TARGET/release/evenhand"
}

need_trial() {
  have python3 || die "python3 is missing: install Python 3.10 or newer, then run this again"
  have psql || apt_install postgresql-client || die "psql is missing: install postgresql-client, then run this again"
  need_postgres
  POSTGRES_BIN="$(postgres_bin)"
  export POSTGRES_BIN PYTHONPATH="$ROOT/script/benchmarks" PYTHONDONTWRITEBYTECODE=1
}

# What puts load on a server.
need_wrk() { have wrk || apt_install wrk || die "wrk is missing: install it, then run this again"; }

# trial PROGRAM WORD…: runs a program of script/benchmarks with the binary and the command's words.
trial() {
  local program="$1"
  read_words "${@:2}"
  need_trial
  need_binary
  exec python3 "script/benchmarks/$program" "$BINARY" "${WORDS[@]}"
}

# A Chromium of this machine; nothing if there is none.
find_chromium() {
  local path
  for path in "${EVENHAND_CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-headless-shell; do
    [ ! -x "$path" ] || { printf '%s\n' "$path"; return; }
  done
}
