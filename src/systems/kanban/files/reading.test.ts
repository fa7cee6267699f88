/** Who works a task, and which words boards and tasks may use. */
import { expect, test } from "vitest";
import { readAnswer, readManagerAnswer } from "../loop/answer.ts";
import { readBoard } from "./board.ts";
import { roleOf } from "./role-of.ts";
import { readTaskFile } from "./task-file.ts";

const board = (fields: string) => {
  const read = readBoard(`---\n${fields}\n---\n`, "b.md");
  return read.ok ? read.value : read.mistakes.map(({ line, what }) => `${line} ${what}`);
};

test.each([
  ["design", "", "Architect"],
  ["exploration", "", "Architect"],
  ["plan", "", "Manager"],
  ["execute", "sub_phase: review", "Architect"],
  ["execute", "", "Implementor"],
  ["implementation", "", "Implementor"],
  ["validate", "", "Architect"],
])("phase %s %s: the %s works a task whose header says nothing", (phase, sub, role) => {
  const read = board(`phase: ${phase}\n${sub}`);
  if (Array.isArray(read)) throw new Error(String(read));
  expect(roleOf(read as never, { role: null })).toBe(role);
  expect(roleOf(read as never, { role: "Manager" })).toBe("Manager");
});

test("a phase nobody knows, a list that is none and a current that is no name are named", () => {
  expect(board("phase: cooking\ncurrent: [a]\ntasks: x")).toEqual([
    '2 the phase "cooking" is not known',
    "3 current is no file name",
    "4 tasks is no list",
  ]);
});

test("work items are read from between the comments, a fence, or as they stand", () => {
  const items = "work_items:\n  - description: One\n    files: a.py\n  - title: Two\n    dependencies: [0, 9]\n";
  const forms = [`<!-- start workitems -->\n${items}<!-- end workitems -->`, `\`\`\`yaml\n${items}\`\`\``, items];
  for (const form of forms) {
    const read = readTaskFile(`---\nrole: Architect\n---\n## Work Items\n\n${form}\n\n## Work Log\n`, "t.md");
    expect(read.ok && read.value.workItems).toMatchObject([
      { description: "One", files: ["a.py"], dependencies: [] },
      { description: "Two", files: [], dependencies: [0] },
    ]);
  }
});

test("a work item that is no mapping is told with its line", () => {
  const read = readTaskFile("---\nrole: Architect\n---\n## Work Items\nwork_items:\n  - just words\n", "t.md");
  expect(read.ok ? [] : read.mistakes.map(({ line }) => line)).toEqual([6]);
});

test.each([
  [{ status: "ok", message: "m" }, true],
  [{ status: "OK", message: "m" }, false],
  [{ status: "ok", message: null }, false],
  [{ status: "blocked", message: "" }, true],
  [[], false],
  ["ok", false],
])("the form of %j: %j", (value, isValid) => {
  expect(readAnswer(value).ok).toBe(isValid);
});

test.each([
  [{ status: "ok", message: "m", next_task: null, tasks: [] }, true],
  [{ status: "ok", message: "m", tasks: [] }, false],
  [{ status: "ok", message: "m", next_task: 3, tasks: [] }, false],
  [{ status: "ok", message: "m", next_task: "a", tasks: "a" }, false],
  [{ status: "ok", message: "m", next_task: "a", tasks: ["a"], mood: 1 }, true],
])("the form of a Manager's %j: %j", (value, isValid) => {
  expect(readManagerAnswer(value).ok).toBe(isValid);
});
