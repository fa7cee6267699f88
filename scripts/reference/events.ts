/** Every event a run's journal can hold, from the types the engine is compiled with: its fields, their types, what they mean. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface EventPage {
  readonly types: readonly string[];
  readonly text: string;
}

export function eventReference(): EventPage {
  const files = globSync("src/engine/*/events.ts", { cwd: root }).toSorted();
  const subjects = files.map((file) => ({
    name: basename(dirname(file)),
    events: [...eventsIn(join(root, file)), ...(file.includes("/notice/") ? outbox() : [])],
  }));
  const text = [
    "# Events",
    "",
    "Written from the code by `npm run reference`. What a run's journal holds: `reeve events --json`, `events()` of the [library](../library.md),",
    "and the stream of the [API](api.md) give these, in records with `seq`, `at` and the input that led to them. Reasons (`because`)",
    "name a rule and its facts. Which input leads to which event: [the engine's tables](../engine-tables.md).",
    "",
    ...subjects.flatMap(({ name, events }) => [`## ${name}`, "", ...events.flatMap(section)]),
  ].join("\n");
  return { types: subjects.flatMap(({ events }) => events.map(({ type }) => type)), text };
}

/** Messages to people are kept by a part that boards use too. */
function outbox(): Told[] {
  return eventsIn(join(root, "src/engine/notice/outbox.ts"), "OutboxEvent");
}

interface Told {
  readonly type: string;
  readonly comment: string;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly comment: string }[];
}

function section({ type, comment, fields }: Told): string[] {
  const rows = fields.map((field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(field.comment)} |`);
  return [
    `### ${type}`,
    "",
    ...(comment === "" ? [] : [comment, ""]),
    ...(rows.length === 0 ? [] : ["| field | type | |", "|---|---|---|", ...rows, ""]),
  ];
}

/** `only`: the type that holds them, where a file has others beside it. */
function eventsIn(file: string, only?: string): Told[] {
  const text = readFileSync(file, "utf8");
  const { program, comments } = parseSync(file, text);
  const before = (start: number): string => {
    const last = comments.findLast(({ end }) => end <= start);
    const gap = last && text.slice(last.end, start);
    return last?.type === "Block" && gap !== undefined && /^[\s|(]*$/.test(gap) ? said(last.value) : "";
  };
  const found: Told[] = [];
  const visit = (value: unknown, comment: string): void => {
    const node = value as Node;
    if (node.type === "TSUnionType") for (const each of node["types"] as Node[]) visit(each, before(each.start));
    else if (node.type === "TSParenthesizedType") visit(node["typeAnnotation"], comment || before(node.start));
    else if (node.type === "TSIntersectionType") for (const each of node["types"] as Node[]) visit(each, comment);
    else if (node.type === "TSTypeLiteral") {
      const told = literal(node["members"] as Node[], text, comment, before);
      if (told) found.push(told);
    }
  };
  for (const statement of program.body as unknown as Node[]) {
    const declared = (statement["declaration"] as Node | null | undefined) ?? statement;
    if (only !== undefined && (declared["id"] as { name?: string } | undefined)?.name !== only) continue;
    if (declared.type === "TSTypeAliasDeclaration") visit(declared["typeAnnotation"], before(statement.start));
    if (declared.type === "TSInterfaceDeclaration") {
      const { body } = declared["body"] as { readonly body: readonly Node[] };
      const told = literal(body, text, before(statement.start), before);
      if (told) found.push(told);
    }
  }
  return found;
}

function literal(
  parts: readonly Node[],
  text: string,
  comment: string,
  before: (start: number) => string,
): Told | null {
  const members = parts.map((member) => {
    const annotation = (member["typeAnnotation"] as Node | null)?.["typeAnnotation"] as Node | undefined;
    const key = (member["key"] as { name?: string } | undefined)?.name ?? "";
    const type = annotation ? text.slice(annotation.start, annotation.end).replaceAll(/\s+/g, " ") : "";
    return { name: `${key}${member["optional"] === true ? "?" : ""}`, type, comment: before(member.start) };
  });
  const type = members.find(({ name }) => name === "type")?.type;
  if (!type || !/^"\w+"$/.test(type)) return null;
  return { type: type.slice(1, -1), comment, fields: members.filter(({ name }) => name !== "type") };
}

function said(comment: string): string {
  return comment
    .replaceAll(/^\s*\*+ ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
