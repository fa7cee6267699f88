/** Reads from the evidence of failed gates what kind of failure it is and what it is about, for whoever looks for causes. */
import type { FailureClass } from "../../domain/failure.ts";
import type { GateResult } from "../../domain/gate.ts";
import { classify } from "../../engine/classify/classify.ts";
import type { Jobs } from "../jobs.ts";

export function classifying(jobs: Jobs): Jobs {
  return {
    ...jobs,
    verify: async (order, signal) => {
      const answer = await jobs.verify(order, signal);
      if (answer.type === "failed") return answer;
      const { verification } = answer;
      return { ...answer, verification: { ...verification, gates: verification.gates.map(withClass) } };
    },
    integrate: async (order, signal) => {
      const answer = await jobs.integrate(order, signal);
      if (answer.type === "failed" || answer.integration.type !== "red") return answer;
      const { integration } = answer;
      return { ...answer, integration: { ...integration, gates: integration.gates.map(withClass) } };
    },
  };
}

function withClass(result: GateResult): GateResult {
  if (result.verdict !== "failed" || result.failure || !TELLING.has(result.gate)) return result;
  const { class: kind, subject } = classify({ text: result.evidence.join("\n"), exitCode: 1 });
  if (!OF_THE_WORK.has(kind)) return result;
  return { ...result, failure: { class: kind, ...(subject !== null && { subject }) } };
}

/** Gates whose evidence is what a command printed. */
const TELLING: ReadonlySet<GateResult["gate"]> = new Set(["quality", "commitment", "acceptance"]);

/** What the work itself can be to blame for. */
const OF_THE_WORK: ReadonlySet<FailureClass> = new Set([
  "import_error",
  "type_error",
  "syntax_error",
  "test_failure",
  "lint_failure",
  "schema_mismatch",
  "file_not_found",
  "dependency_install",
]);
