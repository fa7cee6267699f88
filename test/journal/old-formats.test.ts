/**
 * Journals that earlier formats wrote, kept as they were: each is read as it was meant then, folds to the state that is kept
 * beside it, and can be worked on.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOfAdvisor } from "../../src/domain/work/advisor.ts";
import { dependenciesOf, isFinal } from "../../src/domain/work/task.ts";
import { step } from "../../src/engine/engine.ts";
import { nextMove } from "../../src/engine/next-move.ts";
import { outstanding } from "../../src/engine/react.ts";
import { freezeState, type State, thawState } from "../../src/engine/state.ts";
import { openRuns } from "../../src/journal/open-runs.ts";
import { runFold } from "../../src/runtime/run/run-fold.ts";

const kept = fileURLToPath(new URL("../fixtures/journals", import.meta.url));
const golden = fileURLToPath(new URL("../golden/journals", import.meta.url));
const formats = readdirSync(kept).filter((name) => name.startsWith("format-"));

let place: string;

beforeAll(() => {
  // Readers of a database in WAL mode write beside it.
  place = mkdtempSync(join(tmpdir(), "reeve-formats-"));
  cpSync(kept, place, { recursive: true });
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

describe.each(formats)("a journal of %s", (format) => {
  const runs = readdirSync(join(kept, format, "runs"));

  test.each(runs)("%s says what it said then", async (run) => {
    const state = await folded(format, run);
    expect(factsOf(state)).toEqual(factsOfThen(format, run));
  });

  test.each(runs)("%s folds to the state that is kept", async (run) => {
    const state = `${JSON.stringify(freezeState(await folded(format, run)), null, 1)}\n`;
    await expect(state).toMatchFileSnapshot(join(golden, format, `${run}.json`));
  });

  test.each(runs)("%s can be worked on", async (run) => {
    const state = await folded(format, run);
    const at = state.run.heardAt + 1_000;
    const { settings } = state;
    const opened = {
      type: "run_opened",
      host: "here",
      bootId: "next",
      pid: 1,
      version: "0",
      adopted: [],
      settings,
    } as const;
    expect(step(state, opened, at, 0.5).answer.type).toBe("taken");
    for (const { id } of [...state.attempts.live.values()]) {
      const ended = {
        type: "attempt_ended",
        attempt: id,
        outcome: { type: "lost", evidence: [] },
        usage: { tokens: 0 },
      } as const;
      expect(step(state, ended, at, 0.5).answer.type).toBe("taken");
    }
    for (const task of state.tasks.values())
      if (!isFinal(task.status)) expect(nextMove(state, task), task.id).toHaveProperty("by");
    expect(outstanding(thawState(JSON.parse(JSON.stringify(freezeState(state)))))).toEqual(outstanding(state));
  });
});

async function folded(format: string, run: string): Promise<State> {
  return (await openRuns({ stateDir: join(place, format) }).state(run, runFold)).state;
}

/** In words that no shape of the state decides. */
function factsOf(state: State): unknown {
  const { run, tasks, questions, attempts, timers, merge, accounts, patterns, replans, spending } = state;
  return {
    run: { phase: run.phase, verdict: run.verdict },
    tasks: [...tasks.values()].map((task) => ({
      id: task.id,
      status: task.status,
      attempts: task.attempts,
      because: task.because?.rule ?? null,
      question: task.question,
      retries: task.counts.retries,
      tokens: task.usage.tokens,
      dependencies: dependenciesOf(task),
    })),
    questions: [...questions.open.values()].map(({ id, tasks: waiting, text }) => ({ id, tasks: waiting, text })),
    attempts: [...attempts.live.values()].map(({ id, phase, agent }) => ({ id, phase, agent })),
    timers: [...timers.values()].map(({ at }) => at).sort((a, b) => a - b),
    mergeQueue: merge.queue,
    heldAccounts: [...accounts.held].map(([account, { until }]) => ({ account, until })),
    patterns: [...patterns.found.values()].map(({ id, members, fix }) => ({ id, members, fix })),
    replans: [...replans.open.keys()],
    totals: { tokens: spending.usage.tokens, usd: spending.usage.usd },
  };
}

interface Facts {
  readonly tasks: readonly { readonly id: string; readonly dependencies: readonly string[] }[];
  readonly attempts: readonly { readonly phase: string }[];
}

/** As the code of that format said it. Advisors were tasks then, and a deferred start was called held. */
function factsOfThen(format: string, run: string): unknown {
  const {
    records: _records,
    head: _head,
    ...facts
  } = JSON.parse(readFileSync(join(kept, format, "runs", run, "facts.json"), "utf8")) as Facts & {
    readonly records: number;
    readonly head: unknown;
  };
  return {
    ...facts,
    tasks: facts.tasks
      .filter(({ id }) => !isOfAdvisor(id))
      .map((task) => ({ ...task, dependencies: task.dependencies.filter((id) => !isOfAdvisor(id)) })),
    attempts: facts.attempts.map((attempt) => (attempt.phase === "held" ? { ...attempt, phase: "deferred" } : attempt)),
  };
}
