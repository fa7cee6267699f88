/** The run over time, for one picture: how many agents were at work, what happened when, and when accounts stood still. Pure. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { MarkKind, RunHistory } from "../../app/look/history/run-history.ts";

export interface Night {
  readonly from: number;
  readonly to: number;
  readonly peak: number;
  /** From each moment on, so many were at work. */
  readonly steps: readonly { readonly at: number; readonly working: number }[];
  readonly marks: readonly { readonly at: number; readonly kind: ShownMark }[];
  readonly limits: readonly { readonly agent: string; readonly from: number; readonly to: number }[];
}

export type ShownMark = "merged" | "failed" | "restart" | "question";

/** More would be a smear; the newest are kept. */
const MARKS_MAX = 400;
const STEPS_MAX = 600;

export function nightOf({ run }: FleetView, history: RunHistory, now: number): Night {
  const to = Math.max(run.endedAt ?? now, run.createdAt + 1);
  const steps = stepsOf(history, to);
  const marks = [...history.tasks.values()].flatMap((own) =>
    own.marks.flatMap(({ at, kind }) => {
      const shown = SHOWN[kind];
      return shown === undefined ? [] : [{ at, kind: shown }];
    }),
  );
  return {
    from: run.createdAt,
    to,
    peak: Math.max(1, ...steps.map(({ working }) => working)),
    steps,
    marks: marks.toSorted((a, b) => a.at - b.at).slice(-MARKS_MAX),
    limits: history.limits.map(({ agent, from, until }) => ({ agent, from, to: Math.min(until, to) })),
  };
}

const SHOWN: Readonly<Partial<Record<MarkKind, ShownMark>>> = {
  done: "merged",
  failed: "failed",
  gave_up: "failed",
  restart: "restart",
  question: "question",
};

function stepsOf(history: RunHistory, to: number): Night["steps"] {
  const turns = new Map<number, number>();
  const turn = (at: number, by: number) => turns.set(at, (turns.get(at) ?? 0) + by);
  for (const { spans } of history.tasks.values())
    for (const { kind, from, to: end } of spans)
      if (kind === "work") {
        turn(from, 1);
        turn(end ?? to, -1);
      }
  let working = 0;
  const all = [...turns]
    .toSorted(([a], [b]) => a - b)
    .map(([at, by]) => {
      working += by;
      return { at, working };
    });
  const every = Math.ceil(all.length / STEPS_MAX);
  return all.filter((_, n) => n % every === 0 || n === all.length - 1);
}
