/**
 * The guard on growth. Fixes, unapproved changes of the plan and advisors may add so many tasks, agents and dollars to a
 * run; then nothing of it starts or goes on before a person was asked, once, with the forecast. A yes lets it grow as much
 * again; after a no the run goes on without. What the plan itself holds is never touched.
 */
import { type Because, because } from "../../domain/because.ts";
import { isOfAdvisor } from "../../domain/work/advisor.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import { isFinal, type Work } from "../../domain/work/work.ts";
import type { Context } from "../context.ts";
import { workOf } from "../lookup.ts";
import { ask } from "../question/ask.ts";
import type { State } from "../state.ts";
import { skip } from "../task/ends.ts";
import { growthForecast } from "./growth-forecast.ts";
import { type GrowthLimit, isGrown, reachedLimit } from "./growth-left.ts";

export const GROWTH_OPTIONS = ["yes: let it grow as much again", "no: continue without"] as const;

/** The open question; null: nobody is asked. */
export function growthQuestion({ questions }: State): QuestionId | null {
  for (const { id, kind } of questions.open.values()) if (kind === "growth") return id;
  return null;
}

/** After every step: what goes beyond the limit is stopped, and asked about while somebody waits for it. */
export function guardGrowth(context: Context): void {
  const { state } = context;
  const limit = reachedLimit(state);
  const open = limit === null ? [] : grownWork(state);
  if (limit === null || open.length === 0) return dropIdle(context);
  if (state.run.phase !== "working") return;
  if (state.growth.refused) return endGrown(context, open, because("growth_limit", factsOf(limit)));
  if (limit.of === "usd") stopSpending(context, limit);
  if (growthQuestion(state) !== null || !grownWork(state).some((work) => !isAtWork(state, work))) return;
  const why = because("growth_limit", factsOf(limit));
  if (state.settings.policies.escalation === "give_up") return refuseGrowth(context, why);
  const text = `${spokenLimit(limit)} ${growthForecast(state, [])} May the run grow as much again? If not, ${named(open)} will not run, and the rest continues without.`;
  ask(context, { kind: "growth", text, options: GROWTH_OPTIONS, because: why });
}

/** Nobody waits for the answer any more. */
function dropIdle({ state, emit }: Context): void {
  const id = growthQuestion(state);
  const question = id === null ? undefined : state.questions.open.get(id);
  if (question && question.because.facts["of"] !== "tasks")
    emit({ type: "question_answered", question: question.id, text: "Nothing waits for it any more." });
}

/** Nothing more is added; what was and has not ended ends, and whoever waits for it goes on without. */
export function refuseGrowth(context: Context, why: Because): void {
  context.emit({ type: "growth_refused", because: why });
  if (reachedLimit(context.state) !== null) endGrown(context, grownWork(context.state), why);
}

function stopSpending(context: Context, limit: GrowthLimit): void {
  const { state, emit } = context;
  for (const attempt of [...state.attempts.live.values()])
    if (attempt.phase !== "stopping" && attempt.phase !== "deferred" && isGrown(state, workOf(state, attempt)))
      emit({ type: "attempt_stopping", attempt: attempt.id, because: because("growth_limit", factsOf(limit)) });
}

/** What is at work is let finish; it was paid for. */
function endGrown(context: Context, works: readonly Work[], why: Because): void {
  for (const work of works) {
    const { id, attempt } = work;
    if (isAtWork(context.state, work)) continue;
    if (isOfAdvisor(id)) context.emit({ type: "advice_failed", advisor: id, because: why });
    else skip(context, id, why, true);
    if (attempt !== null) context.emit({ type: "attempt_stopping", attempt, because: why });
  }
}

/** One that waits for leave to start is not. */
function isAtWork({ attempts }: State, { attempt }: Work): boolean {
  return attempt !== null && attempts.live.get(attempt)?.phase !== "deferred";
}

function grownWork(state: State): Work[] {
  const tasks = state.growth.tasks.flatMap((id) => state.tasks.get(id) ?? []);
  return [...tasks, ...state.advisors.asked.values()].filter(({ status }) => !isFinal(status) && canStart(status));
}

/** What is being proved or waits for a person starts nobody. */
function canStart(status: Work["status"]): boolean {
  return status === "ready" || status === "working" || status === "waiting_for_wakeup";
}

function factsOf({ of, limit, used }: GrowthLimit): Because["facts"] {
  return {
    of,
    limit: of === "usd" ? `$${limit.toFixed(2)}` : limit,
    used: of === "usd" ? `$${used.toFixed(2)}` : used,
  };
}

function spokenLimit({ of, limit, used }: GrowthLimit): string {
  if (of === "usd")
    return `Fixes, unapproved plan changes and advisors have cost $${used.toFixed(2)}; $${limit.toFixed(2)} may be spent on them without your word (policies.added_usd).`;
  return `Fixes, unapproved plan changes and advisors have started ${used} agents; ${limit} may be started without your word (policies.added_agents).`;
}

const NAMED_MAX = 5;

function named(works: readonly Work[]): string {
  const ids = works.map(({ id }) => id);
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : "";
  return `${ids.slice(0, NAMED_MAX).join(", ")}${more}`;
}
