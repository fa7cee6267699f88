/**
 * The failure history of a run, folded from its events: what failed, of what class and cause, what was done about it and
 * what came of that. Because it is a fold, nothing is in it twice and a crash loses nothing. It reads events; it decides
 * nothing and writes nothing.
 */

import type { Failure, FailureClass } from "../../../domain/proof/failure.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { Event, EventOf } from "../../event.ts";
import { causeOf, isAlone } from "../cause-of.ts";
import { upstreamOf } from "../makers/upstream.ts";
import type { SeenFailure } from "../seen-failure.ts";
import type { FailureRecord } from "./failure-record.ts";
import { Resolutions } from "./resolutions.ts";
import { tellingError } from "./telling-error.ts";

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
  readonly #resolutions = new Resolutions(this.failures);

  constructor(project: string) {
    this.#project = project;
  }

  take({ at, events }: TimedEvents): void {
    this.#resolutions.next();
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
        if (event.task !== undefined) this.#resolutions.begun(event.task);
        return;
      case "attempt_ended":
        this.#costs.set(event.attempt, event.usage.usd ?? null);
        if (event.outcome.type === "failed" && event.unready === undefined)
          this.#fail({ task: event.task ?? event.advisor, attempt: event.attempt }, "", event.outcome.failure, at);
        return;
      case "task_verified":
        return this.#gates(event, "verified", event.failure ?? null, event.verification.gates, at);
      case "task_integrated":
        return this.#merge(event, at);
      case "job_postponed":
        return this.#fail({ task: event.task, attempt: event.task }, `${event.job}-${at}`, event.failure, at);
      default:
        this.#resolutions.see(event, at);
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
    const run = this.#run;
    const id = [this.#project, run, attempt, when].filter((part) => part !== "").join("/");
    const seen: SeenFailure = {
      id,
      class: failure.class,
      ...(failure.subject !== undefined && { subject: failure.subject }),
      ...(failure.entities !== undefined && { entities: failure.entities }),
      text: [failure.message, ...failure.evidence].join("\n"),
      project: this.#project,
    };
    const cause = causeOf(seen);
    const made = this.#attempts.get(attempt);
    this.#resolutions.failed(task);
    this.failures.push({
      id,
      project: this.#project,
      run,
      task,
      attempt,
      error: tellingError(failure),
      class: failure.class,
      subject: failure.subject ?? null,
      entities: failure.entities ?? [],
      confidence: failure.confidence ?? null,
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
}

interface Whose {
  readonly task: TaskId;
  readonly attempt: string;
}

function failureOf(first: GateResult, failed: readonly GateResult[]): Failure {
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
  const { class: found = classOf(first), subject = first.name, entities, confidence } = first.failure ?? {};
  const evidence = failed.flatMap((gate) => gate.evidence).slice(-EVIDENCE_MAX);
  const named = { ...(entities && { entities }), ...(confidence !== undefined && { confidence }) };
  return { class: found, restart: "persistent", subject, ...named, message: `${first.message}${more}`, evidence };
}

const EVIDENCE_MAX = 12;

function classOf({ gate }: GateResult): FailureClass {
  if (gate === "quality") return "test_failure";
  return gate === "commitment" ? "commitment_failure" : "gate_failure";
}
