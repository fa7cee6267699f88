/**
 * Reads a JSON or YAML file of the workspace and, where the target names one (`data.json#data.schema.json`), has it held
 * against a JSON Schema. The schema of the base commit counts where there is one: an agent does not choose its measure.
 */
import { judgeApart } from "../schema/judge-apart.ts";
import type { FinishedWork } from "./grounding-gates.ts";
import { pathInside } from "./workspace-file.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Null: nothing is wrong. Else the problems, one per line. */
export async function checkSchema(work: FinishedWork, target: string): Promise<readonly string[] | null> {
  const [file = "", schemaFile] = target.split("#");
  const text = await readTarget(work, file);
  if (text === undefined) return [`${file} is not a readable text file of the workspace`];
  if (!schemaFile) return judgeApart({ file, text }, null);
  const schemaText = (await work.baseText(schemaFile)) ?? (await readTarget(work, schemaFile));
  if (schemaText === undefined) return [`the schema ${schemaFile} is not a readable text file of the workspace`];
  return judgeApart({ file, text }, { file: schemaFile, text: schemaText });
}

async function readTarget({ dir, files }: FinishedWork, file: string): Promise<string | undefined> {
  const path = pathInside(dir, file.trim());
  return path === undefined ? undefined : await files.text(path, FILE_BYTES_MAX);
}
