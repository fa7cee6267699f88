/**
 * What attempts report: claims, life signs, calls that repeat, ends. An end is judged once and written down; what follows
 * from it is decided in `outcome/`. A report about an attempt that is no longer the living one is ignored.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import type { Handover, ToolCounts } from "../../domain/work/cost.ts";
import type { Outcome, Usage } from "../../domain/work/outcome.ts";
import { refOf, type Work } from "../../domain/work/work.ts";
import { budgetOf, runBudget } from "../budget/budget-of.ts";
import { attemptOver, capBudget, gangOver, SHARED_CAPS } from "../budget/caps.ts";
import { runOverBudget, taskOverBudget } from "../budget/over-budget.ts";
import { gangBudget } from "../budget/parts/gang-budget.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, NO, TAKEN } from "../input.ts";
import { workOf } from "../lookup.ts";
import { answeredByModel } from "../network/decide.ts";
import type { Decide, Follow } from "../tables.ts";
import { dropAfter, ownSession } from "../talk/session.ts";
import { changesetAfter } from "./changeset.ts";
import { noteOf } from "./failure-note.ts";
import type { AttemptInput, UnlistedPrice } from "./inputs.ts";
import { judgeEnd } from "./judge-end.ts";
import { wasCut } from "./left-out.ts";
import { notRefusedBefore, repairedBy } from "./repaired.ts";
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
  endpoint_reached: admitDeferred,
  growth_allowed: admitDeferred,
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
  const isAnswered = usage.tokens > attempt.usage.tokens;
  context.emit({ type: "attempt_progressed", attempt: attempt.id, usage, activity, session });
  const work = workOf(state, attempt);
  if (input.price) notePrice(context, attempt, input.price);
  const over = taskOverBudget(work) ?? attemptOver(state, attempt) ?? unpriceable(context, work, input.price);
  if (over && attempt.phase !== "stopping")
    context.emit({ type: "attempt_stopping", attempt: attempt.id, because: over });
  if (isAnswered) answeredByModel(context, attempt.agent);
  return TAKEN;
}

/** What it costs is estimated from here on, and whoever looks is to know by what. */
function notePrice({ emit }: Context, { id, noted = [] }: Attempt, { model, like }: UnlistedPrice): void {
  if (like === null) return;
  const text = `Its model is ${model}, which has no list price; what it costs is estimated by ${like}.`;
  if (!noted.includes(text)) emit({ type: "attempt_noted", attempt: id, text });
}

/** A budget in dollars, whoever's, would be a promise without anything behind it. */
function unpriceable({ state, at }: Context, work: Work, price: UnlistedPrice | undefined): Because | null {
  if (!price || price.like !== null) return null;
  const limits = [
    ["task", budgetOf(work).usd],
    ["attempt", state.settings.caps?.attempt?.usd],
    ["gang", work.spec.gang === undefined ? undefined : gangBudget(state, work.spec.gang).usd],
    ["run", runBudget(state).usd],
    ...SHARED_CAPS.map((cap) => [cap, capBudget(state, cap, at).usd] as const),
  ] as const;
  const [whose, limit] = limits.find(([, usd]) => usd !== undefined) ?? [];
  if (whose === undefined || limit === undefined) return null;
  return because("no_price", { model: price.model, agent: work.spec.agent, limit: `$${limit}`, whose });
}

export function endAttempt(context: Context, input: InputOf<"attempt_ended">): Answer {
  const { state, at } = context;
  const attempt = state.attempts.live.get(input.attempt);
  if (!attempt) return NO;
  const work = workOf(state, attempt);
  const over = overAfter(context, work, attempt, input.usage);
  const { outcome, despite } = judgeEnd(attempt, notRefusedBefore(work, input.outcome), over);
  const repaired = repairedBy(work, outcome);
  const { id, phase } = attempt;
  const { usage, tools, activity, mayLive = false } = input;
  const hasSession = work.kind === "task" && work.session !== null;
  const dropped = hasSession ? dropAfter(outcome, mayLive) : null;
  // Whoever comes next is told how far it came; of what is finished nobody asks.
  const reached = activity !== undefined && outcome.type !== "done" && outcome.type !== "advised";
  const isCut = attempt.stopBecause?.rule === "cut";
  // By whose word it ended is known: there is no common cause to be looked for.
  const note = outcome.type === "failed" && !isCut ? noteOf(work, id, outcome.failure, at) : null;
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
    ...(repaired && { repaired }),
    ...(reached && { activity }),
    ...(dropped && { dropped }),
    ...(input.unreached && failedOutside(outcome) && { unreached: input.unreached }),
  });
  return TAKEN;
}

/** The budget that is used up once the last of it is counted: its own first. */
function overAfter({ state, at }: Context, work: Work, { usage: before }: Attempt, total: Usage): Because | null {
  const tokens = Math.max(0, total.tokens - before.tokens);
  const usd = Math.max(0, (total.usd ?? 0) - (before.usd ?? 0));
  const after = (used: Usage): Usage => ({ ...used, tokens: used.tokens + tokens, usd: (used.usd ?? 0) + usd });
  return (
    taskOverBudget(work, after(work.usage)) ??
    gangOver(state, work.spec.gang, at, after) ??
    runOverBudget(state, after(state.spending.usage))
  );
}

/** What it is while it is decided what follows; an advisor's answer leaves it where it is. */
function statusAfter(outcome: Outcome): "verifying" | "failed" | null {
  if (outcome.type === "advised") return null;
  return outcome.type === "done" ? "verifying" : "failed";
}

/** What Reeve ended for its own reasons, and what finished all the same, did not fail by the network. */
function failedOutside(outcome: Outcome): boolean {
  return outcome.type === "failed" && outcome.failure.class !== "budget" && outcome.failure.class !== "spinning";
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
