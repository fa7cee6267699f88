/**
 * What was missing when Reeve looked before the first start: one question for each program, however many tasks need it. No
 * task of the agents that need it starts before that; nobody fails by it, and nothing is counted. What is there again is
 * asked no longer.
 */
import { type Because, because } from "../../domain/because.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { ask } from "../question/ask.ts";
import type { State } from "../state.ts";
import { giveUp } from "../task/ends.ts";
import type { Unready } from "./inputs.ts";
import { THERE_NOW } from "./state.ts";

export function askAboutUnready(context: Context, unready: readonly Unready[]): void {
  const { state } = context;
  const missing = new Set(unready.map(nameOf));
  for (const question of asked(state))
    if (!missing.has(question.missing))
      context.emit({ type: "question_answered", question: question.id, text: THERE_NOW });
  const known = new Set(asked(state).map((question) => question.missing));
  for (const each of unready) if (!known.has(nameOf(each)) && !isAccepted(state, each)) tell(context, each);
}

/** No task is left that needs it: then there is nothing to ask. */
export function dropUnneeded(context: Context): void {
  const { state } = context;
  for (const { id, agents } of asked(state)) {
    const isNeeded = [...state.tasks.values()].some(
      ({ status, spec }) => !isFinal(status) && agents.includes(spec.agent),
    );
    if (!isNeeded) context.emit({ type: "question_answered", question: id, text: "No task that needs it is left." });
  }
}

function tell(context: Context, { program, agents, by, message, evidence }: Unready): void {
  const { state } = context;
  const waiting = [...state.tasks.values()].filter(
    ({ status, spec }) => !isFinal(status) && agents.includes(spec.agent),
  );
  if (waiting.length === 0) return;
  const facts = { class: "config_error", subject: program, message, tasks: waiting.length };
  const why: Because = because("not_ready", facts, evidence);
  if (state.settings.policies.escalation !== "give_up") {
    ask(context, { kind: "ready", agents, missing: nameOf({ program, by }), text: null, because: why });
    return;
  }
  // Nobody is to be asked, and what its gates need may still come: only what cannot start at all is given up.
  if (by === "agent") for (const { id, status } of waiting) if (!isFinal(status)) giveUp(context, id, why);
}

function nameOf({ program, by }: Pick<Unready, "program" | "by">): string {
  return `${by} ${program}`;
}

/** A person has said that its gates may be tried without it: that is asked once. Without its program no agent starts. */
function isAccepted({ run }: State, each: Unready): boolean {
  return each.by === "gate" && (run.accepted ?? []).includes(nameOf(each));
}

function asked({ questions }: State): QuestionOf<"ready">[] {
  return [...questions.open.values()].filter((question) => question.kind === "ready");
}
