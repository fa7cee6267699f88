/**
 * What attempts report: claims, life signs, calls that repeat, ends. An end is judged once and written down; what follows
 * from it is decided in `outcome/`. A report about an attempt that is no longer the living one is ignored.
 */
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Handover, ToolCounts } from "../../domain/work/cost.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import { refOf } from "../../domain/work/work.ts";
import { overBudget } from "../budget/over-budget.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { workOf } from "../lookup.ts";
import type { Decide, Follow } from "../tables.ts";
import { dropAfter, ownSession } from "../talk/session.ts";
import { changesetAfter } from "./changeset.ts";
import { noteOf } from "./failure-note.ts";
import type { AttemptInput } from "./inputs.ts";
import { judgeEnd } from "./judge-end.ts";
import { wasCut } from "./left-out.ts";
import { onRepeated } from "./spinning.ts";
import { admitDeferred } from "./start-attempt.ts";

export const decide: Decide<AttemptInput> = {
  attempt_claimed: onClaimed,
  attempt_up: onUp,
  attempt_progressed: onProgressed,
  attempt_ended: endAttempt,
  calls_repeated: onRepeated,
};

/** What had to wait for it starts. */
export const follow: Follow = {
  account_freed: admitDeferred,
  run_resumed: admitDeferred,
};

/** The permission to perform a start: one host has it, which may ask again, and only while the attempt is still wanted. */
function onClaimed(context: Context, input: InputOf<"attempt_claimed">): Answer {
  const attempt = context.state.attempts.live.get(input.attempt);
  // Whoever is lost, or was never heard of, could not be asked what became of it.
  if (attempt?.phase !== "starting" || !context.state.hosts.has(input.host)) return NO;
  if (attempt.host === input.host && attempt.inputHash === input.inputHash) return { type: "go" };
  if (attempt.host !== null) return NO;
  context.emit({ type: "attempt_claimed", attempt: attempt.id, host: input.host, inputHash: input.inputHash });
  return { type: "go" };
}

function onUp(context: Context, input: InputOf<"attempt_up">): Answer {
  if (context.state.attempts.live.get(input.attempt)?.phase !== "starting") return NO;
  const { attempt, pid, workspace = null, parked = null, dir, moved } = input;
  const where = { ...(dir !== undefined && { dir }), ...(moved && { moved }) };
  context.emit({ type: "attempt_up", attempt, pid, workspace, parked, ...where });
  if (moved) context.emit({ type: "attempt_noted", attempt, text: MOVED });
  return TAKEN;
}

const MOVED = "Its session was started in another folder and could only be resumed there; a new one was started.";

function onProgressed(context: Context, input: InputOf<"attempt_progressed">): Answer {
  const { state } = context;
  const attempt = state.attempts.live.get(input.attempt);
  if (!attempt) return NO;
  const { usage, activity } = input;
  const session = ownSession(state, attempt, input.session);
  context.emit({ type: "attempt_progressed", attempt: attempt.id, usage, activity, session });
  const work = workOf(state, attempt);
  const over = overBudget(work.spec.budget, work.usage);
  if (over && attempt.phase !== "stopping")
    context.emit({ type: "attempt_stopping", attempt: attempt.id, because: over });
  return TAKEN;
}

export function endAttempt(context: Context, input: InputOf<"attempt_ended">): Answer {
  const { state, at } = context;
  const attempt = state.attempts.live.get(input.attempt);
  if (!attempt) return NO;
  const { outcome, despite } = judgeEnd(attempt, input.outcome);
  const work = workOf(state, attempt);
  const { id, phase } = attempt;
  const { usage, tools, activity, mayLive = false } = input;
  const hasSession = work.kind === "task" && work.session !== null;
  const dropped = hasSession ? dropAfter(outcome, mayLive) : null;
  // Whoever comes next is told how far it came; of what is finished nobody asks.
  const reached = activity !== undefined && outcome.type !== "done" && outcome.type !== "advised";
  const note = outcome.type === "failed" ? noteOf(work, id, outcome.failure, at) : null;
  context.emit({
    type: "attempt_ended",
    attempt: id,
    ...refOf(work),
    outcome,
    usage,
    phase,
    changeset: changesetAfter(attempt, outcome, state.settings),
    status: statusAfter(outcome),
    handover: handoverOf(attempt, tools),
    ...(note && { note }),
    ...(showsNoLimit(outcome) && { unlimited: true }),
    ...(despite !== undefined && { despite }),
    ...(reached && { activity }),
    ...(dropped && { dropped }),
  });
  return TAKEN;
}

/** What it is while it is decided what follows; an advisor's answer leaves it where it is. */
function statusAfter(outcome: Outcome): "verifying" | "failed" | null {
  if (outcome.type === "advised") return null;
  return outcome.type === "done" ? "verifying" : "failed";
}

/** Whatever else it came to, its account had no limit then. */
function showsNoLimit(outcome: Outcome): boolean {
  if (outcome.type === "stopped" || outcome.type === "lost") return false;
  return outcome.type !== "failed" || outcome.failure.class !== "rate_limit";
}

function handoverOf({ briefing }: Attempt, tools: ToolCounts | undefined): Handover | null {
  const cut = wasCut(briefing);
  if (!tools && !cut) return null;
  const { read, changed, other } = tools ?? { read: 0, changed: 0, other: 0 };
  return { read, changed, other, cut };
}
