/**
 * Looks, after an agent has ended, whether something was written that no agent may write: the user's own checkout, the
 * integration branch. One look at a time, none lost; and one more when the work is over, for whoever was the last.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Workspaces } from "../../effects/workspace/workspaces.ts";
import type { Input } from "../../engine/input.ts";

type Looked = Pick<Workspaces, "outsideWrites" | "integrationMoves">;

export class OutsideWatch {
  readonly #looked: Looked;
  readonly #report: (input: Input) => Promise<unknown>;
  #looking: Promise<void> | null = null;
  #ended: AttemptId[] = [];
  /** Who ended before the latest look: what is found after the last one may still be theirs. */
  #before: readonly AttemptId[] = [];

  constructor(looked: Looked, report: (input: Input) => Promise<unknown>) {
    this.#looked = looked;
    this.#report = report;
  }

  /** This attempt has just ended. */
  look(attempt: AttemptId): void {
    this.#ended.push(attempt);
    this.#looking ??= this.#lookNow();
  }

  /** All looks that are owed, and one more. */
  async lookLast(): Promise<void> {
    await this.#looking;
    await this.#lookOnce(this.#before);
  }

  async #lookNow(): Promise<void> {
    while (this.#ended.length > 0) {
      this.#before = this.#ended;
      this.#ended = [];
      await this.#lookOnce(this.#before);
    }
    this.#looking = null;
  }

  async #lookOnce(ended: readonly AttemptId[]): Promise<void> {
    const moves = await this.#looked.integrationMoves();
    if (moves.length > 0)
      await this.#report({ type: "outside_write_seen", rule: "integration_moved", paths: moves, ended });
    const paths = await this.#looked.outsideWrites();
    if (paths.length > 0) await this.#report({ type: "outside_write_seen", paths, ended });
  }
}
