/** What moves a task next, in words. */

import { needOf } from "../../../domain/proof/machine-need.ts";
import { endpointName } from "../../../domain/work/unreached.ts";
import type { Move } from "../../../engine/next-move.ts";
import { countOf, durationOf } from "../../words.ts";
import { dateText } from "../times.ts";

/** With the time now, waits for a limit are counted down. */
export function moveText(move: Move, now?: number): string {
  switch (move.by) {
    case "tasks":
      return `waits for ${move.on.join(", ")}`;
    case "host":
      return `waits for room on this machine, which has enough for ${countOf(move.room.agents, "agent")} of this run: ${move.room.left}`;
    case "slot":
      return "waits for a free slot";
    case "release":
      return "waits until the first task after the brake's release is done; `reeve release` again starts all";
    case "resource":
      return resourceText(move.resource);
    case "advisors":
      return `waits for the advice of ${move.advisors.join(", ")}`;
    case "account":
      return limitText(move, now);
    case "network":
      return networkText(move, now);
    case "siblings":
      return `waits for its gang (${move.tasks.join(", ")})`;
    case "job":
      return jobText(move);
    case "review":
      return `is verified, and is being reviewed by ${move.advisor}`;
    case "hold":
      return `does not fit with other work: it waits until ${move.task} is decided`;
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
  if (kind === "pace") return `waits a moment: the limit of ${who} has reset, and its tasks start one at a time`;
  const when = now === undefined ? `at ${dateText(until)}` : `in ${durationOf(Math.max(0, until - now))}`;
  if (kind === "guessed")
    return `waits for the usage limit of ${who}, which did not say when it resets; Reeve tries again ${when}`;
  return `waits until the usage limit of ${who} resets, ${when}`;
}

function networkText(move: Extract<Move, { by: "network" }>, now: number | undefined): string {
  const { endpoint, detail, since, probeAt } = move;
  const long = now === undefined ? `since ${dateText(since)}` : `for ${durationOf(Math.max(0, now - since))}`;
  if (needOf(endpoint) !== null) return `waits: ${detail}; ${probeText(probeAt, now)}`;
  return `waits for ${endpointName(endpoint)}, which cannot be reached ${long} (${detail}); ${probeText(probeAt, now)}`;
}

/** When Reeve looks whether something can be reached again. */
export function probeText(probeAt: number | null, now: number | undefined): string {
  if (probeAt === null) return "Reeve is trying it now";
  const when = now === undefined ? `at ${dateText(probeAt)}` : `in ${durationOf(Math.max(0, probeAt - now))}`;
  return `Reeve tries it again ${when}, without using tokens`;
}

function jobText({ job, retryAt }: Extract<Move, { by: "job" }>): string {
  const doing = {
    verify: "is being verified",
    compare: "is being compared with the others' work",
    integrate: "is being merged",
  }[job];
  return retryAt === null ? doing : `${doing}; Reeve could not, and will try again soon`;
}

function resourceText(resource: Extract<Move, { by: "resource" }>["resource"]): string {
  switch (resource.of) {
    case "file":
      return `waits until no other task works on ${resource.file}`;
    case "agent":
      return `waits for the agent ${resource.agent}, which is at its limit`;
    case "login":
      return `waits for your answer about the agent ${resource.agent}`;
    case "account":
      return `waits until the usage limit of ${resource.account} resets`;
    case "endpoint":
      return `waits until ${endpointName(resource.endpoint)} ${needOf(resource.endpoint) === null ? "can be reached" : "is there again"}`;
    case "growth":
      return "waits until you have said whether the run may grow further";
    case "repair":
      return "waits, because what is left of the run's budget is kept for repair";
    case "gang":
      return `waits until gang ${resource.gang} has stopped`;
    case "freeze":
      return "waits until it is decided which branch changes";
    case "queue":
      return `waits until some of the ${resource.waiting} tasks before it are verified and merged`;
    case "work":
      return "waits until its earlier agent has ended";
    default:
      return resource satisfies never;
  }
}
