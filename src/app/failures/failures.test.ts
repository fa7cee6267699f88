/** Looking back through the use cases: failures, groups of one cause, runs, and what an output means. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, aRun, CONFIG, ends, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { projectName } from "../project/project.ts";
import { classifyLines, classifyOutput } from "./classify-output.ts";
import { groupHistory, groupLines } from "./group-failures.ts";
import { correctOutput, learn } from "./learn.ts";
import { listFailures } from "./list-failures.ts";
import { listHistory } from "./list-history.ts";

const BROKEN = failed("import_error", "transient", "Cannot find module 'left-pad'");

async function twoRuns() {
  const project = aProject();
  for (const _ of [1, 2]) await aRun(project, ["api"], [...ends("api.1", BROKEN), ...ends("api.2", done("api"))]);
  return project;
}

test("failures of all runs, or of one; a run that does not exist is refused", async () => {
  const project = await twoRuns();
  const all = valueIn(await listFailures(project, { allProjects: false }));
  expect(all.records.map(({ run, attempt }) => [run, attempt])).toEqual([
    ["r1", "api.1"],
    ["r2", "api.1"],
  ]);
  expect(all.own).toBe(projectName(project));
  expect(valueIn(await listFailures(project, { run: "r2", allProjects: false })).records).toHaveLength(1);
  expect(refusalOf(await listFailures(project, { run: "r9", allProjects: false }))).toMatchObject({
    known: ["r1", "r2"],
  });
});

test("what other projects told is asked for only where a history is shared", async () => {
  const project = await twoRuns();
  const asked = { allProjects: true, all: false };
  expect(refusalOf(await listFailures(project, asked))).toEqual({ what: "history_not_shared" });
  expect(refusalOf(await groupHistory(project, asked))).toEqual({ what: "history_not_shared" });
  expect(refusalOf(await listHistory(project, true))).toEqual({ what: "history_not_shared" });
  const wrong = aProject({ "reeve.yaml": `${CONFIG}what: 1\n` });
  expect(refusalOf(await listFailures(wrong, asked))).toMatchObject({ what: "mistakes", kept: "failures" });
  const sharing = aProject({ "reeve.yaml": `${CONFIG}paths: { failures: shared.jsonl }\n` });
  expect(valueIn(await listFailures(sharing, asked)).records).toEqual([]);
});

test("failures with one cause are one group, of the history or of lines somebody hands over", async () => {
  const project = await twoRuns();
  const { groups, failures } = valueIn(await groupHistory(project, { all: false, allProjects: false }));
  expect(failures).toBe(2);
  expect(groups).toMatchObject([{ members: { length: 2 } }]);
  const line = (id: string) => JSON.stringify({ id, class: "import_error", text: "Cannot find module 'left-pad'" });
  const handed = groupLines(`${line("1")}\n${line("2")}\nno json\n`, "some.jsonl", { all: false });
  expect(handed.groups).toHaveLength(1);
  expect(handed.trouble).toMatchObject([expect.stringContaining("some.jsonl:3")]);
});

test("the history of runs tells how each ended and what it cost; one that cannot be read hides no other", async () => {
  const project = await twoRuns();
  const { dir } = await aRun(project, ["page"]);
  writeFileSync(join(dir, "journal.db"), "no database at all".repeat(100));
  const { runs, causes, trouble } = valueIn(await listHistory(project, false));
  expect(runs).toMatchObject([
    { run: "r1", verdict: "done", total: 1, counts: { done: 1 }, spent: { tokens: 20, usd: 1 } },
    { run: "r2", verdict: "done" },
  ]);
  expect(causes).toMatchObject([{ failures: 2, runs: ["r1", "r2"] }]);
  expect(trouble).toHaveLength(1);
});

test("an output is classified with the project's own rules; a line that asks nothing is named", () => {
  const rules = "failures: [{ match: 'the moon is full', class: auth, restart: terminal }]\n";
  const project = aProject({ "reeve.yaml": `${CONFIG}${rules}` });
  expect(valueIn(classifyOutput(project, { text: "so it is: the moon is full" }))).toMatchObject({
    found: { class: "auth" },
  });
  const { lines } = valueIn(classifyLines(project, '{"id":1,"text":"ENOSPC: no space left on device"}\n\n{"id":2}\n'));
  expect(lines).toMatchObject([
    { ok: true, id: 1, found: { class: "disk_full" } },
    { ok: false, line: 3, why: '"text" must be a text' },
  ]);
  const wrong = aProject({ "reeve.yaml": `${CONFIG}what: 1\n` });
  expect(refusalOf(classifyOutput(wrong, { text: "" }))).toMatchObject({ what: "mistakes", kept: "classify" });
});

test("a correction is kept and becomes a rule of the project; a class that is none is refused", async () => {
  const project = aProject({ "reeve.yaml": CONFIG });
  const text = "vault-agent: lease renewal refused for tenant blue";
  const { found } = valueIn(classifyOutput(project, { text }));
  expect(refusalOf(correctOutput(project, found, { class: "moonlight", at: 1 }))).toMatchObject({
    what: "no_such_class",
    given: "moonlight",
  });
  expect(await learn(project, { dryRun: false })).toMatchObject({ corrections: 0, written: null });
  expect(valueIn(correctOutput(project, found, { class: "auth", restart: "terminal", at: 1 }))).toMatchObject({
    is: "auth",
  });
  expect(await learn(project, { dryRun: true })).toMatchObject({ corrections: 1, written: null });
  expect(await learn(project, { dryRun: false })).toMatchObject({ corrections: 1, written: "reeve.learned.yaml" });
  expect(valueIn(classifyOutput(project, { text })).found).toMatchObject({ class: "auth", restart: "terminal" });
});
