/**
 * Whether a task really needs what another one was to make: a file of it, something it promised, its outputs, by what both
 * say of themselves. Where nothing is known of what that one makes, or of what this one does, it is needed.
 */
import type { Task } from "../../../domain/work/task.ts";
import { wordsOf } from "../../causes/makers/words-of.ts";
import { moduleName } from "../../causes/names/path-name.ts";
import type { State } from "../../state.ts";

export function needsWorkOf({ plan: { contract } }: State, task: Task, on: Task): boolean {
  const promised = contract?.entities.filter(({ createdByTask }) => createdByTask === on.id) ?? [];
  const made = [...on.spec.files, ...promised.map(({ path }) => path)];
  if (made.length === 0) return true;
  if (task.spec.files.some((file) => made.includes(file))) return true;
  // What it left to those after it was said to them: they build on that.
  if (on.decisions.length > 0) return true;
  const text = textOf(task);
  const names = promised.flatMap(({ name, table }) => (table === undefined ? [name] : [name, table]));
  return made.some((file) => isNamedIn(text, file)) || [on.id, ...names].some((name) => hasWord(text, name));
}

/** All that it says of itself, and that is run for it. */
function textOf({ spec }: Task): string {
  const { title, prompt, gates, commitments, acceptance } = spec;
  const commands = [...gates, ...commitments].map(({ run }) => run);
  return [title, prompt, ...commands, ...acceptance.map((each) => JSON.stringify(each))].join("\n").toLowerCase();
}

/** By its path, its file name, as a module, or by all the words of its name. */
function isNamedIn(text: string, file: string): boolean {
  const path = file.toLowerCase();
  const module = moduleName(file);
  if (text.includes(path) || text.includes(module.replaceAll("/", "."))) return true;
  const words = wordsOf(module.slice(module.lastIndexOf("/") + 1));
  const said = new Set(wordsOf(text));
  return words.length > 0 && words.every((word) => said.has(word));
}

function hasWord(text: string, name: string): boolean {
  return text.split(/[^\w./@-]+/).some((word) => word.replace(/[.:,]+$/, "") === name.toLowerCase());
}
