/** What attempts change of their task's session, an agent's own memory: begun, found, named, used, dropped. */
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Task } from "../../domain/work/task.ts";
import type { EventOf } from "../event.ts";

/** What is begun anew leaves nothing behind that a later attempt could take for its own. */
export function begun(task: Task, { session }: EventOf<"attempt_started">): void {
  if (session && "fresh" in session) task.session = null;
}

/** It is where it works that its session is found again. */
export function located(task: Task, attempt: Attempt, { dir, moved }: EventOf<"attempt_up">): void {
  if (dir !== undefined) attempt.dir = dir;
  const { session } = task;
  if (session === null || dir === undefined) return;
  // Its new one may have been told before this, and has no place yet.
  if (moved && session.dir !== null) {
    task.session = null;
    attempt.session = null;
  } else session.dir ??= dir;
}

/** What it used until now counts for the session it was in until now; where it had named none, for this one. */
export function entered(task: Task, attempt: Attempt, id: string): void {
  const isFirst = (attempt.session ?? null) === null;
  attempt.session = id;
  if (task.session?.id !== id)
    task.session = { id, agent: attempt.agent, dir: attempt.dir ?? null, used: { tokens: 0, usd: 0 } };
  if (isFirst) usedInSession(task, attempt, attempt.usage.tokens, attempt.usage.usd ?? 0);
}

export function usedInSession(task: Task, attempt: Attempt, tokens: number, usd: number): void {
  const { session } = task;
  if (session === null || session.id !== attempt.session) return;
  session.used = { tokens: session.used.tokens + tokens, usd: (session.used.usd ?? 0) + usd };
}

/** Whoever comes next reads it in the prompt: nobody is told any more. */
export function left(task: Task, { dropped }: EventOf<"attempt_ended">): void {
  task.untold = [];
  if (dropped !== undefined) task.session = null;
}
