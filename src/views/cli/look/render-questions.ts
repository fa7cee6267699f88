/**
 * What only a person can answer, as lines, in the order in which it is given. Where the run itself asks what to do, only
 * what an ambiguous task asks comes before it; what other tasks ask is only named, because one answer may answer most of it.
 */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import { needOf } from "../../../domain/proof/machine-need.ts";
import { endpointName } from "../../../domain/work/unreached.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { isAmbiguity } from "../../../engine/question/urgent-first.ts";
import { clipWords, countOf, plainText, untold } from "../../words.ts";

type Question = FleetView["questions"][number];

/** `about`: a line more for some of them. */
export function allQuestions(questions: readonly Question[], about: ReadonlyMap<string, string> = new Map()): string[] {
  const lines = (question: Question) => questionLines(question, about.get(question.id));
  const first = questions.find(({ kind }) => kind === "halt");
  if (first === undefined) return questions.flatMap(lines);
  const unclear = questions.filter(isAmbiguity);
  const others = questions.filter((each) => each !== first && !isAmbiguity(each));
  const opened = [...unclear, first].flatMap(lines);
  if (others.length === 0) return opened;
  const named = others.slice(0, NAMED_MAX).map((each) => `     ${clipWords(questionLine(each), WIDTH_MAX)}`);
  const more = others.length > NAMED_MAX ? [`     … and ${others.length - NAMED_MAX} more (--json lists all)`] : [];
  const opening = `  ${countOf(others.length, "question")} of single tasks as well; saying what changed answers those that failed:`;
  return [...opened, opening, ...named, ...more];
}

const NAMED_MAX = 6;
const WIDTH_MAX = 72;
const EVIDENCE_MAX = 4;
/** Of a change of the plan everybody should see what it is. */
const CHANGES_MAX = 12;

/** Which task asks, what, what it rests on, what it could be told, and how. */
function questionLines(question: Question, about: string | undefined): string[] {
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
  const shown = [...(question.table ?? []).map(plainText), ...evidence].map((line) => `     | ${line}`);
  const heading = about === undefined ? [] : [`     ${about}`];
  return [asked, ...heading, ...shown, ...choices, ...door, `     ${howToAnswer(question)}`];
}

export function questionLine(question: Question): string {
  return `${question.id} (${whoAsks(question)})  ${questionText(question)}`;
}

function whoAsks(question: Question): string {
  if (question.kind === "agent") return `${question.asker}, while it works`;
  if (question.kind === "endpoint") return askedAbout(question.endpoint);
  if (question.kind === "ready")
    return question.agents.length === 1 ? `agent ${question.agents[0]}` : `agents ${question.agents.join(", ")}`;
  if (question.kind === "account") return `account ${question.account}`;
  return question.tasks.join(", ") || "the run";
}

function askedAbout(endpoint: string): string {
  return needOf(endpoint) === null ? `network ${endpointName(endpoint)}` : "this machine";
}

function howToAnswer({ id, options, kind, because: { rule } }: Question): string {
  if (kind === "halt" && rule === "braked")
    return `reeve release, or reeve answer ${id} with the number of an option; then reeve run`;
  if (kind === "halt") return `reeve answer ${id} "retry: what changed", or the number of an option; then reeve run`;
  return `reeve answer ${id} ${options.length === 0 ? '"…"' : '"…", or the number of an option'}`;
}
