/**
 * What steers git in a repository, as it was when a run began, beside Reeve's own copy of the configuration; and what of it
 * is otherwise now. Agents can write all of it. It only looks: whether a difference is in the way is decided elsewhere.
 */
import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBytes, readText } from "../files/foreign-file.ts";
import { changedSettings, readSettings, type Setting, steeringSettings } from "./flat-config.ts";
import { type Git, openGit } from "./git.ts";

interface Start {
  /** Path below git's folder → digest of the file; absent: it was not there. */
  readonly files: Readonly<Record<string, string>>;
  /** Refs that put one object in another's place → what they put there. */
  readonly replaced: Readonly<Record<string, string>>;
}

/** Attributes choose filters and merges, grafts and alternates what history is and where it comes from. */
const FILES = ["info/attributes", "info/grafts", "objects/info/alternates"];
const NOTE = "start.json";

/** `dir` is Reeve's own git folder of the run. */
export async function noteStart(git: Git, commonDir: string, dir: string): Promise<void> {
  await writeFile(join(dir, NOTE), JSON.stringify(await lookAt(git, commonDir)));
}

/** Names of what is otherwise than when the run began: settings, files below git's folder, refs. Empty: nothing is. */
export async function changedSinceStart(root: string, dir: string): Promise<readonly string[]> {
  const before = await settingsAtStart(dir);
  if (before === null) return [];
  const git = openGit(root);
  const place = await git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const now = await readSettings(git, root);
  if (!place.ok || !now.ok) return ["config"];
  const settings = changedSettings(shared(before), shared(now.settings));
  const [was, is] = [await readStart(dir), await lookAt(git, place.out.replace(/\n$/, ""))];
  return was === null
    ? settings
    : [...settings, ...differing(was.files, is.files), ...differing(was.replaced, is.replaced)];
}

/** All that steers git here, as it is now: to be compared with itself later. */
export async function steering(root: string): Promise<unknown> {
  const git = openGit(root);
  const place = await git.run(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const now = await readSettings(git, root);
  if (!place.ok || !now.ok) return null;
  return [steeringSettings(shared(now.settings)), await lookAt(git, place.out.replace(/\n$/, ""))];
}

/** What is larger is no file of git's. */
const STEERING_BYTES_MAX = 16 * 1024 * 1024;

async function lookAt(git: Git, commonDir: string): Promise<Start> {
  const files = await Promise.all(
    FILES.map(async (name) => {
      const text = await readBytes(join(commonDir, name), STEERING_BYTES_MAX, { follow: true });
      return text === null ? [] : [[name, hash("sha256", text)] as const];
    }),
  );
  const refs = await git.run(["for-each-ref", "--format=%(refname) %(objectname)", "refs/replace"]);
  const lines = refs.out.split("\n").filter((line) => line !== "");
  const replaced = lines.map((line) => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""] as const);
  return { files: Object.fromEntries(files.flat()), replaced: Object.fromEntries(replaced) };
}

/** What is true of one checkout only is no part of Reeve's copy. */
function shared(settings: readonly Setting[]): readonly Setting[] {
  return settings.filter(({ name }) => !OF_A_PLACE.has(name));
}

export const OF_A_PLACE: ReadonlySet<string> = new Set(["core.worktree", "core.bare"]);

function differing(was: Readonly<Record<string, string>>, is: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
}

async function readStart(dir: string): Promise<Start | null> {
  try {
    return JSON.parse(await readText(join(dir, NOTE))) as Start;
  } catch {
    return null;
  }
}

/** Null where this run has no such folder. */
async function settingsAtStart(dir: string): Promise<readonly Setting[] | null> {
  const file = join(dir, "config");
  if ((await readBytes(file, STEERING_BYTES_MAX)) === null) return null;
  const listed = await openGit(dir).run(["config", "--file", file, "--list", "--null"], { elsewhere: true });
  if (!listed.ok) return null;
  return listed.out.split("\0").flatMap((field) => {
    const end = field.indexOf("\n");
    if (field === "") return [];
    return [end < 0 ? { name: field, value: null } : { name: field.slice(0, end), value: field.slice(end + 1) }];
  });
}
