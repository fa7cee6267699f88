/** Definitions of TypeScript and JavaScript: what a declaration is called, how it is called, what it has. */
import type { Callable, Definition, Kind, Member, Param } from "./module-facts.ts";
import { lineOf, normalText, partsOf } from "./normal-text.ts";
import type { SyntaxNode } from "./syntax.ts";

/** A declaration may define several names (`const a = 1, b = 2`) or none that matter. */
export function scriptDefinitions(node: SyntaxNode): Definition[] {
  const kind = KINDS[node.type];
  if (kind !== undefined) return defined(node, kind);
  if (node.type === "ambient_declaration") return partsOf(node).flatMap(scriptDefinitions);
  if (node.type === "lexical_declaration" || node.type === "variable_declaration") {
    return partsOf(node).flatMap((each) => (each.type === "variable_declarator" ? variable(each) : []));
  }
  const inner = node.type === "expression_statement" ? node.firstNamedChild : null;
  return inner?.type === "internal_module" ? scriptDefinitions(inner) : [];
}

/** The definition of a value that is given a name elsewhere: `exports.name = value`, `export default value`. */
export function valueDefinition(name: string, value: SyntaxNode | null, line: number): Definition {
  if (value !== null && FUNCTIONS.has(value.type)) {
    return withSignature({ name, kind: "function", line, callables: [callable(value)], members: null });
  }
  if (value?.type === "class") return classOf(value, name, line);
  const members = value?.type === "object" ? objectMembers(value) : null;
  return withSignature({ name, kind: "const", line, callables: null, members });
}

/** Overloads become one definition; what implements them is nobody's business. */
export function joined(first: Definition, second: Definition, secondIsBody: boolean): Definition {
  const callables = secondIsBody ? first.callables : [...(first.callables ?? []), ...(second.callables ?? [])];
  if (first.kind === "function" && second.kind === "function") return withSignature({ ...first, callables });
  const members = new Map([...(first.members ?? []), ...(second.members ?? [])]);
  const kind = first.kind === "namespace" ? second.kind : first.kind;
  return withSignature({ ...first, kind, members, callables: first.callables ?? second.callables });
}

const KINDS: Readonly<Record<string, Kind>> = {
  function_declaration: "function",
  generator_function_declaration: "function",
  function_signature: "function",
  class_declaration: "class",
  abstract_class_declaration: "class",
  interface_declaration: "interface",
  type_alias_declaration: "type",
  enum_declaration: "enum",
  internal_module: "namespace",
  module: "namespace",
};
const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);

function defined(node: SyntaxNode, kind: Kind): Definition[] {
  const name = node.childForFieldName("name")?.text;
  if (name === undefined) return [];
  const line = lineOf(node);
  if (kind === "class") return [classOf(node, name, line)];
  if (kind === "function") {
    return [withSignature({ name, kind, line, callables: [callable(node)], members: null })];
  }
  return [withSignature({ name, kind, line, callables: null, members: membersOf(node, kind) }, aliasText(node))];
}

function variable(node: SyntaxNode): Definition[] {
  const name = node.childForFieldName("name");
  if (name?.type !== "identifier") {
    const names = name?.descendantsOfType(["shorthand_property_identifier_pattern", "identifier"]) ?? [];
    return names.flatMap((each) => (each === null ? [] : [valueDefinition(each.text, null, lineOf(each))]));
  }
  const type = node.childForFieldName("type");
  if (type === null) return [valueDefinition(name.text, node.childForFieldName("value"), lineOf(node))];
  const base = { name: name.text, kind: "const" as const, line: lineOf(node), callables: null, members: null };
  return [withSignature(base, normalText(type))];
}

function classOf(node: SyntaxNode, name: string, line: number): Definition {
  const members = new Map<string, Member>();
  let callables: readonly Callable[] | null = null;
  for (const each of partsOf(node.childForFieldName("body"))) {
    const own = each.childForFieldName("name");
    if (own?.text === "constructor") callables = [...(callables ?? []), callable(each)];
    else if (own !== null && !isHidden(each, own)) members.set(own.text, memberOf(each));
  }
  const heritage = partsOf(node).find((part) => part.type === "class_heritage") ?? null;
  return withSignature({ name, kind: "class", line, callables, members }, normalText(heritage));
}

function isHidden(member: SyntaxNode, name: SyntaxNode): boolean {
  if (name.type === "private_property_identifier" || name.text.startsWith("_")) return true;
  return partsOf(member).some((part) => part.type === "accessibility_modifier" && part.text !== "public");
}

function membersOf(node: SyntaxNode, kind: Kind): ReadonlyMap<string, Member> | null {
  const body = kind === "type" ? node.childForFieldName("value") : node.childForFieldName("body");
  if (body === null || (kind === "type" && body.type !== "object_type") || kind === "namespace") return null;
  const members = new Map<string, Member>();
  for (const each of partsOf(body)) {
    const name = each.type === "property_identifier" || each.type === "string" ? each : each.childForFieldName("name");
    members.set(name?.text ?? normalText(each), kind === "enum" ? { signature: "", optional: true } : memberOf(each));
  }
  return members;
}

function memberOf(node: SyntaxNode): Member {
  const optional = node.children.some((child) => child?.type === "?");
  if (node.childForFieldName("parameters") !== null) return { signature: callableText(callable(node)), optional };
  return { signature: normalText(node.childForFieldName("type")), optional };
}

function objectMembers(node: SyntaxNode): ReadonlyMap<string, Member> | null {
  const members = new Map<string, Member>();
  for (const each of partsOf(node)) {
    if (each.type === "spread_element") return null;
    const name = each.type === "pair" ? each.childForFieldName("key") : (each.childForFieldName("name") ?? each);
    members.set(name?.text ?? "", { signature: "", optional: false });
  }
  return members;
}

/** What an alias stands for where it has no members of its own. */
function aliasText(node: SyntaxNode): string {
  const generics = normalText(node.childForFieldName("type_parameters"));
  const value = node.type === "type_alias_declaration" ? node.childForFieldName("value") : null;
  const heritage = partsOf(node).filter((part) => /heritage|extends/.test(part.type));
  return [generics, value?.type === "object_type" ? "" : normalText(value), ...heritage.map(normalText)]
    .join(" ")
    .trim();
}

function callable(node: SyntaxNode): Callable {
  const single = node.childForFieldName("parameter");
  const given = single === null ? partsOf(node.childForFieldName("parameters")) : [single];
  const params = given.map(param).filter((each) => each !== null);
  return { params, returns: normalText(node.childForFieldName("return_type")) };
}

function param(node: SyntaxNode): Param | null {
  const pattern = node.childForFieldName("pattern") ?? node.childForFieldName("left") ?? node;
  if (pattern.type === "this") return null;
  const type = normalText(node.childForFieldName("type"));
  const shape = pattern.type === "identifier" || pattern.type === "rest_pattern" ? "" : normalText(pattern);
  const hasDefault = node.childForFieldName("value") !== null || node.type === "assignment_pattern";
  return {
    name: "",
    kind: pattern.type === "rest_pattern" ? "rest" : "positional",
    optional: node.type === "optional_parameter" || hasDefault || pattern.type === "rest_pattern",
    type: type === "" ? shape : type,
  };
}

function callableText({ params, returns }: Callable): string {
  const texts = params.map((each) => `${each.kind === "rest" ? "..." : ""}${each.type}${each.optional ? "?" : ""}`);
  return `(${texts.join(", ")})${returns}`;
}

function withSignature(parts: Omit<Definition, "signature">, extra = ""): Definition {
  const calls = (parts.callables ?? []).map(callableText).join(" | ");
  const members = [...(parts.members ?? [])].map(
    ([name, each]) => `${name}${each.optional ? "?" : ""} ${each.signature}`,
  );
  return { ...parts, signature: [extra, calls, ...members.toSorted()].filter((part) => part !== "").join("; ") };
}
