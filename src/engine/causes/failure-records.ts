/**
 * The failure history of a run, folded from its events: what failed, of what class and cause, what was done about it and
 * what came of that. Because it is a fold, nothing is in it twice and a crash loses nothing. It reads events; it decides
 * nothing and writes nothing.
 */

import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import type { Event, EventOf } from "../event.ts";
import { causeOf, isAlone } from "./cause-of.ts";
import type { Action, FailureRecord, Resolution } from "./failure-record.ts";
import type { SeenFailure } from "./seen-failure.ts";
import { upstreamOf } from "./upstream.ts";

export interface TimedEvents {
  readonly at: number;
  readonly events: readonly Event[];
}

export function failuresOf(records: Iterable<TimedEvents>, project = ""): FailureRecord[] {
  const fold = new HistoryFold(project);
  for (const record of records) fold.take(record);
  return fold.failures;
}

/** The same, record by record, for histories that are read from a disk. */
export class HistoryFold {
  readonly failures: FailureRecord[] = [];
  readonly #project: string;
  #run = "";
  #tasks: readonly TaskSpec[] = [];
  readonly #attempts = new Map<string, { readonly agent: string; readonly model: string | null }>();
  readonly #costs = new Map<string, number | null>();
  readonly #raised = new Map<TaskId, number>();
  /** The latest failure of a task, by its place. */
  readonly #latest = new Map<TaskId, number>();

  constructor(project: string) {
    this.#project = project;
  }

  take({ at, events }: TimedEvents): void {
    for (const event of events) this.#see(event, at);
  }

  #see(event: Event, at: number): void {
    switch (event.type) {
      case "run_created":
        this.#run = event.run;
        this.#tasks = event.plan.tasks;
        return;
      case "plan_changed":
        this.#tasks = [...this.#tasks, ...event.added];
        return;
      case "attempt_started":
        this.#attempts.set(event.attempt, { agent: event.agent, model: event.model });
        return;
      case "attempt_ended":
        this.#costs.set(event.attempt, event.usage.usd ?? null);
        if (event.outcome.type === "failed")
          this.#fail({ task: event.task ?? event.advisor, attempt: event.attempt }, "", event.outcome.failure, at);
        return;
      case "task_verified":
        return this.#gates(event, "verified", event.failure ?? null, event.verification.gates, at);
      case "task_integrated":
        return this.#merge(event, at);
      case "job_postponed":
        return this.#fail({ task: event.task, attempt: event.task }, `${event.job}-${at}`, event.failure, at);
      default:
        this.#resolve(event, at);
    }
  }

  #merge({ task, attempt, integration }: EventOf<"task_integrated">, at: number): void {
    if (integration.type === "red") return this.#gates({ task, attempt }, "merged", null, integration.gates, at);
    if (integration.type !== "conflict") return;
    const { files, others } = integration;
    const message = `its work conflicts with ${others.length > 0 ? others.join(", ") : "what is integrated"}`;
    const failure: Failure = { class: "merge_conflict", restart: "persistent", message, evidence: files };
    this.#fail({ task, attempt }, "merged", { ...failure, ...(files[0] !== undefined && { subject: files[0] }) }, at);
  }

  #gates(of: Whose, when: string, given: Failure | null, gates: readonly GateResult[], at: number): void {
    const failed = gates.filter(({ verdict }) => verdict === "failed");
    const first = failed[0];
    if (first === undefined) return;
    this.#fail(of, when, given ?? failureOf(first, failed), at);
  }

  #fail({ task, attempt }: Whose, when: string, failure: Failure, at: number): void {
    this.#end(task, "failed_again");
    const run = this.#run;
    const id = [this.#project, run, attempt, when].filter((part) => part !== "").join("/");
    const seen: SeenFailure = {
      id,
      class: failure.class,
      ...(failure.subject !== undefined && { subject: failure.subject }),
      text: [failure.message, ...failure.evidence].join("\n"),
      project: this.#project,
    };
    const cause = causeOf(seen);
    const made = this.#attempts.get(attempt);
    this.#latest.set(task, this.failures.length);
    this.failures.push({
      id,
      project: this.#project,
      run,
      task,
      attempt,
      error: failure.message,
      class: failure.class,
      subject: failure.subject ?? null,
      root_cause: isAlone(cause) ? null : cause.says,
      upstream: upstreamOf(cause, task, this.#tasks),
      agent: made?.agent ?? null,
      model: made?.model ?? null,
      cost: this.#costs.get(attempt) ?? null,
      at,
      evidence: failure.evidence,
      resolution: null,
    });
  }

  #resolve(event: Event, at: number): void {
    switch (event.type) {
      case "task_requeued": {
        const raised = event.counts.raised > (this.#raised.get(event.task) ?? 0);
        this.#raised.set(event.task, event.counts.raised);
        return this.#act(event.task, event.via === "tree" ? "restart" : raised ? "retry_escalated" : "retry", at);
      }
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
        return this.#act(event.task, "reorder", at);
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

  /** The first thing that is done about a failure is its resolution; what follows is about that. */
  #act(task: TaskId, action: Action, at: number): void {
    this.#change(task, ({ resolution }) => resolution ?? { action, at, outcome: null });
  }

  #end(task: TaskId, outcome: Resolution["outcome"]): void {
    this.#change(task, ({ resolution }) => resolution && { ...resolution, outcome: resolution.outcome ?? outcome });
  }

  #change(task: TaskId, resolved: (record: FailureRecord) => Resolution | null): void {
    const place = this.#latest.get(task);
    const record = place === undefined ? undefined : this.failures[place];
    if (place !== undefined && record) this.failures[place] = { ...record, resolution: resolved(record) };
  }
}

interface Whose {
  readonly task: TaskId;
  readonly attempt: string;
}

function failureOf(first: GateResult, failed: readonly GateResult[]): Failure {
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
  const { class: found = classOf(first), subject = first.name } = first.failure ?? {};
  const evidence = failed.flatMap((gate) => gate.evidence).slice(-EVIDENCE_MAX);
  return { class: found, restart: "persistent", subject, message: `${first.message}${more}`, evidence };
}

const EVIDENCE_MAX = 12;

function classOf({ gate }: GateResult): FailureClass {
  if (gate === "quality") return "test_failure";
  return gate === "commitment" ? "commitment_failure" : "gate_failure";
}
