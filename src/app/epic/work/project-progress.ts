/**
 * Writes into an item's row how its run stands while it is worked: whenever the status of its task changes, and now and then
 * that it lives, so that nobody takes it for idle. Never more than one write at a time; a tick that asks somebody is not
 * disturbed. A write that fails is left out: the end of the worker is told in any case.
 */
import type { State } from "../../../engine/state.ts";
import { holderOf } from "../../../journal/sqlite/folder-lock.ts";
import { readBody } from "../../../systems/epic/body/read-body.ts";
import { withProgress } from "../../../systems/epic/dispatch/worker-signal.ts";
import { type BodyStore, updateBody } from "../../../systems/epic/store/body-store.ts";
import { stampOf } from "../edit-epic.ts";

export interface Progress {
  readonly item: string;
  readonly dispatch: string;
  readonly store: BodyStore;
  /** Of the ticks of this body. */
  readonly tickLock: string;
  readonly now: () => number;
  readonly state: () => Promise<State>;
}

const ALIVE_MS = 10 * 60_000;

/** To be called for each record of the run; what is still being written at the end is waited for by `settled`. */
export function projectProgress(about: Progress): { readonly look: () => void; readonly settled: () => Promise<void> } {
  let told = "";
  let toldAt = about.now();
  let isWanted = false;
  let writing: Promise<void> | null = null;
  const once = async (): Promise<void> => {
    const words = wordsOf(await about.state());
    const at = about.now();
    const isDue = words !== null && (words !== told || at - toldAt >= ALIVE_MS);
    if (!isDue || holderOf(about.tickLock) !== null) return;
    [told, toldAt] = [words, at];
    await write(about, words, at);
  };
  const rounds = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await once().catch(() => undefined);
    }
    writing = null;
  };
  return {
    look: () => {
      isWanted = true;
      writing ??= rounds();
    },
    settled: async () => writing ?? undefined,
  };
}

/** The one task of the run; null: it has come to its end. */
function wordsOf({ tasks }: State): string | null {
  const [task] = [...tasks.values()];
  if (task === undefined || task.status === "done" || task.status === "given_up" || task.status === "skipped")
    return null;
  const attempt = task.attempts === 0 ? "" : `, attempt ${task.attempts}`;
  return `${task.status.replaceAll("_", " ")}${attempt}`;
}

async function write({ store, item, dispatch }: Progress, words: string, at: number): Promise<void> {
  const change = (text: string): string | null => {
    const read = readBody(text, store.file);
    return read.ok ? withProgress(read.body, { item, dispatch, now: words, at: stampOf(at) }) : null;
  };
  await updateBody(store, change, `Epic: ${item} is ${words}`);
}
