/** What agents do wrong: how they end, and what they print. All of them are tasks of one run. */
import type { AgentFault } from "./fault.ts";

const DONE = `echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"; echo '{"status":"done"}'`;
/** Whoever repairs an answer names the files. */
const NAMED = `echo x > "$REEVE_TASK_ID.txt"; printf '{"status":"done","files_created":["%s.txt"]}' "$REEVE_TASK_ID"`;
const ONCE = { exits: [0], asked: 0 };
const ASKED = { exits: [3], asked: 1 };
const SIGNALLED = (signal: string) => `kill -${signal} $$; sleep 5`;

export const PROCESS_FAULTS: readonly AgentFault[] = [
  { name: "an agent ends with exit 1, once", area: "process", attempts: ["exit 1", DONE], expect: ONCE },
  { name: "an agent ends with exit 1, always", area: "process", attempts: ["exit 1"], expect: ASKED },
  { name: "an agent dies by SIGSEGV, once", area: "process", attempts: [SIGNALLED("SEGV"), DONE], expect: ONCE },
  { name: "an agent is killed by SIGKILL, once", area: "process", attempts: [SIGNALLED("KILL"), DONE], expect: ONCE },
  { name: "an agent is ended by SIGTERM, once", area: "process", attempts: [SIGNALLED("TERM"), DONE], expect: ONCE },
  { name: "an agent hangs without a word, once", area: "process", attempts: ["sleep 600", DONE], expect: ONCE },
  {
    name: "an agent stops itself with SIGSTOP, once",
    area: "process",
    attempts: [`kill -STOP $$; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent's keeper is killed, once",
    area: "process",
    attempts: [`kill -9 $(ps -o ppid= -p $$); sleep 600`, DONE],
    expect: ONCE,
  },
  {
    name: "an agent's keeper is killed, always",
    area: "process",
    attempts: [`kill -9 $(ps -o ppid= -p $$); sleep 600`],
    expect: ASKED,
  },
  {
    name: "an agent leaves a daemon behind",
    area: "process",
    attempts: [`setsid sleep 600 >/dev/null 2>&1 </dev/null & ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent deletes the folder it works in, once",
    area: "file system",
    attempts: [`rm -rf "$PWD"; echo '{"status":"done"}'`, DONE],
    expect: ONCE,
  },
  {
    name: "an agent changes nothing and says done, always",
    area: "process",
    attempts: [`echo '{"status":"done"}'`],
    expect: ASKED,
  },
  {
    name: "an agent asks",
    area: "process",
    attempts: [`echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which?"}'`],
    expect: ASKED,
  },
  {
    name: "an agent crashes after its result",
    area: "process",
    attempts: [`${DONE}; kill -SEGV $$`, DONE],
    expect: ONCE,
  },
];

const FLOOD = "yes 'all work and no play' | head -c 20000000";

export const STREAM_FAULTS: readonly AgentFault[] = [
  { name: "an agent prints nothing and ends well, once", area: "stream", attempts: ["exit 0", NAMED], expect: ONCE },
  {
    name: "an agent prints half a JSON object, once",
    area: "stream",
    attempts: [`printf '{"status":"do'`, NAMED],
    expect: ONCE,
  },
  {
    name: "an agent's result has no status, always",
    area: "stream",
    attempts: [`echo '{"state":"done"}'`],
    expect: ASKED,
  },
  {
    name: "an agent prints control bytes and half a character",
    area: "stream",
    attempts: [`printf '\\033[2J\\000\\303\\n'; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent prints 20 MB without an end of line",
    area: "stream",
    attempts: [`${FLOOD} | tr -d '\\n'; echo; ${DONE}`],
    expect: ONCE,
  },
  { name: "an agent prints 20 MB of lines", area: "stream", attempts: [`${FLOOD}; echo; ${DONE}`], expect: ONCE },
  {
    name: "an agent closes its output, and writes its result to its file",
    area: "stream",
    attempts: [`exec >&- 2>&-; echo x > "$REEVE_TASK_ID.txt"; echo '{"status":"done"}' > "$REEVE_RESULT"`],
    expect: ONCE,
  },
  {
    name: "an agent prints JSON that is nested a hundred thousand deep, once",
    area: "stream",
    attempts: [`perl -e 'print "[" x 100000, "{" x 100000'; echo`, NAMED],
    expect: ONCE,
  },
  {
    name: "an agent says done, then that it is blocked",
    area: "stream",
    attempts: [`${DONE}; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which?"}'`],
    expect: ASKED,
  },
  {
    name: "an agent's result is 8 MB of nothing, once",
    area: "stream",
    attempts: [`head -c 8000000 /dev/zero > "$REEVE_RESULT"`, NAMED],
    expect: ONCE,
  },
];

export const WORK_FAULTS: readonly AgentFault[] = [
  {
    name: "an agent's gate fails, once",
    area: "process",
    attempts: [`echo no > ok.txt; echo '{"status":"done"}'`, `echo yes > ok.txt; echo '{"status":"done"}'`],
    task: ', gates: ["grep -q yes ok.txt"]',
    expect: ONCE,
  },
  {
    name: "an agent ruins its .git, and its work is there",
    area: "git",
    attempts: [`rm -f .git; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent leaves a lock of git's index",
    area: "git",
    attempts: [`touch "$(git rev-parse --git-dir)/index.lock"; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent puts a folder in the place of git's index",
    area: "git",
    attempts: [`index="$(git rev-parse --git-dir)/index"; rm -f "$index"; mkdir -p "$index/x"; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent leaves half a merge",
    area: "git",
    attempts: [`git rev-parse HEAD > "$(git rev-parse --git-dir)/MERGE_HEAD"; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent leaves a pipe where a file is read",
    area: "file system",
    attempts: [`mkfifo notes; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent makes its folder read-only",
    area: "file system",
    attempts: [`${DONE}; chmod -R a-w .`],
    expect: ONCE,
  },
  {
    name: "an agent links a folder into itself",
    area: "file system",
    attempts: [`ln -s . loop; ${DONE}`],
    expect: ONCE,
  },
  {
    name: "an agent spends more than its task may",
    area: "process",
    attempts: [],
    script: "[usage: { tokens: 1000, usd: 2 }, sleep: 20, result: {}]",
    task: ", budget: { usd: 1 }",
    expect: ASKED,
  },
  {
    name: "a model refuses for a reason nobody knows, always",
    area: "process",
    attempts: [],
    script: "[usage: { tokens: 10, usd: 0.01 }, fail: { message: something odd }]",
    expect: ASKED,
  },
];
