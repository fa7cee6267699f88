/**
 * pause, resume, stop, retry, skip, answer, tell: orders to a run. They are checked against the state, laid into the journal's
 * mailbox, and reported with the running Reeve's answer; where none runs, the next one takes them.
 */
import { randomUUID } from "node:crypto";
import type { Answer, PersonInput } from "../../../engine/input.ts";
import type { State } from "../../../engine/state.ts";
import { waitingOrders } from "../../../runtime/run/waiting-orders.ts";
import { orderDone, orderWaits } from "../../orders.ts";
import { refusalText } from "../../refusals.ts";
import { countOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { type OpenedRun, withRun } from "../open-run.ts";
import { awaitTold } from "./await-told.ts";
import { foresee } from "./foresee.ts";

/** How long a running Reeve may take to answer before the sender stops waiting; the order stays. */
const ANSWER_MS = 5_000;

export function controlCommand(io: Io, input: PersonInput, options: CommonOptions): Promise<ExitCode> {
  return withRun(io, options, async (run) => {
    const order = asMeant(run.state, input);
    const before = await waitingOrders(run.project.runs, run.place.id);
    if (order.type === "resume" && !hasToResume(run.state) && before.length === 0)
      return report(io, options, { taken: true, text: `${run.place.id} is not paused; there is nothing to resume.` });
    const refusal = foresee(run.state, before, order);
    if (refusal) return badInput(io, options.json, refusalText(refusal, run.state));
    if (order.type === "answer" && order.text.trim() === "")
      return badInput(io, options.json, `The answer is empty. Say what the agent should do: ${answerHint(order)}`);
    const missed = order.type === "answer" ? missedOption(run.state, order) : null;
    if (missed !== null) return badInput(io, options.json, missed);
    if (order.type === "tell" && order.text.trim() === "")
      return badInput(io, options.json, `There is nothing to tell. Say it: reeve tell ${order.task} "…"`);
    return post(io, run, order, options);
  });
}

/** A run that is paused, or a limit that has reset and waits for a word. */
function hasToResume({ run, accounts: { held: accounts } }: State): boolean {
  return run.phase !== "working" || [...accounts.values()].some(({ question }) => question !== undefined);
}

/** Where a question lists its options, the number of one stands for it, unless an option is that number itself. */
function asMeant({ questions: { open: questions } }: State, input: PersonInput): PersonInput {
  if (input.type !== "answer") return input;
  const options = questions.get(input.question)?.options ?? [];
  const chosen = options.includes(input.text) ? undefined : options[Number(input.text) - 1];
  return chosen === undefined ? input : { ...input, text: chosen };
}

/** A bare number that no option has is a slip, which an agent would take for an answer. */
function missedOption(
  { questions: { open: questions } }: State,
  { question, text }: Extract<PersonInput, { type: "answer" }>,
): string | null {
  const options = questions.get(question)?.options ?? [];
  if (options.length === 0 || options.includes(text) || !/^\d+$/.test(text)) return null;
  const last = options.length;
  return `${question} has ${countOf(last, "option")}, and ${text} is none. Give a number from 1 to ${last}, or answer in words.`;
}

function answerHint({ question }: { readonly question: string }): string {
  return `reeve answer ${question} "…"`;
}

async function post(io: Io, run: OpenedRun, input: PersonInput, options: CommonOptions): Promise<ExitCode> {
  const { runs } = run.project;
  const holder = await runs.holder(run.place.id);
  const name = { sender: randomUUID(), number: 1 };
  await runs.post(run.place.id, { ...name, at: io.now(), from: `reeve ${input.type} (pid ${process.pid})`, input });
  if (holder === null) return report(io, options, { taken: false, text: orderWaits(input, run.place.id) });
  const outcome = await runs.answer<Answer>(run.place.id, name, ANSWER_MS);
  if (outcome === null)
    return report(io, options, {
      taken: false,
      text: "The order is recorded, but the Reeve that works on the run has not taken it yet; `reeve events` shows when it does.",
    });
  if (outcome.type === "refused") return badInput(io, options.json, outcome.because);
  if (outcome.answer.type === "refused")
    return badInput(io, options.json, refusalText(outcome.answer.refusal, run.state));
  const { answer, seq } = outcome;
  const told =
    input.type === "tell" && answer.type === "told"
      ? await awaitTold(run, { ...answer, task: input.task }, seq)
      : undefined;
  return report(io, options, { taken: true, text: orderDone(input), ...told });
}

function report(io: Io, options: CommonOptions, what: { taken: boolean; text: string }): ExitCode {
  if (options.json) printJson(io, what);
  else print(io, [what.text]);
  return EXIT.ok;
}
