/**
 * What a person sees while `reeve run` works: in a terminal the screens of the run, until they leave them; elsewhere, and
 * then, one line per event; with --json one JSON line per event.
 */
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import type { RunRecord } from "../../../app/look/events.ts";
import type { Project } from "../../../app/project/project.ts";
import type { Role } from "../../../domain/spec/plan.ts";
import { realTty, type Tty } from "../../terminal/tty/tty.ts";
import type { Screens } from "../../terminal/watch/screens.ts";
import { type Io, print, printErr } from "../io.ts";
import { printRecord, printSentences } from "../look/events.ts";

export interface Show {
  /** Begins with a line; from now on the screens are shown, where there are any. */
  readonly open: (line: string) => void;
  readonly record: (record: RunRecord) => void;
  /** What is said to whoever sits there. */
  readonly say: (line: string) => void;
  readonly close: () => void;
}

export interface ShownRun {
  readonly json: boolean;
  readonly roles: Map<string, Role>;
  readonly project: Project;
  readonly run: string;
  readonly env: NodeJS.ProcessEnv;
  readonly surfaces: Surfaces;
  /** Steps into a task's worktree. */
  readonly open: (run: string, task: string) => Promise<string>;
}

export function showRun(io: Io, shown: ShownRun): Show {
  const { json, roles } = shown;
  if (json) return { open: () => {}, record: (record) => printRecord(io, record), say: () => {}, close: () => {} };
  const tty = io.isTty ? realTty(io.out) : null;
  if (tty !== null) return screenShow(io, shown, tty);
  return {
    open: (line) => print(io, [line]),
    record: (record) => printSentences(io, record, roles, false),
    say: (line) => printErr(io, line),
    close: () => {},
  };
}

const LEFT =
  "You left the screens; the work continues here. `reeve watch` in another terminal shows them again, Ctrl-C stops it.";

/** Whoever leaves the screens sees lines from then on. */
function screenShow(io: Io, shown: ShownRun, tty: Tty): Show {
  let screens: Screens | null = null;
  let isOver = false;
  const show = async () => {
    const { Screens: Shown } = await import("../../terminal/watch/screens.ts");
    if (isOver) return;
    const { project, run, env, open, surfaces } = shown;
    // The same way as from outside: the first asks, the second insists, the third leaves.
    const interrupt = () => void process.kill(process.pid, "SIGINT");
    screens = new Shown({ tty, env, project, run, isNamed: false, interrupt, open, surfaces, now: io.now });
    await screens.show();
    screens = null;
    if (!isOver) print(io, [LEFT]);
  };
  return {
    open: (line) => {
      print(io, [line]);
      void show();
    },
    record: (record) => (screens === null ? printSentences(io, record, shown.roles, false) : undefined),
    say: (line) => (screens === null ? printErr(io, line) : screens.say(line)),
    close: () => {
      isOver = true;
      screens?.leave();
    },
  };
}
