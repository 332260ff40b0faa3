# What a cluster on one machine needs. Sourced after lib.sh and trial.sh.
# shellcheck shell=bash

# Programs and data of clusters. A folder that PostgreSQL's own user can enter, so not below a home.
CLUSTER_HOME="${EVENHAND_CLUSTER_DIR:-/var/tmp/evenhand-cluster-$(id -un)}"

# The path of a program: the machine's own, or an unpacked one; nothing if there is none.
cluster_program() {
  local path
  for path in "$(PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$1" || true)" "$CLUSTER_HOME"/programs/usr/{bin,sbin}/"$1"; do
    [ ! -x "$path" ] || { printf '%s\n' "$path"; return; }
  done
}

# unpack PACKAGE…: fetches packages of the distribution with what they need and the machine lacks, and unpacks them into the cluster's folder.
# Nothing is installed: Debian would start each of them as a service and at every boot.
unpack() {
  local packages="$CLUSTER_HOME/packages" file
  have apt-get || die "install etcd 3.4 or newer, HAProxy and nginx, then run this again"
  mkdir -p "$packages/partial" "$CLUSTER_HOME/programs"
  say "   unpacking $* into $CLUSTER_HOME/programs: they are not installed, and gone when you delete the folder"
  apt-get install -y -qq --download-only --no-install-recommends -o Debug::NoLocking=1 -o APT::Sandbox::User=root \
    -o Dir::Cache::archives="$packages" "$@" >/dev/null || die "apt-get can't fetch $*: try apt-get update"
  for file in "$packages"/*.deb; do dpkg-deb -x "$file" "$CLUSTER_HOME/programs"; done
}

# need_programs COMMAND:PACKAGE…: those that are missing are unpacked. Sets ETCD, HAPROXY, NGINX, where they are asked for.
need_programs() {
  local missing=() program
  mkdir -p "$CLUSTER_HOME"
  [ -O "$CLUSTER_HOME" ] || die "$CLUSTER_HOME belongs to somebody else: name another folder in EVENHAND_CLUSTER_DIR"
  chmod 755 "$CLUSTER_HOME"
  for program in "$@"; do [ -n "$(cluster_program "${program%:*}")" ] || missing+=("${program#*:}"); done
  [ "${#missing[@]}" -eq 0 ] || unpack "${missing[@]}"
  for program in "$@"; do
    program="${program%:*}"
    declare -gx "${program^^}=$(cluster_program "$program")"
  done
  CLUSTER_LIBRARIES=""
  [ ! -d "$CLUSTER_HOME/programs" ] || CLUSTER_LIBRARIES="$(printf "%s:" "$CLUSTER_HOME"/programs/usr/lib/*-linux-gnu* | sed "s/:$//")"
  export CLUSTER_LIBRARIES
}

need_cluster() {
  need_trial
  need_programs etcd:etcd-server haproxy:haproxy nginx:nginx
  [ -x "$CLUSTER_HOME/patroni/bin/patroni" ] || say "   installing Patroni from PyPI into $CLUSTER_HOME/patroni, and nowhere else; it is gone when you delete the folder"
  # Patroni starts PostgreSQL by a second Python, so PostgreSQL's own user has to be able to run it: the machine's, and none below a home.
  TARGET="$CLUSTER_HOME" PATH="/usr/bin:$PATH" python_environment patroni script/cluster-requirements.txt
  case "$(realpath "$PYTHON")" in "$HOME"/*) die "$(realpath "$PYTHON") can't be run by PostgreSQL's own user: install python3 of the distribution, delete $CLUSTER_HOME/patroni, then run this again" ;; esac
  PATRONI="$CLUSTER_HOME/patroni/bin/patroni"
  export PATRONI
}
