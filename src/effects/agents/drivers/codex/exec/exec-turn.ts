/** One run of `codex exec --json`: the prompt goes in as its whole input, events come out. It cannot be told anything meanwhile. */
import type { DriverIo, ProcessExit } from "../../driver.ts";
import type { CodexCommand } from "../codex-command.ts";
import { passComplaints } from "../complaints.ts";
import { watchSilence } from "../silence-watch.ts";
import { ExecReader } from "./exec-reader.ts";

export interface ExecEnd {
  readonly reader: ExecReader;
  readonly exit: ProcessExit;
  readonly err: string;
  /** It was ended because nothing was heard. */
  readonly silent: boolean;
}

const GRACE_MS = 1_000;

export async function runExec(
  { command, env }: CodexCommand,
  prompt: string,
  io: DriverIo,
  silenceMs: number,
): Promise<ExecEnd> {
  // Left open, its input would keep it waiting for ever.
  const child = io.spawn(command, { env, stdin: "pipe" });
  passComplaints(child);
  child.write(prompt);
  child.endInput();
  const reader = new ExecReader();
  let silent = false;
  const watch = watchSilence(io, silenceMs, {
    isUsingTool: () => reader.isUsingTool,
    onSilence: () => {
      silent = true;
      void io.endAll(GRACE_MS);
    },
  });
  for await (const line of child.lines) {
    watch.heard();
    for (const event of reader.read(line)) io.emit(event);
  }
  const exit = await child.exit;
  watch.close();
  return { reader, exit, err: child.errTail(), silent };
}
