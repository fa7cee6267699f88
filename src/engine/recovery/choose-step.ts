/** Which step the ladder takes for a piece of work, by what the state knows of it; never one that no budget has room for. */

import { because } from "../../domain/because.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { isConverging } from "../../domain/proof/round.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import { attemptId } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import { expectedOf, shortOf, withCost } from "../budget/expected-cost.ts";
import { canRaise } from "../budget/tiers.ts";
import { failureName } from "../causes/names/failure-name.ts";
import { accountOf, taskOf } from "../lookup.ts";
import { asMaker, makerOf } from "../pattern/who-makes.ts";
import { uncountedMaxOf } from "../settings.ts";
import type { State } from "../state.ts";
import { lineageRetries } from "../task/lineage.ts";
import { handedOver } from "./handed-over.ts";
import { chooseStep, type Known, type Step, type Tried, triedOf } from "./ladder.ts";
import { hasTriesLeft } from "./rework.ts";

/** What is seen of a failure beside itself. */
export interface Seen {
  /** Files it changed. */
  readonly touched?: readonly string[];
  /** What was printed, beyond the failure's own evidence. */
  readonly report?: string;
}

/** The cheapest step that the evidence supports, with what it will cost. */
export function stepFor(state: State, work: Task | Advisor, failure: Failure, seen: Seen = {}): Step {
  const { touched = [], report = "" } = seen;
  const known: Known = {
    canRaise: canRaise(state.settings, work),
    limitTries: state.accounts.limits[accountOf(state.settings, work.spec.agent)]?.tries ?? 0,
    maker: work.kind === "task" ? makerFor(state, work, failure, report) : null,
    uncountedMax: uncountedMaxOf(state.settings.policies, work.kind),
    sameTimes: (work.counts.seen?.[failureName(failure)] ?? 0) + 1,
    handedOver: work.kind === "task" ? handedOver(state, work, failure, touched) : null,
    isRefusedBefore: failure.refused !== undefined && (work.counts.refused ?? []).includes(failure.refused),
    isConverging: work.kind === "task" && becomesLess(work),
  };
  const step = chooseStep(failure, triedBy(state, work), known, state.settings.policies);
  if (step.take !== "hold_account") return affordable(state, work, step);
  const { facts } = step.because;
  return { ...step, because: { ...step.because, facts: { ...facts, agent: work.spec.agent } } };
}

/** As its latest attempt was judged; one that has never been judged twice shows nothing. */
function becomesLess({ id, attempts, rounds }: Task): boolean {
  const last = rounds.at(-1);
  if (last?.attempt !== attemptId(id, attempts)) return false;
  return rounds.slice(0, -1).some(({ by }) => by === last.by) && isConverging(rounds);
}

/** By the failure itself, else whom a debugger suspected. Who is done and has no retry left is not worked again. */
function makerFor(state: State, task: Task, failure: Failure, report: string): Known["maker"] {
  const text = [failure.message, ...failure.evidence, report].join("\n");
  const suspected = task.suspect === null ? null : asMaker(state, task, task.suspect);
  const maker = makerOf(state, task, failure, text) ?? suspected;
  return maker?.isDone && maker.isSeen && !hasTriesLeft(state, taskOf(state, maker.task)) ? null : maker;
}

function triedBy(state: State, work: Task | Advisor): Tried {
  const tried = triedOf(work);
  return work.kind === "task" ? { ...tried, lineage: lineageRetries(state, work) } : tried;
}

/** With what it will cost; where no budget has room for it, a person is asked instead. */
export function affordable(state: State, work: Task | Advisor, step: Step): Step {
  if (step.take === "escalate" || step.take === "hold_account") return step;
  const expected = expectedOf(state, work, step.take === "retry_escalated" ? 1 : 0);
  const short = step.take === "reorder" ? null : shortOf(state, work, expected);
  if (short === null) return { ...step, because: withCost(step.because, expected) };
  const { facts, evidence } = step.because;
  return { take: "escalate", because: because("too_costly", { ...facts, ...short, step: step.take }, evidence) };
}
