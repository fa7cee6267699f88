/** Checks whose Reeve, or whose helper, was killed: nothing runs twice, nothing is left, and keepers end what is forgotten. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { touchLease } from "../../src/effects/processes/attempt-folder.ts";
import { createStarterClient, type StarterClient } from "../../src/effects/processes/starter-client.ts";
import { isAlive } from "../attempts/attempt-lab.ts";
import { until } from "../wait.ts";
import { CheckLab } from "./check-lab.ts";

test("checks of a Reeve that was killed are swept by the next, and not those of its own", async () => {
  const lab = new CheckLab();
  const starter = createStarterClient();
  const killed = lab.open({ starter });
  void killed.run({ name: "long", run: "touch up; setsid sleep 1000 & sleep 1000", timeoutS: 60 }, lab.place());
  await lab.whenFile("up");
  await killed.close();
  await starter.close();
  const aborting = new AbortController();
  const own = lab.run("touch own; sleep 1000", { signal: aborting.signal });
  await lab.whenFile("own");
  expect(await lab.checks.sweep()).toBeGreaterThan(0);
  expect(lab.left()).toHaveLength(1);
  aborting.abort();
  expect(await own).toMatchObject({ aborted: true });
  expect(await lab.checks.sweep()).toBe(0);
});

test("without a Reeve that comes back, a check is ended by its keeper", async () => {
  const lab = new CheckLab();
  const starter = createStarterClient();
  const killed = lab.open({ starter, keeper: { tickS: 1, ticks: 1 } });
  await touchLease(lab.runDir);
  void killed.run({ name: "long", run: "echo $$ >pid; touch up; exec sleep 1000", timeoutS: 60 }, lab.place());
  await lab.whenFile("up");
  await killed.close();
  await starter.close();
  const pid = Number(readFileSync(join(lab.cwd, "pid"), "utf8"));
  await until("the check to end", async () => !(await isAlive(pid)));
  await lab.checks.sweep();
  expect(lab.left()).toEqual([]);
});

test("a check goes on when the helper that started it dies", async () => {
  const starter = createStarterClient();
  const lab = new CheckLab({ starter });
  onTestFinished(() => starter.close());
  const running = lab.run("touch up; until [ -e go ]; do sleep 0.05; done; echo done");
  await lab.whenFile("up");
  process.kill(starter.pid() ?? 0, "SIGKILL");
  writeFileSync(join(lab.cwd, "go"), "");
  expect(await running).toMatchObject({ exit: { code: 0 }, output: "done\n" });
});

test("a check that is asked for twice, because the helper died in between, runs once", async () => {
  const starter = createStarterClient();
  const asking: StarterClient = {
    ...starter,
    ask: async (verb, body) => {
      if (verb === "keep") await starter.ask(verb, body);
      return await starter.ask(verb, body);
    },
  };
  const lab = new CheckLab({ starter: asking });
  // Before the lab's own end: a starter makes pipes ahead in its folder.
  onTestFinished(() => starter.close());
  expect(await lab.run("echo once; exit 5")).toMatchObject({ exit: { code: 5 }, output: "once\n" });
  const aborting = new AbortController();
  const running = lab.run("touch up; sleep 1000", { signal: aborting.signal });
  await lab.whenFile("up");
  aborting.abort();
  expect(await running).toMatchObject({ aborted: true });
});

test("a helper that does not run is told as a failure, and what is left is swept later", async () => {
  const starter = createStarterClient(["false"]);
  const lab = new CheckLab({ starter });
  onTestFinished(() => starter.close());
  expect(await lab.run("true")).toMatchObject({ exit: null, failure: { class: "crash", restart: "transient" } });
  const next = lab.open();
  await next.sweep();
  await next.close();
});
