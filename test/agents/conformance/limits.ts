/**
 * The part of the conformance suite about agents that do not come to an end: what they do and use is told while they work, so
 * that Reeve can count it, and a stop ends them.
 */
import { expect } from "vitest";
import type { AgentLab } from "./agent-lab.ts";
import type { Subject } from "./subject.ts";
import { isStopped } from "./talk.ts";
import { doesNotApply, isChosen, trial } from "./trial.ts";

/** The last of them is at work when the agent is stopped. Agents that notice a loop themselves do so later. */
const CALLS = 3;

export function conformsInLimits(subject: Subject): void {
  trial(
    subject,
    "stop",
    "the same call again and again is told one by one; found again after Reeve was killed, a stop takes it, wrappers and tools",
    async (lab) => {
      const turn = { marker: `[[loop:${CALLS}]]` };
      const pid = await lab.start(turn);
      await lab.usesTool("1", CALLS);
      const calls = lab.events("tool_call").map(({ name, input }) => `${name} ${input}`);
      expect(new Set(calls).size).toBe(1);
      // Told meanwhile, so that a budget can stop it there.
      if (subject.skip?.budget === undefined) await lab.usesTokens(usedBefore(lab));
      await lab.lab.crash();
      expect(await lab.lab.host.adopt(lab.request(turn))).toMatchObject({ state: "running", agent: { pid } });
      await isStopped(lab);
    },
  );
  if (isChosen(subject, "stop") && subject.skip?.budget)
    doesNotApply("what it uses is told while it works, for a budget", subject.skip.budget);

  if (subject.endsLoops)
    trial(subject, "loop", "it stops itself in a loop, and that is no success", async (lab) => {
      expect(await lab.run({ marker: "[[loop]]" })).toMatchObject({ type: "failed", failure: { class: "spinning" } });
    });
}

/** What the model used for all answers but the last: of that one some agents tell when its tool has ended. */
function usedBefore({ world }: AgentLab): number {
  const turn = world.server.requests().filter(({ scenario }) => scenario !== null);
  const used = turn.map(({ reply }) => (reply?.type === "answer" ? reply.usage.input + reply.usage.output : 0));
  return used.slice(0, -1).reduce((sum, tokens) => sum + tokens, 0);
}
