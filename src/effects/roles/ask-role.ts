/**
 * Asks an agent in a role until its answer can be used: an answer that cannot is handed back with all that is wrong with
 * it, a few times. Whoever fails otherwise is not asked again here; that is decided by those who wanted to know. The last
 * answer is kept, also where it could not be used.
 */

import type { Failure } from "../../domain/proof/failure.ts";
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { AdvisorRole, RoleAnswers } from "../../domain/work/role-answers.ts";
import { fence } from "../../engine/advisor/fill-template.ts";
import { redact, secretsOf } from "../masking/redact.ts";
import { parseRoleAnswer } from "./parse-answer.ts";
import { addUsage, type RoleEnd, type RoleHost, type RoleLimits } from "./role-host.ts";

export interface RoleQuestion<R extends AdvisorRole> {
  readonly role: R;
  /** What its attempts are called; unique in the host's folder. */
  readonly name: string;
  readonly prompt: string;
  readonly agent: AgentConfig;
  readonly model?: string;
  /** The person's own rules for reading failures. */
  readonly failureRules?: readonly FailureRule[];
  /** Absolute; where it stands. */
  readonly workspace: string;
  /** Absolute; where reeve.yaml lies. */
  readonly project: string;
  /** How often it may be asked in all. */
  readonly triesMax: number;
  /** What else is wrong with an answer of the right shape; one sentence each. */
  readonly check?: (answer: RoleAnswers[R]) => readonly string[];
  readonly onTry?: (number: number) => void;
}

export type RoleReply<R extends AdvisorRole> = { readonly usage: Usage; readonly tries: number } & (
  | { readonly type: "answered"; readonly answer: RoleAnswers[R] }
  | {
      readonly type: "unusable";
      readonly problems: readonly string[];
      /** Of the right shape, but wrong by `check`; null: not even that. */
      readonly answer: RoleAnswers[R] | null;
    }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "stopped" }
);

export async function askRole<R extends AdvisorRole>(
  question: RoleQuestion<R>,
  host: RoleHost,
  limits: RoleLimits,
): Promise<RoleReply<R>> {
  const secrets = secretsOf(question.agent.env, process.env);
  let usage: Usage = { tokens: 0 };
  let prompt = question.prompt;
  for (let tries = 1; ; tries += 1) {
    question.onTry?.(tries);
    const end = await host.run(requestFor(question, prompt, tries), limits);
    usage = addUsage(usage, end.usage);
    if (end.type === "stopped") return { type: "stopped", usage, tries };
    if (end.type === "failed") return { type: "failed", failure: redact(end.failure, secrets), usage, tries };
    const read = readAnswer(question, end, secrets);
    if (read.problems.length === 0 && read.answer !== null)
      return { type: "answered", answer: read.answer, usage, tries };
    if (tries >= question.triesMax)
      return { type: "unusable", problems: read.problems, answer: read.answer, usage, tries };
    prompt = correctionPrompt(question.prompt, read.problems, read.said);
  }
}

interface Read<R extends AdvisorRole> {
  readonly answer: RoleAnswers[R] | null;
  readonly problems: readonly string[];
  /** As it was handed back. */
  readonly said: string;
}

type Heard = Extract<RoleEnd, { type: "said" | "unreadable" }>;

function readAnswer<R extends AdvisorRole>(
  { role, check }: RoleQuestion<R>,
  end: Heard,
  secrets: readonly string[],
): Read<R> {
  if (end.type === "unreadable") {
    return { answer: null, problems: [`the agent ${end.problem}`], said: redact(end.evidence.join("\n"), secrets) };
  }
  const parsed = parseRoleAnswer(role, end.value);
  const said = textOf(end.value);
  if (!parsed.ok) return { answer: null, problems: redact(parsed.problems, secrets), said };
  // Only now: what has the right shape is not nested without end.
  const answer = redact(parsed.answer, secrets);
  return { answer, problems: check?.(answer) ?? [], said };
}

/** What is nested without end cannot be written down, and need not be shown. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, null, 1) ?? "";
  } catch {
    return "";
  }
}

function requestFor<R extends AdvisorRole>(question: RoleQuestion<R>, prompt: string, number: number) {
  const { name, role, agent, model, workspace, project, failureRules } = question;
  return {
    runId: name,
    taskId: role,
    attemptId: `${name}.${number}`,
    number,
    prompt,
    workspace,
    project,
    agent,
    advisor: role,
    ...(model !== undefined && { model }),
    ...(failureRules !== undefined && { failureRules }),
  };
}

const SAID_LENGTH_MAX = 60_000;
const PROBLEMS_MAX = 30;

function correctionPrompt(prompt: string, problems: readonly string[], said: string): string {
  const shown = problems.slice(0, PROBLEMS_MAX).map((each) => `- ${each}`);
  const more = problems.length > PROBLEMS_MAX ? [`- and ${problems.length - PROBLEMS_MAX} more`] : [];
  const before = said.trim() === "" ? [] : ["What you handed back:", fence("answer", said, SAID_LENGTH_MAX), ""];
  return [
    prompt.trimEnd(),
    "",
    "You have answered this before, and the answer could not be used:",
    ...shown,
    ...more,
    "",
    ...before,
    "Hand back the whole answer again, corrected.",
    "",
  ].join("\n");
}
