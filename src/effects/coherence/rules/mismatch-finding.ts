/** Mismatches → findings: one for each change and each of those it hurts, however many places they use it in. */
import { type Branch, hasSeen } from "../branches/branch-views.ts";
import { type Finding, laterOf, place, quoted } from "../report/finding.ts";
import type { ExportChange, ExportChanges } from "./export-changes.ts";

export interface Mismatch {
  readonly change: ExportChange;
  /** Null: code that no branch touches. */
  readonly user: Branch | null;
  readonly severity: Finding["severity"];
  /** What the change does, as a phrase after the task's name. */
  readonly how: string;
  readonly path: string;
  readonly line: number;
}

const PLACES_MAX = 20;

export function mismatchFindings(mismatches: readonly Mismatch[]): Finding[] {
  const groups = Map.groupBy(mismatches, ({ change, user, severity }) =>
    JSON.stringify([change.branch.task, change.path, causeIn(change), user?.task ?? null, severity]),
  );
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [findingOf(group[0], group)]));
}

/** Of a file that is gone, whatever it offered is gone for that one reason, unless it has a new home. */
function causeIn({ name, isFileGone, movedTo }: ExportChange): string {
  return isFileGone && movedTo === null ? "*" : name;
}

export function whatChanged({ name, path }: ExportChange): string {
  return `${name === "default" ? "the default export" : quoted(name)} of ${path}`;
}

function findingOf({ change, user, severity, how }: Mismatch, group: readonly Mismatch[]): Finding {
  const who = user === null ? "code that no task touches" : user.task;
  const later = user === null ? change.branch : laterOf(change.branch, user);
  const advice = later === change.branch ? `${later.task} must keep it or adapt its users` : `${later.task} must adapt`;
  const paths = [...new Set(group.map((each) => each.path))];
  const names = new Set(group.map((each) => each.change.name));
  const where = paths.length === 1 ? paths[0] : `${paths[0]} and ${paths.length - 1} more`;
  return {
    subject: change.name === "default" || names.size > 1 || names.has("*") ? change.path : change.name,
    severity,
    tasks: user === null ? [change.branch.task] : [change.branch.task, user.task],
    files: [
      place(change.path, change.isFileGone ? undefined : change.line),
      ...group.slice(0, PLACES_MAX).map(({ path, line }) => place(path, line)),
    ],
    sentence: `${change.branch.task} ${how}, but ${who} still relies on it as it was (${where}); ${advice}.`,
    must_change: later.task,
  };
}

/** Two branches give one name two new meanings. */
export function bothChanged(changesOf: ReadonlyMap<Branch, ExportChanges>): Finding[] {
  const all = [...changesOf];
  return all.flatMap(([one, changes], index) =>
    all.slice(index + 1).flatMap(([other, others]) =>
      [...changes].flatMap(([key, mine]): Finding[] => {
        const theirs = others.get(key);
        if (!mine.now || !theirs?.now || mine.now.signature === theirs.now.signature) return [];
        if (follows(mine, theirs) || follows(theirs, mine)) return [];
        const later = laterOf(one, other);
        return [
          {
            subject: mine.name,
            severity: "major",
            tasks: [one.task, other.task],
            files: [place(mine.path, mine.line), place(theirs.path, theirs.line)],
            sentence: `${one.task} and ${other.task} change the signature of ${whatChanged(mine)} in different ways; ${later.task} must follow the other.`,
            must_change: later.task,
          },
        ];
      }),
    ),
  );
}

/** Made on top of the other's change: it changes it further. */
function follows({ branch, path }: ExportChange, other: ExportChange): boolean {
  return hasSeen(branch, path, other.branch.changes.get(path)?.after ?? null);
}
