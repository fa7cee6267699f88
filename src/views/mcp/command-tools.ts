/**
 * Commands of `reeve` as tools of an MCP server: the form of a tool's arguments is read off the command's usage and options, and
 * a call becomes the words of a command line. One place says what each command takes. It starts nothing and knows no shell.
 */
import type { McpTool } from "../../basics/answer-mcp.ts";
import { asMapping } from "../../basics/loose.ts";
import type { CommandSpec, OptionSpec } from "../cli/command.ts";

export interface CommandTool extends McpTool {
  /** Null: what was given does not fit, for the reason. */
  readonly wordsFor: (args: unknown) => Words;
}

export type Words =
  | { readonly ok: true; readonly argv: readonly string[] }
  | { readonly ok: false; readonly why: string };

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: "text" | "texts" | "flag" | "number";
  readonly about: string;
  readonly choices?: readonly string[];
  /** `--run`; null: it stands on its own. */
  readonly flag: string | null;
}

const TEXT_LENGTH_MAX = 20_000;

export function toolOf({ usage, about, example, options = [], more }: CommandSpec): CommandTool {
  const [name = "", ...slots] = usage.split(" ");
  const fields = [...slots.map(fieldOfSlot), ...options.map(fieldOfOption)];
  const described = [about, more ?? "", `On the command line: ${example.split("\n")[0]}`].filter((text) => text !== "");
  return {
    name,
    description: described.join("\n"),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
      required: fields.filter(({ isRequired }) => isRequired).map((field) => field.name),
      additionalProperties: false,
    },
    wordsFor: (args) => wordsOf(name, fields, args),
  };
}

/** `<task>`, `[text]`, `[questions...]`. */
function fieldOfSlot(slot: string): Field {
  const name = slot.replace(/[<>[\].]/g, "");
  const kind = slot.includes("...") ? "texts" : "text";
  return { name, isRequired: slot.startsWith("<"), kind, about: "", flag: null };
}

/** `-f, --follow`, `--run <id>`, `--no-write`. */
function fieldOfOption({ flags, about, choices, parse }: OptionSpec): Field {
  const flag = /--[\w-]+/.exec(flags)?.[0] ?? flags;
  const takes = /[<[]/.test(flags);
  const kind = !takes ? "flag" : parse === undefined ? "text" : "number";
  const name = flag.replace(/^--/, "").replaceAll("-", "_");
  return { name, isRequired: false, kind, about, flag, ...(choices && { choices }) };
}

function schemaOf({ kind, about, choices }: Field): object {
  const said = about === "" ? {} : { description: about };
  if (kind === "flag") return { type: "boolean", ...said };
  if (kind === "number") return { type: "number", ...said };
  const text = { type: "string", maxLength: TEXT_LENGTH_MAX, ...(choices && { enum: choices }) };
  return kind === "texts" ? { type: "array", items: text, ...said } : { ...text, ...said };
}

function wordsOf(name: string, fields: readonly Field[], args: unknown): Words {
  const given = asMapping(args);
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.name === key));
  if (unknown !== undefined) return { ok: false, why: `${name} takes no ${JSON.stringify(unknown.slice(0, 100))}.` };
  const flags: string[] = [];
  const slots: string[] = [];
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined || value === null || value === false) {
      if (field.isRequired) return { ok: false, why: `${name} needs ${field.name}.` };
      continue;
    }
    const texts = textsOf(field, value);
    if (texts === null) return { ok: false, why: `${field.name} must be ${WANTED[field.kind]}.` };
    if (field.flag === null) slots.push(...texts);
    else flags.push(field.flag, ...texts);
  }
  // Behind `--` nothing is an option, whatever it begins with.
  return { ok: true, argv: [name, ...flags, "--", ...slots] };
}

const WANTED: Readonly<Record<Field["kind"], string>> = {
  flag: "true or false",
  number: "a number",
  text: `text of at most ${TEXT_LENGTH_MAX} characters`,
  texts: "a list of texts",
};

function textsOf({ kind }: Field, value: unknown): readonly string[] | null {
  if (kind === "flag") return value === true ? [] : null;
  if (kind === "number") return typeof value === "number" && Number.isFinite(value) ? [String(value)] : null;
  const all = kind === "texts" ? value : [value];
  const isTexts = Array.isArray(all) && all.every((each) => typeof each === "string" && each.length <= TEXT_LENGTH_MAX);
  return isTexts ? (all as readonly string[]) : null;
}
