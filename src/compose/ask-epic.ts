/**
 * Asks a configured agent in a role of the epic, once, as a real process under a keeper. Whoever only verifies must leave the
 * project as it was: that is proved by digests before and after, and an answer of one who changed something is none.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { epicDir } from "../app/epic/epics.ts";
import type { EpicQuestion } from "../app/epic/tick-epic.ts";
import { agentAdapters } from "../effects/agents/adapters/adapters.ts";
import { makeFolderSync } from "../effects/files/make-folder.ts";
import { withWaryGit } from "../effects/git/wary-git.ts";
import { openRoleHost } from "../effects/roles/role-host.ts";
import { digestBesideSignals } from "../systems/epic/body/seal.ts";
import { epicPrompt } from "../systems/epic/roles/prompts.ts";
import { openBox } from "./open-box.ts";

const GRACE_MS = 10_000;

export async function askEpic({ project, config, role, ask, file, signal }: EpicQuestion): Promise<unknown> {
  const chosen = config.epic.roles[role];
  const agent = chosen && config.agents[chosen.agent];
  if (chosen === undefined || agent === undefined) return null;
  const brief = chosen.brief === undefined ? undefined : readBrief(resolve(project.root, chosen.brief));
  const name = `${role}-${randomUUID().slice(0, 8)}`;
  const dir = join(epicDir(project), "asked", name);
  makeFolderSync(dir);
  const model = agent.tiers.find((tier) => tier.name === chosen.tier)?.model;
  // It reads the project's own folder, as it is.
  const box = await openBox(project, dir, { ...config, isolation: "none" });
  const { orphanMinutes } = config.policies;
  const host = openRoleHost({ dir, adapters: agentAdapters, orphanMinutes, sandbox: box.sandbox });
  const before = await fingerprint(project.root, file);
  try {
    const request = {
      runId: name,
      taskId: role,
      attemptId: `${name}.1`,
      number: 1,
      prompt: epicPrompt(ask, file, brief),
    };
    const end = await host.run(
      { ...request, workspace: project.root, project: project.root, agent, ...(model !== undefined && { model }) },
      { timeMs: agent.limits.minutes * 60_000, graceMs: GRACE_MS, signal },
    );
    const isUntouched = (await fingerprint(project.root, file)) === before;
    if (!isUntouched) return { refused: `${role} changed the project, and may only read` };
    return end.type === "said" ? end.value : null;
  } finally {
    await host.close();
    await box.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function readBrief(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * What is checked out, what differs from it, what git is told to overlook, and the body. Branches of workers move meanwhile and
 * are no part of it.
 */
function fingerprint(root: string, file: string): Promise<string> {
  return withWaryGit(root, async (git) => {
    const others = ["--", ".", `:(exclude)${file}`];
    const parts = [
      ["rev-parse", "HEAD"],
      ["status", "--porcelain", "-uall", ...others],
      ["diff", "--no-ext-diff", "--no-textconv", "HEAD", ...others],
      ["ls-files", "-v", ...others],
    ];
    const said = await Promise.all(parts.map(async (args) => (await git.run(args, { cwd: root })).out));
    const body = digestBesideSignals(readBrief(resolve(root, file)) ?? "", file);
    return createHash("sha256")
      .update([...said, body].join("\0"))
      .digest("hex");
  });
}
