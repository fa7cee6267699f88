/** A repository with task branches and an integrator over it, for tests. Gates are shell lines that really run. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GateResult, IntegrateOrder, Integration } from "../src/domain/proof/gate.ts";
import type { CommandCheck } from "../src/domain/spec/plan.ts";
import { openGit } from "../src/effects/git/git.ts";
import { type IntegrationOptions, type Integrator, openIntegration } from "../src/effects/integration/integration.ts";
import { aRepository, type TestRepository } from "./repository.ts";

export const BRANCH = "refs/heads/reeve/r1/integration";

export interface IntegrationWorld {
  readonly repository: TestRepository;
  readonly base: string;
  readonly stateDir: string;
  /** Where merges are tried. */
  readonly candidate: string;
  /** A new integrator, as after a restart of Reeve. */
  readonly open: (options?: Partial<IntegrationOptions>) => Integrator;
  /** What a task made: these files (null: deleted) on top of a commit. Gives the commit. */
  readonly work: (task: string, files: Readonly<Record<string, string | null>>, from?: string) => string;
  /** What a task made: a submodule that points to this commit. */
  readonly point: (task: string, path: string, commit: string) => string;
  /** Everything of the user's that must not change. */
  readonly untouched: () => string;
  readonly branch: () => string;
}

export function anIntegrationWorld(files: Readonly<Record<string, string>>, prefix = ""): IntegrationWorld {
  const repository = aRepository(files);
  const base = repository.head();
  const stateDir = join(repository.dir, prefix, ".reeve");
  mkdirSync(stateDir, { recursive: true });
  repository.write(join(prefix, ".reeve/.gitignore"), "*\n");
  const options: IntegrationOptions = {
    git: openGit(repository.dir),
    repository: { toplevel: repository.dir, commonDir: join(repository.dir, ".git"), prefix },
    run: "r1",
    base: { commit: base, branch: "main" },
    stateDir,
    runGates: async ({ dir, gates }) => gates.map((gate) => runGate(dir, gate)),
    findGates: async () => ({ ok: true, gates: [] }),
    setup: null,
    secrets: [],
  };
  return {
    repository,
    base,
    stateDir,
    candidate: join(stateDir, "worktrees/r1/@integration"),
    open: (more = {}) => openIntegration({ ...options, ...more }),
    work: (task, changes, from = base) =>
      workOn(repository, task, from, (run) => change(repository, task, changes, run)),
    point: (task, path, commit) =>
      workOn(repository, task, base, (run) => run("update-index", "--add", "--cacheinfo", `160000,${commit},${path}`)),
    untouched: () => digestOf(repository),
    branch: () => repository.git("rev-parse", BRANCH),
  };
}

export function order(task: string, commit: string, gates: readonly CommandCheck[] = []): IntegrateOrder {
  return { attempt: `${task}.1`, task, title: `Do ${task}`, commit, gates };
}

export function gate(run: string): CommandCheck {
  return { name: run, run, timeoutS: 60 };
}

/** The integration of one order; a failure is an error of the test. */
export async function integrated(integrator: Integrator, what: IntegrateOrder): Promise<Integration> {
  const answer = await integrator.integrate(what, new AbortController().signal);
  if (answer.type === "failed") throw new Error(answer.failure.message);
  return answer.integration;
}

export function runGate(dir: string, { name, run }: CommandCheck): GateResult {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", run], { cwd: dir, encoding: "utf8" });
  const evidence = `${stdout}${stderr}`.trimEnd().split("\n");
  return {
    gate: "quality",
    name,
    verdict: status === 0 ? "passed" : "failed",
    message: `\`${run}\` ended with ${status}.`,
    evidence,
    tookMs: 1,
  };
}

type Run = (...args: string[]) => string;

/** In a worktree of its own, so that the user's checkout is out of it. */
function workOn(repository: TestRepository, task: string, from: string, stage: (run: Run) => void): string {
  const dir = join(repository.dir, "..", `work-${task}`);
  repository.git("worktree", "add", "--quiet", "--detach", dir, from);
  const run: Run = (...args) => repository.git("-C", dir, ...args);
  stage(run);
  run("commit", "--quiet", "--allow-empty", "--message", `Work of ${task}`);
  const commit = run("rev-parse", "HEAD");
  repository.git("worktree", "remove", "--force", dir);
  return commit;
}

function change(
  repository: TestRepository,
  task: string,
  changes: Readonly<Record<string, string | null>>,
  run: Run,
): void {
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) run("rm", "--quiet", "-r", "--", path);
    else repository.write(join("..", `work-${task}`, path), text);
  }
  run("add", "--all");
}

function digestOf({ dir, git }: TestRepository): string {
  const parts = [
    git("--no-optional-locks", "status", "--porcelain=v2", "--branch", "--show-stash"),
    git("for-each-ref", "refs/heads/main", "refs/tags", "refs/stash"),
    git("ls-files", "--stage"),
    readFileSync(join(dir, ".git/HEAD"), "utf8"),
    readFileSync(join(dir, ".git/index")).toString("hex"),
    git("stash", "list"),
    git("--no-optional-locks", "diff"),
  ];
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}
