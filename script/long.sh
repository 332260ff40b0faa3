# Every long trial with small numbers, so that none of them rots unseen. Sourced by script/test, which runs it only where it is asked for.
# shellcheck shell=bash
. "$ROOT/script/trial.sh"

# small COMMAND WORD…: one trial. 3 says that only goals of time and memory were missed. They are those of a release build on a quiet
# machine.
small() {
  local status=0
  "script/$1" "${@:2}" || status=$?
  [ "$status" -ne 3 ] || { say "   only goals of time and memory were missed"; return 0; }
  return "$status"
}

# What requests share, under thousands of schedules for each test: server/engine/src/sync.rs. SCHEDULES says how many.
schedules() {
  build_site
  # Without lints: what these features leave out looks unused.
  env -u RUSTC_WORKSPACE_WRAPPER -u CLIPPY_ARGS \
    cargo test "${HOST[@]}" --features engine/shuttle,portal/shuttle,web_http/shuttle --lib --quiet schedule_tests::
}

# Mutants of the rules and of what checks documents, windows and scores (.cargo/mutants.toml), and the tests that let them live.
# MUTANTS is a part as cargo-mutants counts them: 0/1 is all of them, for hours. By default each commit tries another hundredth.
# Of the rules and of provenance none may live; the others are listed.
mutants() {
  local made="$TARGET/mutants" status=0 part lives
  part="${MUTANTS:-$(($(git rev-list --count HEAD) % 100))/100}"
  need_cargo_mutants
  rm -rf "$made/mutants.out"
  mkdir -p "$made"
  # A mutant leaves things unused. It is to be tested, not linted.
  env -u RUSTC_WORKSPACE_WRAPPER -u CLIPPY_ARGS CARGO_TARGET_DIR="$made/target" \
    "$CARGO_MUTANTS" mutants --package shared --shard "$part" --output "$made" --colors never || status=$?
  # 2: some live; 3: some never end. Everything else says nothing of them.
  case "$status" in 0 | 2 | 3) ;; *) die "cargo-mutants ended with $status" ;; esac
  lives="$(cat "$made"/mutants.out/{missed,timeout}.txt)"
  say "   part $part: $(wc -l < "$made/mutants.out/caught.txt") are caught, $(grep -c . <<< "$lives" || true) live"
  [ -z "$lives" ] || say "$lives"
  ! grep -E '^shared/src/(rules|provenance)/' "$made/mutants.out/missed.txt" || die "no test notices these"
}

long_trials() {
  local binary="$TARGET/debug/evenhand"
  need_node_modules all
  step "the islands, as WASM" build_site parity
  FORGERIES=100000 step "100,000 forgeries, natively and in WASM" parity
  step "what requests share, under many schedules" schedules
  step "mutants of rules, scores, windows and provenance" mutants
  # Other limits of the compiler hold for it, and nothing else builds it.
  step "the binary to deploy" script/build
  step "the binary" debug_binary --quiet
  step "stays-up" small stays-up --quick --binary "$binary"
  step "deliveries" small deliveries --binary "$binary" 2000
  step "evidence" small evidence --binary "$binary" 40
  step "import-load" small import-load --binary "$binary" 20
  step "sign-in-load" small sign-in-load --binary "$binary" 10
  step "board" small board --binary "$binary" 40
  step "exports" small exports --binary "$binary" 20000 200
  step "many-events" small many-events --binary "$binary" 60 20 1
  step "fuzz-api" small fuzz-api --binary "$binary" 500
  step "evenings" small evenings --binary "$binary" 2000 "$(git rev-list --count HEAD)"
  step "fuzz-parsers" small fuzz-parsers 2000
  step "witnesses" small witnesses 2000
  step "fairness" small fairness 50
  step "crowd" small crowd --binary "$binary" 2
  step "failover" small failover --binary "$binary" 1
  step "standby" small standby --binary "$binary" 1 1
  if [ "$(id -u)" -eq 0 ]; then
    step "package" small package try --binary "$binary"
  else
    say "   not root: package try is left out"
  fi
  step "bench" small bench --binary "$binary" 1 1 500
  if [ -n "$(find_chromium)" ]; then
    step "lighthouse" small lighthouse --binary "$binary" 1
  else
    say "   no Chromium: lighthouse is left out"
  fi
}
