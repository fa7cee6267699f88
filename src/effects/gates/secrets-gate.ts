/**
 * Nothing that looks like a secret comes in with the change. Tells where and by which rule, never the text. What the base
 * commit has in the same file already is told and stops nothing. The search itself is `scan-secrets.ts`, a process.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Failure } from "../../domain/failure.ts";
import { storeProblem } from "./check-failure.ts";
import { gateResult } from "./gate-result.ts";
import type { Ground, GroundAnswer } from "./ground.ts";
import type { Finding, Scanned, ScanOrder } from "./scan-secrets.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;
const FILES_MAX = 5_000;
const FINDINGS_MAX = 200;
const TIMEOUT_S = 120;

export async function secretsGate(ground: Ground): Promise<GroundAnswer> {
  const { scratchDir, paths } = ground;
  if (scratchDir === null) return [gateResult("secrets", "skipped", "The project does not want secrets looked for.")];
  if (paths.length === 0) return [gateResult("secrets", "passed", "There is no changed file to look into.")];
  const scratch = join(scratchDir, randomUUID());
  try {
    await mkdir(scratch, { recursive: true });
    return await lookForSecrets(ground, scratch);
  } catch (error) {
    return { failure: storeProblem(error, scratch) };
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => {});
  }
}

async function lookForSecrets(ground: Ground, scratch: string): Promise<GroundAnswer> {
  const looked = ground.paths.slice(0, FILES_MAX);
  const salt = randomUUID();
  const scanned = await scan(ground, scratch, { dir: ground.dir, paths: looked, salt });
  if (!("findings" in scanned)) return refused(scanned);
  const here = scanned.findings;
  const before = await scanBase(ground, scratch, salt, here);
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
async function scanBase(ground: Ground, scratch: string, salt: string, here: readonly Finding[]): Promise<Scan> {
  const dir = join(scratch, "base");
  const paths = [...new Set(here.map(({ path }) => path))];
  const copies = new Map<string, string>();
  for (const [index, path] of paths.entries()) {
    const text = await ground.baseText(path);
    if (text === undefined) continue;
    // Under a name of our own: the path may lead out of the folder. Rules look at the last part of it.
    const copy = join(String(index), basename(path));
    await mkdir(dirname(join(dir, copy)), { recursive: true });
    await writeFile(join(dir, copy), text);
    copies.set(copy, path);
  }
  if (copies.size === 0) return { findings: [], large: [] };
  const scanned = await scan(ground, scratch, { dir, paths: [...copies.keys()], salt });
  if (!("findings" in scanned)) return scanned;
  const findings = scanned.findings.map((each) => ({ ...each, path: copies.get(each.path) ?? each.path }));
  return { ...scanned, findings };
}

/** The same extension as this file: `.ts` in development, `.js` when built. */
const program = fileURLToPath(new URL(`./scan-secrets${extname(fileURLToPath(import.meta.url))}`, import.meta.url));

async function scan(ground: Ground, scratch: string, what: Pick<ScanOrder, "dir" | "paths" | "salt">): Promise<Scan> {
  const [order, found] = [join(scratch, "order.json"), join(scratch, "found.json")];
  await rm(found, { force: true });
  await writeFile(order, JSON.stringify({ ...what, found, bytesMax: FILE_BYTES_MAX, findingsMax: FINDINGS_MAX }));
  const line = 'exec "$REEVE_SCAN_NODE" "$REEVE_SCAN_PROGRAM" "$REEVE_SCAN_ORDER"';
  const env = { REEVE_SCAN_NODE: process.execPath, REEVE_SCAN_PROGRAM: program, REEVE_SCAN_ORDER: order };
  const run = await ground.run({ name: "secrets", run: line, timeoutS: TIMEOUT_S }, { cwd: scratch, env });
  if (run.failure) return { failure: run.failure };
  if (run.timedOut) return { problem: `The search for secrets did not end within ${TIMEOUT_S} s.` };
  if (run.exit?.code !== 0) {
    const evidence = run.output.split("\n").slice(-20);
    const message = "The search for secrets could not be run. See the evidence, then retry the task.";
    return { failure: { class: "crash", restart: "transient", message, evidence } };
  }
  return JSON.parse(await readFile(found, "utf8")) as Scanned;
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
