import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { REQUEST_LOG, RequestLog } from "./request-log.ts";
import type { RequestRecord } from "./request-record.ts";

const record: RequestRecord = {
  ...{ agent: "coder", attempt: "a.1", vendor: "anthropic", account: "anthropic:0123456789ab", at: 1_000 },
  ...{ model: "m", status: 200, error: null, retryAt: null, usd: null, heldMs: 0, firstByteMs: 3, totalMs: 9 },
  tokens: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
  ended: "whole",
};

function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-requests-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const linesOf = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n");

test("every request is one line, for its owner alone, and the next Reeve goes on with the same file", () => {
  const dir = aFolder();
  new RequestLog(dir).add(record);
  new RequestLog(dir).add({ ...record, attempt: "b.1" });
  const file = join(dir, REQUEST_LOG);
  expect(linesOf(file).map((line) => JSON.parse(line))).toEqual([record, { ...record, attempt: "b.1" }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("it does not grow without end: the newest are kept", () => {
  const dir = aFolder();
  const log = new RequestLog(dir, 4_000);
  for (let at = 1; at <= 200; at += 1) log.add({ ...record, at });
  const kept = ["requests.1.jsonl", REQUEST_LOG].flatMap((name) => linesOf(join(dir, name)));
  const times = kept.map((line) => (JSON.parse(line) as RequestRecord).at);
  expect(times.at(-1)).toBe(200);
  expect(times).toEqual(times.map((_, index) => 200 - times.length + 1 + index));
  expect(kept.join("\n").length).toBeLessThan(4_000);
});

test("a folder that is gone stops nobody", () => {
  expect(() => new RequestLog("/nowhere/at/all").add(record)).not.toThrow();
});
