#!/bin/sh
# Lays out a sandbox with mount(8) alone and starts a program in it. Runs as root of namespaces of its own, which `unshare`
# made; nothing of it is seen outside. What it is given travels as "$@", never as text of a command.
#
#   box.sh ASIDE UID GID [TYPE PATH FROM]… -- PROGRAM [ARG…]
#
# The machine as it is stays reachable at ASIDE while things are laid on top of each other, and is put away at the end.
# The program runs in a user namespace below this one: there, no mount that it finds can be taken away.

aside=$1 uid=$2 gid=$3
shift 3
cwd=$(pwd)

fail() {
  echo "reeve sandbox: $1" >&2
  exit 125
}

mount --make-rprivate / || fail "mounts cannot be made private"
mount --rbind / "$aside" || fail "the machine cannot be laid aside"

# Flags that a mount came with may not be dropped when it is mounted again; most came with none.
read_only() {
  mount -o remount,bind,ro "$1" 2>/dev/null && return 0
  flags=$(findmnt -n -o OPTIONS -M "$1" 2>/dev/null | tr ',' '\n' | grep -E '^(nosuid|nodev|noexec|noatime|nodiratime|relatime)$' | tr '\n' ',')
  mount -o "remount,bind,${flags}ro" "$1" 2>/dev/null
}

# All there is, to be read only; what cannot be mounted again is the kernel's own.
findmnt -n -r -o TARGET | while IFS= read -r target; do
  target=$(printf '%b' "$target")
  case $target in "$aside" | "$aside"/* | /proc | /proc/* | /dev | /dev/*) continue ;; esac
  read_only "$target"
done
# Whoever is root may write the machine's settings there, whatever else is taken from it.
mount --bind /proc/sys /proc/sys 2>/dev/null && read_only /proc/sys
read_only / || fail "/ cannot be closed for writing"

# Where something is to be laid must be something.
place() {
  if [ -d "$aside$2" ]; then
    [ -d "$1" ] || mkdir -p "$1"
  elif [ ! -e "$1" ]; then
    mkdir -p "${1%/*}" && : >"$1"
  fi
}

lay() {
  case $1 in
    read) place "$2" "$3" && mount --bind "$aside$3" "$2" && read_only "$2" ;;
    write | instead) place "$2" "$3" && mount --bind "$aside$3" "$2" ;;
    empty) mount -t tmpfs -o mode=0755 none "$2" ;;
    blank) mount --bind "$aside/dev/null" "$2" ;;
    seal) read_only "$2" ;;
  esac
}

while [ "$1" != -- ]; do
  lay "$1" "$2" "$3" || fail "$2 cannot be laid out ($1)"
  shift 3
done
shift

umount -l "$aside" || fail "the machine cannot be put away"
ip link set lo up 2>/dev/null
cd "$cwd" || fail "$cwd cannot be entered"
exec unshare --user --map-user="$uid" --map-group="$gid" --mount -- "$@"
