/** Objects of git that are really gone: what can be had again is, what cannot is said once, and nobody is asked in circles. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { aGitProject, type GitProject } from "./git-kit.ts";
import { ASKS, DONE, eventsOf, ofType, planOf } from "./kit.ts";

/** Of everything a branch has beyond the user's own. */
function loseObjects({ project, git }: GitProject, branch: string): void {
  const objects = git("rev-list", "--objects", `main..${branch}`)
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");
  for (const id of objects.filter((each) => each !== ""))
    rmSync(join(project.dir, ".git/objects", id.slice(0, 2), id.slice(2)), { force: true });
}

const WORKS = `echo work > a.txt; git add a.txt; git commit --quiet --message work`;
const ANSWERED = `case "$(cat)" in *"The answer"*) echo more > more.txt; ${DONE};; *)`;

function askedProject(): GitProject {
  const lab = aGitProject(planOf("a"), { a: `${ANSWERED} ${WORKS}; ${ASKS};; esac` });
  expect(lab.project.reeve("run", "plan.yaml").code).toBe(3);
  return lab;
}

const branchOf = ({ git }: GitProject) =>
  git("for-each-ref", "--format=%(refname:short)", "refs/heads/reeve/r1/a-*").trim();

test("commits that are gone while their worktree is there are made again from it", () => {
  const lab = askedProject();
  loseObjects(lab, branchOf(lab));
  lab.project.reeve("answer", "q1", "red");
  expect(lab.project.reeve("run").code).toBe(0);
  expect(lab.git("ls-tree", "--name-only", "reeve/r1/integration")).toMatch(/a\.txt\n(?:.*\n)*more\.txt/);
});

test("commits that are gone with their worktree are told of, and the task begins from what is integrated, without a question", () => {
  const lab = askedProject();
  loseObjects(lab, branchOf(lab));
  rmSync(join(lab.project.dir, ".reeve/worktrees/r1/a"), { recursive: true });
  lab.project.reeve("answer", "q1", "red");
  const { code, out } = lab.project.reeve("run");
  expect(code, out).toBe(0);
  expect(out).toMatch(/commits of its earlier attempts \([0-9a-f]{8}\) are gone from the repository/);
  expect(ofType(eventsOf(lab.project), "question_asked")).toHaveLength(1);
  expect(ofType(eventsOf(lab.project), "attempt_started")).toHaveLength(2);
});

test("merged work that is gone stops the run with what to do, before anything starts", () => {
  const agent = { a: `echo work > a.txt; ${DONE}`, b: `${ANSWERED} ${ASKS};; esac` };
  const lab = aGitProject(planOf("a", "id: b, depends_on: [a]"), agent);
  expect(lab.project.reeve("run", "plan.yaml").code).toBe(3);
  loseObjects(lab, "reeve/r1/integration");
  lab.project.reeve("answer", "q1", "red");
  const started = () => ofType(eventsOf(lab.project), "attempt_started").length;
  const before = started();
  const { code, err } = lab.project.reeve("run");
  expect(code).toBe(8);
  expect(err).toMatch(/Merged work of r1 is gone from this repository: git cannot read all of [0-9a-f]{8}/);
  expect(err).toContain("`git fetch`");
  expect(started()).toBe(before);
});

test("merged work that goes while agents work is one question for all of them, and the run continues when it is back", async () => {
  const waits = `touch "$REEVE_PROJECT/here-$REEVE_TASK_ID"; until [ -e "$REEVE_PROJECT/go" ]; do sleep 0.05; done`;
  const work = `echo work > "$REEVE_TASK_ID.txt"; ${DONE}`;
  const lab = aGitProject(planOf("a", "b", "c", "d"), { a: work, "*": `${waits}; ${work}` });
  const { project } = lab;
  const reeve = project.start("run", "plan.yaml");
  await reeve.line(/a: is done/);
  for (const task of ["b", "c", "d"])
    await until(`the agent of ${task}`, () => existsSync(join(project.dir, `here-${task}`)));
  const objects = join(project.dir, ".git/objects");
  cpSync(objects, `${objects}.copy`, { recursive: true });
  loseObjects(lab, "reeve/r1/integration");
  project.write("go", "");
  await reeve.line(/asks you \(q1\).*object that one of the repository's refs needs is gone/);
  cpSync(`${objects}.copy`, objects, { recursive: true, force: false });
  expect((await reeve.ended).code).toBe(0);
  const events = eventsOf(project);
  expect(ofType(events, "question_asked")).toHaveLength(1);
  expect(ofType(events, "attempt_started")).toHaveLength(4);
});
