/** A place to run real checks in: a temporary folder, and at its end the proof that no process and no file is left. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import {
  type CheckPlace,
  type CheckRun,
  type Checks,
  type ChecksOptions,
  openChecks,
} from "../../src/effects/gates/check/run-check.ts";
import { processTable } from "../../src/effects/processes/table/process-table.ts";

export class CheckLab {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve checks '\"$x é-")));
  readonly runDir = join(this.dir, "run");
  readonly cwd = join(this.dir, "work space");
  readonly checks: Checks;

  constructor(options: Partial<ChecksOptions> = {}) {
    mkdirSync(this.cwd);
    this.checks = this.open(options);
    onTestFinished(() => this.#close());
  }

  open(options: Partial<ChecksOptions> = {}): Checks {
    return openChecks({ runDir: this.runDir, runId: "r1", ...options });
  }

  run(line: string, place: Partial<CheckPlace> & { readonly timeoutS?: number } = {}): Promise<CheckRun> {
    const { timeoutS = 60, ...rest } = place;
    return this.checks.run({ name: "check", run: line, timeoutS }, { ...this.place(), ...rest });
  }

  place(): CheckPlace {
    return { cwd: this.cwd, signal: new AbortController().signal };
  }

  /** A check says by a file in its folder that it got there. */
  async whenFile(name: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (existsSync(join(this.cwd, name))) resolve();
    };
    const watcher = watch(this.cwd, look);
    look();
    await promise.finally(() => watcher.close());
  }

  /** Checks whose files are still there. */
  left(): readonly string[] {
    const folder = join(this.runDir, "checks", "attempts");
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** Living processes that work in a folder of this lab, whatever they call themselves. */
  async processes(): Promise<readonly number[]> {
    const choice = processTable();
    if (!choice.ok) throw new Error(choice.sentence);
    const all = await choice.table.list();
    return all.filter((info) => !info.zombie && info.mark !== "" && this.#isInside(info.pid)).map((info) => info.pid);
  }

  #isInside(pid: number): boolean {
    try {
      return realpathSync(`/proc/${pid}/cwd`).startsWith(this.dir);
    } catch {
      return false;
    }
  }

  async #close(): Promise<void> {
    try {
      expect(await this.processes()).toEqual([]);
      expect(this.left()).toEqual([]);
      expect(readdirSync(join(this.runDir, "checks", "exits"))).toEqual([]);
    } finally {
      await this.checks.close();
      rmSync(this.dir, { recursive: true, force: true });
    }
  }
}
