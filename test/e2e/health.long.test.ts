/** Agents that hang, each in its own way, and agents that are only quiet: who is stopped, how soon, and what is told. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event, EventOf } from "../../src/engine/event.ts";
import { expectFigures, tableOf } from "../generated-table.ts";
import { until } from "../wait.ts";
import { CASES } from "./health-cases.ts";
import { aProject, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

const LIMITS = "silence_s: 12, tool_s: 12, busy_s: 12, stopped_s: 6";
const COMMAND = "adapter: command, command: [/bin/sh, ./agent.sh]";
const HASTY = `hasty: { ${COMMAND}, limits: { ${LIMITS} } }`;
const PATIENT = `patient: { ${COMMAND}, limits: { silence_s: 12, busy_s: 300 } }`;
const CLAUDE = "adapter: claude, command: [./claude-stream], env: { ANTHROPIC_API_KEY: none }";
const MODEL = `model: { ${CLAUDE}, limits: { ${LIMITS} } }`;
const CALM_MODEL = `calm_model: { ${CLAUDE}, limits: { silence_s: 12, tool_s: 60, busy_s: 12 } }`;
const ONCE =
  "max_parallel: 40\npolicies: { hold_unreachable: false, halt_failed_percent: 100, brake: { same_failures: 0 }, host: { memory_mb: 0, load_per_core: 1000, processes: 0 }, escalation: give_up, attempts_max: 1, worker: { restarts: 0, within_s: 60, backoff: none, grace_s: 1 } }\n";

test("hangs of every kind are found within their limits, and who is only quiet is left alone", () => {
  const plan = planOf(...Object.entries(CASES).map(([id, { as = "hasty" }]) => `id: ${id}, agent: ${as}`));
  const agent = Object.entries(CASES).map(([id, { does }]) => `${id}) ${does} ;;`);
  const script = `#!/bin/sh\nmkdir -p work/$REEVE_TASK_ID; cd work/$REEVE_TASK_ID\ncase $REEVE_TASK_ID in\n${agent.join("\n")}\nesac\n`;
  const project = aProject({ "plan.yaml": plan, "agent.sh": script });
  project.writeProgram("claude-stream", script);
  project.write(
    "reeve.yaml",
    `isolation: none\nagents: { ${HASTY}, ${PATIENT}, ${MODEL}, ${CALM_MODEL} }\ndefault_agent: hasty\n${ONCE}`,
  );
  expect(project.reeve("run", "plan.yaml").code).toBe(1);
  const events = eventsOf(project);
  const rows = Object.entries(CASES).map(([id, { agent: who, ends }]) => rowOf(events, id, who, ends));
  expect(rows.map(({ id, ended }) => [id, ended])).toEqual(Object.entries(CASES).map(([id, { ends }]) => [id, ends]));
  for (const { id, ended, why } of rows) if (ended !== "done") expect([id, why.length]).not.toEqual([id, 0]);
  for (const task of ["sleeps", "zombie", "near_calls"]) {
    const { out } = project.reeve("why", task);
    expect(out).toMatch(/may be stuck: it (said nothing|was computing)|it called Bash \d+ times/);
    expect(out).toMatch(/nothing new in its output or its files|curl -o/);
  }
  const table = tableOf(
    ["agent", "seen", "ended as"],
    rows.map(({ cells }) => cells),
  );
  expectFigures(HEALTH, `${table}\n\n${sumOf(rows)}`);
});

const HEALTH = {
  page: "health.md",
  begin: "<!-- figures: written by test/e2e/health.long.test.ts -->",
  end: "<!-- end of figures -->",
};

function sumOf(rows: readonly Row[]): string {
  const quiet = rows.filter(({ id, woken }) => CASES[id]?.ends === "done" && !woken);
  const hangs = rows.filter((row) => !quiet.includes(row));
  const found = hangs.flatMap(({ seenAfterS }) => seenAfterS ?? []);
  const ended = quiet.filter(({ seenAfterS }) => seenAfterS !== null).length;
  return `Hangs: ${found.length} of ${hangs.length} found, the latest after ${Math.max(...found)} s. Healthy but quiet: ${ended} of ${quiet.length} ended.`;
}

interface Row {
  readonly id: string;
  /** Null: nothing was done about it. */
  readonly seenAfterS: number | null;
  /** A signal held it, and it was continued. */
  readonly woken: boolean;
  readonly ended: string;
  readonly why: readonly string[];
  readonly cells: readonly string[];
}

function rowOf(events: readonly Event[], id: string, agent: string, ends: string): Row {
  const started = timed(events, "attempt_started").find(({ task }) => task === id)?.at ?? Number.NaN;
  const end = timed(events, "attempt_ended").find(({ task }) => task === id);
  const stopping = timed(events, "attempt_stopping").find(({ attempt }) => attempt === `${id}.1`);
  const woken = timed(events, "attempt_nudged").find(
    ({ attempt, nudge }) => attempt === `${id}.1` && nudge.how === "wake",
  );
  const seconds = (at: number) => `after ${Math.round((at - started) / 1_000)} s`;
  const by = stopping?.because.rule === "spinning" ? "repeated calls" : `${stopping?.because.facts["grade"]}`;
  const seen = stopping
    ? `${by}, ${seconds(stopping.at)}`
    : woken
      ? `held, continued ${seconds(woken.at)}`
      : "left alone";
  const ended = end?.outcome.type === "failed" ? end.outcome.failure.class : (end?.outcome.type ?? "not at all");
  const cells = [agent, seen.replaceAll("_", " "), ends === ended ? ended : `${ended}!`];
  const at = stopping?.at ?? woken?.at;
  const seenAfterS = at === undefined ? null : Math.round((at - started) / 1_000);
  return { id, seenAfterS, woken: woken !== undefined, ended, why: stopping?.because.evidence ?? [], cells };
}

test("a keeper that is held is continued, and its agent ends as if nothing had been", async () => {
  const project = aShellProject(planOf("a"), { a: `echo here > here; until [ -e go ]; do sleep 0.05; done; ${DONE}` });
  project.write("reeve.yaml", `isolation: none\nagents: { ${HASTY} }\n`);
  const reeve = project.start("run", "plan.yaml");
  await until("the agent to be at work", () => existsSync(join(project.dir, "here")));
  const keeper = keeperOf(project.leftovers());
  process.kill(keeper, "SIGSTOP");
  await until("the keeper to be continued", () => !/State:\tT/.test(readFileSync(`/proc/${keeper}/status`, "utf8")));
  project.write("go", "");
  expect((await reeve.ended).code).toBe(0);
  expect(ofType(eventsOf(project), "attempt_nudged")).toMatchObject([{ attempt: "a.1", nudge: { how: "wake" } }]);
});

/** As the journal has them, with the time each was written. */
function timed<T extends Event["type"]>(events: readonly Event[], type: T): (EventOf<T> & { readonly at: number })[] {
  return ofType(events, type) as (EventOf<T> & { readonly at: number })[];
}

/** The line of the keeper's own script. */
function keeperOf(lines: readonly string[]): number {
  const line = lines.find((each) => each.includes("keeper.sh"));
  return Number.parseInt(line ?? "0", 10);
}
