/**
 * Text that came from outside made harmless for whoever reads it: no escape sequences, no control characters, no reversed
 * writing, nothing that is there and cannot be seen. Line feeds and tabs stay, and so does every line: a sequence that is
 * not ended ends with its line and takes nothing after it along. The one place that knows what is invisible.
 */

/** CSI and OSC sequences whole, other escapes with their letter. A string sequence without its end is only its beginning. */
const ESCAPES = [
  "\\u001b\\[[0-?]*[ -/]*[@-~]",
  "\\u009b[0-?]*[ -/]*[@-~]",
  "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]{0,2048}(?:\\u0007|\\u001b\\\\|\\u009c)",
  "\\u001b[ -/]*[0-~]?",
].join("|");

/**
 * Control characters; marks that reverse or hide text; fillers that look like nothing; tags, which spell text that no
 * screen shows; and selectors of variants where there is nothing to select. Joiners stay between letters of the scripts
 * that need them and between emoji.
 */
const INVISIBLE = [
  "\\p{Cc}",
  "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]",
  "[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  "(?<![\\p{L}\\p{M}\\p{Emoji}\\ufe0f])[\\u200c\\u200d]|[\\u200c\\u200d](?![\\p{L}\\p{M}\\p{Emoji}])",
  "(?<=[A-Za-z0-9_])[\\u200c\\u200d]|[\\u200c\\u200d](?=[A-Za-z0-9_])",
  "(?<![\\p{Emoji}\\p{Script=Han}\\p{S}\\u20e3])[\\ufe00-\\ufe0f]|(?<=[\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]|(?<=[A-Za-z])[\\ufe00-\\ufe0f]",
].join("|");

/** For whoever looks for the same. To be used with the flag `u`. */
export const HIDDEN_SOURCE = `${ESCAPES}|${INVISIBLE}`;

const HIDDEN = new RegExp(HIDDEN_SOURCE, "gu");

/** Most texts are letters alone. */
const OTHER = /[^\n\t -~]/;

export function displaySafe(text: string): string {
  if (!OTHER.test(text)) return text;
  return text.replace(HIDDEN, (found) => (found === "\n" || found === "\t" ? found : ""));
}
