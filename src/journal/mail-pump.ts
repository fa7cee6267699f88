/**
 * The writer's side of the mailbox: takes waiting mail in order, one at a time, and submits each under the key
 * `mail:<id>`; the outcome is stored beside the mail in the same transaction as the record, so a mail counts exactly once
 * whatever is killed when. A mail the engine cannot take is refused in writing and the next one gets its turn.
 */
import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { listen } from "./file-signal.ts";
import { JournalError, storeError } from "./journal-error.ts";
import type { MailOutcome } from "./mailbox.ts";
import { filesBeside } from "./run-files.ts";
import type { RunJournal } from "./run-journal.ts";
import { dataVersionWatch } from "./sqlite-database.ts";

export interface RunningPump {
  readonly stop: () => void;
  /** What waited at the start has been taken. Never rejects. */
  readonly drained: Promise<void>;
}

/** Starts taking mail, beginning with what waits already. */
export function pumpMail<S, I, E, F, A>(
  journal: RunJournal<S, I, E, F, A>,
  database: DatabaseSync,
  path: string,
): RunningPump {
  const { bell } = filesBeside(path);
  touch(bell);
  const pump = new MailPump(journal, database, path);
  const changed = dataVersionWatch(database);
  const stop = listen({
    file: bell,
    changed: () => changed() || pump.unfinished,
    onSignal: () => void pump.drain(),
    keepAlive: false,
  });
  return {
    stop: () => {
      pump.stopped = true;
      stop();
    },
    drained: pump.drain(),
  };
}

class MailPump<S, I, E, F, A> {
  stopped: boolean = false;
  /** A mail could not be recorded (a full disk); it is tried again at the next poll. */
  unfinished: boolean = false;
  readonly #journal: RunJournal<S, I, E, F, A>;
  readonly #path: string;
  readonly #oldest: StatementSync;
  readonly #settle: StatementSync;
  #draining: boolean = false;

  constructor(journal: RunJournal<S, I, E, F, A>, database: DatabaseSync, path: string) {
    this.#journal = journal;
    this.#path = path;
    this.#oldest = database.prepare("SELECT id, input FROM mailbox WHERE outcome IS NULL ORDER BY id LIMIT 1");
    this.#settle = database.prepare("UPDATE mailbox SET outcome = ? WHERE id = ?");
  }

  /** Never rejects: what cannot be done now stays in the mailbox. */
  async drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    this.unfinished = false;
    try {
      while (!this.stopped) {
        const mail = this.#oldest.get();
        if (mail === undefined) break;
        await this.#take(Number(mail.id), String(mail.input));
      }
    } catch {
      this.unfinished = true;
    }
    this.#draining = false;
  }

  async #take(id: number, text: string): Promise<void> {
    try {
      const input: I = JSON.parse(text);
      await this.#journal.submit(input, `mail:${id}`, ({ seq, answer }) =>
        this.#store(id, { type: "answered", seq, answer }),
      );
    } catch (error) {
      if (error instanceof JournalError || this.stopped) throw error;
      this.#store(id, { type: "refused", because: error instanceof Error ? error.message : String(error) });
    }
  }

  #store(id: number, outcome: MailOutcome<A>): void {
    try {
      this.#settle.run(JSON.stringify(outcome), id);
    } catch (error) {
      throw storeError(error, this.#path);
    }
  }
}

function touch(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch {}
}
