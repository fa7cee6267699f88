/**
 * A model that follows a script instead of markers in the prompt: which task it is about stands in Reeve's prompt, what to do
 * in each of its attempts in the script, which has the form of the scripted agent's. Several agents may share it. It
 * remembers only which attempt of a task it is at.
 */
import type { Script, Step } from "../../src/effects/agents/scripted/script.ts";
import { stepsFor } from "../../src/effects/agents/scripted/script.ts";
import type { Conversation } from "./conversation.ts";
import { type Answer, answer, type Reply, type ToolCall, type Usage } from "./reply.ts";
import { resultAnswer } from "./result-answer.ts";
import { findTask, type TaskPrompt } from "./task-prompt.ts";
import { shellCall, writeCall } from "./tool-calls.ts";

/** Null: nothing is scripted for what the conversation is about. */
export type ScriptPlayer = (conversation: Conversation) => Reply | null;

/** An attempt as its model sees it begin. */
export interface Begun {
  readonly task: string;
  readonly attempt: number;
  /** Answers of its own that the model was sent with the prompt: those of a session that was resumed. */
  readonly remembered: number;
}

export function scriptPlayer(script: Script, onBegun: (begun: Begun) => void = () => {}): ScriptPlayer {
  const places = new Map<string, Place>();
  return (conversation) => {
    const found = findTask(conversation);
    if (found === null) return null;
    const before = places.get(found.task);
    const attempt = attemptOf(before ?? BEGINNING, found);
    const steps = stepsFor(script, found.task, attempt);
    if (steps === undefined) return null;
    const turns = turnsOf(steps);
    const turn = turns[Math.min(found.turn, turns.length - 1)];
    if (turn === undefined) return null;
    const isOver = found.turn >= turns.length - 1;
    places.set(found.task, { attempt, isOver });
    if (attempt !== before?.attempt) onBegun({ task: found.task, attempt, remembered: answersIn(conversation) });
    return turn(conversation, found.task, found.turn - turns.length + 1);
  };
}

interface Place {
  readonly attempt: number;
  /** Its last step was given out, so a new prompt is the next attempt. */
  readonly isOver: boolean;
}

const BEGINNING: Place = { attempt: 1, isOver: false };

/** Who is stopped before asking for the first time is told of a restart, and goes on with the second attempt all the same. */
function attemptOf({ attempt, isOver }: Place, { isNew, isRestart }: TaskPrompt): number {
  if (isNew && isOver) return attempt + 1;
  return isRestart ? Math.max(2, attempt) : attempt;
}

function answersIn({ messages }: Conversation): number {
  return messages.filter(({ role }) => role === "assistant").length;
}

/** `beyond`: 0 for the first request of the last turn, 1 for the one after it, and so on. */
type Turn = (conversation: Conversation, task: string, beyond: number) => Reply;

/** What the model answers, one after the other: one tool at a time; words, waiting and usage go with the next of them. */
function turnsOf(steps: readonly Step[]): readonly Turn[] {
  const turns: Turn[] = [];
  let next: Manner = {};
  const call = (words: string, make: (conversation: Conversation) => ToolCall | null) => {
    const { text = words, ...more } = next;
    turns.push((conversation) => answer(text, make(conversation), more));
    next = {};
  };
  for (const step of steps) {
    if (step.do === "say") next = { ...next, text: step.text };
    else if (step.do === "sleep") next = { ...next, delayMs: (next.delayMs ?? 0) + step.seconds * 1_000 };
    else if (step.do === "usage") next = { ...next, usage: usageOf(step.tokens) };
    else if (step.do === "write") call(`Writing ${step.path}.`, (to) => writeCall(to, step.path, step.text));
    else if (step.do === "resolve") call("Keeping both sides.", (to) => shellCall(to, withoutMarkers(step.path)));
    else if (step.do === "crash") call("One moment.", (to) => shellCall(to, "kill -9 $PPID"));
    else if (step.do === "hang") turns.push(() => ({ type: "silence" }));
    else if (step.do === "result") turns.push(ending(step.result, next));
    else throw new Error(`a scripted model does not know the step \`${step.do}\``);
  }
  return turns;
}

type Manner = Partial<Pick<Answer, "text" | "delayMs" | "usage">>;

function ending(result: object | string, { text: _, ...more }: Manner): Turn {
  return (conversation, task, beyond) => {
    if (typeof result === "string") return answer(result, null, more);
    return { ...resultAnswer(conversation, { status: "done", task_id: task, ...result }, beyond === 0), ...more };
  };
}

/** All tokens of the attempt, as an answer tells them: most of them were read. */
function usageOf(tokens: number): Usage {
  const output = Math.round(tokens / 10);
  return { input: tokens - output, output, cached: 0 };
}

function withoutMarkers(path: string): string {
  return `grep -vE '^(<{7} .*|={7}|>{7} .*)$' ${path} > both-sides.tmp; mv both-sides.tmp ${path}`;
}
