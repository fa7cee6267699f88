/** What TypeScript and JavaScript take from other modules: import, export from, require, import() with a plain path. */
import { addAll } from "../../../basics/long-lists.ts";
import type { Call, Import } from "./module-facts.ts";
import { lineOf, partsOf, stringValue } from "./normal-text.ts";
import type { SyntaxNode } from "./syntax.ts";

export function importStatement(node: SyntaxNode): Import[] {
  const line = lineOf(node);
  const required = partsOf(node).find((part) => part.type === "import_require_clause");
  const specifier = stringValue((required ?? node).childForFieldName("source"));
  if (specifier === null) return [];
  if (required !== undefined) {
    return [{ specifier, name: "*", local: required.firstNamedChild?.text ?? null, line }];
  }
  const clause = partsOf(node).find((part) => part.type === "import_clause");
  if (clause === undefined) return [{ specifier, name: "*", local: null, line }];
  return partsOf(clause).flatMap((part): Import[] => {
    if (part.type === "identifier") return [{ specifier, name: "default", local: part.text, line }];
    if (part.type === "namespace_import")
      return [{ specifier, name: "*", local: part.firstNamedChild?.text ?? null, line }];
    return partsOf(part).map((each) => specifierOf(each, specifier));
  });
}

/** Calls, and the modules that calls load. */
export function readCalls(root: SyntaxNode): { readonly calls: readonly Call[]; readonly imports: readonly Import[] } {
  const calls: Call[] = [];
  const imports: Import[] = [];
  for (const node of root.descendantsOfType(["call_expression", "new_expression"])) {
    if (node === null) continue;
    const target = node.childForFieldName("function") ?? node.childForFieldName("constructor");
    const args = partsOf(node.childForFieldName("arguments"));
    const isLoad = target?.type === "import" || (target?.type === "identifier" && target.text === "require");
    const specifier = isLoad ? stringValue(args[0]) : null;
    if (specifier !== null) addAll(imports, loaded(node, specifier));
    else if (target !== null && !isLoad && isPlain(target)) calls.push(callOf(node, target, args));
  }
  return { calls, imports };
}

function specifierOf(node: SyntaxNode, specifier: string): Import {
  const name = node.childForFieldName("name");
  const plain = stringValue(name) ?? name?.text ?? "";
  return { specifier, name: plain, local: node.childForFieldName("alias")?.text ?? plain, line: lineOf(node) };
}

function callOf(node: SyntaxNode, target: SyntaxNode, args: readonly SyntaxNode[]): Call {
  const spread =
    args.some((each) => each.type === "spread_element") || node.childForFieldName("arguments")?.type !== "arguments";
  return { callee: target.text, args: args.length, keywords: [], spread, line: lineOf(node) };
}

function isPlain(target: SyntaxNode): boolean {
  if (target.type === "identifier") return true;
  return target.type === "member_expression" && target.childForFieldName("object")?.type === "identifier";
}

/** `const { a, b: c } = require("x")`, `const x = await import("x")`, `require("x").name`. */
function loaded(node: SyntaxNode, specifier: string): Import[] {
  const line = lineOf(node);
  const holder = node.parent?.type === "await_expression" ? node.parent.parent : node.parent;
  if (holder?.type === "member_expression") {
    return [{ specifier, name: holder.childForFieldName("property")?.text ?? "*", local: null, line }];
  }
  const pattern = holder?.type === "variable_declarator" ? holder.childForFieldName("name") : null;
  if (pattern?.type === "identifier") return [{ specifier, name: "*", local: pattern.text, line }];
  if (pattern?.type !== "object_pattern") return [{ specifier, name: "*", local: null, line }];
  return partsOf(pattern).map((each): Import => {
    if (each.type === "rest_pattern") return { specifier, name: "*", local: null, line };
    const name = each.childForFieldName("key")?.text ?? each.childForFieldName("left")?.text ?? each.text;
    return { specifier, name, local: each.childForFieldName("value")?.text ?? name, line };
  });
}
