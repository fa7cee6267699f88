/**
 * Reads the commands a repository names for itself: those in the section "Quality Gates" of its page for agents. Pure;
 * where the page comes from is decided by `find-quality-gates.ts`.
 *
 * A command is a line of a fenced sh block, or the code span a list item opens with, also after "Run" or a label
 * (`- Types: \`npm run types\``). Code in the middle of a sentence is not a command.
 */
import type { CommandCheck } from "../../../domain/spec/plan.ts";

export const QUALITY_TIMEOUT_S = 600;
const GATES_MAX = 30;
const PAGE_LENGTH_MAX = 1_000_000;
const NAME_LENGTH_MAX = 80;

export function qualityGatesIn(page: string): readonly CommandCheck[] {
  const commands = sectionLines(page.slice(0, PAGE_LENGTH_MAX).split(/\r?\n/)).flatMap(commandsOf);
  const unique = [...new Map(commands.map((each) => [each.run, each])).values()];
  return unique.slice(0, GATES_MAX).map(({ name, run }) => ({ name: oneLine(name), run, timeoutS: QUALITY_TIMEOUT_S }));
}

type Line = { readonly type: "code" | "text"; readonly text: string };
interface Command {
  readonly name: string;
  readonly run: string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+([^\n]*)$/;
const FENCE = /^\s{0,12}(`{3,}|~{3,})[ \t]*([\w-]*)/;
const SHELLS = new Set(["sh", "bash", "shell", "zsh", "console"]);

/** The section's text lines and the lines of its shell blocks. */
function sectionLines(lines: readonly string[]): readonly Line[] {
  const found: Line[] = [];
  let level = 0;
  for (const { type, text } of outsideAndInside(lines)) {
    const heading = type === "text" ? HEADING.exec(text) : null;
    if (heading) level = levelAfter(level, heading[1]?.length ?? 0, heading[2] ?? "");
    else if (level > 0 && type !== "other") found.push({ type, text });
  }
  return joinContinued(found);
}

/** other: lines of blocks that are no shell's, and the fences themselves. */
function outsideAndInside(lines: readonly string[]): readonly { type: Line["type"] | "other"; text: string }[] {
  let fence: { readonly mark: string; readonly isShell: boolean } | undefined;
  return lines.map((text) => {
    const [, mark = "", language = ""] = FENCE.exec(text) ?? [];
    if (!fence && mark === "") return { type: "text", text };
    if (!fence) fence = { mark, isShell: SHELLS.has(language.toLowerCase()) };
    else if (mark.startsWith(fence.mark) && text.trim() === mark) fence = undefined;
    else return { type: fence.isShell ? "code" : "other", text };
    return { type: "other", text };
  });
}

/** The section reaches to the next heading that is not below its own. */
function levelAfter(level: number, depth: number, title: string): number {
  if (/^quality gates$/i.test(title.replace(/[\s#:]+$/, "").trim())) return depth;
  return level > 0 && depth > level ? level : 0;
}

/** A shell's line that ends with a backslash goes on in the next. */
function joinContinued(lines: readonly Line[]): readonly Line[] {
  const joined: Line[] = [];
  let open = "";
  for (const { type, text } of lines) {
    if (type === "code" && text.endsWith("\\")) open += text.slice(0, -1);
    else {
      joined.push({ type, text: type === "code" ? open + text : text });
      open = "";
    }
  }
  return joined;
}

function commandsOf({ type, text }: Line): readonly Command[] {
  if (type === "text") return commandsOfItem(text);
  const run = text.trim().replace(/^\$ +/, "");
  return run === "" || run.startsWith("#") ? [] : [{ name: run, run }];
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const LABEL = /^(?:run:?|(?:\*\*|__)?([^`*_:]{1,60})(?:\*\*|__)?:(?:\*\*|__)?)?$/i;
const SPAN = /`([^`]+)`/g;
const AND = /^(?:[\s,;&]|and|then)+$/i;

function commandsOfItem(text: string): readonly Command[] {
  const item = ITEM.exec(text)?.[1];
  if (item === undefined) return [];
  const spans = [...item.matchAll(SPAN)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    run: (match[1] ?? "").trim(),
  }));
  const first = spans[0];
  const label = first && LABEL.exec(item.slice(0, first.at).trim());
  if (!first || !label) return [];
  const commands: Command[] = [];
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1];
    if (before && !AND.test(item.slice(before.end, span.at))) break;
    if (isCommand(span.run, item.slice(span.end))) commands.push({ name: label[1]?.trim() ?? span.run, run: span.run });
  }
  // A label names one command; of several, each goes by itself.
  return commands.length > 1 ? commands.map(({ run }) => ({ name: run, run })) : commands;
}

/** One word may be a file or a type as well; it counts when nothing but a remark follows. */
function isCommand(run: string, after: string): boolean {
  if (/\s/.test(run)) return true;
  return (
    /^(?:\.\/)?[\w-]+(?:\/[\w.-]+)*$/.test(run) &&
    /^\s*(?:$|[—–:(.,;-])/.test(after) &&
    !/\.(?:md|ts|js|py|json)$/.test(run)
  );
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > NAME_LENGTH_MAX ? `${line.slice(0, NAME_LENGTH_MAX - 1)}…` : line;
}
