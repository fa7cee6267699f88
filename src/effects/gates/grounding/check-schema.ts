/**
 * Reads a JSON or YAML file of the workspace and, where the target names one (`data.json#data.schema.json`), holds it
 * against a JSON Schema. The schema of the base commit counts where there is one: an agent does not choose its measure.
 */
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import type { FinishedWork } from "./grounding-gates.ts";
import { pathInside, readTextIn } from "./workspace-file.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const PROBLEMS_MAX = 20;

/** Null: nothing is wrong. Else the problems, one per line. */
export async function checkSchema(work: FinishedWork, target: string): Promise<readonly string[] | null> {
  const [file = "", schemaFile] = target.split("#");
  const text = await readTarget(work, file);
  if (text === undefined) return [`${file} is not a readable text file of the workspace`];
  const value = parse(file, text);
  if (!value.ok) return [value.problem];
  if (!schemaFile) return null;
  const schemaText = (await work.baseText(schemaFile)) ?? (await readTarget(work, schemaFile));
  if (schemaText === undefined) return [`the schema ${schemaFile} is not a readable text file of the workspace`];
  const schema = parse(schemaFile, schemaText);
  return schema.ok ? validate(value.value, schema.value, schemaFile) : [schema.problem];
}

async function readTarget({ dir }: FinishedWork, file: string): Promise<string | undefined> {
  const path = pathInside(dir, file.trim());
  return path === undefined ? undefined : await readTextIn(dir, path, FILE_BYTES_MAX);
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

function parse(file: string, text: string): Parsed {
  try {
    // `yaml` refuses files whose aliases multiply.
    return { ok: true, value: /\.ya?ml$/i.test(file) ? parseYaml(text, { logLevel: "error" }) : JSON.parse(text) };
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
