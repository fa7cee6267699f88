/**
 * Takes the steps of the ladder that concern more than the failing task itself: an account that waits for its limit, a
 * task that goes first, a task that is done and was wrong. Each says whether the failing task goes back to the queue.
 */
import type { Restart } from "../../domain/attempt.ts";
import { because } from "../../domain/because.ts";
import { never } from "../../domain/bug.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Task } from "../../domain/task.ts";
import { accountOf } from "../account/accounts.ts";
import { holdAccount } from "../account/decide.ts";
import { canRaise } from "../attempt/start-attempt.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { expectedOf, shortOf, withCost } from "./expected-cost.ts";
import { handedOver } from "./handed-over.ts";
import { chooseStep, type Step, triedOf } from "./ladder.ts";
import { makerOf } from "./who-makes.ts";

/** Those that lead the task through the queue, not through the tree and not to a person. */
export type QueueStep = Exclude<Step, { take: "restart" | "same_input" | "escalate" }>;

/** The cheapest step that the evidence supports, with what it will cost; not one that no budget has room for. */
export function stepFor(context: Context, task: Task, failure: Failure, touched: readonly string[] = []): Step {
  const { state } = context;
  const known = {
    canRaise: canRaise(state.settings, task),
    maker: makerOf(state, task, failure),
    handedOver: handedOver(state, task, failure, touched),
    limitTries: state.accounts.limits[accountOf(state.settings, task.spec.agent)]?.tries ?? 0,
  };
  const step = chooseStep(failure, triedOf(task), known, state.settings.policies);
  if (step.take !== "hold_account") return priced(state, task, step);
  const { facts } = step.because;
  return { ...step, because: { ...step.because, facts: { ...facts, agent: task.spec.agent } } };
}

function priced(state: State, task: Task, step: Step): Step {
  if (step.take === "escalate" || step.take === "hold_account") return step;
  const expected = expectedOf(state, task, step.take === "retry_escalated" ? 1 : 0);
  const short = step.take === "reorder" ? null : shortOf(state, task, expected);
  if (short === null) return { ...step, because: withCost(step.because, expected) };
  const { facts, evidence } = step.because;
  return { take: "escalate", because: because("too_costly", { ...facts, ...short, step: step.take }, evidence) };
}

/** Steps that would work on this one failure alone, where a common cause must be looked for first. */
export function isOnItsOwn(step: Step): boolean {
  return step.take === "retry" || step.take === "escalate";
}

/** Whatever must be true before the task itself is worked again. Nothing is told to the task here. */
export function prepareStep(context: Context, task: Task, step: QueueStep): void {
  switch (step.take) {
    case "hold_account":
      return holdAccount(context, task.spec.agent, step.until, step.because);
    case "reorder":
      return context.emit({ type: "dependency_added", task: task.id, on: step.first, because: step.because });
    case "retry_dependency":
      return reopen(context, task, step);
    case "retry":
    case "retry_escalated":
      return;
    default:
      return never(step, "step");
  }
}

/** What of a step counts against the lineage. */
export function costOf(step: QueueStep): {
  readonly retries?: number;
  readonly raised?: number;
  readonly free?: boolean;
} {
  switch (step.take) {
    case "hold_account":
      return { free: true };
    case "reorder":
      return {}; // an edge is added once, so this ends by itself
    case "retry_escalated":
      return { retries: 1, raised: 1 };
    case "retry":
    case "retry_dependency":
      return { retries: 1 };
    default:
      return never(step, "step");
  }
}

function reopen(context: Context, task: Task, step: Extract<QueueStep, { take: "retry_dependency" }>): void {
  const upstream = taskOf(context.state, step.upstream);
  if (upstream.status !== "done") return;
  const { facts, evidence } = step.because;
  const why = because("upstream_wrong", { ...facts, dependant: task.id }, evidence);
  const restart: Restart = { because: why, reached: null, report: evidence.join("\n") };
  const { malformed, retries, attemptsBefore, evictions, raised } = upstream;
  const counts = { malformed, retries: retries + 1, attemptsBefore, evictions, raised };
  context.emit({ type: "task_reopened", task: upstream.id, because: why, restart, counts });
  context.emit({ type: "dependency_added", task: task.id, on: upstream.id, because: step.because });
}
