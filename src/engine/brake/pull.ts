/** A person pulls the brake, and releases it. Only a person releases: one agent first, and if that goes wrong, the run stands again. */
import { because } from "../../domain/because.ts";
import type { QuestionOf } from "../../domain/work/question.ts";
import type { Context } from "../context.ts";
import { type Answer, type InputOf, refused, TAKEN } from "../input.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { bringBack } from "../task/bring-back.ts";
import { haltAndAsk } from "./halt.ts";

export function onBrake(context: Context, { reason }: InputOf<"brake">): Answer {
  const { phase } = context.state.run;
  if (phase === "stopping" || phase === "halted") return TAKEN;
  if (phase !== "working" && phase !== "paused") return refused({ what: "run_over", phase });
  haltAndAsk(context, because("braked", { reason: reason.trim() }));
  return TAKEN;
}

export function onRelease(context: Context): Answer {
  const { state, emit } = context;
  const question = haltQuestionIn(state);
  if (question === null) return withoutQuestion(context);
  const why = because("person", { said: "released the brake" });
  emit({ type: "question_answered", question: question.id, text: "released" });
  for (const id of question.tasks) bringBack(context, taskOf(state, id), why, "");
  emit({ type: "release_staged" });
  emit({ type: "run_resumed" });
  return TAKEN;
}

/** Said once more, a release that is on its first task is complete. */
function withoutQuestion({ state, emit }: Context): Answer {
  const { phase, because: why } = state.run;
  if (state.brake.staged) emit({ type: "release_completed" });
  else if (why?.rule === "budget_exceeded" && phase !== "working") return refused({ what: "halted_for_budget" });
  else return refused({ what: "not_braked", phase });
  return TAKEN;
}

function haltQuestionIn({ questions }: State): QuestionOf<"halt"> | null {
  for (const question of questions.open.values()) if (question.kind === "halt") return question;
  return null;
}
