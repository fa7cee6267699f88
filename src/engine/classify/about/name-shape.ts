/** What a name looks like, whatever it names: a path, a host, a variable, a word. Data and one reader. */
import type { EntityKind } from "../../../domain/proof/failure.ts";

const HOST =
  /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|internal|local|example|cloud)(?::\d+)?$|^localhost(?::\d+)?$|^\d+(?:\.\d+){3}(?::\d+)?$/;
const FILE =
  /^(?!\d)[\w.-]*\w\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kts?|scala|swift|php|cs|cc?|cpp|hh?|hpp|exs?|[eh]rl|l?hs|mli?|nim|zig|lua|p[lm]|dart|vue|svelte|cr|jl|clj|fs|sh|proto|sql|s?css|less|html?|csv|json\w?|ya?ml|toml|env|ini|cfg|txt|md|lock|xml|svg|png|pem|key|db|sqlite|log|conf|properties|tf|gradle|rkt|scm|feature|dot|d|y|nix|prisma|enc|ps1)$/i;

/** The first that fits. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ["phrase", /\S\s+\S/],
  ["exception", /^(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning|Failure)$/],
  ["variable", /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/],
  ["url", /^[a-z][a-z0-9+]{1,14}:\/\/./i],
  ["host", HOST],
  ["scoped", /^@[\w.-]+\/[\w.-]+/],
  ["folder", /^[\w./-]*\/$/],
  ["path", /[/\\].*\.\w{1,8}$/],
  ["slashed", /[/\\]/],
  ["file", FILE],
  ["member", /::|#|\w->\w/],
  ["number", /^v?\d[\w.-]*$/],
  ["versioned", /\w@\^?v?\d|==|>=/],
  ["Dotted", /[A-Z].*\w\.\w|\w\.\w.*[A-Z]|\w\.[A-Z]/],
  ["dotted", /\w\.\w/],
  ["coloned", /\w:\w/],
  ["flag", /^-/],
  ["snake", /_/],
  ["kebab", /\w-\w/],
  ["camel", /[a-z][A-Z]/],
  ["Word", /^[A-Z][a-z]+$/],
  ["CAPS", /^[A-Z\d]+$/],
];

export function shapeOf(raw: string): string {
  return SHAPES.find(([, shape]) => shape.test(raw))?.[0] ?? "word";
}

/** Shapes that say what kind of thing it is. */
export const SHAPE_KINDS: Readonly<Record<string, EntityKind>> = {
  variable: "variable",
  host: "host",
  url: "host",
  path: "file",
  file: "file",
};

/** A word of a sentence is none: names have capitals within, digits, or marks. */
export function looksLikeName(raw: string): boolean {
  return /[_@/\\#]|\w[.:-]\w|[a-z][A-Z]|^[A-Z]{2,}\d|\w\d/.test(raw) && !/^\d+[.,:]?\d*\w{0,2}$/.test(raw);
}

/** Numbers, versions and levels stand between quotes too. */
export function isNoName(name: string): boolean {
  return (
    /^(?:error|errors|warn|warning|info|debug|fatal|err|e|traceback|exception)$|^\W+$|^[a-z]$/i.test(name) ||
    (NUMBER.test(name) && !ADDRESS.test(name)) ||
    CHANGES.test(name) ||
    UNBALANCED.test(name)
  );
}

/** Numbers are no names; those of ports come with their word. */
const NUMBER = /^[-+]?\d[\d.,:]*$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/;
/** A day, an id, a counter, a protocol: another one every time, or the same for everybody. */
const CHANGES =
  /^\d{4}[-/]\d\d[-/]\d\d|^#?\d[\d-]*$|^port [0-9a-f]*[a-f-]|^HTTP\/\d|^(?:application|text)\/\w+$|^jdbc:/i;
const UNBALANCED = /^[^([{]*[)\]}]|[([{][^)\]}]*$/;
