/** The demo's model as a process of its own: started, asked for its address, and ended with the demo, however that ends. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ModelProcess {
  readonly url: string;
  /** What it has told since, line by line. */
  readonly told: readonly string[];
  readonly end: () => Promise<void>;
}

export async function startModel([program = "", ...args]: readonly string[]): Promise<ModelProcess> {
  // It ends with its standard input, so also when the demo is killed.
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    ended.then(() => Promise.reject(new Error("the scripted model could not be started"))),
  ]);
  const told: string[] = [];
  lines.on("line", (line) => told.push(line));
  return {
    url,
    told,
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
