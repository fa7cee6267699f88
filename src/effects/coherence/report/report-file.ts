/** The last report of a run on disk, for the next one to be compared with. A lost or broken file is no report. */
import type { CoherenceReport } from "../../../domain/proof/coherence.ts";
import { readText } from "../../files/foreign-file.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { parseCoherenceReport } from "./report-schema.ts";

export async function readReport(file: string): Promise<CoherenceReport | null> {
  try {
    const parsed = parseCoherenceReport(JSON.parse(await readText(file)));
    return parsed.ok ? parsed.report : null;
  } catch {
    return null;
  }
}

export async function writeReport(file: string, report: CoherenceReport): Promise<void> {
  await writeWhole(file, `${JSON.stringify(report, null, 2)}\n`, { isShared: true });
}
