/**
 * What whoever has to resolve a conflict is told: which files, which tasks made the other side, and both sides in short.
 * Bounded, free of known secrets, and it says what it left out. It decides nothing.
 */
import { posix } from "node:path";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import type { Git } from "../../git/git.ts";
import { redact } from "../../masking/redact.ts";
import type { Arrival } from "../merge-history.ts";
import { type ConflictFile, INTEGRATED, inWords, type Sides, TASK } from "../merge-tree.ts";
import { bytesOf, conflictHunks, cutText } from "./report-text.ts";

export interface Conflict {
  readonly sides: Sides;
  /** Where the two part; null where they have nothing in common. */
  readonly base: string | null;
  /** With the conflict markers in it. */
  readonly tree: string;
  readonly files: readonly ConflictFile[];
  /** What came in since then and touched these files. */
  readonly came: readonly Arrival[];
}

export interface ReportOptions {
  readonly git: Git;
  /** From the top of the repository to the project; empty where they are the same. */
  readonly prefix: string;
  readonly secrets: readonly string[];
}

export const REPORT_BYTES_MAX = 6 * 1024;
const LISTED_MAX = 20;
const SHOWN_MAX = 6;
/** Less than this tells nothing about a file. */
const SHARE_BYTES_MIN = 300;

export async function conflictReport(options: ReportOptions, conflict: Conflict): Promise<string> {
  const head = cutText(redact(opening(options, conflict), options.secrets), REPORT_BYTES_MAX / 2);
  const shown = conflict.files.slice(0, SHOWN_MAX);
  const sizes = await sizesOf(options.git, shown);
  const parts = [head];
  let room = REPORT_BYTES_MAX - bytesOf(head);
  for (const [index, file] of shown.entries()) {
    const share = Math.floor(room / (shown.length - index)) - 2;
    if (share < SHARE_BYTES_MIN) break;
    const part = cutText(redact(await describe(options, conflict, file, sizes), options.secrets), share);
    parts.push(part);
    room -= bytesOf(part) + 2;
  }
  return displaySafe(parts.join("\n\n"));
}

/** As people see it: from the project's folder. */
export function shownPath(path: string, prefix: string): string {
  return prefix === "" ? path : posix.relative(prefix, path);
}

function opening({ prefix }: ReportOptions, { sides, files, came }: Conflict): string {
  const listed = files.slice(0, LISTED_MAX).map((file) => `- ${shownPath(file.path, prefix)}: ${whatHappened(file)}`);
  const more = files.length > LISTED_MAX ? [`- … ${files.length - LISTED_MAX} more files`] : [];
  const others = came.slice(0, LISTED_MAX).map(arrivalLine);
  return [
    `The work of this task (${short(sides.theirs)}) does not merge with what has been integrated (${short(sides.ours)}). Nothing was merged.`,
    "Conflicting files:",
    ...listed,
    ...more,
    ...(others.length > 0 ? ["Integrated since this task began, and touching these files:", ...others] : []),
  ].join("\n");
}

export function arrivalLine({ commit, subject }: Arrival): string {
  return `- ${short(commit)} ${subject}`;
}

const SUBMODULE = "160000";
const SYMLINK = "120000";

function whatHappened({ base, ours, theirs, messages }: ConflictFile): string {
  const versions = [base, ours, theirs];
  if (versions.some((version) => version?.mode === SUBMODULE))
    return `a submodule that the two sides point to different commits (${INTEGRATED}: ${sideOf(ours)}, ${TASK}: ${sideOf(theirs)})`;
  if (base && ours && theirs) return "both sides changed the same place";
  if (!base && ours && theirs) return "both sides created it, with different contents";
  if (base && ours) return "changed on the integrated side, deleted or moved by this task";
  if (base && theirs) return "deleted or moved on the integrated side, changed by this task";
  return messages[0] ?? "the two sides moved it to different places";
}

function sideOf(version: ConflictFile["ours"]): string {
  return version ? short(version.id) : "deleted";
}

async function describe(
  { git, prefix }: ReportOptions,
  { sides, base, tree }: Conflict,
  file: ConflictFile,
  sizes: ReadonlyMap<string, number>,
): Promise<string> {
  const heading = [`## ${shownPath(file.path, prefix)}`, ...file.messages];
  const versions = [file.base, file.ours, file.theirs].filter((version) => version !== null);
  const plain = versions.every(({ mode }) => mode !== SUBMODULE && mode !== SYMLINK);
  const big = versions.some(({ id }) => (sizes.get(id) ?? 0) > FILE_BYTES_MAX);
  if (!plain || big) return [...heading, ...(big ? ["Too large to be shown here."] : [])].join("\n");
  const merged = await git.run(["cat-file", "blob", `${tree}:${file.path}`]);
  const hunks = merged.ok && !merged.out.includes("\0") ? conflictHunks(inWords(merged.out, sides), 2) : "";
  const other = base ? await changesOf(git, base, sides.ours, file.path) : "";
  return [
    ...heading,
    ...(hunks ? [`Between <<<<<<< and ======= what is ${INTEGRATED}, below it the work of ${TASK}:`, hunks] : []),
    ...(other ? ["What the integrated side did to it since this task began:", other] : []),
  ].join("\n");
}

async function changesOf(git: Git, from: string, to: string, path: string): Promise<string> {
  const form = ["--no-ext-diff", "--no-textconv", "--no-renames", "--unified=1"];
  const done = await git.run(["--literal-pathspecs", "diff", ...form, from, to, "--", path]);
  return done.ok ? done.out.replace(/^(diff|index|---|\+\+\+) .*\n/gm, "").trimEnd() : "";
}

const FILE_BYTES_MAX = 256 * 1024;

async function sizesOf(git: Git, files: readonly ConflictFile[]): Promise<ReadonlyMap<string, number>> {
  const ids = files.flatMap(({ base, ours, theirs }) => [base, ours, theirs].flatMap((version) => version?.id ?? []));
  const input = ids.map((id) => `${id}\n`).join("");
  const done = await git.run(["cat-file", "--batch-check=%(objectname) %(objectsize)"], { input });
  const lines = done.ok ? done.out.trimEnd().split("\n") : [];
  return new Map(lines.map((line) => line.split(" ")).map(([id = "", size]) => [id, Number(size) || 0]));
}

function short(id: string): string {
  return id.slice(0, 10);
}
