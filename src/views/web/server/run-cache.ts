/** The runs that somebody looks at: each is read once and kept up to date; a past moment is kept until another is asked for. Bounded. */

import { catchUp, newReplay, type Replay } from "../../../app/look/history/replay-run.ts";
import { RunWatch } from "../../../app/look/history/watch-run.ts";
import type { Project } from "../../../app/project/project.ts";

const WATCHES_MAX = 12;

interface Kept {
  readonly watch: Promise<RunWatch>;
  past: Replay | null;
}

export class RunCache {
  readonly #kept = new Map<string, Kept>();

  /** Throws `JournalError`. */
  async watch(project: Project, run: string): Promise<RunWatch> {
    const kept = this.#keptOf(project, run);
    try {
      const watch = await kept.watch;
      if (!watch.hasFailed) return watch;
    } catch (error) {
      this.#kept.delete(keyOf(project, run));
      throw error;
    }
    this.#kept.delete(keyOf(project, run));
    return this.#keptOf(project, run).watch;
  }

  /** As it was after this record. Going forward is quick, going back begins at the beginning. */
  async at(project: Project, run: string, seq: number): Promise<Replay> {
    const { replay } = await this.watch(project, run);
    if (seq >= replay.history.seq) return replay;
    const kept = this.#keptOf(project, run);
    const from = kept.past !== null && kept.past.history.seq <= seq ? kept.past : newReplay(run);
    kept.past = null;
    const past = await catchUp(project, from, seq);
    kept.past = past;
    return past;
  }

  /** Whoever asks again begins anew. */
  forget(project: Project, run: string): void {
    const key = keyOf(project, run);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    void kept?.watch.then(
      (watch) => watch.close(),
      () => {},
    );
  }

  async close(): Promise<void> {
    for (const { watch } of this.#kept.values()) (await watch.catch(() => null))?.close();
    this.#kept.clear();
  }

  #keptOf(project: Project, run: string): Kept {
    const key = keyOf(project, run);
    const known = this.#kept.get(key);
    if (known) {
      // The latest used is the last to go.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made: Kept = { watch: RunWatch.open(project, run), past: null };
    made.watch.catch(() => {});
    this.#kept.set(key, made);
    if (this.#kept.size > WATCHES_MAX) void this.#forget();
    return made;
  }

  /** The one that was not asked for longest and that nobody listens to. */
  async #forget(): Promise<void> {
    for (const [key, { watch }] of this.#kept) {
      const opened = await watch.catch(() => null);
      if (opened !== null && opened.listeners > 0) continue;
      this.#kept.delete(key);
      opened?.close();
      return;
    }
  }
}

function keyOf({ root }: Project, run: string): string {
  return `${root} ${run}`;
}
