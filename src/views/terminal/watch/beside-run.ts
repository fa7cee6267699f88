/**
 * What is read only while somebody looks at it: decisions about a task, its diff, an agent's log, the other runs of the project. What reads
 * it is loaded then, so that who only watches a run takes little memory.
 */
import type { TaskExplained } from "../../../app/look/explain.ts";
import type { RunSummary } from "../../../app/look/run-summaries.ts";
import type { Deed } from "../../../domain/words/deed.ts";
import type { DiffText } from "../diff/diff-lines.ts";
import type { Watched, WatchedLog } from "../screens/watched.ts";
import type { Place } from "../ui/ui.ts";
import type { WatchingOptions } from "./watching.ts";

/** Earlier deeds are forgotten: `reeve logs` has them all. */
const DEEDS_MAX = 2_000;
/** A task's decisions are read again at most so often. */
const EXPLAIN_MS = 1_000;

export class BesideRun {
  readonly #options: WatchingOptions;
  readonly #over: AbortSignal;
  #explained: { readonly task: string; readonly seq: number; readonly at: number; value: TaskExplained | null } | null =
    null;
  #log: { readonly task: string; readonly stop: AbortController; log: WatchedLog | null } | null = null;
  #diff: { readonly task: string; value: DiffText | string | null } | null = null;
  #runs: { readonly seq: number; value: readonly RunSummary[] | null } | null = null;

  constructor(options: WatchingOptions, over: AbortSignal) {
    this.#options = options;
    this.#over = over;
  }

  shown({ screen, task }: Place, seq: number): Pick<Watched, "explained" | "log" | "runs" | "diff"> {
    if (screen !== "log" || this.#log?.task !== task) this.#leaveLog();
    if (screen === "log" && task !== undefined && this.#log === null) void this.#follow(task);
    if (screen !== "diff" || this.#diff?.task !== task) this.#diff = null;
    if (screen === "diff" && task !== undefined && this.#diff === null) void this.#compare(task);
    if (task !== undefined && screen !== "log" && screen !== "diff") this.#explain(task, seq);
    if (screen === "runs" && this.#runs === null) void this.#list(seq);
    if (screen !== "runs") this.#runs = null;
    return {
      explained: this.#explained?.value ?? null,
      log: this.#log?.log ?? null,
      runs: this.#runs?.value ?? null,
      diff: this.#diff?.value ?? null,
    };
  }

  #explain(task: string, seq: number): void {
    const known = this.#explained;
    const now = this.#options.now();
    if (known?.task === task && (known.seq === seq || now - known.at < EXPLAIN_MS)) return;
    const asked = { task, seq, at: now, value: known?.task === task ? known.value : null };
    this.#explained = asked;
    void this.#read(asked);
  }

  async #read(asked: { readonly task: string; value: TaskExplained | null }): Promise<void> {
    const { explainTask } = await import("../../../app/look/explain.ts");
    const reply = await explainTask(this.#options.project, asked.task, this.#options.run);
    if (this.#explained !== asked || !reply.ok) return;
    asked.value = reply.value;
    this.#options.changed();
  }

  async #compare(task: string): Promise<void> {
    const mine: { task: string; value: DiffText | string | null } = { task, value: null };
    this.#diff = mine;
    const { project, run, surfaces, now, changed } = this.#options;
    const { diffTask } = await import("../../../app/deliver/read-review.ts");
    const { diffLines } = await import("../diff/diff-lines.ts");
    const { refusalText } = await import("../../refusals/refusal-words.ts");
    const read = await diffTask(surfaces, project, task, { run, now: now() });
    mine.value = read.ok ? diffLines(read.value.diff) : refusalText(read.refusal);
    changed();
  }

  async #follow(task: string): Promise<void> {
    const { project, run, changed } = this.#options;
    const stop = new AbortController();
    const mine: { task: string; stop: AbortController; log: WatchedLog | null } = { task, stop, log: null };
    this.#log = mine;
    const signal = AbortSignal.any([stop.signal, this.#over]);
    const { readTranscript } = await import("../../../app/look/output.ts");
    const reply = await readTranscript(project, { run, task, follow: true, signal });
    if (!reply.ok) {
      mine.log = { attempt: task, deeds: [], dropped: 0, isLive: false };
      return changed();
    }
    const { attempt, deeds } = reply.value;
    const kept = new Map<number, Deed>();
    let dropped = 0;
    const show = (isLive: boolean) => {
      mine.log = { attempt, deeds: [...kept.values()], dropped, isLive };
      changed();
    };
    show(true);
    for await (const deed of deeds) {
      kept.set(deed.index, deed);
      for (const index of kept.keys()) {
        if (kept.size <= DEEDS_MAX) break;
        kept.delete(index);
        dropped += 1;
      }
      show(true);
    }
    if (!signal.aborted) show(false);
  }

  #leaveLog(): void {
    this.#log?.stop.abort();
    this.#log = null;
  }

  async #list(seq: number): Promise<void> {
    const mine: { seq: number; value: readonly RunSummary[] | null } = { seq, value: null };
    this.#runs = mine;
    const { summarizeRuns } = await import("../../../app/look/run-summaries.ts");
    const reply = await summarizeRuns(this.#options.project);
    mine.value = reply.ok ? reply.value : [];
    this.#options.changed();
  }
}
