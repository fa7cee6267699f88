/**
 * What stops while the run goes on, because a part of its budget is used up: a gang whose tasks used more than they may together,
 * and work that has not failed where the rest is kept for repair. Nobody has failed by it and all work is kept; of a gang a person is asked once, with all
 * who wait for it.
 */
import type { Because } from "../../domain/because.ts";
import type { Task } from "../../domain/work/task.ts";
import { isFinal, type Work } from "../../domain/work/work.ts";
import { gangOver } from "../budget/caps.ts";
import { budgetedGangs } from "../budget/parts/gang-budget.ts";
import { isRepair, keptForRepair } from "../budget/parts/repair-share.ts";
import type { Context } from "../context.ts";
import { taskOf, workOf } from "../lookup.ts";
import { escalate } from "../question/ask.ts";
import type { State } from "../state.ts";
import { halt } from "./halt.ts";

export function stopSpentParts(context: Context): void {
  if (context.state.run.phase !== "working" && context.state.run.phase !== "paused") return;
  for (const gang of budgetedGangs(context.state)) stopGang(context, gang);
  keepForRepair(context);
}

function stopGang(context: Context, gang: string): void {
  const { state, at } = context;
  const over = gangOver(state, gang, at);
  if (over === null) return;
  const tasks = (state.derived.gangTasks.get(gang) ?? []).map((id) => taskOf(state, id));
  stop(context, over, (work) => work.spec.gang === gang);
  // Asked when the last of them has ended, so that one question is about all.
  if (tasks.some(({ attempt }) => attempt !== null)) return;
  const waiting = tasks.filter(({ status }) => status === "ready" || status === "waiting");
  if (waiting.some(({ status }) => status === "ready"))
    escalate(context, { tasks: waiting.map(({ id }) => id), because: over });
}

/** Where nothing but ordinary work is left, the run is halted as if all were used up. */
function keepForRepair(context: Context): void {
  const { state } = context;
  const kept = keptForRepair(state);
  if (kept === null) return;
  stop(context, kept, (work) => !isRepair(work));
  if (state.attempts.live.size === 0 && !somethingMoves(state)) halt(context, kept);
}

function stop({ state, emit }: Context, why: Because, isMeant: (work: Work) => boolean): void {
  for (const attempt of [...state.attempts.live.values()]) {
    const isAtWork = attempt.phase === "starting" || attempt.phase === "working";
    if (isAtWork && isMeant(workOf(state, attempt)))
      emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
  }
}

/** What is being verified or merged is among them. */
function somethingMoves(state: State): boolean {
  const all: readonly Work[] = [...state.tasks.values(), ...state.advisors.asked.values()];
  return all.some((work) => !isFinal(work.status) && !RESTS.has(work.status) && !waitsForMoney(work));
}

const RESTS: ReadonlySet<Task["status"]> = new Set(["waiting", "waiting_for_input"]);

function waitsForMoney(work: Work): boolean {
  return work.status === "ready" && !isRepair(work);
}
