/** Why the engine refused an order, and what to do instead. Part of `refusal-words`. */
import type { Refusal } from "../../app/refusal.ts";
import { talkRefusalText } from "../../engine/talk/refusals.ts";
import { plainText } from "../words.ts";

type OrderRefused = Extract<Refusal, { what: "order_refused" }>;

export function orderRefusalText({ refusal, run, planFile, near }: OrderRefused): string {
  switch (refusal.what) {
    case "unknown_task": {
      const hint = near === null ? `${ofPlan(planFile)}.` : `did you mean ${near}?`;
      return `There is no task ${plainText(refusal.task)} in ${run}; ${hint}`;
    }
    case "unknown_target": {
      const hint = near === null ? `its tasks and gangs are those of ${planFile}.` : `did you mean ${near}?`;
      return `There is no task or gang ${plainText(refusal.name)} in ${run}; ${hint}`;
    }
    case "no_amount":
      return `Say how much more: reeve grant ${plainText(refusal.to)} --usd 5 (or --tokens, --minutes; each more than 0).`;
    case "no_budget":
      return noBudgetText(refusal);
    case "task_ended":
      return `${refusal.task} is ${refusal.status === "done" ? "done; it stays done" : `${refusal.status}; \`reeve retry ${refusal.task} --because "…"\` brings it back`}.`;
    case "unfit_task":
      return `${plainText(refusal.task)} cannot be added: ${refusal.problems.map(plainText).join("; ")}.`;
    case "no_cut_reason":
      return `Say why it is ended: reeve cut ${plainText(refusal.target)} --because budget|wrong|spinning|path "…"`;
    case "no_feedback":
      return `Say what is wrong, so that the next attempt does better: reeve cut ${plainText(refusal.target)} --because ${refusal.reason} "…"`;
    case "not_running":
      return notRunningText(refusal);
    case "unknown_question":
      return refusal.open.length === 0
        ? `There is no open question ${plainText(refusal.question)}; nothing waits for your answer.`
        : `There is no open question ${plainText(refusal.question)}; open: ${refusal.open.join(", ")} (\`reeve questions\` shows them).`;
    case "unknown_replan": {
      const open = refusal.open.length === 0 ? "none is open" : `open: ${refusal.open.join(", ")}`;
      return `There is no change of the plan ${plainText(refusal.replan)} that waits for you in ${run}; ${open} (\`reeve plans\` shows them).`;
    }
    case "task_done":
      return `${refusal.task} is done; it stays done. Put follow-up work into a new task.`;
    case "task_merging":
      return `${refusal.task} is being merged; wait until it is done or sent back. \`reeve why ${refusal.task}\` shows its state.`;
    case "task_busy":
      return `${refusal.task} is ${statusText(refusal.status)}: it has not ended, so there is nothing to retry. \`reeve why ${refusal.task}\` says what it waits for.`;
    case "no_reason": {
      const known = refusal.known.map((line) => `\n  ${plainText(line)}`).join("");
      return `Retried as it is, ${refusal.task} would fail the same way. Say what changed: reeve retry ${refusal.task} --because "…"${known === "" ? "" : `\nKnown so far:${known}`}`;
    }
    case "no_change":
      return `Retried as they are, the tasks would fail the same way. Say what changed: reeve answer ${refusal.question} "retry: …"`;
    case "upstream_ended":
      return `${refusal.task} depends on ${refusal.upstream.join(", ")}, which ended without being done; retry that first.`;
    case "run_over":
      return runOverText(run, refusal.phase, planFile);
    case "not_braked":
      return refusal.phase === "working"
        ? "The brake is not pulled; there is nothing to release."
        : `The brake is not pulled: ${runOverText(run, refusal.phase, planFile)}`;
    case "halted_for_budget":
      return "The run is halted because its budget is used up; `reeve grant run` grants more, and the run resumes.";
    case "run_exists":
      return `The run ${refusal.run} already exists; \`reeve run\` resumes it.`;
    default:
      return talkRefusalText(refusal);
  }
}

/** A plan that a program made stands in no file. */
function ofPlan(planFile: string): string {
  return planFile === "(library)" ? "`reeve status` lists its tasks" : `its tasks are those of ${planFile}`;
}

type Of<W extends OrderRefused["refusal"]["what"]> = Extract<OrderRefused["refusal"], { what: W }>;

function noBudgetText({ to, kinds }: Of<"no_budget">): string {
  const named = kinds.map((kind) => (kind === "usd" ? "dollars" : kind)).join(" or ");
  if (to === "run") return `The run has no budget in ${named}; nothing limits it, so nothing has to be granted.`;
  return `${plainText(to)} has no budget of its own in ${named}; \`reeve grant run\` grants more to the run.`;
}

function notRunningText({ target, status, ending }: Of<"not_running">): string {
  const name = plainText(target);
  if (ending) return `${name} is being ended already; \`reeve events\` shows what becomes of it.`;
  const state = status === null ? "" : ` (it is ${statusText(status)})`;
  return `No agent is working on ${name} now${state}, so there is nothing to cut. \`reeve tell\` reaches its next attempt.`;
}

function runOverText(run: string, phase: string, planFile: string): string {
  if (phase === "ended")
    return `${run} has ended. \`reeve retry TASK --because "…"\` brings one task back, \`reeve run ${planFile} --new\` works the whole plan again.`;
  if (phase === "created") return `${run} has not started yet; \`reeve run\` starts it.`;
  if (phase === "halted") return `${run} is halted; \`reeve status\` says why, and what lets it continue.`;
  return `${run} is ${phase}; \`reeve run\` resumes it.`;
}

function statusText(status: string): string {
  return status === "waiting_for_wakeup" ? "about to be restarted" : status.replaceAll("_", " ");
}
