/**
 * The integrated work is red after the last merge. What is missing is traced to the task that owes it, which is worked
 * again with the report; a gate that was green until one certain merge, to that merge. What the contract wants and no task
 * covers goes to the planner. Where nobody owes it, or whoever does has no try left, a person is asked once; then, or where
 * nobody is to be asked, the run ends as failed.
 */
import { type Because, because } from "../../domain/because.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { type Answer, TAKEN } from "../input.ts";
import { ask } from "../question/ask.ts";
import { gapReport } from "../recovery/gap-report.ts";
import { canReopen, hasTriesLeft, reopenWith } from "../recovery/rework.ts";
import { askReplan } from "../replan/replan.ts";
import type { State } from "../state.ts";

const EVIDENCE_MAX = 12;

export function onRedWhole(context: Context, gates: readonly GateResult[]): void {
  const { state } = context;
  const failed = gates.filter(({ verdict }) => verdict === "failed");
  const byTask = Map.groupBy(failed, (gate) => debtorOf(state, gate));
  let reopened = 0;
  for (const [id, owed] of byTask) {
    const task = id === null ? undefined : state.tasks.get(id);
    if (!task || !canReopen(state, task) || !hasTriesLeft(state, task)) continue;
    reopenWith(context, task, redOf(owed), gapReport(owed));
    reopened += 1;
  }
  if (reopened > 0 || state.run.redAsked || askForPlan(context, failed)) return;
  askAboutRed(context, failed);
}

/** What the contract wants and no task of the plan covers any longer is the planner's. False: there is none to ask. */
function askForPlan(context: Context, failed: readonly GateResult[]): boolean {
  const { state } = context;
  const uncovered = failed.filter((gate) => gate.gate === "contract" && !isCovered(state, debtorOf(state, gate)));
  // It is about the whole, but somebody has to stand for it: the task that came last.
  const latest = [...state.tasks.values()].findLast(({ status }) => status === "done");
  if (uncovered.length === 0 || !latest) return false;
  const gaps = uncovered.map(({ message }) => message).slice(0, EVIDENCE_MAX);
  const why = because("integration_red", { message: gaps[0] ?? "" }, gaps);
  return askReplan(
    context,
    latest,
    why,
    "The integrated work lacks what the contract promises, and no task covers it.",
  );
}

function isCovered({ tasks }: State, id: TaskId | null): boolean {
  const task = id === null ? undefined : tasks.get(id);
  return task !== undefined && (!isFinal(task.status) || task.status === "done");
}

/** No planner could help: a person is asked once. */
export function withoutPlan(context: Context, why: Because): void {
  const { state } = context;
  const asks = [...state.advisors.asked.values()].some(
    (each) => each.request.role === "planner" && !isFinal(each.status),
  );
  if (state.run.check !== "red" || state.run.redAsked || state.replans.open.size > 0 || asks) return;
  if (state.settings.policies.escalation === "give_up") return;
  const message = `${why.facts["message"] ?? "a gate failed"}`.replace(/\.$/, "");
  askAboutWhole(context, why, `The integrated work fails its gates: ${message}. ${WHAT_ANSWERS_DO}`);
}

function askAboutRed(context: Context, failed: readonly GateResult[]): void {
  if (context.state.settings.policies.escalation === "give_up") return;
  const message = (failed[0]?.message ?? "a gate failed").replace(/\.$/, "");
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
  askAboutWhole(context, redOf(failed), `The integrated work fails its gates: ${message}${more}. ${WHAT_ANSWERS_DO}`);
}

const WHAT_ANSWERS_DO =
  "Name the task that should fix it, and Reeve reopens it; with any other answer Reeve checks the integrated work again.";

/** Nobody's own question: a task named in the answer is reopened, anything else has the integrated work checked again. */
export function askAboutWhole(context: Context, why: Because, text: string): void {
  ask(context, { kind: "whole", text, because: why });
}

export function answerWhole(context: Context, question: QuestionOf<"whole">, text: string): Answer {
  const { state } = context;
  context.emit({ type: "question_answered", question: question.id, text });
  const named = text.split(/[^\w.@/-]+/).map((word) => state.tasks.get(word.replace(/[.:,]$/, "")));
  const task = named.find((each) => each !== undefined && canReopen(state, each));
  const why = because("person", { said: text });
  if (task) reopenWith(context, task, why, questionText(question), `A person says: ${text}`);
  else if (state.run.check === "red") context.emit({ type: "run_checking" });
  return TAKEN;
}

function questionText({ text, because: why }: QuestionOf<"whole">): string {
  return [text ?? "", ...why.evidence].join("\n");
}

function redOf(gates: readonly GateResult[]): Because {
  const message = gates[0]?.message ?? "a gate failed";
  return because("integration_red", { message }, gates.flatMap(({ evidence }) => evidence).slice(-EVIDENCE_MAX));
}

const OWED = "owed by ";

function debtorOf(state: State, gate: GateResult): TaskId | null {
  if (gate.gate !== "contract") return breakerOf(state, gate);
  const entity = state.plan.contract?.entities.find(({ name }) => name === gate.name);
  const line = gate.evidence.find((each) => each.startsWith(OWED));
  return entity?.createdByTask ?? line?.slice(OWED.length) ?? null;
}

/** Green at the last merge of a task that has this gate, red now: known where only one was merged after it. */
function breakerOf({ tasks }: State, gate: GateResult): TaskId | null {
  const has = ({ spec }: Task) => spec.gates.some(({ name }) => name === gate.name);
  const merged = [...tasks.values()].filter(({ status, commit }) => status === "done" && commit !== null);
  const ordered = merged.toSorted((a, b) => a.changedAt - b.changedAt);
  const proved = ordered.findLastIndex(has);
  const after = proved < 0 ? [] : ordered.slice(proved + 1);
  const sameTime = after[0] !== undefined && after[0].changedAt === ordered[proved]?.changedAt;
  return after.length === 1 && !sameTime ? (after[0]?.id ?? null) : null;
}
