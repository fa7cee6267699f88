/**
 * What a person presses, by name: `j`, `enter`, `escape`, `ctrl-c`. Reads what terminals send: letters, control characters,
 * and the sequences of the keys that have no letter; one that is not known is taken whole and means nothing. A lone escape is
 * told from the beginning of a sequence by a short wait, and what is pasted is text whatever it contains.
 */
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

/** Longer than the bytes of one key lie apart on a slow line, shorter than anybody notices. */
const ESCAPE_MS = 60;
/** No key sends more than this; what begins one and never ends is not waited for. */
const SEQUENCE_MAX = 64;

const ESC = "\u001b";
const PASTE_BEGIN = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;

export function readKeys(take: (key: Key) => void): KeyReader {
  let rest = "";
  let isPasting = false;
  let waiting: NodeJS.Timeout | null = null;
  const read = (isLate: boolean) => {
    while (rest !== "") {
      const { length, key, isPaste = isPasting } = isPasting ? pastedPart(rest) : nextKey(rest, isLate);
      if (length === 0) break;
      rest = rest.slice(length);
      isPasting = isPaste;
      if (key !== null) take(key);
    }
  };
  return {
    feed: (chunk) => {
      if (waiting !== null) clearTimeout(waiting);
      waiting = null;
      rest += chunk;
      read(rest.length > SEQUENCE_MAX && !isPasting);
      if (rest !== "" && !isPasting) waiting = setTimeout(() => read(true), ESCAPE_MS);
    },
    close: () => {
      if (waiting !== null) clearTimeout(waiting);
    },
  };
}

interface Taken {
  /** 0: more has to come first. */
  readonly length: number;
  readonly key: Key | null;
  readonly isPaste?: boolean;
}

/** All of it but what may be the beginning of the end. */
function pastedPart(bytes: string): Taken {
  const end = bytes.indexOf(PASTE_END);
  if (end === 0) return { length: PASTE_END.length, key: null, isPaste: false };
  const begun = end > 0 ? end : bytes.length - beginningOf(PASTE_END, bytes);
  if (begun === 0) return { length: 0, key: null };
  return { length: begun, key: { name: "pasted", text: displaySafe(bytes.slice(0, begun).replace(/\s/g, " ")) } };
}

/** How many letters at the end of `bytes` begin `sequence`. */
function beginningOf(sequence: string, bytes: string): number {
  for (let length = Math.min(sequence.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.endsWith(sequence.slice(0, length))) return length;
  return 0;
}

/** `isLate`: nothing more comes. */
function nextKey(bytes: string, isLate: boolean): Taken {
  if (bytes.startsWith(PASTE_BEGIN)) return { length: PASTE_BEGIN.length, key: null, isPaste: true };
  const whole = SEQUENCE.exec(bytes)?.[0];
  if (whole !== undefined) return { length: whole.length, key: plainKey(sequenceName(whole)) };
  if (bytes.startsWith(ESC)) return escaped(bytes, isLate);
  const control = CONTROLS[bytes[0] ?? ""] ?? controlName(bytes.charCodeAt(0));
  if (control !== null) return { length: 1, key: control };
  const [letters = ""] = LETTERS.exec(bytes) ?? [bytes[0]];
  const text = displaySafe(letters);
  return { length: letters.length, key: text === "" ? null : { name: text === " " ? "space" : text, text } };
}

function escaped(bytes: string, isLate: boolean): Taken {
  if (bytes.length === 1 || BEGUN.test(bytes))
    return isLate ? { length: 1, key: plainKey("escape") } : { length: 0, key: null };
  if (bytes[1] === ESC) return { length: 1, key: plainKey("escape") };
  // With Alt: it means nothing here, and types nothing.
  return { length: 2, key: null };
}

/** CSI with its parameters, or SS3 with its letter. */
const SEQUENCE = new RegExp(`^${ESC}(?:\\[\\[?[0-?]*[ -/]*[@-~]|O[ -~])`);
const BEGUN = new RegExp(`^${ESC}(?:\\[\\[?[0-?]*[ -/]*|O)$`);
/** One letter of the keyboard, or what belongs together: a letter with its marks, a picture of several. */
const LETTERS = /^(?:[ -~]|[\u00a0-\u{10ffff}]+)/u;

function plainKey(name: string): Key {
  return { name, text: "" };
}

const CONTROLS: Readonly<Record<string, Key>> = {
  "\r": plainKey("enter"),
  "\n": plainKey("enter"),
  "\t": plainKey("tab"),
  "\b": plainKey("backspace"),
  "\u007f": plainKey("backspace"),
};

/** `ctrl-c` · null: a letter. */
function controlName(code: number): Key | null {
  if (code >= 32 && (code < 128 || code > 159)) return null;
  return plainKey(code > 0 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : "unknown");
}

const BY_LETTER: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  M: "enter",
  Z: "shift-tab",
};

const BY_NUMBER: Readonly<Record<string, string>> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "page-up",
  6: "page-down",
  7: "home",
  8: "end",
};

/** Modifiers are passed over: Shift with an arrow is that arrow. */
function sequenceName(sequence: string): string {
  const last = sequence.at(-1) ?? "";
  const inside = sequence.slice(ESC.length);
  if (last === "~") return BY_NUMBER[/^\[(\d+)/.exec(inside)?.[1] ?? ""] ?? "unknown";
  return /^(?:O|\[(?:1;\d+)?)[A-Z]$/.test(inside) ? (BY_LETTER[last] ?? "unknown") : "unknown";
}
