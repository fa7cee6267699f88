/**
 * Whether Reeve can work here: Node, git and the repository, the process table, a writable state folder with space, and
 * agents (app/machine/inspect-agents.ts). It looks and spends nothing; each problem comes with its fix.
 */
import { execFile } from "node:child_process";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Config } from "../../domain/spec/config.ts";
import { NO_SANDBOX } from "../../domain/spec/sandbox.ts";
import { compare } from "../../effects/agents/doctor/look-at-agent.ts";
import { findProgram } from "../../effects/agents/host/find-program.ts";
import { makeFolder } from "../../effects/files/make-folder.ts";
import { isOpenToOthers } from "../../effects/files/state-folder.ts";
import { openRepository } from "../../effects/git/repository.ts";
import { processTable } from "../../effects/processes/table/process-table.ts";
import { sandboxState } from "../../effects/sandbox/sandbox-state.ts";
import type { Project } from "../project/project.ts";
import type { Finding } from "./finding.ts";
import { inspectAgents } from "./inspect-agents.ts";
import { HELP, sandboxRefusal, sandboxText } from "./sandbox-words.ts";

/** As package.json wants it. */
const NODE_OLDEST = "22.18.0";
const SPACE_MB_MIN = 500;

export async function inspectMachine(
  project: Project,
  config: Config | null,
  { isTrying = false }: { readonly isTrying?: boolean } = {},
): Promise<readonly Finding[]> {
  const looks = [
    nodeFinding(),
    gitFinding(),
    repositoryFinding(project, config),
    processFinding(),
    stateFinding(project),
    spaceFinding(project),
    ghFinding(project),
    sandboxFinding(config),
  ];
  const agents = inspectAgents(config, { root: project.root, env: process.env, isTrying });
  return [...(await Promise.all(looks)), ...(await agents)];
}

async function nodeFinding(): Promise<Finding> {
  const { node } = process.versions;
  const what = `Node ${node} on ${process.platform} (${process.arch})`;
  if (compare(node, NODE_OLDEST) >= 0) return { what, good: true };
  return { what: `${what} is older than ${NODE_OLDEST}`, good: false, fix: `Install Node ${NODE_OLDEST} or newer.` };
}

async function gitFinding(): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)("git", ["--version"]);
    return { what: stdout.trim(), good: true };
  } catch {
    return { what: "git was not found", good: false, fix: "Install git and put it into PATH." };
  }
}

/** Says too when git is too old for it. */
async function repositoryFinding({ root }: Project, config: Config | null): Promise<Finding> {
  if (config?.isolation === "none")
    return { what: "Agents work in the project's own folder (isolation: none)", good: true };
  const choice = await openRepository(root);
  if (!choice.ok) return { what: choice.message.replace(/\.$/, ""), good: false, fix: choice.hint };
  const { toplevel, branch } = choice.repository;
  return { what: `The repository ${toplevel} can be worked in (${branch ?? "HEAD is detached"})`, good: true };
}

/** Told, never demanded: without it branches are pushed and a person opens the pull request. */
async function ghFinding({ root }: Project): Promise<Finding> {
  const found = findProgram("gh", root, process.env["PATH"] ?? "");
  const what = found.ok
    ? `Pull requests: ${found.path}`
    : "Pull requests: gh is not installed; branches are only pushed";
  return { what, good: true };
}

/** With `on`, a lack is a problem; else it is told. */
async function sandboxFinding(config: Config | null): Promise<Finding> {
  const wanted = config?.sandbox ?? NO_SANDBOX;
  const state = await sandboxState(wanted);
  const what = sandboxText(state, wanted);
  return sandboxRefusal(state, wanted) === null ? { what, good: true } : { what, good: false, fix: HELP };
}

async function processFinding(): Promise<Finding> {
  const choice = processTable();
  if (!choice.ok) return { what: choice.sentence, good: false };
  try {
    const seen = await choice.table.list();
    return { what: `The process table can be read (${seen.length} processes)`, good: true };
  } catch (error) {
    return {
      what: `The process table cannot be read: ${(error as Error).message}`,
      good: false,
      fix: "Reeve needs /proc, or the program ps.",
    };
  }
}

async function stateFinding({ stateDir }: Project): Promise<Finding> {
  try {
    await makeFolder(dirname(stateDir));
    await access((await exists(stateDir)) ? stateDir : dirname(stateDir), constants.W_OK);
    if (isOpenToOthers(stateDir))
      return {
        what: `${stateDir} can be read by other users of this machine`,
        good: false,
        fix: `The next \`reeve run\` closes it; or: chmod 700 ${stateDir}`,
      };
    return { what: `${stateDir} can be written`, good: true };
  } catch (error) {
    return {
      what: `${stateDir} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      good: false,
      fix: "Give yourself write permission on that folder.",
    };
  }
}

async function spaceFinding({ root }: Project): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const mb = Math.floor((bavail * bsize) / 1_000_000);
  const what = `${mb.toLocaleString("en-US")} MB free for ${root}`;
  return mb >= SPACE_MB_MIN
    ? { what, good: true }
    : { what, good: false, fix: "Free space on that disk: journals and agents' output need some." };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
