/**
 * `reeve logs TASK`: what the task's agents did, newest attempt by default, safe for a terminal: said, edited, ran, with what
 * came of it. `--raw` and `--json` show the lines as they were printed; an agent that prints plain text is shown that way.
 */
import { type OutputWish, readOutput, readTranscript } from "../../../app/look/output.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Deed } from "../../../domain/words/deed.ts";
import { deedLines, outcomeLines } from "../../terminal/log/deed-lines.ts";
import { bytesOf, lookOf } from "../../terminal/paint/look.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface LogsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly attempt?: number;
  readonly raw?: boolean;
}

export async function logsCommand(
  io: Io,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  task: string,
  options: LogsOptions,
): Promise<ExitCode> {
  const { run, attempt, follow = false, json, raw = false } = options;
  const wish = { run, task, attempt, follow, signal };
  return json || raw ? showRaw(io, wish, json) : showDeeds(io, env, wish);
}

async function showRaw(io: Io, wish: OutputWish, json: boolean | undefined): Promise<ExitCode> {
  const output = await readOutput(findProject(io.cwd), wish);
  if (!output.ok) return refuse(io, json, output.refusal);
  for await (const { stream, text } of output.value.parts) {
    if (json) printJson(io, { attempt: output.value.attempt, stream, text });
    else if (stream === "out") io.out(`${text}\n`);
    else io.err(`${text}\n`);
  }
  return EXIT.ok;
}

async function showDeeds(io: Io, env: NodeJS.ProcessEnv, wish: OutputWish): Promise<ExitCode> {
  const transcript = await readTranscript(findProject(io.cwd), wish);
  if (!transcript.ok) return refuse(io, false, transcript.refusal);
  const show = deedShower(io, env);
  let shown = -1;
  /** A call waits for what comes of it, so that both stand in one place; who follows sees it begin. */
  const held = new Map<number, Deed>();
  const flush = (all: boolean) => {
    for (const deed of held.values()) {
      if (!all && isOpen(deed)) return;
      held.delete(deed.index);
      show(deed, deed.index <= shown);
      shown = Math.max(shown, deed.index);
    }
  };
  for await (const deed of transcript.value.deeds) {
    held.set(deed.index, deed);
    flush(wish.follow);
  }
  flush(true);
  return EXIT.ok;
}

const CALLS: readonly Deed["kind"][] = ["edits", "runs", "reads", "calls"];

function isOpen({ kind, ok }: Deed): boolean {
  return ok === null && CALLS.includes(kind);
}

/** `isKnown`: its call stands there already, and this is what came of it. Without a terminal nothing is cut. */
function deedShower(io: Io, env: NodeJS.ProcessEnv): (deed: Deed, isKnown: boolean) => void {
  const look = io.isTty ? lookOf(env) : ({ colours: 0, signs: true } as const);
  return (deed, isKnown) => {
    if (deed.kind === "prints") return io.out(`${deed.text}\n`);
    if (deed.kind === "complains") return io.err(`${deed.text}\n`);
    const view = { width: io.isTty ? io.size().columns : Number.POSITIVE_INFINITY };
    const lines = isKnown ? outcomeLines(deed, view) : deedLines(deed, view);
    for (const line of lines) io.out(`${bytesOf(line, look).trimEnd()}\n`);
  };
}
