/**
 * Agents' own sessions: which one an attempt goes on with, when one is not used again, and that no two live attempts ever
 * work in the same. And what people say to agents: to whoever works on the task now, and to all that come after.
 */
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { SessionChoice, SessionDrop } from "../../domain/work/session.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, refused, TAKEN } from "../input.ts";
import type { State } from "../state.ts";

/** Null: there is none to resume. */
export function sessionFor(state: State, task: Task): SessionChoice | null {
  const { session, spec, changeset } = task;
  if (session === null) return null;
  // A session belongs to who began it; another agent would not find it, or find somebody else's.
  if (session.agent !== spec.agent) return { fresh: "other_agent" };
  // It remembers work that is not there any more, or the circle it went in.
  if (changeset === "discard") return { fresh: "discarded" };
  return isInUse(state, session.id, null) ? { fresh: "in_use" } : { resumes: session.id };
}

/** Resumed, a full session would be full again and a broken one broken; one that somebody may still write to gets no second writer. */
export function dropAfter(outcome: Outcome, mayLive: boolean): SessionDrop | null {
  if (mayLive) return "may_live";
  if (outcome.type !== "failed") return null;
  const { class: kind } = outcome.failure;
  return kind === "context_overflow" || kind === "session_corrupt" ? kind : null;
}

/** As its agent tells it; null where another live attempt is in it, whoever of them is right. */
export function ownSession(state: State, attempt: Attempt, session: string | null): string | null {
  return session !== null && isInUse(state, session, attempt) ? null : session;
}

function isInUse({ attempts: { live: attempts } }: State, session: string, except: Attempt | null): boolean {
  for (const each of attempts.values()) if (each !== except && each.session === session) return true;
  return false;
}

/** What one attempt can put into the journal. */
const NOTES_MAX = 20;

/** An adopted attempt's output is read again from its beginning: what was noted stays noted once. */
export function onNoted(context: Context, { attempt: id, text }: InputOf<"attempt_noted">): Answer {
  const attempt = context.state.attempts.live.get(id);
  const noted = attempt?.noted ?? [];
  if (!attempt || noted.length >= NOTES_MAX || noted.includes(text)) return NO;
  context.emit({ type: "attempt_noted", attempt: id, text });
  return TAKEN;
}

export function onTell(context: Context, { task: id, message, text }: InputOf<"tell">): Answer {
  const task = context.state.tasks.get(id);
  if (!task) return refused({ what: "unknown_task", task: id });
  if (task.status === "done") return refused({ what: "task_done", task: id });
  const live = task.attempt === null ? undefined : context.state.attempts.live.get(task.attempt);
  const to = live && live.phase !== "stopping" ? live.id : null;
  if (!task.told.includes(message)) context.emit({ type: "task_told", task: id, message, text, to });
  return { type: "told", message, to };
}

/** Reported for as long as it is owed. */
export function onTold(context: Context, { attempt, message, how }: InputOf<"attempt_told">): Answer {
  const task = context.state.tasks.get(context.state.attempts.live.get(attempt)?.task ?? "");
  if (!task?.untold.some(({ id }) => id === message)) return NO;
  context.emit({ type: "attempt_told", attempt, message, how });
  return TAKEN;
}
