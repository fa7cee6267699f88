/** What the gateway costs, as rows: the first byte of an answer, and a long one. */
import { ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

interface Measured {
  readonly directMs: number;
  readonly throughMs: number;
  readonly addedMs: number;
  readonly directMbS: number;
  readonly throughMbS: number;
}

export async function gatewayRows(lab: Lab): Promise<Row[]> {
  const found = lab.measure<Measured>("gateway/gateway-latency.ts", 400, 200);
  return [
    {
      what: "first byte through the gateway",
      reeve: `${ms(found.throughMs)}, ${found.addedMs.toFixed(2)} ms more`,
      beside: `direct ${ms(found.directMs)}`,
      ratio: times(found.throughMs / found.directMs),
      target: "< 5 ms more",
      met: found.addedMs < 5,
    },
    {
      what: "a stream of 200 MB through the gateway",
      reeve: `${Math.round(found.throughMbS)} MB/s`,
      beside: `direct ${Math.round(found.directMbS)} MB/s`,
      ratio: times(found.throughMbS / found.directMbS),
      target: "",
      met: null,
    },
  ];
}
