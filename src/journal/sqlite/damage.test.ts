import { rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectDamage, overwrite, sql } from "../../../test/journal/damage.ts";
import { amount, openLedger, scratchDir, writtenRun } from "../../../test/journal/scratch.ts";
import { ledgerRules } from "../conformance/ledger-rules.ts";
import { runFiles } from "./run-files.ts";
import { sqliteRuns } from "./sqlite-store.ts";

const COUNT = 2_000;

test("a record whose text was altered is named; the ones before it can be read", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "UPDATE record SET events = replace(events, '700', '701') WHERE seq = 700");
  await expectDamage(files, { readableTo: 699, why: "checksum" });
});

test("a record whose time was altered is named", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "UPDATE record SET at = at + 1 WHERE seq = 5");
  await expectDamage(files, { readableTo: 4, why: "checksum" });
});

test("a record of another journal in the place of one of this is seen, though it is whole in itself", async () => {
  const [files, other] = [
    await writtenRun(scratchDir(), COUNT),
    await writtenRun(scratchDir(), COUNT, { dice: () => 0.75 }),
  ];
  sql(
    files.journal,
    `ATTACH '${other.journal}' AS other`,
    "REPLACE INTO main.record SELECT * FROM other.record WHERE seq = 9",
  );
  await expectDamage(files, { readableTo: 8, why: "checksum" });
});

test("a record that is missing in the middle is seen", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "DELETE FROM record WHERE seq = 1000");
  await expectDamage(files, { readableTo: 999, why: "the next one found is record 1001" });
});

test("records that are missing at the end are seen", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  sql(files.journal, "DELETE FROM record WHERE seq > 1990");
  await expectDamage(files, { readableTo: 1990, why: "records up to 2000 were acknowledged" });
});

test("a file that was cut short is read as far as it goes", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  truncateSync(files.journal, Math.floor(statSync(files.journal).size * 0.6));
  const readableTo = await expectDamage(files, {});
  expect(readableTo).toBeGreaterThan(COUNT / 4);
});

test("pages that were overwritten are reported and the records before them read", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  overwrite(files.journal, 4096 * 40, 4096 * 4);
  const readableTo = await expectDamage(files, {});
  expect(readableTo).toBeGreaterThan(0);
});

test("a file with a garbage head is no journal, and says so", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  overwrite(files.journal, 0, 100);
  await expectDamage(files, { readableTo: 0, why: "not a database" });
});

test("an emptied file is no journal, and is not begun anew", async () => {
  const files = await writtenRun(scratchDir(), COUNT);
  truncateSync(files.journal, 0);
  await expectDamage(files, { readableTo: 0, why: "not a journal of Reeve" });
});

test("a damaged snapshot is passed over, to the one before it or to the beginning", async () => {
  const stateDir = scratchDir();
  const files = await writtenRun(stateDir, 5_000, { snapshotFloorBytes: 10_000 });
  const seqs = sql(files.journal, "SELECT seq FROM snapshot ORDER BY seq DESC").map((row) => row.seq);
  expect(seqs.length).toBe(2);
  const runs = sqliteRuns(stateDir);
  const whole = await runs.state("r", ledgerRules);
  for (const seq of seqs) {
    sql(files.journal, `UPDATE snapshot SET state = replace(state, 'sum', 'mus') WHERE seq = ${seq}`);
    expect(await runs.state("r", ledgerRules)).toEqual(whole);
  }
  expect((await runs.verify("r")).problems).toEqual(
    seqs.map((seq) => expect.stringContaining(`snapshot at record ${seq}`)),
  );
});

test("a key that is missing from the index is found by the full check", async () => {
  const stateDir = scratchDir();
  const { runs, run, close } = await openLedger(stateDir, { snapshotFloorBytes: 100 });
  for (const key of ["a", "b", "c"]) await run.submit(amount(1, "x".repeat(200)), key);
  await close();
  const { journal: path } = runFiles(stateDir, "r");
  expect(await runs.verify("r")).toMatchObject({ sound: true, readableTo: 3 });
  sql(path, "DELETE FROM key WHERE key = 'b'");
  expect((await runs.verify("r")).problems).toEqual([expect.stringContaining("1 keys")]);
});

test("a file of something else is not taken for a journal", async () => {
  const files = runFiles(scratchDir(), "r");
  const stateDir = join(files.dir, "../..");
  await writtenRun(stateDir, 1);
  rmSync(files.journal);
  sql(files.journal, "CREATE TABLE t (x)");
  await expect(openLedger(stateDir)).rejects.toThrow(/is not a journal of Reeve/);
});
