import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { InboxMessage } from "./driver-lines.ts";
import { followInbox, sendToInbox } from "./inbox.ts";

function inbox(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-inbox-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, "inbox.jsonl");
}

test("messages come in order, each once, whatever else lies in the file", async () => {
  const path = inbox();
  const over = new AbortController();
  const heard: InboxMessage[] = [];
  appendFileSync(path, 'not json\n{"type":"shout","id":"x"}\n');
  await sendToInbox(path, { type: "steer", id: "1", text: "one" });
  await sendToInbox(path, { type: "steer", id: "1", text: "one" });
  await sendToInbox(path, { type: "interrupt", id: "2" });
  for await (const message of followInbox(path, over.signal)) {
    heard.push(message);
    if (heard.length === 2) over.abort();
  }
  expect(heard).toEqual([
    { type: "steer", id: "1", text: "one" },
    { type: "interrupt", id: "2" },
  ]);
});

test("an inbox that is not there yet is waited for, also one that is written in pieces", async () => {
  const path = inbox();
  const over = new AbortController();
  const messages = followInbox(path, over.signal);
  const first = messages.next();
  appendFileSync(path, '{"type":"interrupt",');
  appendFileSync(path, '"id":"1"}\n');
  expect((await first).value).toEqual({ type: "interrupt", id: "1" });
  const second = messages.next();
  over.abort();
  expect((await second).done).toBe(true);
});

test("without an inbox nothing is ever said", async () => {
  expect((await followInbox(undefined, new AbortController().signal).next()).done).toBe(true);
});
