/** Where a checkpoint has left its reports, whoever made the folder. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findSessions } from "./find-sessions.ts";

function aFolder(...files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "reeve-sessions-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "{}");
  }
  return root;
}

test("every folder with a report in its artifacts is a session, once, wherever a person keeps documents", async () => {
  const root = aFolder(
    "docs/booking/artifacts/CHECKPOINT-001-report.json",
    "docs/booking/artifacts/CHECKPOINT-002-report.json",
    "artifacts/CHECKPOINT-001-report.json",
    "node_modules/a/artifacts/CHECKPOINT-001-report.json",
    ".reeve/a/artifacts/CHECKPOINT-001-report.json",
    "docs/artifacts/notes.json",
  );
  symlinkSync(join(root, "docs"), join(root, "also"));
  expect(await findSessions(root)).toEqual([".", "docs/booking"]);
});

test("a folder that cannot be read, or is not there, has none", async () => {
  expect(await findSessions(join(aFolder(), "gone"))).toEqual([]);
});
