/**
 * A login that is not valid, an account without money and a program that is missing are no task's own trouble: whoever
 * starts next with that agent fails the same way. The second failure by the same cause shows it: it joins the question of the first, and nobody of
 * that agent starts before the answer.
 */
import type { Because } from "../../domain/because.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import { knownCause } from "../pattern/common-cause.ts";
import type { State } from "../state.ts";

/** With another start of that agent nothing would be different. */
const OF_THE_AGENT: ReadonlySet<unknown> = new Set(["auth", "billing", "config_error"]);

/** False: it is about this task alone, as far as is known. */
export function joinQuestion(context: Context, task: Task, why: Because): boolean {
  const { state, emit } = context;
  if (why.rule !== "terminal_failure" || !OF_THE_AGENT.has(why.facts["class"])) return false;
  if (!state.settings.policies.holdAccounts) return false;
  const question = sameTrouble(state, task);
  if (question === null) return false;
  emit({ type: "question_joined", question, task: task.id, agent: task.spec.agent, because: why });
  return true;
}

/** The open question about the same cause with the same agent. */
function sameTrouble(state: State, task: Task): QuestionId | null {
  const own = state.patterns.failures.findLast((note) => note.task === task.id);
  if (!own) return null;
  const same = (note: FailureNote) => {
    const other = taskOf(state, note.task);
    if (other.id === task.id || other.question === null || other.spec.agent !== task.spec.agent) return false;
    return other.because?.rule === "terminal_failure" && knownCause(note).key === knownCause(own).key;
  };
  const note = state.patterns.failures.findLast(same);
  return note === undefined ? null : taskOf(state, note.task).question;
}
