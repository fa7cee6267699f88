/**
 * Pull requests through the `gh` program, where it is installed and logged in. Whatever it does wrong comes back as a
 * sentence: the branch is pushed by then, and a person can go on by hand. It never prompts and never edits what exists.
 */
import type { Proposal } from "../../domain/delivery/surface.ts";
import { findProgram } from "../agents/host/find-program.ts";
import { runProgram } from "../processes/run-program.ts";
import { saidBy } from "./said-by.ts";

export type GitHubAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: string };

export interface GitHub {
  /** The open pull request of this branch, if there is one. */
  readonly find: (branch: string) => Promise<GitHubAnswer<string | null>>;
  /** Its address. */
  readonly create: (proposal: Proposal, base: string) => Promise<GitHubAnswer<string>>;
}

export interface GitHubPlace {
  readonly cwd: string;
  /** Address of the remote, as git has it. */
  readonly remoteUrl: string;
  readonly env: NodeJS.ProcessEnv;
}

const GH_MS_MAX = 2 * 60_000;
const OUTPUT_BYTES_MAX = 1024 * 1024;

export async function openGitHub({ cwd, remoteUrl, env }: GitHubPlace): Promise<GitHubAnswer<GitHub>> {
  // Relative entries of PATH count from the root, not from here: the repository must not bring a `gh` of its own.
  const program = findProgram("gh", "/", env["PATH"] ?? "");
  if (!program.ok) return { ok: false, because: "the program gh is not installed" };
  const gh: Gh = { program: program.path, cwd, env };
  if (!(await isLoggedIn(gh, hostOf(remoteUrl))))
    return { ok: false, because: "gh is not logged in (`gh auth login`)" };
  const repo = `--repo=${withoutUser(remoteUrl)}`;
  return {
    ok: true,
    value: { find: (branch) => find(gh, repo, branch), create: (proposal, base) => create(gh, repo, proposal, base) },
  };
}

interface Gh {
  readonly program: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Asked in general it also says no when it is logged in here and an old login elsewhere is stale. */
async function isLoggedIn(gh: Gh, host: string | null): Promise<boolean> {
  const anywhere = await run(gh, ["auth", "status"]);
  if (anywhere.ok || host === null) return anywhere.ok;
  return (await run(gh, ["auth", "status", `--hostname=${host}`])).ok;
}

async function find(gh: Gh, repo: string, branch: string): Promise<GitHubAnswer<string | null>> {
  const list = await run(gh, ["pr", "list", repo, `--head=${branch}`, "--state=open", "--limit=1", "--json=url"]);
  if (!list.ok) return list;
  const url = /"url":\s*"([^"]*)"/.exec(list.value)?.[1];
  return { ok: true, value: url === undefined ? null : asAddress(url) };
}

async function create(gh: Gh, repo: string, proposal: Proposal, base: string): Promise<GitHubAnswer<string>> {
  const { branch, title, body, draft } = proposal;
  const what = [`--head=${branch}`, `--base=${base}`, `--title=${title}`, "--body-file=-"];
  const made = await run(gh, ["pr", "create", repo, ...what, ...(draft ? ["--draft"] : [])], body);
  if (!made.ok) return made;
  const url = asAddress(made.value);
  return url === null
    ? { ok: false, because: "gh named no pull request it would have opened" }
    : { ok: true, value: url };
}

/** Its output, or why there is none. */
async function run({ program, cwd, env }: Gh, args: readonly string[], input = ""): Promise<GitHubAnswer<string>> {
  const end = await runProgram({
    program,
    args,
    cwd,
    env: { ...env, ...QUIET },
    input,
    timeoutMs: GH_MS_MAX,
    bytesMax: OUTPUT_BYTES_MAX,
  });
  if (end.exitCode === 0) return { ok: true, value: end.out };
  const what = `\`gh ${args.slice(0, 2).join(" ")}\``;
  if (end.timedOut) return { ok: false, because: `${what} did not end in time` };
  if (end.exitCode === undefined) return { ok: false, because: `${what} could not be run` };
  return { ok: false, because: `${what} failed: ${saidBy(end.err, env)}` };
}

const QUIET = { GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1", GIT_TERMINAL_PROMPT: "0" };

function asAddress(text: string): string | null {
  return /https?:\/\/[^\s"]+/.exec(text)?.[0] ?? null;
}

/** Of `https://host/…`, `ssh://git@host/…` and `git@host:…`; a folder has none. */
function hostOf(url: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([\w.-]+)/i.exec(url) ?? /^[^/@:]+@([\w.-]+):/.exec(url);
  return found?.[1] ?? null;
}

/** Names and passwords of an address are nobody's business on a command line. */
function withoutUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}
