/** Definitions of Python: parameters with their names, because callers may use them; classes with their public members. */
import type { Callable, Definition, Kind, Member, Param } from "./module-facts.ts";
import { lineOf, normalText, partsOf } from "./normal-text.ts";
import type { SyntaxNode } from "./syntax.ts";

export function pythonFunction(node: SyntaxNode, decorators: readonly SyntaxNode[]): Definition {
  const own = callable(node, false);
  const marks = decorators.map(normalText).join(" ");
  return {
    name: nameOf(node),
    kind: "function",
    line: lineOf(node),
    signature: `${marks}${callableText(own)}`,
    callables: decorators.length === 0 ? [own] : null, // a decorator may change how it is called
    members: null,
  };
}

export function pythonClass(node: SyntaxNode, decorators: readonly SyntaxNode[]): Definition {
  const members = new Map<string, Member>();
  let callables: readonly Callable[] | null = null;
  for (const each of partsOf(node.childForFieldName("body"))) {
    const inner = each.type === "decorated_definition" ? each.childForFieldName("definition") : each;
    if (inner?.type === "function_definition") {
      const name = nameOf(inner);
      const isStatic = each !== inner && partsOf(each).some((part) => part.text === "@staticmethod");
      if (name === "__init__") callables = [callable(inner, true)];
      else if (!name.startsWith("_"))
        members.set(name, { signature: callableText(callable(inner, !isStatic)), optional: false });
    } else for (const [name, member] of fieldsOf(inner)) members.set(name, member);
  }
  const bases = normalText(node.childForFieldName("superclasses"));
  const listed = [...members].map(([name, { signature }]) => `${name}${signature}`).toSorted();
  const made = (callables ?? []).map(callableText);
  return {
    name: nameOf(node),
    kind: "class",
    line: lineOf(node),
    signature: [bases, ...made, ...listed].join("; "),
    callables: decorators.length === 0 ? callables : null,
    members,
  };
}

/** The value does not count; the annotation does. */
export function pythonValue(name: string, node: SyntaxNode, kind: Extract<Kind, "const" | "type">): Definition {
  const type = normalText(node.childForFieldName(kind === "type" ? "right" : "type"));
  return { name, kind, line: lineOf(node), signature: type, callables: null, members: null };
}

function nameOf(node: SyntaxNode): string {
  return node.childForFieldName("name")?.text ?? "";
}

function fieldsOf(node: SyntaxNode | null): [string, Member][] {
  const inner = node?.type === "expression_statement" ? node.firstNamedChild : null;
  const name = inner?.type === "assignment" ? inner.childForFieldName("left") : null;
  if (inner === null || name?.type !== "identifier" || name.text.startsWith("_")) return [];
  return [[name.text, { signature: normalText(inner.childForFieldName("type")), optional: true }]];
}

function callable(node: SyntaxNode, isMethod: boolean): Callable {
  const params: Param[] = [];
  let kind: Param["kind"] = "positional";
  for (const each of partsOf(node.childForFieldName("parameters"))) {
    if (each.type === "keyword_separator") kind = "keyword";
    else if (each.type !== "positional_separator") {
      const one = param(each, kind);
      params.push(one);
      if (one.kind === "rest") kind = "keyword";
    }
  }
  return { params: isMethod ? params.slice(1) : params, returns: normalText(node.childForFieldName("return_type")) };
}

function param(node: SyntaxNode, kind: Param["kind"]): Param {
  const inner = node.type === "typed_parameter" ? (node.firstNamedChild ?? node) : node;
  const name = (inner.childForFieldName("name") ?? inner).text.replace(/^\*+/, "");
  const type = normalText(node.childForFieldName("type"));
  if (inner.type === "list_splat_pattern") return { name, kind: "rest", optional: true, type };
  if (inner.type === "dictionary_splat_pattern") return { name, kind: "keyword_rest", optional: true, type };
  return { name, kind, optional: /default/.test(node.type), type };
}

const MARKS: Readonly<Record<Param["kind"], string>> = { positional: "", keyword: "=", rest: "*", keyword_rest: "**" };

function callableText({ params, returns }: Callable): string {
  const texts = params.map((each) => `${MARKS[each.kind]}${each.name}: ${each.type}${each.optional ? "?" : ""}`);
  return `(${texts.join(", ")})${returns}`;
}
