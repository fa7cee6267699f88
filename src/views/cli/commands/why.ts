/**
 * `reeve why [task]`: the decisions about a task in sentences, with their evidence, oldest first, and what moves it
 * next. Without a task: for every task that is not done, what it waits for.
 */

import { workOfAttempt } from "../../../domain/attempt.ts";
import type { Failure } from "../../../domain/failure.ts";
import type { PlanChange } from "../../../domain/replan.ts";
import { isFinal, type Task } from "../../../domain/task.ts";
import { seenBefore } from "../../../engine/causes/known-causes.ts";
import type { Event } from "../../../engine/event.ts";
import type { Input } from "../../../engine/input.ts";
import { nextMove } from "../../../engine/next-move.ts";
import { askersOf } from "../../../engine/question/question-text.ts";
import type { State } from "../../../engine/state.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import type { Sentence } from "../../../engine/wording/sentence.ts";
import { narrate } from "../../narrate.ts";
import { refusalText } from "../../refusals.ts";
import { plainText, untold } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { moveText } from "../move-text.ts";
import { type OpenedRun, withRun } from "../open-run.ts";
import { clockText } from "../times.ts";

export function whyCommand(io: Io, id: string | undefined, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, (run) => {
    if (id === undefined) return whyRun(io, run, options);
    const task = run.state.tasks.get(id);
    if (!task) return badInput(io, options.json, refusalText({ what: "unknown_task", task: id }, run.state));
    return whyTask(io, run, task, options);
  });
}

async function whyRun(io: Io, run: OpenedRun, options: CommonOptions): Promise<ExitCode> {
  const { state } = run;
  if (state.run.check === "red") await whyRed(io, run, options);
  const open = [...state.tasks.values()].filter((task) => !isFinal(task.status));
  const rows = open.map((task) => ({
    task: task.id,
    status: task.status,
    ...nextOf(state, task, io.now()),
    because: task.because,
  }));
  if (options.json) for (const row of rows) printJson(io, row);
  else if (rows.length === 0) print(io, ["Nothing is left to do."]);
  else
    print(
      io,
      rows.map(
        ({ task, next, because }) =>
          `${task} ${next}${because === null ? "" : ` — ${plainText(becauseSentence(because))}`}`,
      ),
    );
  return EXIT.ok;
}

/** What moves it next, and when, where that is known. */
function nextOf(state: State, task: Task, now: number): { readonly next: string; readonly until?: number } {
  const move = nextMove(state, task);
  return { next: moveText(move, now), ...(move.by === "account" && { until: move.until }) };
}

/** What the last look at the integrated whole found; the state knows only that it is red. */
async function whyRed(io: Io, { project, place }: OpenedRun, { json }: CommonOptions): Promise<void> {
  let last: { readonly at: number; readonly sentence: Sentence } | null = null;
  for await (const { at, events } of project.runs.read<Input, Event>(place.id, 1))
    for (const event of events)
      if (event.type === "run_checked") last = { at, sentence: narrate(event, () => "worker") };
  if (last === null) return;
  const { at, sentence } = last;
  if (json) printJson(io, { at, type: "run_checked", text: sentence.text, evidence: sentence.evidence });
  else print(io, lines(at, sentence));
}

async function whyTask(io: Io, run: OpenedRun, task: Task, options: CommonOptions): Promise<ExitCode> {
  const failures: Failure[] = [];
  let told = false;
  for await (const { at, seq, event, sentence } of decisionsAbout(run, task)) {
    told = true;
    failures.push(...failureIn(event));
    if (options.json) printJson(io, { at, seq, type: event.type, text: sentence.text, evidence: sentence.evidence });
    else print(io, lines(at, sentence));
  }
  const known = seenBefore(run.state.run.history, failures.map(asMet)).map(plainText);
  if (options.json) for (const text of known) printJson(io, { seen_before: text });
  else if (known.length > 0) print(io, ["", ...known]);
  const { next: moves, ...more } = isFinal(task.status)
    ? { next: `is ${task.status.replace("_", " ")}` }
    : nextOf(run.state, task, io.now());
  const next = `${task.id} ${moves}.`;
  if (options.json) printJson(io, { next, status: task.status, ...more });
  else print(io, told ? ["", next] : [next]);
  return EXIT.ok;
}

interface Decision {
  readonly at: number;
  readonly seq: number;
  readonly event: Event;
  readonly sentence: Sentence;
}

async function* decisionsAbout({ project, place }: OpenedRun, task: Task): AsyncGenerator<Decision> {
  const concerns = aboutTask(task.id);
  for await (const { at, seq, events } of project.runs.read<Input, Event>(place.id, 1)) {
    for (const event of events) {
      if (QUIET.has(event.type) || !concerns(event)) continue;
      const sentence = narrate(event, () => task.spec.role);
      if (!isWordless(event, sentence)) yield { at, seq, event, sentence };
    }
  }
}

function failureIn(event: Event): Failure[] {
  if (event.type === "attempt_ended") return event.outcome.type === "failed" ? [event.outcome.failure] : [];
  return event.type === "task_verified" && event.failure ? [event.failure] : [];
}

function asMet({ class: kind, subject, message, evidence }: Failure, index: number) {
  return { id: `${index}`, class: kind, ...(subject && { subject }), text: [message, ...evidence].join("\n") };
}

/** What tells nothing about a decision. */
const QUIET: ReadonlySet<Event["type"]> = new Set(["attempt_claimed", "attempt_up", "attempt_progressed", "left_tree"]);

/** Nobody has found it worth a sentence. */
function isWordless(event: Event, { loudness, text }: Sentence): boolean {
  return loudness === "silent" && text === event.type.replaceAll("_", " ");
}

/** Without its name: all of it is about the one task. Nor is a line told again that the sentence holds already. */
function lines(at: number, sentence: Sentence): string[] {
  const more = untold(sentence.text, sentence.evidence).slice(0, 5);
  return [`${clockText(at)}  ${sentence.text}`, ...more.map((line) => `            | ${line}`)];
}

/** Remembers the questions about the task: an answer names only its question. */
function aboutTask(task: string): (event: Event) => boolean {
  const questions = new Set<string>();
  const advisors = new Set<string>();
  return (event) => {
    if ("task" in event && event.task === task) return true;
    if ("attempt" in event && workOfAttempt(event.attempt) === task) return true;
    switch (event.type) {
      case "question_asked":
        if (askersOf(event.question).includes(task)) questions.add(event.question.id);
        return questions.has(event.question.id);
      case "wisdom_added":
        return event.wisdom.task === task;
      case "message_sent":
        return event.message.from === task || event.message.to === task;
      case "question_answered":
        return questions.has(event.question);
      case "pattern_found":
        return [event.fix.id, ...event.pattern.members, ...event.pattern.held].includes(task);
      case "restart_scheduled":
        return event.of?.task === task;
      case "advice_asked":
        if (event.request.about === task) advisors.add(event.advisor);
        return event.request.about === task;
      case "advice_failed":
        return advisors.has(event.advisor);
      case "replan_proposed":
        return event.replan.about === task || namedIn(event.replan.change, task);
      case "advice_given":
      case "replan_dropped":
      case "coherence_decided":
      case "freeze_lifted":
        return event.about === task;
      case "plan_changed":
        return event.about === task || namedIn(event, task);
      case "violation_seen":
        return event.violation.attempts.some((attempt) => workOfAttempt(attempt) === task);
      default:
        return false;
    }
  };
}

function namedIn({ added, changed, removed, retired }: PlanChange, task: string): boolean {
  return [...added, ...changed].some(({ id }) => id === task) || [...removed, ...retired].includes(task);
}
