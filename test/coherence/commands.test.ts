/** The two commands with real repositories and real runs; the terminal and the program's frame stand in. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPlan } from "../../src/app/project/load.ts";
import { findProject } from "../../src/app/project/project.ts";
import { createRun } from "../../src/app/run/create-run.ts";
import { integrationBranch, taskBranch } from "../../src/domain/spec/workspace.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import { coherenceCommand } from "../../src/views/cli/coherence/coherence.ts";
import { contractCommand } from "../../src/views/cli/coherence/contract.ts";
import type { Io } from "../../src/views/cli/io.ts";
import type { TestRepository } from "../repository.ts";
import { branchesOf } from "./branch-lab.ts";

function terminal(cwd: string) {
  const said = { out: "", err: "" };
  const io: Io = {
    cwd,
    isTty: false,
    isErrTty: false,
    size: () => ({ columns: 80, rows: 24 }),
    now: () => 0,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  };
  return { io, said };
}

const users = "export function getUser(id: string): string { return id; }\n";
const PLAN = `tasks:
  - { id: api, title: The API, prompt: p, files: [src/users.ts] }
  - { id: page, title: A page, prompt: p }
  - { id: done, title: Merged, prompt: p }
  - { id: late, title: Late, prompt: p, depends_on: [api], files: [src/late.ts] }
contract:
  entities: [{ name: getUser, type: function, path: src/users.ts, created_by_task: api }]
`;

async function aRun(repository: TestRepository): Promise<string> {
  const project = findProject(repository.dir);
  const loaded = loadPlan(project, "plan.yaml", repository.dir);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.mistakes));
  const base = { commit: repository.head(), branch: "main" };
  const place = await createRun(project, loaded.value, settingsOf(loaded.value.config), { base, gates: [] }, () => 0);
  return place.dir;
}

function aProjectWithRun(): TestRepository {
  const api = taskBranch("r1", "api", "The API");
  const page = taskBranch("r1", "page", "A page");
  const repository = branchesOf(
    { "reeve.yaml": "agents: { a: { adapter: command, command: [x] } }\n", "plan.yaml": PLAN, "src/users.ts": users },
    {
      [taskBranch("r1", "done", "Merged")]: {},
      [api]: { "src/users.ts": "export function findUser(): void {}\n" },
      [page]: { "src/page.ts": "import { getUser } from './users';\nimport { l } from './late';\ngetUser(l);\n" },
    },
  );
  repository.git("branch", integrationBranch("r1"), taskBranch("r1", "done", "Merged"));
  return repository;
}

test("coherence of a run compares its open branches, keeps the report and tells what changed since", async () => {
  const repository = aProjectWithRun();
  const runDir = await aRun(repository);
  const first = terminal(repository.dir);
  expect(await coherenceCommand(first.io, [], {})).toBe(1);
  expect(first.said.out).toBe(
    `2 branches compared: they do not fit together (1 critical finding).

Interfaces that do not match
  critical (new): api removes \`getUser\` of src/users.ts, but page still relies on it as it was (src/page.ts); page must adapt.
    src/users.ts:1  src/page.ts:1

Used, but not provided
  minor (new): page imports \`./late\`, which neither the base nor any branch provides; late has still to make it.
    src/page.ts:2

→ Retry page with these findings: getUser.

Since the last comparison: 2 new, 0 resolved, 0 unchanged.
`,
  );
  expect(JSON.parse(readFileSync(join(runDir, "coherence.json"), "utf8"))).toMatchObject({ status: "critical" });

  repository.git("checkout", "--quiet", taskBranch("r1", "page", "A page"));
  repository.write("src/page.ts", "import { l } from './late';\nexport const p1 = l;\n");
  repository.commit("Adapt");
  const second = terminal(repository.dir);
  expect(await coherenceCommand(second.io, [], { json: true })).toBe(0);
  const { delta, branches } = JSON.parse(second.said.out) as {
    delta: Record<string, unknown[]>;
    branches: { task: string }[];
  };
  expect(branches.map((each) => each.task)).toEqual(["api", "page"]);
  expect([delta["added"], delta["resolved"], delta["unchanged"]].map((each) => each?.length)).toEqual([0, 1, 1]);
});

test("of named branches the one that has to adapt is to be changed: there is no task to retry", async () => {
  const repository = aProjectWithRun();
  const { io, said } = terminal(repository.dir);
  const named = [taskBranch("r1", "api", "The API"), taskBranch("r1", "page", "A page")];
  const base = integrationBranch("r1");
  await coherenceCommand(io, named, { base });
  expect(said.out).toContain(`→ Change ${named[1]}, which has to adapt: getUser, ./late.\n`);
  expect(said.out).not.toMatch(/retry/i);
});

test("coherence of named branches needs no run and keeps nothing", async () => {
  const repository = branchesOf(
    { "a.ts": users },
    { one: { "b.ts": "export const b1 = 1;\n" }, two: { "c.ts": "export const c1 = 1;\n" } },
  );
  const { io, said } = terminal(repository.dir);
  expect(await coherenceCommand(io, ["one", "two"], { base: "main" })).toBe(0);
  expect(said.out).toBe("2 branches compared: they fit together.\n");
  expect(existsSync(join(repository.dir, ".reeve"))).toBe(false);
});

test("an unknown branch, no run, and no repository each get a sentence", async () => {
  const repository = branchesOf({}, {});
  const unknown = terminal(repository.dir);
  expect(await coherenceCommand(unknown.io, ["--evil"], {})).toBe(2);
  expect(unknown.said.err).toContain("There is no branch or commit --evil here");
  const none = terminal(repository.dir);
  expect(await coherenceCommand(none.io, [], {})).toBe(2);
  expect(none.said.err).toContain("There is no run here yet");
});

test("contract: of the run on its integration branch, or of a plan on any commit", async () => {
  const repository = aProjectWithRun();
  const plan = terminal(repository.dir);
  expect(await contractCommand(plan.io, "plan.yaml", {})).toBe(0);
  expect(plan.said.out).toBe("The contract is kept at HEAD.\n  ✓ getUser is there.\n");
  const branch = taskBranch("r1", "api", "The API");
  const broken = terminal(repository.dir);
  expect(await contractCommand(broken.io, "plan.yaml", { commit: branch })).toBe(1);
  expect(broken.said.out).toBe(
    `The contract is not kept at ${branch}: 1 part missing.\n  ✗ getUser: src/users.ts does not export \`getUser\`. api owes it.\n`,
  );
  await aRun(repository);
  const run = terminal(repository.dir);
  expect(await contractCommand(run.io, undefined, { json: true })).toBe(0);
  expect(JSON.parse(run.said.out)).toMatchObject({ kept: true, commit: "reeve/r1/integration" });
});

test("contract: a plan without one, and a commit that is not there", async () => {
  const repository = branchesOf(
    {
      "reeve.yaml": "agents: { a: { adapter: command, command: [x] } }\n",
      "plan.yaml": "tasks: [{ id: a, prompt: p }]\n",
    },
    {},
  );
  const without = terminal(repository.dir);
  expect(await contractCommand(without.io, undefined, {})).toBe(2);
  expect(without.said.err).toContain("The plan has no contract");
  const other = aProjectWithRun();
  const gone = terminal(other.dir);
  expect(await contractCommand(gone.io, "plan.yaml", { commit: "gone" })).toBe(2);
  expect(gone.said.err).toContain("There is no branch or commit gone here");
});
