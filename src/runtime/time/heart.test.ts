import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../../test/wait.ts";
import { heartFile, type LongTurn, readHeart, startHeart } from "./heart.ts";

function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-heart-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("it beats as long as the loop turns", async () => {
  const dir = aFolder();
  const heart = startHeart({ dir, beatMs: 5 });
  onTestFinished(heart.stop);
  utimesSync(heartFile(dir), 0, 0);
  await until("a beat", () => (readHeart(dir, Date.now())?.ageMs ?? Number.MAX_VALUE) < 60_000);
  expect(readHeart(dir, Date.now())?.long).toBeNull();
});

test("a turn that takes too long is told, with what was done before", async () => {
  const dir = aFolder();
  const told: LongTurn[] = [];
  const heart = startHeart({ dir, beatMs: 5, onLong: (turn) => told.push(turn) });
  onTestFinished(heart.stop);
  heart.did("attempt_ended");
  const end = performance.now() + 2_100;
  while (performance.now() < end);
  await until("the long turn to be told", () => told.length > 0);
  expect(told).toMatchObject([{ after: "attempt_ended" }]);
  expect(readHeart(dir, Date.now())?.long?.ms).toBeGreaterThanOrEqual(2_000);
});

test("where nothing can be written it stays still, and fails nobody", () => {
  const dir = join(aFolder(), "not", "there");
  const heart = startHeart({ dir });
  heart.stop();
  expect(readHeart(dir, 0)).toBeNull();
});
