/** A Manager agent that makes a board from a request, and `why` for boards, through the real command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aBoard, BOARD, callsOf, WORKS } from "./board-lab.ts";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

const MADE = "tasks/0-kanban-guests-can-cancel.md";
const ANSWER = `{"status":"ok","message":"made","next_task":"tasks/1-cancel.md","tasks":["tasks/1-cancel.md"]}`;
/** What a Manager writes for the request. */
const MAKE = `printf -- '---\\ntype: kanban\\ntitle: Cancel\\nphase: execute\\ncurrent: tasks/1-cancel.md\\ntasks: [tasks/1-cancel.md]\\n---\\n\\n## Plan Adjustment Log\\n' > ${MADE}
printf -- '---\\nrole: Implementor\\n---\\n\\n# Task: Cancel\\n\\n## Work Log\\n' > tasks/1-cancel.md
`;

describe("a Manager agent that is asked for a board", () => {
  it("gets the request as its instruction, and makes the board that is then worked", () => {
    const project = aManager(`${MAKE}echo '${ANSWER}'`);
    const { code, out } = project.reeve("kanban", "new", "Guests can cancel");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("its first task is tasks/1-cancel.md.") });
    expect(out).toContain(`\`reeve kanban run ${MADE}\` works it.`);
    expect(project.read("boss-prompts")).toMatch(
      /"instruction": "Make a board from this request: .*Guests can cancel"/,
    );
    expect(project.reeve("kanban", "status").out).toContain(`\`reeve kanban run ${MADE}\` works it.`);
    expect(existsSync(join(project.dir, "calls"))).toBe(false);
  });

  it("is asked again with the same bytes where its answer does not fit what it wrote, and then it fails", () => {
    const project = aManager(`${MAKE}echo '${ANSWER.replace("1-cancel.md", "2-other.md")}'`);
    const { code, out } = project.reeve("kanban", "new", "Guests can cancel");
    expect(code).toBe(1);
    expect(out).toContain("next_task is tasks/2-other.md, but the kanban file says tasks/1-cancel.md");
    const [first, second, ...more] = project.read("boss-prompts").split("---end\n");
    expect(more).toEqual([""]);
    expect(second).toBe(first);
    expect(project.read(MADE)).not.toContain("Supervisor Log");
  });

  it("is taken up again where Reeve was killed while it worked", async () => {
    const project = aManager(`touch here; until [ -e go ]; do sleep 0.05; done; ${MAKE}echo '${ANSWER}'`);
    const run = project.start("kanban", "new", "Guests can cancel");
    await until("the Manager to be at work", () => existsSync(join(project.dir, "here")));
    run.signal("SIGKILL");
    await run.ended;
    expect(project.reeve("status").out).toContain("`reeve kanban new` with the same request resumes that.");
    project.write("go", "");
    expect(project.reeve("kanban", "new", "Guests can cancel").code).toBe(0);
    expect(project.read("boss-prompts").split("---end\n")).toHaveLength(2);
  });
});

describe("why", () => {
  it("tells what happened on a board, to one of its tasks, and of all boards what is next", () => {
    const project = aBoard({ agent: `[ "$calls" = 0 ] && { echo '{"status":"fine"}'; exit 0; }; ${WORKS}` });
    project.reeve("kanban", "run", BOARD);
    expect(callsOf(project)).toHaveLength(3);
    const board = project.reeve("why", BOARD);
    expect(board.code).toBe(0);
    expect(board.out).toMatch(
      /1-model\.md: the Implementor's answer has the wrong form.*\n +\| received: \{ "status": "fine" \}/,
    );
    expect(board.out).toMatch(/starts again with the same input\.\n +\| input SHA-256 [0-9a-f]{64}/);
    expect(board.out).toContain("2-page.md: ok.");
    const task = project.reeve("why", "tasks/2-page.md");
    expect(task.out).toContain("2-page.md: ok.");
    expect(task.out).not.toContain("1-model.md: ok");
    expect(project.reeve("why").out).toContain(`Board ${BOARD}: The board is complete.`);
  });

  it("refuses a file that no board has", () => {
    const project = aBoard({ agent: WORKS });
    const { code, err } = project.reeve("why", "tasks/9-none.md");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("is no board that was worked here") });
  });
});

/** Its prompts are kept, each with an end. */
function aManager(steps: string): TestProject {
  return aProject({
    "boss.sh": `cat >> boss-prompts; echo "---end" >> boss-prompts\n${steps}\n`,
    "reeve.yaml":
      "agents: { boss: { adapter: command, command: [/bin/sh, ./boss.sh] } }\nkanban: { manager: { agent: boss }, retries: 1 }\n",
  });
}
