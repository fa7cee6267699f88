/** What failed gates amount to, as one failure. */
import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import { type GateResult, tellingLines } from "../../domain/proof/gate.ts";

const EVIDENCE_MAX = 12;

export function gateFailure(gates: readonly GateResult[]): Failure {
  const failed = gates.filter(({ verdict }) => verdict === "failed");
  const first = failed[0];
  const message = first?.message ?? "a gate failed";
  return {
    class: first?.failure?.class ?? (first ? classOf(first) : "gate_failure"),
    restart: first?.failure?.restart ?? "persistent",
    ...(first && { subject: first.failure?.subject ?? first.name }),
    ...(first?.failure?.entities && { entities: first.failure.entities }),
    ...(first?.failure?.confidence !== undefined && { confidence: first.failure.confidence }),
    message: failed.length > 1 ? `${message.replace(/\.$/, "")} (and ${failed.length - 1} more).` : message,
    evidence: failed.flatMap((gate) => tellingLines(gate, EVIDENCE_MAX)).slice(0, EVIDENCE_MAX),
  };
}

function classOf({ gate }: GateResult): FailureClass {
  if (gate === "quality") return "test_failure";
  return gate === "commitment" ? "commitment_failure" : "gate_failure";
}
