/** Quality gates with real commands, compared with a real base commit. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BaseLab, check } from "../../../../test/gates/base-lab.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import { createRunGates, type RunGates, type RunGatesInput } from "./run-gates.ts";
import { openSetup } from "./run-setup.ts";

/** Prints a file of failing tests in TAP and fails when there is one. */
const SUITE = check("cat suite; ! grep -q '^not ok' suite", "suite");

function input(lab: BaseLab, more: Partial<RunGatesInput> = {}): RunGatesInput {
  const base = lab.repository.head();
  return { dir: lab.repository.dir, gates: [SUITE], task: "t1", base, ...lab.place(), ...more };
}

async function gate(lab: BaseLab, more: Partial<RunGatesInput> = {}): Promise<GateResult | undefined> {
  return (await results(createRunGates({ checks: lab.checks, baseRuns: lab.baseRuns() }), input(lab, more)))[0];
}

async function results(run: RunGates, given: RunGatesInput): Promise<readonly GateResult[]> {
  const answer = await run(given);
  if ("failure" in answer) throw new Error(JSON.stringify(answer.failure));
  return answer;
}

test("gates run one after the other, all of them, and say what they did", async () => {
  const lab = new BaseLab({ a: "" });
  const gates = [check("echo out; exit 3", "first"), check("true", "second")];
  const said = await results(createRunGates({ checks: lab.checks, baseRuns: null }), input(lab, { gates }));
  expect(said).toMatchObject([
    { gate: "quality", name: "first", verdict: "failed", evidence: ["$ echo out; exit 3", "out"] },
    { gate: "quality", name: "second", verdict: "passed", evidence: [] },
  ]);
  expect(said[0]?.message).toBe("`echo out; exit 3` ended with exit code 3.");
});

test("what fails the same way on the base commit is told and stops nothing", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  lab.repository.write("suite", "ok 1 - new\nnot ok 2 - old\n");
  expect(await gate(lab)).toMatchObject({ verdict: "warned", message: expect.stringContaining("same way") });
});

test("a test that fails anew is a failure, and named", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  lab.repository.write("suite", "not ok 1 - old\nnot ok 2 - fresh\n");
  const said = await gate(lab);
  expect(said).toMatchObject({ verdict: "failed", message: expect.stringContaining("not in this way") });
  expect(said?.evidence.slice(0, 2)).toEqual([`$ ${SUITE.run}`, "new: fresh"]);
});

test("one that says nothing of what is wrong is not excused, and that is what is said", async () => {
  const lab = new BaseLab({ suite: "" });
  lab.repository.write("more", "");
  const said = await gate(lab, { gates: [check("test -f page")] });
  expect(said?.message).toBe(
    "`test -f page` ended with exit code 1; it fails on the base commit too, but does not say what is wrong, so it counts.",
  );
});

test("what passes on the base commit and fails here is a failure", async () => {
  const lab = new BaseLab({ suite: "ok 1 - a\n" });
  lab.repository.write("suite", "not ok 1 - a\n");
  expect(await gate(lab)).toMatchObject({ verdict: "failed", message: expect.stringContaining("passes on the base") });
});

test("without a base to compare with, a failure is a failure", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  expect(await gate(lab, { base: null })).toMatchObject({ verdict: "failed" });
});

test("a command runs once per base commit, also for the next Reeve, and again for another commit", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  const counting = check(`pwd >>'${lab.tally.replaceAll("'", "'\\''")}'; ${SUITE.run}`);
  const bases = (): number =>
    readFileSync(lab.tally, "utf8")
      .split("\n")
      .filter((line) => line.endsWith("@base-1")).length;
  await gate(lab, { gates: [counting] });
  await gate(lab, { gates: [counting] });
  expect(bases()).toBe(1);
  lab.repository.write("other", "");
  lab.repository.commit("Another base");
  await gate(lab, { gates: [counting] });
  expect(bases()).toBe(2);
});

test("on the base commit the setup runs first", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  const make = check("touch made");
  const needs = check("[ -e made ] || exit 9; echo error: old; exit 7");
  writeFileSync(`${lab.repository.dir}/made`, "");
  const set = { checks: lab.checks, baseRuns: lab.baseRuns([make]) };
  expect(await createRunGates(set)(input(lab, { gates: [needs] }))).toMatchObject([{ verdict: "warned" }]);
});

test("where the setup fails on the base commit, nothing is taken for old", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  const broken = { checks: lab.checks, baseRuns: lab.baseRuns([check("exit 1")]) };
  const [said] = await results(createRunGates(broken), input(lab));
  expect(said).toMatchObject({ verdict: "failed", message: expect.stringContaining("setup commands do not succeed") });
});

test("a project below the toplevel is tried in the same folder of the base", async () => {
  const lab = new BaseLab({ "packages/a/suite": "not ok 1 - old\n" });
  const options = { checks: lab.checks, baseRuns: lab.baseRuns([], "packages/a") };
  const dir = `${lab.repository.dir}/packages/a`;
  expect(await createRunGates(options)(input(lab, { dir }))).toMatchObject([{ verdict: "warned" }]);
});

test("the user's checkout stays as it is", async () => {
  const lab = new BaseLab({ suite: "not ok 1 - old\n" });
  lab.repository.write("suite", "not ok 1 - old\nmine\n");
  const before = [lab.repository.head(), lab.repository.git("status", "--porcelain")];
  await gate(lab);
  expect([lab.repository.head(), lab.repository.git("status", "--porcelain")]).toEqual(before);
});

test("a gate that could not be run is not the work's fault, and ends the look", async () => {
  const lab = new BaseLab({ a: "" });
  const answer = await createRunGates({ checks: lab.checks, baseRuns: null })(
    input(lab, { dir: `${lab.dir}/nowhere` }),
  );
  expect(answer).toMatchObject({ failure: { class: "git_state" } });
});

test("a setup ends with its first command that fails, and says which", async () => {
  const lab = new BaseLab({ a: "" });
  const { signal } = lab.place();
  expect(openSetup(lab.checks, [])).toBeNull();
  expect(await openSetup(lab.checks, [check("touch one")])?.(lab.cwd, signal)).toBeNull();
  const failure = await openSetup(lab.checks, [check("echo no; exit 4", "install"), check("touch two")])?.(
    lab.cwd,
    signal,
  );
  expect(failure).toMatchObject({ class: "dependency_install", restart: "persistent", subject: "install" });
  expect(failure?.evidence).toEqual(["$ echo no; exit 4", "no"]);
});
