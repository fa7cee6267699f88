/**
 * What can be seen of an agent without asking its model anything: its version, whether it is logged in, and whether its
 * settings let it work unattended. It tells where a login was seen and never what it is. It starts the program once, for
 * its version or for what it knows of its login, with nothing to read and a limit of time.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { asMapping } from "../../../basics/loose.ts";
import type { Chosen, KnownAgent } from "./known-agent.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export type Version =
  | { readonly type: "fits" | "newer" | "older"; readonly version: string }
  /** It did not say one. */
  | { readonly type: "broken"; readonly why: string };

const VERSION_MS = 30_000;

/** What is known of its login: seen with its place; missing, for certain; or nothing, for it may lie where nobody looks. */
export type Login = { readonly type: "seen"; readonly place: string } | { readonly type: "missing" | "unknown" };

/**
 * An agent that can tell is asked only where nothing was seen. Missing is only what is certain: it says so itself, or nobody
 * has chosen a way to log in at all. In both cases it would fail at its first step.
 */
export async function loginState(known: KnownAgent, { program, project, adapter, env }: AskedAgent): Promise<Login> {
  const place = loginOf(known, env, adapter);
  if (place !== null) return { type: "seen", place };
  const { ask, chosen } = known.login;
  if (MAY_HIDE || known.program !== adapter.replace(/-exec$/, "") || chosen === undefined) return { type: "unknown" };
  if (chosen.some((each) => isChosen(each, env["HOME"] ?? "", project))) return { type: "unknown" };
  if (ask === undefined) return { type: "missing" };
  const { out, complaint } = await run(program, ask.args, env, project);
  return { type: ask.none.test(out) || ask.none.test(complaint) ? "missing" : "unknown" };
}

export interface AskedAgent {
  /** The path of its program. */
  readonly program: string;
  readonly project: string;
  readonly adapter: string;
  readonly env: Env;
}

/** A keychain is not looked into. */
const MAY_HIDE = process.platform === "darwin";

function isChosen({ file, words }: Chosen, home: string, project: string): boolean {
  const places = isAbsolute(file) ? [file] : [join(home, file), join(project, file)];
  return places.some((place) => words.some((word) => textOf(place)?.includes(word)));
}

export async function versionOf(program: string, known: KnownAgent, env: Env): Promise<Version> {
  const { problem, out } = await run(program, ["--version"], env);
  const version = /\b(\d+\.\d+\.\d+)\b/.exec(out)?.[1];
  if (version === undefined) return { type: "broken", why: problem ?? "it printed no version" };
  if (compare(version, known.oldest) < 0) return { type: "older", version };
  return { type: isNewer(version, known.tried) ? "newer" : "fits", version };
}

/** The name of the variable or file that is its login; null: none was seen. */
export function loginOf({ program, login }: KnownAgent, env: Env, adapter = program): string | null {
  const variables = [...login.variables, ...(login.variablesOf?.[adapter] ?? [])];
  const variable = variables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) return variable;
  const home = env["HOME"] ?? "";
  for (const each of login.files) {
    const folder = each.in === null ? undefined : env[each.in];
    const path = folder ? join(folder, each.moved) : join(home, each.path);
    const text = textOf(path);
    if (text !== undefined && text.trim() !== "" && text.includes(each.word ?? "")) return path;
  }
  return null;
}

/** The file whose setting keeps it from working without asking; null: none does. */
export function forbidsUnattended({ forbids }: KnownAgent, env: Env): string | null {
  const home = env["HOME"] ?? "";
  for (const { file, path, value } of forbids) {
    const place = isAbsolute(file) ? file : join(home, file);
    const found = path.reduce<unknown>((at, key) => asMapping(at)[key], parsed(textOf(place)));
    if (found === value) return `${place}: ${path.join(".")}`;
  }
  return null;
}

/** Below 0: `a` is older. */
export function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const differs = left.findIndex((number, i) => number !== right[i]);
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0);
}

/** A newer patch is no news; before 1.0 the second number counts as the first. */
function isNewer(version: string, tried: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(tried)];
  return compare(version, tried) > 0 && (a[0] !== b[0] || (a[0] === 0 && a[1] !== b[1]));
}

function numbersOf(version: string): readonly number[] {
  return version.split(".").map(Number);
}

interface Said {
  readonly problem?: string;
  readonly out: string;
  readonly complaint: string;
}

function run(program: string, args: readonly string[], env: Env, cwd?: string): Promise<Said> {
  return new Promise((resolve) => {
    const limits = { timeout: VERSION_MS, killSignal: "SIGKILL", maxBuffer: 65_536 } as const;
    const options = { env: { ...env }, ...limits, ...(cwd !== undefined && { cwd }) };
    const child = execFile(program, [...args], options, (error, out, complaint) => {
      if (!error) return resolve({ out, complaint });
      const problem = error.killed ? `it did not answer in ${VERSION_MS / 1_000} s` : `it ended with ${error.code}`;
      resolve({ problem, out, complaint });
    });
    child.stdin?.end();
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
