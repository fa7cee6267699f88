/** What a run came to, task by task, folded from its events: time, attempts, money, and how much it grew. Decides nothing. */
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { Event, EventOf } from "../event.ts";
import type { Sample } from "./samples.ts";

interface Tally {
  spec: TaskSpec;
  model: string | null;
  ms: number;
  attempts: number;
  usd: number;
  isPriced: boolean;
  /** When its last attempt ended. */
  endedAt: number;
  /** When it came to its end; null: it has not. */
  overAt: number | null;
}

interface Live {
  since: number;
  usage: Usage;
}

export class SampleFold {
  readonly #project: string;
  #run = "";
  #planned = 0;
  #added = 0;
  #advisorUsd: number | null = 0;
  #endedAt: number | null = null;
  readonly #tasks = new Map<string, Tally>();
  readonly #live = new Map<string, Live>();

  constructor(project: string) {
    this.#project = project;
  }

  take({ at, events }: { readonly at: number; readonly events: readonly Event[] }): void {
    for (const event of events) this.#see(event, at);
  }

  /** Of tasks that have come to their end, and of the run if it has. */
  get samples(): Sample[] {
    const of = { project: this.#project, run: this.#run };
    const tasks = [...this.#tasks].flatMap(([task, { spec, model, ms, attempts, usd, isPriced, overAt }]): Sample[] => {
      if (overAt === null || attempts === 0) return [];
      const { agent, tier = null } = spec;
      const used = { minutes: rounded(ms / 60_000), attempts, usd: isPriced ? rounded(usd) : null };
      return [{ type: "task", ...of, task, agent, tier, model, ...used, at: overAt }];
    });
    if (this.#endedAt === null) return tasks;
    const advisorUsd = this.#advisorUsd === null ? null : rounded(this.#advisorUsd);
    const run = { planned: this.#planned, added: this.#added, advisorUsd, at: this.#endedAt };
    return [...tasks, { type: "run", ...of, ...run }];
  }

  #see(event: Event, at: number): void {
    switch (event.type) {
      case "run_created":
        this.#run = event.run;
        this.#planned = event.plan.tasks.length;
        for (const spec of event.plan.tasks) this.#tasks.set(spec.id, emptyTally(spec));
        return;
      case "plan_changed":
        return this.#grow(event.added);
      case "pattern_found":
        return this.#grow([event.fix]);
      case "attempt_started":
        return this.#started(event, at);
      case "attempt_admitted":
        this.#live.set(event.attempt, { since: at, usage: { tokens: 0 } });
        return;
      case "attempt_progressed":
        return this.#used(event.attempt, event.usage);
      case "attempt_ended":
        return this.#ended(event, at);
      case "task_done":
      case "task_given_up":
        return this.#over(event.task, at);
      case "run_ended":
        this.#endedAt = at;
        return;
      default:
        return;
    }
  }

  #grow(added: readonly TaskSpec[]): void {
    this.#added += added.length;
    for (const spec of added) this.#tasks.set(spec.id, emptyTally(spec));
  }

  #started({ attempt, task, model }: EventOf<"attempt_started">, at: number): void {
    this.#live.set(attempt, { since: at, usage: { tokens: 0 } });
    const tally = this.#tasks.get(task ?? "");
    if (tally && tally.attempts === 0) tally.model = model;
  }

  #used(attempt: string, usage: Usage): void {
    const live = this.#live.get(attempt);
    if (live && (usage.usd ?? 0) >= (live.usage.usd ?? 0)) live.usage = usage;
  }

  #ended({ attempt, task, usage, phase }: EventOf<"attempt_ended">, at: number): void {
    this.#used(attempt, usage);
    const live = this.#live.get(attempt);
    this.#live.delete(attempt);
    if (!live) return;
    const { tokens, usd } = live.usage;
    // What tells nothing at all of its use tells nothing of its price either.
    const price = usd !== undefined && (usd > 0 || tokens > 0) ? usd : null;
    if (task === undefined) {
      this.#advisorUsd = this.#advisorUsd === null || price === null ? null : this.#advisorUsd + price;
      return;
    }
    const tally = this.#tasks.get(task);
    if (!tally || phase === "deferred") return;
    Object.assign(tally, { ms: tally.ms + at - live.since, attempts: tally.attempts + 1, endedAt: at });
    if (price === null) tally.isPriced = false;
    else tally.usd += price;
  }

  #over(task: string, at: number): void {
    const tally = this.#tasks.get(task);
    if (!tally) return;
    tally.ms += Math.min(Math.max(0, at - tally.endedAt), PROOF_MS_MAX) * (tally.attempts > 0 ? 1 : 0);
    tally.overAt = at;
  }
}

/** Whatever took longer was waiting: for its turn, for a Reeve that was away, for a person. */
const PROOF_MS_MAX = 600_000;

function emptyTally(spec: TaskSpec): Tally {
  return { spec, model: null, ms: 0, attempts: 0, usd: 0, isPriced: true, endedAt: 0, overAt: null };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
