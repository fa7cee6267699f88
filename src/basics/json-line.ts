/**
 * A value as one line of JSON, also for readers that take Unicode's separators of lines and paragraphs for ends of lines, as
 * Node's `readline` does. JSON leaves these two as they are, and file names, texts and arguments may hold them. It ends no line.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(SEPARATORS, (one) => (one === "\u2028" ? "\\u2028" : "\\u2029"));
}

const SEPARATORS = /[\u2028\u2029]/g;
