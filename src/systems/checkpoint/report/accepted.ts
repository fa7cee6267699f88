/**
 * Findings that a person has accepted, a JSON line each, beside the reports. One stays closed as long as what it is about stays as
 * it was; the file is only ever added to.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asMapping, asText } from "../../../basics/loose.ts";
import { makeFolderSync } from "../../../effects/files/make-folder.ts";

export interface Acceptance {
  readonly check: string;
  readonly finding: string;
  readonly fingerprint: string;
  /** As they call themselves. */
  readonly by: string;
  /** Who ran the command, as the machine shows it; empty: an earlier version did not keep it. */
  readonly given: string;
  readonly because: string;
  readonly at: string;
  readonly what: string;
}

const FILE = join("artifacts", "checkpoint-accepted.jsonl");

export function readAccepted(session: string): readonly Acceptance[] {
  const path = join(session, FILE);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => acceptanceOf(line) ?? []);
}

export function addAccepted(session: string, acceptance: Acceptance): string {
  const path = join(session, FILE);
  makeFolderSync(dirname(path));
  appendFileSync(path, `${JSON.stringify(acceptance)}\n`);
  return FILE;
}

function acceptanceOf(line: string): Acceptance | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const fields = asMapping(value);
  const text = (key: string): string => asText(fields[key]) ?? "";
  const found = { check: text("check"), finding: text("finding"), fingerprint: text("fingerprint") };
  if (Object.values(found).includes("")) return null;
  return {
    ...found,
    by: text("by"),
    given: text("given"),
    because: text("because"),
    at: text("at"),
    what: text("what"),
  };
}
