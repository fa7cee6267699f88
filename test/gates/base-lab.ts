/** A repository, real checks, and the worktree in which commands are tried on its base commit. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandCheck } from "../../src/domain/spec/plan.ts";
import { type BaseRuns, openBaseRuns } from "../../src/effects/gates/commands/base-runs.ts";
import { openSetup } from "../../src/effects/gates/commands/run-setup.ts";
import { type Git, openGit } from "../../src/effects/git/git.ts";
import { openCandidateWorktree } from "../../src/effects/integration/candidate-worktree.ts";
import { worktreesDir } from "../../src/effects/workspace/worktree/run-repository.ts";
import { aRepository, type TestRepository } from "../repository.ts";
import { CheckLab } from "./check-lab.ts";

export class BaseLab extends CheckLab {
  readonly repository: TestRepository;
  readonly git: Git;
  /** How often a command ran on the base commit is counted by lines in this file. */
  readonly tally = join(this.dir, "tally");

  constructor(files: Readonly<Record<string, string>>, name = "project") {
    super();
    const repository = aRepository(files, name);
    this.repository = repository;
    onTestFinished(() => repository.remove());
    this.git = openGit(repository.dir);
  }

  baseRuns(setup: readonly CommandCheck[] = [], prefix = ""): BaseRuns {
    const { checks, git, repository } = this;
    const setUp = openSetup(checks, setup);
    const worktree = openCandidateWorktree({
      git,
      run: "r1",
      repository: { toplevel: repository.dir, commonDir: join(repository.dir, ".git") },
      dir: join(worktreesDir(join(this.dir, "state"), "r1"), "@base-1"),
      setup: setUp && ((dir, signal) => setUp(join(dir, prefix), signal)),
    });
    return openBaseRuns({ checks, worktree, prefix });
  }
}

export function check(run: string, name = run): CommandCheck {
  return { name, run, timeoutS: 60 };
}
