/** What failed, by cause, and what was decided: causes that several share first, then classes, then limits. Pure. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { AttemptView, RunHistory } from "../../app/look/history/run-history.ts";
import type { PatternView } from "../../app/look/parts/pattern-view.ts";
import type { TaskState } from "../../app/look/parts/task-view.ts";
import { tellingError } from "../../engine/causes/history/telling-error.ts";
import { countOf, durationOf, plainText, withoutStop } from "../words.ts";

export interface Failed {
  readonly state: "failed" | "done" | "limit" | "warned";
  readonly what: string;
  readonly tasks: readonly string[];
  readonly decided: string;
}

const CLASSES_MAX = 8;

export function failedRows(view: FleetView, history: RunHistory, clock: (at: number) => string): Failed[] {
  const inPattern = new Set(view.patterns.flatMap(({ members }) => members));
  return [
    ...view.patterns.map(patternRow),
    ...classRows(view, history, inPattern),
    ...history.limits.map(({ agent, from, until }): Failed => {
      const over = until - from;
      return {
        state: "limit",
        what: `${agent} at its limit, ${clock(from)} to ${clock(until)} (${durationOf(over)})`,
        tasks: [],
        decided: "Its agents waited; no retry was used.",
      };
    }),
  ];
}

const FIXED: Readonly<Record<PatternView["status"], string>> = {
  fixed: "is done, and the tasks continued",
  fixing: "is being worked on; the tasks wait for it",
  asks: "asks you",
  given_up: "was given up",
};

function patternRow({ rootCause, members, fix, status }: PatternView): Failed {
  return {
    state: status === "fixed" ? "done" : status === "given_up" ? "failed" : "warned",
    what: withoutStop(plainText(rootCause)),
    tasks: members,
    decided: `One fix instead of ${countOf(members.length, "retry").replace("retrys", "retries")}: ${fix} ${FIXED[status]}.`,
  };
}

/** Each class once, with the telling line of its newest failure. */
function classRows({ tasks }: FleetView, history: RunHistory, others: ReadonlySet<string>): readonly Failed[] {
  const states = new Map(tasks.map(({ id, state }) => [id, state]));
  const byClass = new Map<string, { readonly task: string; readonly attempt: AttemptView }[]>();
  for (const [task, { attempts }] of history.tasks)
    for (const attempt of attempts)
      if (attempt.failure && !others.has(task))
        byClass.set(attempt.failure.class, [...(byClass.get(attempt.failure.class) ?? []), { task, attempt }]);
  return [...byClass.values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, CLASSES_MAX)
    .map((failures) => classRow(failures, states));
}

function classRow(
  failures: readonly { readonly task: string; readonly attempt: AttemptView }[],
  states: ReadonlyMap<string, TaskState>,
): Failed {
  const names = [...new Set(failures.map(({ task }) => task))];
  const last = failures.at(-1)?.attempt.failure;
  const done = names.filter((name) => states.get(name) === "done").length;
  const gone = names.filter((name) => states.get(name) === "failed" || states.get(name) === "skipped").length;
  const open = names.length - done - gone;
  const outcome = [
    done > 0 ? `${done} done since` : "",
    open > 0 ? `${open} still open` : "",
    gone > 0 ? `${gone} given up or skipped` : "",
  ].filter((text) => text !== "");
  return {
    state: done === names.length ? "done" : gone > 0 ? "failed" : "warned",
    what: `${(last?.class ?? "unknown").replaceAll("_", " ")}, ${countOf(failures.length, "time")}: ${withoutStop(plainText(last ? tellingError(last) : "")).slice(0, 200)}`,
    tasks: names,
    decided: `Of ${countOf(names.length, "task")}: ${outcome.join(", ")}.`,
  };
}
