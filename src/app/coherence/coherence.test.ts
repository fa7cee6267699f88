/** Branches and contracts through their use cases, in real repositories. */
import { expect, onTestFinished, test } from "vitest";
import { aProject, aRun, CONFIG, PLAN, refusalOf, valueIn } from "../../../test/app-lab.ts";
import { aRepository } from "../../../test/repository.ts";
import { findProject } from "../project/project.ts";
import { compareBranches } from "./compare-branches.ts";
import { examineContract } from "./examine-contract.ts";

const CONTRACT = `${PLAN}contract:
  entities: [{ name: getUser, type: function, path: src/users.ts, created_by_task: api }]
`;

function aRepositoryWithBranches() {
  const repository = aRepository({
    "src/users.ts": "export function getUser(): void {}\n",
    "plan.yaml": CONTRACT,
    "reeve.yaml": CONFIG,
  });
  onTestFinished(() => repository.remove());
  const { git, write, commit, dir } = repository;
  git("checkout", "--quiet", "-b", "takes");
  write("src/users.ts", "export function other(): void {}\n");
  commit("Take it away");
  git("checkout", "--quiet", "-b", "uses", "main");
  write("src/page.ts", "import { getUser } from './users';\ngetUser();\n");
  commit("Use it");
  git("checkout", "--quiet", "main");
  return findProject(dir);
}

test("branches that do not go together are told, with what is to be compared", async () => {
  const project = aRepositoryWithBranches();
  const answer = valueIn(await compareBranches(project, { base: "main", branches: ["takes", "uses"] }));
  expect(answer.report.status).toBe("critical");
  expect(answer).toMatchObject({ base: "main", delta: null, branches: [{ ref: "takes" }, { ref: "uses" }] });
});

test("what is not there is refused by name", async () => {
  const project = aRepositoryWithBranches();
  expect(refusalOf(await compareBranches(project, { branches: ["gone"] }))).toEqual({
    what: "unknown_ref",
    ref: "gone",
  });
  expect(refusalOf(await compareBranches(project, { branches: [] }))).toMatchObject({ what: "no_run" });
  const folder = aProject();
  await aRun(folder, ["api"]);
  expect(refusalOf(await compareBranches(folder, { branches: [] }))).toMatchObject({ what: "no_repository" });
  await aRun(project, ["api"]);
  expect(refusalOf(await compareBranches(project, { branches: [] }))).toEqual({
    what: "no_integration_branch",
    run: "r1",
  });
});

test("a contract is kept or not at a commit, and says where it looked", async () => {
  const project = aRepositoryWithBranches();
  const wish = { cwd: project.root, plan: "plan.yaml" };
  expect(valueIn(await examineContract(project, wish))).toMatchObject({ isKept: true, commit: "HEAD" });
  expect(valueIn(await examineContract(project, { ...wish, commit: "takes" }))).toMatchObject({ isKept: false });
  expect(refusalOf(await examineContract(project, { ...wish, commit: "gone" }))).toMatchObject({ what: "unknown_ref" });
});

test("no contract, and a plan with mistakes, are refused", async () => {
  const project = aProject({ "plan.yaml": PLAN, "bad.yaml": "tasks: 7\n" });
  expect(refusalOf(await examineContract(project, { cwd: project.root }))).toEqual({ what: "no_contract" });
  const bad = await examineContract(project, { cwd: project.root, plan: "bad.yaml" });
  expect(refusalOf(bad)).toMatchObject({ what: "mistakes", kept: "contract" });
});
