/** What the measurements with git come to, as rows: worktrees, the merge queue, cleaning, and a run of very many tasks. */
import { statfsSync } from "node:fs";
import { mb, ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const FILES = 20_000;
const SINGLE = 7;
const MANY = 200;
const AT_ONCE = 4;
/** Each file takes a block of the disk in each worktree. */
const BYTES_PER_FILE = 5_000;

interface Worktrees {
  readonly reeveMs: number;
  readonly plainMs: number;
  readonly ratio: number;
  readonly manyMs: number;
  readonly bytes: number;
}

export async function worktreeRows(lab: Lab): Promise<Row[]> {
  const needed = FILES * BYTES_PER_FILE * (MANY + 2 * SINGLE);
  const { bavail, bsize } = statfsSync(lab.dir);
  if (bavail * bsize < needed)
    throw new Error(`the worktrees need ${mb(needed)} of disk, ${mb(bavail * bsize)} are free`);
  const root = lab.folder("worktrees");
  const { reeveMs, plainMs, ratio, manyMs, bytes } = lab.measure<Worktrees>(
    "git/worktrees.ts",
    root,
    FILES,
    SINGLE,
    MANY,
    AT_ONCE,
  );
  const each = manyMs / MANY;
  return [
    {
      what: `a worktree of ${FILES.toLocaleString("en-US")} files is ready`,
      reeve: ms(reeveMs),
      beside: `git worktree add ${ms(plainMs)}`,
      ratio: times(ratio),
      target: "≤ 1.3×",
      met: ratio <= 1.3,
    },
    {
      what: `… each of ${MANY}, ${AT_ONCE} at once`,
      reeve: ms(each),
      beside: `all in ${(manyMs / 1000).toFixed(0)} s, ${mb(bytes)} of disk; one git worktree add ${ms(plainMs)}`,
      ratio: times(each / plainMs),
      target: "≤ 1.3×",
      met: each <= 1.3 * plainMs,
    },
  ];
}

const BRANCHES = 200;
const ROUNDS = 3;
const FILES_FEW = 200;

interface Merges {
  readonly reeveMs: number;
  readonly plainMs: number;
  readonly ratio: number;
}

export async function mergeRows(lab: Lab): Promise<Row[]> {
  const merged = (files: number): Merges =>
    lab.measure("git/merge-queue.ts", lab.folder("merges"), files, BRANCHES, ROUNDS);
  const row = (files: number, { reeveMs, plainMs, ratio }: Merges) => ({
    what: `a merge without gates, ${files.toLocaleString("en-US")} files, of ${BRANCHES} in a row`,
    reeve: ms(reeveMs),
    beside: `git merge ${ms(plainMs)}`,
    ratio: times(ratio),
  });
  const [large, small] = [merged(FILES), merged(FILES_FEW)];
  return [
    { ...row(FILES, large), target: "≤ 1.3×", met: large.ratio <= 1.3 },
    { ...row(FILES_FEW, small), target: "", met: null },
  ];
}

const MERGED = 600;

interface Cleaned {
  readonly lookMs: number;
  readonly realMs: number;
}

export async function cleanRows(lab: Lab): Promise<Row[]> {
  const { lookMs, realMs } = lab.measure<Cleaned>("git/clean-branches.ts", lab.folder("clean"), MERGED, 5);
  return [
    {
      what: `\`reeve clean --dry-run\` with ${MERGED} merged branches, without the start of the command`,
      reeve: ms(lookMs),
      beside: `\`reeve clean\` itself ${ms(realMs)}`,
      ratio: "",
      target: "< 1 s",
      met: lookMs < 1_000,
    },
  ];
}

const TASKS = 2_000;

interface Bulk {
  readonly early: Standing;
  readonly late: Standing;
  readonly tookS: number;
}

/** What a Reeve at work takes, and what stands on disk for tasks that are not merged yet. */
interface Standing {
  readonly done: number;
  readonly rssBytes: number;
  readonly descriptors: number;
  readonly worktrees: number;
  /** What worktrees take on disk, counted in checkouts of the project as it is then. */
  readonly checkouts: number;
}

export async function bulkRows(lab: Lab): Promise<Row[]> {
  const { early, late, tookS } = lab.measure<Bulk>("git/bulk-run.ts", lab.folder("bulk"), TASKS);
  const flat = (now: number, before: number) => now <= 2 * before;
  const row = (what: string, of: (standing: Standing) => number, text: (value: number) => string): Row => ({
    what: `${what} after ${late.done.toLocaleString("en-US")} tasks of one run`,
    reeve: text(of(late)),
    beside: `${text(of(early))} after ${early.done}`,
    ratio: times(of(late) / Math.max(1, of(early))),
    target: "≤ 2×",
    met: flat(of(late), Math.max(1, of(early))),
  });
  return [
    row("memory of Reeve", ({ rssBytes }) => rssBytes, mb),
    row("open descriptors of Reeve", ({ descriptors }) => descriptors, String),
    { ...row("worktrees that stand", ({ worktrees }) => worktrees, String), beside: `all in ${tookS.toFixed(0)} s` },
    row(
      "disk of worktrees, in checkouts,",
      ({ checkouts }) => checkouts,
      (value) => value.toFixed(1),
    ),
  ];
}
