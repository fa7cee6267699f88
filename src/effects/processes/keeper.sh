#!/bin/sh
# The keeper: owns one attempt, outlives Reeve. It starts the agent at most once, keeps its output in bounded files,
# publishes how it ended, and ends it when no Reeve comes back. It never decides what an end means, never parses
# anything, and never puts text it was given into a command line: all of it travels as "$@" or as quoted variables.
#
# A shell, because 500 attempts must not cost 500 Node processes. Only what dash, bash (3.2 too), busybox and macOS
# share is used; no /proc, no GNU options. Started with the attempt's folder as working directory, in its own session:
#
#   keeper.sh PIPES REEVE_KEEPER=MARK EXIT_FILE WORKSPACE BYTES_MAX LEASE TICK_S TICKS NODE REAP BRAND SHELL STDIN PROGRAM [ARG…]
#
# PIPES.out and PIPES.err are a pair of named pipes for this attempt alone, made ahead because making them here would
# cost a process on the way to the agent; where they do not exist, they are made.
#
# Files it writes here: lock (its pid; whoever creates it owns the attempt), agent (pid), out.N and err.N (N is the
# offset of the segment's first byte, so that a reader knows what was left out), watching, orphaned, problem, left (its
# watch was killed: what that had started is still there), torn (a relay was killed: some of the output may be missing).
# It says "agent PID", "taken" or "unlockable" once on its standard output, to whoever started it.
#
# Processes: this shell waits for the agent · two relays (a shell and its dd each) · the watch (a shell and its sleep).

# What it keeps is the user's alone; the agent works with the rights it would have without it.
agent_umask=$(umask)
umask 077

pipes=$1 token=$2 exit_file=$3 workspace=$4 bytes_max=$5 lease=$6 tick_s=$7 ticks=$8 node=$9
shift 9
reap=$1 brand=$2 shell=$3 stdin=$4
shift 4

# Exclusive creation: of two keepers in one folder exactly one goes on, and none where Reeve gave the attempt up.
set -C
if ! { echo "$$" >lock; } 2>/dev/null; then
  if [ -e lock ]; then echo taken; else echo unlockable; fi
  exit 0
fi
set +C

# The agent's own PATH may lack our tools, or hold others under their names.
agent_path=$PATH
PATH=/usr/bin:/bin:/usr/sbin:/sbin:$PATH
exec 3>&1 >&2

# Handlers, not "ignore": a handler is not inherited by the agent. A dead starter (PIPE) or an agent that signals
# its whole group must not end us.
trap : HUP INT TERM PIPE

# Copies standard input to segments NAME.OFFSET. dd, because it writes what it reads at once and counts its reads.
# Three segments of a third of the limit are kept: the first, the last complete one, and the one being written.
relay() {
  trap '' HUP INT TERM
  blocks_max=$((bytes_max / 3 / 4096))
  [ "$blocks_max" -gt 0 ] || blocks_max=1
  start=0 size=0 last=0
  while :; do
    blocks=$((blocks_max - size / 4096))
    if said=$(LC_ALL=C dd bs=4096 count="$blocks" 2>&1 >>"$1.$start") && count_reads "$said"; then
      # Fewer reads than asked for: the end of the stream.
      [ $((full + partial)) -eq "$blocks" ] || return 0
      if [ "$partial" -eq 0 ]; then size=$((size + full * 4096)); else size=$(($(wc -c <"$1.$start"))); fi
      [ "$size" -ge $((blocks_max * 4096)) ] || continue
    elif [ $? -gt 128 ]; then
      # It was killed; another one takes over where it was. What it had read and not yet written is gone.
      : >torn
      size=$(($(wc -c <"$1.$start")))
      [ "$size" -ge $((blocks_max * 4096)) ] || continue
    else
      # Disk full: drop a stretch rather than block the agent or break its pipe, then try again.
      lost=$(($(dd bs=4096 count="$blocks" 2>/dev/null | wc -c)))
      [ "$lost" -gt 0 ] || return 0
      size=$(($(cat "$1.$start" 2>/dev/null | wc -c) + lost))
    fi
    [ "$last" -eq 0 ] || rm -f "$1.$last"
    last=$start start=$((start + size)) size=0
  done
}

# POSIX words dd's report "FULL+PARTIAL records in".
count_reads() {
  newline='
'
  reads=${1%%" records in"*}
  reads=${reads##*"$newline"}
  full=${reads%+*} partial=${reads#*+}
  case $full:$partial in :* | *: | *[!0-9:]*) return 1 ;; esac
}

# Ends the agent when the lease did not change for TICKS ticks, or when the keeper itself was killed. Ticks and content,
# not clock time: a suspended machine does not age, and a clock that is set back does not make a lease look old.
watch() {
  # KILL, because a shell between fork and exec would take TERM for one of its own and let the sleep live.
  trap 'kill -KILL $! 2>/dev/null; exit 0' TERM
  trap '' HUP INT
  quiet=0 last=''
  echo >watching
  while :; do
    sleep "$tick_s" &
    wait $!
    if ! kill -0 $$ 2>/dev/null; then
      end_agent
      exit 0
    fi
    now=''
    [ ! -r "$lease" ] || read -r now <"$lease"
    quiet=$((quiet + 1))
    [ "$now" = "$last" ] || quiet=0 last=$now
    [ "$quiet" -ge "$ticks" ] || continue
    : >orphaned
    end_agent
    quiet=0
  done
}

# Every process of the attempt, by tree and by mark; without Node, at least the agent's process group.
end_agent() {
  [ -s agent ] && read -r agent <agent || return 0
  NODE_OPTIONS='' "$node" "$reap" "${token#*=}" "$agent" $$ && return 0
  kill -TERM -"$agent" "$agent"
  for _ in 1 2 3 4 5; do
    sleep 1
    kill -0 "$agent" || return 0
  done
  kill -KILL -"$agent" "$agent"
}

# By rename, so that whoever sees the file sees all of it.
publish() {
  orphaned=false problem=''
  [ ! -e orphaned ] || orphaned=true
  [ ! -s problem ] || read -r problem <problem
  printf '{"status":%d,"orphaned":%s,"problem":"%s"}\n' "$1" "$orphaned" "$problem" >exit.new
  mv -f exit.new "$exit_file"
}

# A trapped signal cuts `wait` short; a child is joined when it is gone.
join() {
  while kill -0 "$1" 2>/dev/null; do
    wait "$1"
    [ $? -ne 127 ] || return 0
  done
}

# A live conversation: opened for both, the agent's standard input has no end while its keeper lives.
if [ "$stdin" = live ]; then
  stdin=in.pipe
  mkfifo in.pipe && exec 4<>in.pipe
fi
if [ ! -p "$pipes.out" ] || [ ! -p "$pipes.err" ]; then
  pipes=./pipe
  mkfifo pipe.out pipe.err || pipes=''
fi
if [ -z "$pipes" ] || [ ! -r "$stdin" ]; then
  echo files >problem
  publish 126
  exit 0
fi
# All ends are opened here, so that nobody waits for another to open its own: where this shell ends before its agent begins (no
# process more may be started), its relays see the end of their input. It keeps the writing ends alone: an agent whose
# relay was killed hears of it. Opened for both first, which waits for nobody.
exec 9<>"$pipes.out" && exec 7>"$pipes.out" 5<"$pipes.out"
exec 9<>"$pipes.err" && exec 8>"$pipes.err" 6<"$pipes.err"
exec 9<&-
watch=''
trap '[ -z "$watch" ] || kill "$watch" 2>/dev/null' EXIT
# `exec`, because a shell keeps a copy of what a function is called without.
{ exec <&5 3>&- 4<&- 5<&- 6<&- 7>&- 8>&- && relay out; } &
out=$!
{ exec <&6 3>&- 4<&- 5<&- 6<&- 7>&- 8>&- && relay err; } &
err=$!
{ exec </dev/null 3>&- 4<&- 5<&- 6<&- 7>&- 8>&- && watch; } &
watch=$!
exec 5<&- 6<&-

# Through a second shell, because only a shell's own start gives it a pid it knows.
# shellcheck disable=SC2016
start='
  trap : PIPE
  echo $$ >agent
  { echo "agent $$" >&3; } 2>/dev/null
  exec 3>&-
  PATH=$1 workspace=$2
  umask "$3"
  # A limit without effect that stays with all it starts; shells call it by different letters, and some systems have none.
  { ulimit -w "$4" || ulimit -x "$4"; } 2>/dev/null
  shift 4
  unset REEVE_KEEPER
  CDPATH="" cd -- "$workspace" || { echo workspace >problem; exit 126; }
  exec "$@"'
set -- "$shell" -c "$start" sh "$agent_path" "$workspace" "$agent_umask" "$brand" "$@"

# In its own process group, so that an agent that signals its group does not hit its keeper.
if command -v setsid >/dev/null 2>&1; then
  set -- setsid "$@"
elif command -v perl >/dev/null 2>&1; then
  # shellcheck disable=SC2016
  set -- perl -e 'setpgrp(0, 0); exec { $ARGV[0] } @ARGV; exit 127' -- "$@"
fi

# In the foreground, because shells make background children ignore INT and QUIT.
REEVE_MARK=${REEVE_MARK:+$REEVE_MARK:}${token#*=} "$@" >&7 2>&8 <"$stdin" 3>&3 4<&- 7>&- 8>&-

# Published before the output is complete: something the agent left behind may hold its pipes for ever.
publish $?
exec 4<&- 7>&- 8>&-
join "$out"
join "$err"
# Told before it has set its trap, the watch would not hear it.
for _ in 1 2 3 4 5 6 7 8 9 10; do
  if [ -e watching ] || ! kill -0 "$watch" 2>/dev/null; then break; fi
  sleep 0.1 2>/dev/null || sleep 1
done
kill "$watch" 2>/dev/null
# It ends well when it is told; one that was killed has left its sleep.
wait "$watch" || : >left
watch=''
exit 0
