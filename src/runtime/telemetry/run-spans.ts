/**
 * A run as spans, from its records alone: one for each time it was worked on, one for each task and attempt, one for each
 * decision. Ids are digests of what they name, so whoever reads the same records again makes the same spans, and a run that is
 * resumed goes on in its trace. It sends nothing.
 */
import type { Attributes, Span } from "../../effects/telemetry/otlp.ts";
import type { Event } from "../../engine/event.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import type { RunRecord } from "../run/run-rules.ts";
import { becauseOf, digest, providerOf, textAt, workOf } from "./span-parts.ts";

export interface RunIdentity {
  /** Tells two projects apart whose runs have the same name. */
  readonly project: string;
  readonly run: string;
  /** Agent → adapter, for the name of the vendor. */
  readonly adapters: Readonly<Record<string, string>>;
  /** Prompts, questions and the words of failures too. */
  readonly texts: boolean;
}

export interface Rested {
  readonly opening: string;
  readonly at: number;
  /** A collector has taken its span. */
  readonly told: boolean;
}

interface Open {
  readonly key: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly startMs: number;
  readonly attributes: Attributes;
}

export class RunSpans {
  readonly #identity: RunIdentity;
  readonly #tasks = new Map<string, Open>();
  readonly #attempts = new Map<string, Open>();
  readonly #prompts = new Map<string, string>();
  readonly #lives = new Map<string, number>();
  #trace = "";
  #title = "";
  #opening: Open | null = null;
  #lastAt = 0;

  readonly #rested: Rested | null;

  /** `rested`: how the last time of working on it ended, where that was orderly. */
  constructor(identity: RunIdentity, rested: Rested | null = null) {
    this.#identity = identity;
    this.#rested = rested;
  }

  /** What ended with this record. */
  take(record: RunRecord): readonly Span[] {
    const { run, project } = this.#identity;
    if (this.#trace === "") this.#trace = digest(`${project}/${run}/${record.at}`, 32);
    const spans = record.events.flatMap((event, place) => this.#heard(event, record, `${record.seq}.${place}`));
    this.#lastAt = record.at;
    return spans;
  }

  /** The key of the time it is being worked on; null: it is not. */
  get opening(): string | null {
    return this.#opening?.key ?? null;
  }

  /** Nobody works on it any more. */
  close(at: number): readonly Span[] {
    const opening = this.#opening;
    this.#opening = null;
    return opening ? [this.#ended(opening, "run", at)] : [];
  }

  #heard(event: Event, { seq, at }: RunRecord, key: string): Span[] {
    const decided = this.#decision(event, at, key);
    switch (event.type) {
      case "run_created":
        this.#title = event.plan.title;
        for (const { id, prompt } of event.plan.tasks) this.#prompts.set(id, prompt);
        return decided;
      case "run_opened":
        return [...this.#reopen(seq, at, event.version), ...decided];
      case "attempt_started":
        this.#start(event, at);
        return decided;
      case "attempt_admitted":
        this.#admit(event.attempt, at);
        return decided;
      case "attempt_ended":
        return [...this.#end(event, at), ...decided];
      case "task_done":
      case "task_skipped":
      case "task_given_up":
        return [...decided, ...this.#endTask(event, at)];
      default:
        return decided;
    }
  }

  #reopen(seq: number, at: number, version: string): Span[] {
    const before = this.#opening;
    const { run, project } = this.#identity;
    this.#opening = {
      key: `opening ${seq}`,
      parent: undefined,
      name: `invoke_workflow ${this.#title}`,
      startMs: at,
      attributes: {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": this.#title,
        "reeve.run": run,
        "reeve.project": project,
        "reeve.version": version,
      },
    };
    if (!before) return [];
    const rested = this.#rested?.opening === before.key ? this.#rested : null;
    if (rested) return rested.told ? [] : [this.#ended(before, "run", rested.at)];
    // Its Reeve was killed, or its machine: the last that was heard of it is its end.
    return [this.#ended(before, "run", this.#lastAt, "its Reeve ended without a word")];
  }

  #start(event: Extract<Event, { type: "attempt_started" }>, at: number): void {
    const { run, adapters, texts } = this.#identity;
    const task = workOf(event);
    if (task !== null && !this.#tasks.has(task)) this.#begin(task, at);
    const adapter = adapters[event.agent] ?? "";
    const prompt = texts && task !== null ? this.#prompts.get(task) : undefined;
    this.#attempts.set(event.attempt, {
      key: `attempt ${event.attempt}`,
      parent: (task === null ? undefined : this.#tasks.get(task)?.key) ?? this.#opening?.key,
      name: `invoke_agent ${event.agent}`,
      startMs: at,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": event.agent,
        "gen_ai.provider.name": providerOf(adapter),
        "gen_ai.request.model": event.model ?? undefined,
        "gen_ai.input.messages":
          prompt && JSON.stringify([{ role: "user", parts: [{ type: "text", content: prompt }] }]),
        "reeve.run": run,
        "reeve.task": task ?? undefined,
        "reeve.attempt": event.attempt,
        "reeve.attempt.number": event.number,
      },
    });
  }

  /** It had to wait; its work begins now. */
  #admit(attempt: string, at: number): void {
    const open = this.#attempts.get(attempt);
    if (open) this.#attempts.set(attempt, { ...open, startMs: at });
  }

  #begin(task: string, at: number): void {
    const life = (this.#lives.get(task) ?? 0) + 1;
    this.#lives.set(task, life);
    this.#tasks.set(task, {
      key: `task ${task} ${life}`,
      parent: this.#opening?.key,
      name: `task ${task}`,
      startMs: at,
      attributes: { "reeve.run": this.#identity.run, "reeve.task": task },
    });
  }

  #end({ attempt, outcome, usage }: Extract<Event, { type: "attempt_ended" }>, at: number): Span[] {
    const open = this.#attempts.get(attempt);
    this.#attempts.delete(attempt);
    if (!open) return [];
    const failure = outcome.type === "failed" ? outcome.failure : null;
    const isBad = failure !== null || outcome.type === "lost";
    const attributes = {
      ...open.attributes,
      "reeve.outcome": outcome.type,
      "error.type": failure?.class ?? (outcome.type === "lost" ? "lost" : undefined),
      "gen_ai.usage.input_tokens": usage.output === undefined ? undefined : usage.tokens - usage.output,
      "gen_ai.usage.output_tokens": usage.output,
      "reeve.usage.tokens": usage.tokens,
      "reeve.usage.usd": usage.usd,
    };
    const words = this.#identity.texts ? (failure?.message ?? "") : "";
    return [this.#ended({ ...open, attributes }, "attempt", at, isBad ? words : undefined)];
  }

  #endTask({ type, task }: { readonly type: Event["type"]; readonly task: string }, at: number): Span[] {
    const open = this.#tasks.get(task);
    this.#tasks.delete(task);
    if (!open) return [];
    const attributes = { ...open.attributes, "reeve.outcome": type.slice("task_".length) };
    return [this.#ended({ ...open, attributes }, "task", at, type === "task_given_up" ? "" : undefined)];
  }

  /** Whatever carries its reason was decided. */
  #decision(event: Event, at: number, key: string): Span[] {
    const because = becauseOf(event);
    if (because === null) return [];
    const { run, texts } = this.#identity;
    const attempt = textAt(event, "attempt");
    const task = workOf(event);
    const open = (attempt && this.#attempts.get(attempt)) || (task && this.#tasks.get(task)) || this.#opening;
    const attributes = {
      "reeve.run": run,
      "reeve.task": task ?? undefined,
      "reeve.attempt": attempt ?? undefined,
      "reeve.decision.type": event.type,
      "reeve.decision.rule": because.rule,
      "reeve.decision.because": texts ? becauseSentence(because) : undefined,
    };
    const decision = {
      key: `decision ${key}`,
      parent: open?.key,
      name: `decide ${event.type}`,
      startMs: at,
      attributes,
    };
    return [this.#ended(decision, "decision", at)];
  }

  #ended({ key, parent, name, startMs, attributes }: Open, of: Span["of"], endMs: number, error?: string): Span {
    const id = (each: string): string => digest(`${this.#trace} ${each}`, 16);
    return {
      traceId: this.#trace,
      spanId: id(key),
      ...(parent !== undefined && { parentSpanId: id(parent) }),
      ...{ name, of, startMs, endMs, attributes },
      ...(error !== undefined && { error }),
    };
  }
}
