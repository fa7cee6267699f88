import { expect, test } from "vitest";
import { journalConformance } from "./conformance.ts";
import type { JournalUnderTest } from "./conformance-kit.ts";
import { ledgerEngine } from "./ledger-engine.ts";
import { MemoryJournal } from "./memory-journal.ts";
import type { MemoryDisk } from "./memory-store.ts";

for (const { name, check } of journalConformance) {
  test(name, async (context) => {
    const reason = await check(memory());
    if (reason !== undefined) context.skip(reason);
  });
}

test("a closed journal takes nothing more", async () => {
  const journal = new MemoryJournal({ engine: ledgerEngine, now: () => 1, dice: () => 0 });
  await journal.submit("r", { type: "add", amounts: [1] });
  const waiting = journal.submit("r", { type: "add", amounts: [2] });
  journal.close();
  await expect(waiting).rejects.toMatchObject({ kind: "closed" });
  await expect(journal.submit("r", { type: "look" })).rejects.toMatchObject({ kind: "closed" });
});

function memory(): JournalUnderTest {
  const disks = new Map<string, MemoryDisk>();
  return {
    open: (options) => new MemoryJournal({ ...options, disks }),
    crash: () => {},
    fault(kind) {
      for (const disk of disks.values()) disk.fault = kind;
      return () => {
        for (const disk of disks.values()) disk.fault = null;
      };
    },
    dispose: () => {},
  };
}
