/** `reeve clean`: removes what runs left behind and nobody needs, or shows what it would remove; says why the rest stays. */
import { cleanByPerson } from "../../../app/machine/clean.ts";
import { findProject } from "../../../app/project/project.ts";
import { CLEAN_KINDS, type CleanItem, type CleanKind, type CleanReport } from "../../../domain/delivery/hygiene.ts";
import { bytesText, countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface CleanOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly olderThan: string;
}

export async function cleanCommand(io: Io, options: CleanOptions): Promise<ExitCode> {
  const { run, dryRun = false, json } = options;
  const olderThanMs = parseSpan(options.olderThan);
  if (olderThanMs === null) return badInput(io, json, noSpan(options.olderThan));
  const wish = { dryRun, olderThanMs, now: io.now(), ...(run === undefined ? {} : { run }) };
  const cleaned = await cleanByPerson(findProject(io.cwd), wish);
  if (!cleaned.ok) return refuse(io, json, cleaned.refusal);
  const report = cleaned.value;
  if (json) printJson(io, report);
  else print(io, [...itemLines(report), ...totals(report)]);
  return report.items.some((item) => item.outcome === "failed") ? EXIT.failed : EXIT.ok;
}

const UNIT_MS = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `36h`, `7d`, `2w`; null for anything else. */
function parseSpan(text: string): number | null {
  const match = /^([1-9]\d{0,4})([hdw])$/.exec(text.trim());
  return match ? Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS] : null;
}

function noSpan(text: string): string {
  const given = JSON.stringify(text);
  return `--older-than takes a whole number and h, d or w, as in 36h, 7d or 2w; ${given} is none. Nothing was changed.`;
}

const WORDS: Readonly<Record<CleanItem["outcome"], string>> = {
  failed: "failed",
  removed: "removed",
  would_remove: "would go",
  kept: "kept",
};

function itemLines({ items }: CleanReport): string[] {
  const order = Object.keys(WORDS);
  return items
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
    .map(
      (item) =>
        `${WORDS[item.outcome].padEnd(8)}  ${item.kind.padEnd(8)}  ${plainText(item.name)}: ${plainText(sentence(item))}`,
    );
}

function sentence({ because, parked, problem, bytes, outcome }: CleanItem): string {
  if (problem !== undefined) return `${because}, but it is still there: ${problem}`;
  const size = bytes > 0 && outcome !== "kept" ? `${bytesText(bytes)}, ` : "";
  return `${size}${because}${parked === undefined ? "" : ` (${parked})`}`;
}

const NOUNS: Readonly<Record<CleanKind, string>> = {
  process: "attempt with processes left",
  worktree: "worktree",
  branch: "branch",
  parked: "parked ref",
  logs: "attempt's log",
  lock: "stale lock",
  leftover: "leftover",
};

function totals({ items, bytes, bytesTotal, dryRun }: CleanReport): string[] {
  const gone = items.filter((item) => item.outcome === "removed" || item.outcome === "would_remove");
  if (gone.length === 0) return ["Nothing to clean."];
  const kinds = CLEAN_KINDS.flatMap((kind) => {
    const count = gone.filter((item) => item.kind === kind).length;
    if (count === 0) return [];
    return [`${plural(count, NOUNS[kind])}${bytes[kind] > 0 ? ` (${bytesText(bytes[kind])})` : ""}`];
  });
  const what = dryRun ? "Would free" : "Freed";
  const hint = dryRun ? " Nothing was changed; `reeve clean` without --dry-run does it." : "";
  return [`${what} ${bytesText(bytesTotal)}: ${kinds.join(", ")}.${hint}`];
}

function plural(count: number, noun: string): string {
  if (noun === NOUNS.branch && count !== 1) return `${count} branches`;
  if (noun === NOUNS.process && count !== 1) return `${count} attempts with processes left`;
  if (noun === NOUNS.logs && count !== 1) return `logs of ${count} attempts`;
  return countOf(count, noun);
}
