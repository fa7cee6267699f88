/** The last report of a run on disk, for the next one to be compared with. A lost or broken file is no report. */
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { CoherenceReport } from "../../../domain/coherence.ts";
import { parseCoherenceReport } from "./report-schema.ts";

export async function readReport(file: string): Promise<CoherenceReport | null> {
  try {
    const parsed = parseCoherenceReport(JSON.parse(await readFile(file, "utf8")));
    return parsed.ok ? parsed.report : null;
  } catch {
    return null;
  }
}

/** Whole or not at all. */
export async function writeReport(file: string, report: CoherenceReport): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  try {
    await writeFile(fresh, `${JSON.stringify(report, null, 2)}\n`);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
