/** Which step the ladder takes for a piece of work, by what the state knows of it; never one that no budget has room for. */

import { because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import type { Task } from "../../domain/work/task.ts";
import { expectedOf, shortOf, withCost } from "../budget/expected-cost.ts";
import { canRaise } from "../budget/tiers.ts";
import { failureName } from "../causes/failure-name.ts";
import { accountOf, taskOf } from "../lookup.ts";
import { uncountedMaxOf } from "../settings.ts";
import type { State } from "../state.ts";
import { lineageRetries } from "../task/lineage.ts";
import { handedOver } from "./handed-over.ts";
import { chooseStep, type Known, type Step, type Tried, triedOf } from "./ladder.ts";
import { hasTriesLeft } from "./rework.ts";
import { makerOf } from "./who-makes.ts";

/** The cheapest step that the evidence supports, with what it will cost. `touched`: files it changed. */
export function stepFor(state: State, work: Task | Advisor, failure: Failure, touched: readonly string[] = []): Step {
  const known: Known = {
    canRaise: canRaise(state.settings, work),
    limitTries: state.accounts.limits[accountOf(state.settings, work.spec.agent)]?.tries ?? 0,
    maker: work.kind === "task" ? makerFor(state, work, failure) : null,
    uncountedMax: uncountedMaxOf(state.settings.policies, work.kind),
    sameTimes: (work.counts.seen?.[failureName(failure)] ?? 0) + 1,
    handedOver: work.kind === "task" ? handedOver(state, work, failure, touched) : null,
  };
  const step = chooseStep(failure, triedBy(state, work), known, state.settings.policies);
  if (step.take !== "hold_account") return priced(state, work, step);
  const { facts } = step.because;
  return { ...step, because: { ...step.because, facts: { ...facts, agent: work.spec.agent } } };
}

/** Who is done and has no retry left is not worked again. */
function makerFor(state: State, task: Task, failure: Failure): Known["maker"] {
  const maker = makerOf(state, task, failure);
  return maker?.isDone && !hasTriesLeft(state, taskOf(state, maker.task)) ? null : maker;
}

function triedBy(state: State, work: Task | Advisor): Tried {
  const tried = triedOf(work);
  return work.kind === "task" ? { ...tried, lineage: lineageRetries(state, work) } : tried;
}

function priced(state: State, work: Task | Advisor, step: Step): Step {
  if (step.take === "escalate" || step.take === "hold_account") return step;
  const expected = expectedOf(state, work, step.take === "retry_escalated" ? 1 : 0);
  const short = step.take === "reorder" ? null : shortOf(state, work, expected);
  if (short === null) return { ...step, because: withCost(step.because, expected) };
  const { facts, evidence } = step.because;
  return { take: "escalate", because: because("too_costly", { ...facts, ...short, step: step.take }, evidence) };
}
