/** Whoever watches is frozen in turn (SIGSTOP): it is seen, replaced by whoever watches it, and nothing is done twice when it wakes. */
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

interface Seen {
  readonly service: { readonly pid: number; readonly frozenMs: number | null } | null;
  readonly runs: readonly {
    readonly run: string;
    readonly by: { readonly pid: number; readonly frozenMs: number | null; readonly unguardedMs: number | null } | null;
  }[];
}

function aQueue(): TestProject {
  const project = aShellProject(planOf("a"), { a: UNTIL_GO });
  project.with({ XDG_STATE_HOME: `${project.dir}/.home`, REEVE_FROZEN_S: "2" });
  expect(project.reeve("run", "--queue", "plan.yaml").code).toBe(0);
  return project;
}

const seen = (project: TestProject) => project.json<Seen>("ps")[0];

function pidOf(project: TestProject, isMeant: (command: string) => boolean): number {
  const line = project.leftovers().find(isMeant);
  return line === undefined ? 0 : Number.parseInt(line, 10);
}

const supervisorOf = (project: TestProject) => pidOf(project, (line) => line.includes(" up --only "));
const guardianOf = (project: TestProject) => pidOf(project, (line) => line.includes("guardian.sh"));

async function endOf(project: TestProject): Promise<void> {
  project.write("go", "");
  await until("the run to have ended", () => ofType(eventsOf(project), "run_ended").length === 1);
  expect(ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1"]);
}

test("the supervisor of a project is replaced by the root, and its run goes on", async () => {
  const project = aQueue();
  const root = project.start("up");
  await atWork(project, "a");
  const first = supervisorOf(project);
  process.kill(first, "SIGSTOP");
  await until("another supervisor", () => ![0, first].includes(supervisorOf(project)));
  await endOf(project);
  root.child.kill("SIGINT");
  expect((await root.ended).out).toMatch(/its supervisor has not moved for \d+ s and is replaced/);
});

test("the guardian of a run is replaced by the supervisor of its project, with its Reeve, and no agent is", async () => {
  const project = aQueue();
  const root = project.start("up");
  await atWork(project, "a");
  const first = guardianOf(project);
  process.kill(first, "SIGSTOP");
  await until("another guardian", () => ![0, first].includes(guardianOf(project)));
  await until("another Reeve to have the run", () => seen(project)?.runs[0]?.by != null);
  await endOf(project);
  root.child.kill("SIGINT");
  await root.ended;
});

test("the guardian of a run in the background is told of: nobody would start its Reeve again", async () => {
  const project = aShellProject(planOf("a"), { a: UNTIL_GO }).with({ REEVE_FROZEN_S: "1" });
  project.reeve("run", "--detach", "plan.yaml");
  await atWork(project, "a");
  const guardian = guardianOf(project);
  process.kill(guardian, "SIGSTOP");
  await until("it to be told of", () => project.reeve("status").out.includes("its guardian has not looked for"));
  expect(project.reeve("ps").out).toContain("only `reeve run` resumes it");
  process.kill(guardian, "SIGCONT");
  await until("it to look again", () => seen(project)?.runs[0]?.by?.unguardedMs === null);
  await endOf(project);
});

test("the root is seen to be frozen, another refuses to run beside it, and awake it goes on where it was", async () => {
  const project = aQueue();
  const root = project.start("up");
  await atWork(project, "a");
  const pid = root.child.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  await until("ps to see it", () => seen(project)?.service?.frozenMs != null);
  expect(project.reeve("ps").out).toMatch(/reeve up \(pid \d+\) is frozen: it has not moved for/);
  expect(project.reeve("up").err).toContain("reeve up is running already");
  process.kill(pid, "SIGCONT");
  await until("ps to see it move", () => seen(project)?.service?.frozenMs === null);
  await endOf(project);
  root.child.kill("SIGINT");
  expect((await root.ended).code).toBe(0);
});

test("a Reeve in a terminal that is stopped and wakes hours later has lost nothing and does nothing twice", async () => {
  const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: UNTIL_GO, b: DONE });
  project.with({ REEVE_FROZEN_S: "1" });
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, "a");
  reeve.child.kill("SIGSTOP");
  await until("it to be seen", () => project.reeve("status").out.includes("is frozen"));
  expect(project.reeve("run").code).not.toBe(0);
  project.write("go", "");
  reeve.child.kill("SIGCONT");
  expect((await reeve.ended).code).toBe(0);
  expect(ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1", "b.1"]);
});
