/**
 * Has a file held against a schema in a thread of its own, with a limit on time and memory: whatever an agent wrote there, it
 * costs its own task and no more. That it took too long, or too much, is a finding like any other.
 */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { NamedText } from "./judge-text.ts";

const LIMIT_MS = 20_000;
const HEAP_MB_MAX = 512;

export async function judgeApart(
  data: NamedText,
  schema: NamedText | null,
  limitMs: number = LIMIT_MS,
): Promise<readonly string[] | null> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[] | null>();
  const whole = schema === null ? data.file : `${data.file} with ${schema.file}`;
  const worker = new Worker(workerFile(), {
    workerData: { data, schema },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  const timer = setTimeout(() => resolve([`${whole} could not be checked within ${limitMs / 1_000} s`]), limitMs);
  worker.once("message", resolve);
  worker.once("error", (error) =>
    isOutOfMemory(error) ? resolve([`${whole} takes more than ${HEAP_MB_MAX} MB to be checked`]) : reject(error),
  );
  worker.once("exit", () => resolve([`${whole} could not be checked`]));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** The same extension as this file: `.ts` in development, `.js` when built. */
function workerFile(): URL {
  return new URL(`./judge-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
}
