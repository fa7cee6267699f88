import { expect, test, vi } from "vitest";
import { given } from "../../testing/given.ts";

const reads = vi.hoisted(() => ({ count: 0 }));
vi.mock(import("../causes/cause-of.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    causeOf: (failure) => {
      reads.count += 1;
      return real.causeOf(failure);
    },
  };
});

test("however many failures are known, each is read once when the next one comes", () => {
  const tasks = Array.from({ length: 10 }, (_, number) => `t${number}`);
  const run = given({ tasks, settings: { maxParallel: 10 }, policies: { haltFailedShare: 1 } });
  for (const task of tasks) {
    const message = `the assertion about ${task} in ${task}.test.ts failed`;
    const failure = {
      class: "test_failure",
      restart: "persistent",
      subject: `${task}.test.ts`,
      message,
      evidence: [],
    } as const;
    run.ends(`${task}.1`, { type: "failed", failure });
  }
  expect(run.state.patterns.failures.length).toBe(tasks.length);
  expect(reads.count).toBe(tasks.length);
});
