/**
 * What was missing when Reeve looked before a start: one question for each lack, however many tasks need it. No work of the agents
 * that need it starts before that; nobody fails by it, and nothing is counted. What is there again is asked no longer.
 */
import { type Because, because } from "../../domain/because.ts";
import type { FailureClass } from "../../domain/proof/failure.ts";
import { BY_ITSELF, type Unready } from "../../domain/tree/unready.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { isFinal } from "../../domain/work/task.ts";
import type { Work } from "../../domain/work/work.ts";
import type { Context } from "../context.ts";
import type { State } from "../state.ts";
import { giveUp } from "../task/ends.ts";
import { ask } from "./ask.ts";

/** `unready`: all that is missing now. */
export function askAboutUnready(context: Context, unready: readonly Unready[]): void {
  const missing = new Set(unready.map(nameOf));
  for (const question of asked(context.state))
    if (!missing.has(question.missing))
      context.emit({ type: "question_answered", question: question.id, text: BY_ITSELF.there });
  alsoUnready(context, unready);
}

/** `unready`: beside what is known already, as one start met it. */
export function alsoUnready(context: Context, unready: readonly Unready[]): void {
  const { state } = context;
  for (const each of unready) {
    const known = asked(state).find(({ missing }) => missing === nameOf(each));
    if (isAccepted(state, each) || (known && each.agents.every((agent) => known.agents.includes(agent)))) continue;
    // Another agent lacks it too: one question holds them all.
    if (known) context.emit({ type: "question_answered", question: known.id, text: BY_ITSELF.joined });
    tell(context, { ...each, agents: [...new Set([...(known?.agents ?? []), ...each.agents])] });
  }
}

/** No work is left that needs it: then there is nothing to ask. */
export function dropUnneeded(context: Context): void {
  const { state } = context;
  for (const { id, agents } of asked(state))
    if (waitingFor(state, agents).length === 0)
      context.emit({ type: "question_answered", question: id, text: BY_ITSELF.unneeded });
}

/** That agent's program, login or permission is asked about; undefined: nothing of the kind is. */
export function readyQuestion({ derived, questions }: State, agent: string): QuestionOf<"ready"> | undefined {
  const question = questions.open.get(derived.askedAgents.get(agent) ?? "q0");
  return question?.kind === "ready" ? question : undefined;
}

export function unreadyBecause({ program, by, message, evidence }: Unready, tasks: number): Because {
  return because("not_ready", { class: CLASSES[by], subject: program, message, tasks }, evidence);
}

const CLASSES: Readonly<Record<Unready["by"], FailureClass>> = {
  agent: "config_error",
  gate: "config_error",
  login: "auth",
  permission: "permission",
};

function tell(context: Context, lack: Unready): void {
  const { state } = context;
  const { agents, by } = lack;
  const waiting = waitingFor(state, agents);
  if (waiting.length === 0) return;
  const why = unreadyBecause(lack, waiting.length);
  if (state.settings.policies.escalation !== "give_up") {
    ask(context, { kind: "ready", agents, missing: nameOf(lack), text: null, because: why });
    return;
  }
  // Nobody is to be asked, and what its gates need may still come: only what cannot start at all is given up.
  if (by === "gate") return;
  for (const { id, status, kind } of waiting) if (kind === "task" && !isFinal(status)) giveUp(context, id, why);
}

function waitingFor({ tasks, advisors }: State, agents: readonly string[]): Work[] {
  return [...tasks.values(), ...advisors.asked.values()].filter(
    ({ status, spec }) => !isFinal(status) && agents.includes(spec.agent),
  );
}

function nameOf({ program, by }: Pick<Unready, "program" | "by">): string {
  return `${by} ${program}`;
}

/**
 * A person has said that gates may be tried without it, or that a login is there where Reeve does not look: that is asked
 * once. Without its program no agent starts, and one that may not work unattended would hang.
 */
export function isAccepted({ run }: State, each: Unready): boolean {
  return (each.by === "gate" || each.by === "login") && (run.accepted ?? []).includes(nameOf(each));
}

function asked({ questions }: State): QuestionOf<"ready">[] {
  return [...questions.open.values()].filter((question) => question.kind === "ready");
}
