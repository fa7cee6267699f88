/** The wording that all views share, and how wide a text stands in a terminal. Decides nothing itself. */
export { clip, clipWords, widthOf, wrap } from "../basics/display-width.ts";
export { bytesText, countOf, durationOf, plainText, untold, withoutStop } from "../domain/words/wording.ts";
