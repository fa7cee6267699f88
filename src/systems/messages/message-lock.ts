/**
 * One writer at a time, also between processes. The lock is SQLite's on an empty database: the system gives it up when its
 * holder dies, however it dies, so that no lock is ever left over and none has to be broken. Nothing is written to it.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";

const WAIT_MS = 60_000;

export class MessageLock {
  readonly #database: DatabaseSync;
  readonly #take: StatementSync;
  readonly #give: StatementSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: WAIT_MS });
    this.#take = this.#database.prepare("BEGIN IMMEDIATE");
    this.#give = this.#database.prepare("ROLLBACK");
  }

  hold<T>(work: () => T): T {
    this.#take.run();
    try {
      return work();
    } finally {
      this.#give.run();
    }
  }

  close(): void {
    this.#database.close();
  }
}
