/**
 * What a person is asked, whether the agent worded it or the rules did. It says what happened, and ends with a question
 * or with what to do; who answers needs to look nowhere else first.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { capital, plainText, withoutStop } from "../../domain/words/wording.ts";
import type { Question, QuestionOf } from "../../domain/work/question.ts";
import { becauseSentence } from "../wording/because-words.ts";

export function questionText(question: Question): string {
  return question.text === null ? fromRules(question) : fromAgent(question, plainText(question.text));
}

/** Whom it is about: those that wait for the answer, or the one whose agent asks while it works. */
export function askersOf(question: Question): readonly TaskId[] {
  return question.kind === "agent" ? [question.asker] : question.tasks;
}

/** An ambiguity is asked in the agent's own words; what it found wrong is no question until somebody makes it one. */
function fromAgent({ because, tasks }: Question, text: string): string {
  const reason = because.rule === "blocked" ? BLOCKED[`${because.facts["reason"]}`] : undefined;
  if (reason === undefined) return text;
  return `${reason}: ${text}${/\?\s*$/.test(text) ? "" : ` What should ${tasks.join(", ")} do?`}`;
}

const BLOCKED: Readonly<Record<string, string>> = {
  missing_dependency: "The agent says that something is missing",
  contradictory_requirements: "The agent says that the requirements contradict each other",
  impossible_as_specified: "The agent says that it cannot be done as described",
};

function fromRules(question: Question): string {
  if (question.kind === "ready") return fromPreflight(question);
  const { tasks, because } = question;
  const who = tasks.length === 1 ? `${tasks[0]} is` : `these ${tasks.length} tasks (${tasks.join(", ")}) are`;
  const cause = plainText(becauseSentence(because));
  // That sentence begins with the name of a task.
  const opening = withoutStop(because.rule === "intensity_exceeded" ? cause : capital(cause));
  const remedy = because.rule === "terminal_failure" ? REMEDIES[because.facts["class"] as FailureClass] : undefined;
  const grants = grantText(question);
  if (grants !== null) return `${opening}. ${grants}`;
  const others = question.kind === "login" ? ` Until you answer, no task starts with ${question.agent}.` : "";
  return remedy === undefined
    ? `${opening}.${others} What should change before ${who} retried?`
    : `${opening}.${others} ${remedy}, then answer with what you did, and ${who} retried.`;
}

/** Where only money is missing: a grant is the answer, and needs no other. */
function grantText({ tasks, because: { rule, facts } }: Question): string | null {
  const isSpent =
    rule === "too_costly" || rule === "budget_exceeded" || (rule === "terminal_failure" && facts["class"] === "budget");
  if (!isSpent) return null;
  const ofGang = facts["whose"] === "gang" ? facts["gang"] : undefined;
  const whose = ofGang ?? (facts["whose"] === "run" ? "run" : (tasks[0] ?? "run"));
  const amount = `${facts["left"] ?? facts["message"] ?? facts["limit"]}`;
  const kind = /tokens/.test(amount) ? "--tokens" : /minute/.test(amount) ? "--minutes" : "--usd";
  const others = tasks.length > 1 ? "them" : "it";
  return `\`reeve grant ${whose} ${kind} N\` grants more and lets ${others} continue; or say what should change before ${others === "it" ? "it is" : "they are"} retried.`;
}

function fromPreflight({ agents, because: { facts } }: QuestionOf<"ready">): string {
  const count = facts["tasks"] === 1 ? "1 task waits" : `${facts["tasks"]} tasks wait`;
  const message = plainText(`${facts["message"]}`);
  const who = agents.length === 1 ? `the agent ${agents[0]}` : `the agents ${agents.join(", ")}`;
  return `${message} ${count}, because nothing is started with ${who} before that. Then answer, or just run \`reeve run\` again.`;
}

/** What somebody has to do before a retry makes sense, where the class of failure says. */
const REMEDIES: Readonly<Partial<Record<FailureClass, string>>> = {
  auth: "Log the agent in again, or give it a valid key",
  billing: "Check the billing of its account",
  disk_full: "Make room on the disk (`reeve clean --dry-run` shows what Reeve could remove)",
  permission: "Allow it, or change the task so that it needs no such permission",
  config_error: "Fix that",
};
