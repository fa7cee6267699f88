/** Whether anything of an attempt may still be there when it has ended: nobody else may go on in its session then. */
import { expect, test } from "vitest";
import { createStarterClient, type StarterClient, StarterError } from "../../src/effects/processes/starter-client.ts";
import { AttemptLab } from "./attempt-lab.ts";

/** A helper that answers to `end` what the test wants. */
function starterWhoseSweep(end: () => Promise<never> | Promise<object>): StarterClient {
  const real = createStarterClient();
  const ask = (verb: string, body: never) => (verb === "end" ? end() : real.ask(verb as never, body));
  return { ...real, ask: ask as StarterClient["ask"] };
}

test("what was swept and found empty is gone", async () => {
  const lab = new AttemptLab();
  await lab.host.start(lab.request(["true"]));
  expect(await lab.ended("task.1")).not.toHaveProperty("mayLive");
});

test("what could not be ended may live", async () => {
  const starter = starterWhoseSweep(async () => ({ ended: 0, forced: true, survivors: [4711] }));
  const lab = new AttemptLab({ starter });
  await lab.host.start(lab.request(["true"]));
  expect(await lab.ended("task.1")).toMatchObject({ survivors: [4711], mayLive: true });
});

test("where nobody could look, it may live", async () => {
  const lab = new AttemptLab({ starter: starterWhoseSweep(() => Promise.reject(new StarterError("no memory"))) });
  await lab.host.start(lab.request(["true"]));
  expect(await lab.ended("task.1")).toMatchObject({ survivors: [], mayLive: true });
});
