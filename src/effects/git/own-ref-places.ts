/**
 * What keeps git from writing one of Reeve's own refs: a lock that nobody lets go of (git holds one for milliseconds, and leaves it
 * when it is killed or stopped in between), or a ref in a place where Reeve's needs a folder, or below it. Such a lock is removed, such a
 * ref gets another name, so that no commit is lost. Whatever else is in the repository is not touched.
 */
import { lstat, rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Git } from "./git.ts";

export const PLACE_ROUNDS_MAX = 12;

/** Whether it is worth another try: a git that said this failed at something that is gone now, or may be soon. */
export async function clearOwnRefPlace(git: Git, err: string): Promise<boolean> {
  return (await letGo(err)) || (await moveAside(git, err));
}

const LOCK = /Unable to create '([^'\n]+\/refs\/(?:(?:heads\/)?reeve\/[^'\n]+|notes\/reeve)\.lock)': File exists/;
const HELD_MS_MAX = 2_000;
const WAIT_MS = 250;

async function letGo(err: string): Promise<boolean> {
  const [, lock] = LOCK.exec(err) ?? [];
  if (lock === undefined || lock.includes("/../")) return false;
  const found = await lstat(lock).catch(() => null);
  if (found !== null && Date.now() - found.ctimeMs > HELD_MS_MAX) await rm(lock, { recursive: true, force: true });
  else await setTimeout(WAIT_MS);
  return true;
}

const OBSTACLE = /'(refs\/(?:(?:heads\/)?reeve|notes\/reeve)\/[^'\n]+)' exists; cannot create '(refs\/[^'\n]+)'/;
/** Refs that were moved keep their commits here. */
const ASIDE = "refs/reeve-in-the-way/";

async function moveAside(git: Git, err: string): Promise<boolean> {
  const [, obstacle, wanted] = OBSTACLE.exec(err) ?? [];
  if (obstacle === undefined || wanted === undefined) return false;
  const listed = await git.run(["for-each-ref", "--format=%(objectname) %(refname)", obstacle, `${wanted}/`]);
  const lines = listed.out.split("\n").filter((line) => line !== "");
  const orders = lines.flatMap((line) => {
    const [commit = "", ref = ""] = line.split(/ (.*)/s);
    const isInTheWay = ref === obstacle || ref.startsWith(`${wanted}/`);
    return isInTheWay ? [`update ${ASIDE}${commit} ${commit}\n`, `delete ${ref} ${commit}\n`] : [];
  });
  if (!listed.ok || orders.length === 0) return false;
  const input = [...new Set(orders)].join("");
  return (await git.run(["update-ref", "-m", "reeve: in the way", "--stdin"], { input })).ok;
}
