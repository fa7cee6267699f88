/** What the end of a turn over Codex's app-server means: only one that all signs agree on is a good one. */
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { Failure } from "../../../../../domain/proof/failure.ts";
import type { ProcessExit } from "../../driver.ts";
import type { DriveOrder, DriverEnd } from "../../driver-lines.ts";
import { failureOf } from "../../failures.ts";
import type { Loose } from "../../json-line.ts";
import { codexCrash, codexFailure, codexSilence, isThreadTaken, takenFailure } from "../codex-failure.ts";
import { doneEnd } from "../done-end.ts";
import { silenceSeconds } from "../silence-watch.ts";

export interface ServerEnd {
  /** The last turn as it was told to have ended; undefined: it was not. */
  readonly turn: Loose | undefined;
  /** What it refused to begin with, in its words. */
  readonly refusal: string | undefined;
  readonly text: string;
  readonly exit: ProcessExit;
  readonly err: string;
  readonly interrupted: boolean;
  /** It was ended because nothing was heard. */
  readonly silent: boolean;
  /** What it was about to try again when it was last heard. */
  readonly waiting: Loose | undefined;
  /** When a limit that is reached ends: milliseconds since 1970. */
  readonly resetsAt: number | undefined;
  /** It did not go after its last word: how its process ended says nothing. */
  readonly seenOff: boolean;
}

export function serverEnd(end: ServerEnd, order: DriveOrder, now: number): DriverEnd {
  const { turn, text } = end;
  if (end.interrupted) return { type: "end", how: "interrupted", text };
  const failed = (failure: Failure): DriverEnd => ({ type: "end", how: "failed", text, failure });
  if (end.silent) return failed(codexSilence(silenceSeconds(order.options), end.waiting, now));
  if (end.refusal !== undefined) return failed(refused(end.refusal, now));
  const how = end.exit.problem ?? end.exit.signal ?? `exit status ${end.exit.code}`;
  if (turn === undefined) return failed(codexCrash(how, end.err, now));
  if (turn["status"] === "failed") return failed(codexFailure(asMapping(turn["error"]), now, end.resetsAt));
  if (turn["status"] !== "completed") {
    const message = `Codex's turn ended as ${asText(turn["status"])}, alalthough nobody had asked for that.`;
    return failed(failureOf({ class: "crash", message, said: [JSON.stringify(turn["error"] ?? null)] }, now));
  }
  // All signs must agree.
  if (end.exit.code !== 0 && !end.seenOff) return failed(codexCrash(how, end.err, now));
  return doneEnd(text, order, now);
}

function refused(words: string, now: number): Failure {
  if (isThreadTaken(words)) return takenFailure(words, now);
  const { message, ...rest } = codexFailure({ message: words }, now);
  return rest.class === "unknown" ? { ...rest, message: "Codex refused to start its turn." } : { ...rest, message };
}
