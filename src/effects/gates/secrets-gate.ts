/**
 * Nothing that looks like a secret comes in with the change. Tells where and by which rule, never the text. What the base
 * commit has in the same file already is told and stops nothing. The search itself is `scan-secrets.ts`, a process.
 */
import { randomUUID } from "node:crypto";
import type { Failure } from "../../domain/failure.ts";
import { gateResult } from "./gate-result.ts";
import type { Ground, GroundAnswer } from "./ground.ts";
import type { Finding, Scanned, ScanOrder } from "./scan-secrets.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const FILES_MAX = 5_000;
const FINDINGS_MAX = 200;

export async function secretsGate(ground: Ground): Promise<GroundAnswer> {
  const { scan, paths } = ground;
  if (scan === null) return [gateResult("secrets", "skipped", "The project does not want secrets looked for.")];
  if (paths.length === 0) return [gateResult("secrets", "passed", "There is no changed file to look into.")];
  return await lookForSecrets(ground, scan);
}

type ScanFiles = NonNullable<Ground["scan"]>;

async function lookForSecrets(ground: Ground, scan: ScanFiles): Promise<GroundAnswer> {
  const looked = ground.paths.slice(0, FILES_MAX);
  const salt = randomUUID();
  const scanned = await look(scan, { dir: ground.dir, paths: looked, texts: {}, salt });
  if (!("findings" in scanned)) return refused(scanned);
  const here = scanned.findings;
  const before = await lookAtBase(ground, scan, salt, here);
  if (!("findings" in before)) return refused(before);
  const known = new Set(before.findings.map(keyOf));
  const fresh = here.filter((each) => !known.has(keyOf(each)));
  if (fresh.length > 0) {
    const message = `What looks like a secret is in ${places(fresh.length)}: take it out, and read it from the environment where it is needed.`;
    return [gateResult("secrets", "failed", message, { evidence: fresh.map(line) })];
  }
  if (here.length > 0) {
    const message = `What looks like a secret was there before the task already, in ${places(here.length)}.`;
    return [gateResult("secrets", "warned", message, { evidence: here.map(line) })];
  }
  const unseen = [...scanned.large, ...ground.paths.slice(FILES_MAX)];
  if (unseen.length > 0) {
    const message = `${unseen.length} of the changed files were not looked into: they are too large or too many.`;
    return [gateResult("secrets", "warned", message, { evidence: unseen })];
  }
  return [gateResult("secrets", "passed", `Nothing in ${looked.length} changed files looks like a secret.`)];
}

type Scan =
  | Scanned
  | { readonly failure: Failure }
  /** The files are such that it could not be done. */
  | { readonly problem: string };

function refused(scan: Exclude<Scan, { findings: unknown }>): GroundAnswer {
  return "failure" in scan ? scan : [gateResult("secrets", "failed", scan.problem)];
}

/** The same files as the base commit has them, as far as something was found in them. */
async function lookAtBase(ground: Ground, scan: ScanFiles, salt: string, here: readonly Finding[]): Promise<Scan> {
  const texts: Record<string, string> = {};
  for (const path of new Set(here.map((finding) => finding.path))) {
    const text = await ground.baseText(path);
    if (text !== undefined) texts[path] = text;
  }
  if (Object.keys(texts).length === 0) return { findings: [], large: [] };
  return await look(scan, { dir: ground.dir, paths: [], texts, salt });
}

async function look(scan: ScanFiles, what: Omit<ScanOrder, "bytesMax" | "findingsMax">): Promise<Scan> {
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
  return `${path}:${at} ${rule}`;
}

function places(count: number): string {
  return count === 1 ? "one place" : `${count} places`;
}
