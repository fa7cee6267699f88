/**
 * Agents that hang, each in its own way, and agents that are only quiet: what each does, in shell, Perl and as Claude Code's stream.
 * Tables only; `health.long.test.ts` plays them and writes what came of it into docs/health.md.
 */
import { fileURLToPath } from "node:url";
import { DONE } from "./kit.ts";

export interface Case {
  /** As docs/health.md says it. */
  readonly agent: string;
  /** What it does, in shell. */
  readonly does: string;
  /** As which of the configured agents; `hasty` where nothing is said. */
  readonly as?: "hasty" | "patient" | "model" | "calm_model";
  readonly ends: "timeout" | "spinning" | "done";
}

const TSC = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

/** A call of Claude Code's Bash tool with its result, as it streams them. */
const CALLS = `
said() { printf '%s\\n' "$1"; }
call() { said '{"type":"assistant","message":{"id":"m'$1'","role":"assistant","content":[{"type":"tool_use","id":"t'$1'","name":"Bash","input":{"command":"'"$2"'"}}],"usage":{"input_tokens":9,"output_tokens":9}}}'; }
back() { said '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t'$1'","type":"tool_result","is_error":'$2',"content":"'"$3"'"}]}}'; }
good() { said '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"{\\"status\\":\\"done\\"}","structured_output":{"status":"done"},"total_cost_usd":0.01,"usage":{"input_tokens":1,"output_tokens":1}}'; }
said '{"type":"system","subtype":"init","session_id":"00000000-0000-4000-8000-000000000001","model":"m"}'
n=0`;

function perl(program: string): string {
  return `exec perl -e '$|=1; ${program}'`;
}

function claude(steps: string): string {
  return `${CALLS}; ${steps}`;
}

export const CASES: Readonly<Record<string, Case>> = {
  sleeps: { agent: "sleeps after its first line", does: "echo begun; sleep 1000", ends: "timeout" },
  reads: { agent: "reads from a pipe that nobody writes to", does: "mkfifo f; read line < f", ends: "timeout" },
  opens: { agent: "opens a pipe that nobody reads from", does: "mkfifo o; echo hello > o", ends: "timeout" },
  prompts: {
    agent: "prints a permission prompt and waits for an answer",
    does: "printf 'Allow this command? [y/N] '; mkfifo p; read line < p",
    ends: "timeout",
  },
  german: {
    agent: "the same in German, from Perl, without the end of a line",
    does: `mkfifo d; ${perl('print "Darf der Befehl ausgeführt werden? (j/n) "; open(F, "<", "d"); <F>;')}`,
    ends: "timeout",
  },
  japanese: {
    agent: "the same in Japanese, asked again every second",
    does: perl('while (1) { print "このコマンドを実行しますか？ [y/N] "; sleep 1 }'),
    ends: "timeout",
  },
  deadlocks: {
    agent: "two processes of it wait for each other",
    does: "mkfifo x y; (read a < x; echo a > y) & (read b < y; echo b > x) & wait",
    ends: "timeout",
  },
  zombie: {
    agent: "never takes note of its dead child",
    does: perl("fork or exit 0; sleep 1 while 1"),
    ends: "timeout",
  },
  session: {
    agent: "its children have moved to a session of their own and wait there",
    does: "setsid sh -c 'sleep 999 & sleep 999' & wait",
    ends: "timeout",
  },
  computes: { agent: "computes in an endless loop", does: "while :; do :; done", ends: "timeout" },
  repeats: {
    agent: "prints the same line for ever",
    does: "while :; do echo connection refused, trying again; sleep 0.1; done",
    ends: "spinning",
  },
  alternates: {
    agent: "prints two lines in turn for ever",
    does: "while :; do echo build failed; sleep 0.1; echo fixing the build; sleep 0.1; done",
    ends: "spinning",
  },
  retries: {
    agent: "retries for ever, with a counter and a time in its lines",
    does: 'n=0; while :; do n=$((n+1)); echo "$(date +%T) attempt $n failed with 503, retrying"; sleep 0.2; done',
    ends: "spinning",
  },
  backs_off: {
    agent: "retries with growing pauses, in French",
    does: perl('for ($n=1;;$n++) { print "échec n° $n, nouvel essai\\n"; select(undef,undef,undef,$n/10) }'),
    ends: "timeout",
  },
  same_calls: {
    agent: "makes the same tool call for ever",
    does: claude(`while :; do n=$((n+1)); call $n 'npm test'; back $n true '3 failed'; sleep 0.1; done`),
    as: "model",
    ends: "spinning",
  },
  two_calls: {
    agent: "makes two tool calls in turn for ever",
    does: claude(
      `while :; do n=$((n+1)); call $n 'make'; back $n true 'no rule'; n=$((n+1)); call $n 'ls'; back $n false 'a b'; sleep 0.1; done`,
    ),
    as: "model",
    ends: "spinning",
  },
  near_calls: {
    agent: "makes tool calls that differ in a counter, a time and a temporary file, and all fail alike",
    does: claude(
      `while :; do n=$((n+1)); call $n "curl -o /var/tmp/x$n/out -H X-Try:$n api?t=$(date +%s%N)"; back $n true "503 after $n ms"; sleep 0.1; done`,
    ),
    as: "model",
    ends: "spinning",
  },
  silent_model: {
    agent: "its model's stream falls silent in the middle of an answer",
    does: claude(`call 1 'ls'; back 1 false 'a b'; exec sleep 1000`),
    as: "model",
    ends: "timeout",
  },
  tool_hangs: {
    agent: "its tool does not come back",
    does: claude(`call 1 'psql -c select'; exec sleep 1000`),
    as: "model",
    ends: "timeout",
  },
  held: {
    agent: "stops itself with SIGSTOP: it is continued at the second look",
    does: `kill -STOP $$; ${DONE}`,
    ends: "done",
  },
  compiles: {
    agent: "compiles for 25 s without a word",
    does: `i=0; while [ $i -lt 4000 ]; do echo "export const f$i = (a: number[]) => a.map((x) => ({ x, y: x * $i })).filter(({ y }) => y > 2);"; i=$((i+1)); done > big.ts
end=$(( $(date +%s) + 25 )); while [ $(date +%s) -lt $end ]; do '${TSC}' --noEmit --strict big.ts > /dev/null; done; ${DONE}`,
    as: "patient",
    ends: "done",
  },
  downloads: {
    agent: "downloads for 25 s: bytes move, nothing computes, no word",
    does: `n=0; while [ $n -lt 25 ]; do head -c 300000 /dev/zero >> download; sleep 1; n=$((n+1)); done; rm download; ${DONE}`,
    as: "patient",
    ends: "done",
  },
  tests: {
    agent: "its tests wait for a service for 25 s, in a tool call",
    does: claude(`call 1 'npm test'; sleep 25; back 1 false 'ok'; good`),
    as: "calm_model",
    ends: "done",
  },
  polls: {
    agent: "polls a build that gets on, eighty times by the same call",
    does: claude(
      `while [ $n -lt 80 ]; do n=$((n+1)); call $n 'gh run view'; back $n false "Building: $n %"; sleep 0.1; done; good`,
    ),
    as: "calm_model",
    ends: "done",
  },
  pages: {
    agent: "reads a long file page by page, a hundred times",
    does: claude(
      `while [ $n -lt 100 ]; do n=$((n+1)); call $n "sed -n $n,\${n}9p data.csv"; back $n false "$n,$((n*7))"; sleep 0.05; done; good`,
    ),
    as: "calm_model",
    ends: "done",
  },
};
