/** A repository with a run in it whose worktrees, branches and logs are real, and whose journal is what the test says. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { CLEAN_OLDER_THAN_MS, type CleanReport, type CleanWish } from "../../src/domain/delivery/hygiene.ts";
import { integrationBranch, taskBranch } from "../../src/domain/spec/workspace.ts";
import { type CleanPorts, clean } from "../../src/effects/hygiene/clean.ts";
import type { KnownRun } from "../../src/effects/hygiene/clean-facts.ts";
import { linuxTable } from "../../src/effects/processes/table/linux-table.ts";
import { aRepository, gitIn, type TestRepository } from "../repository.ts";

export const DAY_MS = 86_400_000;

export class HygieneLab {
  readonly repository: TestRepository;
  readonly stateDir: string;
  readonly base: string;
  readonly tasks: { id: string; title: string; attempts: number }[] = [];
  known: Partial<KnownRun> = {};
  isAtWork = false;
  stale: ReturnType<CleanPorts["staleLock"]> = null;
  taken = 0;

  constructor() {
    this.repository = aRepository({ "README.md": "# A project\n", ".gitignore": "*.log\n", "src/a.txt": "a\n" });
    onTestFinished(() => this.repository.remove());
    this.base = this.repository.head();
    this.stateDir = join(this.repository.dir, ".reeve");
    this.write(".gitignore", "*\n");
    this.write("runs/r1/journal.db", "records");
    this.repository.git("branch", integrationBranch("r1"));
  }

  /** Below the state folder. */
  path(...parts: string[]): string {
    return join(this.stateDir, ...parts);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  worktree(task: string): string {
    return this.path("worktrees", "r1", task);
  }

  /** A task with a worktree on its branch and these files committed. */
  work(id: string, files: Readonly<Record<string, string>> = {}): string {
    this.tasks.push({ id, title: id, attempts: 1 });
    const dir = this.worktree(id);
    this.repository.git("worktree", "add", "--quiet", "-b", taskBranch("r1", id, id), dir, integrationBranch("r1"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    if (Object.keys(files).length > 0) {
      gitIn(dir, "add", "--all");
      gitIn(dir, "commit", "--quiet", "--message", `Work of ${id}`);
    }
    return dir;
  }

  /** As the merge queue does: a merge commit, made without a checkout. */
  integrate(id: string): void {
    const [into, from] = [integrationBranch("r1"), taskBranch("r1", id, id)];
    const { git } = this.repository;
    const tree = git("merge-tree", "--write-tree", into, from);
    const commit = git("commit-tree", tree, "-p", into, "-p", from, "-m", `Merge ${id}`);
    git("update-ref", `refs/heads/${into}`, commit);
  }

  /** `days` pass before it. */
  clean(days: number, wish: Partial<CleanWish> = {}, ports: Partial<CleanPorts> = {}): Promise<CleanReport> {
    const now = Date.now() + days * DAY_MS;
    return clean({ ...this.#ports(), ...ports }, { dryRun: false, olderThanMs: CLEAN_OLDER_THAN_MS, now, ...wish });
  }

  #ports(): CleanPorts {
    return {
      root: this.repository.dir,
      stateDir: this.stateDir,
      table: linuxTable(),
      runs: ["r1"],
      read: async (id, isAtWork) => ({ ...this.#knownRun(id), ...(isAtWork ? { standing: "at_work" as const } : {}) }),
      isAtWork: async () => this.isAtWork,
      take: async () => {
        if (this.isAtWork) return null;
        this.taken += 1;
        this.isAtWork = true;
        return async () => {
          this.isAtWork = false;
        };
      },
      staleLock: () => this.stale,
    };
  }

  #knownRun(id: string): Omit<KnownRun, "dir"> {
    const base = { commit: this.base, branch: "main" };
    const nothing = { heardAt: 0, orphanMs: 3_600_000, base, tasks: this.tasks, live: new Set<string>() };
    return { id, standing: "ended", ...nothing, ...this.known };
  }

  branches(): string[] {
    return this.refs("refs/heads/");
  }

  refs(below: string): string[] {
    const out = this.repository.git("for-each-ref", "--format=%(refname)", below);
    return out === "" ? [] : out.split("\n").map((name) => name.replace(/^refs\/heads\//, ""));
  }

  /** Everything of the user's that cleaning must not change: files, index, HEAD, stash, branches. */
  fingerprint(): string {
    const { git, dir } = this.repository;
    const hash = createHash("sha256");
    for (const file of git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"))
      if (file !== "") hash.update(file).update(readFileSync(join(dir, file)));
    hash.update(readFileSync(join(dir, ".git", "index"))).update(readFileSync(join(dir, ".git", "HEAD")));
    return hash.update(git("stash", "list")).update(git("rev-parse", "main")).digest("hex");
  }
}

/** `outcome kind name`, sorted. */
export function told({ items }: CleanReport): string[] {
  return items.map(({ outcome, kind, name }) => `${outcome} ${kind} ${name}`).toSorted();
}
