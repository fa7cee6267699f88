/**
 * What use cases need from outside, put together: each names only the part it needs. Outside is what starts agents or
 * programs, or leaves the machine; what only looks at the project, its repository or this machine is opened by the use
 * case itself. The real one is composed in `compose/`, and each part of it is loaded when it is first asked for.
 */
import type { Checkers } from "./checkpoint/checkers.ts";
import type { Surfaces } from "./deliver/read-review.ts";
import type { EpicAgents } from "./epic/tick-epic.ts";
import type { Boards } from "./kanban/work-board.ts";
import type { Notifier } from "./notify/test-receivers.ts";
import type { Planner } from "./plan/propose.ts";
import type { Background, Fleets, Worktrees } from "./run/fleets.ts";
import type { Services } from "./service/services.ts";

export interface World
  extends Fleets,
    Background,
    Worktrees,
    Surfaces,
    Planner,
    Boards,
    Checkers,
    EpicAgents,
    Services,
    Notifier {
  readonly env: NodeJS.ProcessEnv;
  /** Program and first arguments that start this very Reeve. */
  readonly program: readonly string[];
  /** Of the repository Reeve is run from, or of its package. */
  readonly home: string;
}
