/**
 * What happens, as server-sent events. `events`: every record, numbered as the journal numbers it; a client that lost the
 * line says the last number it has and misses nothing. `page`: what changed of a run's page, a few times a second at most;
 * however many look at a run, its page is made once. Nothing grows with the time that somebody looks.
 */
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { readEvents } from "../../../app/look/events.ts";
import type { RunWatch } from "../../../app/look/history/watch-run.ts";
import type { Project } from "../../../app/project/project.ts";
import { refusalText } from "../../refusals/refusal-words.ts";
import { pageOf, type Shop } from "./answers.ts";
import { PartsSent, type PartTexts, partTexts } from "./page-parts.ts";

const PAUSE_MS = 150;
/** Somebody may begin or cease to work on a run without a record; and a line that is dead is found by writing to it. */
const LOOK_MS = 5_000;

export function streamEvents(context: Context, project: Project, run: string, after: number | undefined): Response {
  return streamSSE(context, async (stream) => {
    const last = Number(context.req.header("last-event-id") ?? after ?? 0);
    const from = Number.isInteger(last) && last >= 0 ? last + 1 : 1;
    const follow = abortedWith(stream);
    const beat = setInterval(() => void stream.write(STILL_HERE), LOOK_MS);
    try {
      const read = await readEvents(project, { run, from, follow }, async ({ seq, at, events }) => {
        await stream.writeSSE({ id: `${seq}`, event: "record", data: JSON.stringify({ seq, at, events }) });
      });
      if (!read.ok)
        await stream.writeSSE({ event: "refused", data: JSON.stringify({ error: refusalText(read.refusal) }) });
    } finally {
      clearInterval(beat);
    }
  });
}

const STILL_HERE = ": still here\n\n";

/** `isThere`: whether the run can still be found; what is removed writes no record about it. */
export function streamPage(
  context: Context,
  shop: Shop,
  { project, run, isThere }: { project: Project; run: string; isThere: () => Promise<boolean> },
): Response {
  return streamSSE(context, async (stream) => {
    const gone = abortedWith(stream);
    const watch = await shop.cache.watch(project, run);
    const sent = new PartsSent();
    let wake = () => {};
    const unlisten = watch.listen(() => wake());
    gone.addEventListener("abort", () => wake(), { once: true });
    try {
      while (!gone.aborted) {
        const { seq, texts } = await latest(shop, project, watch);
        const patch = sent.patch(seq, texts);
        if (patch !== null) await stream.writeSSE({ id: `${seq}`, event: "page", data: patch });
        else await stream.write(STILL_HERE);
        await stream.sleep(PAUSE_MS);
        if (watch.replay.history.seq !== seq || gone.aborted) continue;
        const rested = Promise.withResolvers<void>();
        wake = rested.resolve;
        const timer = setTimeout(rested.resolve, LOOK_MS);
        await rested.promise;
        clearTimeout(timer);
        // The journal could not be read on: the page asks again, and the run is opened again.
        if (watch.hasFailed) return;
        // Removed under our eyes: the page asks again, and is told so.
        if (!(await isThere())) return shop.cache.forget(project, run);
      }
    } finally {
      unlisten();
    }
  });
}

interface Made {
  readonly seq: number;
  readonly texts: PartTexts;
}

interface Making {
  readonly seq: number;
  readonly at: number;
  readonly made: Promise<Made>;
}

const makings = new WeakMap<RunWatch, Making>();

/** All who look at the same moment share one making of the page. */
function latest(shop: Shop, project: Project, watch: RunWatch): Promise<Made> {
  const at = shop.now();
  const { seq } = watch.replay.history;
  const known = makings.get(watch);
  if (known && known.seq === seq && at - known.at < LOOK_MS / 2) return known.made;
  const made = pageOf(shop, project, watch.replay.run).then((page) => ({
    seq: page.over.seq,
    texts: partTexts(page),
  }));
  makings.set(watch, { seq, at, made });
  return made;
}

function abortedWith(stream: SSEStreamingApi): AbortSignal {
  const controller = new AbortController();
  stream.onAbort(() => controller.abort());
  return controller.signal;
}
