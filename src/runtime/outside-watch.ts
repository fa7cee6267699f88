/** Looks, after an agent has ended, whether the user's own checkout was written to. One look at a time, none lost. */
import type { Input } from "../domain/input.ts";

export class OutsideWatch {
  readonly #find: () => Promise<readonly string[]>;
  readonly #report: (input: Input) => void;
  #looking = false;
  #again = false;

  constructor(find: () => Promise<readonly string[]>, report: (input: Input) => void) {
    this.#find = find;
    this.#report = report;
  }

  look(): void {
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    void this.#find()
      .then((paths) => {
        if (paths.length > 0) this.#report({ type: "outside_write_seen", paths });
      })
      .finally(() => {
        this.#looking = false;
        if (!this.#again) return;
        this.#again = false;
        this.look();
      });
  }
}
