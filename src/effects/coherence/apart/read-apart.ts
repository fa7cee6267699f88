/**
 * Has a source file read in a thread beside Reeve's own loop, with a limit on time: a file can be made so that a grammar stumbles
 * over it for minutes, between two of the steps that are counted. Of such a file nothing is known. One thread for all, started
 * when it is first needed; it keeps nobody from ending.
 */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Semaphore } from "../../../basics/semaphore.ts";
import { type ModuleFacts, NOTHING_KNOWN } from "../source/module-facts.ts";
import type { Language } from "../source/source-kind.ts";

/** Far beyond what half a megabyte that a person wrote takes on a busy machine. */
const LIMIT_MS = 20_000;
/** Who has made some of them late makes more; nobody else is to wait that long for each. */
const LATE_MAX = 3;
const LIMIT_MS_LATER = 3_000;

const turns = new Semaphore(1);
let worker: Worker | null = null;
let late = 0;

export function readApart(language: Language, source: string, limitMs?: number): Promise<ModuleFacts> {
  return turns.run(() => ask(language, source, limitMs ?? limitNow()));
}

function limitNow(): number {
  return late < LATE_MAX ? LIMIT_MS : LIMIT_MS_LATER;
}

async function ask(language: Language, source: string, limitMs: number): Promise<ModuleFacts> {
  const thread = worker ?? start();
  const { promise, resolve, reject } = Promise.withResolvers<ModuleFacts | "late">();
  const timer = setTimeout(() => resolve("late"), limitMs);
  const crashed = (error: Error): void => {
    worker = null;
    // Too deep, or too much memory: as if it had taken too long.
    if (/out of memory|call stack|memory access|unreachable/i.test(error.message)) resolve("late");
    else reject(error);
  };
  thread.once("message", resolve).once("error", crashed);
  thread.postMessage({ language, source });
  try {
    const facts = await promise;
    if (facts !== "late") return facts;
    late += 1;
    worker = null;
    await thread.terminate();
    return NOTHING_KNOWN;
  } finally {
    clearTimeout(timer);
    thread.off("message", resolve).off("error", crashed);
  }
}

function start(): Worker {
  worker = new Worker(new URL(`./read-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url));
  worker.unref();
  return worker;
}
