/** All that screens show, gathered for one moment. Screens are pure functions of it and of their size. */
import type { TaskExplained } from "../../../app/look/explain.ts";
import type { FleetView } from "../../../app/look/fleet-view.ts";
import type { RunHistory } from "../../../app/look/history/run-history.ts";
import type { TaskView } from "../../../app/look/parts/task-view.ts";
import type { RunSummary } from "../../../app/look/run-summaries.ts";
import type { Deed } from "../../../domain/words/deed.ts";
import type { AttentionRow } from "../../model/attention.ts";
import type { DiffText } from "../diff/diff-lines.ts";

export interface Watched {
  readonly view: FleetView;
  readonly history: RunHistory;
  /** What needs a person, the most urgent first. */
  readonly rows: readonly AttentionRow[];
  /** What is said where nothing does. */
  readonly calm: string;
  /** The moment that is shown. */
  readonly now: number;
  /** It is not the newest: nothing can be ordered there. */
  readonly isPast: boolean;
  /** A Reeve works on the run. */
  readonly isWorked: boolean;
  /** Of the task that is shown, once it is read. */
  readonly explained: TaskExplained | null;
  readonly log: WatchedLog | null;
  readonly runs: readonly RunSummary[] | null;
  /** Of the task that is shown; a text says why there is none. Null: nobody looks at it, or it is being read. */
  readonly diff: DiffText | string | null;
}

export interface WatchedLog {
  readonly attempt: string;
  readonly deeds: readonly Deed[];
  /** Earlier deeds that are not kept. */
  readonly dropped: number;
  readonly isLive: boolean;
}

export function taskIn({ view }: Watched, id: string | undefined): TaskView | undefined {
  return view.tasks.find((task) => task.id === id);
}
