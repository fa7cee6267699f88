/** `reeve up` with real processes: killed at every level, the runs of all projects come to their end all the same. */
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

interface Seen {
  readonly runs: readonly {
    readonly project: string;
    readonly run: string;
    readonly by: { readonly pid: number } | null;
  }[];
}

test("runs are worked one after the other in each project, also when root, supervisor and Reeve are killed", async () => {
  const one = aShellProject(planOf("a"), { a: UNTIL_GO }).with({ REEVE_FROZEN_S: "60" });
  const home = { XDG_STATE_HOME: `${one.dir}/.shared-home` };
  one.with(home);
  const two = aShellProject(planOf("b"), { b: DONE }).with(home);
  expect(one.reeve("run", "--queue", "plan.yaml").code).toBe(0);
  expect(one.reeve("run", "--queue", "--new", "plan.yaml").code).toBe(0);
  expect(two.reeve("run", "--queue", "plan.yaml").code).toBe(0);
  const root = one.start("up");
  await atWork(one, "a");
  await until("the other project's run to have ended", () => openRuns(one).every(({ project }) => project === one.dir));
  expect(openRuns(one).find(({ run }) => run === "r2")?.by).toBeNull();
  expect(one.reeve("up").err).toContain("reeve up is running already");

  const [supervisor = 0] = pidsOf(one, "--only");
  process.kill(supervisor, "SIGKILL");
  process.kill(openRuns(one)[0]?.by?.pid ?? 0, "SIGKILL");
  root.child.kill("SIGKILL");
  await root.ended;
  await until("the guardian to have started Reeve again", () => openRuns(one)[0]?.by != null);
  const next = one.start("up");
  one.write("go", "");
  await until("all runs to have ended", () => openRuns(one).length === 0);
  next.child.kill("SIGINT");
  expect((await next.ended).code).toBe(0);
  for (const run of ["r1", "r2"])
    expect(ofType(eventsOf(one, "--run", run), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1"]);
});

test("--install writes a unit that starts this very Reeve, says so, and --uninstall takes it away", () => {
  const project = aShellProject(planOf("a"), {});
  project.with({ XDG_CONFIG_HOME: `${project.dir}/config`, PATH: "/nowhere" });
  const { code, out } = project.reeve("up", "--install");
  expect(code).toBe(0);
  expect(out).toContain(`Wrote ${project.dir}/config/systemd/user/reeve.service:`);
  expect(out).toContain("systemctl --user daemon-reload failed: there is no such program here. Run by hand: systemctl");
  expect(project.read("config/systemd/user/reeve.service")).toContain("Restart=always");
  expect(project.reeve("up", "--uninstall").out).toContain("Removed");
  expect(project.reeve("up", "--uninstall").out).toContain("was not installed");
});

function openRuns(project: TestProject): Seen["runs"] {
  return project.json<Seen>("ps")[0]?.runs ?? [];
}

function pidsOf(project: TestProject, word: string): number[] {
  return project
    .leftovers()
    .filter((line) => line.includes(` ${word} `) && line.includes(project.dir))
    .map((line) => Number.parseInt(line, 10));
}
