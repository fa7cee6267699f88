/** Takes in an epic that another tool wrote, with the status files and task files beside it. One write; nothing of the person's text is changed. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { writeDurably } from "../../effects/files/write-durably.ts";
import type { Status } from "../../systems/epic/body/statuses.ts";
import { takeIn } from "../../systems/epic/import/take-in.ts";
import { readText } from "../../systems/epic/store/file-store.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { type EpicWish, stampOf } from "./edit-epic.ts";

export interface Imported {
  readonly file: string;
  /** Something was added, or would be. */
  readonly isNew: boolean;
  readonly items: number;
  readonly counts: Readonly<Partial<Record<Status, number>>>;
  readonly notes: readonly string[];
  readonly warnings: readonly Mistake[];
}

const BESIDE_BYTES_MAX = 2_000_000;
const BESIDE_MAX = 2_000;

/** In place; a status file alone becomes a body beside it. */
export function importEpic(
  project: Project,
  wish: EpicWish & { readonly status: string | undefined; readonly dryRun: boolean },
): Reply<Imported> {
  const named = resolve(wish.cwd, wish.epic);
  const isStatus = /\.ya?ml$/i.test(named);
  const path = isStatus ? named.replace(/\.ya?ml$/i, ".md") : named;
  if (isStatus && existsSync(path)) return refused({ what: "files_exist", files: [shown(path, wish.cwd)] });
  const read = readText(named, shown(named, wish.cwd));
  if (!read.ok) return refused({ what: "epic_unusable", sentence: read.sentence });
  const beside = isStatus ? new Map([[basename(named), read.text]]) : filesBeside(path, wish);
  const text = isStatus ? `# ${basename(path, ".md")}\n` : read.text;
  const taken = takeIn({ file: shown(path, project.root), text, beside, now: stampOf(wish.now) });
  if (!taken.ok) return refused({ what: "mistakes", mistakes: taken.mistakes, warnings: [], kept: "epic" });
  const isNew = taken.text !== text;
  if (isNew && !wish.dryRun) writeDurably(path, taken.text);
  const { items, counts, notes, warnings } = taken;
  return granted({ file: shown(path, wish.cwd), isNew, items, counts, notes, warnings });
}

/** Status files and task files of the same folder; of a status file that is named, only that one. */
function filesBeside(
  path: string,
  { cwd, status }: { readonly cwd: string; readonly status: string | undefined },
): ReadonlyMap<string, string> {
  if (status !== undefined) return new Map([[basename(status), readFileSync(resolve(cwd, status), "utf8")]]);
  const dir = dirname(path);
  const names = readdirSync(dir).filter((name) => /\.(?:ya?ml|md)$/i.test(name) && name !== basename(path));
  const files = names.slice(0, BESIDE_MAX).flatMap((name): [string, string][] => {
    const stat = statSync(join(dir, name), { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= BESIDE_BYTES_MAX ? [[name, readFileSync(join(dir, name), "utf8")]] : [];
  });
  return new Map(files.toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true })));
}
