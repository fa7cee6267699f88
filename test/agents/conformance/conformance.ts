/**
 * What every adapter has to do, tried on the real agent through the real process host. An adapter's own test file calls
 * `conforms` with what is special about it; what does not apply to an agent is left out with a reason.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { AgentLab } from "./agent-lab.ts";
import { conformsInFailures } from "./failures.ts";
import { conformsInLife } from "./life.ts";
import { conformsInLimits } from "./limits.ts";
import type { Subject } from "./subject.ts";
import { conformsInTalk } from "./talk.ts";
import { doesNotApply, trial } from "./trial.ts";

export function conforms(subject: Subject): void {
  describe(subject.adapter, () => {
    // First, because agents wait longest in them.
    conformsInFailures(subject);
    conformsInWork(subject);
    conformsInTalk(subject);
    conformsInLimits(subject);
    conformsInLife(subject);
  });
}

function conformsInWork(subject: Subject): void {
  trial(subject, "works", "it works in its workspace, tells what it does, and gives its result", async (lab) => {
    const outcome = await lab.run({ marker: "Make it. [[result:hello.txt]]" });
    expect(outcome).toMatchObject({ type: "done", result: { status: "done", files_created: ["hello.txt"] } });
    expect(existsSync(join(lab.world.workspace.dir, "hello.txt"))).toBe(true);
    expect(lab.texts()).toContain("I will create hello.txt");
    expect(lab.events("tool_call")).toHaveLength(1);
    expect(lab.events("tool_result")).toMatchObject([{ ok: true }]);
    expect(lab.events("session").length).toBeGreaterThan(0);
    expect(await lab.lab.ended(lab.attempt())).toMatchObject({ leftovers: 0, survivors: [] });
  });

  trial(subject, "no result", "an answer that is no result is malformed output, not success", async (lab) => {
    expect(await lab.run({ marker: "[[say:All done, trust me.]]" })).toMatchObject({
      type: "failed",
      failure: { class: "malformed_output" },
    });
  });

  trial(subject, "resume", "a resumed session holds what was said before, and is counted once", async (lab) => {
    await lab.run({ marker: "[[usage:3000,300,0,1]]" });
    const session = await lab.session();
    const usedBefore = { tokens: lab.tokens(), usd: lab.usd() };
    await lab.run({ id: "2", marker: "[[recall]]", session, more: { usedBefore } });
    expect(lab.texts("2")).toMatch(/RECALL .*\[\[usage:3000,300,0,1\]\] \[\[recall\]\]/);
    const told = lab.events("session", "2").map(({ id }) => id);
    expect(told.filter((id) => id !== session)).toEqual([]);
    isCountedOnce(subject, lab);
  });
  if (subject.skip?.tokens) doesNotApply("it tells what it used", subject.skip.tokens);
  if (subject.skip?.cost) doesNotApply("it tells what it cost", subject.skip.cost);

  trial(subject, "missing session", "a session that is not there is begun anew, and that is said", async (lab) => {
    const lost = "00000000-1111-4222-8333-444444444444";
    expect(await lab.run({ marker: "[[result]]", session: lost })).toMatchObject({ type: "done" });
    expect(lab.told()).toContain(lost);
    expect(await lab.session()).not.toBe(lost);
  });
}

/** The first turn were two requests, the second one that used less. Agents tell totals, and have errands of their own. */
function isCountedOnce({ skip }: Subject, lab: AgentLab): void {
  if (skip?.tokens === undefined) {
    expect(lab.tokens()).toBeGreaterThanOrEqual(6_600);
    expect(lab.tokens("2")).toBeGreaterThan(0);
    expect(lab.tokens("2")).toBeLessThan(lab.tokens());
  }
  if (skip?.cost === undefined) {
    expect(lab.usd("2")).toBeGreaterThan(0);
    expect(lab.usd("2")).toBeLessThan(lab.usd());
  }
}
