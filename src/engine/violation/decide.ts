/**
 * What was seen that no agent may do: it is written down, and what the rule says follows, once for each attempt and rule. However
 * often an agent breaks a rule, it is answered once.
 */
import { because } from "../../domain/because.ts";
import type { Response } from "../../domain/spec/violation-rule.ts";
import type { Attempt, AttemptId } from "../../domain/work/attempt.ts";
import { giverText } from "../../domain/work/giver.ts";
import type { Context } from "../context.ts";
import { type Answer, TAKEN } from "../input.ts";
import type { State } from "../state.ts";
import type { Decide } from "../tables.ts";
import type { ViolationInput } from "./inputs.ts";
import { responseTo } from "./rules.ts";
import type { Violation } from "./violation.ts";

/** Whoever tries it over and over is told of often enough; each time in the journal would be its way to fill it. */
const ORDERS_TOLD_MAX = 10;

export const decide: Decide<ViolationInput> = {
  outside_write_seen(context, { rule, paths, ended }) {
    const alive = [...context.state.attempts.live.values()]
      .filter(({ phase }) => phase !== "deferred")
      .map(({ id }) => id);
    return answer(context, rule ?? "outside_write", [...new Set([...ended, ...alive])], paths);
  },
  advisor_wrote: (context, { attempt, paths }) => answer(context, "advisor_wrote", [attempt], paths),
  agent_ordered(context, { attempts, by }) {
    const told = context.state.violations.filter(
      ({ rule, attempts: whose }) => rule === "order_by_agent" && isSame(whose, attempts),
    );
    if (told.length >= ORDERS_TOLD_MAX || told.some(({ paths }) => paths[0] === giverText(by))) return TAKEN;
    return answer(context, "order_by_agent", attempts, [giverText(by)]);
  },
  violation_found(context, { attempts, rule, what, times }) {
    return answer(context, rule, attempts, what, times);
  },
};

function isSame(one: readonly AttemptId[], other: readonly AttemptId[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}

function answer(
  context: Context,
  rule: string,
  attempts: readonly AttemptId[],
  paths: readonly string[],
  times = 1,
): Answer {
  const { state, at, emit } = context;
  // Who has been answered for it is not answered twice; the fold of this event remembers it.
  const fresh = attempts.flatMap((id) => {
    const attempt = state.attempts.live.get(id);
    return attempt && !attempt.violated?.includes(rule) ? [attempt] : [];
  });
  const isShared = attempts.length > 1;
  const response = mildened(hardest(state, attempts, rule), isShared);
  const violation: Violation = {
    rule,
    at,
    attempts,
    paths,
    ...(response && { response }),
    ...(times > 1 && { times }),
  };
  emit({ type: "violation_seen", violation });
  for (const attempt of fresh)
    respond(context, attempt, violation, mildened(responseTo(state.settings, attempt.agent, rule), isShared));
  return TAKEN;
}

/** Where it is not known which of several did it, or whether a person did, people are told, and nobody is ended or accused. */
function mildened(response: Response | null, isShared: boolean): Response | null {
  return isShared && response !== null && response !== "log" ? "notify" : response;
}

function hardest(
  { settings, attempts: { live } }: State,
  attempts: readonly AttemptId[],
  rule: string,
): Response | null {
  const agents = attempts.flatMap((id) => live.get(id)?.agent ?? []);
  // Who has ended by now had an agent too, and which one is known no more: what holds for all holds for it.
  const said = (agents.length === 0 ? [""] : agents).map((agent) => responseTo(settings, agent, rule));
  return said.find((response) => response !== null) ?? null;
}

function respond({ emit }: Context, attempt: Attempt, violation: Violation, response: Response | null): void {
  const { rule, paths } = violation;
  if (response === "warn" && attempt.task !== undefined)
    emit({
      type: "task_told",
      task: attempt.task,
      message: `violation-${attempt.id}-${rule}`,
      text: warning(violation),
      to: attempt.phase === "stopping" ? null : attempt.id,
    });
  if ((response !== "pause" && response !== "reap") || attempt.phase === "stopping") return;
  const why = because("rule_broken", { broken: rule, response, what: paths[0] ?? "" }, paths);
  emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}

function warning({ rule, paths: [first = ""] }: Violation): string {
  return `You did what this project forbids (rule ${rule}): ${first}. Do not do that, and undo what you can of it. Then continue with your task.`;
}
