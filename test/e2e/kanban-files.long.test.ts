/** Boards as people really have them: what is understood, and what is told with its place. */
import { describe, expect, it } from "vitest";
import { aBoard, BOARD, boardFiles, boardText, filesOf, taskText, WORKS } from "./board-lab.ts";
import { aProject } from "./kit.ts";

describe("files as people have them", () => {
  it("a value with a colon is one mistake with its place, and nothing is written", () => {
    const board = boardText({ current: "1-model.md", tasks: ["1-model.md"] }).replace(
      "title: Booking",
      "title: Booking: the second",
    );
    const project = aBoard({ agent: WORKS, board });
    const before = filesOf(project);
    const { code, err } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(2);
    expect(err).toMatch(/^tasks\/0-kanban-booking\.md:3:8 .*in quotes$/m);
    expect(err).toContain("1 mistake; no agent was called, nothing was written.");
    expect(filesOf(project)).toEqual(before);
  });

  it("text before the front matter and a key twice are both named", () => {
    const board = `# Kanban\n\n${boardText({ current: "1-model.md", tasks: ["1-model.md"] }).replace("current:", "phase: design\ncurrent:")}`;
    const { err } = aBoard({ agent: WORKS, board }).reeve("kanban", "check", BOARD);
    expect(err).toContain("0-kanban-booking.md:3:1 there is text before the front matter");
    expect(err).toContain('0-kanban-booking.md:7:1 duplicate key "phase", first on line 6');
  });

  it("a task that is done is not run again without a word", () => {
    const tasks = { "1-model.md": taskText("Add the model", "state: done\n") };
    const project = aBoard({
      agent: WORKS,
      tasks,
      board: boardText({ current: "tasks/1-model.md", tasks: ["1-model.md"], phase: "exploration" }),
    });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(2);
    expect(out).toContain("Every task of tasks/0-kanban-booking.md is done, but its phase is exploration");
    expect(project.reeve("kanban", "run", BOARD, "--anyway").code).toBe(0);
  });

  it("a board without an agent for its task is refused once, and nothing is written", () => {
    const two = "agents:\n  a: { adapter: command, command: [sh] }\n  b: { adapter: command, command: [sh] }\n";
    const project = aProject({ ...boardFiles({ agent: WORKS }), "reeve.yaml": two });
    const before = filesOf(project);
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(2);
    expect(out).toContain("No agent is configured for the Implementor, who works tasks/1-model.md.");
    expect(filesOf(project)).toEqual(before);
  });

  it("a request in any language gives names that can be read", () => {
    const project = aProject({ "reeve.yaml": "agents: {}\n" });
    const { out } = project.reeve("kanban", "new", "Gäste können die Größe ändern");
    expect(out).toContain("tasks/0-kanban-gaste-konnen-die-grosse-andern.md");
  });

  it("assignee, a renamed task and stray files are understood", () => {
    const tasks = {
      "1-the-model.md": taskText("Add the model").replace("role: Implementor", "assignee: architect"),
      "README.md": "Only words.\n",
    };
    const project = aBoard({ agent: WORKS, tasks, board: boardText({ current: "1-model.md", tasks: ["1-model.md"] }) });
    const { out, err } = project.reeve("kanban", "check", BOARD);
    expect(out).toContain("> tasks/1-model.md  Architect, medium, current");
    expect(out).toContain("Not on the board: README.md.");
    expect(err).toContain("tasks/1-model.md is now tasks/1-the-model.md.");
  });

  it("a dependency on a file that is not there is named as that, a circle as a circle", () => {
    const tasks = {
      "1-model.md": taskText("Add the model"),
      "2-page.md": taskText("Add the page", "dependencies: [7-nowhere.md]\n"),
      "3-a.md": taskText("A", "dependencies: [4-b.md]\n"),
      "4-b.md": taskText("B", "dependencies: [tasks/3-a.md]\n"),
    };
    const { code, out } = aBoard({ agent: WORKS, tasks }).reeve("kanban", "run", BOARD);
    expect(code).toBe(3);
    expect(out).toContain("tasks/2-page.md depends on 7-nowhere.md, which does not exist");
    expect(out).toContain("tasks/3-a.md waits for tasks/4-b.md waits for tasks/3-a.md: a circle");
  });

  it("tasks whose files are gone count as tasks of the board", () => {
    const board = boardText({ current: "1-model.md", tasks: ["1-model.md", "2-gone.md"] });
    const project = aBoard({ agent: WORKS, tasks: { "1-model.md": taskText("Add the model") }, board });
    expect(project.reeve("kanban", "check", BOARD).out).toContain("0 of 2 tasks done");
  });

  it("a kanban file is put back where it was removed or a link stands in its place, and no copy is claimed", () => {
    const project = aBoard({
      agent: `[ "$calls" = 0 ] && rm ${BOARD}; [ "$calls" = 1 ] && ln -sf ../reeve.yaml ${BOARD}; ${WORKS}`,
    });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(0);
    expect(out.match(/so it is put back\. If the change is yours/g)).toHaveLength(2);
    expect(project.read("reeve.yaml")).toContain("agents:");
    expect(project.read(BOARD)).toContain("phase: complete");
  });

  it("a pipe in place of a task hangs nobody", () => {
    const project = aBoard({ agent: `[ "$calls" = 0 ] && rm tasks/2-page.md && mkfifo tasks/2-page.md; ${WORKS}` });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(3);
    expect(out).toContain("tasks/2-page.md cannot be read");
  });
});
