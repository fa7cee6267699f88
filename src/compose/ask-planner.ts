/** Has a planning agent propose a plan, for the command that asks for one. Part of the composition root. */

import { listProposals } from "../app/plan/proposals.ts";
import type { Project } from "../app/project/project.ts";
import type { Config } from "../domain/spec/config.ts";
import type { ProposalRecord, ProposalWish } from "../domain/spec/proposal.ts";
import { loadAdapters } from "../effects/agents/adapters/load-adapters.ts";
import { writeRecord } from "../effects/roles/proposal-record.ts";
import { endProposing, proposePlan } from "../effects/roles/propose-plan.ts";
import { readTemplate } from "../effects/roles/role-prompt.ts";
import { acquireLock } from "../journal/sqlite/folder-lock.ts";
import { openBox } from "./open-box.ts";

/** While it is asked, the folder is locked: that tells a proposal in the making from one whose Reeve was killed. */
export async function askPlanner(project: Project, wish: ProposalWish): Promise<ProposalRecord> {
  const lock = acquireLock(wish.dir);
  try {
    await clearUp(project, wish.id);
    const template = templateOf(project, wish.config);
    const { root, stateDir } = project;
    const { adapters } = await loadAdapters(root, wish.config.agents);
    const box = await openBox(project, wish.dir, wish.config);
    try {
      return await proposePlan(wish, { root, stateDir, adapters, template, sandbox: box.sandbox });
    } finally {
      await box.close();
    }
  } finally {
    if (!("heldBy" in lock)) lock.release();
  }
}

/** The configuration names a file, or holds its text where that has been read already. */
function templateOf({ root }: Project, { advisors }: Config): string {
  const configured = advisors.planner?.template ?? "";
  if (configured.includes("\n")) return configured;
  return readTemplate("planner", root, configured === "" ? undefined : configured);
}

/** What killed Reeves have left of earlier askings. */
async function clearUp(project: Project, own: string): Promise<void> {
  for (const { id, dir, record } of listProposals(project)) {
    if (id === own || record?.end.type !== "asking") continue;
    const lock = acquireLock(dir);
    if ("heldBy" in lock) continue;
    try {
      await endProposing(project.root, { id, dir });
      await writeRecord(dir, { ...record, end: { type: "stopped" } });
    } finally {
      lock.release();
    }
  }
}
