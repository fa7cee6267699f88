/**
 * The way from Reeve to a driver at work: a file in the attempt's folder, to which Reeve appends and which the driver
 * follows. A file, because it survives whoever wrote it. A line that is no message is skipped; one that came twice is
 * told once.
 */
import { appendFile, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { LineSplitter } from "../../../basics/line-splitter.ts";
import { isCode } from "../../files/operating-error.ts";
import type { InboxMessage } from "./driver-lines.ts";

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("steer"), id: z.string(), text: z.string() }),
  z.object({ type: z.literal("interrupt"), id: z.string() }),
]);

export async function sendToInbox(path: string, sent: InboxMessage): Promise<void> {
  await appendFile(path, `${JSON.stringify(sent)}\n`, { mode: 0o600 });
}

const LOOK_MS = 200;

/** Ends when `over` is aborted. */
export async function* followInbox(path: string | undefined, over: AbortSignal): AsyncGenerator<InboxMessage> {
  if (path === undefined) return;
  const splitter = new LineSplitter();
  const seen = new Set<string>();
  let offset = 0;
  while (!over.aborted) {
    const bytes = await readFrom(path, offset);
    offset += bytes.length;
    for (const line of splitter.push(bytes)) {
      const found = messageIn(line);
      if (!found || seen.has(found.id)) continue;
      seen.add(found.id);
      yield found;
    }
    if (bytes.length === 0) await sleep(LOOK_MS, undefined, { signal: over, ref: false }).catch(() => {});
  }
}

const BYTES_MAX = 1024 * 1024;

/** Nothing, where there is no file yet or it cannot be read now. */
async function readFrom(path: string, offset: number): Promise<Buffer> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BYTES_MAX), position: offset });
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "EACCES") || isCode(error, "EMFILE")) return Buffer.alloc(0);
    throw error;
  }
}

function messageIn(line: string): InboxMessage | undefined {
  try {
    return message.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
