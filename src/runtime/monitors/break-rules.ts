/** Which rules something breaks, and by what. Pure; one clause for each kind of rule. */
import { isAbsolute, relative, resolve } from "node:path";
import { pathPattern } from "../../basics/path-pattern.ts";
import type { RuleKind, ViolationRule } from "../../domain/spec/violation-rule.ts";
import { isAllowed } from "../../effects/sandbox/network/allowed-host.ts";

/** What is known of an attempt at one look; what was not looked at is absent. */
export interface Observed {
  readonly commands?: readonly string[];
  /** Relative to the workspace; `../…` lies outside of it. */
  readonly files?: readonly string[];
  readonly hosts?: readonly string[];
  readonly processes?: number;
  readonly children?: number;
}

export interface Broken {
  readonly rule: string;
  readonly what: string;
}

export function brokenBy(rules: readonly ViolationRule[], seen: Observed): readonly Broken[] {
  return rules.flatMap((rule) => CLAUSES[rule.on](rule, seen).map((what) => ({ rule: rule.name, what })));
}

type Clause = (rule: ViolationRule, seen: Observed) => readonly string[];

const CLAUSES: Readonly<Record<RuleKind, Clause>> = {
  files: ({ of }, { files = [] }) => files.filter((file) => isNamed(file, of)).map((file) => `changed ${file}`),
  files_outside: ({ of }, { files = [] }) =>
    files.filter((file) => !isNamed(file, of)).map((file) => `changed ${file}`),
  commands: ({ of }, { commands = [] }) =>
    commands
      .filter((command) => of.some((pattern) => commandPattern(pattern).test(command)))
      .map((each) => `ran ${each}`),
  hosts: ({ of }, { hosts = [] }) => hosts.filter((host) => isAllowed(host, of)).map((host) => `reached for ${host}`),
  hosts_outside: ({ of }, { hosts = [] }) =>
    hosts.filter((host) => !isAllowed(host, of)).map((host) => `reached for ${host}`),
  processes: ({ most }, { processes = 0 }) =>
    processes > most ? [`${processes} processes at once, and ${most} are allowed`] : [],
  children: ({ most }, { children = 0 }) =>
    children > most ? [`started ${children} agents of its own, and ${most} are allowed`] : [],
  seen: () => [], // Reeve looks for these itself
};

function isNamed(path: string, named: readonly string[]): boolean {
  return named.some((each) => {
    const plain = each.replace(/\/$/, "");
    return path === plain || path.startsWith(`${plain}/`) || (/[*?]/.test(each) && pathPattern(each).test(path));
  });
}

/** `*` is anything; without one the words may go on: `git push` is also `git push origin`. */
function commandPattern(pattern: string): RegExp {
  const escaped = pattern.trim().replaceAll(/[\\^$.|+?()[\]{}]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\*+/g, ".*").replaceAll(/\s+/g, "\\s+")}(?:\\s|$)`, "s");
}

/** As the rules name files; null: in a folder for what nobody keeps. */
export function asNamed(file: string, workspace: string, scratch: readonly string[]): string | null {
  const path = resolve(workspace, file);
  const named = relative(workspace, path);
  if (!named.startsWith("..") && !isAbsolute(named)) return named;
  return scratch.some((dir) => path === dir || path.startsWith(`${dir}/`)) ? null : named;
}
