/**
 * An order to a run: pause, resume, stop, retry, skip, answer, tell, approve, reject. It is checked against the state,
 * laid into the journal's mailbox, and reported with the running Reeve's answer; where none runs, the next one takes it.
 */

import { randomUUID } from "node:crypto";
import type { QuestionId } from "../../domain/work/question.ts";
import type { Answer, PersonInput } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { waitingOrders } from "../../runtime/run/waiting-orders.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Refused, type Reply, refused } from "../reply.ts";
import { awaitTold, type ToldReport } from "./await-told.ts";
import { foresee } from "./foresee.ts";
import { orderRefused } from "./order-refused.ts";

const ANSWER_MS = 5_000;

export interface OrderGiven {
  readonly run: string;
  /** As it was understood: the number of an option became its text. */
  readonly order: PersonInput;
  /**
   * done: the Reeve that works on the run has taken it. waits: none works on it; the next one takes it first. late: one
   * works on it and has not taken it yet. needless: there was nothing to resume.
   */
  readonly how: "done" | "waits" | "late" | "needless";
  /** Of a word to an agent at work: what became of it. */
  readonly told?: ToldReport;
}

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
    return refusalOf(run.state, before, order) ?? post(run, order, wish);
  });
}

/** Whether the order would be taken, as it was understood; nothing is laid anywhere. For a screen that offers orders. */
export function foreseeOrder(project: Project, wish: Pick<OrderWish, "run" | "order">): Promise<Reply<PersonInput>> {
  return withRun(project, wish.run, async ({ place, state }) => {
    const order = asMeant(state, wish.order);
    return refusalOf(state, await waitingOrders(project.runs, place.id), order) ?? granted(order);
  });
}

function refusalOf(state: State, before: readonly PersonInput[], order: PersonInput): Refused | null {
  const refusal = foresee(state, before, order);
  return refusal ? orderRefused(state, refusal) : slipIn(state, order);
}

/** A run that is paused, or a limit that has reset and waits for a word. */
function hasToResume({ run, accounts }: State): boolean {
  return run.phase !== "working" || [...accounts.held.values()].some(({ question }) => question !== undefined);
}

/** Where a question lists its options, the number of one stands for it, unless an option is that number itself. */
function asMeant({ questions }: State, order: PersonInput): PersonInput {
  if (order.type !== "answer") return order;
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
  { now, answerMs = ANSWER_MS }: OrderWish,
): Promise<Reply<OrderGiven>> {
  const { place, state, project } = run;
  const { runs } = project;
  const holder = await runs.holder(place.id);
  const name = { sender: randomUUID(), number: 1 };
  await runs.post(place.id, { ...name, at: now, from: `reeve ${order.type} (pid ${process.pid})`, input: order });
  if (holder === null) return granted({ run: place.id, order, how: "waits" });
  const outcome = await runs.answer<Answer>(place.id, name, answerMs);
  if (outcome === null) return granted({ run: place.id, order, how: "late" });
  if (outcome.type === "refused") return refused({ what: "order_not_taken", because: outcome.because });
  const { answer, seq } = outcome;
  if (answer.type === "refused") return orderRefused(state, answer.refusal);
  const told =
    order.type === "tell" && answer.type === "told" ? { told: await awaitTold(run, order.task, answer, seq) } : {};
  return granted({ run: place.id, order, how: "done", ...told });
}
