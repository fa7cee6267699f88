/** Results as SARIF 2.1.0, so that a CI shows findings at their lines. Accepted ones are suppressed, notes are notes. Pure. */
import type { Level } from "../checks/check.ts";
import type { CheckpointResult, CheckResult, ReportedFinding } from "./result.ts";

const LEVELS: Readonly<Record<Level, string>> = { fail: "error", warn: "warning", note: "note" };

/** `prefix`: where the session lies, seen from the repository. */
export function sarifOf(results: readonly CheckpointResult[], prefix: string): object {
  const checks = new Map(results.flatMap((result) => result.checks.map((check) => [check.id, check])));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "reeve checkpoint", rules: [...checks.values()].map(ruleOf) } },
        results: results.flatMap(({ checkpoint, checks: own }) =>
          own.flatMap((check) => check.findings.map((finding) => resultOf(checkpoint, check, finding, prefix))),
        ),
      },
    ],
  };
}

function ruleOf({ id, title, group }: CheckResult): object {
  return { id, shortDescription: { text: title }, properties: { group } };
}

function resultOf(
  checkpoint: string,
  { id }: CheckResult,
  { level, what, evidence, key, accepted }: ReportedFinding,
  prefix: string,
): object {
  return {
    ruleId: id,
    level: LEVELS[level],
    message: { text: `${checkpoint}: ${what}` },
    locations: evidence.slice(0, 1).map((place) => locationOf(place, prefix)),
    relatedLocations: evidence.slice(1).map((place) => locationOf(place, prefix)),
    partialFingerprints: { reeveFinding: key },
    ...(accepted && { suppressions: [{ kind: "external", justification: `${accepted.by}: ${accepted.because}` }] }),
  };
}

function locationOf({ file, line }: { readonly file: string; readonly line: number }, prefix: string): object {
  const path = prefix === "" ? file : `${prefix}/${file}`;
  return { physicalLocation: { artifactLocation: { uri: encodeURI(path) }, region: { startLine: line } } };
}
