/** What `reeve status` shows of recovery: only what is there, one short line each. */
import { expect, it } from "vitest";
import { projectFleet } from "../../../app/look/fleet-view.ts";
import { given, type Scenario } from "../../../testing/given.ts";
import { CRASH, done, failed } from "../../../testing/outcomes.ts";
import { widthOf } from "../../words.ts";
import { renderStatus } from "./render-status.ts";

const MISSING = failed("import_error", "persistent", `Cannot find module './store-${"of-things-".repeat(9)}'`);

function shown(run: Scenario): string[] {
  return renderStatus(projectFleet(run.state), { now: run.at + 60_000, holder: "pid 1", orders: [] });
}

function below(lines: readonly string[], title: string): string[] {
  const from = lines.indexOf(title);
  const to = lines.indexOf("", from);
  return from < 0 ? [] : lines.slice(from + 1, to);
}

it("shows nothing of recovery while all goes well", () => {
  const lines = shown(given({ tasks: ["a", "b"] }));
  expect(lines.filter((line) => /analysis|cause|Limits|Needs/.test(line))).toEqual([]);
});

it("shows open patterns with their fix and who waits, each within 80 columns", () => {
  const tasks = Array.from({ length: 9 }, (_, i) => `a-task-with-a-long-name-${i}`);
  const run = given({ tasks, settings: { maxParallel: 3 } });
  for (const id of tasks.slice(0, 2)) run.ends(`${id}.1`, MISSING);
  const lines = below(shown(run), "One cause behind several failures");
  expect(lines[1]).toMatch(/^ {4}fix-1 fixes it; 7 wait for it: a-task-with-a-long-name-1, /);
  expect(lines.map(widthOf).every((width) => width <= 80)).toBe(true);
});

it("shows the latest analysis with its task and its age, and where the rest of it is", () => {
  const run = given({ tasks: ["a"] });
  run.state.advisors.latest = {
    task: "a",
    advisor: "@debugger-1",
    text: `Root cause: ${"x".repeat(200)}\nmore`,
    at: run.at,
  };
  const lines = below(shown(run), "Latest analysis");
  expect(lines[0]).toMatch(/^ {2}a {2}Root cause: x+…$/);
  expect(lines[1]).toBe("    @debugger-1, 1 min 00 s ago; `reeve why a` shows all of it");
  expect(lines.map(widthOf).every((width) => width <= 80)).toBe(true);
  run.ends("a.1", done("a"));
  expect(below(shown(run), "Latest analysis")).toEqual([]);
});

it("says why a task is held though the plan does not hold it", () => {
  const run = given({ tasks: ["a", { id: "b", files: ["src/store.ts"] }, { id: "c", dependsOn: ["b"] }] });
  const failure = {
    class: "import_error",
    restart: "persistent",
    subject: "./store",
    message: "no ./store",
    evidence: [],
  } as const;
  run.ends("a.1", { type: "failed", failure });
  expect(below(shown(run), "Waiting")).toEqual([
    expect.stringMatching(/^ {2}a {2}waits for b: it needs \.\/store, which b provides: .*…$/),
    "  c  waits for b",
  ]);
});

it("counts down held accounts", () => {
  const run = given({ tasks: ["a"] });
  const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
  run.ends("a.1", { type: "failed", failure: { ...failure, retryAt: run.at + 120_000 } });
  expect(below(shown(run), "Limits")).toEqual(["  agent waits 1 min 00 s for its usage limit to reset; 1 task waits"]);
});

it("says of a guessed reset that it is one, and of one that waits for a word which question that is", () => {
  const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
  const twin = { minutes: 60, parallel: 4, tiers: [], account: "team" };
  const settings = { agents: { agent: twin, twin } };
  const guessed = given({ tasks: ["a"], settings }).ends("a.1", { type: "failed", failure });
  guessed.at -= 57_000;
  expect(below(shown(guessed), "Limits")).toEqual([
    "  team (agent, twin): no reset time of its usage limit is known; Reeve tries again in 2 s (1 time so far); 1 task waits",
  ]);
  const asks = given({ tasks: ["a"], settings, policies: { autoResume: false } });
  asks.ends("a.1", { type: "failed", failure: { ...failure, retryAt: asks.at + 1_000 } }).pass(1_000);
  expect(below(shown(asks), "Limits")).toEqual([
    "  team (agent, twin): its usage limit has reset; waits for your answer to q1; 1 task waits",
  ]);
  expect(below(shown(asks), "Needs you")[0]).toMatch(/^ {2}q1 \(account team\) {2}The usage limit of agent, twin/);
});

it("tells money spent, what is left of the budget, and where that is unknown", () => {
  const spends = (usage: { tokens: number; usd?: number }, budgets: object) => {
    const run = given({ tasks: ["a", "b"], settings: { budgets } });
    return shown(run.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage })).find((line) =>
      line.startsWith("Cost"),
    );
  };
  expect(spends({ tokens: 1500, usd: 0.5 }, {})).toBe("Cost: 1,500 tokens, $0.50 · 2 attempts, 0 restarts");
  expect(spends({ tokens: 1500, usd: 0.5 }, { usd: 2 })).toContain(" · $1.50 left of $2.00");
  expect(spends({ tokens: 1500 }, { usd: 2 })).toContain(
    "price unknown · 2 attempts, 0 restarts · unknown left of $2.00",
  );
  expect(spends({ tokens: 1500 }, { tokens: 9000 })).toContain(" · 7,500 left of 9,000 tokens");
});

it("tells what the known part of the work cost where a price is missing", () => {
  const run = given({ tasks: ["a", "b"] });
  run.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage: { tokens: 1500, usd: 0.5 } });
  run.when({ type: "attempt_ended", attempt: "b.1", outcome: done("b"), usage: { tokens: 500 } });
  expect(shown(run)).toContain("Cost: 2,000 tokens, at least $0.50 · 2 attempts, 0 restarts");
});

it("of a run halted by its budget says how to go on", () => {
  const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1, budgets: { tokens: 10 } } });
  run.ends("a.1", done("a"), 11);
  expect(shown(run).at(-1)).toBe("Next: `reeve grant run`, or raise `budgets` in reeve.yaml; then `reeve run`.");
});

it("shows restarts of workers and leads as a badge and those of drones not at all", () => {
  const tasks = (["worker", "lead", "drone"] as const).map((role) => ({ id: role, role }));
  const run = given({ tasks });
  for (const { id } of tasks) run.up(`${id}.1`).ends(`${id}.1`, CRASH).pass(60_000);
  const lines = below(shown(run), "Running").map((line) => line.trim().split("  ")[0]);
  expect(lines.toSorted()).toEqual(["drone", "lead ↻1", "worker ↻1"]);
});

it("shows monitors that failed, and of those that work nothing", () => {
  const run = given({ tasks: ["a"] });
  expect(below(shown(run), "Monitors")).toEqual([]);
  for (let n = 0; n < 9; n += 1)
    run.when({ type: "monitor_failed", monitor: "hygiene", message: "no\u001b[31m disk" }).pass(60_000);
  expect(below(shown(run), "Monitors")).toEqual([
    "  hygiene  gave up; after the fix, `reeve stop` and `reeve run` start it: no disk",
  ]);
});

it("shows the restart of a lead and of a worker, and is silent about a drone's", () => {
  const role = { restarts: 3, withinS: 600, backoff: { kind: "constant", delayS: 120, jitter: 0 }, graceS: 1 } as const;
  const tasks = (["worker", "drone", "lead"] as const).map((each) => ({ id: each, role: each }));
  const run = given({ tasks, policies: { roles: { worker: role, drone: role, lead: role } } });
  for (const { id } of tasks) run.ends(`${id}.1`, CRASH);
  expect(run.task("drone")).toMatchObject({ status: "waiting_for_wakeup", restarts: 1 });
  const lines = below(shown(run), "Restarting");
  expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(["worker", "lead"]);
  expect(shown(run).join("\n")).not.toMatch(/drone ↻|drone restarts/);
});

it("names the same order once, however often it was given", () => {
  const view = projectFleet(given({ tasks: ["a"] }).state);
  const orders = [{ type: "pause" }, { type: "release" }, { type: "pause" }] as const;
  const lines = renderStatus(view, { now: 0, holder: null, orders });
  expect(lines).toContain("For the next `reeve run`: pause (given 2 times), release");
});

it("offers the release of a brake that a person pulled, and after it one task first", () => {
  const run = given({ tasks: ["a", "b"], settings: { maxParallel: 2 } });
  for (const id of ["a.1", "b.1"]) run.up(id);
  run.when({ type: "brake", reason: "wait" });
  expect(shown(run).join("\n")).toContain("reeve release, or reeve answer q1 with the number of an option");
  for (const id of ["a.1", "b.1"]) run.ends(id, { type: "stopped" });
  expect(shown(run).at(-1)).toBe("Next: `reeve release`, then `reeve run`.");
  run.when({ type: "release" });
  expect(below(shown(run), "Waiting")).toEqual([
    "  b  waits until the first task after the brake's release is done; `reeve release` again starts all",
  ]);
});
