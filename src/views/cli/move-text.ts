/** What moves a task next, in words. */
import type { Move } from "../../engine/task/next-move.ts";
import { durationOf } from "../words.ts";
import { dateText } from "./times.ts";

/** With the time now, waits for a limit are counted down. */
export function moveText(move: Move, now?: number): string {
  switch (move.by) {
    case "tasks":
      return `waits for ${move.on.join(", ")}`;
    case "slot":
      return "waits for a free slot";
    case "resource":
      return resourceText(move.name);
    case "account":
      return limitText(move, now);
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

function limitText({ agents, until, kind }: Extract<Move, { by: "account" }>, now: number | undefined): string {
  const who = agents.join(", ");
  if (kind === "pace") return `waits a moment: the limit of ${who} has reset, and its tasks start one after another`;
  const when = now === undefined ? `at ${dateText(until)}` : `in ${durationOf(Math.max(0, until - now))}`;
  if (kind === "guessed")
    return `waits for the usage limit of ${who}, which did not say when it resets; tried again ${when}`;
  return `waits until the usage limit of ${who} resets, ${when}`;
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
