/**
 * pause, resume, stop, retry, skip, answer: orders to a run. They are checked against the state, laid into the journal's
 * mailbox, and reported with the running Reeve's answer; where none runs, the next one takes them.
 */
import type { Answer, PersonInput } from "../../../domain/input.ts";
import { JournalError } from "../../../journal/journal-error.ts";
import { awaitAnswer, postMail } from "../../../journal/mailbox.ts";
import { holderOf } from "../../../runtime/lock.ts";
import { refusalText } from "../../refusals.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, print, printJson } from "../io.ts";
import { type OpenedRun, openRun } from "../open-run.ts";
import { foresee } from "./foresee.ts";

/** How long a running Reeve may take to answer before the sender stops waiting; the order stays. */
const ANSWER_MS = 5_000;

export async function controlCommand(io: Io, input: PersonInput, options: CommonOptions): Promise<ExitCode> {
  const run = await openRun(io, options);
  if (typeof run === "number") return run;
  const refusal = foresee(run.state, input);
  if (refusal) return badInput(io, options.json, refusalText(refusal));
  try {
    return await post(io, run, input, options);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return fail(io, options.json, EXIT.journal, error.sentence);
  }
}

async function post(io: Io, run: OpenedRun, input: PersonInput, options: CommonOptions): Promise<ExitCode> {
  const holder = holderOf(run.place.dir);
  const id = postMail(run.journal, input, `reeve ${input.type} (pid ${process.pid})`, io.now());
  if (holder === null)
    return report(io, options, {
      taken: false,
      text: `${done(input)} when the run goes on. Nobody works on ${run.place.id} now: \`reeve run\` takes it up.`,
    });
  const outcome = await awaitAnswer<Answer>(run.journal, id, ANSWER_MS);
  if (outcome === null)
    return report(io, options, {
      taken: false,
      text: "The order is recorded; the Reeve that works on the run has not taken it yet.",
    });
  if (outcome.type === "refused") return badInput(io, options.json, outcome.because);
  if (outcome.answer.type === "refused") return badInput(io, options.json, refusalText(outcome.answer.refusal));
  return report(io, options, { taken: true, text: `${done(input)}.` });
}

function report(io: Io, options: CommonOptions, what: { taken: boolean; text: string }): ExitCode {
  if (options.json) printJson(io, what);
  else print(io, [what.text]);
  return EXIT.ok;
}

function done(input: PersonInput): string {
  switch (input.type) {
    case "pause":
      return "Paused: running agents go on, nothing new starts";
    case "resume":
      return "The run goes on";
    case "stop":
      return "Stopping: agents are asked to end, then ended";
    case "retry":
      return `${input.task} is tried again`;
    case "skip":
      return `${input.task} is skipped`;
    case "answer":
      return `${input.question} is answered`;
    default:
      return input satisfies never;
  }
}
