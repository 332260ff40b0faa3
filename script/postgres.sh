# A throwaway PostgreSQL for the checks, in a folder of its own, on a socket only, removed at the end. Sourced.
# fsync is off, so a crash loses its data: it is not worth keeping, and the tests write a lot. They open thousands of connections, each of
# which would load the language of our functions by itself.
# shellcheck shell=bash

SCRATCH=""

# PostgreSQL refuses to run as root, so root runs it as `postgres` or `nobody`.
postgres_user() { id -u postgres >/dev/null 2>&1 && echo postgres || echo nobody; }

as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    local user
    user="$(postgres_user)"
    (cd / && setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups env -u PGDATA LC_ALL=C "$@")
  else
    (cd / && env -u PGDATA LC_ALL=C "$@")
  fi
}

# Where its folder goes: into memory if there is plenty, else to /tmp. Each test makes and drops a database, 300 files; on ext4 that
# takes three times as long as in memory. The files of tests go beside it, as `$SCRATCH.files`: those that start servers of their own wait
# for their disk.
scratch_home() {
  local room free
  room="$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')"
  free="$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo 2>/dev/null)"
  if [ -w /dev/shm ] && [ "${room:-0}" -gt 6000000 ] && [ "${free:-0}" -gt 8000000 ]; then echo /dev/shm; else echo /tmp; fi
}

# Starts it and exports DATABASE_URL. Call it in the shell itself (not through `step`): it sets the trap that stops it.
start_postgres() {
  local bin
  bin="$(postgres_bin)"
  [ -n "$bin" ] || die "no PostgreSQL server programs"
  have psql || die "psql is missing: install postgresql-client"
  SCRATCH="$(mktemp -d "$(scratch_home)/evenhand-test.XXXXXX")"
  mkdir -m 755 "$SCRATCH.files"
  trap stop_postgres EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  [ "$(id -u)" -ne 0 ] || chown "$(postgres_user)" "$SCRATCH"
  as_postgres "$bin/initdb" -D "$SCRATCH/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync --no-instructions > "$SCRATCH.log" 2>&1 \
    || { cat "$SCRATCH.log" >&2; die "initdb failed"; }
  as_postgres "$bin/pg_ctl" start -w -s -D "$SCRATCH/data" -l "$SCRATCH/log" -o "-c listen_addresses='' -c unix_socket_directories=$SCRATCH \
    -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0 -c wal_init_zero=off \
    -c max_wal_size=1GB -c checkpoint_timeout=30min -c autovacuum=off -c max_connections=400 -c shared_buffers=128MB -c jit=off -c shared_preload_libraries=plpgsql" \
    || { cat "$SCRATCH/log" >&2; die "PostgreSQL did not start"; }
  rm -f "$SCRATCH.log"
  export DATABASE_URL="postgres://postgres@localhost/evenhand?host=$SCRATCH"
  psql -q "postgres://postgres@localhost/postgres?host=$SCRATCH" -c 'CREATE DATABASE evenhand'
  say "   $bin, DATABASE_URL=$DATABASE_URL"
}

stop_postgres() {
  local status=$?
  trap - EXIT
  [ -n "$SCRATCH" ] || exit "$status"
  as_postgres "$(postgres_bin)/pg_ctl" stop -s -m immediate -D "$SCRATCH/data" >/dev/null 2>&1 || true
  rm -rf "$SCRATCH" "$SCRATCH.log" "$SCRATCH.files"
  exit "$status"
}

# Every migration, in order, each in a transaction of its own, as the portal applies them.
migrate_with_psql() {
  local file
  for file in migrations/[0-9]*.sql; do
    psql "$DATABASE_URL" -q -X -1 -v ON_ERROR_STOP=1 -f "$file" > /dev/null || die "$file does not apply"
  done
}

# What all migrations together make, without what differs between machines: owners, settings, and what only pg_trgm and btree_gin bring. Another
# version of PostgreSQL prints the same schema in other words, so the first line names the version.
print_schema() {
  local dump
  dump="$(postgres_bin)/pg_dump"
  [ -x "$dump" ] || dump=pg_dump
  have "$dump" || die "pg_dump is missing: install postgresql-client"
  printf -- '-- What all migrations together make. Written by script/queries, with the pg_dump of PostgreSQL %s.\n' \
    "$("$dump" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')"
  "$dump" "$DATABASE_URL" --schema-only --no-owner | sed -E '/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/d; /pg_trgm|btree_gin| project_search /d' | cat -s
}
