/**
 * One TypeScript or JavaScript file → what is known about it, for ES modules and CommonJS. What it cannot see through
 * (computed exports, syntax errors) makes the module open: nothing is ever called missing from an open module.
 */
import { addAll } from "../../../basics/long-lists.ts";
import type { Definition, Export, Import, ModuleFacts } from "./module-facts.ts";
import { lineOf, partsOf, stringValue } from "./normal-text.ts";
import { joined, scriptDefinitions, valueDefinition } from "./script-definitions.ts";
import { importStatement, readCalls } from "./script-imports.ts";
import type { SyntaxNode } from "./syntax.ts";

interface Draft {
  readonly definitions: Map<string, Definition>;
  readonly exports: Map<string, Export>;
  readonly stars: string[];
  readonly imports: Import[];
  open: boolean;
}

export function readScript(root: SyntaxNode): ModuleFacts {
  const draft: Draft = { definitions: new Map(), exports: new Map(), stars: [], imports: [], open: root.hasError };
  const statements = partsOf(root);
  for (const node of statements) {
    if (node.type === "import_statement") addAll(draft.imports, importStatement(node));
    else if (node.type !== "export_statement") for (const each of scriptDefinitions(node)) define(draft, each, node);
  }
  for (const node of statements) {
    if (node.type === "export_statement") exportStatement(draft, node);
    else if (node.type === "expression_statement") assignment(draft, node.firstNamedChild);
  }
  const { calls, imports } = readCalls(root);
  addAll(draft.imports, imports);
  return { ...draft, exports: resolveExports(draft), offered: null, calls };
}

function define(draft: Draft, definition: Definition, node: SyntaxNode): void {
  const known = draft.definitions.get(definition.name);
  const isBody = node.type === "function_declaration";
  draft.definitions.set(definition.name, known === undefined ? definition : joined(known, definition, isBody));
}

function exportStatement(draft: Draft, node: SyntaxNode): void {
  const line = lineOf(node);
  const from = stringValue(node.childForFieldName("source"));
  const declaration = node.childForFieldName("declaration");
  const isDefault = node.children.some((child) => child?.type === "default");
  if (from !== null) return passOn(draft, node, from, line);
  if (declaration !== null) {
    for (const each of scriptDefinitions(declaration)) {
      define(draft, each, declaration);
      draft.exports.set(isDefault ? "default" : each.name, local(draft, each.name, line));
    }
    return;
  }
  const clause = partsOf(node).find((part) => part.type === "export_clause");
  for (const each of partsOf(clause ?? null)) {
    const name = each.childForFieldName("name")?.text ?? "";
    draft.exports.set(each.childForFieldName("alias")?.text ?? name, local(draft, name, lineOf(each)));
  }
  const value = node.childForFieldName("value");
  if (isDefault) draft.exports.set("default", { from: null, definition: named(draft, value, line), line });
  else if (clause === undefined && !isTypeOnly(node)) draft.open = true; // `export =`, and what is not known yet
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.children.some((child) => child?.type === "type" || child?.type === "namespace");
}

function named(draft: Draft, value: SyntaxNode | null, line: number): Definition {
  const known = value?.type === "identifier" ? draft.definitions.get(value.text) : undefined;
  return known ?? valueDefinition("default", value, line);
}

/** The name is looked up when all of the file is read: overloads come in several statements. */
function local(draft: Draft, name: string, line: number): Export {
  const taken = draft.imports.find((each) => each.local === name);
  if (taken !== undefined && !draft.definitions.has(name)) return { from: taken.specifier, name: taken.name, line };
  return { from: null, definition: draft.definitions.get(name) ?? null, line };
}

function resolveExports(draft: Draft): ReadonlyMap<string, Export> {
  for (const [name, each] of draft.exports) {
    const last =
      each.from === null && each.definition !== null ? draft.definitions.get(each.definition.name) : undefined;
    if (last !== undefined) draft.exports.set(name, { from: null, definition: last, line: each.line });
  }
  return draft.exports;
}

function passOn(draft: Draft, node: SyntaxNode, from: string, line: number): void {
  const clause = partsOf(node).find((part) => part.type === "export_clause");
  const whole = partsOf(node).find((part) => part.type === "namespace_export");
  if (clause === undefined && whole === undefined) draft.stars.push(from);
  if (whole !== undefined) draft.exports.set(whole.firstNamedChild?.text ?? "", { from, name: "*", line });
  if (clause === undefined) draft.imports.push({ specifier: from, name: "*", local: null, line });
  for (const each of partsOf(clause ?? null)) {
    const name = each.childForFieldName("name")?.text ?? "";
    draft.exports.set(each.childForFieldName("alias")?.text ?? name, { from, name, line: lineOf(each) });
    draft.imports.push({ specifier: from, name, local: null, line: lineOf(each) });
  }
}

/** `module.exports = …`, `exports.name = …`. */
function assignment(draft: Draft, node: SyntaxNode | null): void {
  if (node?.type !== "assignment_expression") return;
  const left = node.childForFieldName("left")?.text ?? "";
  const right = node.childForFieldName("right");
  const member = /^(?:module\.)?exports\.([\p{L}\p{N}_$]+)$/u.exec(left)?.[1];
  const line = lineOf(node);
  if (member !== undefined)
    draft.exports.set(member, { from: null, definition: given(draft, member, right, line), line });
  else if (left === "module.exports") wholeExport(draft, right, line);
  else if (/^(module\.)?exports\b/.test(left)) draft.open = true;
}

function wholeExport(draft: Draft, right: SyntaxNode | null, line: number): void {
  if (right?.type !== "object") {
    draft.exports.set("default", { from: null, definition: named(draft, right, line), line });
    draft.open = true; // a function or an instance: its members are names too
    return;
  }
  for (const each of partsOf(right)) {
    const key = each.childForFieldName("key") ?? each.childForFieldName("name") ?? each;
    if (each.type === "spread_element" || key.type === "computed_property_name") draft.open = true;
    else {
      const value = each.type === "shorthand_property_identifier" ? each : each.childForFieldName("value");
      const definition = given(draft, key.text, value, lineOf(each));
      draft.exports.set(key.text, { from: null, definition, line: lineOf(each) });
    }
  }
}

function given(draft: Draft, name: string, value: SyntaxNode | null, line: number): Definition | null {
  if (value !== null && /identifier$/.test(value.type)) return draft.definitions.get(value.text) ?? null;
  return value?.type === "call_expression" ? null : valueDefinition(name, value, line);
}
