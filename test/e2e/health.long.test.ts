/** Agents that hang, each in its own way, and agents that are only quiet: who is stopped, how soon, and what is told. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event, EventOf } from "../../src/engine/event.ts";
import { until } from "../wait.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

const LIMITS = "limits: { silence_s: 12, tool_s: 12, busy_s: 12, stopped_s: 6 }";
const COMMAND = "adapter: command, command: [/bin/sh, ./agent.sh]";
const HASTY = `sh: { ${COMMAND}, ${LIMITS} }`;
const PATIENT = `patient: { ${COMMAND}, limits: { silence_s: 12, busy_s: 300 } }`;
const ONCE =
  "max_parallel: 9\npolicies: { halt_failed_percent: 100, escalation: give_up, attempts_max: 1, worker: { restarts: 0, within_s: 60, backoff: none, grace_s: 1 } }\n";
const LOOPS: ReadonlySet<string> = new Set(["repeats", "retries"]);

test("hangs of every kind are found within their limits, and who is only quiet is left alone", async () => {
  const hangs = {
    sleeps: "echo begun; sleep 1000",
    reads: "read line < /dev/zero-does-not-exist 2>/dev/null; mkfifo f; read line < f",
    computes: "while :; do :; done",
    prompts: "printf 'Allow this command? [y/N] '; mkfifo p; read line < p",
    deadlocks: "mkfifo x y; (read a < x; echo a > y) & (read b < y; echo b > x) & wait",
    retries: "n=0; while :; do n=$((n+1)); echo attempt $n failed with 503, retrying; sleep 0.2; done",
    repeats: "while :; do echo connection refused, trying again; sleep 0.1; done",
  };
  const quiet = `end=$(( $(date +%s) + 20 )); while [ $(date +%s) -lt $end ]; do :; done; ${DONE}`;
  const held = `kill -STOP $$; ${DONE}`;
  const plan = planOf(...Object.keys(hangs), "held", "id: compiles, agent: patient");
  const project = aShellProject(plan, { ...hangs, held, compiles: quiet });
  project.write(
    "reeve.yaml",
    `isolation: none
agents: { ${HASTY}, ${PATIENT} }
default_agent: sh
${ONCE}`,
  );
  expect(project.reeve("run", "plan.yaml").code).toBe(1);
  const events = eventsOf(project);
  const starts = new Map(timed(events, "attempt_started").map(({ task, at }) => [task, at]));
  const stopped = timed(events, "attempt_ended").filter(({ outcome }) => outcome.type === "failed");
  expect(stopped.map(({ task }) => task).toSorted()).toEqual(Object.keys(hangs).toSorted());
  for (const { task, at, outcome } of stopped) {
    const seconds = (at - (starts.get(task) ?? Number.NaN)) / 1_000;
    console.log(`health: ${task} was found and stopped after ${seconds.toFixed(1)} s (limit 12 s)`);
    expect(outcome).toMatchObject({ failure: { class: LOOPS.has(task ?? "") ? "spinning" : "timeout" } });
  }
  expect(
    ofType(events, "task_done")
      .map(({ task }) => task)
      .toSorted(),
  ).toEqual(["compiles", "held"]);
  const why = project.reeve("why", "sleeps").out;
  expect(why).toMatch(/may be stuck: it said nothing, did nothing|may be stuck: it was computing/);
  expect(why).toContain("nothing new in its output or its files");
});

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
