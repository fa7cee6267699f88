/** What the API answers about projects, runs and tasks: use cases called, words added. Routes are in `routes.ts`. */
import { isLanded } from "../../../app/deliver/is-landed.ts";
import { diffTask, type Surfaces } from "../../../app/deliver/read-review.ts";
import { readEvents } from "../../../app/look/events.ts";
import { explainTask } from "../../../app/look/explain.ts";
import { projectFleet } from "../../../app/look/fleet-view.ts";
import { readOutput } from "../../../app/look/output.ts";
import { type ListedProject, listProjects } from "../../../app/pages/project-list.ts";
import { whoWorks } from "../../../app/pages/run-grid.ts";
import type { Project } from "../../../app/project/project.ts";
import { receiptsOf } from "../../../app/receipts/receipts-of.ts";
import { granted, type Reply } from "../../../app/reply.ts";
import type { Fleets } from "../../../app/run/fleets.ts";
import type { Role } from "../../../domain/spec/plan.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { type RunPage, runPage } from "../../model/run-page.ts";
import { trailOf } from "../../model/trail.ts";
import { transcriptLine } from "../../model/transcript.ts";
import { narrate } from "../../narrate.ts";
import type { RunCache } from "./run-cache.ts";

export interface Shop extends Surfaces, Fleets {
  readonly here: Project;
  readonly env: NodeJS.ProcessEnv;
  readonly cache: RunCache;
  readonly now: () => number;
}

export function findListed({ here, env }: Shop, id: string): ListedProject | undefined {
  return listProjects(here, env).find((each) => each.id === id);
}

/** `at`: as it was after this record; undefined: as it is. */
export async function pageOf(shop: Shop, project: Project, run: string, at?: number): Promise<RunPage> {
  if (at !== undefined) {
    const past = await shop.cache.at(project, run, at);
    return runPage(past, past.history.to);
  }
  const { replay } = await shop.cache.watch(project, run);
  const now = shop.now();
  const isWorked = (await whoWorks(project, run, now)) !== null;
  return runPage(replay, now, { isWorked, isLanded: await isLanded(project, projectFleet(replay.state, 0)) });
}

export async function taskPage(shop: Shop, project: Project, run: string, id: string, at = Number.POSITIVE_INFINITY) {
  const explained = await explainTask(project, id, run);
  if (!explained.ok) return explained;
  const { task, decisions, known } = explained.value;
  const replay = at === Number.POSITIVE_INFINITY ? null : await shop.cache.at(project, run, at);
  const { history } = replay ?? (await shop.cache.watch(project, run)).replay;
  const line = history.tasks.get(id);
  const then = decisions.filter(({ seq }) => seq <= at);
  return granted({
    id,
    title: task.spec.title,
    trail: trailOf(then, task.spec.role),
    known,
    gates: line?.gates ?? [],
    merged: line?.merged ?? [],
    changed: line?.changed ?? null,
    commit: line?.commit ?? null,
    spec: { prompt: task.spec.prompt, files: task.spec.files, gates: task.spec.gates, budget: task.spec.budget },
    receipt: at === Number.POSITIVE_INFINITY ? await receiptOf(project, run, id) : null,
  });
}

async function receiptOf(project: Project, run: string, id: string) {
  const receipts = await receiptsOf(project, run);
  const own = receipts.findLast((receipt) => receipt.kind === "task" && receipt.task.id === id);
  return own === undefined ? null : { hash: own.hash, number: own.number, journal: own.journal };
}

const TEXT_LENGTH_MAX = 400_000;
/** Of what is printed, much may say nothing to a person. */
const LOG_BYTES_MAX = 1_500_000;

/** Text that may be longer than a page shows. */
interface LongText {
  readonly text: string;
  /** Of a log what came first is missing then, of a diff what comes last. */
  readonly isCut: boolean;
}

/** The end of it, where it is long: nobody else waits while a flood is read. */
export async function logText(
  project: Project,
  run: string,
  task: string,
  attempt?: number,
): Promise<Reply<LongText & { readonly attempt: string }>> {
  const signal = AbortSignal.timeout(10_000);
  const read = await readOutput(project, { run, task, attempt, follow: false, lastBytes: LOG_BYTES_MAX, signal });
  if (!read.ok) return read;
  const lines: string[] = [];
  for await (const part of read.value.parts) {
    const line = transcriptLine(part.text);
    if (line !== null) lines.push(`${line}\n`);
  }
  const all = displaySafe(lines.join(""));
  return granted({
    attempt: read.value.attempt,
    text: all.slice(-TEXT_LENGTH_MAX),
    isCut: all.length > TEXT_LENGTH_MAX,
  });
}

export async function diffText(shop: Shop, project: Project, run: string, task: string): Promise<Reply<LongText>> {
  const diff = await diffTask(shop, project, task, { run, now: shop.now() });
  if (!diff.ok) return diff;
  const all = displaySafe(diff.value.diff);
  return granted({ text: all.slice(0, TEXT_LENGTH_MAX), isCut: all.length > TEXT_LENGTH_MAX });
}

const LINES_MAX = 500;

/** Sentences of the records before `before`, the newest last. */
export async function journalOf(shop: Shop, project: Project, run: string, before: number, all: boolean) {
  const { history } = (await shop.cache.watch(project, run)).replay;
  const until = Math.min(before, history.seq + 1);
  const from = Math.max(1, until - LINES_MAX);
  const lines: { seq: number; at: number; task: string | null; text: string; evidence: readonly string[] }[] = [];
  const role: Role = "worker";
  const read = await readEvents(project, { run, from }, ({ seq, at, events }) => {
    if (seq >= until) return;
    for (const event of events) {
      const { task, text, loudness, evidence } = narrate(event, () => role);
      if (loudness !== "silent" || all) lines.push({ seq, at, task, text, evidence: evidence.slice(0, 8) });
    }
  });
  return read.ok ? granted({ lines, from, seq: history.seq }) : read;
}
