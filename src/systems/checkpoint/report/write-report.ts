/** Puts a report beside the artifacts: Markdown for people, the same as JSON for programs. Nothing else is ever written there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../../effects/files/write-whole.ts";
import { reportText } from "./markdown.ts";
import type { CheckpointResult } from "./result.ts";

const FOLDER = "artifacts";

export function reportFile(checkpoint: string): string {
  return `${FOLDER}/${checkpoint}-report.md`;
}

export function writeReport(session: string, result: CheckpointResult): string {
  makeFolderSync(join(session, FOLDER));
  const file = reportFile(result.checkpoint);
  writeWholeSync(join(session, file), reportText(result));
  writeWholeSync(join(session, file.replace(/md$/, "json")), `${JSON.stringify(result, null, 2)}\n`);
  return file;
}

/** Those of all checkpoints that were run; one that cannot be read is left out. */
export function readReports(session: string): readonly CheckpointResult[] {
  const folder = join(session, FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^CHECKPOINT-.*-report\.json$/.test(name));
  return names.toSorted().flatMap((name) => readResult(join(folder, name)) ?? []);
}

function readResult(path: string): CheckpointResult | null {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as CheckpointResult;
    return typeof value.checkpoint === "string" && Array.isArray(value.checks) ? value : null;
  } catch {
    return null;
  }
}
