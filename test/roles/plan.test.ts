/** `reeve plan`: an agent proposes, nothing is worked, and what it should not have done is seen. */
import { describe, expect, test } from "vitest";
import { GOOD, PlanLab, SPEC } from "./plan-lab.ts";

describe("a proposal", () => {
  test("is stored, shown as it would be worked, and waits for approval", async () => {
    const lab = new PlanLab("answer 1");
    const git = lab.commit();
    const { code, out } = await lab.plan();
    expect(code).toBe(0);
    expect(out).toBe(`Proposal p1: A greeter (from spec.md, by sh)
2 tasks in 2 waves, at most about 1 in parallel. Agents: sh ×2.
  1  hello: Say hello
       sh · hello.txt
  2  docs: Describe hello.txt. after hello
       sh
Commands Reeve would run to check the work:
  test -f hello.txt (1 task)
Several tasks must observe: Speak English.
The planner says (info): No tone is given.
What the work will cost is unknown. Planning took 1 try.
It is in .reeve/plans/p1/proposal.yaml; edit it as you like. Next: \`reeve approve p1\`, then \`reeve run\`.
`);
    expect(lab.project.read(".reeve/plans/p1/spec.md")).toBe(SPEC);
    expect(JSON.parse(lab.project.read(".reeve/plans/p1/answer.json"))).toMatchObject({ title: GOOD.title });
    expect(lab.exists("plan.yaml")).toBe(false);
    expect(git("status", "--porcelain")).toBe("");
  });

  test("is asked for with the specification, the agents and the project's files", async () => {
    const lab = new PlanLab('pwd > "$LAB/where"; ls > "$LAB/seen"; answer 1');
    lab.commit();
    await lab.plan("../spec.md", {}, "hello");
    const told = lab.told(1);
    expect(told).toContain("It says hello.");
    expect(told).toContain("- sh (no tiers)");
    expect(told).toMatch(/hello\/README\.md\nplanner\.sh\nreeve\.yaml\nspec\.md\n>>>/);
    expect(lab.left("where")).toMatch(/\.reeve\/plans\/p1\/reading-p1\n$/);
    expect(lab.left("seen")).toContain("planner.sh");
  });

  test("with mistakes is asked for again, told what is wrong", async () => {
    const lost = { tasks: [{ id: "a", prompt: "p", depends_on: ["b"], agent: "ghost" }] };
    const lab = new PlanLab("answer $REEVE_ATTEMPT", [lost, GOOD]);
    lab.commit();
    expect(await lab.plan()).toMatchObject({
      code: 0,
      err: expect.stringContaining("again with what was wrong (2 of 4)"),
    });
    expect(lab.told(2)).toContain('- task "a": unknown task "b" in depends_on — name the id of a task in this plan');
    expect(lab.told(2)).toContain('unknown agent "ghost"');
  });

  test("that stays wrong is kept with its mistakes and their places, to be mended by hand", async () => {
    const lab = new PlanLab("answer 1", [{ tasks: [{ id: "a", prompt: "p", depends_on: ["b"] }] }]);
    lab.commit();
    const { code, out, err } = await lab.plan();
    expect(code).toBe(1);
    expect(err).toContain('.reeve/plans/p1/proposal.yaml:5:9 unknown task "b" in depends_on');
    expect(out).toContain("Fix it there, then `reeve approve p1`");
    expect((await lab.approve("p1")).code).toBe(2);
    lab.project.write(".reeve/plans/p1/proposal.yaml", "tasks: [{ id: a, prompt: p }]\n");
    expect(await lab.approve("p1")).toMatchObject({ code: 0, err: "" });
    expect(lab.project.read("plan.yaml")).toBe("tasks: [{ id: a, prompt: p }]\n");
  });

  test("as JSON has the plan, its waves and what is known about it", async () => {
    const lab = new PlanLab("answer 1");
    const { out, err } = await lab.plan("spec.md", { json: true });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      id: "p1",
      state: "open",
      waves: { hello: 1, docs: 2 },
      plan: { tasks: [{ id: "hello" }, { id: "docs" }] },
      about: { spec: "spec.md", tries: 1, validation: [{ severity: "info" }] },
    });
  });
});

describe("the planner only reads", () => {
  test("what it writes into its copy of a repository, even a commit, is told and thrown away", async () => {
    const lab = new PlanLab(
      "echo x > new.txt; echo y >> hello/README.md; git -c user.name=x -c user.email=x commit -qam x; answer 1",
    );
    const git = lab.commit();
    const before = git("rev-parse", "main");
    const { code, out } = await lab.plan();
    expect(code).toBe(0);
    expect(out).toMatch(/may only read, but wrote; Reeve discarded that: new\.txt, the commit [0-9a-f]{40}\./);
    expect(git("rev-parse", "main")).toBe(before);
    expect(git("worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1);
    expect(lab.exists(".reeve/plans/p1/reading-p1")).toBe(false);
    expect(lab.project.read("hello/README.md")).toBe("Hi\n");
  });

  test("what changes in the user's own checkout meanwhile is told", async () => {
    const lab = new PlanLab('echo z >> "$REEVE_PROJECT/hello/README.md"; answer 1');
    lab.commit();
    const { out } = await lab.plan();
    expect(out).toMatch(/changed in your own checkout; if that was not you, look at them: .*hello\/README\.md/);
  });

  test("without git it gets a copy", async () => {
    const lab = new PlanLab('cat hello/README.md > "$LAB/seen"; echo x > new.txt; echo y > spec.md; answer 1');
    const { code, out } = await lab.plan();
    expect(code).toBe(0);
    expect(out).toContain("Reeve discarded that: spec.md, new.txt.");
    expect(out).not.toContain("in your own checkout");
    expect(lab.left("seen")).toBe("Hi\n");
    expect(lab.project.read("spec.md")).toBe(SPEC);
    expect(lab.exists(".reeve/plans/p1/reading-p1")).toBe(false);
  });
});

test("the user's own template is used, and one that names an unknown gap is refused", async () => {
  const lab = new PlanLab("answer 1", [GOOD], { ".reeve-templates/planner.txt": "Plan, please:\n{{spec}}\n" });
  expect((await lab.plan()).code).toBe(0);
  expect(lab.told(1)).toMatch(/^Plan, please:\n<<< spec /);
  lab.project.write(".reeve-templates/planner.txt", "{{sepc}}");
  const { code, out } = await lab.plan();
  expect(code).toBe(1);
  expect(out).toContain("The planner failed: The planner's template cannot be used: the template names {{sepc}}");
});

test("an agent that fails is reported with its last words, and leaves no plan", async () => {
  const lab = new PlanLab("echo No credit left >&2; exit 1");
  const { code, out } = await lab.plan();
  expect(code).toBe(1);
  expect(out).toMatch(
    /The planner failed: The agent ended with exit status 1[\s\S]*No credit left[\s\S]*no plan to approve/,
  );
  expect(await lab.approve()).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no open proposal here"),
  });
  expect(await lab.approve("p1")).toMatchObject({ code: 2, err: expect.stringContaining("p1 has no plan") });
  expect((await lab.plans()).out).toMatch(/^p1 {2}failed {2}/);
});

test.each([
  ["nothing.md", {}, "nothing.md does not exist"],
  ["empty.md", {}, "empty.md is empty"],
  ["spec.md", { agent: "ghost" }, "There is no agent ghost; reeve.yaml has sh."],
  ["spec.md", { tier: "high" }, "sh has no tier high; it has none."],
])("%s with %j is refused before anything is made", async (spec, options, sentence) => {
  const lab = new PlanLab("answer 1", [GOOD], { "empty.md": " \n" });
  const { code, err } = await lab.plan(spec, options);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
  expect(lab.exists(".reeve/plans")).toBe(false);
});
