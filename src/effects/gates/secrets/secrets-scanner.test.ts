/** The processes that look for secrets: one stays, one that fails or hangs is replaced, none is left. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ScanOrder } from "./scan-secrets.ts";
import { openScanner, type SecretsScanner } from "./secrets-scanner.ts";

const signal = new AbortController().signal;
const NOTHING = { type: "scanned", scanned: { findings: [], large: [] } };

test("one process answers one order after the other, in files and in texts", async () => {
  const { dir, order } = aFolder();
  writeFileSync(join(dir, "a"), "nothing to see");
  const scanner = opened();
  scanner.warm();
  expect(await scanner.scan(order(["a"]), signal)).toEqual(NOTHING);
  const key = `xoxb-${"1".repeat(12)}-${"2".repeat(12)}-${"a".repeat(24)}`;
  const found = await scanner.scan({ ...order([]), texts: [{ path: "old.txt", text: `\n${key}` }] }, signal);
  expect(found).toMatchObject({ scanned: { findings: [{ path: "old.txt", line: 2, rule: "slack" }] } });
  expect(JSON.stringify(found)).not.toContain(key);
});

test("separators of lines and paragraphs, in texts and in names, hide nothing and break nothing", async () => {
  const { order } = aFolder();
  const key = `xoxb-${"1".repeat(12)}-${"2".repeat(12)}-${"a".repeat(24)}`;
  const texts = [{ path: "a\u2028b\u2029c.txt", text: `words\u2028${key}\u2029\n` }];
  const found = await opened().scan({ ...order([]), texts }, signal);
  expect(found).toMatchObject({ scanned: { findings: [{ path: "a\u2028b\u2029c.txt", rule: "slack" }] } });
});

test("one that dies is a failure with what it said; the next order has a new one", async () => {
  const { dir, order } = aFolder();
  const script = `echo $$ >> pids; read line; [ $(wc -l < pids) -gt 1 ] || { echo broken >&2; exit 3; }
    echo '${JSON.stringify(NOTHING.scanned)}'; read line`;
  const scanner = opened(["/bin/sh", "-c", `cd "$0"; ${script}`, dir]);
  const first = await scanner.scan(order(["a"]), signal);
  expect(first).toMatchObject({ type: "failed", said: expect.arrayContaining([expect.stringContaining("broken")]) });
  expect(await scanner.scan(order(["a"]), signal)).toEqual(NOTHING);
  expect(readFileSync(join(dir, "pids"), "utf8").trim().split("\n")).toHaveLength(2);
});

test("one that does not answer in time, or is not wanted any more, is ended", async () => {
  const { order } = aFolder();
  const scanner = opened(["/bin/sh", "-c", "while :; do sleep 0.01; done"], 0.05);
  expect(await scanner.scan(order(["a"]), signal)).toEqual({ type: "late", afterS: 0.05 });
  expect(await scanner.scan(order(["a"]), AbortSignal.abort())).toMatchObject({ type: "failed" });
});

function opened(program?: readonly string[], timeoutS?: number): SecretsScanner {
  const more = { ...(program && { program }), ...(timeoutS !== undefined && { timeoutS }) };
  const scanner = openScanner({ marker: "secrets-scanner-test", ...more });
  // Resolves only when every process is gone.
  onTestFinished(() => scanner.close());
  return scanner;
}

function aFolder(): { readonly dir: string; readonly order: (paths: readonly string[]) => ScanOrder } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-scan-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, order: (paths) => ({ dir, paths, texts: [], salt: "s", bytesMax: 1_000, findingsMax: 10 }) };
}
