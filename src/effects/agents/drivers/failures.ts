/**
 * How drivers make failures of what an agent tells: from the status of its model's API, from a class a vendor names, and
 * with the time at which a limit ends where the words say it. What no signal tells stays "unknown", for the text classifier.
 */
import type { Failure, FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import { retryAtIn } from "../../../engine/classify/retry.ts";
import { DEFAULT_RESTARTS } from "../../../engine/classify/rule.ts";
import { localZone } from "../adapters/local-zone.ts";

export interface FailureFacts {
  readonly class: FailureClass;
  /** Where it differs from what the class deserves. */
  readonly restart?: RestartKind;
  /** What went wrong, for a person: one sentence. */
  readonly message: string;
  /** What the agent said about it. */
  readonly said?: readonly string[];
  readonly subject?: string;
  /** Milliseconds since 1970; where it is absent it is looked for in what was said. */
  readonly retryAt?: number;
}

const EVIDENCE_LENGTH_MAX = 500;
const EVIDENCE_MAX = 8;

export function failureOf(facts: FailureFacts, now: number): Failure {
  const said = (facts.said ?? []).filter((text) => text.trim() !== "");
  const waits = facts.class === "rate_limit" || facts.class === "overloaded";
  const retryAt = facts.retryAt ?? (waits ? retryAtIn(said.join("\n"), now, localZone()) : undefined);
  return {
    class: facts.class,
    restart: facts.restart ?? DEFAULT_RESTARTS[facts.class],
    ...(facts.subject !== undefined && { subject: facts.subject }),
    message: facts.message,
    ...(retryAt !== undefined && { retryAt }),
    evidence: said.slice(-EVIDENCE_MAX).map((text) => text.slice(0, EVIDENCE_LENGTH_MAX)),
  };
}

/** What a status of a model's API means by itself; undefined where the words decide. */
export function classOfStatus(status: number | null | undefined): FailureClass | undefined {
  if (status === null || status === undefined) return undefined;
  if (status >= 500) return "overloaded";
  return CLASSES[status];
}

const CLASSES: Readonly<Record<number, FailureClass>> = {
  401: "auth",
  402: "billing",
  403: "auth",
  404: "config_error",
  408: "timeout",
  429: "rate_limit",
};

/** What came over the line was no answer of a model: the same again may be one. */
export function isUnreadable(text: string): boolean {
  return /JSON parse error|empty or malformed response|non-SSE response|unexpected (?:end|token)/i.test(text);
}
