/**
 * The last look at a run's integrated whole: its gates, and what the plan promised to build. Trouble of Reeve's own that
 * may pass is waited for; what does not pass is told like a red gate, because a run must not end green unseen.
 */
import type { CheckRunOrder, GateResult } from "../../domain/proof/gate.ts";
import type { Contract } from "../../domain/spec/plan.ts";
import { type CheckClock, REAL_CLOCK } from "../gates/check/check-clock.ts";
import { gateResult } from "../gates/gate-result.ts";
import type { CheckAnswer } from "../jobs.ts";
import type { CheckRunAnswer, Integrator } from "./integration.ts";

export interface CheckWholeOptions {
  readonly integrator: Pick<Integrator, "checkIntegrated">;
  readonly checkContract: (commit: string, contract: Contract) => Promise<readonly GateResult[]>;
  readonly clock?: Pick<CheckClock, "setTimer">;
}

export type CheckWhole = (order: CheckRunOrder, signal: AbortSignal) => Promise<CheckAnswer>;

/** As long as a task's own jobs are waited for. */
const PAUSES_MS = [5_000, 20_000, 80_000];

export function openCheckWhole({ integrator, checkContract, clock = REAL_CLOCK }: CheckWholeOptions): CheckWhole {
  return async (order, signal) => {
    let checked = await integrator.checkIntegrated(order, signal);
    for (const pauseMs of PAUSES_MS) {
      if (!mayPass(checked) || signal.aborted) break;
      await pause(clock, pauseMs, signal);
      if (!signal.aborted) checked = await integrator.checkIntegrated(order, signal);
    }
    if (checked.type === "failed") return { head: null, gates: [red(checked)] };
    const { head, gates } = checked;
    if (order.contract === null) return { head, gates };
    return { head, gates: [...gates, ...(await checkContract(head, order.contract))] };
  };
}

function mayPass(checked: CheckRunAnswer): boolean {
  return checked.type === "failed" && checked.failure.restart === "transient";
}

function red({ failure }: Extract<CheckRunAnswer, { type: "failed" }>): GateResult {
  const tries = failure.restart === "transient" ? ` Reeve tried ${PAUSES_MS.length + 1} times.` : "";
  return gateResult("quality", "failed", `${failure.message}${tries}`, { evidence: failure.evidence });
}

async function pause(clock: Pick<CheckClock, "setTimer">, delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.setTimer(delayMs, resolve);
  const stop = (): void => resolve();
  signal.addEventListener("abort", stop);
  try {
    await promise;
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
}
