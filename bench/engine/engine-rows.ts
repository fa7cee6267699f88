/** What the engine's own measurements come to, as rows: scheduling by the size of the plan, and grouping failures. */
import { ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

export async function scaleRows(lab: Lab): Promise<Row[]> {
  const { smallUs, largeUs } = lab.measure<{ smallUs: number; largeUs: number }>(
    "engine/engine-scaling.ts",
    1_000,
    10_000,
  );
  const ratio = largeUs / smallUs;
  return [
    {
      what: "engine alone, per task of a 10,000-task plan",
      reeve: `${largeUs.toFixed(1)} µs`,
      beside: `per task of a 1,000-task plan ${smallUs.toFixed(1)} µs`,
      ratio: times(ratio),
      target: "≤ 2×",
      met: ratio <= 2,
    },
  ];
}

export async function patternRows(lab: Lab): Promise<Row[]> {
  const { fewMs, manyMs, worstMs } = lab.measure<{ fewMs: number; manyMs: number; worstMs: number }>(
    "engine/pattern-growth.ts",
    100_000,
    2_000,
  );
  const row = { what: "one more failure grouped, 100,000 known", ratio: times(manyMs / fewMs) };
  return [
    { ...row, reeve: ms(manyMs), beside: `with none known ${ms(fewMs)}`, target: "< 5 ms", met: manyMs < 5 },
    { ...row, what: `${row.what}: the slowest`, reeve: ms(worstMs), beside: "", ratio: "", target: "", met: null },
  ];
}
