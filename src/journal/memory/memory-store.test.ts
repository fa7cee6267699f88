import { expect, test } from "vitest";
import { journalConformance } from "../conformance/conformance.ts";
import { opened, type RunsUnderTest } from "../conformance/conformance-kit.ts";
import { type MemoryDisks, memoryRuns } from "./memory-store.ts";

for (const { name, check } of journalConformance) {
  test(name, async (context) => {
    // The cases know no test runner: what does not hold is thrown.
    const reason = await check(memory());
    if (reason !== undefined) context.skip(reason);
    expect(reason).toBeUndefined();
  });
}

test("a closed run takes nothing more", async () => {
  const { run } = await opened(memory());
  await run.submit({ type: "add", amounts: [1] });
  const waiting = run.submit({ type: "add", amounts: [2] });
  await Promise.all([expect(waiting).rejects.toMatchObject({ kind: "closed" }), run.close()]);
  await expect(run.submit({ type: "look" })).rejects.toMatchObject({ kind: "closed" });
  await expect(run.state()).rejects.toMatchObject({ kind: "closed" });
  await expect(run.serveMail()).rejects.toMatchObject({ kind: "closed" });
});

function memory(): RunsUnderTest {
  const disks: MemoryDisks = new Map();
  let runs = memoryRuns(disks);
  return {
    runs: () => runs,
    crash: () => {
      runs = memoryRuns(disks);
    },
    fault(kind) {
      for (const disk of disks.values()) disk.fault = kind;
      return () => {
        for (const disk of disks.values()) disk.fault = null;
      };
    },
    dispose: async () => {},
  };
}
