/**
 * The call of a tool in a person's words: which file is edited, which command is run, what is read. Told from the tool's name
 * and its input, which are the agent's and not to be trusted; what cannot be told is a call by its name.
 */
import { asList, asMapping, asText } from "../../../basics/loose.ts";
import type { Deed } from "../../../domain/words/deed.ts";
import { toolKind } from "../adapters/tool-kind.ts";

export type ToolDeed = Pick<Deed, "kind" | "text" | "added" | "removed">;

export function toolDeed(name: string, input: string): ToolDeed {
  const given = mappingOf(input);
  const command = commandOf(given) ?? (SHELL.test(name) && !input.startsWith("{") ? input : undefined);
  if (command !== undefined && command.trim() !== "") return { kind: "runs", text: withoutShell(command.trim()) };
  const file = fileOf(given) ?? (input.startsWith("{") || !/patch|edit|write/i.test(name) ? undefined : input);
  const kind = toolKind(name, input);
  if (file !== undefined && kind === "changed") return { kind: "edits", text: withoutPlace(file), ...changeOf(given) };
  const about = file ?? firstOf(given, ABOUT) ?? (input.startsWith("{") ? "" : input);
  if (kind === "read") return { kind: "reads", text: about === "" ? name : withoutPlace(about) };
  return { kind: "calls", text: about === "" ? name : `${name}: ${about}` };
}

/** What the shell is handed, and not the shell. */
function withoutShell(command: string): string {
  return /^(?:\/\S*\/)?(?:ba|z|da)?sh -l?c (["'])([\s\S]*)\1$/.exec(command)?.[2] ?? command;
}

/** A file as the task sees it, not where its worktree lies. */
function withoutPlace(file: string): string {
  return file.replace(/^\S*\/worktrees\/[^/]+\/[^/]+\//, "");
}

const SHELL = /shell|bash|exec|command|terminal/i;
const FILES = ["file_path", "filePath", "path", "file", "absolute_path", "notebook_path", "target_file"] as const;
const ABOUT = ["pattern", "query", "url", "title", "description", "name", "task", "text"] as const;

function mappingOf(input: string): Readonly<Record<string, unknown>> {
  if (!input.startsWith("{")) return {};
  try {
    return asMapping(JSON.parse(input));
  } catch {
    return {};
  }
}

function firstOf(given: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  return names.map((name) => asText(given[name])).find((text) => text !== undefined && text !== "");
}

function commandOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const list = asList(given["command"])
    .map(asText)
    .filter((part) => part !== undefined);
  return asText(given["command"]) ?? asText(given["cmd"]) ?? (list.length > 0 ? list.join(" ") : undefined);
}

function fileOf(given: Readonly<Record<string, unknown>>): string | undefined {
  return firstOf(given, FILES);
}

/** Lines as the call gives them; nothing where it gives none. */
function changeOf(given: Readonly<Record<string, unknown>>): Pick<Deed, "added" | "removed"> {
  const edits = asList(given["edits"]).map(asMapping);
  const all = edits.length > 0 ? edits : [given];
  const added = sum(all, ["new_string", "newString", "content", "contents", "new_str", "newText"]);
  const removed = sum(all, ["old_string", "oldString", "old_str", "oldText"]);
  return added === 0 && removed === 0 ? {} : { added, removed };
}

function sum(edits: readonly Readonly<Record<string, unknown>>[], names: readonly string[]): number {
  return edits.reduce((count, edit) => count + linesIn(firstOf(edit, names)), 0);
}

function linesIn(text: string | undefined): number {
  return text === undefined || text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
