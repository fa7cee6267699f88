/** What roles reported of their work, in the order of the log: findings, decisions, questions, scores, what they had read. Pure. */
import { asList, asMapping, asText } from "../../../basics/loose.ts";
import type { Message } from "./messages.ts";

export interface State {
  readonly role: string;
  /** `DRAFT-002`; empty where the message does not say. */
  readonly task: string;
  readonly line: number;
  readonly decisions: readonly Statement[];
  readonly questions: readonly Question[];
  readonly resolved: readonly string[];
  readonly terms: readonly string[];
  readonly consumed: readonly string[] | null;
  readonly score: number | null;
  readonly ref: string | null;
}

/** Something that was decided: what about, and how. */
export interface Statement {
  readonly topic: string;
  readonly value: string;
  readonly text: string;
  readonly isReplacing: boolean;
}

export interface Question {
  readonly text: string;
  readonly isCritical: boolean;
  readonly isResolved: boolean;
}

export function statesIn(messages: readonly Message[]): readonly State[] {
  return messages.filter(({ type, data }) => type === "state_update" || hasReport(data)).map(stateOf);
}

export function taskOf({ data, summary }: Pick<Message, "data" | "summary">): string {
  const said = asText(data["task_id"]) ?? asText(data["task"]);
  return said ?? /\b[A-Z]{2,}(?:-[A-Z]+)?-\d{2,4}\b/.exec(summary)?.[0] ?? "";
}

function hasReport(data: Message["data"]): boolean {
  return ["decisions", "open_questions", "quality_self_score", "upstream_refs_consumed", "key_findings"].some(
    (key) => key in data,
  );
}

function stateOf(message: Message): State {
  const { data, from, line } = message;
  return {
    role: asText(data["role"]) ?? from,
    task: taskOf(message),
    line,
    decisions: asList(data["decisions"]).flatMap((each) => statementOf(each) ?? []),
    questions: asList(data["open_questions"]).flatMap((each) => questionOf(each) ?? []),
    resolved: asList(data["resolved_questions"]).flatMap(
      (each) => asText(each) ?? asText(asMapping(each)["question"]) ?? [],
    ),
    terms: asList(data["terminology_keys"]).flatMap((each) => asText(each) ?? []),
    consumed:
      "upstream_refs_consumed" in data
        ? asList(data["upstream_refs_consumed"]).flatMap((each) => asText(each) ?? asText(asMapping(each)["ref"]) ?? [])
        : null,
    score: typeof data["quality_self_score"] === "number" ? data["quality_self_score"] : null,
    ref: asText(data["ref"]) ?? null,
  };
}

function statementOf(value: unknown): Statement | null {
  const fields = asMapping(value);
  const text = asText(value) ?? asText(fields["decision"]) ?? asText(fields["value"]) ?? asText(fields["text"]);
  if (text === undefined) return null;
  const topic = asText(fields["topic"]) ?? asText(fields["key"]) ?? asText(fields["id"]) ?? asText(fields["title"]);
  const isReplacing = "supersedes" in fields || "replaces" in fields;
  return topic === undefined
    ? statement(text, isReplacing)
    : { topic: topic.toLowerCase(), value: text.toLowerCase(), text: `${topic}: ${text}`, isReplacing };
}

/** "Topic: value" and "use value for topic" say the same. */
export function statement(text: string, isReplacing = false): Statement {
  const isNew = isReplacing || /\b(?:supersed|replac|instead of|no longer|overrid|revis)\w*/iu.test(text);
  const [, topic, value] = /^([^:.]{2,60}):\s+(\S.*)$/u.exec(text) ?? [];
  if (topic !== undefined && value !== undefined)
    return { topic: topic.trim().toLowerCase(), value: value.trim().toLowerCase(), text, isReplacing: isNew };
  const [, used, about] =
    /\b(?:use|adopt|choose|chose|select|pick)\s+(.{2,60}?)\s+(?:for|as)\s+(?:the\s+|our\s+)?(.{2,60}?)[.;]?$/iu.exec(
      text,
    ) ?? [];
  if (used !== undefined && about !== undefined && !/\b(?:not|never|n't)\b/iu.test(text))
    return { topic: about.toLowerCase(), value: used.toLowerCase(), text, isReplacing: isNew };
  return { topic: "", value: "", text, isReplacing: isNew };
}

function questionOf(value: unknown): Question | null {
  const fields = asMapping(value);
  const text = asText(value) ?? asText(fields["question"]) ?? asText(fields["text"]);
  if (text === undefined) return null;
  const weight = asText(fields["criticality"]) ?? asText(fields["severity"]) ?? asText(fields["priority"]) ?? "";
  const status = asText(fields["status"]) ?? "";
  return {
    text,
    isCritical: /^(?:critical|blocker|blocking|high)$/iu.test(weight) || /^\W*(?:critical|blocker)\b/iu.test(text),
    isResolved:
      fields["resolved"] === true || /^(?:resolved|closed|answered|done)$/iu.test(status) || "answer" in fields,
  };
}
