/** What only a person can answer, as rows: questions of one cause are one. Part of `attention`. */
import type { FleetView } from "../../app/look/fleet-view.ts";
import { plainText } from "../../domain/words/wording.ts";
import { heldBy, type Question, type QuestionKind } from "../../domain/work/question.ts";
import { askersOf, questionText } from "../../engine/question/question-text.ts";
import { causeOfQuestion, severityOf } from "../../engine/question/severity.ts";
import { type Act, acts } from "./act.ts";
import type { AttentionKind, AttentionRow } from "./attention.ts";
import { heldBehind, row } from "./attention-row.ts";

export function questionRows(view: FleetView): AttentionRow[] {
  const groups = new Map<string, Question[]>();
  for (const question of view.questions) {
    const key = causeKey(question);
    groups.set(key, [...(groups.get(key) ?? []), question]);
  }
  return [...groups.values()].map((questions) => rowOf(view, questions));
}

/** What somebody worded is about itself alone; what follows from a rule may be asked by many for one reason. */
function causeKey(question: Question): string {
  if (question.text !== null || question.kind !== "task") return question.id;
  const { facts } = question.because;
  return `${causeOfQuestion(question)} ${facts["subject"] ?? facts["message"] ?? question.id}`;
}

function rowOf(view: FleetView, questions: readonly Question[]): AttentionRow {
  const [first] = questions as readonly [Question, ...Question[]];
  const tasks = [...new Set(questions.flatMap(askersOf))];
  const held = heldBehind(view, [...tasks, ...tasksOfAgents(view, heldBy(first))]);
  const waiting = tasksOfAgents(view, heldBy(first)).filter((id) => !tasks.includes(id));
  const { title, rest } = sentences(questionText(first));
  return row(
    {
      id: first.id,
      kind: KINDS[first.kind],
      state: first.kind === "halt" ? "braked" : first.kind === "whole" ? "failed" : "question",
      severity: severityOf(first),
      since: Math.min(...questions.map(({ askedAt }) => askedAt)),
      began: first.kind !== "halt" ? "asked" : first.because.rule === "braked" ? "braked" : "halted",
      what: title,
      acts: actsOf(first, questions.length > 1, tasks),
    },
    {
      cause: causeOf(first),
      detail: rest,
      evidence: [...(first.table ?? []), ...first.because.evidence].map(plainText),
      tasks,
      held: [...waiting, ...held],
      holdsRun: first.kind === "halt",
      question: first.id,
      options: first.options.map(plainText),
      acked: questions.every(({ ackedAt }) => ackedAt !== undefined),
    },
  );
}

/** Of what a rule asks because something failed. What somebody worded stands as it is. */
function causeOf({ text, because: { facts } }: Question): string | null {
  const message = facts["message"];
  return text !== null || typeof message !== "string" || message === "" ? null : plainText(message);
}

const KINDS: Readonly<Record<QuestionKind, AttentionKind>> = {
  halt: "brake",
  task: "question",
  agent: "question",
  growth: "question",
  login: "account",
  ready: "account",
  account: "account",
  endpoint: "account",
  whole: "gave_up",
  replan: "proposal",
};

function actsOf(question: Question, isLike: boolean, tasks: readonly string[]): Act[] {
  const [task] = tasks;
  const why = task === undefined ? [] : [acts.why(task)];
  if (question.kind === "replan") return [acts.approve(question.replan), acts.reject(question.replan), ...why];
  const ack = question.ackedAt === undefined ? [acts.ack(question.id)] : [];
  const isSpent = question.because.facts["class"] === "budget" || question.because.rule === "too_costly";
  const grant = isSpent ? [acts.grant(question.because.facts["whose"] === "run" ? "run" : (task ?? "run"))] : [];
  if (question.kind === "halt") return [...grant, ...haltActs(question), ...ack];
  return [...grant, acts.answer(question.id, isLike), ...why, ...ack];
}

/** Who pulled the brake lets it go again; what else halted a run is a question. */
function haltActs({ id, because }: Question): Act[] {
  const both = [acts.answer(id), acts.release()];
  return because.rule === "braked" ? both.reverse() : both;
}

/** Ready tasks of agents of which nothing starts. */
function tasksOfAgents({ tasks }: FleetView, agents: readonly string[]): string[] {
  if (agents.length === 0) return [];
  return tasks.filter(({ status, agent }) => status === "ready" && agents.includes(agent)).map(({ id }) => id);
}

/** The first sentence, or line, is the title. */
function sentences(text: string): { readonly title: string; readonly rest: string | null } {
  const plain = plainText(text).trim();
  const end = /[.?!](?=\s)| ⏎ /.exec(plain);
  const at = end === null ? plain.length : end.index + (end[0] === " ⏎ " ? 0 : 1);
  const rest = plain.slice(at).replace(/^\s*⏎?\s*/, "");
  return { title: plain.slice(0, at), rest: rest === "" ? null : rest };
}
