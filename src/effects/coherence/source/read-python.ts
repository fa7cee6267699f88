/**
 * One Python file → what is known about it. All names bound at the top level can be imported; a leading underscore or
 * `__all__` only says what is meant to be. What cannot be seen through makes the module open.
 */
import { addAll } from "../../../basics/long-lists.ts";
import type { Call, Definition, Export, Import, ModuleFacts } from "./module-facts.ts";
import { lineOf, partsOf, stringValue } from "./normal-text.ts";
import { pythonClass, pythonFunction, pythonValue } from "./python-definitions.ts";
import type { SyntaxNode } from "./syntax.ts";

interface Draft {
  readonly definitions: Map<string, Definition>;
  readonly exports: Map<string, Export>;
  readonly stars: string[];
  readonly imports: Import[];
  offered: Set<string> | null;
  open: boolean;
}

export function readPython(root: SyntaxNode): ModuleFacts {
  const draft: Draft = {
    definitions: new Map(),
    exports: new Map(),
    stars: [],
    imports: [],
    offered: null,
    open: root.hasError,
  };
  for (const node of partsOf(root)) statement(draft, node, 0);
  for (const node of root.descendantsOfType(["import_statement", "import_from_statement"])) {
    if (node !== null && !isTopLevel(node)) addAll(draft.imports, importsOf(node));
  }
  const calls = callsOf(root);
  if (draft.definitions.has("__getattr__") || calls.some((call) => call.callee === "globals")) draft.open = true;
  return { ...draft, calls };
}

const BLOCKS = new Set([
  ...["if_statement", "try_statement", "with_statement", "for_statement", "while_statement", "match_statement"],
  ...["block", "else_clause", "elif_clause", "except_clause", "finally_clause", "case_clause", "except_group_clause"],
]);
const DEPTH_MAX = 50;

function statement(draft: Draft, node: SyntaxNode, depth: number): void {
  if (BLOCKS.has(node.type)) {
    if (depth < DEPTH_MAX) for (const each of partsOf(node)) statement(draft, each, depth + 1);
  } else if (node.type === "import_statement" || node.type === "import_from_statement") bindImports(draft, node);
  else if (node.type === "expression_statement") assigned(draft, node.firstNamedChild);
  else definition(draft, node);
}

function definition(draft: Draft, node: SyntaxNode): void {
  const inner = node.type === "decorated_definition" ? node.childForFieldName("definition") : node;
  const decorators = partsOf(node).filter((part) => part.type === "decorator");
  if (inner?.type === "function_definition") define(draft, pythonFunction(inner, decorators));
  else if (inner?.type === "class_definition") define(draft, pythonClass(inner, decorators));
  else if (inner?.type === "type_alias_statement") {
    const name = inner.childForFieldName("left")?.text;
    if (name !== undefined) define(draft, pythonValue(name.replace(/\[.*/s, ""), inner, "type"));
  }
}

function define(draft: Draft, definition: Definition): void {
  draft.definitions.set(definition.name, definition);
  draft.exports.set(definition.name, { from: null, definition, line: definition.line });
}

function assigned(draft: Draft, node: SyntaxNode | null): void {
  if (node?.type !== "assignment") return;
  const left = node.childForFieldName("left");
  const names = left?.type === "identifier" ? [left] : (left?.descendantsOfType("identifier") ?? []);
  const isPlain = left?.type === "identifier" || /pattern|tuple|list/.test(left?.type ?? "");
  for (const each of names) if (each !== null && isPlain) define(draft, pythonValue(each.text, node, "const"));
  const right = node.childForFieldName("right");
  if (left?.text === "__all__") draft.offered = new Set(partsOf(right).map((each) => stringValue(each) ?? ""));
  if (right?.type === "assignment") assigned(draft, right);
}

function bindImports(draft: Draft, node: SyntaxNode): void {
  for (const each of importsOf(node)) {
    draft.imports.push(each);
    if (each.name === "*" && each.local === null) draft.stars.push(each.specifier);
    else if (each.local !== null) {
      draft.exports.set(each.local, { from: each.specifier, name: each.name, line: each.line });
    }
  }
}

/** `import a.b` is the module as a whole; `from a import b` may be a name of it or a module below it. */
function importsOf(node: SyntaxNode): Import[] {
  const line = lineOf(node);
  const names = node.childrenForFieldName("name").filter((each) => each !== null);
  if (node.type === "import_statement") {
    return names.map((each) => {
      const specifier = (each.childForFieldName("name") ?? each).text;
      return { specifier, name: "*", local: each.childForFieldName("alias")?.text ?? specifier, line };
    });
  }
  const specifier = node.childForFieldName("module_name")?.text.replaceAll(/\s/g, "") ?? "";
  if (partsOf(node).some((part) => part.type === "wildcard_import"))
    return [{ specifier, name: "*", local: null, line }];
  return names.map((each) => {
    const name = (each.childForFieldName("name") ?? each).text;
    return { specifier, name, local: each.childForFieldName("alias")?.text ?? name, line: lineOf(each) };
  });
}

/** Also within `if` and `try`, where it was bound already. */
function isTopLevel(node: SyntaxNode): boolean {
  let holder = node.parent;
  while (holder !== null && BLOCKS.has(holder.type)) holder = holder.parent;
  return holder?.type === "module";
}

function callsOf(root: SyntaxNode): readonly Call[] {
  return root.descendantsOfType("call").flatMap((node) => {
    const target = node?.childForFieldName("function");
    if (node === null || !target || !/^[\p{L}\p{N}_]+(\.[\p{L}\p{N}_]+)*$/u.test(target.text)) return [];
    const list = node.childForFieldName("arguments");
    const args = partsOf(list);
    const keywords = args.filter((each) => each.type === "keyword_argument");
    const spread = list?.type !== "argument_list" || args.some((each) => /splat/.test(each.type));
    const names = keywords.map((each) => each.childForFieldName("name")?.text ?? "");
    return [{ callee: target.text, args: args.length - keywords.length, keywords: names, spread, line: lineOf(node) }];
  });
}
