/** What a person starts in a worktree, with the terminal as it is: their shell, their editor, or an agent in its own session. */
import { spawn } from "node:child_process";
import { isProgramHere } from "../../../app/orders/program-here.ts";
import type { TaskToTake } from "../../../app/orders/take-task.ts";
import { granted, type Reply, refused } from "../../../app/reply.ts";

export interface Inside {
  readonly how: "shell" | "editor" | "agent";
  readonly command: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

export interface InsideWish {
  readonly editor?: boolean;
  readonly agent?: boolean;
}

/** How each agent resumes a session of its own, by the name of its program. */
const RESUMES: Readonly<Record<string, (session: string) => readonly [string, ...string[]]>> = {
  claude: (session) => ["claude", "--resume", session],
  codex: (session) => ["codex", "resume", session],
  gemini: (session) => ["gemini", "--resume", session],
  qwen: (session) => ["qwen", "--resume", session],
  copilot: (session) => ["copilot", "--resume", session],
  opencode: (session) => ["opencode", "--session", session],
};

/** Refused before anybody is stopped where it could not be started. */
export function insideOf(env: NodeJS.ProcessEnv, taken: TaskToTake, wish: InsideWish): Reply<Inside> {
  const inside = wishedInside(env, taken, wish);
  if (!inside.ok) return inside;
  const { how, command } = inside.value;
  return isProgramHere(command[0], env, taken.dir) ? inside : refused({ what: "no_program", program: command[0], how });
}

function wishedInside(env: NodeJS.ProcessEnv, taken: TaskToTake, { editor, agent }: InsideWish): Reply<Inside> {
  const { task, run, session } = taken;
  const own = { ...env, REEVE_OPEN: `${run}/${task}` };
  if (agent) {
    const resume = RESUMES[taken.agent] ?? RESUMES[taken.adapter];
    if (session === null || resume === undefined) return refused({ what: "no_session", task, agent: taken.agent });
    return granted({ how: "agent", command: resume(session.id), env: own });
  }
  if (editor)
    return granted({ how: "editor", command: [...words(env["VISUAL"] || env["EDITOR"] || "vi"), "."], env: own });
  return granted({ how: "shell", command: [env["SHELL"] || "/bin/sh"], env: own });
}

/** `code --wait` is a program and an argument; a path with blanks stands in quotes. No shell reads it. */
function words(command: string): [string, ...string[]] {
  const found = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];
  const [first = "vi", ...rest] = found.map(([, double, single, bare]) => double ?? single ?? bare ?? "");
  return [first, ...rest];
}

/** How it ended, where that is worth a sentence; what it did shows in the files. */
export interface Stepped {
  readonly trouble: string | null;
  readonly ms: number;
}

/** Ends when it does, however that is. */
export function stepInto({ command: [program, ...args], how, env }: Inside, dir: string): Promise<Stepped> {
  const began = performance.now();
  const ignore = () => {};
  // Ctrl-C in there is not meant for us.
  process.on("SIGINT", ignore);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: dir, env, stdio: "inherit" });
    const over = (trouble: string | null) => {
      process.off("SIGINT", ignore);
      resolve({ trouble, ms: performance.now() - began });
    };
    child.once("error", (error) => over(`${program} could not be started: ${error.message}.`));
    // A shell ends with the code of its last command, which is nobody's trouble.
    child.once("exit", (code, signal) => over(how === "shell" || code === 0 ? null : endText(program, code, signal)));
  });
}

function endText(program: string, code: number | null, signal: NodeJS.Signals | null): string {
  return `${program} ended with ${signal ?? `exit code ${code}`}.`;
}
