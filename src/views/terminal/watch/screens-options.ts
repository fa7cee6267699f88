/** What the screens of a run are given: a terminal, a run, and what they may do beside looking. */
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import type { Project } from "../../../app/project/project.ts";
import type { Tty } from "../tty/tty.ts";

export interface ScreensOptions {
  readonly tty: Tty;
  readonly env: NodeJS.ProcessEnv;
  readonly project: Project;
  readonly run: string;
  /** Name the run in commands. */
  readonly isNamed: boolean;
  /** Of a run that this process works on: Ctrl-C is its to obey. Absent: it leaves. */
  readonly interrupt?: () => void;
  /** Steps into the worktree of a task; the terminal is free meanwhile. What came of it, in a sentence. */
  /** For diffs. */
  readonly surfaces: Surfaces;
  readonly open: (run: string, task: string) => Promise<string>;
  readonly now: () => number;
  readonly signal?: AbortSignal;
}
