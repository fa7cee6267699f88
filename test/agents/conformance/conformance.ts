/**
 * What every adapter has to do, tried on the real agent through the real process host. An adapter's own test file calls
 * `conforms` with what is special about it; what an agent cannot do is skipped with a reason.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { whyNotInstalled } from "../harness/installed.ts";
import { AgentLab } from "./agent-lab.ts";
import { conformsInFailures } from "./failures.ts";
import { conformsInLife } from "./life.ts";
import type { Check, Subject } from "./subject.ts";
import { conformsInTalk } from "./talk.ts";

export function conforms(subject: Subject): void {
  describe(`${subject.adapter} conforms`, () => {
    test("it works in its workspace, tells what it does, and gives its result", async (context) => {
      const lab = await open(subject, "works", context);
      const outcome = await lab.run({ marker: "Make it. [[result:hello.txt]]" });
      expect(outcome).toMatchObject({ type: "done", result: { status: "done", files_created: ["hello.txt"] } });
      expect(existsSync(join(lab.world.workspace.dir, "hello.txt"))).toBe(true);
      expect(lab.texts()).toContain("I will create hello.txt");
      expect(lab.events("tool_call")).toHaveLength(1);
      expect(lab.events("tool_result")).toMatchObject([{ ok: true }]);
      expect(lab.events("session").length).toBeGreaterThan(0);
      expect(await lab.lab.ended(lab.attempt())).toMatchObject({ leftovers: 0, survivors: [] });
    });

    test("an answer that is no result is malformed output, not success", async (context) => {
      const lab = await open(subject, "works", context);
      expect(await lab.run({ marker: "[[say:All done, trust me.]]" })).toMatchObject({
        type: "failed",
        failure: { class: "malformed_output" },
      });
    });

    test("a resumed session holds what was said before", async (context) => {
      const lab = await open(subject, "resume", context);
      await lab.run({ marker: "[[steps:1]]" });
      const session = await lab.session();
      await lab.run({ id: "2", marker: "[[recall]]", session });
      expect(lab.texts("2")).toMatch(/RECALL .*\[\[steps:1\]\] \[\[recall\]\]/);
      const told = lab.events("session", "2").map(({ id }) => id);
      expect(told.filter((id) => id !== session)).toEqual([]);
    });

    test("a session that is not there is begun anew, and that is said", async (context) => {
      const lab = await open(subject, "missing session", context);
      const lost = "00000000-1111-4222-8333-444444444444";
      expect(await lab.run({ marker: "[[result]]", session: lost })).toMatchObject({ type: "done" });
      expect(lab.texts()).toContain(lost);
      expect(await lab.session()).not.toBe(lost);
    });
  });
  conformsInTalk(subject, open);
  conformsInFailures(subject, open);
  conformsInLife(subject, open);
}

export type Open = typeof open;

async function open(subject: Subject, check: Check, context: TestContext, model?: "refused"): Promise<AgentLab> {
  const why = subject.skip?.[check] ?? whyNotInstalled(subject.agent);
  if (why) context.skip(why);
  return await AgentLab.open(subject, model === undefined ? {} : { model });
}
