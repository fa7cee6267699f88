/** From what people said in runs to rules of the project: read from journals, written to a file, shared, and believed next time. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { aShellProject, DONE, planOf, QUICK } from "./kit.ts";
import type { TestProject } from "./project.ts";

const refuses = (which: number) =>
  `if [ -e seats-$REEVE_TASK_ID ]; then ${DONE}; else echo "licence daemon of simulator-${which} refused the seat" >&2; exit 3; fi`;

interface Told {
  readonly task: string;
  readonly class: string;
  readonly subject: string | null;
  readonly confidence: number | null;
  readonly entities: readonly unknown[];
}

function failures(project: TestProject): readonly Told[] {
  return project.json("failures") as readonly Told[];
}

/** A run in which Reeve did not know what it was, and a person said it: by an answer, or by ordering a retry. */
function corrected(say: (project: TestProject) => void): TestProject {
  const project = aShellProject(planOf("a"), { a: refuses(7) }, QUICK);
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  expect(failures(project).map((each) => each.class)).not.toContain("network");
  project.write("seats-a", "");
  say(project);
  expect(project.reeve("run").code).toBe(0);
  return project;
}

describe("what a person said in a run", () => {
  it.each([
    ["as an answer", (project: TestProject) => project.reeve("answer", "q1", "retry: the vpn was down, it is back")],
    [
      "as the reason of a retry",
      (project: TestProject) => project.reeve("retry", "a", "--because", "the vpn was down, it is back"),
    ],
  ])("%s becomes a rule in a file that can be read and shared, and the next failure is known by it", (_how, say) => {
    const project = corrected((each) => {
      say(each);
    });
    expect(project.reeve("learn", "--dry-run").out).toContain("means network");
    expect(project.reeve("learn").out).toContain("written to reeve.learned.yaml");
    const file = project.read("reeve.learned.yaml");
    expect(file).toMatch(/^# What this project has learned/);
    const { failures: rules } = parse(file) as { failures: readonly { match: string; class: string; from: unknown }[] };
    expect(rules).toMatchObject([{ match: expect.stringContaining("refused the seat"), class: "network" }]);
    expect(JSON.stringify(rules[0]?.from)).toContain("r1");

    const other = aShellProject(planOf("b"), { b: refuses(9) }, QUICK);
    other.write("reeve.learned.yaml", file);
    other.reeve("run", "plan.yaml");
    expect(failures(other)[0]).toMatchObject({ task: "b", class: "network", confidence: 1 });
  });

  it("is no rule where Reeve took it for the same, or where the words leave it open", () => {
    const project = corrected((each) => each.reeve("answer", "q1", "retry"));
    expect(project.reeve("learn").out).toContain("nothing to learn from yet");
  });
});

it("what a failure names, and how sure that is, is told by failures --json", () => {
  const agent = `echo "Error: Cannot find module 'ledgerlib'" >&2; exit 1`;
  const project = aShellProject(planOf("a"), { a: agent }, QUICK);
  project.reeve("run", "plan.yaml");
  const [first] = failures(project);
  expect(first).toMatchObject({ class: "import_error", subject: "ledgerlib" });
  expect(first?.entities).toContainEqual({ kind: "module", name: "ledgerlib" });
  expect(first?.confidence).toBeGreaterThan(0.9);
});
