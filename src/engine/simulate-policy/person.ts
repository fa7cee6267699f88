/** The person of a simulated run: answers each question so long after it was asked, or never; opens a halted run again. */
import type { TaskId } from "../../domain/spec/plan.ts";
import type { Question } from "../../domain/work/question.ts";
import { note } from "./agenda.ts";
import { fixByPerson } from "./causes.ts";
import { openRun, submit, type World } from "./simulated-world.ts";

export function askPerson(world: World, question: Question): void {
  const after = answerMs(world);
  if (after !== null) note(world.agenda, world.now + after, () => answer(world, question));
}

/**
 * Whether somebody opens the halted run again: what the brake stopped is looked at as a whole. A run that has spent its
 * budget stays halted.
 */
export function comesAfterHalt(world: World): boolean {
  if (world.awaited) return true;
  world.halts += 1;
  const after = answerMs(world);
  if (after === null || world.state.run.because?.rule === "budget_exceeded") return false;
  world.awaited = true;
  note(world.agenda, world.now + after, () => {
    world.awaited = false;
    for (const question of [...world.state.questions.open.values()]) answer(world, question);
    if (world.state.run.phase === "halted") openRun(world);
  });
  return true;
}

/** It may be answered already, by a fix or together with others. */
function answer(world: World, question: Question): void {
  const { id } = question;
  if (!world.state.questions.open.has(id)) return;
  for (const task of concernedBy(world, question)) fixByPerson(world.causes, task);
  submit(world, { type: "answer", question: id, text: "It is fixed; continue." });
}

/** Who says that it is fixed has fixed it: of a halted run, all that failed, since all of it is retried. */
function concernedBy({ state }: World, { kind, tasks }: Question): readonly TaskId[] {
  if (kind !== "halt") return tasks;
  const failed = [...state.tasks.values()].filter(
    ({ status }) => status === "given_up" || status === "waiting_for_input",
  );
  return [...tasks, ...failed.map(({ id }) => id)];
}

const MINUTE_MS = 60_000;

function answerMs({ scene }: World): number | null {
  const minutes = scene.faults.answersAfterMinutes;
  return minutes === null ? null : minutes * MINUTE_MS;
}
