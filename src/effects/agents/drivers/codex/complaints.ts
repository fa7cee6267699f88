/** What Codex writes to its standard error is passed on for whoever looks into a failure, except for what never matters. */
import type { DrivenProcess } from "../driver.ts";

/** Which program it will use for a sandbox changes nothing; that it reads its input is what it was told to do. */
const IDLE = /could not find bubblewrap|^Reading (?:additional input|prompt) from stdin/;

export function passComplaints(child: DrivenProcess): void {
  child.onErrLine((line) => {
    if (!isIdle(line)) process.stderr.write(`${line}\n`);
  });
}

export function isIdle(text: string): boolean {
  return IDLE.test(text);
}
