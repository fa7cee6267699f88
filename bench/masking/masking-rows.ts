/** What masking costs: every text that is journaled or shown goes through it, so it must not be felt. */
import { findSecrets } from "../../src/domain/secrets/find-secrets.ts";
import { maskSecrets } from "../../src/domain/secrets/mask-secrets.ts";
import { median } from "../figures.ts";
import type { Row } from "../table.ts";

const ROUNDS = 9;
/** As many as a busy run journals in a second. */
const INPUTS = 1_000;

export async function maskingRows(): Promise<readonly Row[]> {
  const log = "2026-11-16T22:48:05Z worker 3: compiled src/shop/cart.ts in 12 ms, 3 warnings\n".repeat(12_000);
  const hostile = "token:token:password=".repeat(10_000);
  const input = {
    type: "attempt_ended",
    attempt: "build.1",
    outcome: { type: "failed", failure: { message: log.slice(0, 200), evidence: log.slice(0, 3_000).split("\n") } },
  };
  const perInputUs = (timeOf(() => repeat(INPUTS, () => maskSecrets(input))) / INPUTS) * 1_000;
  const mbPerS = log.length / 1e6 / (timeOf(() => findSecrets(log)) / 1_000);
  const hostileMs = timeOf(() => findSecrets(hostile));
  const row = { beside: "", ratio: "" };
  return [
    {
      ...row,
      what: "an input with 3 kB of evidence masked",
      reeve: `${perInputUs.toFixed(0)} µs`,
      target: "≤ 1,000 µs",
      met: perInputUs <= 1_000,
    },
    {
      ...row,
      what: "a log searched for secrets",
      reeve: `${mbPerS.toFixed(0)} MB/s`,
      target: "≥ 5 MB/s",
      met: mbPerS >= 5,
    },
    {
      ...row,
      what: "210 kB made to be slow, searched",
      reeve: `${hostileMs.toFixed(0)} ms`,
      target: "≤ 2,000 ms",
      met: hostileMs <= 2_000,
    },
  ];
}

function timeOf(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return median(rounds);
}

function repeat(times: number, work: () => unknown): void {
  for (let round = 0; round < times; round += 1) work();
}
