/** That work is taken up again: why, with what it is told, and what of it counts. Who decides so is not decided here. */

import type { Because } from "../../domain/because.ts";
import type { Changeset } from "../../domain/spec/workspace.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Briefing } from "../../domain/work/attempt.ts";
import type { RetryCounts } from "../../domain/work/retry-counts.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";

export interface Requeue {
  readonly because: Because;
  readonly restart?: Briefing["restart"];
  readonly sameInput?: Briefing;
  readonly changeset?: Changeset;
  readonly cost?: Cost;
}

/** What of it counts against the lineage; absent: nothing but the attempt itself. */
export interface Cost {
  readonly malformed?: 1;
  /** −1: what was counted turned out to be another task's. */
  readonly retries?: -1 | 0 | 1;
  readonly evictions?: 1;
  readonly raised?: 0 | 1;
  /** Nobody's fault: this attempt does not count against the lineage. */
  readonly free?: true;
  /** One more that was lost; whatever else an attempt comes to ends the row. */
  readonly lost?: 0 | 1;
  /** Beside `free`: somebody stopped it, so it does not even count among what is free. */
  readonly stopped?: true;
  /** Its answer was refused: the next one is a repair of it. By its digest, empty where there was nothing to be known again. */
  readonly refused?: string;
  /** Nothing is changed before the next attempt: how often each failure was met so. Absent: something is. */
  readonly seen?: RetryCounts["seen"];
}

export function requeue(context: Context, work: Task | Advisor, via: "queue" | "tree", how: Requeue): void {
  const { because, restart = null, sameInput = null, changeset, cost = {} } = how;
  const counts = countsAfter(work.counts, cost);
  const event = { via, because, restart, sameInput, counts } as const;
  if (work.kind === "advisor") return context.emit({ type: "advisor_requeued", advisor: work.id, ...event });
  context.emit({ type: "task_requeued", task: work.id, ...event, note: null, ...(changeset && { changeset }) });
}

export function countsAfter(counts: RetryCounts, cost: Cost): RetryCounts {
  const { inherited, forgiven } = counts;
  const uncounted = (counts.uncounted ?? 0) + (cost.free && !cost.stopped ? 1 : 0);
  const seen = cost.free ? counts.seen : cost.seen;
  const refused = refusedAfter(counts, cost);
  return {
    malformed: counts.malformed + (cost.malformed ?? 0),
    retries: Math.max(0, counts.retries + (cost.retries ?? 0)),
    attemptsBefore: counts.attemptsBefore + (cost.free ? 1 : 0),
    evictions: counts.evictions + (cost.evictions ?? 0),
    raised: counts.raised + (cost.raised ?? 0),
    lost: cost.free ? counts.lost + (cost.lost ?? 0) : 0,
    ...(uncounted > 0 && { uncounted }),
    ...(seen && { seen }),
    ...(refused.length > 0 && { refused }),
    ...(inherited !== undefined && { inherited }),
    ...(forgiven !== undefined && { forgiven }),
  };
}

const REFUSED_MAX = 10;

/** An attempt that came to nothing repairs nothing; any other that is tried again had given an answer in the agreed form. */
function refusedAfter({ refused = [] }: RetryCounts, cost: Cost): readonly string[] {
  if (cost.refused !== undefined) return [...refused, cost.refused].slice(-REFUSED_MAX);
  return cost.free || cost.malformed ? refused : [];
}
