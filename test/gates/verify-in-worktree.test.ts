/** The proof in a real worktree of a task, for a project below the toplevel of its repository. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProvingPlaces } from "../../src/effects/gates/check/proving-places.ts";
import { openGateFinder } from "../../src/effects/gates/commands/base-files.ts";
import { openBaseRuns } from "../../src/effects/gates/commands/base-runs.ts";
import { openScanner } from "../../src/effects/gates/secrets/secrets-scanner.ts";
import { verifyWith } from "../../src/effects/gates/verify.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { openCandidateWorktree } from "../../src/effects/integration/candidate-worktree.ts";
import { worktreesDir } from "../../src/effects/workspace/worktree/run-repository.ts";
import { aRepository } from "../repository.ts";
import { aWorkspaceLab, TASK, usersState } from "../workspace-lab.ts";
import { CheckLab } from "./check-lab.ts";
import { anOrder } from "./finished-work.ts";

const TOKEN = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
const PAGE = "## Quality Gates\n- Suite: `cat suite; ! grep -q '^not ok' suite`\n";

async function aProof() {
  const repository = aRepository({
    "pkg a/AGENTS.md": PAGE,
    "pkg a/suite": "not ok 1 - old\n",
    "lib/a.ts": `${TOKEN}\n`,
  });
  onTestFinished(() => repository.remove());
  const { checks } = new CheckLab();
  const scanner = openScanner({ marker: "verify-in-worktree" });
  onTestFinished(() => scanner.close());
  const stateDir = join(repository.dir, ".reeve");
  const lab = await aWorkspaceLab(repository, { root: join(repository.dir, "pkg a"), stateDir });
  const { root, prefix } = lab.repository;
  const git = openGit(root);
  const worktree = (name: string) => {
    const dir = join(worktreesDir(stateDir, "r1"), name);
    return openCandidateWorktree({ git, own: null, run: "r1", repository: lab.repository, dir, setup: null });
  };
  const own = { workspaces: lab.workspaces, git, prefix, findGates: openGateFinder(git, root) };
  const baseRuns = openBaseRuns({ checks, worktree: worktree("@base-1"), prefix });
  const places = openProvingPlaces({ open: worktree, atOnce: 1, prefix });
  const verify = verifyWith({ checks, root, scanner, git: { ...own, baseRuns, places } });
  await lab.ready();
  const before = usersState(repository);
  const prove = async () => {
    const { attempt, task, title } = TASK;
    const order = anOrder({ spec: { id: task, title } });
    const answer = await verify({ ...order, attempt, task }, new AbortController().signal);
    if (answer.type === "failed") throw new Error(JSON.stringify(answer.failure));
    expect(usersState(repository)).toEqual(before);
    return Object.fromEntries(answer.verification.gates.map((each) => [each.gate, each]));
  };
  return { lab, prove };
}

test("what failed before is told, what fails anew stops it, and the user's checkout is not touched", async () => {
  const { lab, prove } = await aProof();
  lab.write("more", "");
  expect((await prove())["quality"]).toMatchObject({ name: "Suite", verdict: "warned" });
  lab.write("suite", "not ok 1 - old\nnot ok 2 - fresh\n");
  lab.write("AGENTS.md", "# No gates any more\n");
  expect((await prove())["quality"]).toMatchObject({ verdict: "failed" });
});

test("files beside the project are looked into as well, and compared with their base", async () => {
  const { lab, prove } = await aProof();
  lab.write("../lib/a.ts", `\n${TOKEN}\n`);
  expect((await prove())["secrets"]).toMatchObject({ verdict: "warned", evidence: ["../lib/a.ts:2 github"] });
  lab.write("../lib/b.ts", `${TOKEN}\n`);
  expect((await prove())["secrets"]).toMatchObject({ verdict: "failed", evidence: ["../lib/b.ts:1 github"] });
});
