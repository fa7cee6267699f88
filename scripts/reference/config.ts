/** The reference of reeve.yaml and plan.yaml: every key, from the schemas their readers check with. */
import { renderSchemas } from "../schemas.ts";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
}

export function configReference(): string {
  return [
    "# Configuration",
    "",
    "Written from the schemas by `npm run reference`. What belongs together is explained in [the two files](../plan-and-config.md).",
    "",
    ...file("reeve.yaml", "reeve.schema.json"),
    ...file("plan.yaml", "plan.schema.json"),
  ].join("\n");
}

function file(name: string, schema: string): string[] {
  const whole = JSON.parse(renderSchemas().get(schema) ?? "{}") as Schema;
  return [
    `## ${name}`,
    "",
    whole.description ?? "",
    "",
    "| key | value | default | meaning |",
    "|---|---|---|---|",
    ...rows(whole, ""),
    "",
  ];
}

function rows(schema: Schema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = path === "" ? key : `${path}.${key}`;
    const isNeeded = schema.required?.includes(key) === true && part.default === undefined;
    return [row(name, part, isNeeded), ...below(part, name)];
  });
  return own;
}

function below(part: Schema, name: string): string[] {
  const { additionalProperties: each } = part;
  const branches = [...(part.anyOf ?? []), ...(part.oneOf ?? [])].filter(({ properties }) => properties);
  return [
    ...rows(part, name),
    ...(typeof each === "object" ? rows(each, `${name}.<name>`) : []),
    ...(part.items ? [...rows(part.items, `${name}[]`), ...unionRows(part.items, `${name}[]`)] : []),
    ...branches.flatMap((branch) => rows(branch, name)),
  ];
}

function unionRows(part: Schema, name: string): string[] {
  return [...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap((branch) => rows(branch, name));
}

function row(name: string, part: Schema, isNeeded: boolean): string {
  const preset = part.default === undefined ? (isNeeded ? "**needed**" : "") : `\`${JSON.stringify(part.default)}\``;
  return `| \`${name}\` | ${cell(kindOf(part))} | ${cell(preset)} | ${cell(part.description ?? "")} |`;
}

function kindOf(part: Schema): string {
  if (part.const !== undefined) return `\`${JSON.stringify(part.const)}\``;
  if (part.enum) return part.enum.map((each) => `\`${String(each)}\``).join(", ");
  const branches = [...(part.anyOf ?? []), ...(part.oneOf ?? [])];
  if (branches.length > 0) return [...new Set(branches.map(kindOf))].join(" or ");
  if (part.type === "array") return `list of ${part.items ? kindOf(part.items) : "values"}`;
  if (part.type === "object") return "mapping";
  const range = [
    part.minimum !== undefined && `from ${part.minimum}`,
    part.maximum !== undefined && part.maximum < 1e9 && `to ${part.maximum}`,
  ];
  return [part.type ?? "value", ...range.filter((each) => each !== false)].join(" ");
}

function cell(text: string): string {
  return text
    .replaceAll("|", "\\|")
    .replaceAll(/<(?=[a-z])/g, "&lt;")
    .replaceAll("\n", " ");
}
