/** A first pair of files for a folder: what is found is written, and nothing is written over. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refusalOf, valueIn } from "../../../test/app-lab.ts";
import { checkPlan } from "../plan/check-plan.ts";
import { findProject } from "../project/project.ts";
import { initProject } from "./init.ts";

function aFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-init-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("a folder without git gets files that are right as they are, with the agents on PATH", async () => {
  const [folder, bin] = [aFolder(), aFolder()];
  writeFileSync(join(bin, "claude"), "#!/bin/sh\n");
  chmodSync(join(bin, "claude"), 0o755);
  const begun = valueIn(initProject(folder, { PATH: bin, HOME: folder }));
  expect(begun).toMatchObject({
    written: ["reeve.yaml", "plan.yaml"],
    isolation: "none",
    first: { adapter: "claude" },
  });
  const checked = await checkPlan(findProject(folder), undefined, { cwd: folder, now: 0, env: { PATH: bin } });
  expect(checked).toMatchObject({ mistakes: [], facts: { tasks: 2, agents: { claude: 2 } } });
});

test("in a repository every task is to have a worktree; without an agent none is made up", () => {
  const folder = aFolder();
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "deep"));
  const begun = valueIn(initProject(join(folder, "deep"), { PATH: "/nowhere" }));
  expect(begun).toMatchObject({ isolation: "worktree", first: null, agents: { installed: [] } });
});

test("files that are there stay as they are", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "plan.yaml"), "mine\n");
  expect(valueIn(initProject(folder, {})).written).toEqual(["reeve.yaml"]);
  expect(readFileSync(join(folder, "plan.yaml"), "utf8")).toBe("mine\n");
  expect(refusalOf(initProject(folder, {}))).toEqual({ what: "files_exist", files: ["reeve.yaml", "plan.yaml"] });
});

const schemaOf = (folder: string, file: string) =>
  /\$schema=(\S+)/.exec(readFileSync(join(folder, file), "utf8"))?.[1] ?? "";

test("both files refer to schemas that are there, with no path of this machine, whether or not Reeve is a package of the project", () => {
  const alone = aFolder();
  const among = aFolder();
  const schemas = join(among, "node_modules", "reeve", "schemas");
  mkdirSync(schemas, { recursive: true });
  for (const name of ["reeve", "plan"]) writeFileSync(join(schemas, `${name}.schema.json`), "{}");
  mkdirSync(join(among, "packages", "shop"), { recursive: true });
  for (const [folder, expected] of [
    [alone, "./.reeve/schemas/"],
    [join(among, "packages", "shop"), "../../node_modules/reeve/schemas/"],
  ] as const) {
    valueIn(initProject(folder, { PATH: "/nowhere" }));
    for (const name of ["reeve", "plan"]) {
      const schema = schemaOf(folder, `${name}.yaml`);
      expect(schema).toBe(`${expected}${name}.schema.json`);
      expect(JSON.parse(readFileSync(join(folder, schema), "utf8"))).toBeTypeOf("object");
    }
  }
  expect(readFileSync(join(alone, ".reeve", ".gitignore"), "utf8")).toBe("*\n");
});

test("check warns of what would keep a run from beginning: no git, and agents that are not installed", async () => {
  const folder = aFolder();
  writeFileSync(join(folder, "reeve.yaml"), "agents:\n  claude: { adapter: claude }\ngates: [make test]\n");
  writeFileSync(join(folder, "plan.yaml"), "title: T\ntasks: [{ id: a, prompt: p }]\n");
  const { mistakes, warnings } = await checkPlan(findProject(folder), undefined, {
    cwd: folder,
    now: 0,
    env: { PATH: "/nowhere" },
  });
  expect(mistakes).toEqual([]);
  expect(warnings).toMatchObject([
    { file: "reeve.yaml", what: expect.stringContaining("is not in a git repository. Run `git init`") },
    { file: "reeve.yaml", line: 2, what: "agent claude cannot start: there is no program claude here" },
  ]);
  expect(warnings[1]?.hint).toContain("npm install -g @anthropic-ai/claude-code");
});
