/** The wording that all views share, and how wide a text stands in a terminal. Decides nothing itself. */
export { clip, widthOf } from "../basics/display-width.ts";
export { bytesText, capital, countOf, durationOf, plainText, untold, withoutStop } from "../domain/wording.ts";
