/** The end of what an attempt printed: of a flood only so much is read, it is told what is missing, and a key stays hidden. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { attemptFolder } from "../../processes/attempt-folder.ts";
import { readAttemptOutput } from "./read-attempt-output.ts";

function printed(out: string, err = ""): string {
  const runDir = mkdtempSync(join(tmpdir(), "reeve-printed-"));
  onTestFinished(() => rmSync(runDir, { recursive: true }));
  const { dir } = attemptFolder(runDir, "a.1");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "out.0"), out);
  writeFileSync(join(dir, "err.0"), err);
  return runDir;
}

async function endOf(runDir: string, lastBytes?: number): Promise<string[]> {
  const lines: string[] = [];
  const wish = { follow: false, lastBytes, signal: new AbortController().signal };
  for await (const { text } of readAttemptOutput(runDir, "a.1", wish)) lines.push(text);
  return lines;
}

const flood = Array.from({ length: 60_000 }, (_, n) => `line ${n} of a flood`).join("\n");

test("of a flood only the end is read, whole line by whole line, and how much is missing is told", async () => {
  const [missing, first, ...rest] = await endOf(printed(`${flood}\n`), 400_000);
  expect(missing).toMatch(/^\[… \d{6,} bytes left out here …\]$/);
  expect(first).toMatch(/^line \d+ of a flood$/);
  expect(rest.at(-1)).toBe("line 59999 of a flood");
  expect(rest.join("\n").length).toBeLessThan(400_000);
  const counted = Number(/\d+/.exec(missing ?? "")?.[0]);
  expect(counted + `${[first, ...rest].join("\n")}\n`.length).toBe(`${flood}\n`.length);
});

test("what is short is read whole, each stream by itself", async () => {
  expect(await endOf(printed("one\ntwo\n", "oh\n"), 400_000)).toEqual(["one", "two", "oh"]);
  expect(await endOf(printed("one\ntwo"))).toEqual(["one", "two"]);
});

test("a private key that begins before what is read stays hidden in it", async () => {
  const body = Array.from(
    { length: 40 },
    () => "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
  ).join("\n");
  const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\nafter\n`;
  const lines = await endOf(printed(`${flood}\n${key}`), key.length - 600);
  expect(lines.join("\n")).not.toContain("MIIEvQIB");
  expect(lines.at(-1)).toBe("after");
});
