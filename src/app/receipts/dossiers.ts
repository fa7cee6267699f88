/**
 * What a receipt will say of each task, gathered from events until the task is done: what proved its latest work, how it
 * was merged, who had a word in it. A fold; it makes no receipt and hashes nothing.
 */
import type { GateResult } from "../../domain/proof/gate.ts";
import type { TaskReceipt } from "../../domain/proof/receipt.ts";
import {
  type Decided,
  gateReceipt,
  type MergeReceipt,
  type ProvedWork,
  provedWork,
} from "../../domain/proof/receipt.ts";
import type { Event } from "../../engine/event.ts";
import { askersOf } from "../../engine/question/question-text.ts";
import type { State } from "../../engine/state.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import { personOf } from "./person-of.ts";

interface Dossier {
  agent: string | null;
  work: ProvedWork | null;
  merge: MergeReceipt | null;
  decided: Decided[];
  receipt: number | null;
}

export class Dossiers {
  /** Where the integration branch was last moved to. */
  head: { readonly commit: string; readonly tree?: string } | null = null;
  /** The look at the whole; empty since the last merge. */
  checked: readonly GateResult[] = [];
  readonly #tasks = new Map<string, Dossier>();
  /** Of advisors. */
  readonly #agents = new Map<string, string>();

  /** `state` is the one before the event. */
  take(record: RunRecord, event: Event, state: State): void {
    const { at } = record;
    switch (event.type) {
      case "attempt_started":
        return event.task === undefined
          ? this.#advises(event.advisor, event.agent)
          : this.#begins(event.task, event.agent);
      case "task_verified": {
        const dossier = this.#of(event.task);
        dossier.work = event.passed ? provedWork(event) : null;
        if (event.passed) dossier.decided.push({ who: "reeve", what: "verified", at });
        return;
      }
      case "task_reviewed": {
        const { advisor, verdict } = event;
        const agent = this.#agents.get(advisor) ?? null;
        this.#of(event.task).decided.push({ who: "reviewer", what: verdict, advisor, agent, at });
        return;
      }
      case "task_integrated":
        if (event.integration.type === "merged") this.#merged(event.task, event.integration, at);
        return;
      case "run_checked":
        this.checked = event.gates;
        return;
      default:
        return this.#takeWord(record, event, state);
    }
  }

  closeTask(id: string, at: number, number: number): Pick<TaskReceipt, "agent" | "work" | "merge" | "decided"> {
    const dossier = this.#of(id);
    const { agent, work, merge, decided, receipt } = dossier;
    const all: Decided[] = work === null ? [...decided, { who: "reeve", what: "not_looked_at", at }] : decided;
    dossier.receipt = number;
    return { agent, work, merge, decided: all, ...(receipt !== null && { supersedes: receipt }) };
  }

  receiptOf(id: string): number | null {
    return this.#tasks.get(id)?.receipt ?? null;
  }

  /** What a person said that a task went on by. */
  #takeWord(record: RunRecord, event: Event, { questions }: State): void {
    const said = (task: string, what: string) =>
      this.#of(task).decided.push({ who: "person", what, name: personOf(record.input), at: record.at });
    if (event.type === "question_answered") {
      const question = questions.open.get(event.question as never);
      for (const task of question === undefined ? [] : new Set([...askersOf(question), ...question.tasks]))
        said(task, `answered ${event.question}`);
    } else if ((event.type === "task_requeued" || event.type === "task_revived") && record.input.type === "retry") {
      said(event.task, "ordered a retry");
    }
  }

  /** What was proved before is no longer what will be merged. */
  #begins(task: string, agent: string): void {
    const dossier = this.#of(task);
    const decided = dossier.decided.filter(({ who }) => who === "person");
    Object.assign(dossier, { agent, work: null, merge: null, decided });
  }

  #advises(advisor: string | undefined, agent: string): void {
    if (advisor !== undefined) this.#agents.set(advisor, agent);
  }

  #merged(
    task: string,
    { commit, onto, tree, gates }: { commit: string; onto: string; tree?: string; gates: readonly GateResult[] },
    at: number,
  ): void {
    const dossier = this.#of(task);
    if (commit === onto) return;
    const trees = tree === undefined ? {} : { tree };
    dossier.merge = { commit, ...trees, onto, gates: gates.map(gateReceipt) };
    dossier.decided.push({ who: "reeve", what: "merged", at });
    this.head = { commit, ...trees };
    this.checked = [];
  }

  #of(task: string): Dossier {
    const known = this.#tasks.get(task);
    if (known) return known;
    const fresh: Dossier = { agent: null, work: null, merge: null, decided: [], receipt: null };
    this.#tasks.set(task, fresh);
    return fresh;
  }
}
