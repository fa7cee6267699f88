/**
 * Reads source text into a syntax tree and hands its root to a reader; the tree is freed afterwards, so no node may be
 * kept. The parser and each grammar are loaded when first needed. A file that is too large, or takes too many steps because
 * it was made to, has no tree. Steps are counted and not time, so that a busy machine reads what an idle one reads.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Parser as ParserType, Node as SyntaxNode } from "@vscode/tree-sitter-wasm";
import type { Language } from "./source-kind.ts";

export type { SyntaxNode };

export const SOURCE_LENGTH_MAX = 512 * 1024;
/** A line of this length was written by a program. */
const LINE_LENGTH_MAX = 20_000;
/** Of some hundred operations each; half a megabyte that a person wrote takes 15,000, about half a second. */
const PARSE_STEPS_MAX = 40_000;

export type ReadSyntax = <T>(source: string, read: (root: SyntaxNode) => T) => T | null;

export function openSyntax(language: Language): Promise<ReadSyntax> {
  const known = readers.get(language) ?? load(language);
  readers.set(language, known);
  return known;
}

function isReadable(source: string): boolean {
  if (source.length > SOURCE_LENGTH_MAX || source.includes("\0")) return false;
  for (let from = 0; from < source.length; ) {
    const end = source.indexOf("\n", from);
    if ((end < 0 ? source.length : end) - from > LINE_LENGTH_MAX) return false;
    if (end < 0) return true;
    from = end + 1;
  }
  return true;
}

const readers = new Map<Language, Promise<ReadSyntax>>();
let runtime: Promise<void> | undefined;

async function load(language: Language): Promise<ReadSyntax> {
  const { default: treeSitter } = await import("@vscode/tree-sitter-wasm");
  const folder = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"));
  runtime ??= treeSitter.Parser.init({ locateFile: (file) => join(folder, file) });
  await runtime;
  const parser = new treeSitter.Parser();
  parser.setLanguage(await treeSitter.Language.load(join(folder, `tree-sitter-${language}.wasm`)));
  return (source, read) => readTree(parser, source, read);
}

function readTree<T>(parser: ParserType, source: string, read: (root: SyntaxNode) => T): T | null {
  if (!isReadable(source)) return null;
  let steps = 0;
  const isTooMuch = () => {
    steps += 1;
    return steps > PARSE_STEPS_MAX;
  };
  const tree = parser.parse(source, null, { progressCallback: isTooMuch });
  if (tree === null) {
    parser.reset(); // it would go on with this text at the next call
    return null;
  }
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}
