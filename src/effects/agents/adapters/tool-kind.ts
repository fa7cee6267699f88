/**
 * What a tool of an agent does, told from its name and, for a shell, from its first command: does it only read, or does it
 * change something? A guess that counts turns; nothing is allowed or forbidden by it.
 */
import type { ToolCounts } from "../../../domain/work/cost.ts";

export type ToolKind = keyof ToolCounts;

export function toolKind(name: string, input: string): ToolKind {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  if (CHANGES.test(words)) return "changed";
  if (SHELL.test(words)) return shellKind(input);
  return READS.test(words) ? "read" : "other";
}

const CHANGES = /\b(?:write|edit|edits|patch|create|replace|insert|delete|move|rename|save)\b/;
const READS = /\b(?:read|view|open|cat|grep|glob|search|find|list|ls|fetch|show|look)\b/;
const SHELL = /\b(?:bash|shell|sh|exec|terminal|run|command|execute)\b/;

/** What is written somewhere changes something, whatever command does it. */
function shellKind(input: string): ToolKind {
  const text = input.slice(0, INPUT_MAX);
  if (/(?:^|[^0-9&>])>{1,2}\s*[^&\s>]/.test(text) || SHELL_CHANGES.test(text)) return "changed";
  return SHELL_READS.test(text) ? "read" : "other";
}

const INPUT_MAX = 2_000;
const SHELL_CHANGES = /\b(?:sed -i|tee|mv|cp|rm|mkdir|touch|git (?:apply|commit|mv|rm)|patch)\b/;
const SHELL_READS =
  /(?:^|["'\s:{])(?:cat|head|tail|less|ls|find|grep|rg|fd|tree|wc|pwd|file|stat|git (?:log|show|diff|status|grep|blame|ls-files)|sed -n)\b/;
