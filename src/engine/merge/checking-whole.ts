/**
 * An agent looks once at the integrated whole, before the run ends: what it calls critical is resolved like what rules
 * find, one after the other. No usable answer is recorded, and the run goes on.
 */

import { because } from "../../domain/because.ts";
import { type CoherenceReport, type Critical, criticalOf } from "../../domain/proof/coherence.ts";
import type { AdviceRequest, Advisor } from "../../domain/work/advisor.ts";
import { askAdvisor } from "../advisor/ask-advisor.ts";
import { wholeValues } from "../advisor/what-reviewers-see.ts";
import type { Context } from "../context.ts";
import { canReopen, hasTriesLeft, reopenWith } from "../recovery/rework.ts";
import { askAboutWhole } from "./red-whole.ts";
import { reportOf, whoChanges, whyOf } from "./unfitting.ts";

const DONE_MIN = 2;

/** False: nobody is to be asked, or was already. */
export function askChecker(context: Context): boolean {
  const { state } = context;
  const { run, derived, merge } = state;
  if (run.base === null || merge.coherence.checker !== "not_asked" || derived.counts.done < DONE_MIN) return false;
  const request: AdviceRequest = { role: "coherence", about: null, because: because("all_done") };
  return askAdvisor(context, request, wholeValues(state, run.base.commit)) !== null;
}

export function takeReport(context: Context, advisor: Advisor, report: CoherenceReport | null): void {
  if (context.state.merge.coherence.checker !== "asked") return;
  const pending = report === null ? [] : criticalOf(report);
  context.emit({ type: "coherence_checked", advisor: advisor.id, report, pending });
}

/** Its findings, one fix after the other. False: nothing is left of them that anybody waits for. */
export function resolveNextFinding(context: Context): boolean {
  const { state } = context;
  for (let [next] = state.merge.coherence.pending; next !== undefined; [next] = state.merge.coherence.pending) {
    if (resolveFinding(context, next)) return true;
  }
  return false;
}

function resolveFinding(context: Context, next: Critical): boolean {
  const { state, emit } = context;
  const why = whyOf(next);
  const changing = whoChanges(state, next);
  const isTold = next.key in state.merge.coherence.known;
  if (changing !== null && !isTold && canReopen(state, changing) && hasTriesLeft(state, changing)) {
    const told = state.merge.coherence.pending.filter((each) => whoChanges(state, each) === changing);
    const keys = told.map(({ key }) => key);
    emit({ type: "coherence_decided", about: changing.id, step: "reopen", keys, because: why });
    reopenWith(context, changing, why, reportOf(told));
    return true;
  }
  const asks = state.settings.policies.escalation === "ask";
  emit({ type: "coherence_decided", about: null, step: asks ? "ask" : "give_up", keys: [next.key], because: why });
  if (asks) askAboutWhole(context, why, `${next.finding.sentence} Which task changes?`);
  return asks;
}
