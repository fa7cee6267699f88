/** What a person starts in a worktree, with the terminal as it is: their shell, their editor, or an agent in its own session. */
import { spawn } from "node:child_process";
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

export function insideOf(env: NodeJS.ProcessEnv, taken: TaskToTake, { editor, agent }: InsideWish): Reply<Inside> {
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

/** `code --wait` is a program and an argument; no shell reads it. */
function words(command: string): [string, ...string[]] {
  const [first = "vi", ...rest] = command.trim().split(/\s+/);
  return [first, ...rest];
}

/** Ends when it does, however that is; what it did shows in the files. */
export function stepInto({ command: [program, ...args], env }: Inside, dir: string): Promise<void> {
  const ignore = () => {};
  // Ctrl-C in there is not meant for us.
  process.on("SIGINT", ignore);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: dir, env, stdio: "inherit" });
    const over = () => {
      process.off("SIGINT", ignore);
      resolve();
    };
    child.once("error", (error) => {
      process.stderr.write(`reeve: ${program} could not be started: ${error.message}\n`);
      over();
    });
    child.once("exit", over);
  });
}
