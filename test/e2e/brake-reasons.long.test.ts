/** What pulls the brake by itself, each in a real run: the exit code, the one question, and what the message says. */
import { describe, expect, it } from "vitest";
import { aProject, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SCRIPTED = "isolation: none\nagents: { s: { adapter: scripted, script: script.yaml } }\nmax_parallel: 1\n";

/** Every attempt fails by a class that no retry helps, unless it is said otherwise. */
function failing(tasks: readonly string[], settings = "", script = ""): TestProject {
  const steps = "default: [fail: { message: no access, class: permission, restart: terminal }]\n";
  return aProject({
    "reeve.yaml": `${SCRIPTED}${settings}`,
    "plan.yaml": planOf(...tasks),
    "script.yaml": `${script}${steps}`,
  });
}

/** When, why, what it means, what to do. */
function expectBraked(project: TestProject, why: string | RegExp): void {
  const { code, out } = project.reeve("run", "plan.yaml");
  expect(code).toBe(5);
  expect(out).toMatch(why);
  const [question] = project
    .json<{ readonly kind: string; readonly text: string; readonly severity: string }>("questions")
    .filter(({ kind }) => kind === "halt");
  expect(question).toMatchObject({ severity: "critical" });
  expect(project.reeve("questions").out).toMatch(/halted[\s\S]*reeve (release|answer)/);
}

describe("the brake is pulled by itself", () => {
  it("when one class of failure is behind three of the last decisions", () => {
    const settings = "policies: { halt_failed_percent: 90, brake: { same_failures: 3, of_last: 8 } }\n";
    expectBraked(failing(["a", "b", "c", "d", "e"], settings), /3 of the last 3 .*permission/);
  });

  it("when three of a small plan failed and somebody is left", () => {
    const settings = "policies: { brake: { same_failures: 0 } }\n";
    expectBraked(failing(["a", "b", "c", "d"], settings), /3 of 4 tasks failed, more than 30 %/);
  });

  it("when memory is nearly used up", () => {
    const settings = "policies: { brake: { memory_mb: 999999999 } }\n";
    expectBraked(failing(["a"], settings, "tasks: { a: [hang: true] }\n"), /little memory left/);
  });
});
