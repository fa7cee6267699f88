/**
 * A run that somebody looks at for a while: its state and history, kept up to date as records come in, and whoever wants
 * to hear of each. One reading of the journal serves all who look. It writes nothing; `close` ends the reading.
 */
import type { RunRecord } from "../../../runtime/run/run-rules.ts";
import type { Project } from "../../project/project.ts";
import { followRecords } from "../../project/records.ts";
import { catchUp, newReplay, type Replay, replayRecord } from "./replay-run.ts";

type Listener = (record: RunRecord) => void;

export class RunWatch {
  readonly replay: Replay;
  readonly #listeners = new Set<Listener>();
  readonly #abort = new AbortController();
  #failed = false;

  private constructor(replay: Replay) {
    this.replay = replay;
  }

  /** Throws `JournalError`. */
  static async open(project: Project, run: string): Promise<RunWatch> {
    const watch = new RunWatch(await catchUp(project, newReplay(run)));
    void watch.#follow(project);
    return watch;
  }

  /** The journal could not be read on: whoever looks opens another. */
  get hasFailed(): boolean {
    return this.#failed;
  }

  /** Called for every new record, after state and history have it. Gives the way to stop that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  close(): void {
    this.#abort.abort();
  }

  async #follow(project: Project): Promise<void> {
    const { run, history } = this.replay;
    try {
      for await (const record of followRecords(project, run, history.seq + 1, this.#abort.signal)) {
        replayRecord(this.replay, record);
        for (const listener of this.#listeners) listener(record);
      }
    } catch {
      this.#failed = true;
    }
  }
}
