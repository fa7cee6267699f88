/** Plans before the work through their use cases: checked, proposed, shown, approved, simulated. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, CONFIG, PLAN, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { PROPOSAL_FILES, type ProposalRecord } from "../../domain/spec/proposal.ts";
import type { Project } from "../project/project.ts";
import { type ApproveWish, approve } from "./approve.ts";
import { checkPlan } from "./check-plan.ts";
import { type Planner, type PlanWish, proposePlan } from "./propose.ts";
import { listProposed, showProposed } from "./proposed.ts";
import { simulatePolicies } from "./simulate-policies.ts";

test("a good plan is told by its size, a bad one by all its mistakes; nothing is started", async () => {
  const project = aProject({ "plan.yaml": PLAN, "bad.yaml": "title: x\ntasks: [{ id: a }, { id: 7 }]\n" });
  const here = { cwd: project.root, now: 0, env: process.env };
  expect(await checkPlan(project, undefined, here)).toMatchObject({ mistakes: [], facts: { tasks: 2, ready: 1 } });
  const bad = await checkPlan(project, "bad.yaml", here);
  expect(bad.facts).toBeNull();
  expect(bad.mistakes.length).toBeGreaterThan(1);
  expect(existsSync(project.stateDir)).toBe(false);
});

/** Answers with this plan; `validation` is what it thinks of it itself. */
function planner(plan: string | null, validation: ProposalRecord["validation"] = []): Planner {
  return {
    propose: async (_project, { dir, id, spec, agent, out, at, onTry }) => {
      onTry(1, 3);
      if (plan !== null) writeFileSync(join(dir, PROPOSAL_FILES.plan), plan);
      const record: ProposalRecord = {
        ...{ id, at, title: "The shop", spec: spec.name, out, agent, model: null, tries: 1, usage: { tokens: 1 } },
        ...{ concerns: [], validation, notes: [], written: { here: [], outside: [] } },
        end: plan === null ? { type: "unusable", problems: ["it is no plan"] } : { type: "proposed" },
      };
      writeFileSync(join(dir, PROPOSAL_FILES.about), JSON.stringify(record));
      return record;
    },
  };
}

function asked({ root }: Project, wish: Partial<PlanWish> = {}): PlanWish {
  const { signal } = new AbortController();
  const none = { agent: undefined, tier: undefined, out: undefined, onTry: () => {} };
  return { ...none, cwd: root, now: 9, spec: "spec.md", signal, force: signal, ...wish };
}

function approving({ root }: Project, wish: Partial<ApproveWish> = {}): ApproveWish {
  return { cwd: root, now: 9, id: undefined, run: undefined, out: undefined, anyway: false, ...wish };
}

const SPEC = { "spec.md": "A shop that sells.\n" };

test("a proposed plan is numbered, checked, listed, shown, and goes where plans are once it is approved", async () => {
  const project = aProject(SPEC);
  const tries: unknown[] = [];
  const wish = asked(project, { onTry: (...told) => void tries.push(told) });
  const proposed = valueIn(await proposePlan(planner(PLAN), project, wish));
  expect(proposed).toMatchObject({ end: "proposed", proposal: { id: "p1" }, checked: { ok: true } });
  expect(tries).toEqual([["quick", 1, 3]]);
  expect(valueIn(await listProposed(project))).toMatchObject({ plans: [{ id: "p1", isAsking: false }], changes: [] });
  expect(valueIn(await showProposed(project, "p1", { cwd: project.root }))).toMatchObject({ of: "plan" });
  expect(valueIn(await approve(project, approving(project)))).toMatchObject({
    of: "plan",
    id: "p1",
    file: "plan.yaml",
    isNew: true,
  });
  expect(readFileSync(join(project.root, "plan.yaml"), "utf8")).toBe(PLAN);
  expect(refusalOf(await approve(project, approving(project)))).toEqual({ what: "no_open_proposal" });
});

test.each([
  [{ spec: "gone.md" }, { what: "spec_unreadable", file: "gone.md", code: "ENOENT" }],
  [{ spec: "empty.md" }, { what: "spec_empty", file: "empty.md" }],
  [{ spec: "garbled.md" }, { what: "spec_garbled" }],
  [{ agent: "nobody" }, { what: "unknown_agent", agents: ["quick"] }],
  [{ tier: "huge" }, { what: "unknown_tier", agent: "quick", tiers: ["low", "high"] }],
])("asking with %o is refused, and nobody is asked", async (wish, refusal) => {
  const project = aProject({ ...SPEC, "empty.md": " \n" });
  writeFileSync(join(project.root, "garbled.md"), Buffer.from([0x61, 0xff, 0xfe]));
  expect(refusalOf(await proposePlan(planner(PLAN), project, asked(project, wish)))).toMatchObject(refusal);
  expect(valueIn(await listProposed(project)).plans).toEqual([]);
});

test("asking without an agent, or with a reeve.yaml that has mistakes, is refused", async () => {
  const two = aProject({
    ...SPEC,
    "reeve.yaml": CONFIG.replace("isolation", "  slow: { adapter: command, command: [cat] }\nisolation"),
  });
  expect(refusalOf(await proposePlan(planner(PLAN), two, asked(two)))).toEqual({
    what: "no_planner",
    agents: ["quick", "slow"],
  });
  const wrong = aProject({ ...SPEC, "reeve.yaml": `${CONFIG}what: 1\n` });
  expect(refusalOf(await proposePlan(planner(PLAN), wrong, asked(wrong)))).toMatchObject({ kept: "plan" });
});

test("what cannot be approved is refused, each for its own reason", async () => {
  const project = aProject(SPEC);
  const errors = [{ severity: "error", message: "two tasks write one file", task: "api" }] as const;
  for (const made of [planner(null), planner("title: x\n"), planner(PLAN, errors), planner(PLAN)])
    valueIn(await proposePlan(made, project, asked(project)));
  const refusals = async (id: string, more: Partial<ApproveWish> = {}) =>
    refusalOf(await approve(project, approving(project, { id, ...more })));
  expect(await refusals("p9")).toEqual({
    what: "unknown_proposal",
    proposal: "p9",
    known: ["p1", "p2", "p3", "p4"],
  });
  expect(await refusals("p1")).toEqual({ what: "proposal_without_plan", proposal: "p1" });
  expect(await refusals("p2")).toMatchObject({ what: "mistakes", kept: "approve" });
  expect(await refusals("p3")).toMatchObject({ what: "planner_objects", of: "plan", errors });
  expect(valueIn(await approve(project, approving(project, { id: "p3", anyway: true })))).toMatchObject({ id: "p3" });
  writeFileSync(join(project.root, "other.yaml"), "mine\n");
  expect(await refusals("p4", { out: "other.yaml" })).toEqual({
    what: "file_in_the_way",
    proposal: "p4",
    file: "other.yaml",
  });
});

test("a change of a plan needs a run that proposed it", async () => {
  const project = aProject(SPEC);
  expect(refusalOf(await approve(project, approving(project, { id: "n1" })))).toMatchObject({ what: "no_run" });
  expect(refusalOf(await showProposed(project, "n1", { cwd: project.root }))).toMatchObject({
    what: "unknown_proposal",
  });
});

const FAULTS = "attempt: { minutes: 5 }\n";

test("policies are played in virtual time, the same for the same seed", () => {
  const project = aProject({ "plan.yaml": PLAN, "faults.yaml": FAULTS });
  const wish = { cwd: project.root, faults: "faults.yaml", policies: [], plan: undefined, runs: 5, seed: 3 };
  const first = valueIn(simulatePolicies(project, wish));
  expect(first).toMatchObject({ tasks: 2, runs: 5, seed: 3, figures: [{ policy: "reeve.yaml", success: 1 }] });
  expect(valueIn(simulatePolicies(project, wish)).figures).toEqual(first.figures);
});

test("a simulation says what it lacks", () => {
  const project = aProject({ "plan.yaml": PLAN, "faults.yaml": FAULTS });
  const wish = { cwd: project.root, faults: "faults.yaml", policies: [], plan: undefined };
  expect(refusalOf(simulatePolicies(project, { ...wish, faults: undefined }))).toEqual({ what: "no_faults" });
  expect(refusalOf(simulatePolicies(project, { ...wish, runs: 1e9 }))).toMatchObject({ what: "too_many_runs" });
  expect(refusalOf(simulatePolicies(project, { ...wish, faults: "gone.yaml" }))).toMatchObject({ kept: "simulate" });
});
