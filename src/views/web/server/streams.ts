/**
 * What happens, as server-sent events. `events`: every record, numbered as the journal numbers it; whoever lost the line
 * says the last number and misses nothing. `page`: what changed of a run's page, a few times a second at most.
 */
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { readEvents } from "../../../app/look/events.ts";
import type { Project } from "../../../app/project/project.ts";
import { refusalText } from "../../refusals/refusal-words.ts";
import { pageOf, type Shop } from "./answers.ts";
import { PartsSent, pageParts } from "./page-parts.ts";

const PAUSE_MS = 150;
const LOOK_MS = 5_000;

export function streamEvents(context: Context, project: Project, run: string): Response {
  return streamSSE(context, async (stream) => {
    const last = Number(context.req.header("last-event-id") ?? context.req.query("from") ?? 0);
    const from = Number.isInteger(last) && last >= 0 ? last + 1 : 1;
    const follow = abortedWith(stream);
    const read = await readEvents(project, { run, from, follow }, async ({ seq, at, events }) => {
      await stream.writeSSE({ id: `${seq}`, event: "record", data: JSON.stringify({ seq, at, events }) });
    });
    if (!read.ok)
      await stream.writeSSE({ event: "refused", data: JSON.stringify({ error: refusalText(read.refusal) }) });
  });
}

export function streamPage(context: Context, shop: Shop, project: Project, run: string): Response {
  return streamSSE(context, async (stream) => {
    const signal = abortedWith(stream);
    const watch = await shop.cache.watch(project, run);
    const sent = new PartsSent();
    let wake = () => {};
    const unlisten = watch.listen(() => wake());
    try {
      while (!signal.aborted) {
        const page = await pageOf(shop, project, run);
        const patch = sent.patch(page.over.seq, pageParts(page));
        if (patch !== null) await stream.writeSSE({ id: `${page.over.seq}`, event: "page", data: patch });
        else await stream.write(": still here\n\n");
        const { seq } = page.over;
        await stream.sleep(PAUSE_MS);
        // Somebody may begin or cease to work on it without a record.
        if (watch.replay.history.seq === seq)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, LOOK_MS);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
            signal.addEventListener("abort", wake, { once: true });
          });
      }
    } finally {
      unlisten();
    }
  });
}

function abortedWith(stream: SSEStreamingApi): AbortSignal {
  const controller = new AbortController();
  stream.onAbort(() => controller.abort());
  return controller.signal;
}
