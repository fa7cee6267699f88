/**
 * A name as some tool wrote it → the form in which people know it: no quotes, no positions, no folders of one machine, no
 * version, one way to write a class, a host, a path. Undefined where nothing is left that names anything.
 */
import type { EntityKind } from "../../../domain/proof/failure.ts";
import { localPath } from "./local-path.ts";

const LENGTH_MAX = 200;

export function normalName(kind: EntityKind, raw: string, root?: string): string | undefined {
  const bare = raw
    .slice(0, LENGTH_MAX * 2)
    .trim()
    .replace(/^[`'"“‘«([<]+|[`'"”’»>;,]+$/g, "")
    .replace(/(?<=\.\w{1,5}):\d+(?::\d+)?$/, "")
    .replace(/(?<=\w)[.:]+$/, "")
    .replace(/^[)\]}]+|(?<![([{][^)\]}]*)[)\]}]+$/g, "");
  const name = NORMAL[kind]?.(bare, root) ?? bare;
  return name === "" || /^[\W_]+$/.test(name) ? undefined : name.slice(0, LENGTH_MAX);
}

type Normal = (name: string, root: string | undefined) => string;

const NORMAL: Partial<Readonly<Record<EntityKind, Normal>>> = {
  module: moduleForm,
  file: (name, root) => localPath(name, root, true).replace(/^.*\/(?=\.git\/)/, ""),
  host: (name) => hostForm(name),
  program: (name) => (name.split(/[\\/]/).at(-1) ?? name).replace(/\.(?:exe|cmd|bat)$/i, "").replace(/^node:/, ""),
  package: (name) =>
    name
      .replace(/^([a-z][\w-]*(?:\.[\w-]+)+:[\w.-]+):.*$/, "$1")
      .replace("%2f", "/")
      .replace(/-\d[\w.]*\.(?:tar\.gz|tgz|zip|whl|gem|crate)$/, "")
      .replace(/(?<=[\w.])(?:@|==|>=|~=|\^)(?!v\d)[\w.^~<>=*-]*$/, ""),
  table: (name) => name.replace(/["`[\]]/g, ""),
  column: (name) => name.replace(/["`[\]]/g, ""),
  symbol: (name) =>
    name
      .replace(/\(\)$|\/\d{1,2}$/, "")
      .replace(/^(?:typeof|this)\s*\.?/, "")
      .replace(/^(?:[a-z]\w*\.)+(?=[A-Z]\w*\.\w)/, ""),
  test: (name) =>
    name
      .trim()
      .replace(/[\s─━═-]{3,}$/, "")
      .replace(/\s+\(?\d+(?:\.\d+)? ?m?s\)?$/, "")
      .replace(/^.* › /, ""),
  model: (name) => name.replace(/:(?:generateContent|streamGenerateContent)$/, ""),
  port: (name) => (/^\d{2,5}$/.test(name) ? `port ${name}` : ""),
  branch: (name) => localPath(name.replace(/^refs\/heads\//, ""), undefined),
};

/** Where the name of a class begins, its package ends; a class in a file's notation is one in the language's. */
function moduleForm(name: string, root: string | undefined): string {
  if (/^[a-z][\w$]*(?:\/[\w$]+)*\/[A-Z][\w$]*$/.test(name)) return name.replaceAll("/", ".");
  // Perl's files are its modules.
  if (/^[A-Z]\w*(?:\/[A-Z]\w*)+$/.test(name)) return name.replaceAll("/", "::");
  const local = localPath(name.replace(/^node:/, "").replace(/^library\((.+)\)$/, "$1"), root);
  return local.replace(/^(?:\.{1,2}\/)+/, "");
}

/** A registry's mirrors and doors are the registry. */
const PAGES =
  /^(?:proxy|docs?|help|status|support|www|wiki|platform|console|developers?|cloud|learn|ai|status)\.|^pris\.ly$|^curl\.se$|^slss\.io$|^rd\.gt$|^aka\.ms$|^github\.com$/;
const DOORS = /^(?:index|static|api|registry(?:-1)?|production|auth)\.(?=crates\.io$|rubygems\.org$)/;

function hostForm(name: string): string {
  const lower = name
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+]*:\/\/(?:[^@/]*@)?/, "")
    .replace(/[/?].*$/, "");
  if (/^(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::\d+)?$/.test(lower))
    return lower.replace(/^(?:127\.0\.0\.1|\[?::1\]?)/, "localhost");
  // An address of a machine is one of its services; a name is the service.
  const host = lower.replace(/^(?!\d+(?:\.\d+){3}:)(.*):\d+$|:(?:80|443)$/, "$1").replace(DOORS, "");
  return PAGES.test(host) || /\.(?:js|ts|py|json|html?|log|md|lock|toml|ya?ml|rs|go|java|example\.com)$/.test(host)
    ? ""
    : host;
}
