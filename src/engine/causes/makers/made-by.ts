/**
 * Which task of a plan makes what is missing. What tasks declare counts most: the very file, one that ends alike, the
 * folder or pattern it falls under, a file inside a package that is missing as a whole. Of tasks that declare nothing,
 * what they are told to make. Among several nobody is chosen, except where any of them will do.
 */
import type { TaskId } from "../../../domain/spec/plan.ts";
import { moduleName } from "../names/path-name.ts";
import { saysItMakes } from "./says-it-makes.ts";
import { wordsOf } from "./words-of.ts";

/** A task as far as it matters here, in the plan's order. */
export interface Maker {
  readonly id: TaskId;
  readonly files: readonly string[];
  /** Its title and prompt. */
  readonly text: string;
  /** It is not done, and has not failed by the same thing. */
  readonly isOpen: boolean;
}

/** By what tasks declare. `names`: the most exact first; `by`: who misses it, and lacks no package that it makes itself. */
export function madeByFiles(names: readonly string[], tasks: readonly Maker[], by: TaskId): TaskId | null {
  const claims = claimsOf(tasks);
  for (const name of names) {
    for (const { fits, isLoose } of WAYS) {
      const fitting = claims.filter((claim) => fits(claim, name) && !(isLoose && claim.by === by));
      const found = [...new Set(fitting.map((claim) => claim.by))];
      const [first] = found;
      if (first !== undefined) return found.length === 1 || isLoose ? first : null;
    }
  }
  return null;
}

/** Of data: whose file is called after it, as migrations are. */
export function madeByFileName(name: string, tasks: readonly Maker[]): TaskId | null {
  const wanted = wordsOf(name);
  const isCalled = (file: string) => {
    const words = new Set(wordsOf(file.slice(file.lastIndexOf("/") + 1)));
    return wanted.every((word) => words.has(word));
  };
  const [first, ...others] = wanted.length === 0 ? [] : tasks.filter(({ files }) => files.some(isCalled));
  return first !== undefined && others.length === 0 ? first.id : null;
}

/** By what tasks that declare no files are told to make. */
export function madeByWords(names: readonly string[], tasks: readonly Maker[]): TaskId | null {
  const silent = tasks.filter(({ files, isOpen }) => isOpen && files.length === 0);
  for (const name of names) {
    const rated = silent.map(({ id, text }) => ({ id, rating: saysItMakes(text, name) }));
    const best = Math.max(0, ...rated.map(({ rating }) => rating));
    const [first, ...others] = best === 0 ? [] : rated.filter(({ rating }) => rating === best);
    if (first !== undefined && others.length === 0) return first.id;
  }
  return null;
}

interface Claim {
  readonly by: TaskId;
  readonly made: string;
  /** It claims whatever lies in there. */
  readonly isFolder: boolean;
}

/** A file that several claim is made by the first of them; the others change it. */
function claimsOf(tasks: readonly Maker[]): Claim[] {
  const claims = new Map<string, Claim>();
  for (const { id, files } of tasks) {
    for (const file of files) if (!claims.has(file)) claims.set(file, claimOf(id, file));
  }
  return [...claims.values()];
}

function claimOf(by: TaskId, file: string): Claim {
  const glob = file.search(/[*?[{]/);
  if (glob === -1) return { by, made: moduleName(file), isFolder: file.endsWith("/") };
  return { by, made: moduleName(file.slice(0, file.lastIndexOf("/", glob) + 1)), isFolder: true };
}

interface Way {
  readonly fits: (claim: Claim, name: string) => boolean;
  /** Whoever makes anything of it makes it be there: the first will do. */
  readonly isLoose: boolean;
}

const WAYS: readonly Way[] = [
  { isLoose: false, fits: ({ made }, name) => made === name },
  {
    isLoose: false,
    fits: ({ made }, name) => made !== "" && (made.endsWith(`/${name}`) || name.endsWith(`/${made}`)),
  },
  {
    isLoose: false,
    fits: ({ made, isFolder }, name) => isFolder && made !== "" && `/${name}/`.includes(`/${made}/`),
  },
  { isLoose: true, fits: ({ made }, name) => `/${made}/`.includes(`/${name}/`) },
  // A package that is named by its folder from the outside: `example.com/app/models`.
  {
    isLoose: true,
    fits: ({ made }, name) => made.includes("/") && name.endsWith(`/${made.slice(0, made.lastIndexOf("/"))}`),
  },
];
