import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { checkDraft, type Draft, type Message } from "./message.ts";
import { logOf } from "./message-files.ts";
import { type LineProblem, MessageReader } from "./message-reader.ts";
import { MessageWriter } from "./message-writer.ts";

const NOW = Date.UTC(2026, 0, 1);

let log = "";
beforeEach(() => {
  const dir = mkdtempSync(join(tmpdir(), "reeve-messages-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  log = logOf(dir);
});

test("messages are numbered in order, and another writer counts on", () => {
  write(draft("first"), draft("second"));
  write(draft("third"));
  expect(readAll().messages).toEqual([
    { id: "MSG-000000001", ts: "2026-01-01T00:00:00.000Z", ...draft("first") },
    { id: "MSG-000000002", ts: "2026-01-01T00:00:00.000Z", ...draft("second") },
    { id: "MSG-000000003", ts: "2026-01-01T00:00:00.000Z", ...draft("third") },
  ]);
});

test("lines that are no message are skipped, each named with its number; empty ones are nothing", () => {
  write(draft("first"));
  appendFileSync(log, 'no JSON\n\n[1]\n{"id":"x","ts":"t","from":"a","to":"b","type":"c"}\n');
  write(draft("second"));
  const { messages, problems } = readAll();
  expect(messages.map(({ summary }) => summary)).toEqual(["first", "second"]);
  expect(problems).toEqual([
    { line: 2, problem: "it is no JSON" },
    { line: 4, problem: "it is no JSON object" },
    { line: 5, problem: "`summary` is missing or no text" },
  ]);
});

test("a log that is cut off at any byte keeps every whole message, and whoever writes next loses nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (words, cut) => {
        rmSync(log, { force: true });
        write(...words.map((word) => draft(`w${word}`)));
        const whole = readFileSync(log);
        const keep = cut % (whole.length + 1);
        truncateSync(log, keep);
        const before = readAll().messages;
        // A message is whole once its last bracket is there; only the line's end may be missing.
        const ends = [...whole.keys()].filter((at) => whole[at] === 10);
        expect(before.length).toBe(ends.filter((end) => end <= keep).length);
        write(draft("after"));
        const after = readAll();
        expect(after.messages.slice(0, -1)).toEqual(before);
        expect(after.messages.at(-1)?.summary).toBe("after");
        expect(new Set(after.messages.map(({ id }) => id)).size).toBe(after.messages.length);
        expect(readFileSync(log).subarray(0, keep)).toEqual(whole.subarray(0, keep));
      },
    ),
    { numRuns: 60 },
  );
});

test("a reader goes on where it stopped, and tells a last line without an end once", () => {
  write(draft("first"));
  const reader = new MessageReader(log);
  expect(read(reader).messages).toHaveLength(1);
  expect(read(reader)).toMatchObject({ messages: [], problems: [] });
  write(draft("second"));
  const line = readFileSync(log, "utf8").split("\n")[1] ?? "";
  const third = line.replace("MSG-000000002", "MSG-000000003");
  appendFileSync(log, third.slice(0, 20));
  expect(read(reader)).toMatchObject({ messages: [{ summary: "second" }], problems: [{ line: 3 }] });
  expect(read(reader)).toMatchObject({ messages: [], problems: [] });
  appendFileSync(log, third.slice(20));
  expect(read(reader)).toMatchObject({ messages: [{ id: "MSG-000000003" }], problems: [] });
  write(draft("fourth"));
  expect(read(reader)).toMatchObject({ messages: [{ summary: "fourth", id: "MSG-000000004" }], problems: [] });
});

test("a log that was replaced by a shorter one is read from its beginning, and that is said", () => {
  write(draft("first"), draft("second"));
  const reader = new MessageReader(log);
  read(reader);
  truncateSync(log, 0);
  write(draft("new"));
  const { messages, isAnew } = read(reader);
  expect({ isAnew, said: messages.map(({ summary }) => summary) }).toEqual({ isAnew: true, said: ["new"] });
});

test("an id that does not rise is named and its message counts; one that is made up does not use up the numbers", () => {
  write(draft("first"));
  appendFileSync(log, readFileSync(log));
  appendFileSync(log, readFileSync(log, "utf8").split("\n")[0]?.replace("000000001", "999999999999999") ?? "");
  write(draft("later"));
  const { messages, problems } = readAll();
  expect(messages.map(({ id }) => id)).toEqual([
    "MSG-000000001",
    "MSG-000000001",
    "MSG-999999999999999",
    "MSG-000000002",
  ]);
  expect(problems.map(({ line }) => line)).toEqual([2, 4]);
});

test("ids that others give are kept, and Reeve's own begin beside them", () => {
  mkdirSync(join(log, ".."), { recursive: true });
  writeFileSync(log, '{"id":"a7","ts":"t","from":"a","to":"b","type":"c","summary":"s"}\n');
  write(draft("mine"));
  expect(readAll().messages.map(({ id }) => id)).toEqual(["a7", "MSG-000000001"]);
});

test("a line beyond 1 MB, even beyond what is read at once, costs itself only", () => {
  write(draft("first"));
  appendFileSync(log, `${"x".repeat(2 * 1024 * 1024)}\n${"y".repeat(9 * 1024 * 1024)}\n`);
  write(draft("second"));
  const { messages, problems } = readAll();
  expect(messages.map(({ id }) => id)).toEqual(["MSG-000000001", "MSG-000000002"]);
  expect(problems.map(({ line }) => line)).toEqual([2, 3]);
});

test("a log that is a link is neither read nor written", () => {
  const target = join(log, "..", "..", "elsewhere");
  writeFileSync(target, "");
  mkdirSync(join(log, ".."));
  symlinkSync(target, log);
  expect(() => readAll()).toThrow("ELOOP");
  expect(() => write(draft("x"))).toThrow("ELOOP");
  expect(readFileSync(target, "utf8")).toBe("");
});

test("a log beside the artifacts, as other tools keep it, is the log of the session", () => {
  const session = join(log, "..", "..");
  writeFileSync(join(session, "messages.jsonl"), "");
  expect(logOf(session)).toBe(join(session, "messages.jsonl"));
});

test("a draft must say who, to whom, what type and what; a supervisor's carries its mark", () => {
  expect(checkDraft({ ...draft("x"), from: " " })).toEqual({ ok: false, problem: "`from` is missing" });
  expect(checkDraft({ ...draft("x"), type: "a\nb" })).toMatchObject({ ok: false });
  expect(checkDraft({ ...draft("x"), data: [1] })).toEqual({ ok: false, problem: "`data` is no JSON object" });
  expect(checkDraft({ ...draft("x"), data: { long: "x".repeat(2_000_000) } })).toMatchObject({ ok: false });
  expect(checkDraft({ ...draft("all is well"), from: "supervisor" })).toMatchObject({
    value: { summary: "[supervisor] all is well" },
  });
});

function draft(summary: string): Draft {
  return { from: "writer", to: "coordinator", type: "progress", summary };
}

function write(...drafts: readonly Draft[]): void {
  const writer = new MessageWriter(log);
  try {
    for (const each of drafts) writer.append(each, NOW);
  } finally {
    writer.close();
  }
}

function readAll() {
  return read(new MessageReader(log));
}

function read(reader: MessageReader): {
  readonly messages: readonly Message[];
  readonly problems: readonly LineProblem[];
  readonly isAnew: boolean;
} {
  const messages: Message[] = [];
  const { problems, isAnew } = reader.read((message) => messages.push(message));
  return { messages, problems, isAnew };
}
