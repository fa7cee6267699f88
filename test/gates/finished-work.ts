/** Grounds to try single gates on: a real folder, a change that is said to have happened, and a run that is written down. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { GateResult, VerifyOrder } from "../../src/domain/proof/gate.ts";
import type { OwnParts } from "../../src/domain/proof/own-parts.ts";
import type { TaskSpec } from "../../src/domain/spec/plan.ts";
import type { DoneResult } from "../../src/domain/work/outcome.ts";
import type { CheckRun } from "../../src/effects/gates/check/run-check.ts";
import type { FinishedWork, GroundingGate, SealedWork } from "../../src/effects/gates/grounding/grounding-gates.ts";
import { folderFiles } from "../../src/effects/gates/grounding/work-files.ts";
import { type PastPart, readings } from "../../src/effects/gates/secrets/branch-history.ts";

export interface WorkSketch {
  /** In the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** At the base commit. */
  readonly base?: Readonly<Record<string, string>>;
  /** What its commits bring in besides. */
  readonly past?: readonly PastPart[];
  readonly created?: readonly string[];
  /** All changed paths beside the created ones. */
  readonly changed?: readonly string[];
  readonly unresolved?: readonly string[];
  readonly skipped?: readonly string[];
  /** What others had made before, where nothing changed. */
  readonly already?: SealedWork["already"];
  readonly upstream?: readonly string[];
  readonly noGit?: boolean;
  readonly spec?: Partial<TaskSpec>;
  readonly result?: Partial<DoneResult>;
  readonly owned?: Readonly<Record<string, string>>;
  readonly ends?: Partial<CheckRun>;
  readonly own?: OwnParts;
}

export function finishedWork(sketch: WorkSketch = {}): FinishedWork {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-work-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(sketch.files ?? {})) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const sealed = sketch.noGit ? null : sealedWork(dir, sketch);
  const order = anOrder(sketch);
  return {
    order,
    dir,
    files: folderFiles(dir),
    sealed,
    paths: sealed?.paths ?? [...order.result.files_created, ...order.result.files_modified],
    baseText: async (path) => sketch.base?.[path],
    history: async function* () {
      const now = (sealed?.paths ?? []).flatMap((path) => {
        const text = sketch.files?.[path];
        return text === undefined ? [] : readings(text).map((each) => ({ path, text: each, isNow: true }));
      });
      yield { type: "texts", texts: now };
      yield* sketch.past ?? [];
    },
    own: sketch.own ?? null,
    strayLinks: async () => ({ links: [], unnamed: [], refused: null }),
    run: async () => ({
      exit: { code: 0, signal: null },
      timedOut: false,
      aborted: false,
      output: "",
      tookMs: 5,
      at: 0,
      ...sketch.ends,
    }),
    scan: null,
  };
}

export function anOrder({ spec, result, upstream, owned = {} }: WorkSketch = {}): VerifyOrder {
  const blank = {
    prompt: "do it",
    role: "worker",
    dependsOn: [],
    files: [],
    agent: "a",
    budget: {},
    priority: 0,
  } as const;
  const checks = { gates: [], commitments: [], acceptance: [], tags: [] } as const;
  const lists = { files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] };
  return {
    attempt: "t1.1",
    task: "t1",
    spec: { id: "t1", title: "Do it", ...blank, ...checks, ...spec },
    result: { status: "done", task_id: "t1", ...lists, ...result },
    owned: new Map(Object.entries(owned)),
    builtOn: [],
    ...(upstream && { upstream }),
  };
}

function sealedWork(
  dir: string,
  { created = [], changed = [], unresolved = [], skipped = [], already }: WorkSketch,
): SealedWork {
  const paths = [...created, ...changed];
  const counts = { files: paths.length, insertions: 3, deletions: 1 };
  const lists = { created, modified: changed, deleted: [] };
  return {
    type: "sealed",
    dir,
    commit: "c2",
    base: "c1",
    changed: { ...lists, ...counts },
    paths,
    unresolved,
    skipped,
    ...(already && { already }),
  };
}

/** What the gate says, where it says one thing. */
export async function judged(gate: GroundingGate, sketch: WorkSketch): Promise<GateResult> {
  const [result, ...others] = await allJudged(gate, finishedWork(sketch));
  expect(others).toEqual([]);
  if (!result) throw new Error("the gate said nothing");
  return result;
}

export async function allJudged(gate: GroundingGate, work: FinishedWork): Promise<readonly GateResult[]> {
  const answer = await gate(work);
  if ("failure" in answer) throw new Error(JSON.stringify(answer.failure));
  return answer;
}
