/**
 * What was done about each failure of a run, and what came of it: read off the events, written into the records. What really
 * happened counts, not what was meant first. It decides nothing.
 */
import type { Rule } from "../../../domain/because.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import type { Event, EventOf } from "../../event.ts";
import type { Action, FailureRecord, Resolution } from "./failure-record.ts";

export class Resolutions {
  readonly #failures: FailureRecord[];
  readonly #raised = new Map<TaskId, number>();
  /** The latest failure of a task, by its place. */
  readonly #latest = new Map<TaskId, number>();
  /** Tasks whose failure is decided about, but not acted on yet. */
  readonly #meant = new Set<TaskId>();
  /** In the record that is being read. */
  readonly #reopened = new Set<TaskId>();

  /** Their resolutions are written by this alone. */
  constructor(failures: FailureRecord[]) {
    this.#failures = failures;
  }

  /** Another record is read. */
  next(): void {
    this.#reopened.clear();
  }

  /** The record of this failure is about to be added. */
  failed(task: TaskId): void {
    this.#end(task, "failed_again");
    this.#latest.set(task, this.#failures.length);
  }

  /** The next attempt has begun: what was decided is done. */
  begun(task: TaskId): void {
    this.#meant.delete(task);
  }

  /** An event that may tell what is done about a failure, or what came of it. */
  see(event: Event, at: number): void {
    switch (event.type) {
      case "task_requeued":
        return this.#requeued(event, at);
      case "task_reopened":
        this.#reopened.add(event.task);
        return;
      case "advice_asked":
        return this.#asked(event, at);
      case "question_joined":
        return this.#act(event.task, "escalate", at);
      case "question_asked":
        for (const task of event.question.tasks) this.#act(task, "escalate", at);
        return;
      case "pattern_found":
        for (const task of event.pattern.members) this.#act(task, "fix_root_cause", at);
        return;
      case "pattern_joined":
        return this.#act(event.task, "fix_root_cause", at);
      case "dependency_added":
        return this.#act(event.task, this.#reopened.has(event.on) ? "retry_dependency" : "reorder", at);
      case "task_given_up":
        this.#act(event.task, "give_up", at);
        return this.#end(event.task, "given_up");
      case "task_skipped":
        this.#act(event.task, "skip", at);
        return this.#end(event.task, "skipped");
      case "task_done":
        return this.#end(event.task, "done");
      default:
        return;
    }
  }

  /** While somebody who thinks has not decided, that it waits in the queue is no decision. */
  #requeued({ task, because: { rule }, counts }: EventOf<"task_requeued">, at: number): void {
    const isRaised = counts.raised > (this.#raised.get(task) ?? 0);
    this.#raised.set(task, counts.raised);
    const action = isRaised ? "retry_escalated" : (REQUEUED[rule] ?? "retry");
    if (this.#actionOf(task) === "ask_supervisor" && action === "retry" && !DECIDED.has(rule)) return;
    this.#act(task, action, at);
  }

  /** A debugger only helps the retry, and so does who is asked for a common cause; otherwise a supervisor and a planner decide what becomes of the task. */
  #asked({ request: { role, about, because } }: EventOf<"advice_asked">, at: number): void {
    if (about === null || because.rule === "maybe_common_cause") return;
    if (role === "supervisor") this.#act(about, "ask_supervisor", at);
    if (role === "planner") this.#act(about, "replan", at);
  }

  /**
   * What is done about a failure is its resolution; what follows the next attempt is about that one. Before it has begun,
   * what was meant may still give way: a restart where its supervisor gives up, a retry where a common cause is found.
   */
  #act(task: TaskId, action: Action, at: number): void {
    const before = this.#actionOf(task);
    const isOpen = this.#meant.has(task) && (before === "ask_supervisor" || GIVES_WAY_TO.has(action));
    if (before !== null && !isOpen) return;
    this.#meant.add(task);
    this.#change(task, ({ resolution }) => ({ action, at, outcome: resolution?.outcome ?? null }));
  }

  #actionOf(task: TaskId): Action | null {
    const place = this.#latest.get(task);
    return (place === undefined ? undefined : this.#failures[place]?.resolution?.action) ?? null;
  }

  #end(task: TaskId, outcome: Resolution["outcome"]): void {
    this.#change(task, ({ resolution }) => resolution && { ...resolution, outcome: resolution.outcome ?? outcome });
  }

  #change(task: TaskId, resolved: (record: FailureRecord) => Resolution | null): void {
    const place = this.#latest.get(task);
    const record = place === undefined ? undefined : this.#failures[place];
    if (place !== undefined && record) this.#failures[place] = { ...record, resolution: resolved(record) };
  }
}

/** By which rule a task waits in the queue says what was done; other rules mean one more try. */
const REQUEUED: Readonly<Partial<Record<Rule, Action>>> = {
  transient_failure: "restart",
  malformed_output: "same_input",
  account_limit: "hold_account",
  needs_task: "reorder",
  fix_root_cause: "fix_root_cause",
};

/** Somebody has said that it is tried again. */
const DECIDED: ReadonlySet<Rule> = new Set(["advised", "person", "aborted"]);

/** What is decided before the next attempt takes the place of what was meant. */
const GIVES_WAY_TO: ReadonlySet<Action> = new Set([
  "fix_root_cause",
  "replan",
  "ask_supervisor",
  "escalate",
  "give_up",
  "skip",
]);
