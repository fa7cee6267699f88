/** A session folder for a test, made of texts, removed when the test is over. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type CheckpointsRun, type RunWish, runCheckpoints } from "../../src/app/checkpoint/run-checkpoints.ts";
import { projectAt } from "../../src/app/project/project.ts";
import type { CheckResult } from "../../src/systems/checkpoint/report/result.ts";

export interface SessionFolder {
  readonly dir: string;
  readonly write: (file: string, text: string) => void;
  readonly run: (wish?: Partial<RunWish>) => Promise<CheckpointsRun>;
  readonly refusal: (wish?: Partial<RunWish>) => Promise<string>;
}

export const NOON = Date.parse("2026-01-01T12:00:00.000Z");

const NEEDLESS = () => Promise.reject(new Error("nothing is run or asked here"));

export function sessionFolder(files: Readonly<Record<string, string>>): SessionFolder {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-session-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  // A project of its own: what lies in the session is not declared by the project.
  const project = projectAt(join(dir, "..", "no-such-project"), join(dir, "..", "no-such-project", ".reeve"));
  const world = { runCheck: NEEDLESS, askCheck: NEEDLESS };
  const start = (wish: Partial<RunWish>) =>
    runCheckpoints(world, project, { cwd: dir, session: ".", now: NOON, writes: false, ...wish });
  return {
    dir,
    write,
    run: async (wish = {}) => {
      const ran = await start(wish);
      if (!ran.ok) throw new Error(JSON.stringify(ran.refusal));
      return ran.value;
    },
    refusal: async (wish = {}) => {
      const ran = await start(wish);
      return ran.ok ? "none" : ran.refusal.what;
    },
  };
}

export function checkOf({ results }: CheckpointsRun, id: string): CheckResult {
  const found = results.flatMap(({ checks }) => checks).find((check) => check.id === id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
}

/** "level id sentence" of every finding. */
export function told(check: CheckResult): readonly string[] {
  return check.findings.map(({ level, what }) => `${level} ${what}`);
}
