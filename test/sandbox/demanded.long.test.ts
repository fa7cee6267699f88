/**
 * `sandbox: on` where no walls can be put up: a machine without namespaces, made by walls that allow no more of them. Nothing
 * starts, in one sentence that says what to do; and where walls are there, boards and planners are behind them too.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aPlace } from "../attacks/attack-kit.ts";
import { aBoard, BOARD, WORKS } from "../e2e/board-lab.ts";
import { anEpic, EPIC, queuedRow } from "../e2e/epic-project.ts";
import { aGitProject, writes } from "../e2e/git-kit.ts";
import { aProject, planOf } from "../e2e/kit.ts";
import { BIN, type TestProject } from "../e2e/project.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";

const NO_NAMESPACES = ["--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--bind", "/", "/", "--dev", "/dev"];

function withoutNamespaces(project: TestProject, ...args: readonly string[]) {
  const command = [...NO_NAMESPACES, "--proc", "/proc", "--", process.execPath, BIN, ...args];
  const { REEVE_SANDBOX: _, ...env } = project.env;
  const { status, stdout, stderr } = spawnSync("bwrap", command, { cwd: project.dir, env, encoding: "utf8" });
  return { code: status, text: `${stdout}${stderr}` };
}

const REFUSAL =
  /^reeve: `sandbox: on` is configured, but this machine offers none: .+ Install bubblewrap .+ `sandbox: auto`\.\n$/;
const PLANS = `echo x > planned; echo '{"title":"P","tasks":[{"id":"a","prompt":"x"}]}'`;

function planning(settings = "sandbox: on\n", agent = PLANS): TestProject {
  const agents =
    "agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\nadvisors: { planner: { agent: sh } }\n";
  return aProject({
    "reeve.yaml": `isolation: none\n${agents}${settings}`,
    "agent.sh": `${agent}\n`,
    "spec.md": "Build it.\n",
  });
}

describe.skipIf(whyNoSandbox() !== null)(named("on a machine without namespaces, `sandbox: on`"), () => {
  it("starts no run, no board, no planner and no role of an epic, and says what to do", () => {
    const run = aGitProject(planOf("a"), { a: writes("a.txt", "a") }, { settings: "sandbox: on\n" }).project;
    const board = aBoard({ agent: "echo x > ran; say complete", settings: "sandbox: on\n" });
    const plan = planning();
    const epic = anEpic({
      items: [queuedRow("a")],
      settings: "sandbox: on\nepic: { pauli: { agent: sh } }\n",
    });
    const body = epic.read(EPIC);
    for (const [project, ...args] of [
      [run, "run", "plan.yaml"],
      [board, "kanban", "run", BOARD],
      [plan, "plan", "spec.md"],
      [epic, "tick", EPIC],
    ] as const) {
      const { code, text } = withoutNamespaces(project, ...args);
      expect([args[0], code, text]).toEqual([args[0], 8, expect.stringMatching(REFUSAL)]);
    }
    expect(
      [run, board, plan].map(({ dir }) => readdirSync(dir).filter((name) => /^(ran|planned)$/.test(name))),
    ).toEqual([[], [], []]);
    expect(epic.read(EPIC)).toBe(body);
  });

  it("and `sandbox: auto` works without walls, and warns", () => {
    const { project } = aGitProject(planOf("a"), { a: writes("a.txt", "a") }, { settings: "sandbox: auto\n" });
    const { code, text } = withoutNamespaces(project, "run", "plan.yaml");
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/Sandbox: none, because .+ agents and gates run with all your rights/),
    ]);
  });
});

describe.skipIf(whyNoSandbox() !== null)(named("behind walls"), () => {
  const breaksOut = (outside: string) =>
    `echo evil > ${outside}/evil.txt; echo "$(ls -A .reeve 2>/dev/null | tr '\\n' ' ')" > seen.txt`;

  it("an agent of a board writes nowhere but in the project, and sees no journal", () => {
    const outside = aPlace();
    const board = aBoard({ agent: `{ ${breaksOut(outside)}; } 2>/dev/null; ${WORKS}` }).with({
      REEVE_SANDBOX: "on",
    });
    expect(board.reeve("kanban", "run", BOARD)).toMatchObject({ code: 0 });
    expect([readdirSync(outside), board.read("seen.txt")]).toEqual([[], expect.not.stringContaining("journal")]);
  });

  it("a planner writes nowhere outside, and its proposal arrives", () => {
    const outside = aPlace();
    const plan = planning("", `{ ${breaksOut(outside)}; } 2>/dev/null; ${PLANS}`).with({ REEVE_SANDBOX: "on" });
    const { out, err } = plan.reeve("plan", "spec.md");
    expect([readdirSync(outside), `${out}${err}`]).toEqual([[], expect.stringContaining("p1")]);
    expect(existsSync(join(plan.dir, ".reeve"))).toBe(true);
  });

  it("a role of an epic writes nowhere outside", () => {
    const outside = aPlace();
    const epic = anEpic({
      agent: `echo evil > ${outside}/evil.txt`,
      items: [queuedRow("a")],
      settings: "epic: { pauli: { agent: sh } }\n",
    }).with({ REEVE_SANDBOX: "on" });
    epic.reeve("tick", EPIC);
    expect(readdirSync(outside)).toEqual([]);
  });
});
