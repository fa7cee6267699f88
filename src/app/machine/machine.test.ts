/** The machine and what runs left on it, through the use cases: doctor, clean, parked work. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aProject, aRun, CONFIG, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { aRepository } from "../../../test/repository.ts";
import { findProject } from "../project/project.ts";
import { cleanUp } from "./clean.ts";
import { examine } from "./doctor.ts";
import { listParked, restoreParked, showParked } from "./parked.ts";

test("doctor: the machine, the files and the journals, each problem as a finding", async () => {
  const project = aProject({ "reeve.yaml": `${CONFIG}what: 1\n` });
  await aRun(project, ["api"]);
  const { dir } = await aRun(project, ["api"]);
  writeFileSync(join(dir, "journal.db"), "no database at all".repeat(100));
  const { isGood, findings } = await examine(project, { isTrying: false });
  expect(isGood).toBe(false);
  const what = findings.map((each) => `${each.good} ${each.what}`);
  expect(what).toContainEqual(expect.stringMatching(/^true The journal of r1 is intact/));
  expect(what).toContainEqual(expect.stringMatching(/^false The journal of r2:/));
  expect(what).toContainEqual(expect.stringMatching(/^false .*reeve\.yaml.*what/));
});

test("clean of a run that does not exist is refused; of a fresh project there is nothing", async () => {
  const project = aProject();
  const wish = { dryRun: true, olderThanMs: 1, now: Date.now() };
  expect(refusalOf(await cleanUp(project, { ...wish, run: "r3" }))).toMatchObject({ what: "no_run", run: "r3" });
  expect(valueIn(await cleanUp(project, wish)).items).toEqual([]);
});

function withParked(...names: readonly string[]) {
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const { git, write, dir } = repository;
  for (const name of names) {
    git("checkout", "--quiet", "--detach", "main");
    write(`${name.replaceAll("/", "-")}.txt`, "work\n");
    repository.commit(`Discarded: ${name}`);
    git("update-ref", `refs/reeve/parked/${name}`, "HEAD");
  }
  git("checkout", "--quiet", "main");
  return { project: findProject(dir), git };
}

test("parked work is listed, shown by a part of its name, and made a branch of", async () => {
  const { project, git } = withParked("r1/api/1", "r2/docs/1");
  const pieces = valueIn(await listParked(project));
  expect(pieces.map(({ name }) => name).toSorted()).toEqual(["r1/api/1", "r2/docs/1"]);
  expect(valueIn(await listParked(project, "r2"))).toMatchObject([{ name: "r2/docs/1", why: "Discarded: r2/docs/1" }]);
  expect(valueIn(await showParked(project, "api/1", "patch")).text).toContain("+work");
  const { branch } = valueIn(await restoreParked(project, "docs", undefined));
  expect(branch).toBe("reeve/restored/r2/docs-1");
  expect(git("show", `${branch}:r2-docs-1.txt`)).toBe("work");
});

test("a name that means nothing, or too much, is refused with what there is", async () => {
  const { project } = withParked("r1/api/1", "r1/api/2");
  const known = ["r1/api/1", "r1/api/2"];
  const ambiguous = refusalOf(await showParked(project, "api", "stat"));
  expect(ambiguous).toMatchObject({ what: "ambiguous_parked", name: "api", fits: { length: 2 } });
  expect(refusalOf(await restoreParked(project, "page", undefined))).toMatchObject({
    what: "unknown_parked",
    known: expect.arrayContaining(known),
  });
  expect(refusalOf(await restoreParked(project, "api/1", "main"))).toMatchObject({ what: "parked_unreadable" });
});
