/** Brings the notes with receipts to a remote, so that clones can fetch them. Never by force: others may have notes there. */
import type { Git } from "../git/git.ts";
import { NOTES_REF } from "../receipts/notes.ts";
import { commitAt } from "./ancestry.ts";
import { saidBy } from "./said-by.ts";

const PUSH_MS_MAX = 10 * 60_000;

/** Null: they are there. Undefined: there are none to push. Otherwise why not; the end of a sentence. */
export async function pushNotes(git: Git, remote: string): Promise<string | null | undefined> {
  if ((await commitAt(git, NOTES_REF)) === null) return undefined;
  const args = ["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"];
  const push = await git.run([...args, "--", remote, `${NOTES_REF}:${NOTES_REF}`], { timeoutMs: PUSH_MS_MAX });
  if (push.ok) return null;
  if (/\(non-fast-forward\)|\(fetch first\)/.test(push.out))
    return `${remote} has other notes under ${NOTES_REF}; fetch and merge them first, as docs/receipts.md says`;
  return push.failure.class === "git_state" ? saidBy(push.err) : push.failure.message.replace(/\.$/, "");
}
