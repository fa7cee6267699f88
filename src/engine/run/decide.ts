/** The run itself: created, opened by a Reeve, limited by its budgets and by time, brought to its end. */
import { type Because, because } from "../../domain/because.ts";
import type { Budget } from "../../domain/plan.ts";
import { isFinal, TASK_STATUSES } from "../../domain/task.ts";
import { tokenText } from "../../domain/token-usage.ts";
import { dropIdleQuestions, onLimitOver } from "../account/decide.ts";
import { goOnWithout } from "../advisor/gone-advisors.ts";
import { limitMinutes } from "../attempt/start-attempt.ts";
import type { Context } from "../context.ts";
import type { Event } from "../event.ts";
import { onHostUp } from "../host/decide.ts";
import type { Answer, Input } from "../input.ts";
import { taskOf } from "../lookup.ts";
import { askChecker, settleNextFinding } from "../merge/checking-whole.ts";
import { releaseWhenDecided } from "../merge/coherence.ts";
import { needsCheck } from "../proof/jobs.ts";
import type { State } from "../state.ts";
import { withdrawQuestions } from "../talk/decide.ts";
import { ownSession } from "../talk/session.ts";
import { PROJECT, runTree } from "../tree/run-tree.ts";
import { tellTree } from "../tree/supervise.ts";
import { RUN_TIMER } from "./evolve.ts";
import { halt, haltAndAsk, tooManyFailed } from "./halt.ts";

type Of<T extends Input["type"]> = Extract<Input, { type: T }>;
const TAKEN: Answer = { type: "taken" };

export function onCreate(context: Context, input: Of<"create_run">): Answer {
  if (context.state.run.phase !== "none")
    return { type: "refused", refusal: { what: "run_exists", run: context.state.run.id } };
  const { run, planFile, planHash, plan, settings, base } = input;
  context.emit({ type: "run_created", run, planFile, planHash, plan, settings, base });
  return TAKEN;
}

export function onOpened(context: Context, input: Of<"run_opened">): Answer {
  const { host, bootId, pid, version, adopted, history } = input;
  const changed = JSON.stringify(context.state.settings) !== JSON.stringify(input.settings);
  const settings = changed ? input.settings : null;
  context.emit({ type: "run_opened", host, bootId, pid, version, settings, adopted, ...(history && { history }) });
  return onHostUp(context, { host, bootId });
}

export function onTimerDue(context: Context, input: Of<"timer_due">): Answer {
  const { timer } = input;
  const due = context.state.timers.get(timer);
  if (due === undefined || context.at < due) return { type: "no" };
  context.emit({ type: "timer_fired", timer });
  if (timer === RUN_TIMER) halt(context, because("budget_exceeded", runMinutes(context.state)));
  else if (timer.startsWith("account:")) onLimitOver(context, timer.slice("account:".length));
  else if (timer.startsWith("job:"))
    return TAKEN; // `react` owes the job again
  else if (timer.startsWith("limit:")) stopForTime(context, timer.slice("limit:".length));
  else tellTree(context, { type: "wake", timer });
  return TAKEN;
}

function stopForTime({ state, emit }: Context, id: string): void {
  const attempt = state.attempts.live.get(id);
  if (!attempt || attempt.phase === "stopping") return;
  const minutes = limitMinutes(state.settings, taskOf(state, attempt.task));
  const evidence = attempt.activity === null ? [] : [`last heard: ${attempt.activity}`];
  emit({ type: "attempt_stopping", attempt: id, because: because("time_limit", { minutes }, evidence) });
}

function runMinutes({ settings }: State): Because["facts"] {
  const limit = `${settings.budgets.minutes} minutes`;
  return { limit, used: limit };
}

/** The machine slept or its clock was set: nobody worked meanwhile, so nobody is late. */
export function onClockJumped(context: Context, input: Of<"clock_jumped">): Answer {
  context.emit({ type: "clock_jumped", byMs: input.byMs });
  return TAKEN;
}

export function onMonitorFailed(context: Context, input: Of<"monitor_failed">): Answer {
  if (!context.state.tree.root) return { type: "no" };
  const path = `${PROJECT}/monitors/${input.monitor}`;
  tellTree(context, { type: "ended", path, incarnation: null, reason: "error" });
  return TAKEN;
}

export function onProgressed(context: Context, input: Of<"attempt_progressed">): Answer {
  const { state } = context;
  const attempt = state.attempts.live.get(input.attempt);
  if (!attempt) return { type: "no" };
  const { usage, activity } = input;
  const session = ownSession(state, attempt, input.session);
  context.emit({ type: "attempt_progressed", attempt: attempt.id, usage, activity, session });
  const task = taskOf(state, attempt.task);
  const over = overBudget(task.spec.budget, task.usage);
  if (over && attempt.phase !== "stopping") {
    context.emit({ type: "attempt_stopping", attempt: attempt.id, because: over });
  }
  return TAKEN;
}

/** Halts a run that spent too much, plants the tree where a working run has none, and brings the run to its end. */
export function settleRun(context: Context): void {
  const { state } = context;
  goOnWithout(context);
  releaseWhenDecided(context);
  withdrawQuestions(context);
  dropIdleQuestions(context);
  const { run } = state;
  const spent = overBudget(state.settings.budgets, state.spending.usage);
  if (spent && !everyTaskIsFinal(state)) halt(context, spent);
  const many = context.events.some(isLoss) ? tooManyFailed(state) : null;
  if (many && !everyTaskIsFinal(state)) haltAndAsk(context, many);
  if (run.phase === "stopping" && state.attempts.live.size === 0) {
    const person = run.because?.rule === "run_stopped";
    context.emit({ type: "run_stopped", phase: person ? "stopped" : "halted" });
  }
  if (run.phase === "working" && state.tree.root === null) plantTree(context);
  const over = run.phase === "working" || run.phase === "paused";
  if (over && state.attempts.live.size === 0 && everyTaskIsFinal(state) && state.replans.open.size === 0)
    endRun(context);
}

/** Not before the integrated whole was looked at, where that can show anything new, and what was found is settled. */
function endRun(context: Context): void {
  const { state } = context;
  if (state.run.check === "due" || state.questions.open.size > 0) return;
  if (askChecker(context) || settleNextFinding(context)) return plantTree(context);
  if (state.run.check === "not_due" && needsCheck(state)) return context.emit({ type: "run_checking" });
  const failed = state.derived.counts.given_up > 0 || state.run.check === "red" || state.merge.coherence.unsettled;
  context.emit({ type: "run_ended", verdict: failed ? "failed" : "done" });
}

/** What an agent at work asks costs nobody anything yet. */
function isLoss(event: Event): boolean {
  return event.type === "task_given_up" || (event.type === "question_asked" && event.question.asker === undefined);
}

function plantTree(context: Context): void {
  const { state } = context;
  if (everyTaskIsFinal(state) || state.tree.root !== null || state.run.phase !== "working") return;
  context.emit({ type: "tree_planted", spec: runTree(state.settings, state.plan.gangs) });
  tellTree(context, { type: "boot" });
}

function everyTaskIsFinal(state: State): boolean {
  const { counts } = state.derived;
  return TASK_STATUSES.every((status) => isFinal(status) || counts[status] === 0);
}

function overBudget(budget: Budget, used: { tokens: number; usd?: number }): Because | null {
  if (budget.tokens !== undefined && used.tokens > budget.tokens) {
    return because("budget_exceeded", { limit: tokenText(budget.tokens), used: tokenText(used.tokens) });
  }
  if (budget.usd !== undefined && (used.usd ?? 0) > budget.usd) {
    return because("budget_exceeded", { limit: `$${budget.usd}`, used: `$${(used.usd ?? 0).toFixed(2)}` });
  }
  return null;
}
