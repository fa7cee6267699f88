/**
 * What a person presses, by name: `j`, `enter`, `escape`, `ctrl-c`. Bytes are read by node:readline. A lone escape is told
 * from the beginning of a longer sequence by a short wait, and what is pasted is text whatever it contains.
 */

import { emitKeypressEvents, type Key as RawKey } from "node:readline";
import { PassThrough } from "node:stream";
import { displaySafe } from "../../../domain/words/display-safe.ts";

export interface Key {
  /** Of a letter the letter itself. */
  readonly name: string;
  /** What it types; empty: nothing. */
  readonly text: string;
}

export interface KeyReader {
  readonly feed: (chunk: string) => void;
  readonly close: () => void;
}

const ESCAPE = "\u001b";
/** Longer than the bytes of one key lie apart on a slow line, shorter than anybody notices. */
const ESCAPE_MS = 60;

const NAMES: Readonly<Record<string, string>> = {
  return: "enter",
  linefeed: "enter",
  pageup: "page-up",
  pagedown: "page-down",
};

export function readKeys(take: (key: Key) => void): KeyReader {
  const bytes = new PassThrough();
  let lone: NodeJS.Timeout | null = null;
  let isPasted = false;
  emitKeypressEvents(bytes);
  bytes.on("keypress", (typed: string | undefined, raw: RawKey) => {
    if (raw.name === "paste-start" || raw.name === "paste-end") isPasted = raw.name === "paste-start";
    else take(isPasted ? pasted(typed) : keyOf(typed, raw));
  });
  return {
    feed: (chunk) => {
      if (lone !== null) clearTimeout(lone);
      const whole = lone === null ? chunk : `${ESCAPE}${chunk}`;
      lone = null;
      if (whole !== ESCAPE) return void bytes.write(whole);
      lone = setTimeout(() => {
        lone = null;
        take({ name: "escape", text: "" });
      }, ESCAPE_MS);
    },
    close: () => {
      if (lone !== null) clearTimeout(lone);
      bytes.destroy();
    },
  };
}

function pasted(typed = ""): Key {
  return { name: "pasted", text: displaySafe(typed.replace(/\s/g, " ")) };
}

function keyOf(typed = "", { name, ctrl = false, meta = false, sequence = "" }: RawKey): Key {
  const text = ctrl || meta ? "" : displaySafe(typed).replace(/[\n\t]/g, "");
  if (ctrl && name !== undefined) return { name: `ctrl-${name}`, text: "" };
  if (text !== "" && text !== " ") return { name: text, text };
  const known = name ?? sequence;
  return { name: NAMES[known] ?? known, text };
}
