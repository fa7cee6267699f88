/**
 * Reeve's side of the starter: sends requests, starts the starter when it is needed, and starts the next one when it
 * dies or does not answer, with all that was still unanswered. Whoever asks does not notice.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { jsonLine } from "../../basics/json-line.ts";
import { BugError } from "../../domain/bug.ts";
import type { StarterAnswer, StarterRequest, StarterVerb, StarterVerbs } from "./starter-protocol.ts";
import { type PulseOptions, takePulse } from "./starter-pulse.ts";

/** The helper could not be run, or could not do what it was asked. An operating failure, not a bug. */
export class StarterError extends Error {
  override readonly name = "StarterError";
}

export interface StarterClient {
  readonly ask: <V extends StarterVerb>(verb: V, body: StarterVerbs[V][0]) => Promise<StarterVerbs[V][1]>;
  /** Its pid while it runs. */
  readonly pid: () => number | undefined;
  /** Lets the starter go. What is unanswered is never answered. Ends no keeper. */
  readonly close: () => Promise<void>;
}

/** Deaths in a row without an answer between them. */
const DEATHS_MAX = 5;

/** What it does ends with Reeve's end of its input; one that hangs is not waited for. */
const CLOSE_MS_MAX = 10_000;
/** Of the question that only tells whether it is awake. */
const PULSE_ID = 0;

export function createStarterClient(
  program: readonly string[] = starterProgram(),
  pulseMs: Pick<PulseOptions, "tickMs"> = {},
): StarterClient {
  const pending = new Map<number, Pending>();
  let child: ChildProcess | undefined;
  let lastId = 0;
  let deaths = 0;
  let closed = false;

  const run = (): ChildProcess => {
    const started = spawnStarter(program, (answer) => {
      deaths = 0;
      if (answer.id === PULSE_ID) pulse.answered();
      resolvePending(pending, answer);
    });
    void started.whenGone.then((reason) => {
      if (child === started.process) child = undefined;
      deaths += 1;
      if (deaths >= DEATHS_MAX) rejectAll(pending, reason);
      if (!closed && pending.size > 0) for (const { request } of pending.values()) send(request);
    });
    return started.process;
  };
  const send = (request: StarterRequest): void => {
    child ??= run();
    child.stdin?.write(`${jsonLine(request)}\n`);
  };

  const pulse = takePulse({
    child: () => child,
    isAsked: () => pending.size > 0,
    ask: () => send({ id: PULSE_ID, verb: "boot_id", body: {} }),
    ...pulseMs,
  });

  return {
    ask: (verb, body) => {
      if (closed) throw new BugError(`the starter was asked to ${verb} after it was closed`);
      lastId += 1;
      const request = { id: lastId, verb, body };
      return new Promise((resolve, reject) => {
        pending.set(request.id, {
          request,
          resolve: (answer) => resolve(answer as StarterVerbs[typeof verb][1]),
          reject,
        });
        send(request);
      });
    },
    pid: () => child?.pid,
    close: async () => {
      closed = true;
      pending.clear();
      pulse.stop();
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      last.stdin?.end();
      last.kill("SIGCONT");
      const lastResort = setTimeout(() => last.kill("SIGKILL"), CLOSE_MS_MAX);
      await once(last, "close");
      clearTimeout(lastResort);
    },
  };
}

interface Pending {
  readonly request: StarterRequest;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: StarterError) => void;
}

function resolvePending(pending: Map<number, Pending>, answer: StarterAnswer): void {
  const asked = pending.get(answer.id);
  pending.delete(answer.id);
  if ("problem" in answer) asked?.reject(new StarterError(`${asked.request.verb}: ${answer.problem}`));
  else asked?.resolve(answer.answer);
}

function rejectAll(pending: Map<number, Pending>, reason: string): void {
  const open = [...pending.values()];
  pending.clear();
  for (const { reject } of open) reject(new StarterError(`Reeve's helper process does not run: ${reason}`));
}

/** Detached: Ctrl-C in the terminal goes to Reeve alone, and the starter ends when Reeve's end of its input closes. */
function spawnStarter(program: readonly string[], onAnswer: (answer: StarterAnswer) => void): Started {
  const [file = process.execPath, ...args] = program;
  const child = spawn(file, args, { detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  child.stderr?.on("data", (chunk) => {
    complaint = `${complaint}${String(chunk)}`.slice(-COMPLAINT_LENGTH_MAX);
  });
  // A write to a starter that has just died; its end is told by `close`.
  child.stdin?.on("error", () => {});
  if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => onAnswer(JSON.parse(line)));
  const whenGone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(`it ended with ${signal ?? code} ${complaint}`.trim()));
  });
  return { process: child, whenGone };
}

interface Started {
  readonly process: ChildProcess;
  /** Resolves with the reason. */
  readonly whenGone: Promise<string>;
}

const COMPLAINT_LENGTH_MAX = 2_000;

/** The same extension as this file: `.ts` in development, `.js` when built. */
function starterProgram(): readonly string[] {
  const extension = extname(fileURLToPath(import.meta.url));
  // Little memory: it lives as long as Reeve and keeps next to nothing.
  return [
    process.execPath,
    "--max-semi-space-size=1",
    fileURLToPath(new URL(`./starter${extension}`, import.meta.url)),
  ];
}
