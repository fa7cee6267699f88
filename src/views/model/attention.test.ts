/** What needs a person: the order of rows, one row for one cause, what each holds, and the calm sentence. */
import { expect, it } from "vitest";
import { projectFleet } from "../../app/look/fleet-view.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { blocked, done, failed } from "../../testing/outcomes.ts";
import { attention } from "./attention.ts";
import { calmText, nextMoves } from "./next.ts";

const CLOCK = (at: number) => `at ${at}`;

function rows(run: Scenario, around = {}) {
  return attention(projectFleet(run.state), run.at + 60_000, around);
}

function calm(run: Scenario): string {
  return calmText(projectFleet(run.state), run.at, CLOCK);
}

it("gives no rows while all goes well, and says so with what comes next", () => {
  const run = given({ tasks: ["a", "b"] });
  expect(rows(run)).toEqual([]);
  expect(calm(run)).toBe("Nothing needs you. 2 at work.");
});

it("names the limit that resets next where nothing needs anybody", () => {
  const run = given({ tasks: ["a", "b", "c", "d", "e"], settings: { maxParallel: 1 } });
  const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
  run.ends("a.1", { type: "failed", failure: { ...failure, retryAt: run.at + 120_000 } });
  const reset = [...run.state.accounts.held.values()][0]?.until;
  expect(rows(run)).toEqual([]);
  expect(calm(run)).toBe(`Nothing needs you. Next: limit resets at ${reset}.`);
  expect(nextMoves(projectFleet(run.state), run.at)[0]?.what).toBe(
    "the limit of agent resets; a, b, c and 2 more resume",
  );
});

it("asks a question with its options, since when, and all that stands still behind it", () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] }, "d"] });
  const askedAt = run.at;
  run.ends("a.1", blocked("a", { uncertain_about: "Which way? The map shows two." }));
  const [row, ...others] = rows(run);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    kind: "question",
    state: "question",
    since: askedAt,
    what: "Which way?",
    detail: "The map shows two.",
    tasks: ["a"],
    held: ["b", "c"],
    holds: 2,
    question: "q1",
    options: ["left", "right"],
  });
  expect(row?.acts.map(({ command }) => command)).toEqual(['reeve answer q1 "…"', "reeve why a", "reeve ack q1"]);
});

it("makes one row of tasks that fail for one reason and ask a person", () => {
  const run = given({ tasks: ["a", "b", "c"] });
  const config = failed("config_error", "terminal", "the file .env is missing");
  for (const id of ["a", "b"]) run.ends(`${id}.1`, config);
  const found = rows(run);
  expect(found.map(({ tasks }) => tasks)).toEqual([["a", "b"]]);
});

it("puts a halted run before questions, what gave up behind them, and what is known of last of its kind", () => {
  const run = given({ tasks: ["a", "b", { id: "c", dependsOn: ["b"] }, "d"] });
  run.ends("a.1", blocked("a")).ends("d.1", blocked("d"));
  run.when({ type: "ack", question: "q1" });
  run.when({ type: "skip", task: "c", because: "no", dependants: "end" });
  expect(rows(run).map(({ question }) => question)).toEqual(["q2", "q1"]);
  run.when({ type: "brake", reason: "the API is being migrated" });
  for (const id of [...run.state.attempts.live.keys()]) run.ends(id, { type: "stopped" });
  const [first, ...others] = rows(run);
  expect(first).toMatchObject({ kind: "brake", state: "braked", holdsRun: true });
  expect(others.map(({ kind }) => kind)).toEqual(["question", "question"]);
});

it("tells of a run on which no Reeve works, unless there is nothing left to do", () => {
  const run = given({ tasks: ["a"] });
  expect(rows(run, { isWorked: false })[0]).toMatchObject({ id: "run:left", what: "No Reeve is running r1" });
  run.ends("a.1", done("a"));
  expect(rows(run, { isWorked: false })).toEqual([]);
});

it("warns when four fifths of the budget are used, and not before", () => {
  const spent = (usd: number) => {
    const run = given({ tasks: ["a", "b"], settings: { budgets: { usd: 10 } } });
    return rows(run.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage: { tokens: 1, usd } }));
  };
  expect(spent(7.9)).toEqual([]);
  expect(spent(8.5)[0]).toMatchObject({
    kind: "budget",
    what: "85 % of the run's budget is used: $8.50 of $10",
    acts: [{ command: "reeve grant run --usd …" }],
  });
});

it("offers a green run for review until it has landed", () => {
  const run = given({ tasks: ["a"], isolated: true });
  run.ends("a.1", done("a")).verified("a.1").integrated("a.1");
  run.when({ type: "run_checked", head: "h", gates: [] });
  expect(run.state.run.phase).toBe("ended");
  expect(rows(run)[0]).toMatchObject({ kind: "review", what: "plan is ready to review" });
  expect(rows(run, { isLanded: true })).toEqual([]);
});

it("shows text of agents as plain text", () => {
  const run = given({ tasks: ["a"] });
  run.ends("a.1", blocked("a", { uncertain_about: "\u001b[31mred?\u001b[0m\nand <b>bold</b>" }));
  expect(rows(run)[0]).toMatchObject({ what: "red?", detail: "and <b>bold</b>" });
});
