import { describe, expect, it } from "vitest";
import { aGitProject, gatesOf, inTurn, verdictOf, writes } from "./git-kit.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

describe("a quality gate of the plan", () => {
  it("that fails gives the agent another try with the gate's output, in front of the same work", () => {
    const plan = planOf("id: a, gates: ['grep -q fixed a.txt || { echo a.txt is not fixed; exit 4; }']");
    const it = aGitProject(plan, {
      a: inTurn(writes("a.txt", "broken"), `cat > seen.txt; echo fixed >> a.txt; ${DONE}`),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:a.txt")).toBe("broken\nfixed");
    expect(it.git("show", "reeve/r1:seen.txt")).toContain("a.txt is not fixed");
    const failed = gatesOf(it, "a.1").find(({ gate }) => gate === "quality");
    expect(failed).toMatchObject({ verdict: "failed", evidence: expect.arrayContaining(["a.txt is not fixed"]) });
    expect(verdictOf(it, "a.2", "quality")).toBe("passed");
    expect(it.project.reeve("why", "a").out).toContain("a.txt is not fixed");
  });

  it("that fails three times asks a person, with the evidence", () => {
    const it = aGitProject(planOf("id: a, gates: ['test ! -e a.txt || { echo still red; exit 1; }']"), {
      a: `echo $REEVE_ATTEMPT > a.txt; ${DONE}`,
    });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(ofType(eventsOf(it.project), "task_verified").length).toBe(3);
    expect(out).toContain("still red");
  });

  it("that failed before the task began is only a warning", () => {
    const it = aGitProject(planOf("id: a, gates: ['echo not ok 3 - an old failure; exit 1']"), {
      a: writes("a.txt", "a"),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "quality")).toBe("warned");
  });

  it("that hangs is ended with all it started, and counts as failed", () => {
    const slow = "{ name: slow, run: 'test ! -e a.txt || { setsid sleep 1000 & sleep 1000; }', timeout_s: 3 }";
    const it = aGitProject(
      planOf(`id: a, gates: [${slow}]`),
      { a: `echo $REEVE_ATTEMPT > a.txt; ${DONE}` },
      {
        settings: "policies: { escalation: give_up }\n",
      },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(1);
    expect(gatesOf(it, "a.1").find(({ gate }) => gate === "quality")?.message).toMatch(/3 s/);
  });
});

describe("quality gates of the repository", () => {
  const AGENTS_MD = "# For agents\n\n## Quality Gates\n\n```sh\ntest ! -e forbidden.txt\n```\n";

  it("are found in AGENTS.md and hold for every task that names none", () => {
    const it = aGitProject(
      planOf("a"),
      { a: inTurn(writes("forbidden.txt", "x"), `rm forbidden.txt; ${writes("a.txt", "a")}`) },
      {
        files: { "AGENTS.md": AGENTS_MD },
      },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "quality")).toBe("failed");
    expect(verdictOf(it, "a.2", "quality")).toBe("passed");
  });

  it("cannot be weakened by the agent they judge", () => {
    const cheat = `echo '# nothing' > AGENTS.md; ${writes("forbidden.txt", "x")}`;
    const it = aGitProject(planOf("a"), { a: cheat }, { files: { "AGENTS.md": AGENTS_MD } });
    it.project.reeve("run", "plan.yaml");
    expect(verdictOf(it, "a.1", "quality")).toBe("failed");
  });
});

describe("a commitment", () => {
  it("that is not met sends the agent a gap report, and is asked about the second time", () => {
    const it = aGitProject(planOf("id: a, commitments: ['test -f promised.txt']"), {
      a: `cat > seen-$REEVE_ATTEMPT.txt; ${DONE}`,
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
    expect(it.git("show", "reeve/r1/a-work:seen-2.txt")).toContain("test -f promised.txt");
    expect(ofType(eventsOf(it.project), "question_asked").length).toBe(1);
  });

  it("is verified without git too", () => {
    const project = aShellProject(planOf("id: a, commitments: ['test -f promised.txt']"), {
      a: inTurn(DONE, `touch promised.txt; ${DONE}`),
    });
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(project), "attempt_started").length).toBe(2);
  });
});

describe("grounding", () => {
  it("does not believe in work that changed nothing, unless the agent says why", () => {
    const it = aGitProject(planOf("a", "b"), {
      a: inTurn(DONE, writes("a.txt", "a")),
      b: `echo '{"status":"done","nothing_to_do":"it is there already"}'`,
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "diff")).toBe("failed");
    expect(verdictOf(it, "b.1", "diff")).toBe("passed");
  });

  it("misses a declared file", () => {
    const it = aGitProject(planOf("id: a, files: [a.txt]"), { a: inTurn(writes("b.txt", "b"), writes("a.txt", "a")) });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "declared_files")).toBe("failed");
  });

  it("warns of two undeclared files and refuses three", () => {
    const it = aGitProject(planOf("id: a, files: [a]", "id: b, files: [b]"), {
      a: `touch a x y; ${DONE}`,
      b: inTurn(`touch b p q r; ${DONE}`, `touch b; ${DONE}`),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect([verdictOf(it, "a.1", "scope"), verdictOf(it, "b.1", "scope")]).toEqual(["warned", "failed"]);
  });

  it("refuses a file that belongs to another open task", () => {
    const it = aGitProject(planOf("id: a, files: [a]", "id: b, files: [theirs], depends_on: [a]"), {
      a: inTurn(`touch a theirs; ${DONE}`, `touch a; ${DONE}`),
      b: writes("theirs", "b"),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(verdictOf(it, "a.1", "scope")).toBe("failed");
  });

  it("checks structured criteria, and leaves what only a person can judge as a warning", () => {
    const acceptance =
      "[{ criterion: it is there, verify_by: file_exists, target: a.txt }, { criterion: it is pretty, verify_by: manual }]";
    const it = aGitProject(planOf(`id: a, acceptance: ${acceptance}`), {
      a: inTurn(writes("b", "b"), writes("a.txt", "a")),
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(
      gatesOf(it, "a.2")
        .filter(({ gate }) => gate === "acceptance")
        .map(({ verdict }) => verdict),
    ).toEqual(["passed", "warned"]);
  });
});
