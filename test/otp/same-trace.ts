/** Two results with what OTP leaves open put in one order: the stops of one pool, and who is alive. */
import type { SimulationResult } from "../../src/engine/supervision/simulate/simulate-case.ts";

export function inOrder(result: SimulationResult): unknown {
  return {
    ...result,
    boot: poolStopsInOrder(result.boot),
    steps: result.steps.map((step) => ({ ...step, events: poolStopsInOrder(step.events) })),
    alive: [...result.alive].sort(),
  };
}

type Events = SimulationResult["boot"];

function poolStopsInOrder(events: Events): Events {
  const runs: Events[number][][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && poolOf(event) !== null && poolOf(event) === poolOf(last)) run.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => run.sort((a, b) => numberOf(a) - numberOf(b)));
}

function poolOf([what, path]: Events[number]): string | null {
  return what === "stop" ? (/^(.*)#\d+$/.exec(path)?.[1] ?? null) : null;
}

function numberOf([, path]: Events[number]): number {
  return Number(path.slice(path.lastIndexOf("#") + 1));
}
