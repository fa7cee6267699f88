/** What drives ticks while a person sleeps, as examples/14-epic has it: the lines of cron, the unit, the steps of the workflow are really run. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readBody } from "../../src/systems/epic/body/read-body.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { EXAMPLES } from "./example-page.ts";
import { aProject } from "./kit.ts";
import { BIN, type TestProject } from "./project.ts";

const DRIVEN = join(EXAMPLES, "14-epic", "driven-by");
const readDriven = (name: string): string => readFileSync(join(DRIVEN, name), "utf8");

interface Home {
  readonly project: TestProject;
  readonly dir: string;
  /** Runs a line as those do: another shell, another home. */
  readonly sh: (line: string, more?: Record<string, string>) => { readonly code: number | null; readonly said: string };
  readonly status: () => string;
}

/** A home with the example in `project`, its plan approved, and `reeve` in PATH. */
function aHome(): Home {
  const project = aProject();
  const bin = join(project.dir, "bin");
  const dir = join(project.dir, "project");
  mkdirSync(bin);
  writeFileSync(join(bin, "reeve"), `#!/bin/sh\nexec ${process.execPath} ${BIN} "$@"\n`);
  chmodSync(join(bin, "reeve"), 0o755);
  cpSync(join(EXAMPLES, "14-epic"), dir, { recursive: true });
  gitIn(dir, "init", "--quiet", "--initial-branch=main");
  gitIn(dir, "add", "--all");
  gitIn(dir, "commit", "--quiet", "--message", "Begin");
  const env = { ...project.env, HOME: project.dir };
  const sh: Home["sh"] = (line, own = {}) => {
    const path = `${bin}:${process.env["PATH"] ?? ""}`;
    const ran = spawnSync("/bin/sh", ["-c", line], {
      cwd: project.dir,
      env: { ...env, PATH: path, ...own },
      encoding: "utf8",
    });
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}` };
  };
  for (const line of ["tick menu", "tick menu", "epic approve menu"]) sh(`cd project && reeve ${line}`);
  const status = (): string => {
    const read = readBody(readFileSync(join(dir, "epics/menu.md"), "utf8"), "menu.md");
    return read.ok ? `${read.body.status} ${read.body.patterns.at(-1)?.class}` : JSON.stringify(read.mistakes);
  };
  return { project, dir, sh, status };
}

test("the lines of cron tick what is queued and find nothing stale", async () => {
  const { project, sh, status } = aHome();
  const lines = readDriven("crontab")
    .split("\n")
    .flatMap((line) => /^(?:[\d*/]+ ){5}(.*)$/.exec(line)?.[1] ?? []);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(sh(line)).toEqual({ code: 0, said: "" });
  expect(project.read("reeve-cron.log")).toMatch(/menu-1 is dispatched to coder\.[\s\S]*Nothing is stale\./);
  expect(status()).toBe("in_progress dispatch_ok");
  await until("its worker to end", () => project.leftovers().length === 0);
});

test("queue-drain alone brings the epic to its end, and then says that there is nothing", async () => {
  const { project, dir, sh, status } = aHome();
  for (let tick = 0; tick < 40 && !status().startsWith("ready_for"); tick += 1) {
    sh("cd project && reeve hook queue-drain");
    await until("its worker to end", () => project.leftovers().length === 0);
  }
  expect(status()).toBe("ready_for_user_review -");
  expect(readFileSync(join(dir, "epics/menu.md"), "utf8")).toContain("## Final Summary");
  expect(sh("cd project && reeve hook queue-drain")).toEqual({ code: 3, said: "Nothing is queued.\n" });
});

test("the unit is one that systemd takes, and its command does a tick", async () => {
  const { project, sh, status } = aHome();
  const units = ["reeve-tick.service", "reeve-tick.timer"].map((name) => join(DRIVEN, name));
  if (spawnSync("systemd-analyze", ["--version"]).status === 0) {
    const env = { ...process.env, XDG_RUNTIME_DIR: project.dir };
    const verified = spawnSync("systemd-analyze", ["verify", "--user", ...units], { env, encoding: "utf8" });
    expect(verified.stderr.split("\n").filter((line) => line.includes("reeve-tick"))).toEqual([]);
  }
  const command = /^ExecStart=(.*)$/m.exec(readDriven("reeve-tick.service"))?.[1] ?? "";
  expect(sh(`cd project && ${command}`).said).toContain("menu-1 is dispatched");
  expect(status()).toBe("in_progress dispatch_ok");
  await until("its worker to end", () => project.leftovers().length === 0);
});

test("the steps of the workflow work the epic and push each decision; a merged branch is done", () => {
  const workflow = parse(readDriven("epic-tick.yaml"));
  const runs = (job: string): { run: string; env?: Record<string, string> }[] =>
    workflow.jobs[job].steps.filter(({ run }: { run?: string }) => run !== undefined && !run.startsWith("npm install"));
  const { project, dir, sh } = aHome();
  writeFileSync(join(dir, "reeve.yaml"), `${readFileSync(join(dir, "reeve.yaml"), "utf8")}  git: on\n`);
  const remote = join(project.dir, "remote.git");
  gitIn(project.dir, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  gitIn(dir, "add", "--all");
  gitIn(dir, "commit", "--quiet", "--message", "Approved");
  gitIn(dir, "remote", "add", "origin", remote);
  gitIn(dir, "push", "--quiet", "--set-upstream", "origin", "main");
  for (const { run } of runs("tick")) expect(sh(`cd project && ${run}`).code).toBe(0);
  const told = gitIn(remote, "log", "--format=%s", "main");
  expect(told).toContain("Epic: dispatch menu-1 to coder");
  expect(told).toContain("Epic: all items at their surface or escalated");
  const read = readBody(gitIn(remote, "show", "main:epics/menu.md"), "menu.md");
  const branch = read.ok ? read.body.items[0]?.fields.branch : "";
  expect(read.ok && read.body.items[0]?.surface).toBe(`branch ${branch} on origin, review.md on ${branch}-review`);
  expect(gitIn(remote, "show", `${branch}-review:review.md`)).toContain("menu-1");
  for (const { run, env } of runs("merged")) {
    expect(Object.keys(env ?? {})).toEqual(["BRANCH"]);
    expect(sh(`cd project && ${run}`, { BRANCH: `${branch}` }).code).toBe(0);
  }
  expect(gitIn(remote, "show", "main:epics/menu.md")).toMatch(/\| menu-1 \|[^\n]*\| done \|/);
});
