/**
 * What steers git as a person has looked at it and said that it is theirs: digests only, in the state folder. It holds for exactly
 * that; whatever is changed afterwards is changed again. It never looks at a run.
 */
import { hash } from "node:crypto";
import { join } from "node:path";
import { asMapping } from "../../basics/loose.ts";
import { readText } from "../files/foreign-file.ts";
import { writeWholeSync } from "../files/write-whole.ts";
import { steering } from "./git-start.ts";

const NOTE = "git-trusted.json";
const KEPT_MAX = 20;

export async function trustGit(root: string, stateDir: string): Promise<void> {
  const now = await digestOf(root);
  const known = (await digestsIn(stateDir)).filter((digest) => digest !== now);
  const digests = [...known, now].slice(-KEPT_MAX);
  writeWholeSync(join(stateDir, NOTE), JSON.stringify({ digests }), { mode: 0o600 });
}

export async function isTrustedGit(root: string, stateDir: string): Promise<boolean> {
  const known = await digestsIn(stateDir);
  return known.length > 0 && known.includes(await digestOf(root));
}

async function digestOf(root: string): Promise<string> {
  return hash("sha256", JSON.stringify(await steering(root)));
}

async function digestsIn(stateDir: string): Promise<readonly string[]> {
  try {
    const { digests } = asMapping(JSON.parse(await readText(join(stateDir, NOTE))));
    return Array.isArray(digests) ? digests.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
