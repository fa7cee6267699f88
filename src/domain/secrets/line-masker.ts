/**
 * Masks a stream of lines, one at a time, as they come: a private key goes over many lines, and each of them may come in
 * another piece. Remembers only whether it is inside of one. A line that is no part of a key ends it, so that a beginning
 * without an end hides nothing that follows.
 */
import { isLineOfKey, KEY_MARKER } from "./key-blocks.ts";
import { MASK, maskText } from "./mask-secrets.ts";

export class LineMasker {
  #isInside = false;

  mask(line: string): string {
    const marker = line.includes("PRIVATE KEY") ? [...line.matchAll(KEY_MARKER)].at(-1)?.[1] : undefined;
    if (marker === undefined && this.#isInside && isLineOfKey(line)) return line.trim() === "" ? line : MASK;
    this.#isInside = marker === "BEGIN";
    return maskText(line);
  }
}
