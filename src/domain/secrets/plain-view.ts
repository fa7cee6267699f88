/**
 * A text as a reader takes it: without what no screen shows (escape sequences, zeros of UTF-16, invisible marks) and with
 * escapes read: of JSON, of programs (`\x41`, `\u{41}`), of addresses (`%41`), of HTML (`&#65;`). A key
 * that is spread over such is found in it, and where it lies in the text as it is written. The text itself is not changed.
 */
import { HIDDEN_SOURCE } from "../words/display-safe.ts";

export interface PlainView {
  readonly text: string;
  /** From a place in the view to the one in the written text. */
  readonly at: (place: number) => number;
}

const READ = new RegExp(
  [
    `(?<!\\\\)\\\\{1,8}(?:u(?<json>[0-9a-fA-F]{4})|u\\{(?<braced>[0-9a-fA-F]{1,5})\\}|x(?<byte>[2-7][0-9a-fA-F])|(?<letter>[nrt/"']))`,
    "%(?<percent>[2-7][0-9a-fA-F])|&#x(?<entity>[2-7][0-9a-fA-F]);|&#(?<decimal>\\d{2,3});",
    `(?![\\n\\t])(?:${HIDDEN_SOURCE})`,
  ].join("|"),
  "gu",
);
/** Most texts are letters alone. Plain line ends as escapes stand in no key but one of several lines. */
const OTHER = /[^\n\t -~]|\\u(?:\{|[0-9a-fA-F]{4})|\\x[2-7]|%[2-7][0-9a-fA-F]|&#x?\d|\\\/|PRIVATE KEY/;
const MEANT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Null: it is as it is written. */
export function plainView(written: string): PlainView | null {
  if (!OTHER.test(written)) return null;
  const pieces: string[] = [];
  /** Where each piece begins, in the view and as written. */
  const begins: { readonly here: number; readonly there: number }[] = [];
  let length = 0;
  const add = (piece: string, there: number): void => {
    begins.push({ here: length, there });
    pieces.push(piece);
    length += piece.length;
  };
  let done = 0;
  for (const match of written.matchAll(READ)) {
    const [whole] = match;
    if (match.index > done) add(written.slice(done, match.index), done);
    const meant = meantBy(match.groups ?? {});
    if (meant) add(meant, match.index);
    done = match.index + whole.length;
  }
  if (done === 0) return null;
  add(written.slice(done), done);
  return { text: pieces.join(""), at: (place) => placeIn(begins, place) };
}

/** Empty: it is shown nowhere. */
function meantBy(groups: Readonly<Record<string, string | undefined>>): string {
  const { json, braced, byte, percent, entity, decimal, letter } = groups;
  const hex = json ?? braced ?? byte ?? percent ?? entity;
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCodePoint(Number.parseInt(decimal, 10));
  return letter === undefined ? "" : (MEANT[letter] ?? letter);
}

function placeIn(begins: readonly { readonly here: number; readonly there: number }[], place: number): number {
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((begins[middle]?.here ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const { here, there } = begins[low] ?? { here: 0, there: 0 };
  return there + place - here;
}
