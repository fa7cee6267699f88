/**
 * An account that has reached a usage limit: nothing of it is started before the reset, whichever of its agents ran into
 * it. What runs is not touched, and nobody loses a retry by it. A limit that does not say when it resets is waited for by
 * a backoff. At the reset its tasks go on, one after another, or a person is asked first.
 */

import { type Because, because } from "../../domain/because.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { isFinal, type Work } from "../../domain/work/work.ts";
import type { Context } from "../context.ts";
import { type Answer, NO, TAKEN } from "../input.ts";
import { accountOf } from "../lookup.ts";
import { ask } from "../question/ask.ts";
import { LIMIT_BACKOFF } from "../settings.ts";
import type { State } from "../state.ts";
import { backoffDelayMs } from "../supervision/backoff.ts";
import type { Decide } from "../tables.ts";
import type { HoldKind, Pace } from "./account.ts";
import { agentsOf, resumesByItself } from "./accounts.ts";
import type { AccountInput } from "./inputs.ts";

/** Told by the gateway or by an agent that waits, not by a failure: it costs nobody a retry. */
export const decide: Decide<AccountInput> = { account_limited: onLimited };

function onLimited(context: Context, input: AccountInput): Answer {
  const { settings } = context.state;
  const known = input.agents.filter((agent) => Object.hasOwn(settings.agents, agent));
  if (!settings.policies.holdAccounts || known.length === 0) return NO;
  const facts = { class: "rate_limit", message: input.said ?? "its model's API said so" };
  for (const agent of known) holdAccount(context, agent, input.until, because("account_limit", facts));
  return TAKEN;
}

/** Two that were told the same limit differ by the seconds between them. */
const SAME_MS = 5_000;

/** The later of two resets counts: both were said of the same account. Null: nobody said when. */
export function holdAccount(context: Context, agent: string, reset: number | null, why: Because): void {
  const { state, at } = context;
  const account = accountOf(state.settings, agent);
  const before = state.accounts.held.get(account);
  const isLimited = before !== undefined && before.kind !== "pace" && before.question === undefined;
  if (reset === null && isLimited) return;
  const tries = (state.accounts.limits[account]?.tries ?? 0) + 1;
  const until = reset === null ? at + guessedMs(context, tries) : Math.max(reset, at + 1);
  if (isLimited && before.kind !== "guessed" && until <= before.until + SAME_MS) return;
  const kind: HoldKind = reset === null ? "guessed" : "stated";
  if (before?.question !== undefined)
    context.emit({ type: "question_answered", question: before.question, text: "The next limit was reached first." });
  context.emit({
    type: "account_held",
    agent,
    account,
    until,
    kind,
    ...(reset === null && { tries }),
    because: { ...why, facts: { ...why.facts, agent } },
  });
}

/** A short limit is to cost little more than its length: one task tries every few seconds at first, then ever more rarely. */
const QUICK_MS = 5_000;
const QUICK_TRIES = 8;

function guessedMs({ state, dice }: Context, tries: number): number {
  const backoff = state.settings.policies.limitBackoff ?? LIMIT_BACKOFF;
  const delayMs = backoffDelayMs(backoff, Math.max(1, tries - QUICK_TRIES), dice);
  return Math.max(1, tries <= QUICK_TRIES ? Math.min(QUICK_MS, delayMs) : delayMs);
}

/** The time has come. */
export function limitReset(context: Context, account: string): void {
  const { state } = context;
  const hold = state.accounts.held.get(account);
  if (!hold || hold.question !== undefined) return;
  if (hold.kind === "pace") return free(context, account);
  const waiting = workOfAccount(state, account);
  if (waiting.length === 0 || resumesByItself(state.settings, account))
    return free(context, account, paceAfter(hold.kind, context.at));
  askToStart(context, account, waiting, hold.because);
}

/** A person lets the run resume: what was asked about starts too. */
export function startAsked(context: Context, text: string): number {
  const asked = [...context.state.accounts.held].filter(([, { question }]) => question !== undefined);
  for (const [account, { question, kind }] of asked) {
    if (question !== undefined) context.emit({ type: "question_answered", question, text });
    free(context, account, paceAfter(kind, context.at));
  }
  return asked.length;
}

export function answerAccount(context: Context, { id, account }: QuestionOf<"account">, text: string): Answer {
  context.emit({ type: "question_answered", question: id, text });
  free(context, account, paceAfter(context.state.accounts.held.get(account)?.kind, context.at));
  return TAKEN;
}

/** No task is left that could start: then there is nothing to ask. */
export function dropIdleQuestions(context: Context): void {
  for (const [account, { question }] of [...context.state.accounts.held]) {
    if (question === undefined || workOfAccount(context.state, account).length > 0) continue;
    context.emit({ type: "question_answered", question, text: "No task of it is left." });
    free(context, account);
  }
}

/** After a reset the next one starts a little later: who was limited together is not to be so again in one moment. */
export function paceAfterStart({ state, emit, at }: Context, { spec }: Work): void {
  const account = accountOf(state.settings, spec.agent);
  const pace = state.accounts.limits[account]?.pace;
  if (!pace || at >= pace.until || state.accounts.held.has(account) || state.derived.counts.ready === 0) return;
  const why = because("after_limit", { agent: spec.agent, seconds: pace.everyMs / 1000 });
  emit({ type: "account_paced", account, until: at + pace.everyMs, because: why });
}

function free(context: Context, account: string, pace?: Pace): void {
  context.emit({ type: "account_freed", account, ...(pace && { pace }) });
}

const PACE_MS = 5_000;
/** Whether a guessed time was right, the first one shows; the others wait for it. */
const PACE_GUESSED_MS = 30_000;
const PACED_STARTS = 12;

function paceAfter(kind: HoldKind | undefined, at: number): Pace {
  const everyMs = kind === "guessed" ? PACE_GUESSED_MS : PACE_MS;
  return { everyMs, until: at + PACED_STARTS * everyMs };
}

function workOfAccount({ tasks, advisors, settings }: State, account: string): Work[] {
  return [...tasks.values(), ...advisors.asked.values()].filter(
    ({ status, spec }) => !isFinal(status) && accountOf(settings, spec.agent) === account,
  );
}

function askToStart(context: Context, account: string, waiting: readonly Work[], why: Because): void {
  const agents = agentsOf(context.state.settings, account).join(", ");
  const count = waiting.length === 1 ? "1 task waits" : `${waiting.length} tasks wait`;
  ask(context, {
    kind: "account",
    account,
    text: `The usage limit of ${agents} should have reset. auto_resume is false, so ${count} for you. Any answer lets them start; until then no task starts with this account.`,
    options: ["start them"],
    because: why,
  });
}
