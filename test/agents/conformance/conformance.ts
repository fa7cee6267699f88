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
import { doesNotApply, isChosen, trial } from "./trial.ts";

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
  if (WHOLE.every((check) => isChosen(subject, check) && subject.skip?.[check] === undefined)) conformsInWhole(subject);
  else conformsInParts(subject);
  if (subject.skip?.tokens) doesNotApply("it tells what it used", subject.skip.tokens);
  if (subject.skip?.cost) doesNotApply("it tells what it cost", subject.skip.cost);
  trial(subject, "no result", "an answer that is no result is malformed output, not success", async (lab) => {
    expect(await lab.run({ marker: "[[say:All done, trust me.]]" })).toMatchObject({
      type: "failed",
      failure: { class: "malformed_output" },
    });
  });
}

/** Together these are two starts of an agent instead of four, and starting is most of what a turn costs. */
const WHOLE = ["works", "missing session", "resume"] as const;

function conformsInWhole(subject: Subject): void {
  const name = "it begins anew where its session is gone, works, gives its result, and is resumed with all it knew";
  trial(subject, "works", name, async (lab) => {
    await worksIn(lab, LOST);
    beganAnew(lab, await lab.session());
    await isResumed(subject, lab, MAKE);
  });
}

/** Where one of them is not to be tried, the others are tried alone. */
function conformsInParts(subject: Subject): void {
  trial(subject, "works", "it works in its workspace, tells what it does, and gives its result", (lab) => worksIn(lab));
  trial(subject, "missing session", "a session that is not there is begun anew, and that is said", async (lab) => {
    expect(await lab.run({ marker: "[[result]]", session: LOST })).toMatchObject({ type: "done" });
    beganAnew(lab, await lab.session());
  });
  trial(subject, "resume", "a resumed session holds what was said before, and is counted once", async (lab) => {
    await lab.run({ marker: MAKE });
    await isResumed(subject, lab, MAKE);
  });
}

const MAKE = "[[result:hello.txt]]";
const LOST = "00000000-1111-4222-8333-444444444444";

async function worksIn(lab: AgentLab, session?: string): Promise<void> {
  const outcome = await lab.run({ marker: `Make it. ${MAKE}`, ...(session !== undefined && { session }) });
  expect(outcome).toMatchObject({ type: "done", result: { status: "done", files_created: ["hello.txt"] } });
  expect(existsSync(join(lab.world.workspace.dir, "hello.txt"))).toBe(true);
  expect(lab.texts()).toContain("I will create hello.txt");
  expect(lab.events("tool_call")).toHaveLength(1);
  expect(lab.events("tool_result")).toMatchObject([{ ok: true }]);
  expect(lab.events("session").length).toBeGreaterThan(0);
  expect(await lab.lab.ended(lab.attempt())).toMatchObject({ leftovers: 0, survivors: [] });
}

function beganAnew(lab: AgentLab, session: string): void {
  expect(lab.told()).toContain(LOST);
  expect(session).not.toBe(LOST);
}

async function isResumed(subject: Subject, lab: AgentLab, said: string): Promise<void> {
  const session = await lab.session();
  const usedBefore = { tokens: lab.tokens(), usd: lab.usd() };
  await lab.run({ id: "2", marker: "[[recall]]", session, more: { usedBefore } });
  expect(lab.texts("2")).toMatch(/RECALL /);
  expect(lab.texts("2")).toContain(`${said} [[recall]]`);
  const told = lab.events("session", "2").map(({ id }) => id);
  expect(told.filter((id) => id !== session)).toEqual([]);
  isCountedOnce(subject, lab);
}

/** The first turn were two requests, the second one, and at most one errand of the agent's own: told as a total it were three. */
function isCountedOnce({ skip }: Subject, lab: AgentLab): void {
  if (skip?.tokens === undefined) {
    expect(lab.tokens()).toBeGreaterThan(0);
    expect(lab.tokens("2")).toBeGreaterThan(0);
    expect(lab.tokens("2")).toBeLessThanOrEqual(lab.tokens());
  }
  if (skip?.cost === undefined) {
    expect(lab.usd("2")).toBeGreaterThan(0);
    expect(lab.usd("2")).toBeLessThanOrEqual(lab.usd());
  }
}
