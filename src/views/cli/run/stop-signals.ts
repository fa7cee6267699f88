/** Ctrl-C and its like while a run is worked: each one is taken more seriously than the one before. */
import { EXIT } from "../exit-codes.ts";

export interface Stoppable {
  readonly order: (input: { readonly type: "stop" }) => Promise<unknown>;
  readonly force: () => Promise<void>;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** First: stop gracefully. Second: agents are ended at once. Third: leave; keepers and journal hold everything. */
export function stopOnSignals(fleet: Stoppable, say: (line: string) => void): () => void {
  let count = 0;
  let hasHungUp = false;
  const handle = (signal: NodeJS.Signals) => {
    // A terminal goes away once, whoever passes it on.
    if (signal === "SIGHUP" && hasHungUp) return;
    hasHungUp ||= signal === "SIGHUP";
    count += 1;
    if (count === 1) {
      say("Stopping: agents are asked to end and get their grace period. Press Ctrl-C again to end them at once.");
      fleet.order({ type: "stop" }).catch(() => {});
    } else if (count === 2) {
      say("Ending all agents now. Press Ctrl-C again to leave without waiting for them.");
      fleet.force().catch(() => {});
    } else process.exit(EXIT.stopped);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
}
