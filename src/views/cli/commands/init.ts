/**
 * `reeve init`: writes a first reeve.yaml and plan.yaml for this project. A folder without git gets files that work
 * without it. Never overwrites anything, and never makes a repository: that is the person's to decide.
 */
import { existsSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { CONFIG_FILE, PLAN_FILE } from "../../../runtime/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

/** Agents that take a prompt on standard input and print their answer, found on PATH in this order. */
const KNOWN: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["claude", ["claude", "-p", "--permission-mode", "acceptEdits"]],
  ["codex", ["codex", "exec", "-"]],
  ["gemini", ["gemini", "--approval-mode", "auto_edit"]],
  ["opencode", ["opencode", "run"]],
];

export function initCommand(io: Io, path: string, options: CommonOptions): ExitCode {
  const files = [CONFIG_FILE, PLAN_FILE].filter((name) => existsSync(join(io.cwd, name)));
  if (files.length > 0)
    return badInput(
      io,
      options.json,
      `${files.join(" and ")} ${files.length === 1 ? "is" : "are"} here already; nothing was changed. Edit ${files[0]}, or run \`reeve init\` in another folder.`,
    );
  const found = KNOWN.find(([each]) => isOnPath(each, path));
  const [name, command] = found ?? ["agent", ["my-agent", "--some-flag"]];
  const isolation = isInRepository(io.cwd) ? "worktree" : "none";
  writeFileSync(join(io.cwd, CONFIG_FILE), configText(name, command, isolation), { flag: "wx" });
  writeFileSync(join(io.cwd, PLAN_FILE), PLAN_TEXT, { flag: "wx" });
  if (options.json) printJson(io, { written: [CONFIG_FILE, PLAN_FILE], agent: name, isolation });
  else
    print(io, [
      `Wrote ${CONFIG_FILE} and ${PLAN_FILE}.`,
      found
        ? `Tasks will be worked by \`${command.join(" ")}\`, which is on your PATH.`
        : `No agent Reeve knows is on your PATH: put the command of yours into ${CONFIG_FILE}.`,
      ...(isolation === "none" ? [NO_GIT] : []),
      `Next: write your tasks into ${PLAN_FILE}, then \`reeve check\` and \`reeve run ${PLAN_FILE}\`.`,
    ]);
  return EXIT.ok;
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((dir) => dir !== "" && existsSync(join(dir, program)));
}

const NO_GIT = "This folder is in no git repository, so all tasks will work in it side by side (`isolation: none`).";

/** As git looks for it: in this folder and in those above. Whether it can be worked in, `run` and `doctor` tell. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}

const WORKSPACES = {
  worktree: `# Every task works in a git worktree of its own. What a new one needs before anybody can work in it:
# workspace: { setup: [npm ci] }
`,
  none: `# No git here: all tasks share this folder, and nothing is merged. After \`git init\` and a first commit take this line
# out, and every task gets a worktree and a branch of its own.
isolation: none
`,
} as const;

function configText(name: string, command: readonly string[], isolation: keyof typeof WORKSPACES): string {
  return `# yaml-language-server: $schema=./node_modules/reeve/schemas/reeve.schema.json
agents:
  ${name}:
    adapter: command          # any program: prompt on standard input, result as JSON
    command: [${command.map((part) => JSON.stringify(part)).join(", ")}]
    limits: { minutes: 60 }

${WORKSPACES[isolation]}
max_parallel: 4
policies:
  worker: { restarts: 3, within_s: 300 }
budgets: { minutes: 600 }
`;
}

const PLAN_TEXT = `# yaml-language-server: $schema=./node_modules/reeve/schemas/plan.schema.json
title: My first plan

# Commands that must succeed before work counts as done:
# defaults: { gates: [npm test] }

tasks:
  - id: hello
    prompt: Write a file hello.txt that greets whoever reads it.
    files: [hello.txt]

  - id: readme
    depends_on: [hello]
    prompt: Mention hello.txt in the README.
`;
