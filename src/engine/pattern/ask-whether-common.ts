/**
 * Where two failures may have one cause and no rule can tell, a supervisor is asked once, with both texts. Its yes makes
 * one fix for both; its no, its silence and what is no answer change nothing: the retry goes on as it was. Nobody is asked
 * twice about the same two causes.
 */
import { because } from "../../domain/because.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { AdviceRequest, Advisor } from "../../domain/work/advisor.ts";
import type { SupervisorAnswer } from "../../domain/work/role-answers.ts";
import type { Task } from "../../domain/work/task.ts";
import { causeOf } from "../advisor/advice-limit.ts";
import { askAdvisor } from "../advisor/ask-advisor.ts";
import { supervisorValues } from "../advisor/what-to-tell.ts";
import { type MaybeSame, maybeSame } from "../causes/groups/maybe-same.ts";
import type { Context } from "../context.ts";
import { growthLeft } from "../growth/growth-left.ts";
import type { State } from "../state.ts";
import { canBeFixed, fixCommonCause } from "./hold-for-pattern.ts";

/** True: the task waits for the supervisor's word, and is then tried again with or without it. */
export function askWhetherCommon(context: Context, task: Task, attempt: string): boolean {
  const { state } = context;
  if (state.settings.advisors.supervisor === undefined || task.fixes !== null || growthLeft(state) === 0) return false;
  const own = state.patterns.failures.find(({ id }) => id === attempt);
  const found = own && maybeSame(own, othersOf(state, own), new Set(state.run.history?.common ?? []));
  if (!own || !found) return false;
  const request = requestOf(task, own, found);
  if (state.advisors.causes[causeOf(request)] !== undefined) return false;
  return askAdvisor(context, request, supervisorValues(state, task, request.because, QUESTION)) !== null;
}

const QUESTION =
  "Two tasks failed, and their failures may have one cause. Do they? If so, tell it in pattern_detected, with both tasks in affected_tasks. If not, or if the texts do not show it, pattern_detected is null. Nothing else of your answer is used this time.";

/** Whether a supervisor was asked just this. */
export function isAboutCommonCause({ request }: Advisor): boolean {
  return request.because.rule === "maybe_common_cause";
}

export function takeWhetherCommon(context: Context, { request }: Advisor, task: Task, answer: SupervisorAnswer): void {
  const other = `${request.because.facts["other"] ?? ""}`;
  const found = answer.pattern_detected;
  if (found === null || !found.affected_tasks.includes(other)) return;
  const both = { ...answer, pattern_detected: { ...found, affected_tasks: [task.id, other] } };
  const refused = fixCommonCause(context, task, both, request.because);
  if (refused !== null) context.emit({ type: "action_refused", task: task.id, action: "fix_root_cause", why: refused });
}

function othersOf(state: State, own: FailureNote): readonly FailureNote[] {
  return state.patterns.failures.filter((note) => note.id !== own.id && canBeFixed(state, note.task));
}

const TEXT_LENGTH_MAX = 1_200;

function requestOf(task: Task, own: FailureNote, { other, thing, named, pair }: MaybeSame<FailureNote>): AdviceRequest {
  const facts = { task: task.id, other: other.task, thing: thing.name, named, pair };
  const texts = [own, other].map(({ id, text }) => `${id}: ${text.slice(0, TEXT_LENGTH_MAX)}`);
  return { role: "supervisor", about: task.id, because: because("maybe_common_cause", facts, texts) };
}
