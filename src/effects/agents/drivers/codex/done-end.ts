/** The good end of a turn of Codex. It passes a schema on to the model and does not check the answer: that is done here. */
import { asMapping } from "../../../../basics/loose.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";

export function doneEnd(text: string, { schema }: DriveOrder, now: number): DriverEnd {
  if (schema === undefined) return { type: "end", how: "done", text };
  const structured = objectIn(text);
  if (structured !== undefined) return { type: "end", how: "done", text, structured };
  const message = "Codex exited normally but did not give its answer in the requested form.";
  return { type: "end", how: "failed", text, failure: failureOf({ class: "malformed_output", message }, now) };
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return asMapping(value) === value ? (value as object) : undefined;
  } catch {
    return undefined;
  }
}
