/** How wide a text is on a terminal, and how it is cut to fit. Knows letters and signs, no colours and no screen. */

/** So many columns of a terminal: letters of East Asia and pictures take two, marks on a letter none. */
export function widthOf(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  // Screens ask for the same texts again and again; of what they no longer show nothing is kept for long.
  if (widths.size >= KNOWN_MAX) widths.clear();
  const width = measured(text);
  if (text.length <= KNOWN_LENGTH_MAX) widths.set(text, width);
  return width;
}

const widths = new Map<string, number>();
const KNOWN_MAX = 2_000;
const KNOWN_LENGTH_MAX = 300;

function measured(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += columnsOf(segment);
  return width;
}

function columnsOf(segment: string): number {
  if (WIDE.test(segment)) return 2;
  return MARK.test(segment) ? 0 : 1;
}

/** One column each; with the signs that Reeve itself uses. */
const PLAIN = /^[ -~·↻…—●◐◇»«✓×◔■▸△›−→←↑↓“”’─│├└┘█▓▒░┃]*$/;
/** A mark that has no letter to stand on. */
const MARK = /^\p{M}+$/u;

/** Made when it is first needed: that alone takes longer than all else that `status` prints. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

let segmenter: Intl.Segmenter | undefined;
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** The text in rows of at most so many columns, broken between words; only a word that is wider than a row is broken itself. */
export function wrap(text: string, width: number): string[] {
  const most = Math.max(2, width);
  return text.split("\n").flatMap((line) => wrapLine(line, most));
}

function wrapLine(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of line.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (widthOf(longer) <= width) {
      row = longer;
      continue;
    }
    if (row !== "") rows.push(row);
    const pieces = piecesOf(word, width);
    row = pieces.pop() ?? "";
    rows.push(...pieces);
  }
  return [...rows, row];
}

function piecesOf(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of segmentsOf(word)) {
    if (widthOf(piece) + widthOf(segment) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Cut between words where one ends in the second half of what fits. */
export function clipWords(text: string, width: number): string {
  const cut = clip(text, width);
  if (cut === text) return text;
  const end = cut.lastIndexOf(" ");
  return end * 2 > cut.length ? `${cut.slice(0, end).trimEnd()}…` : cut;
}

export function clip(text: string, width: number): string {
  if (width <= 0) return "";
  if (widthOf(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of segmentsOf(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}
