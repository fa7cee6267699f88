/**
 * What follows from what is seen of an attempt: its grade is written down when it changes; who becomes suspect is nudged
 * once; who is stuck or goes in circles after that is stopped, and recovery goes on from there. Nobody is stopped who was
 * not suspect before, however late the look came: the machine may have slept.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Grade, HealthLimits, KnownWait, Signs } from "../../domain/work/health.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { accountOf } from "../lookup.ts";
import { heldEndpoint } from "../network/held-endpoint.ts";
import type { State } from "../state.ts";
import type { Decide } from "../tables.ts";
import type { Nudge } from "./events.ts";
import { type Graded, gradeOf } from "./grade.ts";
import type { HealthInput } from "./inputs.ts";
import { evidenceOf, nudgeText, wokenText } from "./signs-words.ts";

export const decide: Decide<HealthInput> = { health_seen: onSeen };

function onSeen(context: Context, { attempt: id, signs }: InputOf<"health_seen">): Answer {
  const { state, emit } = context;
  const attempt = state.attempts.live.get(id);
  const limits = attempt && limitsOf(state, attempt);
  if (attempt?.phase !== "working" || attempt.pausedAt !== undefined || !limits) return NO;
  const graded = gradeOf({ ...signs, waits: waitOf(state, attempt, context.at) ?? signs.waits }, limits);
  const before = attempt.health?.grade ?? "healthy";
  const grade = isOver(graded.grade) && before !== "suspect" ? "suspect" : graded.grade;
  if (grade === before) return NO;
  const why = becauseOf(graded, grade, signs);
  emit({ type: "health_judged", attempt: id, grade, because: why });
  if (grade === "suspect") emit({ type: "attempt_nudged", attempt: id, nudge: nudgeOf(attempt, graded, context.at) });
  if (isOver(grade)) emit({ type: "attempt_stopping", attempt: id, because: why });
  return TAKEN;
}

/** Absent: a run whose settings were written down before there was such a limit. */
export function limitsOf({ settings }: State, { agent }: Attempt): HealthLimits | undefined {
  return settings.agents[agent]?.health;
}

/** What it waits for that is known and no fault of it; null: nothing. */
export function waitOf(state: State, attempt: Attempt, at: number): KnownWait | null {
  if (attempt.waitsUntil !== undefined && at <= attempt.waitsUntil) return "person";
  if (state.accounts.held.has(accountOf(state.settings, attempt.agent))) return "limit";
  const work = attempt.task ?? attempt.advisor;
  return heldEndpoint(state, { id: work, agent: attempt.agent }) === null ? null : "network";
}

function isOver(grade: Grade): boolean {
  return grade === "stuck" || grade === "spinning";
}

function nudgeOf({ id }: Attempt, graded: Graded, at: number): Nudge {
  if (graded.by === "stopped") return { how: "wake" };
  return { how: "ask", id: `nudge-${id}-${at}`, text: nudgeText(graded) };
}

function becauseOf(graded: Graded, grade: Grade, signs: Signs): Because {
  const { by, forMs, limitMs } = graded;
  const facts = { by, grade, seconds: Math.round(forMs / 1_000), limit_s: Math.round(limitMs / 1_000) };
  const woken = grade === "suspect" ? [wokenText(graded)] : [];
  return because("stuck", facts, [...evidenceOf(signs), ...woken]);
}
