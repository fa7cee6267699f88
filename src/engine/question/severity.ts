/** How severe it is that a question is open: by what stands still until it is answered. Looks only. */
import type { Severity } from "../../domain/spec/notify.ts";
import type { Question, QuestionKind } from "../../domain/work/question.ts";

/** Whole runs and all tasks of an agent before single tasks; whoever works on meanwhile comes last. */
const SEVERITY: Readonly<Record<QuestionKind, Severity>> = {
  halt: "critical",
  login: "critical",
  ready: "critical",
  account: "high",
  endpoint: "high",
  growth: "high",
  whole: "high",
  task: "high",
  replan: "high",
  agent: "warning",
};

export function severityOf({ kind }: Question): Severity {
  return SEVERITY[kind];
}

/** Of one cause are those that ask by the same rule about the same class of failure. */
export function causeOfQuestion({ kind, because: { rule, facts } }: Question): string {
  return [kind, rule, facts["class"] ?? facts["reason"] ?? ""].join(" ").trimEnd();
}
