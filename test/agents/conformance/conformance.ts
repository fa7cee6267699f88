/**
 * What every adapter has to do, tried on the real agent through the real process host. An adapter's own test file calls
 * `conforms` with what is special about it; what does not apply to an agent is left out with a reason.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { RequestRecord } from "../../model-server/request-log.ts";
import type { AgentLab } from "./agent-lab.ts";
import { conformsInFailures } from "./failures.ts";
import { conformsInLife, killAtWork } from "./life.ts";
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

/** Together these are three starts of an agent instead of six, and starting is most of what a turn costs. */
const WHOLE = ["works", "missing session", "resume", "killed agent"] as const;

function conformsInWhole(subject: Subject): void {
  const name =
    "it begins anew where its session is gone, works, gives its result; killed in its next turn, it is resumed with all it knew, and counted once";
  trial(subject, "works", name, async (lab) => {
    await worksIn(lab, LOST);
    const session = await lab.session();
    expect(lab.told()).toContain(LOST);
    expect(session).not.toBe(LOST);
    await isKilledIn(lab, session);
    await isResumed(subject, lab, session);
    isCountedOnce(subject, lab);
  });
}

function conformsInParts(subject: Subject): void {
  trial(subject, "works", "it works in its workspace, tells what it does, and gives its result", (lab) => worksIn(lab));
  const why = WHOLE.flatMap((check) => subject.skip?.[check] ?? []);
  if (why.length > 0) doesNotApply("it is resumed", why.join("; "));
}

const MAKE = "[[result:hello.txt]]";
const KILLED = "[[steps:3,2]]";
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

/** At its second call: some agents write a turn down only after the first. */
async function isKilledIn(lab: AgentLab, session: string): Promise<void> {
  const usedBefore = { tokens: lab.tokens(), usd: lab.usd() };
  const driver = await lab.start({ id: "2", marker: KILLED, session, more: { usedBefore } });
  await lab.usesTool("2", 2);
  await killAtWork(lab, driver, "2");
}

async function isResumed({ writesLate }: Subject, lab: AgentLab, session: string): Promise<void> {
  const usedBefore = { tokens: lab.tokens() + lab.tokens("2"), usd: lab.usd() + lab.usd("2") };
  await lab.run({ id: "3", marker: "[[recall]]", session, more: { usedBefore } });
  const markers = lab.texts("3").match(/RECALL .*markers=(.*)/)?.[1];
  const all = `${MAKE} ${KILLED} [[recall]]`;
  expect(writesLate ? [all, `${MAKE} [[recall]]`] : [all]).toContain(markers);
  const told = ["2", "3"].flatMap((attempt) => lab.events("session", attempt)).map(({ id }) => id);
  expect(told.filter((id) => id !== session)).toEqual([]);
}

/** Totals of the session, told as if they were new, would be more than the model ever used. */
function isCountedOnce({ skip }: Subject, lab: AgentLab): void {
  if (skip?.tokens === undefined) {
    const told = ["1", "2", "3"].map((attempt) => lab.tokens(attempt));
    expect(Math.min(...[told[0], told[2]].map(Number))).toBeGreaterThan(0);
    expect(sum(told)).toBeLessThanOrEqual(sum(lab.world.server.requests().map(tokensServed)));
  }
  if (skip?.cost === undefined) {
    expect(lab.usd("3")).toBeGreaterThan(0);
    // One request, and at most one errand of its own, against two.
    expect(lab.usd("3")).toBeLessThanOrEqual(lab.usd());
  }
}

function tokensServed({ reply }: RequestRecord): number {
  return reply?.type === "answer" ? reply.usage.input + reply.usage.output : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
