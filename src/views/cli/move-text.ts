/** What moves a task next, in words. */
import type { Move } from "../../engine/moves.ts";

export function moveText(move: Move): string {
  switch (move.by) {
    case "tasks":
      return `waits for ${move.on.join(", ")}`;
    case "slot":
      return "waits for a free slot";
    case "resource":
      return resourceText(move.name);
    case "siblings":
      return `waits for its gang (${move.tasks.join(", ")})`;
    case "job":
      return jobText(move);
    case "review":
      return `is verified, and is judged by ${move.advisor}`;
    case "hold":
      return `is held by coherence: it waits until ${move.task} is settled`;
    case "merge_queue":
      return `is verified, and is merged after ${move.behind}`;
    case "person":
      return `waits for your answer to ${move.question}`;
    case "resume":
      return "waits for `reeve resume`";
    case "run":
      return "waits for `reeve run`";
    case "attempt":
      return `is worked on by ${move.attempt}`;
    case "timer":
      return "waits for its restart";
    case "nobody":
      return "has ended";
    default:
      return move satisfies never;
  }
}

function jobText({ job, retryAt }: Extract<Move, { by: "job" }>): string {
  const doing = { verify: "is being verified", compare: "is laid beside the others", integrate: "is being merged" }[
    job
  ];
  return retryAt === null ? doing : `${doing}; Reeve could not, and tries again soon`;
}

function resourceText(name: string): string {
  const [kind, ...rest] = name.split(":");
  const what = rest.join(":");
  if (kind === "file") return `waits until nobody works on ${what}`;
  if (kind === "agent") return `waits for the agent ${what}, which is at its limit`;
  if (kind === "login") return `waits until a person has seen to the agent ${what}`;
  if (kind === "account") return `waits until the usage limit of ${what} resets`;
  if (kind === "gang") return `waits until the gang ${what} stands again`;
  if (kind === "coherence") return "is held by coherence: it waits until it is decided which branch changes";
  return "waits until its earlier agent has ended";
}
