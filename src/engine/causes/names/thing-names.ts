/**
 * One thing as different tools write it → the names under which failures about it meet: what is wrong with it, what kind of
 * thing it is, whose it is, and its forms. Of code also those that it lies below. Decides nothing about who is the same.
 */
import { BELOW } from "../groups/meeting.ts";
import type { SeenFailure } from "../seen-failure.ts";
import { isEverywhere } from "./background.ts";
import { moduleName, pathName } from "./path-name.ts";

/** What is wrong with the thing. Failures of different aspects have different causes. */
export type Aspect = "absent" | "twice" | "refused" | "unreachable" | "memory" | "broken" | "conflict" | "taken";

export interface Way {
  readonly aspect: Aspect;
  /** Kinds of things that go by one name. */
  readonly kind: "code" | "data" | "file" | "host" | "program" | "setting" | "branch";
}

const NAMES_MAX = 6;

export function namesBy({ aspect, kind }: Way, name: string, seen: SeenFailure): readonly string[] {
  const own = projectOf(kind, seen);
  const forms = formsOf(kind, name).filter((form) => !isEverywhere(kind, form));
  const whole = forms.map((form) => `${aspect} ${kind}:${own}|${form}`);
  const isSpaced = DOTNET.test(name) || /^[A-Z]\w*(?:\\|::)[A-Z]/.test(name);
  const above =
    kind === "data" ? forms.flatMap(withoutDatabase) : isFlat(name, seen) ? [] : abovesOf(kind, forms, isSpaced);
  return [...whole, ...above.map((form) => `${BELOW}${aspect} ${kind}:${own}|${form}`)].slice(0, NAMES_MAX);
}

function abovesOf(kind: Way["kind"], forms: readonly string[], isSpaced: boolean): readonly string[] {
  return kind === "code" ? forms.flatMap((form) => prefixesOf(form, isSpaced)) : [];
}

/** Perl's `A` and `A::B` are two modules, of which neither holds the other. */
function isFlat(name: string, { text }: SeenFailure): boolean {
  return /::|\//.test(name) && /@INC\b/.test(text);
}

/** `shop.orders.total` is what one who knows no databases calls `orders.total`. */
function withoutDatabase(form: string): readonly string[] {
  const parts = form.split(".");
  return parts.length === 3 ? [parts.slice(1).join(".")] : [];
}

/** A host and a program are the same for every project of this machine; the rest lies in one. */
export function projectOf(kind: Way["kind"], { project }: SeenFailure): string {
  return kind === "host" || kind === "program" ? "" : (project ?? "");
}

export function formsOf(kind: Way["kind"], subject: string): readonly string[] {
  const plain = subject.trim().toLowerCase();
  if (kind === "code") return codeForms(subject);
  if (kind === "data") return [plain.replace(/["'`«»“”[\]\s]/g, "").replace(/^(?:public|dbo|main)\.(?=.)/, "")];
  if (kind === "file") return [/^\/(?:etc|usr|var|opt|run|tmp)\//.test(plain) ? plain : pathName(plain)];
  if (kind === "setting") return [plain.replace(/:latest$/, "")];
  return [plain];
}

/** `com/acme/X`, `com.acme.X` and their package; `crate::a::b` and `a::b`; `@scope/name/sub` and `@scope/name`. */
function codeForms(subject: string): readonly string[] {
  const bare = subject.trim().replace(/(?<=.)(?:@|==)v?\d[\w.+-]*$/, "");
  if (/^@[\w.-]+\/[\w.-]+/.test(bare)) return [bare.toLowerCase().split("/").slice(0, 2).join("/")];
  const rust = bare.replace(/^(?:crate|self|super)::/, "");
  if (rust.includes("::")) return [rust.toLowerCase().replaceAll("::", "/")];
  if (DOTNET.test(bare)) return [bare.toLowerCase().replaceAll(".", "/")];
  if (JAVA.test(bare)) return [javaPackage(bare)];
  const name = moduleName(bare);
  return [...new Set([name, name.replace(/\.(?:hpp|hh?|hrl|mod|pm)$/, "").replace(/^lib(?=\w{4})/, "")])];
}

const DOTNET = /^[A-Z]\w*(?:\.[A-Z]\w*)+$/;
const JAVA = /^(?:[a-z][\w$]*[./]){2,}[\w$]+$/;

/** A package lies in those that its name begins with; where a domain comes first, fewer than three parts are a maker's name. */
function prefixesOf(form: string, isSpaced: boolean): readonly string[] {
  const parts = form.split("/");
  // The first part of a namespace is who made it, as a domain's first two are.
  const least = DOMAINS.test(form) || /\./.test(parts[0] ?? "") ? 3 : isSpaced ? 2 : 1;
  return parts.slice(least).map((_, at) => parts.slice(0, at + least).join("/"));
}

const DOMAINS = /^(?:com|org|net|io|de|edu|gov|dev|java|javax|jakarta|system|microsoft|github)\//;

/** Without the class: where a package is missing, so are all of its classes. */
function javaPackage(name: string): string {
  return name
    .replaceAll("/", ".")
    .replace(/(?:\.[A-Z][\w$]*)+$/, "")
    .toLowerCase()
    .replaceAll(".", "/");
}
