/** The port `Runs` over any store: what all adapters do alike. It keeps nothing itself. */
import { setTimeout as wait } from "node:timers/promises";
import { JournalError } from "../journal-error.ts";
import type { Fold } from "../rules.ts";
import type { MailName, MailOutcome, OpenOptions, OpenRun, Runs, StateView } from "../runs.ts";
import { FORMAT, type Format } from "../upgrade/upgrade.ts";
import { patiently } from "./patience.ts";
import { readRecords, readStored, restore } from "./replay.ts";
import { RunJournal } from "./run-journal.ts";
import type { RecordReader, RunStore } from "./run-store.ts";
import { tail } from "./tail.ts";

export function runsOver(store: RunStore, format: Format = FORMAT): Runs {
  return {
    list: async () => store.list(),
    create: async (elsewhere = []) => store.create(elsewhere),
    exclusively: (work) => exclusively(store, work),
    lease: (run) => lease(store, run),
    holder: async (run) => store.holder(run),
    open: ({ run }, options) =>
      patiently(() => openRun(store, format, run, options), options.patience, new AbortController().signal),
    state: (run, fold) => stateOf(store, format, run, fold),
    read: (run, from) => withReader(store, format, run, (reader) => readRecords(reader, from, format)),
    readStored: (run, from) => withReader(store, format, run, (reader) => readStored(reader, from, format)),
    tail: (run, from, signal) => withReader(store, format, run, (reader) => tail(reader, format, from, signal)),
    post: async (run, mail) => store.post(run, mail),
    answer: (run, name, timeoutMs, signal) => answerTo(store, format, run, { name, timeoutMs, signal }),
    waiting: (run) => waitingIn(store, format, run),
    verify: async (run) => store.verify(run, format),
  };
}

const EXCLUSIVE_TRIES = 200;
const EXCLUSIVE_MS = 50;

async function exclusively<T>(store: RunStore, work: () => Promise<T>): Promise<T> {
  for (let i = 0; i < EXCLUSIVE_TRIES; i += 1) {
    const lock = await store.lock(null);
    if (!("heldBy" in lock)) return work().finally(lock.release);
    await wait(EXCLUSIVE_MS);
  }
  throw new Error("another Reeve has been choosing a run here for too long; try again");
}

async function lease(store: RunStore, run: string): ReturnType<Runs["lease"]> {
  const lock = await store.lock(run);
  return "heldBy" in lock ? lock : { run, release: async () => lock.release() };
}

/** Between the look and the opening somebody else may still append, who does not know yet that he lost the lease. */
const OPEN_TRIES = 5;

async function openRun<S, I, E, F, A>(
  store: RunStore,
  format: Format,
  run: string,
  options: OpenOptions<S, I, E, F, A>,
): Promise<OpenRun<S, I, A>> {
  await store.begin(run, format);
  for (let tries = 1; ; tries += 1) {
    // By a reader: on a damaged journal nothing may be opened for writing, which could tidy evidence away.
    const restored = await reading(store, format, run, false, (reader) => restore(options.rules, reader, format));
    try {
      const writer = await store.writer(run, { format, after: restored.end });
      return new RunJournal({ run, writer, format }, options, restored);
    } catch (error) {
      const isLate = error instanceof JournalError && error.kind === "conflict";
      if (!isLate || tries === OPEN_TRIES) throw error;
    }
  }
}

async function stateOf<S, E>(store: RunStore, format: Format, run: string, fold: Fold<S, E>): Promise<StateView<S>> {
  return reading(store, format, run, true, async (reader) => {
    const { state, end } = await restore(fold, reader, format);
    return { state, head: { seq: end.seq, at: end.at } };
  });
}

interface Awaited {
  readonly name: MailName;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

async function answerTo<A>(
  store: RunStore,
  format: Format,
  run: string,
  { name, timeoutMs, signal }: Awaited,
): Promise<MailOutcome<A> | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const abort = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  return reading(store, format, run, false, async (reader) => {
    const changes = reader.changes();
    try {
      for (;;) {
        const outcome = await reader.outcome(name);
        if (outcome === undefined) throw noSuchMail(reader.path, name);
        if (outcome !== null) return JSON.parse(outcome);
        if (abort.aborted) return null;
        await changes.next(abort);
      }
    } finally {
      changes.close();
    }
  });
}

function noSuchMail(path: string, { sender, number }: MailName): JournalError {
  return new JournalError("missing", path, `There is no mail ${number} of ${sender} in ${path}. Check its name.`);
}

const WAITING_MAX = 100_000;

async function waitingIn(store: RunStore, format: Format, run: string): ReturnType<Runs["waiting"]> {
  const mail = await reading(store, format, run, false, async (reader) => reader.waitingMail(WAITING_MAX));
  return mail.map(({ name, at, from, input }) => ({ name, at, from, input: parsed(input) }));
}

/** Anybody may have written it there; whoever takes it refuses what is nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function reading<T>(
  store: RunStore,
  format: Format,
  run: string,
  asOfNow: boolean,
  work: (reader: RecordReader) => Promise<T>,
): Promise<T> {
  const reader = await store.reader(run, format, asOfNow);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}

async function* withReader<T>(
  store: RunStore,
  format: Format,
  run: string,
  work: (reader: RecordReader) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const reader = await store.reader(run, format, false);
  try {
    yield* work(reader);
  } finally {
    await reader.close();
  }
}
