/** A project with a board for end-to-end tests: agents in a few words of shell, and what the journal and the files tell. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

export const BOARD = "tasks/0-kanban-booking.md";

export interface BoardWish {
  /** Shell steps: `$file` is the task file of the call, `$calls` the number of calls before this one. */
  readonly agent: string;
  readonly settings?: string;
  readonly board?: string;
  readonly tasks?: Readonly<Record<string, string>>;
}

export function aBoard({ agent, settings = "", board, tasks = TASKS }: BoardWish): TestProject {
  return aProject(boardFiles({ agent, settings, ...(board !== undefined && { board }), tasks }));
}

export function boardFiles({ agent, settings = "", board, tasks = TASKS }: BoardWish): Record<string, string> {
  const files = Object.fromEntries(Object.entries(tasks).map(([name, text]) => [`tasks/${name}`, text]));
  return {
    "reeve.yaml": `agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\n${settings}`,
    "agent.sh": `${SHARED}${agent}\n`,
    [BOARD]: board ?? boardText({ current: "tasks/1-model.md", tasks: Object.keys(tasks) }),
    ...files,
  };
}

/** `log` writes an entry into the work log, `say STATUS` answers. */
const SHARED = `cat > prompt.now
prompt=$(cat prompt.now)
file=$(printf '%s' "$prompt" | sed -n 's/.*"task_file": "\\(.*\\)".*/\\1/p')
calls=$(cat calls 2>/dev/null | wc -l)
echo "$file $(sha256sum < prompt.now | cut -c1-64) $REEVE_RESULT" >> calls
log() { printf '\\n### [now] %s\\n\\nStatus: ok\\n' "\${1:-Did it}" >> "$file"; }
say() { printf '{"status":"%s","message":"%s"}\\n' "$1" "\${2:-fine}"; }
`;

export const WORKS = "log; say ok";

export function boardText({
  current,
  tasks,
  phase = "execute",
}: {
  readonly current: string | null;
  readonly tasks: readonly string[];
  readonly phase?: string;
}): string {
  return `---\ntype: kanban\ntitle: Booking\nphase: ${phase}\ncurrent: ${current}\ntasks: [${tasks.map((name) => `tasks/${name}`).join(", ")}]\n---\n\n# Kanban: Booking\n\n## Plan Adjustment Log\n`;
}

export function taskText(title: string, header = ""): string {
  return `---\nrole: Implementor\ntype: implement\npriority: medium\n${header}---\n\n# Task: ${title}\n\n## Work Items\n\n<!-- start workitems -->\nwork_items: []\n<!-- end workitems -->\n\n## Work Log\n`;
}

const TASKS = {
  "1-model.md": taskText("Add the model"),
  "2-page.md": taskText("Add the page", "dependencies: [1-model.md]\n"),
};

export interface ToldEvent {
  readonly type: string;
  readonly call?: { readonly role: string; readonly task: string; readonly hash: string; readonly retries: number };
  readonly end?: { readonly type: string };
}

/** Works the board and gives what it told. */
export function workBoard(project: TestProject, ...args: string[]): readonly ToldEvent[] {
  return project.json<ToldEvent>("kanban", "run", BOARD, ...args);
}

export function callsOf(project: TestProject): readonly string[] {
  return project.read("calls").trim().split("\n");
}

export function filesOf(project: TestProject): Record<string, string> {
  const names = readdirSync(join(project.dir, "tasks"));
  return Object.fromEntries(names.map((name) => [name, project.read(`tasks/${name}`)]));
}
