/**
 * What only a person can answer, as lines. Where the run itself asks what to do, that comes first and alone; what single
 * tasks ask beside it is only named, because one answer may answer most of it.
 */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { clip, countOf, plainText, untold } from "../../words.ts";

type Question = FleetView["questions"][number];

export function allQuestions(questions: readonly Question[]): string[] {
  const first = questions.find(({ kind }) => kind === "halt");
  if (first === undefined) return questions.flatMap(questionLines);
  const others = questions.filter((each) => each !== first);
  if (others.length === 0) return questionLines(first);
  const named = others.slice(0, NAMED_MAX).map((each) => `     ${clip(questionLine(each), WIDTH_MAX)}`);
  const more = others.length > NAMED_MAX ? [`     … and ${others.length - NAMED_MAX} more (--json lists all)`] : [];
  const opening = `  ${countOf(others.length, "question")} of single tasks as well; saying what changed answers those that failed:`;
  return [...questionLines(first), opening, ...named, ...more];
}

const NAMED_MAX = 6;
const WIDTH_MAX = 72;
const EVIDENCE_MAX = 4;
/** Of a change of the plan everybody should see what it is. */
const CHANGES_MAX = 12;

/** Which task asks, what, what it rests on, what it could be told, and how. */
function questionLines(question: Question): string[] {
  const { options } = question;
  const replan = question.kind === "replan" ? question.replan : undefined;
  const choices = options.map((option, i) => `     ${i + 1}. ${plainText(option)}`);
  const asked = questionLine(question);
  const max = replan === undefined ? EVIDENCE_MAX : CHANGES_MAX;
  const evidence = untold(asked, question.because.evidence.map(plainText)).slice(0, max);
  const door =
    replan === undefined
      ? []
      : [`     reeve approve ${replan}, or reeve reject ${replan} --because "…"; reeve plans ${replan} shows all`];
  return [asked, ...evidence.map((line) => `     | ${line}`), ...choices, ...door, `     ${howToAnswer(question)}`];
}

export function questionLine(question: Question): string {
  return `${question.id} (${whoAsks(question)})  ${questionText(question)}`;
}

function whoAsks(question: Question): string {
  if (question.kind === "agent") return `${question.asker}, while it works`;
  if (question.kind === "account") return `account ${question.account}`;
  return question.tasks.join(", ") || "the run";
}

function howToAnswer({ id, options, kind }: Question): string {
  if (kind === "halt") return `reeve answer ${id} "retry: what changed", or the number of an option; then reeve run`;
  return `reeve answer ${id} ${options.length === 0 ? '"…"' : '"…", or the number of an option'}`;
}
