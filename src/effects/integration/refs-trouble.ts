/** Why the refs of a run's integration cannot be moved or believed, and what a person does about it. */
import type { Failure } from "../../domain/proof/failure.ts";
import { integrationBranch } from "../../domain/spec/workspace.ts";
import type { Names } from "./integration-refs.ts";

export function recordGone({ run, branch, kept, base }: Names, head: string): Failure {
  return terminal(
    `${kept}, where Reeve notes what it has merged, is gone, and the integration branch ${integrationBranch(run)} is at ${head}: it is unknown whether all of that was verified.`,
    `Look at \`git log --first-parent ${base}..${branch}\`; if each of these is one of Reeve's merges, record it again with \`git update-ref ${kept} ${head}\`, then retry the task.`,
  );
}

export function checkedOut({ run }: Names, place: string): Failure {
  return terminal(
    `The integration branch ${integrationBranch(run)} is checked out in ${place}, and Reeve does not move a branch under a checkout.`,
    "Switch to another branch there (to look at the same commit: `git switch --detach`), then retry the task.",
  );
}

export function unsteady({ run }: Names): Failure {
  const message = `The integration branch ${integrationBranch(run)} keeps moving: somebody else changes it. Leave it to Reeve until the run has ended; Reeve will try again.`;
  return { class: "git_state", restart: "transient", message, evidence: [] };
}

function terminal(what: string, next: string): Failure {
  return { class: "git_state", restart: "terminal", message: `${what} ${next}`, evidence: [] };
}
