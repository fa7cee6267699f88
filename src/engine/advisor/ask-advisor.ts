/**
 * Asks an advisor: it is worked like a drone, and the task it is about waits for its word. Where no such advisor is
 * configured, no money is left for it or it was asked too often, nobody is asked and the rules decide alone.
 */

import type { Because } from "../../domain/because.ts";
import { roundTable } from "../../domain/proof/round.ts";
import { type AdviceRequest, advisorId } from "../../domain/work/advisor.ts";
import type { AdvisorRole } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import type { AdvisorId, WorkSpec } from "../../domain/work/work.ts";
import { expectedBy, shortOf, withCost } from "../budget/expected-cost.ts";
import type { Context } from "../context.ts";
import type { State } from "../state.ts";
import { adviceLimit, causeOf } from "./advice-limit.ts";
import { fillTemplate, type Gap } from "./fill-template.ts";
import { debuggerValues, supervisorValues, type Values } from "./what-to-tell.ts";

/** Null: there is nobody to ask. */
export function askAdvisor(context: Context, request: AdviceRequest, values: Values): AdvisorId | null {
  const { state, at } = context;
  const spec = specOf(state, request, values);
  if (spec === null || state.growth.refused || adviceLimit(state, request, at) !== null) return null;
  const expected = expectedBy(state, spec.agent, null);
  // Nobody is asked with money that is not there; the rules decide alone.
  if (shortOf(state, null, expected) !== null) return null;
  const advisor = nextAdvisor(state, request.role);
  const priced = { ...request, because: withCost(request.because, expected) };
  context.emit({ type: "advice_asked", advisor, spec, request: priced, cause: causeOf(request) });
  return advisor;
}

/** Whether somebody can be asked in this role; who it would be. */
export function nextAdvisor({ advisors: { counts } }: State, role: AdvisorRole): AdvisorId {
  return advisorId(role, (counts[role] ?? 0) + 1);
}

/** What it is asked, as something to be worked on; null: there is nobody to ask. */
export function specOf(state: State, { role, about }: AdviceRequest, values: Values): WorkSpec | null {
  const settings = state.settings.advisors[role];
  const filled = settings && fillTemplate(settings.replanTemplate ?? settings.template, gapsOf(values));
  // A template that names what nobody knows was told when it was read; nothing is asked with it.
  if (!settings || !filled?.ok) return null;
  return {
    title: `${role} about ${about ?? "the whole"}`,
    prompt: filled.text,
    role: "drone",
    files: [],
    agent: settings.agent,
    ...(settings.tier !== undefined && { tier: settings.tier }),
    budget: {},
    priority: PRIORITY,
  };
}

const GAP_LENGTH_MAX = 8_000;
/** A planner must see the whole plan, or much of it. */
const LONGER: Readonly<Record<string, number>> = { current: 60_000, contract: 12_000, diagnosis: 12_000 };

function gapsOf(values: Values): Record<string, Gap> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, { text, lengthMax: LONGER[name] ?? GAP_LENGTH_MAX }]),
  );
}

/** Where no rule decides, but an advisor might. What only a person can do stays a person's. */
const ADVISABLE: ReadonlySet<Because["rule"]> = new Set([
  "unknown_failure",
  "retries_used_up",
  "attempts_used_up",
  "same_failure",
  "not_converging",
  "blocked",
  "common_cause",
  "pipeline_cause",
  "incoherent",
]);

/** Once per failure: the lineage's own limits end it. False: it is a person's turn. */
export function askSupervisor(context: Context, task: Task, why: Because, trigger: string): boolean {
  const { state } = context;
  if (!ADVISABLE.has(why.rule) || task.advised >= state.settings.policies.lineageRetries) return false;
  const request: AdviceRequest = { role: "supervisor", about: task.id, because: why };
  const rounds = task.rounds.length > 1 ? ["What was found round by round:", ...roundTable(task.rounds)] : [];
  const told = [trigger, ...rounds].join("\n");
  return askAdvisor(context, request, supervisorValues(state, task, why, told)) !== null;
}

/** The next attempt waits for what it finds out; where there is nobody to ask, it goes without. */
export function askDebugger(context: Context, task: Task, why: Because, found: string): void {
  const request: AdviceRequest = { role: "debugger", about: task.id, because: why };
  askAdvisor(context, request, debuggerValues(context.state, task, found));
}

/** Before all work: somebody waits for the answer. */
const PRIORITY = 1_000_000;
