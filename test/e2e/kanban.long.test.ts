/** A board worked by the real command: one task at a time, everything in files. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aBoard, BOARD, boardText, callsOf, filesOf, taskText, WORKS, workBoard } from "./board-lab.ts";
import { aProject } from "./kit.ts";

describe("a board", () => {
  it("is worked task by task until it is complete", () => {
    const project = aBoard({ agent: WORKS });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("The board is complete.") });
    expect(callsOf(project).map((line) => line.split(" ")[0])).toEqual(["tasks/1-model.md", "tasks/2-page.md"]);
    expect(project.read(BOARD)).toMatch(/^phase: complete\ncurrent: null$/m);
    expect(project.read("tasks/2-page.md")).toContain("state: done");
    expect(project.read("tasks/2-page.md")).toContain("dependencies: []");
    expect(project.read(BOARD)).toContain("no longer waits for 1-model.md");
  });

  it("gives an Implementor the path of its task and never the board", () => {
    const project = aBoard({ agent: `printf '%s' "$prompt" > prompt-$calls.txt; ${WORKS}` });
    workBoard(project);
    const prompt = project.read("prompt-0.txt");
    expect(prompt).toContain('"task_file": "tasks/1-model.md"');
    expect(prompt).not.toContain("kanban-booking");
    expect(prompt).not.toContain("2-page");
  });

  it("says so where there is nothing to do, and changes nothing", () => {
    const project = aBoard({ agent: WORKS, board: boardText({ current: null, tasks: ["1-model.md"] }) });
    const before = filesOf(project);
    expect(project.reeve("kanban", "run", BOARD).code).toBe(0);
    expect(filesOf(project)).toEqual(before);
  });
});

describe("an answer of the wrong form", () => {
  const THIRD_TIME = 'if [ "$calls" -lt 2 ]; then echo \'{"status":"fine"}\'; else log; say ok; fi';

  it("is asked for again with the same bytes, and each time stands in the task file", () => {
    const tasks = { "1-model.md": taskText("Add the model") };
    const project = aBoard({ agent: THIRD_TIME, tasks });
    const events = workBoard(project);
    const hashes = callsOf(project).map((line) => line.split(" ")[1]);
    expect(new Set(hashes).size).toBe(1);
    expect(hashes).toHaveLength(3);
    const called = events.filter(({ type, call }) => type === "agent_called" && call?.role === "Implementor");
    expect(called.map(({ call }) => call?.retries)).toEqual([0, 1, 2]);
    const log = project.read("tasks/1-model.md").split("## Supervisor Log")[1] ?? "";
    expect(log.match(/Retry Event/g)).toHaveLength(2);
    expect(log).toContain(`**Input:** sha256 ${hashes[0]}`);
    expect(log).toContain("**Attempt:** 2/3");
    expect(log).toContain("**Action:** Rescheduling with exact same parameters");
    expect(project.read(BOARD)).not.toContain("Supervisor Log");
  });

  it("fails the board after three more times, with what was received", () => {
    const project = aBoard({ agent: 'log; echo \'{"status":"great","message":1}\'' });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(1);
    expect(out).toContain('status is "great", not one of ok, blocked, error, escalate');
    expect(out).toContain('Last it handed back: { "status": "great"');
    expect(callsOf(project)).toHaveLength(4);
    expect(project.reeve("kanban", "status").out).toContain("gave no valid answer");
  });

  it.each([
    ["nothing", "log"],
    ["a crash", "log; exit 3"],
    ["a list", "log; echo '[1]'"],
    ["a message that is no text", 'log; echo \'{"status":"ok","message":{}}\''],
    ["a work log without a new entry", "say ok"],
  ])("is %s, too", (_what, agent) => {
    const project = aBoard({ agent, settings: "kanban: { retries: 1 }\n" });
    expect(project.reeve("kanban", "run", BOARD).code).toBe(1);
    expect(callsOf(project)).toHaveLength(2);
  });

  it("an error needs no entry: it passes through to the Manager", () => {
    const project = aBoard({ agent: '[ "$calls" = 0 ] && { say error "no tool"; exit 0; }; log; say ok' });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(out).toContain("tasks/1-model.md: error. no tool");
    expect(code).toBe(0);
    expect(out).toContain("find-out-what-blocks-add-the-model.md: the Architect starts.");
  });
});

describe("the kanban file", () => {
  it("is put back where another than the Manager wrote it, and the copy is kept", () => {
    const project = aBoard({
      agent: `[ "$calls" = 0 ] && sed -i 's/phase: execute/phase: complete/' ${BOARD}; ${WORKS}`,
    });
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(0);
    expect(out).toContain("The kanban file was changed while the Implementor worked, by it or by you.");
    expect(out).toContain(
      "is kept as .reeve/kanban/runs/r1/boards/implementor.1.md.refused. If the change is yours, stop",
    );
    expect(callsOf(project)).toHaveLength(2);
    const dir = join(project.dir, ".reeve/kanban/runs/r1/boards");
    expect(readdirSync(dir).filter((name) => name.endsWith(".refused"))).toHaveLength(1);
  });

  it("keeps every byte outside what the Manager writes", () => {
    const text = `---\r\ntype: kanban\r\ntitle: Ünï # x\r\nphase: implementation\r\ncurrent: 1-model.md\r\ntasks:\r\n  - tasks/1-model.md # first\r\n---\r\n\r\n| a | b \\| c |\r\n\r\n\`\`\`\r\n## Plan Adjustment Log\r\n\`\`\`\r\n\r\n## Plan Adjustment Log\r\n\r\nold entry\r\n\r\n## Notes\r\nmine\r\n`;
    const project = aBoard({ agent: WORKS, board: text, tasks: { "1-model.md": taskText("Add the model") } });
    expect(project.reeve("kanban", "run", BOARD).code).toBe(0);
    const after = project.read(BOARD);
    const [, body = ""] = text.split("first\r\n");
    const [head = "", tail = ""] = body.split("old entry\r\n");
    expect(after).toContain(`${head}old entry\r\n`);
    expect(after.endsWith(`\r\n## Notes\r\nmine\r\n`)).toBe(true);
    expect(tail).toContain("## Notes");
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("a Manager that is an agent", () => {
  const MANAGED = "kanban: { manager: { agent: boss }, retries: 1 }\n";
  const BOSS = (steps: string) =>
    `agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] }, boss: { adapter: command, command: [/bin/sh, -c, ${JSON.stringify(steps)}] } }\n`;
  const DONE = `sed -i 's/^phase: .*/phase: complete/; s/^current: .*/current: null/' ${BOARD}; `;
  const managed = (steps: string) => {
    const project = aBoard({ agent: WORKS, tasks: { "1-model.md": taskText("Add the model") } });
    project.write("reeve.yaml", `${BOSS(`cat >> boss-prompts; ${steps}`)}default_agent: sh\n${MANAGED}`);
    return project;
  };

  it("gets the board, the finished task and the list, and ends the work", () => {
    const project = managed(
      `${DONE}echo '{"status":"ok","message":"over","next_task":null,"tasks":["tasks/1-model.md"]}'`,
    );
    expect(project.reeve("kanban", "run", BOARD).code).toBe(0);
    const prompt = project.read("boss-prompts");
    expect(prompt).toContain(`"kanban_file": "${BOARD}"`);
    expect(prompt).toContain('"done_task": "tasks/1-model.md"');
  });

  it("is asked again alone where its answer does not say what its file says; the task is not run again", () => {
    const project = managed(`echo '{"status":"ok","message":"over","next_task":null,"tasks":["tasks/1-model.md"]}'`);
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(1);
    expect(out).toContain("next_task is null, but the kanban file says tasks/1-model.md");
    expect(callsOf(project)).toHaveLength(1);
    expect(project.read("tasks/1-model.md")).toContain("**Agent:** Manager");
  });

  it("who names one task without end is stopped", () => {
    const project = managed(
      `echo '{"status":"ok","message":"again","next_task":"tasks/1-model.md","tasks":["tasks/1-model.md"]}'`,
    );
    const { code, out } = project.reeve("kanban", "run", BOARD);
    expect(code).toBe(3);
    expect(out).toContain("was worked 10 times");
    expect(callsOf(project)).toHaveLength(10);
  });
});

describe("a stop", () => {
  it("ends the agent; the next run calls it again with the same bytes, at no cost", async () => {
    const project = aBoard({ agent: '[ "$calls" = 0 ] && { touch here; sleep 1000; }; log; say ok' });
    const run = project.start("kanban", "run", BOARD);
    await run.line(/the Implementor starts/);
    await until("the agent to be at work", () => readdirSync(project.dir).includes("here"));
    run.signal("SIGINT");
    expect((await run.ended).code).toBe(4);
    expect(project.reeve("kanban", "status").out).toContain("Stopped. `reeve kanban run` resumes it.");
    expect(project.reeve("kanban", "run", BOARD).code).toBe(0);
    const [first, second] = callsOf(project);
    expect(second?.split(" ")[1]).toBe(first?.split(" ")[1]);
    expect(project.read("tasks/1-model.md")).not.toContain("Supervisor Log");
  });
});

describe("a new board", () => {
  it("is made from a request, and its work items become tasks", () => {
    const ITEMS =
      "work_items:\\n  - { description: Add the model, files: [m.py], core: true }\\n  - { description: Add the page, files: [p.py], dependencies: [0] }\\n  - { description: Something vague }";
    const agent = `case "$file" in *1-design*) sed -i 's/work_items: \\[\\]/${ITEMS}/' "$file" ;; esac; ${WORKS}`;
    const project = aProject({
      "reeve.yaml": "agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\n",
    });
    project.write("agent.sh", aBoard({ agent }).read("agent.sh"));
    expect(project.reeve("kanban", "new", "Guests can cancel").out).toContain("tasks/0-kanban-guests-can-cancel.md");
    expect(project.reeve("kanban", "run", "tasks/0-kanban-guests-can-cancel.md").code).toBe(0);
    expect(callsOf(project).map((line) => line.split(" ")[0])).toEqual([
      "tasks/1-design-guests-can-cancel.md",
      "tasks/2-design-review-add-the-model.md",
      "tasks/3-add-the-model.md",
      "tasks/4-add-the-page.md",
      "tasks/5-explore-something-vague.md",
    ]);
    const hash = createHash("sha256")
      .update(project.read(".reeve/kanban/runs/r1/attempts/architect.1/prompt.txt"))
      .digest("hex");
    expect(callsOf(project)[0]).toContain(hash);
  });
});
