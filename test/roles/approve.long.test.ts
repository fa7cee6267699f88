/** `reeve approve` and `reeve plans`: a person's yes, and what was proposed before; interrupted and killed askings. */
import { describe, expect, test } from "vitest";
import { allGone, leftBehind } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { GOOD, PlanLab } from "./plan-lab.ts";

describe("approving", () => {
  test("puts the plan where plans are, says how to go on, and marks it", async () => {
    const lab = new PlanLab("answer 1");
    await lab.plan();
    expect(await lab.approve()).toEqual({
      code: 0,
      out: "p1 is approved and written to plan.yaml. To work it: `reeve run plan.yaml`.\n",
      err: "",
    });
    expect(lab.project.read("plan.yaml")).toBe(lab.project.read(".reeve/plans/p1/proposal.yaml"));
    expect((await lab.plans()).out).toBe("p1  approved → plan.yaml  A greeter (spec.md, sh)\n");
    expect((await lab.approve("p1", { json: true })).out).toContain('"written":false');
    expect(await lab.approve()).toMatchObject({ code: 2, err: expect.stringContaining("no open proposal") });
  });

  test("never writes over a plan that says something else", async () => {
    const lab = new PlanLab("answer 1", [GOOD], { "plan.yaml": "mine\n" });
    await lab.plan();
    const { code, err } = await lab.approve();
    expect(code).toBe(2);
    expect(err).toContain("plan.yaml already exists with other content; nothing was changed.");
    expect(err).toContain("`reeve approve p1 --out plan-p1.yaml`");
    expect(lab.project.read("plan.yaml")).toBe("mine\n");
    expect(await lab.approve("p1", { out: "plans/next.yaml" })).toMatchObject({ code: 0 });
    expect(lab.exists("plans/next.yaml")).toBe(true);
  });

  test("takes the file that was named when the plan was asked for", async () => {
    const lab = new PlanLab("answer 1");
    await lab.plan("../spec.md", { out: "../later.yaml" }, "hello");
    expect((await lab.approve()).out).toContain("written to later.yaml");
  });

  test("is refused where the planner itself found an error, unless the person insists", async () => {
    const validation = [{ severity: "error", message: "It must be both red and blue.", task: "hello" }];
    const lab = new PlanLab("answer 1", [{ ...GOOD, validation }]);
    expect((await lab.plan()).code).toBe(0);
    const { code, err } = await lab.approve();
    expect(code).toBe(2);
    expect(err).toContain("The planner says (error, hello): It must be both red and blue.");
    expect(lab.exists("plan.yaml")).toBe(false);
    expect((await lab.approve("p1", { anyway: true })).code).toBe(0);
  });

  test("a proposal nobody made is refused with those that are there", async () => {
    const lab = new PlanLab("answer 1");
    expect((await lab.approve("p9")).err).toContain("There is no proposal p9 here; `reeve plan SPEC.md` makes one.");
    expect((await lab.plans("p9")).code).toBe(2);
    expect((await lab.plans()).out).toContain("No plan was proposed here yet.");
  });
});

test("proposals are numbered, listed oldest first, and each can be looked at again", async () => {
  const lab = new PlanLab("answer 1");
  await lab.plan();
  await lab.plan();
  const listed = (await lab.plans(undefined, { json: true })).out.trim().split("\n");
  expect(listed.map((line) => JSON.parse(line).id)).toEqual(["p1", "p2"]);
  expect((await lab.plans("p2")).out).toMatch(/^Proposal p2: A greeter/);
  expect(JSON.parse((await lab.plans("p1", { json: true })).out)).toMatchObject({ id: "p1", state: "open" });
});

test("an approved plan can be run", async () => {
  const works = "case $REEVE_TASK_ID in planner) answer 1 ;; hello) echo hi > hello.txt; echo {} ;; esac";
  const done = 'echo \'{"status":"done","nothing_to_do":"All is there."}\'';
  const lab = new PlanLab(`${works}; [ $REEVE_TASK_ID = planner ] || ${done}`, [GOOD], {
    "reeve.yaml": "isolation: none\n",
  });
  await lab.plan();
  await lab.approve();
  expect(await lab.start("run", "plan.yaml").ended).toMatchObject({ code: 0 });
});

describe("an asking that is", () => {
  test("interrupted ends with all its processes and says so", async () => {
    const lab = new PlanLab('sleep 600 & echo here > "$LAB/here"; wait');
    const git = lab.commit();
    const reeve = lab.start("plan", "spec.md");
    await lab.has("here");
    reeve.signal("SIGINT");
    expect(await reeve.ended).toMatchObject({ code: 4, out: expect.stringContaining("The planner was stopped.") });
    expect(await leftBehind(lab.project)).toEqual([]);
    expect(git("worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1);
    expect((await lab.plans()).out).toMatch(/^p1 {2}stopped/);
  });

  test("killed is cleared up by the next one: its agent, its place, its entry in git", async () => {
    const lab = new PlanLab('[ -e "$LAB/here" ] && { answer 1; exit; }; sleep 600 & echo here > "$LAB/here"; wait');
    const git = lab.commit();
    const reeve = lab.start("plan", "spec.md");
    await lab.has("here");
    expect((await lab.plans()).out).toMatch(/^p1 {2}being asked for/);
    reeve.signal("SIGKILL");
    await reeve.ended;
    await until("the killed asking to be told as unfinished", async () =>
      (await lab.plans()).out.startsWith("p1  unfinished"),
    );
    expect(lab.project.leftovers()).not.toEqual([]);
    expect((await lab.plan()).code).toBe(0);
    await allGone(lab.project);
    expect(git("worktree", "list", "--porcelain").match(/^worktree /gm)).toHaveLength(1);
    expect((await lab.plans()).out).toMatch(/^p1 {2}stopped.*\np2 {2}open/);
  });
});
