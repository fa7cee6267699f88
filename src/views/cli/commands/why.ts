/**
 * `reeve why [task]`: the decisions about a task in sentences, with their evidence, oldest first, and what moves it
 * next. Without a task: for every task that is not done, what it waits for.
 */
import type { Event } from "../../../domain/event.ts";
import type { Input } from "../../../domain/input.ts";
import { isFinal, type Task } from "../../../domain/task.ts";
import { nextMove } from "../../../engine/moves.ts";
import { becauseSentence } from "../../../engine/sentences.ts";
import { readRun } from "../../../journal/read-run.ts";
import { narrate } from "../../narrate.ts";
import { refusalText } from "../../refusals.ts";
import { type Sentence, taskOfAttempt } from "../../sentence.ts";
import { plainText } from "../../words.ts";
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
    next: moveText(nextMove(state, task)),
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

/** What the last look at the integrated whole found; the state knows only that it is red. */
async function whyRed(io: Io, { journal }: OpenedRun, { json }: CommonOptions): Promise<void> {
  let last: { readonly at: number; readonly sentence: Sentence } | null = null;
  for await (const { at, events } of readRun<Input, Event>(journal, 1))
    for (const event of events)
      if (event.type === "run_checked") last = { at, sentence: narrate(event, () => "worker") };
  if (last === null) return;
  const { at, sentence } = last;
  if (json) printJson(io, { at, type: "run_checked", text: sentence.text, evidence: sentence.evidence });
  else print(io, lines(at, sentence));
}

async function whyTask(io: Io, run: OpenedRun, task: Task, options: CommonOptions): Promise<ExitCode> {
  const role = () => task.spec.role;
  let told = false;
  for await (const { at, seq, events } of readRun<Input, Event>(run.journal, 1)) {
    for (const event of events) {
      if (!concerns(event, task.id) || QUIET.has(event.type)) continue;
      const sentence = narrate(event, role);
      told = true;
      if (options.json) printJson(io, { at, seq, type: event.type, text: sentence.text, evidence: sentence.evidence });
      else print(io, lines(at, sentence));
    }
  }
  const next = `${task.id} ${isFinal(task.status) ? `is ${task.status.replace("_", " ")}` : moveText(nextMove(run.state, task))}.`;
  if (options.json) printJson(io, { next, status: task.status });
  else print(io, told ? ["", next] : [next]);
  return EXIT.ok;
}

/** What tells nothing about a decision. */
const QUIET: ReadonlySet<Event["type"]> = new Set([
  "attempt_claimed",
  "attempt_up",
  "attempt_progressed",
  "task_left_tree",
]);

/** Without its name: all of it is about the one task. */
function lines(at: number, sentence: Sentence): string[] {
  return [
    `${clockText(at)}  ${sentence.text}`,
    ...sentence.evidence.slice(0, 5).map((line) => `            | ${line}`),
  ];
}

function concerns(event: Event, task: string): boolean {
  if ("task" in event && event.task === task) return true;
  if ("attempt" in event && taskOfAttempt(event.attempt) === task) return true;
  if (event.type === "question_asked") return event.question.tasks.includes(task);
  return false;
}
