/** Writes the table of words anew from all labelled outputs: `node scripts/quality/learn-words.ts`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { madeOutputs, writtenCases } from "./labelled.ts";
import { samplesOf } from "./samples.ts";
import { trainWords, type WordTable } from "./train-words.ts";

const target = fileURLToPath(new URL("../../src/engine/classify/words/word-table.ts", import.meta.url));

writeFileSync(target, tableText(trainWords(samplesOf([...writtenCases(), ...madeOutputs()]))));

function tableText(table: WordTable): string {
  const rows = [...table].map(
    ([of, words]) => `  ${/^\w+$/.test(of) ? of : JSON.stringify(of)}:\n    ${JSON.stringify(told(words))},`,
  );
  return [
    "/**",
    " * How much each word speaks for each class: tenths, then the words of that weight. Written by",
    " * `node scripts/quality/learn-words.ts` from the labelled outputs in `test/`; nobody edits it by hand.",
    " */",
    "",
    "export const WORD_TABLE: Readonly<Record<string, string>> = {",
    ...rows,
    "};",
    "",
  ].join("\n");
}

/** Strongest first. */
function told(words: ReadonlyMap<string, number>): string {
  const byWeight = new Map<number, string[]>();
  for (const [sign, weight] of words) {
    const tenths = Math.round(weight * 10);
    byWeight.set(tenths, [...(byWeight.get(tenths) ?? []), sign]);
  }
  return [...byWeight]
    .toSorted((a, b) => b[0] - a[0])
    .map(([tenths, signs]) => `${tenths}:${signs.join(",")}`)
    .join(";");
}
