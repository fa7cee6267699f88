import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { journalConformance } from "../conformance/conformance.ts";
import type { RunsUnderTest } from "../conformance/conformance-kit.ts";
import { sqliteRuns } from "./sqlite-store.ts";

const subjects: RunsUnderTest[] = [];
afterEach(async () => {
  for (const subject of subjects.splice(0)) await subject.dispose();
});

for (const { name, check } of journalConformance) {
  test(name, async () => {
    const subject = sqlite();
    subjects.push(subject);
    // The cases know no test runner: what does not hold is thrown.
    const reason = await check(subject);
    if (reason !== undefined) hasItsTestElsewhere(reason);
    else expect(reason).toBeUndefined();
  });
}

/** A fault that cannot be played here must name the test that plays it. */
function hasItsTestElsewhere(reason: string): void {
  const [file] = /(?:src|test)\/[\w/.-]+\.test\.ts/.exec(reason) ?? [];
  expect(file, reason).toBeDefined();
  expect(existsSync(file ?? ""), reason).toBe(true);
}

/** A crash is played by going on with a copy of the files as they lie there, while the first ones are still open. */
function sqlite(): RunsUnderTest {
  const root = mkdtempSync(join(tmpdir(), "reeve-journal-"));
  const databases: DatabaseSync[] = [];
  const open = (stateDir: string) =>
    sqliteRuns(stateDir, {
      onOpen(database) {
        database.exec("PRAGMA busy_timeout = 20");
        databases.push(database);
      },
    });
  let crashes = 0;
  let stateDir = join(root, "0");
  let runs = open(stateDir);
  return {
    runs: () => runs,
    crash() {
      crashes += 1;
      const next = join(root, String(crashes));
      mkdirSync(next);
      for (const name of readdirSync(stateDir)) cpSync(join(stateDir, name), join(next, name), { recursive: true });
      stateDir = next;
      runs = open(stateDir);
    },
    fault(kind) {
      const writer = databases.at(-1);
      if (writer === undefined) return "no run is open yet";
      if (kind === "disk_full") return pragma(writer, "max_page_count = 1", "max_page_count = 4294967294");
      if (kind === "read_only") return pragma(writer, "query_only = ON", "query_only = OFF");
      if (kind === "busy") return hold(join(stateDir, "runs", "r", "journal.db"));
      if (kind === "io") return "needs a real limit on the process: test/journal/kill.test.ts has it";
      if (kind === "away") return "a file on this machine is never away: test/journal/slow-store.test.ts has it";
      return "needs a writer that knows no epoch, and would have to leave again: src/journal/store/parts.test.ts has it";
    },
    async dispose() {
      for (const database of databases) if (database.isOpen) database.close();
      rmSync(root, { recursive: true });
    },
  };
}

function pragma(database: DatabaseSync, on: string, off: string): () => void {
  database.exec(`PRAGMA ${on}`);
  return () => database.exec(`PRAGMA ${off}`);
}

function hold(path: string): () => void {
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  return () => other.close();
}
