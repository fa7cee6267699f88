/**
 * How meanings look on a terminal: colours where it has them, plain letters where it cannot show the signs. The sign alone
 * says the state and colour only repeats it, so that nothing is lost without. Decides nothing about what is shown.
 */
import { displaySafe } from "../../../domain/words/display-safe.ts";
import type { Line, Span, Tone } from "./line.ts";

export interface Look {
  readonly colours: 0 | 16 | 256;
  /** It shows the signs, one column each. */
  readonly signs: boolean;
}

/** From the environment, as other programs read it. */
export function lookOf(env: NodeJS.ProcessEnv): Look {
  const { NO_COLOR, TERM = "", COLORTERM = "" } = env;
  const isPlain = (NO_COLOR !== undefined && NO_COLOR !== "") || COLOURLESS.test(TERM);
  const rich = /256|direct|kitty|alacritty|ghostty/.test(TERM) || COLORTERM !== "";
  return { colours: isPlain ? 0 : rich ? 256 : 16, signs: showsSigns(env) };
}

/** Terminals that have no colours, as their names say. */
const COLOURLESS = /^(dumb|vt\d+)\b|-m(ono)?$/;

/** A locale that says nothing is taken for the usual one; where it names another charset, that one counts. */
function showsSigns({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  if (locale === "" || /utf-?8/i.test(locale)) return true;
  return !(/\./.test(locale) || locale === "C" || locale === "POSIX");
}

const PALETTE: Readonly<Record<Tone, { readonly 16: string; readonly 256: string }>> = {
  working: { 16: "94", 256: "38;5;111" },
  proving: { 16: "95", 256: "38;5;141" },
  merging: { 16: "36", 256: "38;5;80" },
  done: { 16: "32", 256: "38;5;78" },
  waiting: { 16: "2", 256: "38;5;247" },
  backoff: { 16: "33", 256: "38;5;179" },
  limit: { 16: "2;33", 256: "38;5;185" },
  question: { 16: "1;95", 256: "38;5;212" },
  failed: { 16: "91", 256: "38;5;210" },
  braked: { 16: "37;41", 256: "38;5;231;48;5;124" },
};

/**
 * The bytes of a row. It begins and ends in the terminal's own colours. Whatever a text is made of, nothing in it steers the
 * terminal: this is the last place it passes.
 */
export function bytesOf(line: Line, look: Look): string {
  return line.map((each) => spanBytes(each, look)).join("");
}

function spanBytes({ text, tone, weight }: Span, { colours, signs }: Look): string {
  const safe = CONTROL.test(text) ? displaySafe(text).replace(/[\n\t]/g, " ") : text;
  const shown = signs ? safe : plainSigns(safe);
  const codes = [
    ...(weight === "bold" ? ["1"] : weight === "dim" ? ["2"] : []),
    ...(tone === undefined || colours === 0 ? [] : [PALETTE[tone][colours]]),
  ];
  return codes.length === 0 || shown.trim() === "" ? shown : `\u001b[${codes.join(";")}m${shown}\u001b[0m`;
}

const CONTROL = /\p{Cc}/u;

const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  "●": "*",
  "◐": "o",
  "◇": "%",
  "»": ">",
  "«": "<",
  "✓": "+",
  "·": ".",
  "↻": "~",
  "◔": "@",
  "×": "x",
  "✗": "x",
  "■": "#",
  "▸": ">",
  "△": "^",
  "─": "-",
  "│": "|",
  "├": "|",
  "└": "`",
  "┘": "'",
  "█": "#",
  "▓": "=",
  "▒": "+",
  "░": "-",
  "…": "~",
  "›": ">",
  "−": "-",
  "—": "-",
  "→": ">",
  "←": "<",
  "↑": "^",
  "↓": "v",
  "“": '"',
  "”": '"',
  "’": "'",
  "⏎": "/",
};

function plainSigns(text: string): string {
  return text.replace(/[^ -~]/gu, (sign) => PLAIN_SIGNS[sign] ?? "?");
}
