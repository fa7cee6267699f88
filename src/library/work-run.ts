/** Works a run in this process until nothing moves by itself. A signal that aborts stops it politely; it can then be resumed. */
import type { ReadyRun } from "../app/run/prepare-run.ts";
import { type RunEnd, startWork, type Watch } from "../app/run/work-run.ts";
import type { World } from "../app/world.ts";
import type { RunRecord } from "../runtime/run/run-rules.ts";
import { runTeller } from "../views/run-teller.ts";
import { aborted, orThrow } from "./reeve-error.ts";
import { type ReeveRun, runHandle } from "./run-handle.ts";

export interface WorkOptions {
  /** Stops the run when it aborts; `finished` then rejects with the code `aborted`. */
  readonly signal?: AbortSignal;
  /** Keep running while only a person can help, instead of coming to rest. */
  readonly wait?: boolean;
  /** Agents at once; as configured unless given. */
  readonly maxParallel?: number;
  /** False: after a usage limit has reset, a person is asked before its tasks start. */
  readonly autoResume?: boolean;
  /** What a person would want to hear, as it happens. */
  readonly onSentence?: (sentence: string) => void;
  /** Every record, once it is durable, in order. Must not throw. `events()` is the way to read at your own pace. */
  readonly onRecord?: (record: RunRecord) => void;
}

export interface WorkedRun extends ReeveRun {
  /** Warnings before it starts: about the files, the machine, the agents. */
  readonly warnings: readonly string[];
  /** The state of the run when it has come to rest. Rejects with a `ReeveError`. */
  readonly finished: Promise<RunEnd>;
  /** Ends all agents at once, if you do not want to wait for a stop. */
  force(): Promise<void>;
}

export async function workRun(world: World, ready: ReadyRun, options: WorkOptions): Promise<WorkedRun> {
  const { signal, wait = false, onRecord = () => {}, onSentence } = options;
  const teller = onSentence && runTeller();
  const opened = Promise.withResolvers<void>();
  const tell = (record: RunRecord): void => {
    if (record.events.some(({ type }) => type === "run_opened")) opened.resolve();
    onRecord(record);
    for (const event of teller ? record.events : []) {
      const sentence = teller?.(event) ?? null;
      if (sentence !== null) onSentence?.(sentence);
    }
  };
  const reporter: NonNullable<Watch["reporter"]> = async (...wish) =>
    (await import("../views/report/report-text.ts")).reportText(...wish);
  const watch = { wait, onRecord: tell, reporter, ...(onSentence && { onNotice: onSentence }) };
  const work = orThrow(await startWork(world, ready, watch));
  const stop = (): void => {
    // A run that is not open yet takes no orders, and neither does one that is over.
    opened.promise.then(() => work.order({ type: "stop" })).catch(() => {});
  };
  const finish = async (): Promise<RunEnd> => {
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    try {
      const { end } = orThrow(await work.finish());
      if (signal?.aborted) throw aborted(signal);
      return end;
    } finally {
      opened.resolve();
      signal?.removeEventListener("abort", stop);
    }
  };
  const finished = finish();
  // Whoever only follows the events has nobody to tell it to.
  finished.catch(() => {});
  await opened.promise;
  const { project, place, config, warnings } = ready;
  return { ...runHandle(world, project, place.id, config), warnings, finished, force: work.force };
}
