/** What was seen of an attempt, in words: as evidence for people, and as a question for the agent itself. */
import { countOf, durationOf } from "../../domain/words/wording.ts";
import type { KnownWait, Signs } from "../../domain/work/health.ts";
import type { Graded } from "./grade.ts";

/** One line per kind of evidence, the same order always. */
export function evidenceOf(signs: Signs): readonly string[] {
  const { quietMs, repeated, idleMs, tool, stoppedMs, emptySteps, waits } = signs;
  return [
    `nothing new in its output or its files for ${durationOf(quietMs)}${repeated > 0 ? `, though it repeated itself in ${countOf(repeated, "line")}` : ""}`,
    idleMs === null
      ? "what its processes do cannot be seen on this machine"
      : `its processes last computed or moved data ${idleMs < 1_000 ? "just now" : `${durationOf(idleMs)} ago`}`,
    tool ? `its tool ${tool.name} has been running for ${durationOf(tool.forMs)}` : "no tool of it is running",
    ...(stoppedMs > 0 ? [`a process of it has been held by a signal for ${durationOf(stoppedMs)}`] : []),
    ...(emptySteps > 0 ? [`its model gave no token in ${countOf(emptySteps, "step")} in a row`] : []),
    ...(waits ? [WAITS[waits]] : []),
  ];
}

const WAITS: Readonly<Record<KnownWait, string>> = {
  limit: "its account has reached a usage limit",
  person: "it waits for an answer from a person",
  network: "what it needs on the network cannot be reached",
};

/** What a silent agent is asked; it may simply go on. */
export function nudgeText({ forMs }: Graded): string {
  return `Reeve has seen nothing new from you for ${durationOf(forMs)}. If you are waiting for something that will not come (a prompt that wants input, a server that never ends, a command that hangs), end it and find another way. If you are making progress, say in one sentence what you are doing and continue.`;
}

export function wokenText({ by }: Graded): string {
  return by === "stopped" ? "Reeve continued it (SIGCONT)" : "Reeve asked it what it is doing";
}
