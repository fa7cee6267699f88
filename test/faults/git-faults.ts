/** What a person, or git itself, does to the repository while agents are at work. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DONE, planOf, UNTIL_GO } from "./agents.ts";
import type { RunFault } from "./fault.ts";
import type { Scene } from "./scene.ts";

const GOOD = { exits: [0], asked: 0 };
const two = { plan: planOf("a", "id: b, depends_on: [a]"), agent: { a: DONE, "*": UNTIL_GO } };

export const GIT_FAULTS: readonly RunFault[] = [
  meanwhile("a person runs `git gc --prune=now`", "user", ({ git }) => void git("gc", "--quiet", "--prune=now")),
  meanwhile("a person runs `git prune --expire=now`", "user", ({ git }) => void git("prune", "--expire=now")),
  meanwhile("a person runs `git worktree prune`", "user", ({ git }) => void git("worktree", "prune", "--expire=now")),
  meanwhile("a person commits to the base branch", "user", (scene) => {
    scene.project.write("own.txt", "mine\n");
    scene.git("add", "own.txt");
    scene.git("commit", "--quiet", "--message", "Mine");
  }),
  meanwhile("a person rewrites the base branch", "user", ({ git }) => {
    git("commit", "--quiet", "--amend", "--message", "Another beginning");
  }),
  meanwhile(
    "a person switches their checkout to another branch",
    "user",
    ({ git }) => void git("switch", "--quiet", "-c", "side"),
  ),
  meanwhile("a person deletes the worktree of a task at work", "user", ({ project }) => {
    rmSync(join(project.dir, ".reeve/worktrees/r1/b"), { recursive: true, force: true });
  }),
  meanwhile("a person removes the worktree of a task at work by git", "user", ({ git }) => {
    git("worktree", "remove", "--force", "--force", ".reeve/worktrees/r1/b");
  }),
  meanwhile("a person runs `git stash --include-untracked`", "user", ({ git }) => {
    git("stash", "push", "--quiet", "--include-untracked");
  }),
  meanwhile("a person rebases the base branch onto another beginning", "user", ({ git }) => {
    git("rebase", "--quiet", "--root", "--exec", "git commit --quiet --amend --no-edit --reset-author");
  }),
  meanwhile(
    "a person deletes the branch of a task at work",
    "user",
    ({ git }) => void git("update-ref", "-d", "refs/heads/reeve/r1/b"),
  ),
  meanwhile("a person moves the integration branch", "user", ({ git }) => {
    git("update-ref", "refs/heads/reeve/r1/integration", git("rev-parse", "main"));
  }),
  meanwhile("a person deletes the integration branch", "user", ({ git }) => {
    git("update-ref", "-d", "refs/heads/reeve/r1/integration");
  }),
  meanwhile("refs are packed by git", "git", ({ git }) => void git("pack-refs", "--all", "--prune")),
  meanwhile("a git that was killed has left a lock of a ref", "git", ({ project }) => {
    writeFileSync(join(project.dir, ".git/packed-refs.lock"), "");
  }),
  {
    name: "a branch of the user's is called reeve",
    ...{ area: "git", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [0], asked: 1 } },
    play: async (scene) => {
      scene.git("branch", "reeve");
      const reeve = scene.start("plan.yaml");
      await reeve.line(/asks you \(q1\)/);
      scene.git("branch", "-m", "reeve", "mine");
      await scene.ends(reeve);
    },
  },
  {
    name: "the repository has no commit yet",
    ...{ area: "git", plan: planOf("a"), agent: { "*": DONE }, expect: { exits: [8], asked: 0 } },
    play: async (scene) => {
      scene.git("update-ref", "-d", "HEAD");
      await scene.run("plan.yaml");
    },
  },
  {
    name: "two tasks change the same line",
    ...{ area: "git", plan: planOf("a", "b"), expect: GOOD },
    agent: {
      a: `echo a > same.txt; ${DONE}`,
      "*": `grep -q '<<<<' same.txt 2>/dev/null && { echo both > same.txt; ${DONE}; exit; }; echo b > same.txt; until git -C "$REEVE_PROJECT" cat-file -e reeve/r1/integration:same.txt 2>/dev/null; do sleep 0.1; done; ${DONE}`,
    },
    play: async (scene) => void (await scene.run("plan.yaml")),
  },
];

/** The first task is merged, the second is at work; then something happens, and it may come to its end. */
function meanwhile(name: string, area: RunFault["area"], happens: (scene: Scene) => void): RunFault {
  const play = async (scene: Scene): Promise<void> => {
    const reeve = scene.start("plan.yaml");
    await scene.sign("here-b");
    happens(scene);
    scene.project.write("go", "");
    await scene.ends(reeve);
  };
  return { name, area, ...two, expect: GOOD, play };
}
