/**
 * The owner's side of the mailbox: takes waiting mail in order, one at a time, and submits each under a key made of its
 * name; the outcome is written together with the record, so a mail counts exactly once whatever is killed when. What may not
 * be taken is refused in writing, a page at a time, so that a flood of it holds nobody up for long.
 */
import { JournalError } from "../journal-error.ts";
import type { WaitingMail } from "../runs.ts";
import type { RecordWriter, StoredMail } from "./run-store.ts";

export interface MailDesk<I> {
  /** Why each may not be taken; null: it may. */
  readonly judge: (mail: readonly StoredMail[], waited: boolean) => Promise<readonly (string | null)[]>;
  /** Durable, with its outcome, when it resolves. */
  readonly take: (input: I, key: string, mail: number) => Promise<unknown>;
  readonly refuse: (refused: readonly RefusedMail[]) => Promise<void>;
}

export interface RefusedMail {
  readonly mail: number;
  readonly because: string;
}

/** A mail that could not be recorded (a full disk) is tried again after this. */
const AGAIN_MS = 1_000;
const PAGE = 100;

export class MailPump<I> {
  readonly #writer: RecordWriter;
  readonly #desk: MailDesk<I>;
  /** Mail that may be taken, by the store's number. */
  readonly #admitted = new Set<number>();
  #stopListening: () => void = () => {};
  #again: NodeJS.Timeout | null = null;
  #started = false;
  #draining = false;
  #rung = false;
  #stopped = false;

  constructor(writer: RecordWriter, desk: MailDesk<I>) {
    this.#writer = writer;
    this.#desk = desk;
  }

  /** What waits already, without what may not be taken. */
  async sift(): Promise<readonly WaitingMail[]> {
    for (let page = PAGE; ; page += PAGE) {
      const found = await this.#writer.waitingMail(page);
      const admitted = await this.#admit(found, true);
      if (found.length < page) return admitted.map(toWaiting);
    }
  }

  /** Resolves when what waits already has been taken, or could not be. Never rejects. Once is enough. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    this.#stopListening = this.#writer.onMail(() => void this.#drain());
    return this.#drain();
  }

  stop(): void {
    this.#stopped = true;
    this.#stopListening();
    if (this.#again !== null) clearTimeout(this.#again);
  }

  /** What cannot be done now stays in the mailbox. */
  async #drain(): Promise<void> {
    this.#rung = true;
    if (this.#draining) return;
    this.#draining = true;
    while (this.#rung && !this.#stopped) {
      this.#rung = false;
      try {
        await this.#takeAll();
      } catch {
        this.#tryLater();
      }
    }
    this.#draining = false;
  }

  async #takeAll(): Promise<void> {
    while (!this.#stopped) {
      const found = await this.#writer.waitingMail(PAGE);
      if (found.length === 0) return;
      for (const mail of await this.#admit(found, false)) if (!this.#stopped) await this.#take(mail);
    }
  }

  /** Each is judged once. */
  async #admit(found: readonly StoredMail[], waited: boolean): Promise<readonly StoredMail[]> {
    const fresh = found.filter(({ id }) => !this.#admitted.has(id));
    if (fresh.length > 0) {
      const verdicts = await this.#desk.judge(fresh, waited);
      const judged = fresh.map(({ id }, place) => ({ mail: id, because: verdicts[place] ?? null }));
      const refused = judged.flatMap(({ mail, because }) => (because === null ? [] : [{ mail, because }]));
      if (refused.length > 0) await this.#desk.refuse(refused);
      for (const { mail, because } of judged) if (because === null) this.#admitted.add(mail);
    }
    return found.filter(({ id }) => this.#admitted.has(id));
  }

  async #take(mail: StoredMail): Promise<void> {
    try {
      const input: I = JSON.parse(mail.input);
      await this.#desk.take(input, keyOf(mail), mail.id);
    } catch (error) {
      if (error instanceof JournalError || this.#stopped) throw error;
      await this.#desk.refuse([{ mail: mail.id, because: error instanceof Error ? error.message : String(error) }]);
    }
    this.#admitted.delete(mail.id);
  }

  #tryLater(): void {
    if (this.#stopped) return;
    this.#again ??= setTimeout(() => {
      this.#again = null;
      void this.#drain();
    }, AGAIN_MS).unref();
  }
}

/** By the name its sender gave it; what came without one, by the store's own number. */
function keyOf({ id, name }: StoredMail): string {
  return name === null ? `mail:${id}` : `mail:${name.sender}/${name.number}`;
}

function toWaiting({ name, at, from, input }: StoredMail): WaitingMail {
  return { name, at, from, input: JSON.parse(input) };
}
