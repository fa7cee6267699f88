/**
 * What people are told of beside questions: that all is done, that a run was halted, that a task was given up, that something
 * was done which no agent may do. One row for each event that is worth a message; whoever is not here is not told of.
 */
import type { Because } from "../../domain/because.ts";
import type { Severity } from "../../domain/spec/notify.ts";
import type { Monitor } from "../../domain/tree/monitor.ts";
import { capital, countOf, durationOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import type { Event, EventOf } from "../event.ts";
import type { State } from "../state.ts";
import { monitorOfPath } from "../tree/monitors.ts";
import type { Violation } from "../violation/violation.ts";
import { becauseSentence } from "../wording/because-words.ts";
import type { Words } from "./notice-text.ts";

export interface Occasion extends Words {
  readonly severity: Severity;
  readonly cause: string;
}

export function occasionOf(state: State, event: Event): Occasion | null {
  const clause = OCCASIONS[event.type] as ((state: State, event: Event) => Occasion | null) | undefined;
  return clause?.(state, event) ?? null;
}

const OCCASIONS: { readonly [T in Event["type"]]?: (state: State, event: EventOf<T>) => Occasion | null } = {
  run_ended: ended,
  run_stopping: (state, { because }) => stopping(state, because),
  budget_warned: (state, { whose, task, limit, used }) => ({
    severity: "warning",
    cause: `budget ${whose} ${task ?? ""} ${limit}`,
    title: `${task ?? (whose === "run" ? state.run.title : `All runs (${whose})`)}: ${used} of ${limit} are used`,
    text: "At all of it, agents are stopped; what they did so far is kept.",
    commands: [`reeve grant ${task ?? whose} --usd N --run ${state.run.id}`],
  }),
  task_given_up: (state, { task, because }) =>
    because.rule === "person" || because.rule === "upstream_ended" ? null : givenUp(state, task, because),
  supervisor_gave_up: (state, { path, because }) => {
    const monitor = monitorOfPath(path);
    return monitor === null ? null : monitorGivenUp(state, monitor, because);
  },
  violation_seen: (state, { violation }) => violated(state, violation),
};

function ended(state: State, { verdict }: EventOf<"run_ended">): Occasion {
  const { run, derived, spending } = state;
  const { counts } = derived;
  const spent = spending.usage.usd ? `, $${spending.usage.usd.toFixed(2)}` : "";
  const unfinished = counts.given_up + counts.skipped;
  const rest = unfinished === 0 ? "" : `, ${counts.given_up} given up, ${counts.skipped} skipped`;
  const isDone = verdict === "done";
  return {
    severity: isDone ? "info" : "high",
    cause: "ended",
    title: isDone ? `${run.title}: all is done` : `${run.title}: the run ended without success`,
    text: `${countOf(counts.done, "task")} done${rest}; worked ${durationOf(run.workedMs)}${spent}.`,
    commands: [isDone ? `reeve review --run ${run.id}` : `reeve status --run ${run.id}`],
  };
}

/** One that asks is told of by its question. */
function stopping(state: State, because: Because): Occasion | null {
  if (because.rule !== "budget_exceeded") return null;
  return {
    severity: "critical",
    cause: `halt ${because.rule}`,
    title: `The run is halted: ${withoutStop(becauseSentence(because))}`,
    text: `Its agents are being stopped, and nothing starts until ${untilWhen(because)}. What they did so far is kept.`,
    commands: [moreBy(because, state.run.id), `reeve run --run ${state.run.id}`],
  };
}

function untilWhen({ facts }: Because): string {
  const isOfDay = facts["whose"] === "day" || facts["whose"] === "machine";
  return isOfDay ? "you allow more, or tomorrow, when `reeve up` resumes it by itself" : "you grant more";
}

function moreBy({ facts }: Because, run: string): string {
  const limit = `${facts["limit"]}`;
  const kind = /token/.test(limit) ? "--tokens" : /minute/.test(limit) ? "--minutes" : "--usd";
  if (facts["whose"] === "machine") return `reeve cap ${kind} N --today`;
  return `reeve grant ${facts["whose"] ?? "run"} ${kind} N --run ${run}`;
}

function givenUp(state: State, task: string, because: Because): Occasion {
  return {
    severity: "warning",
    cause: `given_up ${because.rule} ${because.facts["class"] ?? ""}`.trimEnd(),
    title: `${task} is given up`,
    text: `${capital(withoutStop(plainText(becauseSentence(because))))}.`,
    commands: [`reeve retry ${task} --because "…" --run ${state.run.id}`],
  };
}

function monitorGivenUp({ run }: State, monitor: Monitor, because: Because): Occasion {
  return {
    severity: "high",
    cause: `monitor ${monitor}`,
    title: `The ${monitor} monitor gave up; the run continues without it`,
    text: `${capital(withoutStop(plainText(becauseSentence(because))))}.\nOnce that is fixed, stop the run and resume it: the monitor then starts with it.`,
    commands: [`reeve stop --run ${run.id}`, `reeve run --run ${run.id}`],
  };
}

/** Who is paused or reaped asks, and that is told; who is warned is told itself. */
function violated(
  { run }: State,
  { rule, paths, attempts, response = "notify", times = 1 }: Violation,
): Occasion | null {
  if (response !== "notify" || times > 1) return null;
  return {
    severity: "warning",
    cause: `violation ${rule}`,
    title: `Something was done that no agent may do (${plainText(rule).replaceAll("_", " ")})`,
    text: [...paths.slice(0, 5).map(plainText), running(attempts)].join("\n"),
    commands: [`reeve events --run ${run.id}`],
  };
}

function running(attempts: readonly string[]): string {
  return attempts.length === 0 ? "No agent was running." : `Running then: ${attempts.join(", ")}.`;
}
