/** The commands that need no run: check, simulate, doctor, and what is said to who mistypes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aProject, aShellProject, DONE, planOf } from "./kit.ts";

const COMMANDS = [
  ..."init check run status why events logs questions".split(" "),
  ..."plan plans approve reject".split(" "),
  ..."pause resume stop retry skip answer simulate demo doctor".split(" "),
  ..."review land parked clean coherence contract".split(" "),
];

describe("reeve --help", () => {
  it("lists every command and every exit code", () => {
    const { code, out } = aProject().reeve("--help");
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
    for (const exit of [0, 1, 2, 3, 4, 5, 6, 7, 8, 70]) expect(out).toMatch(new RegExp(`^  ${exit} +\\w`, "m"));
  });

  it("of every command explains --json and shows an example", () => {
    const project = aProject();
    for (const command of COMMANDS) {
      const { code, out } = project.reeve(command, "--help");
      expect(code).toBe(0);
      expect(out).toMatch(/--json/);
      expect(out).toMatch(new RegExp(`Example:\\n  reeve ${command}\\b`));
    }
  });
});

describe("whoever mistypes", () => {
  it.each([
    [["rnu"], "unknown command 'rnu'", "Did you mean run?"],
    [["run", "--fast"], "unknown option '--fast'", "`reeve run --help`"],
    [["logs"], "missing required argument 'task'", "`reeve logs --help`"],
    [["run", "--max-parallel", "many"], "whole number", "`reeve run --help`"],
    [["events", "--from", "0"], "whole number", "`reeve events --help`"],
    [["skip", "a", "--dependants", "sing"], "end, go_on", "`reeve skip --help`"],
  ])("%j gets exit 2, what is wrong, and where to look", (args, what, next) => {
    const { code, out, err } = aProject().reeve(...args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(/^reeve: /);
    expect(err).toContain(what);
    expect(err).toContain(next);
  });

  it.each(["status", "why", "events", "questions", "pause", "resume", "stop"])(
    "%s where there is no run says where it looked and how to begin",
    (command) => {
      const project = aProject();
      const { code, err } = project.reeve(command);
      expect(code).toBe(2);
      expect(err).toContain(join(project.dir, ".reeve"));
      expect(err).toContain("`reeve run plan.yaml`");
      expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
    },
  );

  it("gets the same sentence as JSON when asked for it", () => {
    const [answer] = aProject().json<{ error: string; exit: number }>("status");
    expect(answer?.exit).toBe(2);
    expect(answer?.error).toMatch(/^There is no run here yet/);
  });
});

describe("reeve check", () => {
  it("says what a good plan holds, and starts nothing", () => {
    const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { "*": DONE });
    const { code, out } = project.reeve("check");
    expect(code).toBe(0);
    expect(out).toContain("The plan is valid: 2 tasks, 1 can start at once");
    expect(out).toContain("a → b");
    expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
    expect(project.json("check")).toMatchObject([{ ok: true, mistakes: [], plan: { tasks: 2, ready: 1 } }]);
  });

  const bad = {
    "reeve.yaml": "agents: { sh: { adapter: comand, command: x } }\n",
    "plan.yaml": "tilte: x\ntasks: []\n",
  };

  it("lists every mistake of both files at once, each with its place", () => {
    const { code, err } = aProject(bad).reeve("check", "plan.yaml");
    expect(code).toBe(2);
    expect(err).toMatch(/^reeve\.yaml:1:\d+ .*comand.* — .*command/m);
    expect(err.trimEnd().split("\n").at(-1)).toMatch(/^\d+ mistakes?; nothing was started\.$/);
    const plan = aProject({
      "reeve.yaml": "agents: { sh: { adapter: command, command: x } }\n",
      "plan.yaml": bad["plan.yaml"],
    });
    const lines = plan.reeve("check").err.split("\n");
    expect(lines.filter((line) => /^plan\.yaml:\d+:\d+ .+ — .+/.test(line)).length).toBeGreaterThanOrEqual(2);
  });

  it("gives them as JSON with line and column", () => {
    const [answer] = aProject(bad).json<{ ok: boolean; mistakes: object[] }>("check");
    expect(answer?.ok).toBe(false);
    expect(answer?.mistakes[0]).toMatchObject({ file: "reeve.yaml", line: 1, col: expect.any(Number) });
  });

  it("tells of a plan that is not there, and run says the same and makes no run", () => {
    const project = aShellProject("", { "*": DONE });
    for (const command of ["check", "run"]) {
      const { code, err } = project.reeve(command, "nowhere.yaml");
      expect(code).toBe(2);
      expect(err).toContain("nowhere.yaml:1:1 does not exist");
      expect(err).toContain("1 mistake; nothing was started.");
    }
    expect(project.reeve("status").code).toBe(2);
  });
});

function aCase(id: string): string {
  const children = ["a", "b"].map((child) => ({ id: child, type: "worker", restart: "permanent", significant: false }));
  const tree = { id: "root", type: "supervisor", strategy: "rest_for_one", intensity: 1, period_s: 5, children };
  return JSON.stringify({ id, tree, script: [{ do: "end", child: "root/a", reason: "error" }] });
}

describe("reeve simulate", () => {
  it("shows the trace of a case", () => {
    const { code, out } = aProject({ "case.json": aCase("one") }).reeve("simulate", "case.json");
    expect(code).toBe(0);
    expect(out).toContain("root/a");
  });

  it("plays one case per line, and goes on after a bad one", () => {
    const project = aProject({ "cases.jsonl": `${aCase("one")}\n{]\n${aCase("two")}\n` });
    const { code } = project.reeve("simulate", "cases.jsonl");
    expect(code).toBe(2);
    const steps = [{ events: expect.arrayContaining([["end", "root/a", "error"]]) }];
    const played = { alive: ["root", "root/a", "root/b"], root: "up", steps };
    expect(project.json("simulate", "cases.jsonl")).toMatchObject([
      { id: "one", ...played },
      { error: expect.stringContaining("cases.jsonl"), exit: 2 },
      { id: "two", ...played },
    ]);
  });

  it("says what is wrong with a file that cannot be read or is no case", () => {
    const project = aProject({ "bad.json": "{]", "empty.json": "" });
    const missing = project.reeve("simulate", "none.json");
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("none.json cannot be read (ENOENT)");
    const bad = project.reeve("simulate", "bad.json");
    expect(bad.code).toBe(2);
    expect(bad.err).toMatch(/^reeve: bad\.json/);
    expect(project.reeve("simulate", "empty.json").code).toBe(2);
  });
});

describe("reeve doctor", () => {
  it("finds a healthy project healthy, and its journals whole", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    expect(project.reeve("run").code).toBe(0);
    const { code, out } = project.reeve("doctor");
    expect(code).toBe(0);
    expect(out).not.toContain("✗");
    expect(out).toMatch(/✓ The journal of r1 is intact \(\d+ records\)/);
  });

  it("names what is missing and its fix, with exit 1", () => {
    const project = aProject({ "reeve.yaml": "agents: { a: { adapter: command, command: no-such-agent } }\n" });
    const { code, out } = project.reeve("doctor");
    expect(code).toBe(1);
    expect(out).toMatch(/✗ Agent a: .*no-such-agent was not found\. Install it/);
    expect(project.json("doctor")).toMatchObject([{ good: false }]);
  });
});
