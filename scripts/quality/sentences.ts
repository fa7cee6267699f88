/**
 * What tools are known to say, one sentence per line: `class [restart] | tool | subject | text`, where ⏎ ends a line of
 * the output. A subject of `-` is none; `?` leaves it open. Many short lessons teach more words than a few long ones.
 */
import { readdirSync, readFileSync } from "node:fs";

export interface Sentence {
  readonly id: string;
  readonly class: string;
  readonly restart: string | undefined;
  readonly tool: string;
  /** Undefined: left open. */
  readonly subject: string | null | undefined;
  readonly text: string;
}

export function readSentences(folder: string): readonly Sentence[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(`${folder}${file}`, "utf8")
        .split("\n")
        .flatMap((line, at) => (line.trim() === "" ? [] : [sentenceOf(line, `${file}#${at + 1}`)])),
    );
}

function sentenceOf(line: string, id: string): Sentence {
  const [label = "", tool = "", subject = "", ...rest] = line.split(" | ");
  const [of = "", restart] = label.trim().split(" ");
  const text = rest
    .join(" | ")
    .split("⏎")
    .map((each) => each.replace(/^ | $/g, ""))
    .join("\n");
  return { id, class: of, restart, tool, subject: SUBJECTS.has(subject) ? SUBJECTS.get(subject) : subject, text };
}

const SUBJECTS: ReadonlyMap<string, null | undefined> = new Map([
  ["-", null],
  ["?", undefined],
]);
