/**
 * Reads from what an agent printed why it ended badly. Where its output says nothing certain, the exit status alone
 * counts; what ended by a signal was ended from outside, whatever it had printed before.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { FailureRule } from "../../../domain/spec/failure-rule.ts";
import { type Classified, classify, type Output } from "../../../engine/classify/classify.ts";
import { findHits, prepare, type ReadyRules } from "../../../engine/classify/hits.ts";
import { readLines } from "../../../engine/classify/lines.ts";
import { resolveRetry } from "../../../engine/classify/retry.ts";
import { userRules } from "../../../engine/classify/user-rules.ts";
import { isSureEnough } from "../../../engine/classify/weighing/sure-enough.ts";
import type { AttemptEnd, AttemptRequest } from "./agent-adapter.ts";
import { localZone } from "./local-zone.ts";

/** Why an agent failed, by what it printed; `byExit` if that says nothing certain. */
export function classifyEnd(
  end: AttemptEnd,
  request: AttemptRequest,
  byExit: Failure,
  now: number = end.endedAt ?? Date.now(),
): Failure {
  const { code, signal } = end.exit;
  // Not found or not executable: the shell said so, not the agent.
  if (signal !== null || code === 126 || code === 127) return byExit;
  const found = classify(outputOf(end, request), rulesOf(request.failureRules));
  // Also that nobody can tell what it means is a word that a person may have.
  if (found.byUser) return toFailure(found, code, now, zoneOf(request));
  if (found.class === "unknown") return byExit;
  if (!isSureEnough(found)) return { ...byExit, message: withDoubt(byExit.message, found) };
  return toFailure(found, code, now, zoneOf(request));
}

/** How it ended counts; what it sounded like is told beside it, so that a person who knows better can say so. */
function withDoubt(message: string, { class: of }: Classified): string {
  return `${message.replace(/\.$/, "")}; what it printed sounds like ${of}, but too unsurely to act on.`;
}

/** Only where a rule that a person wrote says something about it. */
export function byOwnRules(
  end: AttemptEnd,
  request: AttemptRequest,
  now: number = end.endedAt ?? Date.now(),
): Failure | undefined {
  const rules = rulesOf(request.failureRules);
  const output = outputOf(end, request);
  if (!rules || findHits(readLines(output.text), output, rules).length === 0) return undefined;
  return toFailure(classify(output, rules), end.exit.code, now, zoneOf(request));
}

/** The agent's clock on the wall: a time without a zone is one of it. */
function zoneOf({ agent }: AttemptRequest): string {
  return agent.env["TZ"] ?? localZone();
}

function outputOf(end: AttemptEnd, { agent, workspace }: AttemptRequest): Output {
  const [program = agent.adapter] = agent.command;
  const tool = program.slice(program.lastIndexOf("/") + 1);
  // Paths as seen from the project: what one worktree is called tells nobody anything.
  const text = `${end.out}\n${end.err}`.replaceAll(`${workspace}/`, "");
  return { text, exitCode: end.exit.code, tool, context: { root: workspace } };
}

function toFailure(found: Classified, code: number | null, now: number, zone: string): Failure {
  return {
    class: found.class,
    restart: found.restart,
    ...(found.subject !== null && { subject: found.subject }),
    // None beside a subject says that the subject is not plainly named.
    ...((found.entities.length > 0 || found.subject !== null) && { entities: found.entities }),
    confidence: found.confidence,
    message: `The agent ended with exit status ${code}: ${found.evidence[0] ?? found.class}`,
    ...(found.retry !== null && { retryAt: now + resolveRetry(found.retry, now, zone) * 1000 }),
    evidence: found.evidence,
  };
}

const ready = new WeakMap<readonly FailureRule[], ReadyRules>();

/** Made ready once per configuration. */
function rulesOf(written: readonly FailureRule[] | undefined): ReadyRules | undefined {
  if (written === undefined || written.length === 0) return undefined;
  const known = ready.get(written) ?? prepare(userRules(written));
  ready.set(written, known);
  return known;
}
