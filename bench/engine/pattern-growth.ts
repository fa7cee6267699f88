/**
 * Measured alone in its own process: what it takes to read the cause of one more failure and find its group, with a few
 * failures known and with very many; the slowest of them, because one that is slow holds up the loop.
 */
import { addFailure, createPatternIndex } from "../../src/engine/causes/groups/pattern-index.ts";
import type { SeenFailure } from "../../src/engine/causes/seen-failure.ts";
import { median } from "../figures.ts";

const [known = "100000", more = "2000"] = process.argv.slice(2);

const index = createPatternIndex();
const few = timesOf(0, Number(more));
for (let n = Number(more); n < Number(known); n += 1) addFailure(index, failure(n));
const many = timesOf(Number(known), Number(more));
console.log(JSON.stringify({ fewMs: median(few), manyMs: median(many), worstMs: Math.max(...many) }));

function timesOf(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => {
    const next = failure(from + n);
    const before = performance.now();
    addFailure(index, next);
    return performance.now() - before;
  });
}

/** Causes old and new, names that end alike, and a page of output around the line that tells. */
function failure(n: number): SeenFailure {
  const around = Array.from({ length: 40 }, (_, line) => `  at step${line} (src/part${n % 97}/file.ts:${line}:9)`).join(
    "\n",
  );
  const told = [
    { class: "import_error", text: `Error: Cannot find module './part${n % 5000}/storage/ledger'` },
    { class: "import_error", text: "Error: Cannot find module './ledger'" },
    { class: "schema_mismatch", text: `ERROR: relation "table_${n}" does not exist` },
    { class: "test_failure", text: `--- FAIL: TestNumber${n % 300} (0.01s)` },
    { class: "unknown", text: `Error: the widget of kind ${"abcdefgh"[n % 8]} refuses to turn left` },
  ] as const;
  const one = told[n % told.length] ?? told[0];
  return { id: `f${n}`, class: one.class, text: `${around}\n${one.text}\n${around}` };
}
