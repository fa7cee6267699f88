/** From events to the failure history: one entry per failure, with what was done about it and what came of that. */
import { expect, test } from "vitest";
import { type Because, because } from "../../../domain/because.ts";
import { NOTHING_CHANGED } from "../../../domain/proof/gate.ts";
import { CONFLICT, failed, gate } from "../../../testing/outcomes.ts";
import type { Event } from "../../event.ts";
import { readHistoryLines } from "./failure-record.ts";
import { failuresOf } from "./failure-records.ts";

const COUNTS = { malformed: 0, retries: 0, attemptsBefore: 0, evictions: 0, raised: 0 };

/** Only what the fold looks at; the rest of an event is of no concern here. */
function event(type: Event["type"], fields: Record<string, unknown>): Event {
  return { type, ...fields } as unknown as Event;
}

const task = (id: string, files: readonly string[] = []) => ({ id, files });
const created = event("run_created", {
  run: "r1",
  plan: { tasks: [task("api"), task("db", ["src/db.ts"]), task("ui")] },
});
const started = (attempt: string) =>
  event("attempt_started", { attempt, task: attempt.split(".")[0], agent: "coder", model: "small" });
const again = (of: string, more: Record<string, unknown> = {}) =>
  event("task_requeued", { task: of, via: "queue", because: because("persistent_failure"), counts: COUNTS, ...more });

function ended(attempt: string, message: string, usd?: number): Event {
  const [of] = attempt.split(".");
  const outcome = failed("import_error", "persistent", message);
  return event("attempt_ended", {
    attempt,
    task: of,
    outcome,
    usage: { tokens: 5, ...(usd !== undefined && { usd }) },
  });
}

function history(...events: readonly Event[]) {
  return failuresOf(
    [created, ...events].map((each, n) => ({ at: 100 + n, events: [each] })),
    "shop",
  );
}

test("a failed attempt is an entry with its agent, its cost and the cause that was read from it", () => {
  const [entry, ...more] = history(started("api.1"), ended("api.1", "Cannot find module './db'", 0.25));
  expect(more).toEqual([]);
  expect(entry).toEqual({
    id: "shop/r1/api.1",
    project: "shop",
    run: "r1",
    task: "api",
    attempt: "api.1",
    error: "Cannot find module './db'",
    class: "import_error",
    subject: null,
    entities: [],
    confidence: null,
    root_cause: "the module db is missing",
    upstream: "db",
    agent: "coder",
    model: "small",
    cost: 0.25,
    at: 102,
    evidence: ["the last line"],
    resolution: null,
  });
});

test("what was done about it, and that it failed again", () => {
  const [first, second] = history(ended("api.1", "one"), again("api"), ended("api.2", "two"));
  expect(first?.resolution).toEqual({ action: "retry", at: 102, outcome: "failed_again" });
  expect(second?.resolution).toBeNull();
});

test("the first thing that is done is the resolution, and the task's end its outcome", () => {
  const asked = event("question_asked", { question: { tasks: ["api"] } });
  const [entry] = history(ended("api.1", "one"), asked, again("api"), event("task_done", { task: "api" }));
  expect(entry?.resolution).toEqual({ action: "escalate", at: 102, outcome: "done" });
});

test("a higher tier, the tree, a skip and giving up have their own words", () => {
  const raised = { counts: { ...COUNTS, raised: 1 } };
  const entries = history(
    ended("api.1", "one"),
    again("api", raised),
    ended("db.1", "two"),
    again("db", { via: "tree", because: because("transient_failure") }),
    ended("ui.1", "three"),
    event("task_skipped", { task: "ui" }),
    ended("api.2", "four"),
    event("task_given_up", { task: "api" }),
  );
  expect(entries.map(({ resolution }) => [resolution?.action, resolution?.outcome])).toEqual([
    ["retry_escalated", "failed_again"],
    ["restart", null],
    ["skip", "skipped"],
    ["give_up", "given_up"],
  ]);
});

test("what really happened is told: who gave way, who was asked, who goes first", () => {
  const isAsked = (why: Because) =>
    event("advice_asked", { advisor: "@s1", request: { role: "supervisor", about: "api", because: why } });
  const advised = isAsked(because("retries_used_up"));
  const restart = again("api", { via: "tree", because: because("transient_failure") });
  const asked = event("question_asked", { question: { tasks: ["api"] } });
  const actions = (...events: readonly Event[]) =>
    history(ended("api.1", "one"), ...events).map(({ resolution }) => resolution?.action);
  expect(actions(restart, asked)).toEqual(["escalate"]);
  expect(actions(restart, started("api.2"), asked)).toEqual(["restart"]);
  expect(actions(advised, again("api", { because: because("retries_used_up") }))).toEqual(["ask_supervisor"]);
  expect(actions(advised, again("api"), again("api", { because: because("advised") }))).toEqual(["retry"]);
  expect(actions(isAsked(because("maybe_common_cause")), again("api"))).toEqual(["retry"]);
  expect(actions(advised, again("api"), asked)).toEqual(["escalate"]);
  expect(actions(again("api", { because: because("account_limit") }))).toEqual(["hold_account"]);
  const waits = event("dependency_added", { task: "api", on: "db" });
  expect(actions(waits, again("api", { because: because("needs_task") }))).toEqual(["reorder"]);
  const both = [{ at: 1, events: [created, ended("api.1", "one")] }];
  const reopened = { at: 2, events: [event("task_reopened", { task: "db" }), waits] };
  expect(failuresOf([...both, reopened])[0]?.resolution?.action).toBe("retry_dependency");
});

test("how a program ended is told with the line that says why", () => {
  const message = "The agent ended with exit status 1.";
  const evidence = ["building", "flux capacitor not aligned"];
  const said = { type: "failed", failure: { class: "unknown", restart: "unknown", message, evidence } };
  const [entry] = history(
    event("attempt_ended", { attempt: "api.1", task: "api", outcome: said, usage: { tokens: 0 } }),
  );
  expect(entry?.error).toBe("The agent ended with exit status 1: flux capacitor not aligned");
});

test("failed gates are a failure, passed ones are none, also in journals that say no more than the gates", () => {
  const verified = (gates: readonly unknown[]) =>
    event("task_verified", { task: "api", attempt: "api.1", verification: { changed: NOTHING_CHANGED, gates } });
  expect(history(verified([gate("diff", "passed"), gate("scope", "warned")]))).toEqual([]);
  const [entry] = history(verified([gate("quality", "failed", "the tests failed"), gate("secrets", "failed")]));
  expect(entry).toMatchObject({
    id: "shop/r1/api.1/verified",
    class: "test_failure",
    error: "the tests failed (and 1 more)",
  });
});

test("a conflict names the file and whom it conflicts with", () => {
  const [entry] = history(event("task_integrated", { task: "api", attempt: "api.1", integration: CONFLICT }));
  expect(entry).toMatchObject({
    class: "merge_conflict",
    subject: "shared.txt",
    error: "its work conflicts with other",
  });
});

test("an end that is no failure is no entry", () => {
  const end = (outcome: unknown) =>
    event("attempt_ended", { attempt: "api.1", task: "api", outcome, usage: { tokens: 0 } });
  expect(history(end({ type: "stopped" }), end({ type: "lost", evidence: [] }), end({ type: "blocked" }))).toEqual([]);
});

test("what is printed can be read back, and what is no entry is named", () => {
  const entries = history(ended("api.1", "one"), again("api"));
  const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
  expect(readHistoryLines(`${text}\n`)).toEqual({ records: entries, bad: [] });
  const { records, bad } = readHistoryLines(
    `{"id":"a","task":"t","at":1,"class":"cra\n[]\n${text}\n{"id":"b","at":1}\n`,
  );
  expect(records).toEqual(entries);
  expect(bad.map(({ line }) => line)).toEqual([1, 2, 4]);
});
