/** Why an order was refused, and what to do instead. */
import type { Refusal } from "../domain/input.ts";
import { plainText } from "./words.ts";

export function refusalText(refusal: Refusal): string {
  switch (refusal.what) {
    case "unknown_task":
      return `There is no task ${refusal.task} in this run; \`reeve status\` lists them.`;
    case "unknown_question":
      return refusal.open.length === 0
        ? `There is no open question ${refusal.question}; nobody waits for you.`
        : `There is no open question ${refusal.question}; open are ${refusal.open.join(", ")} (\`reeve questions\`).`;
    case "task_done":
      return `${refusal.task} is done; what is done stays done. Put follow-up work into a new task.`;
    case "task_busy":
      return `${refusal.task} is ${refusal.status.replaceAll("_", " ")}; there is nothing to retry. \`reeve why ${refusal.task}\` tells what moves it.`;
    case "no_reason": {
      const known = refusal.known.map((line) => `\n  ${plainText(line)}`).join("");
      return `Say what changed: reeve retry ${refusal.task} --because "…". The same input would fail the same way.${known === "" ? "" : ` Known so far:${known}`}`;
    }
    case "upstream_ended":
      return `${refusal.task} depends on ${refusal.upstream.join(", ")}, which ended without being done; retry that first.`;
    case "run_over":
      return `The run is ${refusal.phase}; this order needs a run that is going on. \`reeve run\` takes it up.`;
    case "run_exists":
      return `The run ${refusal.run} exists already; \`reeve run\` goes on with it.`;
    default:
      return refusal satisfies never;
  }
}
