/** A program that takes a message: found, given its input, ended when it takes too long. What it prints is not kept; it never sees a shell. */
import { findProgram } from "../agents/host/find-program.ts";
import { runProgram } from "../processes/run-program.ts";
import { notSent, SENT, type Sent } from "./message.ts";

export interface ReceiverCall {
  readonly command: readonly string[];
  readonly input?: string;
  /** Also looked in for the program. */
  readonly folders?: readonly string[];
}

export interface ReceiverPlace {
  /** Where reeve.yaml lies: it runs there. */
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;
const OUTPUT_BYTES_MAX = 65_536;
const DETAIL_MAX = 200;

export async function runReceiver(
  { command, input, folders = [] }: ReceiverCall,
  { project, env, signal }: ReceiverPlace,
): Promise<Sent> {
  const [name = "", ...args] = command;
  const found = findProgram(name, project, [env["PATH"] ?? "", ...folders].join(":"));
  if (!found.ok) return notSent(`the program ${name} was not found`, true);
  const end = await runProgram({
    program: found.path,
    args,
    cwd: project,
    env,
    input,
    signal,
    timeoutMs: TIMEOUT_MS,
    bytesMax: OUTPUT_BYTES_MAX,
  });
  if (end.exitCode === 0) return SENT;
  if (end.timedOut) return notSent(`${name} did not end within ${TIMEOUT_MS / 1_000} s`);
  if (end.isMaxBuffer) return notSent(`${name} printed more than a receiver should`, true);
  if (end.code !== undefined) return notSent(`${name} could not be started (${end.code})`, end.code === "EACCES");
  const said = end.err.trim().split("\n").at(-1)?.slice(0, DETAIL_MAX) ?? "";
  const how = end.exitCode === undefined ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
  return notSent(`${name} ${how}${said === "" ? "" : `: ${said}`}`);
}
