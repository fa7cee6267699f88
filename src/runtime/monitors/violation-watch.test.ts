import { describe, expect, it } from "vitest";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RuleKind, ViolationRule } from "../../domain/spec/violation-rule.ts";
import type { Input, InputOf } from "../../engine/input.ts";
import { given } from "../../testing/given.ts";
import { ViolationWatch } from "./violation-watch.ts";

function rule(on: RuleKind, of: readonly string[], most = 0): ViolationRule {
  return { name: on, on, of, most, response: "log" };
}

describe("the violations monitor", () => {
  it("reports the 1st, 10th, 100th … of 10,000 forbidden calls, so the journal stays short", () => {
    const { watch, found } = lab([rule("commands", ["git push*"])]);
    for (let n = 0; n < 10_000; n += 1) watch.see("a.1", [call("Bash", { command: `cd x && git push origin b${n}` })]);
    expect(found.map(({ times }) => times)).toEqual([1, 10, 100, 1_000, 10_000]);
    expect(found[0]).toMatchObject({ attempts: ["a.1"], rule: "commands", what: ["ran git push origin b0"] });
  });

  it.each([
    ["in quotes of another shell", { command: `bash -lc "git push"` }],
    ["by its path", { command: "/usr/bin/git push" }],
    ["behind variables and sudo", { command: "A=1 sudo git push origin main" }],
    ["as a list of words", { cmd: ["git", "push"] }],
  ])("sees a forbidden command %s", (_how, input) => {
    const { watch, found } = lab([rule("commands", ["git push"])]);
    watch.see("a.1", [call("shell", input)]);
    expect(found).toHaveLength(1);
  });

  it("leaves alone what only looks like it", () => {
    const { watch, found } = lab([rule("commands", ["git push"]), rule("files_outside", ["src/**"])]);
    watch.see("a.1", [
      call("Bash", { command: "git pushall" }),
      call("Bash", { command: "echo git && git status" }),
      call("Read", { file_path: "reeve.yaml" }),
      call("Write", { file_path: "src/deep/x.ts" }),
      call("Grep", { pattern: "git push", path: "docs" }),
    ]);
    expect(found).toEqual([]);
  });

  it("sees files beside the allowed ones, hosts beside the allowed ones, and too many agents of its own", () => {
    const rules = [rule("files_outside", ["src/**"]), rule("hosts_outside", ["example.org"]), rule("children", [], 1)];
    const { watch, found } = lab(rules);
    watch.see("a.1", [
      call("Write", { file_path: "/somewhere/.ssh/config" }),
      call("WebFetch", { url: "https://evil.example.net/x" }),
      call("WebFetch", { url: "https://example.org/x" }),
      call("Task", { prompt: "help" }),
      call("Task", { prompt: "help" }),
    ]);
    expect(found.map(({ rule: name, what }) => `${name}: ${what[0]}`)).toEqual([
      "files_outside: changed ../somewhere/.ssh/config",
      "hosts_outside: reached for evil.example.net",
      "children: started 2 agents of its own, and 1 are allowed",
    ]);
  });

  it("sees without any rule who goes for reeve.yaml or for Reeve's state, and not who works in its worktree there", () => {
    const { watch, found } = lab([]);
    watch.place("a.1", "/project/.reeve/worktrees/r1/a");
    watch.see("a.1", [
      call("Write", { file_path: "/project/.reeve/worktrees/r1/a/src/x.ts" }),
      call("Edit", { file_path: "../../../../reeve.yaml" }),
      call("Bash", { command: "rm -f /project/.reeve/runs/r1/journal.db" }),
    ]);
    expect(found.map(({ what, times }) => `${times} ${what[0]}`)).toEqual(["1 a.1 went for ../../../../reeve.yaml"]);
    expect(found).toHaveLength(1);
  });

  it("counts a process that lasts once, however often it is looked at", async () => {
    const { watch, found } = lab(
      [rule("commands", ["curl"]), rule("processes", [], 2)],
      ["curl -s http://x.example", "sh", "sleep 9"],
    );
    for (let n = 0; n < 20; n += 1) await watch.look();
    expect(found.map(({ rule: name, times }) => `${name} ${times}`)).toEqual(["commands 1", "processes 1"]);
  });
});

function call(name: string, input: object) {
  return { type: "tool_call", name, input: JSON.stringify(input) } as const;
}

function lab(violations: readonly ViolationRule[], commands: readonly string[] = []) {
  const run = given({ tasks: ["a"], settings: { violations, rulesHash: "x" } }).up("a.1");
  const found: InputOf<"violation_found">[] = [];
  const watch = new ViolationWatch({
    project: "/project",
    stateDir: "/project/.reeve",
    settings: run.state.settings as Settings,
    agentOf: () => "agent",
    commands: async () => new Map([["a.1", commands]]),
    workspaces: () => null,
    state: async () => run.state,
    now: () => 0,
    report: (input: Input) => {
      if (input.type === "violation_found") found.push(input);
    },
  });
  return { watch, found };
}
