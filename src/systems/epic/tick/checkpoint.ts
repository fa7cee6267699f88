/** What every tick leaves: one row of Pattern Memory, the phase, a line of the log that names what comes next. Puts together; decides nothing. */
import type { Changes, EpicBody, Item, Phase, RowClass } from "../body/epic-body.ts";
import { isGroup } from "../dispatch/deliverables.ts";
import type { Decision, Dispatch } from "./tick-types.ts";

export interface Left {
  readonly ended?: "decided" | "halted";
  readonly phase: Phase;
  readonly decision: string;
  readonly class: RowClass;
  readonly notes?: string;
  /** One line for the person. */
  readonly sentence: string;
  /** What is done next, and by whom; absent: the next item that waits. */
  readonly next?: string;
  readonly changes?: Changes;
  readonly dispatch?: Dispatch;
}

export interface Moment {
  readonly now: number;
  readonly environment: string;
}

export function checkpoint(body: EpicBody, { now, environment }: Moment, left: Left): Decision {
  const at = stamp(now);
  const { changes = {} } = left;
  const next = left.next ?? nextThread(body, changes);
  return {
    ended: left.ended ?? "decided",
    sentence: left.sentence,
    dispatch: left.dispatch ?? null,
    changes: {
      ...changes,
      state: { Phase: left.phase, "Last checkpoint": at, Environment: environment, ...changes.state },
      row: { tick: at, decision: left.decision, class: left.class, notes: left.notes ?? "" },
      log: [...(changes.log ?? []), `${at} ${left.sentence} Next: ${next}`],
    },
  };
}

export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Every end names what follows, unless all is done. */
function nextThread({ items }: EpicBody, { items: changed = {}, added = [] }: Changes): string {
  const after = [...items, ...added].map((item) => ({ ...item, status: changed[item.id]?.status ?? item.status }));
  const of = (status: Item["status"]) => after.find((item) => item.status === status && !isGroup(kindOf(item)));
  const next = of("queued") ?? of("in_progress") ?? of("ready") ?? of("inbox");
  return next ? `${next.id} (${next.title}).` : "nothing is left to do.";
}

function kindOf(item: object): string | undefined {
  const { fields } = item as { readonly fields?: Item["fields"] };
  return fields?.kind;
}
