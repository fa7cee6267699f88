/**
 * Semaphore what a scenario wants done into a call of a tool that the agent offers, in that tool's own arguments. No tool fits:
 * null, and the scenario only talks.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Conversation } from "./conversation.ts";
import type { ToolCall } from "./reply.ts";

type Arguments = (...given: string[]) => ToolCall["args"];

/** Tools that write a file, best first. */
const writers: Readonly<Record<string, Arguments>> = {
  Write: (path, content) => ({ file_path: path, content }),
  write_file: (path, content) => ({ file_path: path, content }),
  write: (path, content) => ({ filePath: path, content }),
  create: (path, content) => ({ path, file_text: content }),
};

/** Tools that run a line of shell, best first. */
const shells: Readonly<Record<string, Arguments>> = {
  Bash: (command) => ({ command, description: "Runs a step" }),
  run_shell_command: (command) => ({ command, description: "Runs a step", is_background: false }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ["bash", "-lc", command] }),
  local_shell: (command) => ({ command: ["bash", "-lc", command] }),
  bash: (command) => ({ command, description: "Runs a step" }),
};

/** `path` is seen from the workspace. Where the agent does not say where that is, a shell writes the file. */
export function writeCall(conversation: Conversation, path: string, content: string): ToolCall | null {
  const workspace = workspaceOf(conversation);
  const call = workspace === null ? null : offered(conversation, writers, `${workspace}/${path}`, content);
  const folder = path.includes("/") ? `mkdir -p ${quoted(dirname(path))}; ` : "";
  return call ?? shellCall(conversation, `${folder}printf '%s' ${quoted(content)} > ${quoted(path)}`);
}

export function shellCall(conversation: Conversation, line: string): ToolCall | null {
  return offered(conversation, shells, line);
}

/** A tool of a callback server: agents put their own prefix before its name. */
export function callbackCall(conversation: Conversation, tool: string, args: ToolCall["args"]): ToolCall | null {
  const found = conversation.tools.find(({ name }) => name === tool || new RegExp(`(_|::|\\.|-)${tool}$`).test(name));
  return found === undefined ? null : { name: found.name, args };
}

function offered(
  conversation: Conversation,
  known: Readonly<Record<string, Arguments>>,
  ...given: string[]
): ToolCall | null {
  const names = new Set(conversation.tools.map(({ name }) => name));
  const found = Object.entries(known).find(([name]) => names.has(name));
  return found === undefined ? null : { name: found[0], args: found[1](...given) };
}

/** Agents tell the model where they work, each in its own words. */
const places = [
  /<cwd>([^<\n]+)<\/cwd>/g,
  /(?:directory|workspace)[^\n/]{0,60}?[`"']?(\/[^\s`"'<),]+)/gi,
  /^\s*-\s*(\/\S+)\s*$/gm,
];

/**
 * Prompts are full of paths that are mere examples, and a file must never be written there: only a folder that exists and
 * is a checkout is believed to be the workspace.
 */
function workspaceOf({ system, messages }: Conversation): string | null {
  const told = [system, ...messages.filter(({ role }) => role !== "assistant").map(({ text }) => text)].join("\n");
  const paths = places.flatMap((place) =>
    [...told.matchAll(place)].map((match) => (match[1] ?? "").replace(/[/.]+$/, "")),
  );
  return paths.find((path) => path !== "" && existsSync(join(path, ".git"))) ?? null;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
