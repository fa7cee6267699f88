/**
 * Commits read straight from git's objects: which files there are, what a branch changed, the text of files, where a word
 * is mentioned. No checkout, no index. Paths are relative to the project and files outside it are not seen.
 */
import { randomUUID } from "node:crypto";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git } from "../../git/git.ts";
import { SOURCE_LENGTH_MAX } from "../source/syntax.ts";

export interface Change {
  /** Blobs; null where the file is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Where commits are read from. What it cannot read it throws as `UnreadableRepository`. */
export interface CommitReader {
  readonly commitOf: (name: string) => Promise<string>;
  readonly commonBase: (one: string, other: string) => Promise<string>;
  /** Path → blob; links and submodules are no files. */
  readonly files: (commit: string) => Promise<Map<string, string>>;
  readonly changes: (from: string, to: string) => Promise<Map<string, Change>>;
  /** Blob → text; those too large to be written by hand are left out. */
  readonly texts: (blobs: readonly string[]) => Promise<Map<string, string>>;
  /** Files of a commit that mention one of the words. */
  readonly mentioning: (commit: string, words: readonly string[], patterns: readonly string[]) => Promise<string[]>;
  /** Of these paths those that the project's ignore rules name; none where there is no checkout to ask. */
  readonly ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Git could not read what was asked for; caught where the check begins and handed on as data. */
export class UnreadableRepository extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export class GitObjects implements CommitReader {
  readonly #git: Git;
  /** Of the project within the repository; empty or with a slash at its end. */
  readonly #prefix: string;

  constructor(git: Git, prefix: string) {
    this.#git = git;
    this.#prefix = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  }

  async commitOf(name: string): Promise<string> {
    return (await this.#out(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`])).trim();
  }

  async commonBase(one: string, other: string): Promise<string> {
    const found = await this.#git.run(["merge-base", one, other], { okCodes: [1] });
    if (!found.ok) throw new UnreadableRepository(found.failure);
    return found.out.trim() || one; // no common history: all of it differs
  }

  async files(commit: string): Promise<Map<string, string>> {
    const out = await this.#out(["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...this.#scope()]);
    const found = new Map<string, string>();
    for (const entry of out.split("\0")) {
      const [, oid, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      if (oid !== undefined && path !== undefined) found.set(path.slice(this.#prefix.length), oid);
    }
    return found;
  }

  async changes(from: string, to: string): Promise<Map<string, Change>> {
    const out = await this.#out(["diff-tree", "-r", "-z", "--no-renames", from, to, "--", ...this.#scope()]);
    const parts = out.split("\0");
    const found = new Map<string, Change>();
    for (let i = 0; i + 1 < parts.length; i += 2) {
      const [modeBefore = "", modeAfter, before = "", after = ""] = (parts[i] ?? "").replace(/^:/, "").split(" ");
      const change = { before: blob(modeBefore, before), after: blob(modeAfter ?? "", after) };
      found.set((parts[i + 1] ?? "").slice(this.#prefix.length), change);
    }
    return found;
  }

  async texts(oids: readonly string[]): Promise<Map<string, string>> {
    const wanted = [...new Set(oids)];
    if (wanted.length === 0) return new Map();
    const sizes = await this.#out(["cat-file", "--batch-check=%(objectname) %(objectsize)"], `${wanted.join("\n")}\n`);
    const small = sizes.split("\n").flatMap((line) => {
      const [oid, size] = line.split(" ");
      return oid !== undefined && Number(size) <= SOURCE_LENGTH_MAX ? [oid] : [];
    });
    const found = new Map<string, string>();
    for (let i = 0; i < small.length; i += BATCH) await this.#readBatch(small.slice(i, i + BATCH), found);
    return found;
  }

  async mentioning(commit: string, words: readonly string[], patterns: readonly string[]): Promise<string[]> {
    if (words.length === 0) return [];
    const scope = patterns.map((pattern) => `:(top,glob)${escaped(this.#prefix)}**/${pattern}`);
    const args = ["grep", "-l", "-z", "-w", "-F", "--full-name", "-f", "-", commit, "--", ...scope];
    const found = await this.#git.run(args, { input: `${words.join("\n")}\n`, okCodes: [1] });
    if (!found.ok) throw new UnreadableRepository(found.failure);
    const lead = commit.length + 1 + this.#prefix.length;
    return found.out.split("\0").flatMap((entry) => (entry === "" ? [] : [entry.slice(lead)]));
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    if (paths.length === 0) return new Set();
    const asked = paths.map((path) => `./${path}\0`).join("");
    const found = await this.#git.run(["check-ignore", "-z", "--no-index", "--stdin"], { input: asked, okCodes: [1] });
    return new Set(found.ok ? found.out.split("\0").map((path) => path.replace(/^\.\//, "")) : []);
  }

  /** Between two files stands a name that cannot be in either, so their lengths need not be trusted. */
  async #readBatch(oids: readonly string[], found: Map<string, string>): Promise<void> {
    const mark = `reeve-${randomUUID()}`;
    const out = await this.#out(["cat-file", "--batch"], oids.map((oid) => `${oid}\n${mark}\n`).join(""));
    for (const part of out.split(`\n${mark} missing\n`)) {
      const end = part.indexOf("\n");
      const oid = part.slice(0, end).split(" ")[0];
      if (oid !== undefined && end > 0) found.set(oid, part.slice(end + 1));
    }
  }

  async #out(args: readonly string[], input?: string): Promise<string> {
    const found = await this.#git.run(args, input === undefined ? {} : { input });
    if (!found.ok) throw new UnreadableRepository(found.failure);
    return found.out;
  }

  #scope(): readonly string[] {
    return this.#prefix === "" ? [] : [`:(top,literal)${this.#prefix}`];
  }
}

const BATCH = 2000;

function blob(mode: string, oid: string): string | null {
  return mode.startsWith("100") ? oid : null;
}

function escaped(prefix: string): string {
  return prefix.replaceAll(/[\\*?[\]]/g, "\\$&");
}
