/**
 * Base and branches as file trees that can be looked into side by side: a view is the base with one branch's changes laid
 * over it, after or before them. Text is loaded in few large reads; parsed files are remembered by their blob for as long
 * as the views live.
 */

import type { TaskId } from "../../../domain/spec/plan.ts";
import { readApart } from "../apart/read-apart.ts";
import { type ModuleFacts, NOTHING_KNOWN } from "../source/module-facts.ts";
import { languageOf } from "../source/source-kind.ts";
import type { Change, CommitReader } from "./git-objects.ts";
import { type Aliases, folderOf, type Resolved, resolveImport } from "./resolve-import.ts";

export interface View {
  /** Null for the base itself. */
  readonly branch: Branch | null;
  readonly blobOf: (path: string) => string | undefined;
  readonly hasFolder: (path: string) => boolean;
}

export interface Branch {
  readonly task: TaskId;
  /** Its place in the order of dependencies: the earlier one is right. */
  readonly order: number;
  readonly changes: ReadonlyMap<string, Change>;
  /** What it was made on: a file as it was there, whoever made it so. */
  readonly knew: (path: string) => string | null;
  readonly before: View;
  readonly after: View;
}

export class BranchViews {
  readonly base: View;
  readonly branches: readonly Branch[];
  readonly aliases: Aliases;
  readonly #objects: CommitReader;
  readonly #texts = new Map<string, string>();
  readonly #facts = new Map<string, ModuleFacts>();

  constructor(objects: CommitReader, base: View, branches: readonly Branch[], aliases: Aliases) {
    this.#objects = objects;
    this.base = base;
    this.branches = branches;
    this.aliases = aliases;
  }

  get views(): readonly View[] {
    return [this.base, ...this.branches.map((each) => each.after)];
  }

  has(view: View, path: string): boolean {
    return view.blobOf(path) !== undefined;
  }

  /** Loaded before, or undefined. Files that are no code are open: they may offer anything. */
  facts(view: View, path: string): ModuleFacts | undefined {
    const blob = view.blobOf(path);
    if (blob === undefined) return undefined;
    return this.#facts.get(keyOf(blob, path)) ?? NOTHING_KNOWN;
  }

  text(view: View, path: string): string | undefined {
    const blob = view.blobOf(path);
    return blob === undefined ? undefined : this.#texts.get(blob);
  }

  resolve(view: View, from: string, specifier: string): Resolved {
    const files = { has: (path: string) => this.has(view, path), hasFolder: view.hasFolder };
    return resolveImport(files, from, specifier, this.aliases);
  }

  async loadTexts(wanted: Iterable<readonly [View, string]>): Promise<void> {
    const blobs = [...wanted].flatMap(([view, path]) => view.blobOf(path) ?? []);
    const texts = await this.#objects.texts(blobs.filter((blob) => !this.#texts.has(blob)));
    for (const [blob, text] of texts) this.#texts.set(blob, text);
  }

  /** Reads these files and, so far as their exports or imports lead to others, those as well. */
  async load(wanted: readonly (readonly [View, string])[], withImports: boolean): Promise<void> {
    let next = wanted;
    for (let follow = withImports; next.length > 0; follow = false) {
      const fresh = next.filter(([view, path]) => this.#isUnread(view, path));
      await this.loadTexts(fresh);
      for (const [view, path] of fresh) await this.#read(view, path);
      next = (follow ? next : fresh).flatMap(([view, path]) => this.#leadsTo(view, path, follow));
    }
  }

  #isUnread(view: View, path: string): boolean {
    const blob = view.blobOf(path);
    return blob !== undefined && languageOf(path) !== null && !this.#facts.has(keyOf(blob, path));
  }

  async #read(view: View, path: string): Promise<void> {
    const blob = view.blobOf(path);
    const language = languageOf(path);
    if (blob === undefined || language === null) return;
    const text = this.#texts.get(blob);
    const facts = text === undefined ? NOTHING_KNOWN : await readApart(language, text);
    this.#facts.set(keyOf(blob, path), facts);
  }

  #leadsTo(view: View, path: string, imports: boolean): (readonly [View, string])[] {
    const facts = this.facts(view, path);
    if (facts === undefined) return [];
    const passed = [...facts.exports.values()].flatMap((each) => each.from ?? []);
    const specifiers = new Set([
      ...facts.stars,
      ...passed,
      ...(imports ? facts.imports.map((each) => each.specifier) : []),
    ]);
    const seenBy = imports ? [view, ...this.views] : [view];
    return [...specifiers].flatMap((specifier) =>
      seenBy.flatMap((each) => {
        const found = this.resolve(each, path, specifier);
        return found.type === "file" ? [[each, found.path] as const] : [];
      }),
    );
  }
}

export function baseView(files: ReadonlyMap<string, string>): View {
  const folders = foldersOf(files.keys());
  return { branch: null, blobOf: (path) => files.get(path), hasFolder: (path) => folders.has(path) };
}

/** It was made on top of this very state of the file, so it speaks last about it. */
export function hasSeen(branch: Branch, path: string, blob: string | null): boolean {
  return branch.knew(path) === blob;
}

interface BranchParts extends Pick<Branch, "task" | "order" | "changes"> {
  readonly base: View;
  /** The files it was made on, by their blobs. */
  readonly known: ReadonlyMap<string, string>;
}

export function branchOf({ task, order, base, known, changes }: BranchParts): Branch {
  const added = foldersOf([...changes].flatMap(([path, { after }]) => (after === null ? [] : [path])));
  const hasFolder = (path: string) => added.has(path) || base.hasFolder(path);
  const side = (branch: Branch | null, which: keyof Change): View => ({
    branch,
    blobOf: (path) => {
      const change = changes.get(path);
      return change === undefined ? base.blobOf(path) : (change[which] ?? undefined);
    },
    hasFolder,
  });
  const branch: Branch = {
    task,
    order,
    changes,
    knew: (path) => known.get(path) ?? null,
    before: side(null, "before"),
    get after() {
      return after;
    },
  };
  const after = side(branch, "after");
  return branch;
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  return folders;
}

/** One text may lie under two names that are read as different languages. */
function keyOf(blob: string, path: string): string {
  return `${languageOf(path)}:${blob}`;
}
