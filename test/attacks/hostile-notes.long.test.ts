/**
 * Receipts of a clone that somebody has worked on: notes edited, swapped, moved, deleted, made huge or made of garbage; history
 * written anew; a run chain made up. `reeve verify` without a state folder and without a network. Real git, the built command.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { reeveIn } from "../e2e/receipt-kit.ts";
import { gitIn } from "../repository.ts";
import { aPlace, sealed } from "./attack-kit.ts";

const PLAN = planOf("id: a, gates: [test -f a.txt]", "id: b, depends_on: [a], gates: [test -f b.txt]");

/** Worked, landed, cloned with its notes; the origin is gone, so that nothing can be asked. */
function aClone(merge = false): {
  readonly dir: string;
  readonly git: (...args: string[]) => string;
  readonly it: GitProject;
} {
  const it = aGitProject(PLAN, { a: writes("a.txt", "a"), b: writes("b.txt", "b") });
  expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  expect(it.project.reeve("land", ...(merge ? ["--merge"] : []))).toMatchObject({ code: 0 });
  const dir = join(aPlace(), "clone");
  gitIn(
    it.project.dir,
    "clone",
    "--quiet",
    "--no-local",
    "--config",
    "remote.origin.fetch=+refs/notes/*:refs/notes/*",
    it.project.dir,
    dir,
  );
  const git = (...args: string[]) => gitIn(dir, ...args);
  git("remote", "set-url", "origin", join(dir, "nowhere"));
  expect(reeveIn(dir, "verify")).toMatchObject({ code: 0 });
  return { dir, git, it };
}

const REF = "--ref=reeve";

function notesOf(git: (...args: string[]) => string): ReadonlyMap<string, string> {
  const lines = git("notes", REF, "list").split("\n");
  return new Map(lines.map((line) => [line.split(" ")[1] ?? "", git("notes", REF, "show", line.split(" ")[1] ?? "")]));
}

/** The commit whose note speaks of this task, and the note. */
function noteOf(git: (...args: string[]) => string, task: string): readonly [string, string] {
  const found = [...notesOf(git)].find(([, text]) => text.includes(`"task":{"id":"${task}"`));
  if (found === undefined) throw new Error(`no note of ${task}`);
  return found;
}

function put(dir: string, commit: string, text: string | Uint8Array): void {
  const file = join(aPlace(), "note");
  writeFileSync(file, text);
  const blob = gitIn(dir, "hash-object", "-w", file);
  gitIn(dir, "notes", REF, "add", "--force", `--reuse-message=${blob}`, commit);
}

describe("a note", () => {
  it("that was edited, swapped with another task's, or copied to a commit with the same tree is found", () => {
    const { dir, git } = aClone();
    const [[atA, ofA], [atB, ofB]] = [noteOf(git, "a"), noteOf(git, "b")];
    put(dir, atA, ofA.replace('"exit":0', '"exit":1'));
    expect(reeveIn(dir, "verify")).toMatchObject({ code: 1, out: expect.stringContaining("hash") });
    put(dir, atA, ofB);
    put(dir, atB, ofA);
    const swapped = reeveIn(dir, "verify");
    expect(swapped).toMatchObject({ code: 1 });
    expect(swapped.out).toContain("it was found beside");
    put(dir, atA, ofA);
    put(dir, atB, ofB);
    const twin = git("commit-tree", "-m", "The same tree", `${atA}^{tree}`);
    put(dir, twin, ofA);
    expect(reeveIn(dir, "verify")).toMatchObject({ code: 1, out: expect.stringContaining("it was found beside") });
  });

  it("that was deleted, or all after it, is missed; without any, the merges are named that speak of one", () => {
    const { dir, git } = aClone();
    const [atA] = noteOf(git, "a");
    git("notes", REF, "remove", atA);
    expect(reeveIn(dir, "verify")).toMatchObject({ code: 3, out: expect.stringContaining("receipt 1 is missing") });
    for (const commit of notesOf(git).keys()) git("notes", REF, "remove", commit);
    const none = reeveIn(dir, "verify");
    expect(none.code).toBe(3);
    expect(none.out).toContain(git("rev-parse", "--short=7", atA));
  });

  it("of garbage, of 20 MB, or that would steer a terminal is told as unreadable or missing, and nothing of it is shown", () => {
    const { dir, git } = aClone();
    const [atA, ofA] = noteOf(git, "a");
    put(dir, atA, `\u001b]0;owned\u0007\u001b[2J\u001b[1;1Hverified\u202e\u{e0041}\n${ofA}\n`);
    const steering = reeveIn(dir, "verify");
    expect(steering.code).toBe(1);
    for (const hidden of ["\u001b", "\u0007", "\u202e", "\u{e0041}", "owned"])
      expect(steering.out + steering.err).not.toContain(hidden);
    put(
      dir,
      atA,
      new Uint8Array(100_000).map((_, at) => (at * 7919) % 256),
    );
    expect(reeveIn(dir, "verify").code).toBe(1);
    put(dir, atA, `{"reeve_receipt":1,"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    expect(reeveIn(dir, "verify").code).toBe(1);
    put(dir, atA, "x".repeat(20 * 1024 * 1024));
    const huge = reeveIn(dir, "verify");
    expect(huge).toMatchObject({ code: 3, out: expect.stringContaining("receipt 1 is missing") });
    expect(huge.out.length).toBeLessThan(20_000);
  });

  it("and a ref of notes that is none of git's is said to be unreadable, not to be absent", () => {
    const { dir, git } = aClone();
    const blob = git("hash-object", "-w", "a.txt");
    rmSync(join(dir, ".git/refs/notes"), { recursive: true, force: true });
    git("pack-refs", "--all");
    git("update-ref", "refs/notes/reeve", blob);
    const { code, out, err } = reeveIn(dir, "verify");
    expect(code).not.toBe(0);
    expect(`${out}${err}`).toContain("The notes with receipts (refs/notes/reeve) cannot be read");
  });
});

describe("history and chains", () => {
  it("written anew, with all receipts as they were: it says that commits are not here, and what HEAD has instead", () => {
    const { dir, git } = aClone();
    git("checkout", "--quiet", "--orphan", "other");
    git("commit", "--quiet", "--message", "All at once");
    git("branch", "--quiet", "-D", "main");
    git("update-ref", "-d", "refs/remotes/origin/main");
    for (const ref of git("for-each-ref", "--format=%(refname)", "refs/remotes").split("\n"))
      if (ref) git("update-ref", "-d", ref);
    git("reflog", "expire", "--expire=now", "--all");
    git("gc", "--quiet", "--prune=now");
    const { code, out } = reeveIn(dir, "verify");
    expect(code).toBe(3);
    expect(out).toContain("is not in this repository");
  });

  it("a chain that was made up as a whole fits itself, and not the merges' trailers", () => {
    const { dir, git } = aClone();
    let previous: string | null = null;
    const all = [...notesOf(git)].flatMap(([commit, text]) =>
      text.split("\n").map((line) => ({ commit, value: JSON.parse(line) })),
    );
    const made = new Map<string, string[]>();
    for (const { commit, value } of all.toSorted((one, other) => one.value.number - other.value.number)) {
      const gates = value.work?.gates?.map((gate: object) => ({
        ...gate,
        verdict: "passed",
        exit: 0,
        command: "make proof",
      }));
      const line: string = sealed({ ...value, previous, ...(gates && { work: { ...value.work, gates } }) });
      previous = JSON.parse(line).hash;
      made.set(commit, [...(made.get(commit) ?? []), line]);
    }
    for (const [commit, lines] of made) put(dir, commit, `${lines.join("\n")}\n`);
    const { code, out } = reeveIn(dir, "verify");
    expect(code).toBe(1);
    expect(out).toContain("names the digest of another proof");
  });

  it("of a shallow clone are told as far as its history reaches", () => {
    const { dir } = aClone();
    const shallow = join(aPlace(), "shallow");
    gitIn(dir, "clone", "--quiet", "--depth=1", `file://${dir}`, shallow);
    gitIn(shallow, "fetch", "--quiet", "origin", "refs/notes/reeve:refs/notes/reeve");
    const { code, out } = reeveIn(shallow, "verify");
    expect(code).toBe(3);
    expect(out).toContain("is not in this repository");
    expect(out).not.toContain("contradicted");
  });
});
