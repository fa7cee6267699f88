/**
 * Reads from the evidence of failed gates what kind of failure it is, what it is about, and which lines say so, for
 * whoever looks for causes. A user's own rules come first. Where one of them says that the failure passes by itself, or
 * that only a person can mend it, it is not the work that failed: then Reeve could not look, and no retry is counted.
 */
import type { Failure, FailureClass } from "../../domain/proof/failure.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import { type Classified, classify } from "../../engine/classify/classify.ts";
import { prepare } from "../../engine/classify/hits.ts";
import { userRules } from "../../engine/classify/user-rules.ts";
import { isSureEnough } from "../../engine/classify/weighing/sure-enough.ts";
import type { Jobs } from "../jobs.ts";

export interface GateReading {
  /** Of reeve.yaml. */
  readonly rules: readonly FailureRule[];
  /** Where gates run: a folder, or the folder of all worktrees. Paths are told as seen from the project. */
  readonly place: { readonly dir: string; readonly isOfWorktrees: boolean; readonly prefix: string };
}

export function classifying(jobs: Jobs, { rules, place }: GateReading): Jobs {
  const own = rules.length === 0 ? undefined : prepare(userRules(rules));
  const inPlace = pathsIn(place);
  const read = (result: GateResult): Read => {
    if (result.verdict !== "failed" || result.failure || !TELLING.has(result.gate)) return { result, outside: null };
    const text = result.evidence.join("\n").replaceAll(inPlace, "");
    return judge(result, classify({ text, exitCode: 1 }, own));
  };
  const readAll = (gates: readonly GateResult[]) => {
    const all = gates.map(read);
    return { gates: all.map(({ result }) => result), outside: all.find(({ outside }) => outside)?.outside ?? null };
  };
  return {
    ...jobs,
    verify: async (order, signal) => {
      const answer = await jobs.verify(order, signal);
      if (answer.type === "failed") return answer;
      const { gates, outside } = readAll(answer.verification.gates);
      if (outside) return { type: "failed", failure: outside };
      return { ...answer, verification: { ...answer.verification, gates } };
    },
    integrate: async (order, signal) => {
      const answer = await jobs.integrate(order, signal);
      if (answer.type === "failed" || answer.integration.type !== "red") return answer;
      const { gates, outside } = readAll(answer.integration.gates);
      if (outside) return { type: "failed", failure: outside };
      return { ...answer, integration: { ...answer.integration, gates } };
    },
  };
}

interface Read {
  readonly result: GateResult;
  /** Set where it is not the work that failed. */
  readonly outside: Failure | null;
}

function judge(result: GateResult, found: Classified): Read {
  const { class: kind, subject, restart, evidence, byUser, entities, confidence } = found;
  // None beside a subject says that the subject is not plainly named.
  const named = entities.length === 0 && subject === null ? {} : { entities };
  const about = { ...(subject !== null && { subject }), ...named, confidence };
  if (byUser && (restart === "transient" || restart === "terminal")) {
    const message = `${result.message.replace(/\.$/, "")}: ${evidence[0] ?? kind}`;
    return { result, outside: { class: kind, restart, ...about, message, evidence } };
  }
  if (!byUser && !OF_THE_WORK.has(kind)) return { result, outside: null };
  // Not sure what it is: then it is a failed gate and no more.
  if (!isSureEnough(found)) return { result, outside: null };
  // What was run tells nothing of what came of it.
  const telling = evidence.filter((line) => !line.startsWith("$ "));
  if (telling.length === 0 && !byUser) return { result, outside: null };
  const said = byUser && restart === "unknown" ? { restart } : {};
  return { result: { ...result, failure: { class: kind, ...about, ...said, telling } }, outside: null };
}

/** Every path to this place, up to where the project begins. */
function pathsIn({ dir, isOfWorktrees, prefix }: GateReading["place"]): RegExp {
  const [start, below] = [dir, prefix.replace(/\/+$/, "")].map((path) => path.replace(/[^\w/]/g, "\\$&"));
  return new RegExp(`(?:file://)?${start}/${isOfWorktrees ? "[^/\\s'\"]+/" : ""}${below ? `(?:${below}/)?` : ""}`, "g");
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
