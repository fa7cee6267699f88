/**
 * Reads the emitted declarations of the library: what an entry exports, where each is declared, its comment and its text, and
 * which other names it mentions. For the reference and for the test that nothing public mentions what is not. It reads dist/.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

export interface Declaration {
  readonly name: string;
  readonly file: string;
  readonly kind: "interface" | "type" | "class" | "function" | "const";
  readonly comment: string;
  readonly text: string;
  /** Names of this project that it mentions, each as the place where it is declared. */
  readonly mentions: readonly Place[];
}

interface Place {
  readonly file: string;
  readonly name: string;
}

export const keyOf = ({ file, name }: Place): string => `${file}#${name}`;

/** Exported name → its declaration. */
export function exportsOf(entry: string): ReadonlyMap<string, Declaration> {
  const files = new Map<string, Module>();
  const found = new Map<string, Declaration>();
  for (const [name, place] of exportedFrom(files, entry)) found.set(name, declared(files, place));
  return found;
}

/** By file and name; for whatever a declaration mentions. */
export function declarationAt(place: Place): Declaration {
  return declared(new Map(), place);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Module {
  readonly file: string;
  readonly text: string;
  readonly own: Map<string, { readonly node: Node; readonly start: number }>;
  readonly imports: Map<string, Place>;
  readonly reexports: Map<string, Place>;
  readonly stars: string[];
}

const KINDS: Readonly<Record<string, Declaration["kind"]>> = {
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
  ClassDeclaration: "class",
  TSDeclareFunction: "function",
  FunctionDeclaration: "function",
  VariableDeclaration: "const",
};

function exportedFrom(files: Map<string, Module>, file: string): Map<string, Place> {
  const module = read(files, file);
  const found = new Map<string, Place>(module.stars.flatMap((star) => [...exportedFrom(files, star)]));
  for (const [name, { node }] of module.own) if (node["exported"] === true) found.set(name, { file, name });
  for (const [name, place] of module.reexports) found.set(name, place);
  return found;
}

function declared(files: Map<string, Module>, place: Place): Declaration {
  const { file, name } = settle(files, place);
  const module = read(files, file);
  const found = module.own.get(name);
  if (!found) throw new Error(`${file} declares no ${name}`);
  const { node, start } = found;
  const inner = (node["declaration"] as Node | null) ?? node;
  const taken = new Set<string>();
  const bound = new Set<string>();
  walk(inner, (each) => collect(each, taken, bound));
  const mentions = [...taken]
    .filter((each) => !bound.has(each) && each !== name)
    .map((each) => module.imports.get(each) ?? (module.own.has(each) ? { file, name: each } : null))
    .filter((each) => each !== null)
    .map((each) => settle(files, each));
  return {
    name,
    file,
    kind: KINDS[inner.type] ?? "const",
    comment: commentBefore(module.text, start),
    text: module.text.slice(inner.start, inner.end),
    mentions,
  };
}

/** Follows imports and re-exports to where something is declared. */
function settle(files: Map<string, Module>, { file, name }: Place): Place {
  const module = read(files, file);
  if (module.own.has(name)) return { file, name };
  const onward = module.reexports.get(name) ?? module.imports.get(name);
  if (onward) return settle(files, onward);
  for (const star of module.stars) {
    const through = exportedFrom(files, star).get(name);
    if (through) return settle(files, through);
  }
  throw new Error(`${file} has no ${name}`);
}

function read(files: Map<string, Module>, file: string): Module {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(file, "utf8");
  const module: Module = { file, text, own: new Map(), imports: new Map(), reexports: new Map(), stars: [] };
  for (const node of parseSync(file, text).program.body as unknown as Node[]) take(module, node);
  files.set(file, module);
  return module;
}

function take(module: Module, node: Node): void {
  const { file, own, imports, stars } = module;
  const source = (node["source"] as { value?: string } | null)?.value;
  const from = source?.startsWith(".") ? fileOf(file, source) : null;
  if (node.type === "ImportDeclaration") {
    for (const { local, outer } of from ? pairs(node) : []) imports.set(local, { file: from ?? "", name: outer });
    return;
  }
  if (node.type === "ExportAllDeclaration") {
    if (from) stars.push(from);
    return;
  }
  const exported = node.type === "ExportNamedDeclaration";
  if (exported && node["declaration"] === null) return reexport(module, node, from);
  for (const name of namesOf(exported ? (node["declaration"] as Node) : node))
    own.set(name, { node: { ...node, exported }, start: node.start });
}

function reexport({ file, imports, reexports }: Module, node: Node, from: string | null): void {
  for (const { local, outer } of pairs(node))
    reexports.set(outer, from ? { file: from, name: local } : (imports.get(local) ?? { file, name: local }));
}

function pairs(node: Node): { readonly local: string; readonly outer: string }[] {
  return (node["specifiers"] as Node[]).map((each) => {
    const name = (key: string) => (each[key] as { name?: string } | undefined)?.name ?? "";
    return node.type === "ImportDeclaration"
      ? { local: name("local"), outer: name("imported") || "default" }
      : { local: name("local"), outer: name("exported") };
  });
}

function namesOf(node: Node): string[] {
  if (node.type === "VariableDeclaration")
    return (node["declarations"] as Node[]).map((each) => (each["id"] as { name: string }).name);
  const id = node["id"] as { name?: string } | null | undefined;
  return id?.name ? [id.name] : [];
}

function fileOf(from: string, source: string): string {
  return join(dirname(from), source).replace(/\.(ts|js)$/, ".d.ts");
}

function collect(node: Node, taken: Set<string>, bound: Set<string>): void {
  if (node.type === "TSTypeParameter") bound.add((node["name"] as { name: string }).name);
  if (node.type === "TSMappedType") bound.add((node["key"] as { name: string }).name);
  const named =
    node.type === "TSTypeReference"
      ? "typeName"
      : node.type === "TSTypeQuery"
        ? "exprName"
        : node.type.endsWith("Heritage") || node.type === "TSClassImplements"
          ? "expression"
          : null;
  let target = named === null ? null : (node[named] as Node);
  while (target?.type === "TSQualifiedName") target = target["left"] as Node;
  if (target?.type === "Identifier") taken.add(target["name"] as string);
  if (node.type === "ClassDeclaration" && (node["superClass"] as Node | null)?.type === "Identifier")
    taken.add((node["superClass"] as unknown as { name: string }).name);
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === "object" && value !== null && "type" in value) {
    visit(value as Node);
    for (const each of Object.values(value)) walk(each, visit);
  }
}

function commentBefore(text: string, start: number): string {
  const before = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start));
  return (before?.[1] ?? "").replace(/^\s*\* ?/gm, "").trim();
}
