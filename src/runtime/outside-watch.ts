/** Looks, after an agent has ended, whether the user's own checkout was written to. One look at a time, none lost. */
import type { AttemptId } from "../domain/attempt.ts";
import type { Input } from "../domain/input.ts";

export class OutsideWatch {
  readonly #find: () => Promise<readonly string[]>;
  readonly #report: (input: Input) => void;
  #looking = false;
  #ended: AttemptId[] = [];

  constructor(find: () => Promise<readonly string[]>, report: (input: Input) => void) {
    this.#find = find;
    this.#report = report;
  }

  /** This attempt has just ended. */
  look(attempt: AttemptId): void {
    this.#ended.push(attempt);
    if (!this.#looking) void this.#lookNow();
  }

  async #lookNow(): Promise<void> {
    this.#looking = true;
    while (this.#ended.length > 0) {
      const ended = this.#ended;
      this.#ended = [];
      const paths = await this.#find();
      if (paths.length > 0) this.#report({ type: "outside_write_seen", paths, ended });
    }
    this.#looking = false;
  }
}
