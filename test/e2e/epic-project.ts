/** A project with an epic for end-to-end tests: a repository, an agent in a few words of shell, and what the body tells. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BodyRead, readBody } from "../../src/systems/epic/body/read-body.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

export const EPIC = "epics/shop.md";

export interface EpicWish {
  /** Steps of shell for `$REEVE_TASK_ID`; it ends with its result. */
  readonly agent?: string;
  readonly settings?: string;
  readonly items?: readonly string[];
  readonly status?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const WORKS = 'echo work > "$REEVE_TASK_ID.txt"; git add -A; git commit -qm work';

export function epicFiles({
  agent = WORKS,
  settings = "",
  items = [],
  status = "queued",
  files = {},
}: EpicWish): Record<string, string> {
  const table = `| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |\n|---|---|---|---|---|---|---|---|\n${items.join("")}`;
  return {
    "reeve.yaml": `agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\ngates: ["true"]\n${settings}`,
    "agent.sh": `${agent}\necho '{"status":"done"}'\n`,
    [EPIC]: `---\nid: shop\ntitle: Shop\nstatus: ${status}\n---\n# Shop\n\nMine.\n\n## Supervisor State\n\n- Phase: orient\n\n### Work Items\n\n${table}`,
    ...files,
  };
}

export function anEpic(wish: EpicWish): TestProject {
  const project = aProject(epicFiles(wish));
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  return project;
}

export function queuedRow(id: string, notes = ""): string {
  return `| 1 | ${id} | Do ${id} | queued |  |  |  | ${notes} |\n`;
}

export function bodyOf(project: TestProject): Extract<BodyRead, { ok: true }>["body"] {
  const read = readBody(project.read(EPIC), EPIC);
  if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
  return read.body;
}

/** Until no item is worked on without its worker's word. */
export function workersEnded(project: TestProject): Promise<unknown> {
  const open = () =>
    bodyOf(project).items.filter(({ status, fields }) => status === "in_progress" && fields.exit === undefined);
  return until(
    "the workers to end",
    () => open().length === 0 && project.leftovers().length === 0,
    () => project.read(EPIC),
  );
}

/** All that Reeve keeps here beside the body. */
export function forget(project: TestProject): void {
  rmSync(join(project.dir, ".reeve"), { recursive: true, force: true });
  rmSync(project.env["XDG_STATE_HOME"] ?? join(project.dir, ".none"), { recursive: true, force: true });
}

/** An epic whose Pauli says what stands in a file; each question leaves a line. */
export function withPauli(wish: EpicWish, role = "pauli"): TestProject & { says: (answer: unknown) => void } {
  const project = anEpic({
    ...wish,
    files: {
      ".gitignore": "answer\nasked\n",
      "role.sh": "cat > /dev/null; echo x >> asked; cat answer\n",
      ...wish.files,
    },
    settings: `epic: { ${role}: { agent: role } }\n`,
  });
  const config = project.read("reeve.yaml");
  project.write(
    "reeve.yaml",
    config.replace("agents: {", "agents: { role: { adapter: command, command: [/bin/sh, ./role.sh] },"),
  );
  const says = (answer: unknown): void =>
    project.write("answer", typeof answer === "string" ? answer : JSON.stringify(answer));
  return Object.assign(project, { says });
}

/** How often it was asked. */
export const asks = (project: TestProject): number =>
  existsSync(join(project.dir, "asked")) ? project.read("asked").trim().split("\n").length : 0;
