/** How agents and advisors end that mean no good: every failure there is, again and again, and every answer that can be read. */
import { FAILURE_CLASSES, type RestartKind } from "../../src/domain/proof/failure.ts";
import { BLOCKED_REASONS, type Outcome } from "../../src/domain/work/outcome.ts";
import { SUPERVISOR_ACTIONS, VERDICTS } from "../../src/domain/work/role-answers.ts";
import type { State } from "../../src/engine/state.ts";
import { blocked, done, failed } from "../../src/testing/outcomes.ts";
import type { Dice } from "./dice.ts";
import type { Fate } from "./random-fate.ts";
import { randomReplan } from "./random-replan.ts";
import { randomReport } from "./random-report.ts";

const RESTART_KINDS: readonly RestartKind[] = ["transient", "transient", "persistent", "terminal", "unknown"];

/** No attempt of a simulated agent reports more. */
export const TOKENS_MAX = 100;

type FateOf = (world: { now: number; dice: Dice; state: State }, work: string) => Fate;

/** Some of them are stubborn: whatever they are told, they do the same again. */
export function hostileFates(): FateOf {
  const stubborn = new Map<string, Outcome>();
  return ({ now, dice, state }, work) => {
    // At once, slower than any restart window, and everything between.
    const endsAt = now + dice.pick([1, 1_000, 200_000, 3_700_000]);
    const who = work.replace(/^(@\w+)-\d+$/, "$1");
    const isAdvisor = work.startsWith("@");
    const outcome =
      stubborn.get(who) ?? (isAdvisor ? hostileAdvice(dice, state, work) : hostileEnd(dice, state, work, endsAt));
    if (dice.chance(0.5)) stubborn.set(who, outcome);
    return { endsAt, outcome, tokens: dice.int(0, TOKENS_MAX) };
  };
}

function hostileEnd(dice: Dice, state: State, task: string, at: number): Outcome {
  const roll = dice.next();
  if (roll < 0.2) return done(task);
  if (roll < 0.35)
    return blocked(task, { blocked_reason: dice.pick(BLOCKED_REASONS), uncertain_about: name(dice, state) });
  if (roll < 0.5) return { type: "lost", evidence: ["gone"], ...(dice.chance(0.7) && { outage: true }) };
  // Few words, so that it often fails just as before.
  const message = dice.pick(["it failed", "it failed", `${name(dice, state)} is missing`]);
  const subject = dice.chance(0.5) ? { subject: name(dice, state) } : {};
  const kind = dice.chance(0.3) ? "rate_limit" : dice.pick(FAILURE_CLASSES);
  const retryAt = dice.chance(0.5) ? { retryAt: at + dice.int(-1_000, 1_000) } : {};
  const failure = { class: kind, restart: dice.pick(RESTART_KINDS), message, evidence: [], ...subject, ...retryAt };
  return { type: "failed", failure };
}

function hostileAdvice(dice: Dice, state: State, advisor: string): Outcome {
  if (dice.chance(0.2)) return failed(dice.pick(FAILURE_CLASSES), dice.pick(RESTART_KINDS));
  if (dice.chance(0.1)) return { type: "lost", evidence: ["gone"], outage: true };
  if (advisor.startsWith("@planner")) return randomReplan(dice, state, advisor);
  if (advisor.startsWith("@coherence"))
    return { type: "advised", role: "coherence", answer: randomReport(dice, [...state.tasks.keys()]) };
  if (advisor.startsWith("@reviewer")) {
    const verdict = dice.chance(0.7) ? "reject" : dice.pick(VERDICTS);
    return {
      type: "advised",
      role: "reviewer",
      answer: { verdict, reasons: ["no"], must_change: [name(dice, state)] },
    };
  }
  return advisor.startsWith("@debugger") ? hostileAnalysis(dice, state) : hostileActions(dice, state);
}

function hostileAnalysis(dice: Dice, state: State): Outcome {
  const answer = {
    failure_classification: dice.pick(FAILURE_CLASSES),
    root_cause: name(dice, state),
    root_cause_location: null,
    fix: { description: "-", changes: [] },
    out_of_scope: [],
    upstream_dependency: dice.chance(0.7) ? name(dice, state) : null,
    confidence: "high",
    confidence_reason: "",
  } as const;
  return { type: "advised", role: "debugger", answer };
}

/** As many as it likes, about anybody, with and without saying who is meant. */
function hostileActions(dice: Dice, state: State): Outcome {
  const actions = Array.from({ length: dice.int(0, 20) }, () => ({
    task_id: name(dice, state),
    action: dice.chance(0.4)
      ? dice.pick(["retry_dependency", "fix_root_cause"] as const)
      : dice.pick(SUPERVISOR_ACTIONS),
    reason: `because of ${name(dice, state)}`,
    ...(dice.chance(0.5) && { upstream: name(dice, state) }),
    ...(dice.chance(0.3) && { new_model: dice.pick(["none such", "some-model"]), additional_context: "again!" }),
  }));
  const cause = {
    description: "-",
    affected_tasks: [name(dice, state), name(dice, state)],
    root_cause: name(dice, state),
  };
  const answer = {
    diagnosis: "again!",
    pattern_detected: dice.chance(0.5) ? cause : null,
    actions,
    recommendations: [],
    should_halt: dice.chance(0.02),
    halt_reason: null,
  };
  return { type: "advised", role: "supervisor", answer };
}

/** Of a task, an advisor, a file, or nobody. */
function name(dice: Dice, state: State): string {
  return dice.pick([
    ...state.tasks.keys(),
    ...state.tasks.keys(),
    ...state.advisors.asked.keys(),
    "f0",
    "f1",
    "nobody",
  ]);
}
