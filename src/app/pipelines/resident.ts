/**
 * The resident supervisor of a run's sessions: ready, idle, woken by a request in the log, idle again, shut down with the run. It
 * keeps nothing in mind: which requests are open it reads from the log and from what it answered, so it continues after any crash.
 * It looks and reports; what follows is decided by the checkpoint's task.
 */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readCheckpointPrompt } from "../../domain/spec/checkpoint-order.ts";
import type { State } from "../../engine/state.ts";
import type { Message } from "../../systems/messages/message.ts";
import { logOf } from "../../systems/messages/message-files.ts";
import { MessageReader } from "../../systems/messages/message-reader.ts";
import { MessageWriter } from "../../systems/messages/message-writer.ts";
import type { Checkers } from "../checkpoint/checkers.ts";
import { runCheckpoints } from "../checkpoint/run-checkpoints.ts";
import type { Project } from "../project/project.ts";
import { answer, isAnswered, REQUEST } from "./ask-supervisor.ts";
import type { CheckpointLook } from "./decide-checkpoint.ts";

const LOOK_MS = 150;
const ERRORS_MAX = 3;

export interface ResidentWish {
  readonly world: Checkers;
  readonly project: Project;
  readonly run: string;
  readonly now: () => number;
}

/** The folders of sessions that checkpoints of this run look at. */
export function sessionsOf(project: Project, { tasks }: State): readonly string[] {
  const found = [...tasks.values()].flatMap(({ spec }) => readCheckpointPrompt(spec.prompt)?.session ?? []);
  return [...new Set(found.map((session) => resolve(project.root, session)))];
}

/** Until `signal` aborts. */
export async function reside(wish: ResidentWish, session: string, signal: AbortSignal): Promise<void> {
  const reader = new MessageReader(logOf(session));
  let errors = 0;
  say(wish, session, "supervisor_ready", "ready", {});
  while (!signal.aborted) {
    const requests: Message[] = [];
    reader.read((message) => {
      if (isRequest(wish, message)) requests.push(message);
    });
    for (const request of requests) {
      const checkpoint = String(request.data?.["task"] ?? "");
      const look = await lookAt(wish, session, checkpoint);
      errors = look.failed ? errors + 1 : 0;
      if (look.failed) say(wish, session, "error", look.because, { task: checkpoint, request: request.id });
      if (errors === ERRORS_MAX)
        say(wish, session, "pattern_warning", `${ERRORS_MAX} errors in a row; still here`, { task: checkpoint });
      answer(wish.project, wish.run, request.id, look.failed ? unseen(look.because) : look.look);
    }
    await pause(LOOK_MS, null, { signal }).catch(() => null);
  }
  say(wish, session, "supervisor_shutdown", "shut down", {});
}

function isRequest({ project, run }: ResidentWish, { type, to, id, data }: Message): boolean {
  return type === REQUEST && to === "supervisor" && data?.["run"] === run && !isAnswered(project, run, id);
}

type Seen =
  | { readonly failed: false; readonly look: CheckpointLook }
  | { readonly failed: true; readonly because: string };

async function lookAt({ world, project, now }: ResidentWish, session: string, checkpoint: string): Promise<Seen> {
  try {
    const ran = await runCheckpoints(world, project, {
      ...{ cwd: project.root, session, only: [checkpoint], now: now(), writes: true },
    });
    if (!ran.ok) return { failed: true, because: `${checkpoint} could not be looked at (${ran.refusal.what})` };
    const { results, reports, leftOut } = ran.value;
    const result = results[0];
    if (result === undefined)
      return { failed: false, look: { verdict: "pass", risks: leftOut.map(({ because }) => because), blocks: [] } };
    const { verdict, score, risks, checks } = result;
    const blocks = checks.flatMap(({ findings }) =>
      findings.filter(({ level, accepted }) => level === "fail" && accepted === null).map(sentence),
    );
    const report = reports[0] === undefined ? {} : { report: resolve(session, reports[0]) };
    return { failed: false, look: { verdict, score, risks, blocks: verdict === "block" ? blocks : [], ...report } };
  } catch (error) {
    return { failed: true, because: `${checkpoint} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function sentence({
  what,
  evidence,
}: {
  readonly what: string;
  readonly evidence: readonly { file: string; line: number }[];
}): string {
  const [place] = evidence;
  return place === undefined ? what : `${what.replace(/\.$/, "")} (${place.file}:${place.line})`;
}

/** Nothing was seen: neither a reason to stop nor one to continue unseen, so a person is asked. */
function unseen(because: string): CheckpointLook {
  return { verdict: "block", risks: [], blocks: [because] };
}

function say({ now }: ResidentWish, session: string, type: string, summary: string, data: object): void {
  const writer = new MessageWriter(logOf(session));
  try {
    const common = { from: "supervisor", to: "coordinator", summary: `[supervisor] ${summary}` };
    writer.append({ ...common, type, data: { ...data } }, now());
  } finally {
    writer.close();
  }
}
