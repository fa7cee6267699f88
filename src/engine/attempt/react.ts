/** What is done about attempts: they are started, told what waits for them, stopped; and their time is limited. */
import type { Rule } from "../../domain/because.ts";
import type { Attempt, AttemptId, AttemptOrder } from "../../domain/work/attempt.ts";
import type { Effect } from "../effect.ts";
import { attemptOf, taskOf, workOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { nothing, type React } from "../tables.ts";
import { messagesTo } from "../talk/react.ts";
import type { AttemptEvent } from "./events.ts";
import { limitMinutes } from "./start-attempt.ts";
import { askedAgain, composePrompt } from "./telling/prompt.ts";

export const react: React<AttemptEvent> = {
  attempt_started: ({ attempt }, state) => startEffects(state, attempt),
  attempt_admitted: ({ attempt }, state) => startEffects(state, attempt),
  attempt_claimed: nothing,
  attempt_up: ({ attempt }, state) => messagesTo(state, state.attempts.live.get(attempt)),
  attempt_progressed: nothing,
  attempt_stopping({ attempt: id }, state) {
    const attempt = state.attempts.live.get(id);
    return attempt ? [stopOf(state, attempt)] : [];
  },
  attempt_ended: nothing,
};

/** Starts nobody claimed, stops nobody confirmed, words nobody handed on. */
export function owedTo(state: State, attempt: Attempt): Effect[] {
  if (attempt.phase === "stopping") return [stopOf(state, attempt)];
  if (attempt.phase === "starting" && attempt.host === null) return [startOf(state, attempt)];
  if (attempt.pausedAt !== undefined) return [{ type: "pause_attempt", attempt: attempt.id }];
  return messagesTo(state, attempt);
}

/** Starts nobody claimed. Whoever is asked twice claims once. */
export function startsOwed(state: State): Effect[] {
  return [...state.attempts.live.values()].flatMap((attempt) =>
    attempt.phase === "starting" && attempt.host === null ? [startOf(state, attempt)] : [],
  );
}

function startEffects(state: State, id: AttemptId): Effect[] {
  const attempt = state.attempts.live.get(id);
  if (attempt?.phase !== "starting") return [];
  const timer = { of: "attempt", attempt: id } as const;
  return [startOf(state, attempt), { type: "set_timer", timer, at: attempt.deadlineAt }];
}

/** A brake waits for nobody's farewell: what was written is kept anyway. */
const BRAKE_GRACE_MS = 1_500;
/** Whoever has used up what it may would use more in its farewell: with the time until it is seen, two seconds in all. */
const SPENT_GRACE_MS = 1_000;

function stopOf({ run }: State, { id, graceMs, stopBecause }: Attempt): Effect {
  const isBraked = run.phase === "stopping" && run.because !== null && run.because.rule !== "run_stopped";
  const isSpent = stopBecause !== null && USED_UP.has(stopBecause.rule);
  const most = isSpent ? SPENT_GRACE_MS : isBraked ? BRAKE_GRACE_MS : graceMs;
  return { type: "stop_attempt", attempt: id, graceMs: Math.min(graceMs, most) };
}

const USED_UP: ReadonlySet<Rule> = new Set(["budget_exceeded", "no_price", "time_limit"]);

function startOf(state: State, attempt: Attempt): Effect {
  return { type: "start_attempt", order: orderOf(state, attempt.id) };
}

export function orderOf(state: State, id: AttemptId): AttemptOrder {
  const attempt = attemptOf(state, id);
  const { number, agent, model, briefing, changeset } = attempt;
  const work = workOf(state, attempt);
  const order = { id, task: work.id, number, agent, model, title: work.spec.title, changeset };
  if (work.kind === "advisor") {
    const { role, about } = work.request;
    const commit = about === null ? null : taskOf(state, about).commit;
    return { ...order, prompt: askedAgain(work.spec.prompt, briefing), session: null, advisor: { role, commit } };
  }
  const session = work.session && work.session.id === attempt.session ? { ...work.session } : null;
  const tools = state.settings.agents[agent]?.tools ?? false;
  const prompt = composePrompt(work.spec, briefing, { tools, minutes: limitMinutes(state.settings, work) });
  return { ...order, prompt, session };
}
