/**
 * Work that was put aside: all of it with why, one piece in full, or a branch made of it. A name may be shortened while it
 * means one thing only. Nothing here changes a checkout, and what is parked stays parked.
 */
import type { Parked, ParkedWork } from "../../domain/delivery/hygiene.ts";
import { giverText } from "../../domain/work/giver.ts";
import { openParked } from "../../effects/hygiene/parked.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { giverHere } from "../person/giver.ts";
import type { Project } from "../project/project.ts";
import { recordsOf } from "../project/records.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface ParkedPiece extends ParkedWork {
  /** Why it was put aside. */
  readonly why: string;
}

/** Newest first; `run`: only of this one. */
export async function listParked(project: Project, run?: string): Promise<Reply<readonly ParkedPiece[]>> {
  const listed = await openParked(project.root).list();
  if (!listed.ok) return unreadable(listed.message);
  return granted(
    await withReasons(
      project,
      listed.value.filter((work) => run === undefined || work.run === run),
    ),
  );
}

export interface ShownPiece {
  readonly piece: ParkedPiece;
  /** What it changed, as git writes it. */
  readonly text: string;
}

export function showParked(project: Project, name: string, as: "stat" | "patch"): Promise<Reply<ShownPiece>> {
  return withPiece(project, name, async (work, parked) => {
    const shown = await parked.show(work, as);
    if (!shown.ok) return unreadable(shown.message);
    const [piece] = await withReasons(project, [work]);
    return granted({ piece: piece ?? { ...work, why: work.subject }, text: shown.value });
  });
}

export interface RestoredPiece {
  readonly work: ParkedWork;
  readonly branch: string;
}

/** `branch` undefined: one of Reeve's names. */
export function restoreParked(
  project: Project,
  name: string,
  branch: string | undefined,
): Promise<Reply<RestoredPiece>> {
  return withPiece(project, name, async (work, parked) => {
    const number = work.name.slice(work.name.lastIndexOf("/") + 1);
    const wanted = branch ?? `reeve/restored/${work.run}/${work.task}-${number}`;
    const made = await parked.restore(work, wanted, giverText(giverHere("reeve parked restore")));
    return made.ok ? granted({ work, branch: wanted }) : unreadable(`${made.message}.`);
  });
}

async function withPiece<T>(
  { root }: Project,
  name: string,
  use: (work: ParkedWork, parked: Parked) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const parked = openParked(root);
  const listed = await parked.list();
  if (!listed.ok) return unreadable(listed.message);
  const fits = matching(listed.value, name);
  const [only] = fits;
  if (only && fits.length === 1) return use(only, parked);
  if (fits.length > 1) return refused({ what: "ambiguous_parked", name, fits: fits.map(nameOf) });
  return refused({ what: "unknown_parked", name, known: listed.value.map(nameOf) });
}

/** The whole name wins; else whole parts of it, from the front or the back, that fit one. */
function matching(works: readonly ParkedWork[], given: string): readonly ParkedWork[] {
  const name = given.replace(/^refs\/reeve\/parked\//, "").replace(/\/+$/, "");
  const exact = works.filter((work) => work.name === name);
  if (exact.length > 0 || name === "") return exact;
  return works.filter((work) => `/${work.name}/`.includes(`/${name}/`));
}

function nameOf({ name }: ParkedWork): string {
  return name;
}

function unreadable(message: string): Reply<never> {
  return refused({ what: "parked_unreadable", message });
}

/** Why the attempt that began without it was started, from the journals that can be read; else its commit's own words. */
async function withReasons(project: Project, works: readonly ParkedWork[]): Promise<readonly ParkedPiece[]> {
  const reasons = new Map<string, string>();
  const runs = new Set(works.map(({ run }) => run));
  for (const run of (await project.runs.list()).filter((id) => runs.has(id)))
    for await (const [ref, why] of reasonsIn(project, run)) reasons.set(ref, why);
  return works.map((work) => ({ ...work, why: reasons.get(work.ref) ?? work.subject }));
}

async function* reasonsIn(project: Project, run: string): AsyncGenerator<readonly [string, string]> {
  const causes = new Map<string, string>();
  try {
    for await (const { events } of recordsOf(project, run))
      for (const event of events) {
        if (event.type === "attempt_started")
          causes.set(event.attempt, becauseSentence((event.briefing.restart ?? event).because));
        if (event.type === "attempt_up" && event.parked)
          yield [event.parked, causes.get(event.attempt) ?? "it was discarded"];
      }
  } catch (error) {
    // The commit's own words will do.
    if (!(error instanceof JournalError)) throw error;
  }
}
