/** A Reeve in the background has a guardian: killed or frozen it is replaced, and the run goes on to its end. */
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

interface Seen {
  readonly runs: readonly {
    readonly project: string;
    readonly run: string;
    readonly phase: string;
    readonly by: { readonly pid: number; readonly frozenMs: number | null } | null;
  }[];
}

test("killed with -9, it is started again, adopts its agents, and ends the run", async () => {
  const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, b: DONE });
  expect(project.reeve("run", "--detach", "plan.yaml").code).toBe(0);
  await atWork(project, "a");
  const first = await holderOf(project);
  process.kill(first, "SIGKILL");
  const second = await until("another Reeve to have the run", async () => {
    const pid = pidNow(project);
    return pid !== null && pid !== first && pid;
  });
  expect(second).not.toBe(first);
  project.write("go", "");
  await ended(project);
  expect(ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1", "b.1"]);
  expect(project.read(".reeve/runs/r1/detached.log")).toContain("guardian: Reeve ended abnormally (status 137)");
});

test("frozen, it is replaced", async () => {
  const project = aShellProject(planOf("a"), { a: UNTIL_GO }).with({ REEVE_FROZEN_S: "2" });
  expect(project.reeve("run", "--detach", "plan.yaml").code).toBe(0);
  await atWork(project, "a");
  const first = await holderOf(project);
  process.kill(first, "SIGSTOP");
  await until("another Reeve to have the run", () => ![null, first].includes(pidNow(project)));
  project.write("go", "");
  await ended(project);
  expect(project.read(".reeve/runs/r1/detached.log")).toContain(`guardian: Reeve (pid ${first}) has not moved for 4 s`);
});

test("stopped by a person, neither of them comes back", async () => {
  const project = aShellProject(planOf("a"), { a: UNTIL_GO });
  project.reeve("run", "--detach", "plan.yaml");
  await atWork(project, "a");
  expect(project.reeve("stop").code).toBe(0);
  await until("everything to have ended", () => project.leftovers().length === 0);
  expect(project.json<Seen>("ps")[0]?.runs).toMatchObject([{ run: "r1", by: null }]);
});

test("ps lists the runs of every project of this machine, and forgets projects that are gone", () => {
  const one = aShellProject(planOf("a"), { a: 'echo \'{"status":"blocked"}\'' });
  const home = { XDG_STATE_HOME: `${one.dir}/.shared-home` };
  const two = aShellProject(planOf("a"), { a: "exit 3" }).with(home);
  one.with(home);
  expect(one.reeve("run", "plan.yaml").code).toBe(3);
  expect(two.reeve("run", "plan.yaml").code).toBe(3);
  const seen = () => one.json<Seen>("ps")[0]?.runs.map(({ project }) => project);
  expect(seen()?.toSorted()).toEqual([one.dir, two.dir].toSorted());
  expect(one.reeve("ps").out).toContain("1 question");
  two.removeFile(".reeve/runs/r1/journal.db");
  two.remove();
  expect(seen()).toEqual([one.dir]);
});

function pidNow(project: TestProject): number | null {
  return project.json<Seen>("ps")[0]?.runs[0]?.by?.pid ?? null;
}

function holderOf(project: TestProject): Promise<number> {
  return until("a Reeve to have the run", () => pidNow(project) ?? false);
}

async function ended(project: TestProject): Promise<void> {
  await until("the run to have ended", () => project.json<Seen>("ps")[0]?.runs.length === 0);
}
