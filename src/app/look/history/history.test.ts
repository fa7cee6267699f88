/** What became of a run over time: stretches of each task, attempts and what became of their work, money, limits. */
import { expect, it } from "vitest";
import { aProject, aRun, ends } from "../../../../test/app-lab.ts";
import type { Event } from "../../../engine/event.ts";
import { freezeState } from "../../../engine/state.ts";
import { given, type Scenario } from "../../../testing/given.ts";
import { CONFLICT, CRASH, done, gate } from "../../../testing/outcomes.ts";
import { stateOf } from "../../project/records.ts";
import { addRecord } from "./add-record.ts";
import { catchUp, newReplay } from "./replay-run.ts";
import { newHistory, type RunHistory } from "./run-history.ts";

/** Folds a scenario step by step: what `steps` do one after the other is one record each, a second apart. */
function folded(run: Scenario, steps: readonly ((run: Scenario) => unknown)[]): RunHistory {
  const history = newHistory();
  let seen = 0;
  const record = () => {
    const events: readonly Event[] = run.everything.slice(seen);
    seen = run.everything.length;
    const seq = history.seq + 1;
    addRecord(history, { seq, at: run.at, dice: 0, key: null, input: { type: "pause" }, events }, run.state);
  };
  record();
  for (const step of steps) {
    run.pass(1_000);
    step(run);
    record();
  }
  return history;
}

function spans(history: RunHistory, task: string): string[] {
  const { spans: all = [] } = history.tasks.get(task) ?? {};
  return all.map(({ kind, from, to }) => `${kind} ${to === null ? "open" : (to - from) / 1_000}`);
}

it("tells waiting, work and proof of a task apart, to the second", () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }], isolated: true });
  const history = folded(run, [
    () => run.up("a.1"),
    () => run.ends("a.1", done("a")),
    () => run.verified("a.1"),
    () => run.integrated("a.1"),
  ]);
  expect(spans(history, "a")).toEqual(["work 2", "proof 2"]);
  expect(spans(history, "b")).toEqual(["wait 4", "work open"]);
  expect(history.tasks.get("a")?.attempts.map(({ ended }) => ended)).toEqual(["merged"]);
  expect(history.tasks.get("a")?.marks.map(({ kind }) => kind)).toEqual(["started", "merged", "done"]);
});

it("keeps what became of each attempt: a crash, a failed gate, a conflict", () => {
  const run = given({ tasks: ["a"], isolated: true });
  const history = folded(run, [
    () => run.ends("a.1", CRASH),
    () => run.pass(600_000),
    () => run.ends("a.2", done("a")),
    () => run.verified("a.2", gate("quality", "failed")),
    () => run.ends("a.3", done("a")),
    () => run.verified("a.3", gate("quality", "passed")),
    () => run.integrated("a.3", CONFLICT),
  ]);
  const attempts = history.tasks.get("a")?.attempts ?? [];
  expect(attempts.slice(0, 3).map(({ ended }) => ended)).toEqual(["failed", "gate_failed", "sent_back"]);
  expect(attempts[0]?.failure?.class).toBe("crash");
  expect(history.tasks.get("a")?.gates.map(({ verdict }) => verdict)).toEqual(["passed"]);
  expect(spans(history, "a").slice(0, 3)).toEqual(["work 1", "work 602", "proof 1"]);
});

it("adds money up as attempts tell of it, by agent and model, and counts nothing twice", () => {
  const run = given({ tasks: ["a", "b"] });
  const tells = (attempt: string, usd: number) => () =>
    run.when({ type: "attempt_progressed", attempt, usage: { tokens: 1, usd }, activity: null, session: null });
  const history = folded(run, [() => run.up("a.1").up("b.1"), tells("a.1", 1), tells("a.1", 3), tells("b.1", 0.5)]);
  expect(history.money.map(({ usd }) => usd)).toEqual([1, 3, 3.5]);
  expect([...history.spent.values()].map(({ usd }) => usd)).toEqual([3.5]);
});

it("marks limits from when they were met until they were free", () => {
  const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1 } });
  const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
  const history = folded(run, [
    () => run.ends("a.1", { type: "failed", failure: { ...failure, retryAt: run.at + 9_000 } }),
    () => run.pass(120_000),
  ]);
  const [band] = history.limits;
  expect(history.limits).toHaveLength(1);
  expect((band?.until ?? 0) - (band?.from ?? 0)).toBeGreaterThan(8_000);
  expect(spans(history, "b")[0]).toMatch(/^wait 1/);
  expect(spans(history, "b")[1]).toMatch(/^limit \d/);
});

it("gives the state of any past record, and equals the state of now at the newest", async () => {
  const project = aProject();
  const { id } = await aRun(project, ["api", "page"], [...ends("api.1", CRASH), ...ends("page.1", done("page"))]);
  const { state, head } = await stateOf(project, id);
  const now = await catchUp(project, newReplay(id));
  expect(now.history.seq).toBe(head.seq);
  expect(freezeState(now.state)).toEqual(freezeState(state));
  const past = await catchUp(project, newReplay(id), 2);
  expect(past.history.seq).toBe(2);
  expect([...past.state.tasks.values()].map(({ status }) => status)).toEqual(["working", "working"]);
  expect(freezeState((await catchUp(project, past)).state)).toEqual(freezeState(state));
});
