/** What becomes of an attempt's work when another one follows: a table from the reason to the configured answer. */

import type { GateResult } from "../../domain/proof/gate.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import type { Changeset } from "../../domain/spec/workspace.ts";
import type { Attempt } from "../../domain/work/attempt.ts";
import { isVoid } from "../../domain/work/cut.ts";
import type { Outcome } from "../../domain/work/outcome.ts";

export function changesetAfter(attempt: Attempt, outcome: Outcome, settings: Settings): Changeset {
  // What never came up may not have had its workspace made ready: the next one is owed the same.
  if (attempt.phase === "starting" || attempt.phase === "deferred") return attempt.changeset;
  if (outcome.type !== "failed") return "keep";
  const { changesets } = settings.workspace;
  const cut = attempt.stopBecause?.rule === "cut" ? attempt.stopBecause.facts["reason"] : undefined;
  if (isVoid(cut)) return changesets.wrong;
  switch (outcome.failure.class) {
    case "violation":
      return attempt.stopBecause?.facts["response"] === "reap" ? "discard" : "keep";
    case "budget":
      return changesets.budget;
    case "spinning":
      return changesets.spinning;
    default:
      return changesets.crash;
  }
}

/** Gates whose failure says that the work itself is wrong, not that some of it is missing. */
export function isWrong(gates: readonly GateResult[]): boolean {
  return gates.some(({ gate, verdict }) => verdict === "failed" && (gate === "scope" || gate === "secrets"));
}

export function changesetAfterGates(gates: readonly GateResult[], settings: Settings): Changeset {
  return isWrong(gates) ? settings.workspace.changesets.wrong : "keep";
}
