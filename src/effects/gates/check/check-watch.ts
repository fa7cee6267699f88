/**
 * Hears that a check has ended: from the exit its keeper publishes, or from the keeper's own end. The exit comes first
 * where something that was left behind holds the output open. Ends nothing.
 */
import type { FSWatcher } from "node:fs";
import { basename } from "node:path";
import { type AttemptFolder, readExit } from "../../processes/attempt-folder.ts";
import { type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KnownProcess } from "../../processes/starter-protocol.ts";

export class CheckWatch {
  readonly #looks = new Map<string, () => void>();
  readonly #watcher: FSWatcher;
  readonly #starter: StarterClient;

  constructor(
    watchExits: (changed: (event: string, name: string | null) => void) => FSWatcher,
    starter: StarterClient,
  ) {
    this.#watcher = watchExits((_event, name) => this.#changed(name));
    // Without the watch the end of the keeper still tells.
    this.#watcher.on("error", () => {});
    this.#starter = starter;
  }

  /** Calls at least once when it is over; returns what ends the interest in it. */
  whenEnded(folder: AttemptFolder, keeper: KnownProcess, call: () => void): () => void {
    const name = basename(folder.exit);
    const look = (): void => {
      void readExit(folder).then((exit) => exit && call(), ignore);
    };
    this.#looks.set(name, look);
    this.#starter.ask("gone", keeper).then(call, (error: unknown) => {
      if (!(error instanceof StarterError)) throw error;
    });
    look();
    return () => this.#looks.delete(name);
  }

  close(): void {
    this.#watcher.close();
  }

  #changed(name: string | null): void {
    const looks = name === null ? [...this.#looks.values()] : [this.#looks.get(name)];
    for (const look of looks) look?.();
  }
}

/** Unreadable now: the end of the keeper tells as well. */
function ignore(): void {}
