/**
 * What an attempt printed as a list of deeds: lines of a driver become what the agent said, edited and ran, with what came of
 * it; any other line stays as it was printed. It reads what an agent can have written: lines that only look like a driver's
 * are bounded, and nothing here decides anything.
 */

import type { Deed, DeedKind } from "../../../domain/words/deed.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import type { OutputStream } from "../adapters/agent-adapter.ts";
import type { DriverLine } from "../drivers/driver-lines.ts";
import { parseDriverLine } from "../drivers/parse-driver-line.ts";
import { toolDeed } from "./tool-deed.ts";

/** So many lines of what a tool printed are kept. */
const OUTPUT_LINES_MAX = 200;

export class Transcript {
  #count = 0;
  /** Calls that have not come back, by the tool's name, oldest first. */
  readonly #open: { readonly name: string; readonly deed: Deed }[] = [];

  /** The deeds that this line adds, or changes: those have the index of an earlier one. */
  take(stream: OutputStream, line: string): readonly Deed[] {
    const said = stream === "out" ? parseDriverLine(line) : undefined;
    if (said === undefined) return [this.#deed(stream === "out" ? "prints" : "complains", null, { text: line })];
    return this.#read(said, timeOf(line));
  }

  #read(said: DriverLine, at: number | null): readonly Deed[] {
    switch (said.type) {
      case "text":
        return said.text.trim() === "" ? [] : [this.#deed("says", at, { text: said.text.trim() })];
      case "note":
        return [this.#deed("notes", at, { text: said.text })];
      case "retry_notice":
        return [this.#deed("waits", at, { text: said.text })];
      case "tool_call":
        return [this.#called(said.name, said.input, at)];
      case "tool_result":
        return [this.#cameBack(said, at)];
      case "end":
        return [this.#ended(said, at)];
      default:
        return [];
    }
  }

  #called(name: string, input: string, at: number | null): Deed {
    const deed = this.#deed("calls", at, toolDeed(name, input));
    this.#open.push({ name, deed });
    return deed;
  }

  #cameBack({ name, ok, text }: Extract<DriverLine, { type: "tool_result" }>, at: number | null): Deed {
    const place = this.#open.findIndex((each) => each.name === name);
    // Some agents call a tool by one name and tell of its end by another.
    const [called] = this.#open.splice(Math.max(0, place), 1);
    const deed = called?.deed ?? this.#deed("calls", at, { text: name });
    const tookMs = at !== null && deed.at !== null && called ? Math.max(0, at - deed.at) : null;
    const lines = text === "" ? [] : safe(text).replace(/\n+$/, "").split("\n");
    return { ...deed, ok, tookMs, output: lines.slice(-OUTPUT_LINES_MAX) };
  }

  #ended({ how, failure }: Extract<DriverLine, { type: "end" }>, at: number | null): Deed {
    const what = failure === undefined ? (how === "done" ? "" : how) : failure.message;
    const output = failure === undefined ? [] : failure.evidence.flatMap((line) => safe(line).split("\n"));
    return { ...this.#deed("ends", at, { text: what }), ok: how === "done", output };
  }

  #deed(kind: DeedKind, at: number | null, about: Partial<Deed> & Pick<Deed, "text">): Deed {
    const base = { index: this.#count, kind, at, ok: null, tookMs: null, output: [] };
    this.#count += 1;
    return { ...base, ...about, text: safe(about.text) };
  }
}

/** JSON spells what a line of plain text could not hold. */
function safe(text: string): string {
  return displaySafe(text);
}

const TIME = /,"at":(\d{12,14})\}$/;

function timeOf(line: string): number | null {
  const found = TIME.exec(line);
  return found === null ? null : Number(found[1]);
}
