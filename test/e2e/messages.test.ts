/** The message log of a session through the real command. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

const LOG = "s1/.msg/messages.jsonl";

test("messages are logged, listed and merged into states; a bad line is named and costs itself only", () => {
  const project = aSession();
  const say = (...args: string[]) => project.reeve("message", "log", "--session", "s1", ...args);
  expect(say("--from", "writer", "--to", "lead", "--type", "progress", "Begun").out).toBe("Logged as MSG-000000001.\n");
  say(
    ...[
      "--from",
      "writer",
      "--to",
      "lead",
      "--type",
      "state_update",
      "--data",
      '{"ref":"a.md","task":"DRAFT-001"}',
      "A",
    ],
  );
  appendFileSync(join(project.dir, LOG), "oops\n");
  say(...["--from", "writer", "--to", "lead", "--type", "state_update", "--data", '{"ref":"b.md"}', "B"]);
  project.reeve("message", "broadcast", "--session", "s1", "--from", "lead", "--type", "progress", "Planning begins");

  const listed = project.reeve("message", "list", "--session", "s1", "--type", "progress");
  expect(listed.out.split("\n").map((line) => line.split("  ").toSpliced(1, 1).join(" | "))).toEqual([
    "MSG-000000001 | writer → lead | progress | Begun",
    "MSG-000000004 | lead → all | progress | Planning begins",
    "",
  ]);
  expect(listed.err).toBe(`${LOG}:3: it is no JSON\n`);
  const state = project.reeve("message", "state", "writer", "--session", "s1", "--json");
  expect(JSON.parse(state.out)).toEqual({ states: { writer: { ref: "b.md", task: "DRAFT-001" } } });
});

test("a later list takes up where an earlier one ended", () => {
  const project = aSession();
  const broadcast = (text: string) =>
    project.reeve("message", "broadcast", "--session", "s1", "--from", "lead", "--type", "progress", text);
  broadcast("one");
  const first = lines(project.reeve("message", "list", "--session", "s1", "--json").out);
  broadcast("two");
  const mark = String(first.at(-1)?.["mark"]);
  const second = lines(project.reeve("message", "list", "--session", "s1", "--since", mark, "--json").out);
  expect(second.map(({ summary }) => summary)).toEqual(["two", undefined]);
});

test("scores are shown as they went, from the whole log", () => {
  const project = aSession();
  for (const score of [90, 92, 70])
    project.reeve(
      ...["message", "log", "--session", "s1", "--from", "writer", "--to", "lead", "--type", "state_update"],
      ...["--data", JSON.stringify({ quality_self_score: score }), "Scored"],
    );
  const { out } = project.reeve("message", "status", "--session", "s1");
  expect(out).toContain("writer's own scores: 90, 92, 70 (-20, at most 22 down at once)");
});

test("what is no message is refused, and nothing is written", () => {
  const project = aSession();
  const log = (...args: string[]) => project.reeve("message", "log", ...args);
  expect(log("--session", "s2", "--from", "a", "--to", "b", "--type", "c", "x").code).toBe(2);
  expect(log("--session", "s1", "--from", "a", "--to", "b", "x").err).toBe(
    "reeve: This is no message: `type` is missing. Nothing was written.\n",
  );
  expect(log("--session", "s1", "--from", "a", "--to", "b", "--type", "c", "--data", "{", "x").code).toBe(2);
  expect(project.reeve("message", "status", "--session", "s1").out).toBe(`${LOG}: no messages yet.\n`);
});

function aSession(): TestProject {
  const project = aProject({});
  mkdirSync(join(project.dir, "s1"));
  return project;
}

function lines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
