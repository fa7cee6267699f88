/** The report of a checkpoint for people: scope, a table for each group, verdict, what to do, risks. Pure. */
import type { Group } from "../checks/check.ts";
import { type CheckpointResult, type CheckResult, openFindings, type ReportedFinding } from "./result.ts";

export function reportText(result: CheckpointResult): string {
  const { checkpoint, title, verdict, score, label, at, documents, changed, digest } = result;
  const lines = [
    `# ${checkpoint}: ${title}`,
    "",
    `[supervisor] **${verdict}**, score ${score} · ${at} · ${label}`,
    "",
    "## Scope",
    "",
    ...(documents.length === 0 ? ["No document was found."] : documents.map((file) => `- ${file}`)),
    "",
    ...GROUPS.flatMap(([group, heading]) => table(result, group, heading)),
    "## Verdict",
    "",
    verdictText(result),
    "",
    "## Recommendations",
    "",
    ...listed(recommendations(result)),
    "",
    "## Risks",
    "",
    ...listed(result.risks),
    "",
    "## Read-only",
    "",
    changed.length === 0
      ? `No artifact was changed: the hashes of all files before and after come to ${digest}.`
      : `These changed while they were looked at: ${changed.join(", ")}.`,
    "",
  ];
  return lines.join("\n");
}

const GROUPS: readonly (readonly [Group, string])[] = [
  ["consistency", "Consistency"],
  ["process", "Process"],
  ["health", "Execution health"],
];

function table({ checks }: CheckpointResult, group: Group, heading: string): readonly string[] {
  const own = checks.filter((check) => check.group === group);
  if (own.length === 0) return [];
  return [
    `## ${heading}`,
    "",
    "| check | result | seen |",
    "|---|---|---|",
    ...own.map(row),
    "",
    ...own.flatMap(details),
  ];
}

function row({ title, status, seen }: CheckResult): string {
  return `| ${cell(title)} | ${status} | ${cell(seen)} |`;
}

function details({ id, findings }: CheckResult): readonly string[] {
  if (findings.length === 0) return [];
  return [`**${id}**`, "", ...findings.map(findingLine), ""];
}

function findingLine({ level, what, evidence, key, accepted }: ReportedFinding): string {
  const where = evidence.map(({ file, line, id }) => `${file}:${line}${id === undefined ? "" : ` (${id})`}`).join(", ");
  const closed = accepted === null ? "" : ` Accepted by ${accepted.by}: ${accepted.because}`;
  return `- ${accepted === null ? level : "accepted"} \`${key}\` ${flat(what)}${where === "" ? "" : ` [${flat(where)}]`}${flat(closed)}`;
}

function verdictText({ verdict, score, checks, changed }: CheckpointResult): string {
  const count = (status: string): number => checks.filter((check) => check.status === status).length;
  const counts = `${count("pass")} pass, ${count("warn")} warn, ${count("fail")} fail, ${count("skip")} left out`;
  const why =
    changed.length > 0 ? " Artifacts changed while they were looked at, so the result cannot be trusted." : "";
  return `**${verdict}** with ${score} (${counts}). Pass is 0.8 and above, block is below 0.5.${why}`;
}

function recommendations(result: CheckpointResult): readonly string[] {
  const fails = openFindings(result, "fail").map(
    ({ what, key }) => `Mend it, or accept it with \`reeve checkpoint accept ${key}\`: ${what}`,
  );
  if (result.verdict === "block") return ["Stop here: override, revise or abort.", ...fails];
  if (fails.length > 0) return fails;
  return result.risks.length > 0 ? ["Go on; the risks below go into wisdom."] : ["Go on."];
}

function listed(sentences: readonly string[]): readonly string[] {
  return sentences.length === 0 ? ["None."] : sentences.map((sentence) => `- ${flat(sentence)}`);
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ");
}

function cell(text: string): string {
  return flat(text).replaceAll("|", "\\|");
}
