/**
 * What an agent said at its end, whatever form that has: for those who ask an agent for an answer of their own and not for
 * the result of a task. Keeps what an adapter is handed, so that an answer it cannot read can be shown.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { AgentAdapter, AttemptEnd, AttemptRequest } from "../agents/adapters/agent-adapter.ts";
import { findResult, lastLines } from "../agents/adapters/read-outcome.ts";

export type SpokenEnd =
  | { readonly type: "said"; readonly value: unknown }
  /** It ended well, and said nothing that could be read. */
  | { readonly type: "unreadable"; readonly problem: string; readonly evidence: readonly string[] }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "stopped" };

/** Adapters as they are, and what each attempt said once it is over. */
export class SpokenEnds {
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  readonly #ends = new Map<AttemptId, AttemptEnd>();

  constructor(adapters: Readonly<Record<string, AgentAdapter>>) {
    this.adapters = Object.fromEntries(Object.entries(adapters).map(([name, each]) => [name, this.#noting(each)]));
  }

  of(outcome: Outcome, request: AttemptRequest): SpokenEnd {
    const end = this.#ends.get(request.attemptId) ?? null;
    this.#ends.delete(request.attemptId);
    const said = this.adapters[request.agent.adapter]?.said;
    return judged(outcome, end && { ...end, out: said?.(end) ?? end.out }, request);
  }

  #noting(adapter: AgentAdapter): AgentAdapter {
    const outcome: AgentAdapter["outcome"] = (end, request) => {
      this.#ends.set(request.attemptId, end);
      return adapter.outcome(end, request);
    };
    return { ...adapter, outcome };
  }
}

function judged(outcome: Outcome, end: AttemptEnd | null, request: AttemptRequest): SpokenEnd {
  if (outcome.type === "stopped") return { type: "stopped" };
  if (outcome.type === "lost") return { type: "failed", failure: lost(outcome.evidence) };
  if (outcome.type === "advised") return { type: "said", value: outcome.answer };
  // What is wrong with an answer is told by whoever asked; anything else did fail.
  const isAnswer = outcome.type !== "failed" || (outcome.failure.class === "malformed_output" && end?.exit.code === 0);
  if (!isAnswer) return { type: "failed", failure: outcome.failure };
  if (end === null) return { type: "failed", failure: lost([`${request.agent.adapter} did not say how it ended`]) };
  const found = findResult(end);
  if (found.ok) return { type: "said", value: found.value };
  return { type: "unreadable", problem: found.problem, evidence: lastLines(end.out || end.err) };
}

function lost(evidence: readonly string[]): Failure {
  return { class: "crash", restart: "transient", message: "The agent was lost before it answered.", evidence };
}
