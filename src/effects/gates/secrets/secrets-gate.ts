/**
 * Nothing that looks like a secret comes in with the change, neither in its files nor in commits on the way to them, for
 * those are merged as well. What git holds is looked at, never what lies in the agent's folder; only without git the files
 * themselves. Tells where and by which rule, never the text. What the base commit has in the same file already is told
 * and stops nothing. The search itself is `scan-secrets.ts`, a process.
 */

import { randomUUID } from "node:crypto";
import { addAll } from "../../../basics/long-lists.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "../grounding/grounding-gates.ts";
import { readings } from "./branch-history.ts";
import type { Finding, Scanned, ScanOrder } from "./scan-secrets.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const FILES_MAX = 5_000;
const FINDINGS_MAX = 200;

export async function secretsGate(work: FinishedWork): Promise<GateAnswer> {
  const { scan } = work;
  if (scan === null) return [gateResult("secrets", "skipped", "The project has turned the search for secrets off.")];
  const salt = randomUUID();
  const found = work.sealed ? await lookAtCommits(work, scan, salt) : await lookAtFolder(work, scan, salt);
  if (!("here" in found)) return refused(found);
  const { here, past, unseen } = found;
  const before = await lookAtBase(work, scan, salt, [...here, ...past]);
  if (!("findings" in before)) return refused(before);
  return [judge({ here, past, before: before.findings, unseen, looked: work.paths.length })];
}

interface Looked {
  /** In files as they are now. */
  readonly here: readonly Finding[];
  /** In commits of the task's own. */
  readonly past: readonly Finding[];
  /** In the same files of the base commit. */
  readonly before: readonly Finding[];
  readonly unseen: readonly string[];
  /** Changed files. */
  readonly looked: number;
}

function judge({ here, past, before, unseen, looked }: Looked): GateResult {
  const known = new Set(before.map(keyOf));
  const fresh = here.filter((each) => !known.has(keyOf(each)));
  const reported = new Set([...known, ...fresh.map(keyOf)]);
  const passed = [
    ...new Map(past.filter((each) => !reported.has(keyOf(each))).map((each) => [keyOf(each), each])).values(),
  ];
  const evidence = [...fresh.map(line), ...passed.map((each) => `${line(each)} (in an earlier commit of the branch)`)];
  if (fresh.length > 0) {
    const message = `What looks like a secret is in ${places(fresh.length)}: take it out, and read it from the environment where it is needed.`;
    return gateResult("secrets", "failed", message, { evidence });
  }
  if (passed.length > 0) {
    const message = `What looks like a secret is in the history of the branch, in ${places(passed.length)}: it was taken out later, but its commits would be merged with it. The branch must have no commit that ever had it.`;
    return gateResult("secrets", "failed", message, { evidence });
  }
  if (here.length > 0) {
    const message = `What looks like a secret was already there before the task, in ${places(here.length)}.`;
    return gateResult("secrets", "warned", message, { evidence: here.map(line) });
  }
  if (unseen.length > 0) {
    const message = `${unseen.length} of the changed files were not searched: they are too large or too many.`;
    return gateResult("secrets", "warned", message, { evidence: unseen });
  }
  if (looked === 0) return gateResult("secrets", "passed", "There is no changed file to search.");
  return gateResult("secrets", "passed", `Nothing in ${filesText(looked)} looks like a secret.`);
}

type Scan =
  | Scanned
  | { readonly failure: Failure }
  /** The files are such that it could not be done. */
  | { readonly problem: string };

function refused(scan: Exclude<Scan, { findings: unknown }>): GateAnswer {
  return "failure" in scan ? { failure: scan.failure } : [gateResult("secrets", "failed", scan.problem)];
}

type ScanFiles = NonNullable<FinishedWork["scan"]>;
type Found = Pick<Looked, "here" | "past" | "unseen"> | Exclude<Scan, Scanned>;
const NOTHING: Scanned = { findings: [], large: [] };

async function lookAtFolder({ dir, paths }: FinishedWork, scan: ScanFiles, salt: string): Promise<Found> {
  const found = await look(scan, { dir, paths: paths.slice(0, FILES_MAX), texts: [], salt });
  if (!("findings" in found)) return found;
  return { here: found.findings, past: [], unseen: [...found.large, ...paths.slice(FILES_MAX)] };
}

/** All that the commits of the task bring in; all of it is merged. */
async function lookAtCommits(work: FinishedWork, scan: ScanFiles, salt: string): Promise<Found> {
  const here: Finding[] = [];
  const past: Finding[] = [];
  const unseen: string[] = [];
  for await (const part of work.history()) {
    if (part.type === "failed") return part;
    if (part.type === "unseen") {
      addAll(unseen, part.paths);
      continue;
    }
    for (const isNow of [true, false]) {
      const own = part.texts.filter((each) => each.isNow === isNow);
      const texts = await Promise.all(own.map(({ path, text }) => peoplesOnly(work, path, text)));
      const found = await look(scan, { dir: work.dir, paths: [], texts, salt });
      if (!("findings" in found)) return found;
      addAll(isNow ? here : past, found.findings);
    }
    if (here.length + past.length >= FINDINGS_MAX) break;
  }
  return { here: eachOnce(here), past: eachOnce(past), unseen };
}

/** Without Reeve's own parts, of files that had such before the task: what an agent makes up itself hides nothing. */
async function peoplesOnly(
  { own, baseText }: FinishedWork,
  path: string,
  text: string,
): Promise<{ path: string; text: string }> {
  const left = own?.peoples(path, text) ?? null;
  const before = left === null ? undefined : await baseText(path);
  const isKnown = before !== undefined && own?.peoples(path, before) !== null;
  return { path, text: left !== null && isKnown ? left : text };
}

/** What is not plain text is read in more than one way. */
function eachOnce(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [`${keyOf(each)}\0${each.line}`, each])).values()];
}

/** The same files as the base commit has them, as far as something was found in them. */
async function lookAtBase(work: FinishedWork, scan: ScanFiles, salt: string, found: readonly Finding[]): Promise<Scan> {
  const texts: { path: string; text: string }[] = [];
  for (const path of new Set(found.map((finding) => finding.path))) {
    const text = await work.baseText(path);
    if (text !== undefined)
      addAll(
        texts,
        readings(text).map((each) => ({ path, text: each })),
      );
  }
  return await look(scan, { dir: work.dir, paths: [], texts, salt });
}

async function look(scan: ScanFiles, what: Omit<ScanOrder, "bytesMax" | "findingsMax">): Promise<Scan> {
  if (what.paths.length === 0 && what.texts.length === 0) return NOTHING;
  const answer = await scan({ ...what, bytesMax: FILE_BYTES_MAX, findingsMax: FINDINGS_MAX });
  if (answer.type === "scanned") return answer.scanned;
  if (answer.type === "late") return { problem: `The search for secrets did not end within ${answer.afterS} s.` };
  const message = "The search for secrets could not be run. See the evidence, then retry the task.";
  return { failure: { class: "crash", restart: "transient", message, evidence: answer.said } };
}

function keyOf({ path, rule, digest }: Finding): string {
  return `${path}\0${rule}\0${digest}`;
}

function line({ path, line: at, rule }: Finding): string {
  return at === 0 ? `${path}: ${rule}` : `${path}:${at} ${rule}`;
}

function filesText(count: number): string {
  return count === 1 ? "the one changed file" : `${count} changed files`;
}

function places(count: number): string {
  return count === 1 ? "one place" : `${count} places`;
}
