/** The built-in Manager: what each kind of end leads to, and that doing it twice is doing it once. */
import { describe, expect, test } from "vitest";
import { readBoard } from "../files/board.ts";
import { readTaskFile } from "../files/task-file.ts";
import type { BoardStatus } from "../loop/answer.ts";
import { type Desk, type Reconciled, reconcile } from "./reconcile.ts";

const BOARD = (tasks: readonly string[]) =>
  `---\nphase: execute\ncurrent: tasks/1-a.md\ntasks: [${tasks.map((name) => `tasks/${name}`).join(", ")}]\n---\n# B\n`;
const task = (header = "", items = "work_items: []") =>
  `---\ntype: implement\npriority: medium\n${header}---\n# Task: Do A\n## Work Items\n${items}\n\n## Work Log\n`;

function desk(files: Readonly<Record<string, string>>, status: BoardStatus | null, board?: string): Desk {
  const boardText = board ?? BOARD(Object.keys(files));
  const read = readBoard(boardText, "tasks/0-b.md");
  if (!read.ok) throw new Error("no board");
  const entries = Object.entries(files).map(([name, text]) => [name, { text, task: readTask(text, name) }] as const);
  const done = status === null ? null : { name: "1-a.md", answer: { status, message: "what it said" } };
  return {
    board: read.value,
    boardText,
    files: new Map(entries),
    unreadable: new Map(),
    done,
    time: "2026-01-01T00:00:00.000Z",
    pathOf: (name) => `tasks/${name}`,
  };
}

function readTask(text: string, name: string) {
  const read = readTaskFile(text, name);
  if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
  return read.value;
}

/** As if it had been killed after it wrote the tasks and before it wrote the board. */
function again(before: Desk, { files }: Reconciled, status: BoardStatus): Reconciled {
  const texts = Object.fromEntries([...before.files].map(([name, { text }]) => [name, text]));
  return reconcile(desk({ ...texts, ...Object.fromEntries(files) }, status, before.boardText));
}

describe("after a task", () => {
  test("that is ok the next ready one follows, by priority, then first come", () => {
    const files = {
      "1-a.md": task(),
      "2-b.md": task("dependencies: [4-d.md]\n"),
      "3-c.md": task(),
      "4-d.md": task().replace("medium", "critical"),
    };
    expect(reconcile(desk(files, "ok")).answer.next_task).toBe("tasks/4-d.md");
  });

  test("that is ok and the last the board is complete", () => {
    const { answer, boardText } = reconcile(desk({ "1-a.md": task() }, "ok"));
    expect(answer).toMatchObject({ status: "ok", next_task: null });
    expect(boardText).toContain("phase: complete\ncurrent: null");
  });

  test.each([
    ["blocked", "exploration"],
    ["error", "exploration"],
    ["escalate", "redesign"],
  ] as const)("that is %s a critical %s comes first, and the task waits for it", (status, type) => {
    const { answer, files } = reconcile(desk({ "1-a.md": task(), "2-b.md": task() }, status));
    const made = files.get(answer.next_task?.replace("tasks/", "") ?? "");
    expect(made).toContain(`type: ${type}\npriority: critical`);
    expect(made).toContain("> what it said");
    expect(files.get("1-a.md")).toContain(`dependencies: ['${answer.next_task}']`.replaceAll("'", ""));
  });

  test("that was to find out more and is blocked itself a person is asked", () => {
    const { answer } = reconcile(desk({ "1-a.md": task().replace("implement", "exploration") }, "blocked"));
    expect(answer).toMatchObject({
      status: "escalate",
      next_task: null,
      message: expect.stringContaining("was to find out more"),
    });
  });

  test("that is blocked for the fourth time a person is asked", () => {
    let files: Record<string, string> = { "1-a.md": task() };
    let last = "";
    for (let round = 0; round < 4; round += 1) {
      const { answer, files: changed } = reconcile(desk(files, "blocked"));
      last = answer.message;
      files = Object.fromEntries(
        Object.entries({ ...files, ...Object.fromEntries(changed) }).map(([name, text]) => [
          name,
          text.replace("state: todo", name === "1-a.md" ? "state: todo" : "state: done"),
        ]),
      );
    }
    expect(last).toContain("is blocked again after 3 inquiries");
    expect(Object.keys(files)).toHaveLength(4);
  });

  test.each(["ok", "blocked", "escalate"] as const)(
    "that is %s, killed before the board was written, it makes no task twice",
    (status) => {
      const items = "work_items:\n  - { description: X, files: [x] }\n  - { description: Y }\n";
      const before = desk({ "1-a.md": task("", items) }, status);
      const first = reconcile(before);
      const second = again(before, first, status);
      expect(second.answer).toEqual(first.answer);
      expect([...second.files.keys()].filter((name) => !first.files.has(name))).toEqual([]);
    },
  );
});

test("more work items than a board may hold are for a person", () => {
  const items = `work_items:\n${Array.from({ length: 250 }, (_, at) => `  - { description: X${at}, files: [x] }\n`).join("")}`;
  const { answer, files } = reconcile(desk({ "1-a.md": task("", items) }, "ok"));
  expect(answer.message).toContain("250 more tasks are asked for");
  expect([...files.keys()]).toEqual(["1-a.md"]);
});
