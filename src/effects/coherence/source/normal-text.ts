/** The text of a piece of syntax without what does not matter: white space, comments, kind of quotes, trailing separators. */
import type { SyntaxNode } from "./syntax.ts";

export function normalText(node: SyntaxNode | null): string {
  if (node === null) return "";
  const parts: string[] = [];
  collect(node, parts, 0);
  return parts
    .join(" ")
    .replaceAll(/, (?=[)\]}>])/g, "")
    .replaceAll(/(?<=^|[(:=<,{] )[|&] /g, "");
}

/** Children that are there and no comment. */
export function partsOf(node: SyntaxNode | null): SyntaxNode[] {
  return (node?.namedChildren ?? []).filter((child): child is SyntaxNode => child !== null && child.type !== "comment");
}

export function lineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}

/** The text between the quotes of a plain string; null for anything else. */
export function stringValue(node: SyntaxNode | null | undefined): string | null {
  if (node?.type !== "string") return null;
  const inner = partsOf(node).filter((part) => part.type === "string_fragment" || part.type === "string_content");
  const hasHoles = partsOf(node).some((part) => part.type === "interpolation");
  return hasHoles ? null : inner.map((part) => part.text).join("");
}

const DEPTH_MAX = 200;

function collect(node: SyntaxNode, parts: string[], depth: number): void {
  if (node.type === "comment" || isSeparator(node)) return;
  const plain = stringValue(node);
  if (plain !== null) parts.push(JSON.stringify(plain));
  else if (node.childCount === 0 || depth > DEPTH_MAX) parts.push(node.text);
  else for (const child of node.children) if (child !== null) collect(child, parts, depth + 1);
}

/** Members of a type are separated by either, or by a new line alone. */
function isSeparator(node: SyntaxNode): boolean {
  if (node.type === ";") return true;
  return node.type === "," && /^(object_type|interface_body)$/.test(node.parent?.type ?? "");
}
