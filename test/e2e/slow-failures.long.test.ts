/** What takes hours each time is bounded like what takes seconds: slow time-outs, slow crashes, reboots, lost hosts. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FleetLab } from "./fleet-lab.ts";
import { allGone, aProject, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { RunningReeve, TestProject } from "./project.ts";

const MINUTE_MS = 60_000;
/** No two failures of an hour each fall into this window. */
const WINDOW = "policies: { worker: { restarts: 100, within_s: 60, backoff: none, grace_s: 5 } }\n";
const HANGS = "id: a, budget: { minutes: 60 }";

/** Lets each attempt that comes up take longer than the hour it has, until nothing moves any more. */
async function letTimeOut(lab: FleetLab, attempts: number): Promise<void> {
  for (let number = 1; number <= attempts; number += 1) {
    await lab.event("attempt_up", number);
    lab.time.pass(61 * MINUTE_MS);
    await lab.event("attempt_ended", number);
  }
}

describe("a time-out that takes longer than the restart window", () => {
  it("is tried twice with the only model there is, and then asks", async () => {
    const lab = new FleetLab(aShellProject(planOf(HANGS), { "*": UNTIL_GO }, WINDOW));
    const end = lab.work();
    await letTimeOut(lab, 2);
    expect(await end).toMatchObject({ type: "needs_person" });
    expect(ofType(lab.events, "attempt_started").length).toBe(2);
    expect(ofType(lab.events, "question_asked")[0]?.question.because).toMatchObject({ facts: { class: "timeout" } });
  });

  it("with three tiers is raised once, and the second one asks", async () => {
    const agents =
      "agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh], tiers: { low: small, mid: middle, high: large } } }\n";
    const project = aProject({
      "reeve.yaml": `isolation: none\n${agents}${WINDOW}`,
      "plan.yaml": planOf(HANGS),
      "agent.sh": UNTIL_GO,
    });
    const lab = new FleetLab(project);
    const end = lab.work();
    await letTimeOut(lab, 2);
    expect(await end).toMatchObject({ type: "needs_person" });
    expect(ofType(lab.events, "attempt_started").map(({ model }) => model)).toEqual(["small", "middle"]);
  });
});

it("a crash after hours of work is tried twice, and then asks", async () => {
  const crashes = "echo here > here-$REEVE_ATTEMPT; until [ -e go-$REEVE_ATTEMPT ]; do sleep 0.02; done; exit 3";
  const project = aShellProject(planOf("id: a, budget: { minutes: 600 }"), { "*": crashes }, WINDOW);
  const lab = new FleetLab(project);
  const end = lab.work();
  for (const number of [1, 2]) {
    await lab.event("attempt_up", number);
    lab.time.pass(120 * MINUTE_MS);
    project.write(`go-${number}`, "");
    await lab.event("attempt_ended", number);
  }
  expect(await end).toMatchObject({ type: "needs_person" });
  expect(ofType(lab.events, "attempt_started").length).toBe(2);
  expect(ofType(lab.events, "question_asked")[0]?.question.because).toMatchObject({ rule: "same_failure" });
});

/** The power fails: Reeve, its keepers and agents are gone in one moment, and the next boot has another id. */
async function reboot(project: TestProject, reeve: RunningReeve): Promise<void> {
  reeve.signal("SIGKILL");
  await reeve.ended;
  // Nobody has the time to write down how an agent ended.
  const keepersFirst = project.leftovers().toSorted((a, b) => Number(isKeeper(b)) - Number(isKeeper(a)));
  for (const line of keepersFirst) killed(Number.parseInt(line, 10));
  await allGone(project);
  for (const file of globSync(".reeve/runs/*/attempts/*/keeper*", { cwd: project.dir })) {
    const path = join(project.dir, file);
    // Whoever has its pid now, here this test itself, is not to be taken for it.
    const text = readFileSync(path, "utf8").replace(/"bootId":"[^"]*"/, '"bootId":"an-earlier-one"');
    writeFileSync(path, text.replace(/"pid":\d+/g, `"pid":${process.pid}`));
  }
}

function isKeeper(line: string): boolean {
  return line.includes("keeper");
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile.
  }
}

describe("a machine that reboots under its agents", () => {
  it("costs them nothing: they start again, and no process of the new boot is touched", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const first = project.start("run", "plan.yaml");
    await atWork(project, "a");
    await reboot(project, first);
    project.write("go", "");
    expect((await project.start("run").ended).code).toBe(0);
    const events = eventsOf(project);
    expect(ofType(events, "attempt_ended")[0]?.outcome).toMatchObject({ type: "lost" });
    expect(ofType(events, "task_requeued")).toMatchObject([{ counts: { retries: 0, attemptsBefore: 1 } }]);
    expect(ofType(events, "restart_scheduled")).toEqual([]);
  });

  it("again and again does not go on for ever: a person is asked", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO }, "policies: { uncounted_attempts: 2 }\n");
    for (const boot of [1, 2]) {
      project.removeFile("here-a");
      const reeve = project.start("run", ...(boot === 1 ? ["plan.yaml"] : []));
      await atWork(project, "a");
      await reboot(project, reeve);
    }
    expect((await project.start("run").ended).code).toBe(3);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(2);
    expect(ofType(eventsOf(project), "question_asked")[0]?.question.because).toMatchObject({ rule: "lost_too_often" });
  });
});

describe("a host that is lost", () => {
  it("may start nothing until it is heard of again; then its tasks start, at no cost", async () => {
    const agent = `if [ $REEVE_ATTEMPT = 1 ]; then ${UNTIL_GO}; else ${DONE}; fi`;
    const project = aShellProject(planOf("a"), { "*": agent });
    const lab = new FleetLab(project);
    const end = lab.work();
    await atWork(project, "a");
    await lab.happens({ type: "host_lost", host: hostname() });
    await lab.event("attempt_started", 2);
    const claim = { type: "attempt_claimed", attempt: "a.2", host: hostname(), inputHash: "x" } as const;
    expect(await lab.happens(claim)).toEqual({ type: "no" });
    expect(await lab.happens({ ...claim, host: "never-heard-of" })).toEqual({ type: "no" });
    await lab.happens({ type: "host_up", host: hostname(), bootId: "another" });
    expect(await end).toMatchObject({ type: "ended", state: { run: { verdict: "done" } } });
    project.write("go", "");
    expect(ofType(lab.events, "attempt_claimed").map(({ attempt }) => attempt)).toEqual(["a.1", "a.2"]);
    expect(ofType(lab.events, "task_requeued")).toMatchObject([{ counts: { retries: 0, attemptsBefore: 1, lost: 0 } }]);
  });

  it("again and again asks in the end, however it is lost", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO }, "policies: { uncounted_attempts: 3 }\n");
    const lab = new FleetLab(project);
    const end = lab.work();
    for (const boot of [1, 2, 3]) {
      await lab.event("attempt_up", boot);
      await lab.happens({ type: "host_up", host: hostname(), bootId: `boot-${boot}` });
    }
    expect(await end).toMatchObject({ type: "needs_person" });
    project.write("go", "");
    expect(ofType(lab.events, "attempt_started").length).toBe(3);
    expect(ofType(lab.events, "question_asked")[0]?.question.because).toMatchObject({ rule: "lost_too_often" });
  });
});
