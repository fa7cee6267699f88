/** What is remembered of a proposal beside its plan: as it begins, and what came of it. */

import { join } from "node:path";
import type { Failure } from "../../domain/proof/failure.ts";
import {
  PROPOSAL_FILES,
  type ProposalEnd,
  type ProposalRecord,
  type ProposalWish,
} from "../../domain/spec/proposal.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { RoleReply } from "./ask-role.ts";

export function begunRecord(wish: ProposalWish): ProposalRecord {
  return {
    id: wish.id,
    at: wish.at,
    title: wish.spec.name,
    spec: wish.spec.name,
    out: wish.out,
    agent: wish.agent,
    model: modelOf(wish),
    end: { type: "asking" },
    tries: 0,
    usage: { tokens: 0 },
    concerns: [],
    validation: [],
    notes: [],
    written: { here: [], outside: [] },
  };
}

/** A plan is made once and worked by many: it is worth the highest tier. */
export function modelOf({ config, agent, tier }: ProposalWish): string | null {
  const tiers = config.agents[agent]?.tiers ?? [];
  return (tier === null ? tiers.at(-1) : tiers.find(({ name }) => name === tier))?.model ?? null;
}

export function recordOf(reply: RoleReply<"planner">): Partial<ProposalRecord> {
  const { usage, tries } = reply;
  const answer = "answer" in reply ? reply.answer : null;
  return {
    end: endOf(reply),
    usage,
    tries,
    ...(answer?.title !== undefined && { title: answer.title }),
    concerns: answer?.cross_cutting_concerns.map(({ concern }) => concern) ?? [],
    validation: answer?.validation ?? [],
  };
}

export function notAsked(message: string): RoleReply<"planner"> {
  const failure: Failure = { class: "config_error", restart: "terminal", message, evidence: [] };
  return { type: "failed", failure, usage: { tokens: 0 }, tries: 0 };
}

function endOf(reply: RoleReply<"planner">): ProposalEnd {
  switch (reply.type) {
    case "answered":
      return { type: "proposed" };
    case "unusable":
      return { type: "unusable", problems: reply.problems };
    case "failed":
      return { type: "failed", failure: reply.failure };
    case "stopped":
      return { type: "stopped" };
  }
}

/** Whoever lists proposals meanwhile reads the one or the other. */
export async function writeRecord(dir: string, record: ProposalRecord): Promise<ProposalRecord> {
  await writeWhole(join(dir, PROPOSAL_FILES.about), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}
