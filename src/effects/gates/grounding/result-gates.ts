/** Two looks at what the agent says: that "done" does not mean "blocked", and that what is new is tested. */
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { isSource, isTest } from "./path-kinds.ts";

/** Only plain words count: a concern that says it is blocked, not one that speaks about blocks. */
const BLOCKED = /^\W*(?:i am |i'm |we are |this task is |the task is |task is |still )?blocked(?![\w-])/i;
const UNFINISHED =
  /^\W*(?:not (?:yet )?(?:implemented|done|finished|completed)|(?:could not|couldn't|unable to|cannot) (?:complete|finish|implement))\b/i;

export async function notBlockedGate({ order }: FinishedWork): Promise<GateAnswer> {
  const { concerns, decisions, nothing_to_do } = order.result;
  const said = [...concerns, ...decisions, ...(nothing_to_do === undefined ? [] : [nothing_to_do])];
  const blocked = said.filter((text) => BLOCKED.test(text));
  if (blocked.length > 0) {
    const message = "The result says done, but also that the task is blocked: finish it, or report it as blocked.";
    return [gateResult("not_blocked", "failed", message, { evidence: blocked })];
  }
  const unfinished = said.filter((text) => UNFINISHED.test(text));
  if (unfinished.length > 0) {
    const message = "The result says done, but also that something is not finished.";
    return [gateResult("not_blocked", "warned", message, { evidence: unfinished })];
  }
  return [gateResult("not_blocked", "passed", "The result says done and nothing against it.")];
}

export async function testsExistGate({ order, sealed, paths }: FinishedWork): Promise<GateAnswer> {
  const created = sealed ? sealed.changed.created : order.result.files_created;
  const sources = created.filter(isSource);
  if (sources.length === 0) return [gateResult("tests_exist", "passed", "There is no new source file.")];
  const tests = paths.filter(isTest);
  if (tests.length > 0) {
    const message = `${sources.length} new source files come with ${tests.length} new or changed tests.`;
    return [gateResult("tests_exist", "passed", message)];
  }
  const message =
    sources.length === 1
      ? "A new source file comes without a test."
      : `${sources.length} new source files come without a test.`;
  return [gateResult("tests_exist", "warned", message, { evidence: sources })];
}
