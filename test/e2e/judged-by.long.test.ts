/** What agents are told from their first prompt, and that what failed before is excused only where nobody was to mend it. */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, gatesOf, inTurn, verdictOf, writes } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

describe("the first prompt", () => {
  it("says by what the work is judged: criteria, gates, commitments, scope, budget", () => {
    const plan = `title: A plan
tasks:
  - id: a
    prompt: Write the page.
    files: [page.txt]
    gates: [{ name: the page is there, run: test -f page.txt }]
    commitments: [grep -q hello page.txt]
    acceptance:
      - { criterion: the page greets, verify_by: test, target: grep -q hello page.txt }
      - { criterion: the page is pretty, verify_by: manual }
    budget: { tokens: 5000, minutes: 5 }
`;
    const it = aGitProject(plan, { a: `cat > $REEVE_PROMPTS; echo hello > page.txt; ${DONE}` });
    it.project.with({ REEVE_PROMPTS: `${it.project.dir}/prompt-1.txt` });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const prompt = it.project.read("prompt-1.txt");
    for (const said of [
      "the page greets (looked at by: grep -q hello page.txt)",
      "the page is pretty (a person judges this)",
      "the page is there: `test -f page.txt`",
      "Commitments, commands that must end with exit code 0 when you are done:\n  - `grep -q hello page.txt`",
      "Scope: page.txt",
      "5 minutes for this attempt; 5,000 tokens for all attempts",
    ])
      expect(prompt).toContain(said);
  });

  it("names the gates that the repository or reeve.yaml names, where the plan has none", () => {
    const page = "# For agents\n\n## Quality Gates\n\n- Smoke: `test -d .`\n";
    const keep = { a: `cat > $REEVE_PROMPTS; ${writes("a.txt", "a")}` };
    const told = (it: GitProject) => {
      it.project.with({ REEVE_PROMPTS: `${it.project.dir}/prompt-1.txt` });
      expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
      return it.project.read("prompt-1.txt");
    };
    expect(told(aGitProject(planOf("a"), keep, { files: { "AGENTS.md": page } }))).toContain("Smoke: `test -d .`");
    const settings = "gates: ['test -e reeve.yaml']\n";
    const both = told(aGitProject(planOf("a"), keep, { files: { "AGENTS.md": page }, settings }));
    expect(both).toContain("`test -e reeve.yaml`");
    expect(both).not.toContain("Smoke");
  });
});

/** A runner of tests in the form of pytest: one test per file in tests/, which is a line of shell. */
const RUNNER = `code=0
for file in tests/test_*.py; do
  name=$(basename $file .py)
  if sh $file; then echo "PASSED $file::$name"; else echo "FAILED $file::$name - AssertionError"; code=1; fi
done
exit $code
`;
const RED = { "run-tests.sh": RUNNER, "tests/test_add.py": "grep -q plus add.txt\n", "add.txt": "minus\n" };
const GATE = "gates: ['sh run-tests.sh']";

describe("a gate that is red on the base", () => {
  it("is excused for a task that has nothing to do with what failed", () => {
    const plan = `title: A plan\ntasks:\n  - { id: a, prompt: Write a page., ${GATE} }\n`;
    const it = aGitProject(plan, { a: writes("page.txt", "p") }, { files: RED });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "quality")).toBe("warned");
    expect(it.project.reeve("why", "a").out).toContain("1 quality gate warned");
  });

  it("is not excused for the task that was to turn it green, and counts until it is", () => {
    const plan = `title: A plan\ntasks:\n  - { id: a, prompt: Fix the failing tests., ${GATE} }\n`;
    const mends = inTurn(writes("page.txt", "p"), `cat > told.txt; echo plus > add.txt; ${DONE}`);
    const it = aGitProject(plan, { a: mends }, { files: RED });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect([verdictOf(it, "a.1", "quality"), verdictOf(it, "a.2", "quality")]).toEqual(["failed", "passed"]);
    expect(it.git("show", "reeve/r1:told.txt")).toContain("to mend: tests/test_add.py::test_add");
  });

  it("is not excused where something new fails beside what failed before", () => {
    const plan = `title: A plan\ntasks:\n  - { id: a, prompt: Write a page., ${GATE} }\n`;
    const breaks = `echo false > tests/test_new.py; ${DONE}`;
    const it = aGitProject(plan, { a: breaks }, { files: RED, settings: "policies: { escalation: give_up }\n" });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(1);
    const found = gatesOf(it, "a.1").find(({ gate }) => gate === "quality");
    expect(found?.evidence).toContain("new: tests/test_new.py::test_new");
  });

  it("has to pass with what is built on tests that were written first", () => {
    const plan = `title: A plan
tasks:
  - { id: tests, prompt: Write the test., gates: ['test -f tests/test_mul.py'] }
  - { id: mul, prompt: Write the page., depends_on: [tests], ${GATE} }
  - { id: other, prompt: Write another page., depends_on: [mul], ${GATE} }
`;
    const files = { "run-tests.sh": RUNNER, "tests/test_add.py": "true\n" };
    const it = aGitProject(
      plan,
      {
        tests: `echo 'grep -q times mul.txt' > tests/test_mul.py; ${DONE}`,
        mul: inTurn(writes("page.txt", "p"), writes("mul.txt", "times")),
        other: writes("more.txt", "m"),
      },
      { files },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect([verdictOf(it, "mul.1", "quality"), verdictOf(it, "mul.2", "quality")]).toEqual(["failed", "passed"]);
    expect(gatesOf(it, "mul.1").find(({ gate }) => gate === "quality")?.message).toContain("which the task builds on");
    expect(verdictOf(it, "other.1", "quality")).toBe("passed");
  });

  it("stays red in the end where nobody made the tests pass that were written first", () => {
    const plan = `title: A plan
tasks:
  - { id: tests, prompt: Write the test., gates: ['test -f tests/test_mul.py'] }
  - { id: page, prompt: Write a page., gates: [{ run: 'sh run-tests.sh', must_pass: false }], depends_on: [tests] }
`;
    const files = { "run-tests.sh": RUNNER, "tests/test_add.py": "true\n" };
    const it = aGitProject(
      plan,
      { tests: `echo false > tests/test_mul.py; ${DONE}`, page: writes("page.txt", "p") },
      { files, settings: "policies: { escalation: give_up }\n" },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(1);
    expect(ofType(eventsOf(it.project), "run_checked")).toMatchObject([{ passed: false }]);
  });
});

describe("what proves the work", () => {
  it("is counted apart from Reeve's own looks, in every view, and its absence is warned of", () => {
    const it = aGitProject(planOf("a", "id: b, gates: ['true']"), { a: writes("a.txt", "a"), b: writes("b.txt", "b") });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(0);
    expect(out).toMatch(/a: is verified \(no quality gate ran; \d built-in checks passed/);
    expect(out).toMatch(/b: is verified \(1 quality gate passed; \d built-in checks passed/);
    expect(it.project.reeve("check").err).toMatch(/no quality gate for a: only Reeve's built-in checks .* \(warning\)/);
    expect(it.project.reeve("status").out).toContain("Warning: a has no quality gate");
    expect(it.project.json("status")).toMatchObject([{ unproved: ["a"] }]);
    expect(it.project.reeve("review").out).toMatch(/gates +no quality gate ran; \d built-in checks passed/);
    expect(it.project.json("review")).toMatchObject([
      {
        tasks: [
          { proof: { verified: { quality: { passed: 0 } } } },
          { proof: { verified: { quality: { passed: 1 } }, merged: { quality: { passed: 1 } } } },
        ],
      },
    ]);
  });
});
