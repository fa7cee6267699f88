/**
 * The part of the conformance suite about agents that do not come to an end: what they do and use is told while they work, so
 * that Reeve can count it, and a stop ends them.
 */
import { expect } from "vitest";
import { until } from "../../attempts/attempt-lab.ts";
import type { AgentLab } from "./agent-lab.ts";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

const CALLS = 4;
const TOKENS = 1_000;

export function conformsInLimits(subject: Subject): void {
  if (subject.endsLoops)
    trial(subject, "loop", "it stops itself in a loop, and that is no success", async (lab) => {
      expect(await lab.run({ marker: "[[loop]]" })).toMatchObject({ type: "failed", failure: { class: "spinning" } });
    });
  else
    trial(
      subject,
      "loop",
      "endless identical calls are told one by one with what they use, and a stop ends them",
      async (lab) => {
        await lab.start({ marker: "[[loop]]" });
        await lab.usesTool("1", CALLS);
        const calls = lab.events("tool_call").map(({ name, input }) => `${name} ${input}`);
        expect(new Set(calls).size).toBe(1);
        // What it uses is told meanwhile, so that a budget can stop it there.
        if (subject.skip?.budget === undefined) await lab.usesTokens(TOKENS);
        await isStopped(lab);
      },
    );

  // For the others that was just tried.
  if (subject.endsLoops || subject.skip?.budget)
    trial(subject, "budget", "what it uses is told while it works, and a budget stops it", async (lab) => {
      await lab.start({ marker: "[[usage:1000,100,0,1000]]" });
      await lab.usesTokens(TOKENS);
      await isStopped(lab);
    });
}

async function isStopped(lab: AgentLab): Promise<void> {
  expect(await lab.stop()).toMatchObject({ type: "stopped" });
  expect(await lab.ended()).toEqual({ type: "stopped" });
  await until(async () => lab.world.processes().length === 0);
}
