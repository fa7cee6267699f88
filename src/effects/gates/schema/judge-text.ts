/**
 * Whether the text of a JSON or YAML file can be parsed and fits a JSON Schema. Both may be an agent's: parsing can take long and
 * a pattern can take for ever, so this runs apart from Reeve's own loop (`judge-apart.ts`).
 */
import { parse as parseYaml } from "yaml";
import { z } from "zod";

export interface NamedText {
  readonly file: string;
  readonly text: string;
}

const PROBLEMS_MAX = 20;
const UNIQUE_LENGTH_MAX = 100_000;

/** Null: nothing is wrong. Else the problems, one per line. Without a schema it only has to be readable. */
export function judgeText(data: NamedText, schema: NamedText | null): readonly string[] | null {
  const value = parse(data);
  if (!value.ok) return [value.problem];
  if (schema === null) return null;
  const measure = parse(schema);
  return measure.ok ? validate(value.value, measure.value, schema.file) : [measure.problem];
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

function parse({ file, text }: NamedText): Parsed {
  try {
    if (!/\.ya?ml$/i.test(file)) return { ok: true, value: JSON.parse(text) };
    // `yaml` refuses files whose aliases multiply; it compares each key with every other, which a large file must do without.
    const uniqueKeys = text.length <= UNIQUE_LENGTH_MAX;
    return { ok: true, value: parseYaml(text, { logLevel: "error", uniqueKeys }) };
  } catch (error) {
    return { ok: false, problem: `${file} cannot be parsed: ${firstLine(error)}` };
  }
}

function validate(value: unknown, schema: unknown, schemaFile: string): readonly string[] | null {
  if (!isSchema(schema)) return [`${schemaFile} holds no JSON Schema`];
  try {
    const checked = z.fromJSONSchema(schema).safeParse(value);
    if (checked.success) return null;
    return checked.error.issues
      .slice(0, PROBLEMS_MAX)
      .map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  } catch (error) {
    return [`${schemaFile} is not a usable JSON Schema: ${firstLine(error)}`];
  }
}

/** As far as can be told beforehand; what is wrong inside is told when it is used. */
function isSchema(value: unknown): value is Parameters<typeof z.fromJSONSchema>[0] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without what the file holds: a parser quotes it. */
function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}
