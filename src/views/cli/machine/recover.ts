/** `reeve recover [TASK] [--to PLACE]`: all work of agents that is in no integrated commit, and how it comes back. */
import { listRecoverable, recover } from "../../../app/machine/recover.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Recoverable } from "../../../domain/delivery/recoverable.ts";
import { countOf, durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface RecoverOptions extends CommonOptions {
  readonly to?: string;
}

export async function recoverCommand(io: Io, name: string | undefined, options: RecoverOptions): Promise<ExitCode> {
  return name === undefined ? listAll(io, options) : bringBack(io, name, options);
}

async function listAll(io: Io, { run, json, to }: RecoverOptions): Promise<ExitCode> {
  if (to !== undefined) return refuse(io, json, { what: "nothing_to_recover", name: "", known: [] });
  const listed = await listRecoverable(findProject(io.cwd), run);
  if (!listed.ok) return refuse(io, json, listed.refusal);
  const works = listed.value;
  if (json) for (const work of works) printJson(io, work);
  else if (works.length === 0) print(io, ["There is no work outside the integration branches."]);
  else print(io, [...byTask(works).flatMap(([task, its]) => [task, ...its.flatMap(lines)]), "", HOW]);
  return EXIT.ok;
}

const HOW =
  "`reeve recover TASK` makes a branch of a task's newest, `reeve recover NAME --to ./folder` puts one into a new folder. Nothing else changes.";

async function bringBack(io: Io, name: string, { run, json, to }: RecoverOptions): Promise<ExitCode> {
  const wish = { name, ...(run !== undefined && { run }), ...(to !== undefined && { to }) };
  const brought = await recover(findProject(io.cwd), io.cwd, wish);
  if (!brought.ok) return refuse(io, json, brought.refusal);
  const { work, to: place, others } = brought.value;
  if (json) {
    printJson(io, { ...work, to: place, others: others.map((other) => other.name) });
    return EXIT.ok;
  }
  const where = "dir" in place ? `The folder ${place.dir}` : `The branch ${place.branch}`;
  const more = others.map((other) => plainText(other.name)).slice(0, NAMED_MAX);
  print(io, [
    `${where} now has ${plainText(work.name)}; your checkout is unchanged, and it also stays where it was.`,
    ...work.leftOut.map((what) => `Not kept: ${plainText(what)}.`),
    ...(more.length > 0 ? [`There is more of ${plainText(work.task)}: ${more.join(", ")}.`] : []),
  ]);
  return EXIT.ok;
}

const NAMED_MAX = 10;

function byTask(works: readonly Recoverable[]): readonly (readonly [string, readonly Recoverable[]])[] {
  const tasks = new Map<string, Recoverable[]>();
  for (const work of works) {
    const key = plainText(`${work.task} (${work.run})`);
    tasks.set(key, [...(tasks.get(key) ?? []), work]);
  }
  return [...tasks];
}

const WHERE = {
  parked: "parked",
  branch: "branch, not merged",
  worktree: "worktree, not committed",
  stash: "stash",
  folder: "folder",
} as const;

function lines(work: Recoverable): string[] {
  const age = work.at === 0 ? "age unknown" : `${durationOf(Math.max(0, Date.now() - work.at))} old`;
  return [
    `    ${plainText(work.name)}  ${WHERE[work.kind]}  ${age}  ${sizeText(work)}`,
    `        ${plainText(work.subject)}`,
    ...work.leftOut.map((what) => `        not kept: ${plainText(what)}`),
  ];
}

function sizeText({ files, added, removed, bytes, kind }: Recoverable): string {
  const disk = bytes > 0 ? `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB on disk` : "";
  const changed = kind === "worktree" || kind === "folder" ? "" : `, +${added} −${removed}`;
  return `${countOf(files, "file")}${changed}${disk}`;
}
