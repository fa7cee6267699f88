/**
 * Whether commits that somebody else made are whole: each tree can be checked out, each object is there and is what it is said to
 * be, no name leads elsewhere. Git writes whatever it is told to (`hash-object --literally`), and such a commit would go into the
 * history for good: git itself refuses to check it out, and a server that checks what it is sent refuses the push. Git's own check
 * is asked, the one a server makes. It decides nothing and moves nothing.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git, GitResult } from "../git.ts";

/** broken: why not, in a few words; null: it is whole. */
export type Wholeness =
  | { readonly ok: true; readonly broken: string | null }
  | { readonly ok: false; readonly failure: Failure };

const WHOLE: Wholeness = { ok: true, broken: null };

/** What `known` has is taken as it is. */
export async function askWhole(git: Git, commit: string, known: readonly string[]): Promise<Wholeness> {
  if (known.includes(commit)) return WHOLE;
  const listed = await git.run(["rev-list", "--objects", commit, "--not", ...known]);
  if (!listed.ok) return found(listed);
  if (listed.out === "") return WHOLE;
  const scratch = await mkdtemp(join(tmpdir(), "reeve-whole-"));
  try {
    await mkdir(join(scratch, "pack"));
    const pack = join(scratch, "pack", "asked");
    const packed = await git.run(["pack-objects", "--quiet", "--window=0", pack], { input: listed.out });
    if (!packed.ok) return found(packed);
    const made = `${pack}-${packed.out.trim()}`;
    // What git noted beside the pack is what it was asked for; what index-pack notes is what is in it.
    await rm(`${made}.idx`, { force: true });
    // In a folder of the project this one of git's commands loses its way to the repository.
    const place = await git.run(["rev-parse", "--absolute-git-dir"]);
    if (!place.ok) return found(place);
    const env = { GIT_DIR: place.out.replace(/\n$/, "") };
    const checked = await git.run(["index-pack", await howStrict(git), "--threads=1", `${made}.pack`], { env });
    if (!checked.ok) return found(checked);
    return (await askContents(git, scratch, listed.out)) ?? (await askNames(git, commit, known));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Whoever can write to git's store can put other bytes under the name of an object: then they have another name now. */
async function askContents(git: Git, store: string, listing: string): Promise<Wholeness | null> {
  const all = ["cat-file", "--batch-all-objects", "--batch-check=%(objectname)", "--unordered"];
  const packed = await git.run(all, { env: { GIT_OBJECT_DIRECTORY: store } });
  if (!packed.ok) return found(packed);
  const there = new Set(packed.out.split("\n"));
  const isTrue = listing.split("\n").every((line) => line === "" || there.has(line.split(" ", 1)[0] ?? ""));
  return isTrue ? null : { ok: true, broken: "an object is not what its name stands for" };
}

/** In a clone that has only a part, what an entry leads to may rightly be elsewhere. Who wrote a commit, and when, is no danger. */
async function howStrict(git: Git): Promise<string> {
  const partial = await git.run(["config", "--get-regexp", "^(extensions\\.partialclone|remote\\..*\\.promisor)$"], {
    okCodes: [1],
  });
  return partial.out === "" ? `--strict=${LENIENT.map((each) => `${each}=ignore`).join(",")}` : "--fsck-objects";
}

/** Old histories have these by honest tools. */
const LENIENT = [
  "badDate",
  "badDateOverflow",
  "badEmail",
  "badName",
  "badTimezone",
  "missingEmail",
  "missingNameBeforeEmail",
  "missingSpaceBeforeDate",
  "missingSpaceBeforeEmail",
  "multipleAuthors",
  "zeroPaddedDate",
  "zeroPaddedFilemode",
];

/** No file system takes longer ones; git says nothing of them before it is to write such a file. */
const NAME_BYTES_MAX = 255;

async function askNames(git: Git, commit: string, known: readonly string[]): Promise<Wholeness> {
  const args = ["log", "--format=", "--name-only", "--no-renames", "-m", "-z", commit, "--not", ...known, "--"];
  const listed = await git.run(args);
  if (!listed.ok) return found(listed);
  const names = listed.out.split(/[\0/]/);
  const isLong = names.some((name) => Buffer.byteLength(name) > NAME_BYTES_MAX);
  return isLong ? { ok: true, broken: `a name of more than ${NAME_BYTES_MAX} bytes` } : WHOLE;
}

/** Only what git says of the objects counts against them; any other trouble is Reeve's. */
function found(result: Extract<GitResult, { ok: false }>): Wholeness {
  const { err, failure } = result;
  if (!BROKEN.test(err)) return { ok: false, failure };
  const [line = ""] = err.split("\n").filter((each) => /^(?:error|fatal): /.test(each));
  const said = line.replace(/^(?:error|fatal): (?:object [0-9a-f]{40,64}: (?:\w+: )?)?/, "");
  return { ok: true, broken: said.slice(0, SAID_LENGTH_MAX) };
}

const SAID_LENGTH_MAX = 200;
const BROKEN =
  /fsck error|did not receive expected object|expected type|not a (?:tree|commit|blob|valid)|empty filename|malformed|too-short tree|missing (?:tree|blob|commit|object)|bad (?:tree|object)|unable to (?:read|parse)|could not (?:read|parse)|cannot be parsed|corrupt/i;
