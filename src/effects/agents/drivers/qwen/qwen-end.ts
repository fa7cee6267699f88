/**
 * What the end of a turn of Qwen Code means. It ends with status 0 when a turn failed, with 53 or 55 and no result when it
 * reached a limit, and tells what went wrong in words only; a status of the model's API among them is read.
 */
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure } from "../../../../domain/proof/failure.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { classOfStatus, failureOf, isUnreadable } from "../failures.ts";
import type { Loose } from "../json-line.ts";
import type { StreamEnd } from "../stream-json/stream-turn.ts";

export function qwenEnd(end: StreamEnd, hasSchema: boolean, now: number): DriverEnd {
  const { result, interrupted, text } = end;
  if (interrupted) return { type: "end", how: "interrupted", text };
  const failure = result === undefined ? withoutResult(end, now) : failureIn(result, end, now);
  if (failure) return { type: "end", how: "failed", text, failure };
  const structured = result?.["structured_result"];
  if (hasSchema && structured === undefined) {
    const message = "Qwen Code exited normally but did not give its answer in the requested form.";
    return { type: "end", how: "failed", text, failure: failureOf({ class: "malformed_output", message }, now) };
  }
  const said = asText(result?.["result"]) ?? text;
  return { type: "end", how: "done", text: said, ...(structured !== undefined && { structured }) };
}

export function isQwenSessionLost({ result, err }: StreamEnd): boolean {
  return result === undefined && /no saved session/i.test(err);
}

export function isQwenSessionTaken({ result, err }: StreamEnd): boolean {
  return result === undefined && /session id .{0,60}already exists/i.test(err);
}

function failureIn(result: Loose, { exit, seenOff }: StreamEnd, now: number): Failure | undefined {
  const isGood = result["subtype"] === "success" && result["is_error"] !== true;
  if (isGood && (exit.code === 0 || seenOff)) return undefined;
  const words = asText(asMapping(result["error"])["message"]) ?? asText(result["result"]) ?? "";
  if (isGood) {
    const message = `Qwen Code said that it had finished, but exited with status ${exit.code}.`;
    return failureOf({ class: "crash", message, said: [words] }, now);
  }
  const status = /\bAPI Error: (\d{3})\b/.exec(words)?.[1];
  const kind = classOfStatus(status === undefined ? undefined : Number(status)) ?? "unknown";
  const unreadable = isUnreadable(words) && ({ class: "malformed_output", restart: "transient" } as const);
  const message = words || "Qwen Code's turn failed.";
  return failureOf({ class: kind, message, said: [words], ...(kind === "unknown" && unreadable) }, now);
}

const TURNS_REACHED = 53;
const LIMIT_REACHED = 55;

function withoutResult({ exit, err }: StreamEnd, now: number): Failure {
  const said = err.trim().split("\n").slice(-5);
  if (exit.code === TURNS_REACHED)
    return failureOf(
      { class: "max_turns", message: "Qwen Code reached the limit of turns that `max_turns` sets.", said },
      now,
    );
  if (exit.code === LIMIT_REACHED)
    return failureOf(
      { class: "budget", message: "Qwen Code reached the limit of tool calls or time that was set for it.", said },
      now,
    );
  const how = exit.problem ?? exit.signal ?? `exit status ${exit.code}`;
  return failureOf({ class: "crash", message: `Qwen Code ended (${how}) before its turn was over.`, said }, now);
}
