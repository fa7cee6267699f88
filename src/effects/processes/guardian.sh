#!/bin/sh
# The guardian: stays beside a Reeve in the background and starts it again when it was killed, crashed or froze. It decides
# nothing about the run: an end that Reeve has words for (exit codes 0 to 10) is the end of the guardian too. A shell, because
# whoever watches must be smaller than what it watches.
#
#   guardian.sh HEART FROZEN_S PROGRAM [ARG…]
#
# HEART is the file that Reeve's own loop touches every second; one that is not touched for two whole spans of FROZEN_S
# seconds belongs to a Reeve that is frozen, and is killed: nothing is lost by that, the next one adopts its agents. After ten
# starts within an hour it gives up and says so. All it says goes to its standard output, which is the run's log.

heart=$1 frozen_s=$2
shift 2

child= marker="$heart.mark" starts=0 since=$(date +%s)
trap 'end_child TERM' TERM
trap 'end_child INT' INT
trap '' HUP

end_child() {
  asked=yes
  [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null
}

say() {
  echo "$(date '+%Y-%m-%d %H:%M:%S') guardian: $*"
}

# Waits until the child has ended; kills it where its heart stands still.
watch_child() {
  still=0 left=$frozen_s
  touch "$marker"
  while kill -0 "$child" 2>/dev/null; do
    sleep 1 &
    wait $!
    left=$((left - 1))
    [ "$left" -gt 0 ] && continue
    if [ "$heart" -nt "$marker" ]; then still=0; else still=$((still + 1)); fi
    if [ "$still" -ge 2 ]; then
      say "Reeve (pid $child) has not moved for $((2 * frozen_s)) s; it is replaced"
      kill -KILL "$child" 2>/dev/null
    fi
    left=$frozen_s
    touch "$marker"
  done
}

delay=1
while :; do
  began=$(date +%s)
  REEVE_GUARDIAN=$$ "$@" &
  child=$!
  watch_child
  wait "$child"
  status=$?
  rm -f "$marker"
  if [ "$status" -le 10 ] || [ -n "$asked" ]; then exit "$status"; fi
  now=$(date +%s)
  if [ $((now - since)) -gt 3600 ]; then starts=0 since=$now; fi
  starts=$((starts + 1))
  if [ "$starts" -gt 10 ]; then
    say "Reeve ended abnormally ten times within an hour (last with status $status); it is not started again. \`reeve run\` resumes the run."
    exit "$status"
  fi
  if [ $((now - began)) -gt 600 ]; then delay=1; fi
  say "Reeve ended abnormally (status $status); it is started again in $delay s"
  sleep "$delay" &
  wait $!
  [ -n "$asked" ] && exit 4
  delay=$((delay * 2))
  [ "$delay" -gt 60 ] && delay=60
done
