/**
 * Text that came from outside made harmless for a terminal: no escape sequences, no control characters, no reversed
 * writing. Line feeds and tabs stay.
 */

/** CSI and OSC sequences whole, other escapes with their letter. */
const ESCAPES = new RegExp(
  [
    "\\u001b\\[[0-?]*[ -/]*[@-~]",
    "\\u009b[0-?]*[ -/]*[@-~]",
    "\\u001b[\\]PX^_][^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "\\u001b[ -/]*[0-~]?",
  ].join("|"),
  "gu",
);

/** Control characters except tab and line feed; marks that reverse or hide text. */
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function displaySafe(text: string): string {
  return text
    .replace(ESCAPES, "")
    .replace(CONTROLS, (character) => (character === "\n" || character === "\t" ? character : ""));
}
