/** What the sandbox costs, as a row: a start behind walls beside a plain one. */
import { ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

interface Measured {
  readonly plainMs: number;
  readonly enclosedMs: number;
  readonly kind: string;
}

export async function sandboxRows(lab: Lab): Promise<Row[]> {
  const { plainMs, enclosedMs, kind } = lab.measure<Measured>("sandbox/sandbox-cost.ts", 50);
  return [
    {
      what: `a start in the sandbox (${kind})`,
      reeve: `${ms(enclosedMs)}, ${ms(enclosedMs - plainMs)} more`,
      beside: `without ${ms(plainMs)}`,
      ratio: times(enclosedMs / plainMs),
      target: "≤ 50 ms more",
      met: enclosedMs - plainMs <= 50,
    },
  ];
}
