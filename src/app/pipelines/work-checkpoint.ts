/**
 * Works one checkpoint task: has somebody look, decides by what was seen and answered, and carries it out. What a person answered
 * is read from the journal, not from the prompt, which also holds words of agents. Does the same again after a kill.
 */
import { resolve } from "node:path";
import type { CheckpointOrder } from "../../domain/spec/checkpoint-order.ts";
import type { BlockedResult, DoneResult } from "../../domain/work/outcome.ts";
import { giveOrder } from "../orders/give-order.ts";
import type { Project } from "../project/project.ts";
import { recordsOf, stateOf } from "../project/records.ts";
import { type Answered, type CheckpointLook, type CheckpointStep, decideCheckpoint } from "./decide-checkpoint.ts";
import { keepWisdom } from "./wisdom.ts";

export interface CheckpointWork {
  readonly project: Project;
  readonly run: string;
  readonly task: string;
  readonly order: CheckpointOrder;
  readonly look: () => Promise<CheckpointLook>;
  readonly now: () => number;
}

export async function workCheckpoint(work: CheckpointWork): Promise<DoneResult | BlockedResult> {
  const { project, run, task, order } = work;
  const look = await work.look();
  const { state } = await stateOf(project, run);
  const step = decideCheckpoint(order, look, state.tasks, await answersFor(project, run, task));
  return carryOut(work, step);
}

async function carryOut(work: CheckpointWork, step: CheckpointStep): Promise<DoneResult | BlockedResult> {
  const { order, task } = work;
  switch (step.do) {
    case "go_on":
      note(work, "issues", step.risks);
      return done(task, step.because, step.risks);
    case "override":
      note(work, "decisions", [
        `${step.because}. A person overrode it.`,
        ...step.risks.map((risk) => `accepted: ${risk}`),
      ]);
      return done(task, `${step.because}; a person overrode it`, step.risks);
    case "ask":
      return blocked(task, "ambiguous_spec", step.text, step.options);
    case "abort":
      await give(work, { type: "skip", task, because: step.because, dependants: "end" });
      return blocked(task, "ambiguous_spec", `${order.checkpoint} was aborted. What now?`, []);
    case "revise":
      for (const each of step.tasks) await give(work, { type: "add", task: each });
      return blocked(task, "missing_dependency", `${step.waitFor} has to be done first`, []);
    default:
      return step satisfies never;
  }
}

/** An order that is refused was given before, or shows in the run. */
function give({ project, run, now }: CheckpointWork, order: Parameters<typeof giveOrder>[1]["order"]) {
  return giveOrder(project, { run, order, now: now() });
}

function note({ order, now, project }: CheckpointWork, file: "issues" | "decisions", lines: readonly string[]): void {
  if (order.session !== undefined)
    keepWisdom(resolve(project.root, order.session), file, order.checkpoint, lines, now());
}

async function answersFor(project: Project, run: string, task: string): Promise<readonly Answered[]> {
  const asked = new Map<string, string | null>();
  const answers: Answered[] = [];
  for await (const { events } of recordsOf(project, run))
    for (const event of events) {
      if (event.type === "question_asked" && event.question.tasks.includes(task))
        asked.set(event.question.id, event.question.text);
      if (event.type === "question_answered" && asked.has(event.question))
        answers.push({ text: asked.get(event.question) ?? null, answer: event.text });
    }
  return answers;
}

function done(task: string, because: string, concerns: readonly string[]): DoneResult {
  const nothing = { files_created: [], files_modified: [], tests_added: [] };
  return { status: "done", task_id: task, ...nothing, decisions: [because], concerns, nothing_to_do: because };
}

function blocked(
  task: string,
  reason: BlockedResult["blocked_reason"],
  text: string,
  options: readonly string[],
): BlockedResult {
  const common = { status: "blocked", task_id: task, files_completed: [] } as const;
  return {
    ...common,
    blocked_reason: reason,
    uncertain_about: text,
    options,
    attempted: "looked at the work before it",
  };
}
