/** Retries as they stand in a task file, under `## Supervisor Log` at its end; and how many of them a file tells of. Changes texts only. */
import { appendToSection } from "../../documents/append-section.ts";
import { sectionOf } from "../../documents/outline.ts";
import { expectedOf } from "../loop/answer.ts";
import type { Call, Retry } from "../loop/loop-types.ts";

const TITLE = "Supervisor Log";

/** The file with the entry; as it is where the entry stands there already. */
export function withRetry(text: string, call: Call, retry: Retry, retriesMax: number): string {
  const entry = entryOf(call, retry, retriesMax);
  return text.replaceAll("\r\n", "\n").includes(entry) ? text : appendToSection(text, TITLE, entry);
}

/** Of this very round: the same agent, the same work log before. */
export function retriesIn(text: string, role: string, round: string): number {
  const section = sectionOf(text, TITLE);
  if (section === null) return 0;
  const entries = text.slice(section.end, section.until).split(/^### /m);
  return entries.filter((entry) => entry.includes(`**Agent:** ${role}`) && entry.includes(`**Round:** ${short(round)}`))
    .length;
}

function entryOf(
  { role, task, hash, round }: Call,
  { at, number, issue, received }: Retry,
  retriesMax: number,
): string {
  return [
    `### [${new Date(at).toISOString()}] Retry Event`,
    "",
    `**Agent:** ${role}  `,
    `**Task:** ${task}  `,
    `**Attempt:** ${number}/${retriesMax}  `,
    `**Issue:** ${issue.replace(/\s+/g, " ")}  `,
    `**Input:** sha256 ${hash}  `,
    `**Round:** ${short(round)}`,
    "",
    "**Expected:**",
    fenced(JSON.stringify(expectedOf(role), null, 2)),
    "",
    "**Received:**",
    fenced(received),
    "",
    "**Action:** Rescheduling with exact same parameters",
  ].join("\n");
}

function short(hash: string): string {
  return hash.slice(0, 16);
}

/** Longer than any fence inside, so that what an agent said stays inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
