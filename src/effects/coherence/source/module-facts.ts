/** What is known about one source file: what it defines, offers, takes from others and calls. Plain data. */

export type Kind = "function" | "class" | "interface" | "type" | "enum" | "const" | "namespace";

export interface Param {
  /** Python callers may use it; empty where names are nobody's business. */
  readonly name: string;
  readonly kind: "positional" | "keyword" | "rest" | "keyword_rest";
  readonly optional: boolean;
  /** The type, or the shape that is taken apart; normalised. */
  readonly type: string;
}

export interface Callable {
  readonly params: readonly Param[];
  readonly returns: string;
}

export interface Member {
  readonly signature: string;
  readonly optional: boolean;
}

export interface Definition {
  readonly name: string;
  readonly kind: Kind;
  readonly line: number;
  /** Normalised, so that formatting, comments and the names of positional parameters do not count. */
  readonly signature: string;
  /** One per overload; a class has its constructor's. Null where calls cannot be judged. */
  readonly callables: readonly Callable[] | null;
  readonly members: ReadonlyMap<string, Member> | null;
}

/** Where an exported name comes from: this file, or a name ("*": all of it) of another module. */
export type Export =
  | { readonly from: null; readonly definition: Definition | null; readonly line: number }
  | { readonly from: string; readonly name: string; readonly line: number };

export interface Import {
  readonly specifier: string;
  /** The exported name; "default"; "*" for the module as a whole. */
  readonly name: string;
  /** What it is called here; null where it is only passed on or loaded. */
  readonly local: string | null;
  readonly line: number;
}

export interface Call {
  /** `name` or `object.name`. */
  readonly callee: string;
  readonly args: number;
  readonly keywords: readonly string[];
  /** An argument list that is spread out cannot be counted. */
  readonly spread: boolean;
  readonly line: number;
}

export interface ModuleFacts {
  /** All at the top level, exported or not. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly exports: ReadonlyMap<string, Export>;
  /** What Python's `__all__` lists; null where nothing is listed. */
  readonly offered: ReadonlySet<string> | null;
  /** Modules all of whose names are passed on. */
  readonly stars: readonly string[];
  readonly imports: readonly Import[];
  readonly calls: readonly Call[];
  /** It may offer more than can be seen: computed exports, syntax errors, too large to read. */
  readonly open: boolean;
}

export const NOTHING_KNOWN: ModuleFacts = {
  definitions: new Map(),
  exports: new Map(),
  offered: null,
  stars: [],
  imports: [],
  calls: [],
  open: true,
};
