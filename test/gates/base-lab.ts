/** A repository, real checks, and the worktree in which commands are tried on its base commit. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandCheck } from "../../src/domain/spec/plan.ts";
import { openProvingPlaces, type ProvingPlaces } from "../../src/effects/gates/check/proving-places.ts";
import { type BaseRuns, openBaseRuns } from "../../src/effects/gates/commands/base-runs.ts";
import { openSetup } from "../../src/effects/gates/commands/run-setup.ts";
import { type Git, openGit } from "../../src/effects/git/git.ts";
import { type CandidateWorktree, openCandidateWorktree } from "../../src/effects/integration/candidate-worktree.ts";
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
    return openBaseRuns({ checks: this.checks, worktree: this.#worktree("@base-1", setup, prefix), prefix });
  }

  places(setup: readonly CommandCheck[] = []): ProvingPlaces {
    return openProvingPlaces({ open: (name) => this.#worktree(name, setup, ""), atOnce: 1, prefix: "" });
  }

  #worktree(name: string, setup: readonly CommandCheck[], prefix: string): CandidateWorktree {
    const { checks, git, repository } = this;
    const setUp = openSetup(checks, setup);
    return openCandidateWorktree({
      own: null,
      git,
      run: "r1",
      repository: { toplevel: repository.dir, commonDir: join(repository.dir, ".git") },
      dir: join(worktreesDir(join(this.dir, "state"), "r1"), name),
      setup: setUp && ((dir, signal) => setUp(join(dir, prefix), signal)),
    });
  }
}

export function check(run: string, name = run): CommandCheck {
  return { name, run, timeoutS: 60 };
}
