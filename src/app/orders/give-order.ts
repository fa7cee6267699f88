/**
 * An order to a run: pause, stop, retry, skip, answer, tell, grant, cut, add, approve and the like. It is checked against the state,
 * laid into the journal's mailbox, and reported with the running Reeve's answer; where none runs, the next one takes it.
 */

import { randomUUID } from "node:crypto";
import { giverText } from "../../domain/work/giver.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Answer, PersonInput } from "../../engine/input.ts";
import { atWorkFor } from "../../engine/order/cut.ts";
import type { State } from "../../engine/state.ts";
import { maskInput } from "../../runtime/run/mask-input.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { giverHere } from "../person/giver.ts";
import { send } from "../person/send-order.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Refused, type Reply, refused } from "../reply.ts";
import { awaitTold, type ToldReport } from "./await-told.ts";
import { foreseeAnswer } from "./foresee.ts";
import { orderRefused } from "./order-refused.ts";

const ANSWER_MS = 5_000;

export interface OrderGiven {
  readonly run: string;
  /** As Reeve understood it: the number of an option became its text. */
  readonly order: PersonInput;
  /**
   * done: the Reeve that works on the run has taken it. waits: none works on it; the next one takes it first. late: one
   * works on it and has not taken it yet. needless: there was nothing to resume.
   */
  readonly how: "done" | "waits" | "late" | "needless";
  /** What the engine says of it beside that it is taken; of an order that waits: what it would say now. */
  readonly answer?: OrderAnswer;
  /** Of a word to an agent at work: what became of it. */
  readonly told?: ToldReport;
  /** There was a key in it: whoever reads it finds a mask in its place. */
  readonly masked?: true;
}

export type OrderAnswer = Extract<Answer, { type: "granted" | "added" | "edited" | "cut" }>;

export interface OrderWish {
  readonly run: string | undefined;
  readonly order: PersonInput;
  readonly now: number;
  /** How long a running Reeve may take to answer before the sender stops waiting; the order stays. */
  readonly answerMs?: number | undefined;
}

export function giveOrder(project: Project, wish: OrderWish): Promise<Reply<OrderGiven>> {
  return withRun(project, wish.run, async (run) => {
    const order = asMeant(run.state, wish.order);
    const before = await waitingOrders(project.runs, run.place.id);
    if (order.type === "resume" && !hasToResume(run.state) && before.length === 0)
      return granted({ run: run.place.id, order, how: "needless" });
    const answer = foreseeAnswer(run.state, before, order);
    const refusal = refusalIn(run.state, answer, order);
    if (refusal !== null) return refusal;
    const given = await post(run, order, answer, wish);
    return given.ok && hasKey(order) ? granted({ ...given.value, masked: true }) : given;
  });
}

/** Words that a person means to arrive; what is masked of them does not. */
export function hasKey(order: PersonInput): boolean {
  return JSON.stringify(maskInput(order)) !== JSON.stringify(order);
}

/** Whether the order would be taken, as it was understood; nothing is laid anywhere. For a screen that offers orders. */
export function foreseeOrder(project: Project, wish: Pick<OrderWish, "run" | "order">): Promise<Reply<PersonInput>> {
  return withRun(project, wish.run, async ({ place, state }) => {
    const order = asMeant(state, wish.order);
    const answer = foreseeAnswer(state, await waitingOrders(project.runs, place.id), order);
    return refusalIn(state, answer, order) ?? granted(order);
  });
}

function refusalIn(state: State, answer: Answer, order: PersonInput): Refused | null {
  return answer.type === "refused" ? orderRefused(state, answer.refusal) : slipIn(state, order);
}

function told(answer: Answer): { readonly answer?: OrderAnswer } {
  const tells = ["granted", "added", "edited", "cut"].includes(answer.type);
  return tells ? { answer: answer as OrderAnswer } : {};
}

/** A run that is paused, or a limit that has reset and waits for a word. */
function hasToResume({ run, accounts }: State): boolean {
  return run.phase !== "working" || [...accounts.held.values()].some(({ question }) => question !== undefined);
}

/** Whoever is at work when it is said is meant. Where a question lists its options, the number of one stands for it, unless an option is that number itself. */
function asMeant(state: State, order: PersonInput): PersonInput {
  if (order.type === "cut") return { ...order, attempts: atWorkFor(state, order.target) };
  if (order.type !== "answer") return order;
  const { questions } = state;
  const options = questions.open.get(order.question as QuestionId)?.options ?? [];
  const chosen = options.includes(order.text) ? undefined : options[Number(order.text) - 1];
  return chosen === undefined ? order : { ...order, text: chosen };
}

/** What the engine would take, though nobody can have meant it. */
function slipIn({ questions }: State, order: PersonInput): Refused | null {
  if (order.type === "tell" && order.text.trim() === "") return refused({ what: "nothing_to_tell", task: order.task });
  if (order.type !== "answer") return null;
  const { question, text } = order;
  if (text.trim() === "") return refused({ what: "empty_answer", question });
  const options = questions.open.get(question as QuestionId)?.options ?? [];
  // A bare number that no option has is a slip, which an agent would take for an answer.
  if (options.length === 0 || options.includes(text) || !/^\d+$/.test(text)) return null;
  return refused({ what: "no_such_option", question, given: text, options: options.length });
}

async function post(
  run: OpenedRun,
  order: PersonInput,
  foreseen: Answer,
  { now, answerMs = ANSWER_MS }: OrderWish,
): Promise<Reply<OrderGiven>> {
  const { place, state } = run;
  const by = giverHere(`reeve ${order.type}`);
  // A mailbox is a file like any other.
  const mail = { sender: randomUUID(), number: 1, at: now, from: giverText(by), input: maskInput({ ...order, by }) };
  const outcome = await send(run, mail, answerMs);
  if (outcome === "waits") return granted({ run: place.id, order, how: "waits", ...told(foreseen) });
  if (outcome === null) return granted({ run: place.id, order, how: "late" });
  if (outcome.type === "refused") return refused({ what: "order_not_taken", because: outcome.because });
  const { answer, seq } = outcome;
  if (answer.type === "refused") return orderRefused(state, answer.refusal);
  const report =
    order.type === "tell" && answer.type === "told" ? { told: await awaitTold(run, order.task, answer, seq) } : {};
  return granted({ run: place.id, order, how: "done", ...told(answer), ...report });
}
