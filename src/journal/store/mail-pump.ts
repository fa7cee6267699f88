/**
 * The owner's side of the mailbox: takes waiting mail in order, one at a time, and submits each under a key made of its
 * name; the outcome is written together with the record, so a mail counts exactly once whatever is killed when. A mail the
 * rules cannot take is refused in writing and the next one gets its turn.
 */
import { JournalError } from "../journal-error.ts";
import type { RecordWriter, StoredMail } from "./run-store.ts";

export interface MailDesk<I> {
  /** Durable, with its outcome, when it resolves. */
  readonly take: (input: I, key: string, mail: number) => Promise<void>;
  readonly refuse: (mail: number, because: string) => Promise<void>;
}

/** A mail that could not be recorded (a full disk) is tried again after this. */
const AGAIN_MS = 1_000;

export class MailPump<I> {
  readonly #writer: RecordWriter;
  readonly #desk: MailDesk<I>;
  #stopListening: () => void = () => {};
  #again: NodeJS.Timeout | null = null;
  #draining = false;
  #rung = false;
  #stopped = false;

  constructor(writer: RecordWriter, desk: MailDesk<I>) {
    this.#writer = writer;
    this.#desk = desk;
  }

  /** Resolves when what waits already has been taken, or could not be. Never rejects. */
  start(): Promise<void> {
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
      const [mail] = await this.#writer.waitingMail(1);
      if (mail === undefined || this.#stopped) return;
      await this.#take(mail);
    }
  }

  async #take(mail: StoredMail): Promise<void> {
    try {
      const input: I = JSON.parse(mail.input);
      await this.#desk.take(input, keyOf(mail), mail.id);
    } catch (error) {
      if (error instanceof JournalError || this.#stopped) throw error;
      await this.#desk.refuse(mail.id, error instanceof Error ? error.message : String(error));
    }
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
