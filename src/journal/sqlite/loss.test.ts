import { copyFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectDamage, overwrite } from "../../../test/journal/damage.ts";
import { amount, mail, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import { untilPasses } from "../../../test/wait.ts";
import { readMark } from "./mark.ts";
import { runFiles } from "./run-files.ts";
import { sqliteRuns } from "./sqlite-store.ts";

test("a deleted file is not begun anew", async () => {
  const files = await writtenRun(scratchDir(), 2_000);
  rmSync(files.journal);
  await expect(openLedger(join(files.dir, "../.."))).rejects.toThrow(
    /the file is gone, but 2000 records were acknowledged/,
  );
  expect(existsSync(files.journal)).toBe(false);
});

test("a file that is deleted or replaced under a run at work is noticed by the next step", async () => {
  for (const happens of [
    (path: string) => rmSync(path),
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ]) {
    const stateDir = scratchDir();
    const files = await writtenRun(stateDir, 3);
    const { run } = await openLedger(stateDir);
    happens(files.journal);
    await expect(run.submit(amount(1))).rejects.toMatchObject({ kind: "gone" });
  }
});

test("a deleted -wal is noticed after a crash: acknowledged records are gone", async () => {
  const { crashed } = await crashedRun();
  rmSync(`${crashed.journal}-wal`);
  await expectDamage(crashed, { why: "records up to 20 were acknowledged but are gone" });
});

test("a damaged -wal is noticed after a crash, and opening does not tidy it away", async () => {
  const { crashed } = await crashedRun();
  overwrite(`${crashed.journal}-wal`, Math.floor(statSync(`${crashed.journal}-wal`).size / 2), 4096);
  const wal = readFileSync(`${crashed.journal}-wal`);
  const readableTo = await expectDamage(crashed, { why: "records up to 20 were acknowledged but are gone" });
  expect(readableTo).toBeLessThan(20);
  const runs = sqliteRuns(join(crashed.dir, "../.."));
  await expect(runs.post("r", mail(1, { type: "look" }))).rejects.toThrow(/are gone/);
  expect(readFileSync(`${crashed.journal}-wal`).equals(wal)).toBe(true);
});

test("an older copy put back is noticed; with the mark moved aside one goes on from it on purpose", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 10);
  copyFileSync(files.journal, `${files.journal}.old`);
  const { run, close } = await openLedger(stateDir);
  await run.submit(amount(11));
  await close();
  copyFileSync(`${files.journal}.old`, files.journal);
  await expectDamage(files, { readableTo: 10, why: "move journal.mark aside" });
  renameSync(files.mark, `${files.mark}.aside`);
  expect((await (await openLedger(stateDir)).run.submit(amount(1))).seq).toBe(11);
});

test("an unreadable mark is no reason to doubt the journal", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 3);
  writeFileSync(files.mark, "0000000000000009 00000000 garbage");
  expect((await (await openLedger(stateDir)).run.submit(amount(1))).seq).toBe(4);
});

/** A run of 20 records as a kill would leave it: nothing closed, nothing checkpointed. */
async function crashedRun(): Promise<{ crashed: ReturnType<typeof runFiles> }> {
  const [live, copy] = [scratchDir(), scratchDir()];
  const { run } = await openLedger(live);
  for (let value = 1; value <= 20; value++) await run.submit(amount(value, "x".repeat(3_000)));
  await untilPasses("the mark of the last record", () => expect(readMark(runFiles(live, "r").mark)?.seq).toBe(20));
  cpSync(live, copy, { recursive: true });
  return { crashed: runFiles(copy, "r") };
}
