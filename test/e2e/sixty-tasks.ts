/**
 * A night of sixty tasks: what goes wrong in each of those that have trouble, as small real programs. No two have a cause
 * in common, and nobody's fate depends on who else is at work, so that what is told of each is always the same.
 */
import { inTurn } from "./git-kit.ts";

export interface NightTask {
  readonly id: string;
  /** More of its entry in the plan, as YAML. */
  readonly plan?: string;
  /** What its agent does, in shell. */
  readonly does: string;
}

const DONE = `echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"; echo '{"status":"done"}'`;
/** Whoever is asked for another form of its answer is expected to name what it wrote. */
const NAMED = `echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"; echo '{"status":"done","files_created":["'"$REEVE_TASK_ID"'.txt"]}'`;
const repaired = (trouble: string) => inTurn(trouble, NAMED);
const once = (trouble: string) => inTurn(trouble, DONE);
const dies = (said: string, code = 1) => `echo ${quoted(said)} >&2; exit ${code}`;
const blocked = (reason: string, about: string, options: readonly string[] = []) =>
  `echo ${quoted(JSON.stringify({ status: "blocked", blocked_reason: reason, uncertain_about: about, options }))}`;

const MISSES_FIND = dies("SyntaxError: The requested module './users.js' does not provide an export named 'find'");

/** Ended by something that passes, or by how the agent answered. */
const PASSING: readonly NightTask[] = [
  { id: "killed", does: once("kill -9 $$") },
  { id: "exits-oddly", does: once(dies("the moon was in the way", 3)) },
  { id: "no-network", does: once(dies("Error: connect ECONNREFUSED 127.0.0.1:8443")) },
  { id: "overloaded", does: once(dies('API Error: 529 {"type":"overloaded_error","message":"Overloaded"}')) },
  { id: "usage-limit", plan: "agent: limited", does: once(dies("Rate limit reached. Please try again in 1s.")) },
  { id: "bad-json", does: repaired(`echo '{"status": "don' > "$REEVE_RESULT"`) },
  { id: "wrong-form", does: repaired(`echo '{"status":"finished"}' > "$REEVE_RESULT"`) },
  { id: "says-nothing", does: repaired("true") },
  { id: "never-in-form", does: inTurn(...Array<string>(4).fill("echo I am finished"), DONE) },
  { id: "always-killed", does: inTurn("kill -9 $$", "kill -9 $$", DONE) },
];

/** Ended by what only a person can mend. */
const FOR_A_PERSON: readonly NightTask[] = [
  { id: "logged-out", does: once(dies("Error: 401 Unauthorized: invalid api key")) },
  { id: "no-credit", does: once(dies("Your credit balance is too low to access the API.")) },
  { id: "disk-full", does: once(dies("fatal: write error: No space left on device (ENOSPC)")) },
  { id: "not-allowed", does: once(dies("Error: EACCES: permission denied, open '/srv/prices.db'")) },
  { id: "not-installed", plan: "agent: absent", does: DONE },
  { id: "licence", does: once(dies("the licence of mapmaker has run out")) },
  { id: "ambiguous", does: once(blocked("ambiguous_spec", "Is the price with or without tax?", ["with", "without"])) },
  { id: "contradictory", does: once(blocked("contradictory_requirements", "The page is to be public and secret.")) },
  { id: "impossible", does: once(blocked("impossible_as_specified", "There is no printer to test it with.")) },
  { id: "needs-nobody", does: once(blocked("missing_dependency", "The list of countries is nowhere to be found.")) },
];

/** Ended by the work itself, as the agent's own commands found. */
const OF_THE_WORK: readonly NightTask[] = [
  { id: "needs-list", does: once(blocked("missing_dependency", "I need what list-maker makes.")) },
  {
    id: "imports-early",
    does: once(dies("Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/p/src/rates.js' imported from /p/src/a.js")),
  },
  { id: "no-fixture", does: once(dies("Error: ENOENT: no such file or directory, open 'fixtures/menu.csv'")) },
  { id: "never-parses", does: dies("SyntaxError: Unexpected token '}' in sums.js:3") },
  {
    id: "too-long",
    plan: "agent: tiered, tier: low",
    does: once(dies("Error: prompt is too long: 210000 tokens > 200000 maximum")),
  },
  { id: "turns-used", does: once(dies("Error: Reached max turns (30)")) },
  { id: "in-circles", does: once(dies("Loop detected: the same tool call was repeated 12 times")) },
  {
    id: "refuses",
    does: once(dies("API Error: unable to respond to this request, which appears to violate our Usage Policy")),
  },
];

/** Said to be done, and found not to be. */
const NOT_DONE: readonly NightTask[] = [
  { id: "red-once", plan: gate("grep -q blue colour.txt"), does: inTurn(paints("red"), paints("blue")) },
  {
    id: "red-twice",
    plan: gate("grep -q 3 sum.txt"),
    does: inTurn(writes("sum.txt", "1"), writes("sum.txt", "2"), writes("sum.txt", "3")),
  },
  { id: "always-red", plan: gate("test ! -e always-red.txt"), does: DONE },
  {
    id: "unkept",
    plan: `commitments: ["test -f promise.txt"]`,
    does: inTurn(DONE, writes("promise.txt", "kept")),
  },
  { id: "claims-a-file", does: inTurn(`${DONE} | sed 's/}/,"files_created":["ghost.txt"]}/'`, DONE) },
  { id: "did-nothing", does: inTurn(`echo '{"status":"done"}'`, DONE) },
  { id: "out-of-bounds", does: inTurn(writes("list.txt", "mine"), DONE) },
  {
    id: "leaks",
    does: inTurn(writes("config.txt", `token = ${"xo"}xb-${"1".repeat(12)}-${"2".repeat(12)}-${"a".repeat(24)}`), DONE),
  },
  {
    id: "conflicts",
    does: inTurn(`${untilMerged("came-first")}; ${writes("shared.txt", "second")}`, writes("shared.txt", "both")),
  },
  { id: "came-first", does: writes("shared.txt", "first") },
];

/** Made wrong by a task that was done, or too dear. */
const OF_OTHERS: readonly NightTask[] = [
  {
    id: "users-maker",
    plan: "files: [users.js]",
    does: inTurn(writes("users.js", "export {};"), writes("users.js", "export const find = 1;")),
  },
  {
    id: "reads-users",
    plan: "depends_on: [users-maker]",
    does: inTurn(MISSES_FIND, MISSES_FIND, DONE),
  },
  { id: "spends", plan: "agent: scripted, budget: { tokens: 1000 }", does: DONE },
];

const LATE: readonly NightTask[] = [
  { id: "builds-on-red", plan: "depends_on: [always-red]", does: DONE },
  { id: "list-maker", plan: "files: [list.txt]", does: writes("list.txt", "one") },
  { id: "rates-maker", plan: "files: [src/rates.js]", does: `mkdir -p src; ${writes("src/rates.js", "export {}")}` },
];

const TROUBLED = [
  ...NOT_DONE.slice(-2),
  ...PASSING,
  ...FOR_A_PERSON,
  ...OF_THE_WORK,
  ...OF_OTHERS,
  ...NOT_DONE.slice(0, -2),
];
const TASKS = 60;

export const NIGHT: readonly NightTask[] = [
  ...TROUBLED,
  ...Array.from({ length: TASKS - TROUBLED.length - LATE.length }, (_, at) => ({ id: `plain-${at + 1}`, does: DONE })),
  ...LATE,
];

function gate(run: string): string {
  return `gates: [${JSON.stringify(run)}]`;
}

function writes(file: string, text: string): string {
  return `echo '${text}' > ${file}; echo '{"status":"done"}'`;
}

function paints(colour: string): string {
  return writes("colour.txt", colour);
}

/** Its work is on the integration branch, which this worktree began before. */
function untilMerged(task: string): string {
  return `until git log --format=%B reeve/r1/integration 2>/dev/null | grep -q '${task}'; do sleep 0.05; done`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
