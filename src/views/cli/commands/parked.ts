/**
 * `reeve parked [list|show NAME|restore NAME]`: work that was put aside. A name may be shortened while it means one
 * thing only. Nothing here changes a checkout, and what is parked stays parked.
 */
import { displaySafe } from "../../../domain/display-safe.ts";
import type { ParkedWork } from "../../../domain/hygiene.ts";
import type { Event } from "../../../engine/event.ts";
import type { Input } from "../../../engine/input.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import { JournalError } from "../../../journal/journal-error.ts";
import { findProject, type Project } from "../../../runtime/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { dateText } from "../times.ts";
import type { World } from "../world.ts";

export interface ParkedOptions extends CommonOptions {
  readonly patch?: boolean;
  readonly stat?: boolean;
  readonly branch?: string;
}

export async function listParkedCommand(io: Io, world: World, options: ParkedOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const listed = await world.parked(project).list();
  if (!listed.ok) return badInput(io, options.json, listed.message);
  const works = listed.value.filter(({ run }) => options.run === undefined || run === options.run);
  const reasons = await reasonsOf(project, works);
  const told = works.map((work) => ({ ...work, why: whyOf(work, reasons) }));
  if (options.json) for (const work of told) printJson(io, work);
  else if (told.length === 0) print(io, ["No work is parked."]);
  else
    print(io, [
      ...told.flatMap(lines),
      "",
      "`reeve parked show NAME` shows one, `reeve parked restore NAME` makes a branch of it.",
    ]);
  return EXIT.ok;
}

export async function showParkedCommand(io: Io, world: World, name: string, options: ParkedOptions): Promise<ExitCode> {
  return withParked(io, world, name, options, async (work, project) => {
    const shown = await world.parked(project).show(work, options.patch ? "patch" : "stat");
    if (!shown.ok) return badInput(io, options.json, shown.message);
    const told = { ...work, why: whyOf(work, await reasonsOf(project, [work])) };
    if (options.json) printJson(io, { ...told, [options.patch ? "patch" : "stat"]: shown.value });
    else print(io, [...lines(told), "", displaySafe(shown.value).trimEnd()]);
    return EXIT.ok;
  });
}

export async function restoreParkedCommand(
  io: Io,
  world: World,
  name: string,
  options: ParkedOptions,
): Promise<ExitCode> {
  return withParked(io, world, name, options, async (work, project) => {
    const number = work.name.slice(work.name.lastIndexOf("/") + 1);
    const branch = options.branch ?? `reeve/restored/${work.run}/${work.task}-${number}`;
    const made = await world.parked(project).restore(work, branch);
    if (!made.ok) return badInput(io, options.json, `${made.message}.`);
    if (options.json) printJson(io, { ...work, branch });
    else
      print(io, [
        `The branch ${branch} has it now; your checkout is as it was, and ${work.name} stays parked.`,
        `Look at it with \`git log -p ${branch}\`, or check it out beside yours with \`git worktree add ../restored ${branch}\`.`,
      ]);
    return EXIT.ok;
  });
}

async function withParked(
  io: Io,
  world: World,
  name: string,
  options: ParkedOptions,
  command: (work: ParkedWork, project: Project) => Promise<ExitCode>,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const listed = await world.parked(project).list();
  if (!listed.ok) return badInput(io, options.json, listed.message);
  const found = matching(listed.value, name);
  const [only] = found;
  if (only && found.length === 1) return command(only, project);
  return badInput(io, options.json, found.length > 1 ? ambiguous(name, found) : unknown(name, listed.value));
}

/** The whole name wins; else whole parts of it, from the front or the back, that fit one. */
function matching(works: readonly ParkedWork[], given: string): readonly ParkedWork[] {
  const name = given.replace(/^refs\/reeve\/parked\//, "").replace(/\/+$/, "");
  const exact = works.filter((work) => work.name === name);
  if (exact.length > 0 || name === "") return exact;
  return works.filter((work) => `/${work.name}/`.includes(`/${name}/`));
}

const SHOWN_MAX = 20;

function ambiguous(name: string, found: readonly ParkedWork[]): string {
  return `${plainText(name)} may mean ${names(found)}; give enough of the name to tell which.`;
}

function unknown(name: string, works: readonly ParkedWork[]): string {
  if (works.length === 0) return `Nothing is parked under ${plainText(name)}: no work is parked at all.`;
  return `Nothing is parked under ${plainText(name)}. There is: ${names(works)}.`;
}

function names(works: readonly ParkedWork[]): string {
  const more = works.length > SHOWN_MAX ? ` and ${works.length - SHOWN_MAX} more (\`reeve parked\` lists all)` : "";
  return `${works
    .slice(0, SHOWN_MAX)
    .map((work) => plainText(work.name))
    .join(", ")}${more}`;
}

function lines(work: ParkedWork & { readonly why: string }): string[] {
  const size = `${countOf(work.files, "file")}, +${work.added} −${work.removed}`;
  return [`${plainText(work.name)}  ${dateText(work.at)}  ${size}`, `    ${plainText(work.why)}`];
}

function whyOf(work: ParkedWork, reasons: ReadonlyMap<string, string>): string {
  return reasons.get(work.ref) ?? work.subject;
}

/** Ref → why the attempt that began without it was started, from the journals that can be read. */
async function reasonsOf(project: Project, works: readonly ParkedWork[]): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  const runs = new Set(works.map(({ run }) => run));
  for (const run of (await project.runs.list()).filter((each) => runs.has(each)))
    for await (const [ref, why] of reasonsIn(project, run)) reasons.set(ref, why);
  return reasons;
}

async function* reasonsIn({ runs }: Project, run: string): AsyncGenerator<readonly [string, string]> {
  const causes = new Map<string, string>();
  try {
    for await (const { events } of runs.read<Input, Event>(run, 1))
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
