/** Whether git lacks objects of a commit: pruned, or lost with a disk. Only where git itself says so; any other trouble is no loss. */
import type { Git } from "../git.ts";

/** What git says is missing of `commit` beyond what `known` has; null: it says nothing of the kind. */
export async function lostOf(git: Git, commit: string, known: string): Promise<string | null> {
  const whole = await git.run(["rev-list", "--objects", "--quiet", commit, "--not", known]);
  if (whole.ok || !GONE.test(whole.err)) return null;
  return (whole.err.trim().split("\n")[0] ?? "").replace(/^(?:fatal|error): /, "").slice(0, 200);
}

const GONE =
  /missing (?:object|blob|tree|commit)|bad object [0-9a-f]{40,64}|could not parse (?:object|commit)|could not read [0-9a-f]{40,64}|unable to (?:read|parse)[^\n]*[0-9a-f]{40,64}|failed to traverse/i;
