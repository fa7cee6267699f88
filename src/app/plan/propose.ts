/** Has an agent propose a plan for what a file specifies, and checks it. What becomes of it is left to the person. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeUtf8 } from "../../config/yaml/decode-utf8.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { ProposalRecord, ProposalWish } from "../../domain/spec/proposal.ts";
import { fallbackAgent } from "../../plan/check-agents.ts";
import { loadConfig } from "../project/load.ts";
import type { Standpoint } from "../project/load-affordable.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { lookAtWalls } from "../run/look-at-walls.ts";
import { makeProposal, readProposal } from "./proposals.ts";
import { type CheckedProposal, checkedProposal } from "./proposed.ts";

export interface Planner {
  /** Has an agent propose a plan in the folder that was made for it. */
  readonly propose: (project: Project, wish: ProposalWish) => Promise<ProposalRecord>;
}

export interface PlanWish extends Standpoint {
  /** The file that says what is to be built or changed. */
  readonly spec: string;
  /** Undefined: the configured planner, or the default agent. */
  readonly agent: string | undefined;
  /** Undefined: the planner's own, or the highest. */
  readonly tier: string | undefined;
  /** Where the approved plan is to go; undefined: plan.yaml. */
  readonly out: string | undefined;
  /** Lets the agent end; `force` ends it. */
  readonly signal: AbortSignal;
  readonly force: AbortSignal;
  readonly onTry: (agent: string, number: number, ofMax: number) => void;
}

export interface Proposed extends CheckedProposal {
  readonly end: ProposalRecord["end"]["type"];
}

export async function proposePlan(world: Planner, project: Project, wish: PlanWish): Promise<Reply<Proposed>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "plan" });
  const spec = readSpec(wish);
  if (!spec.ok) return spec;
  const planner = choosePlanner(config.value, wish);
  if (!planner.ok) return planner;
  const walls = await lookAtWalls(config.value);
  if (!walls.ok) return walls;
  const { agent, tier } = planner.value;
  const place = makeProposal(project);
  const record = await world.propose(project, {
    ...place,
    spec: { name: wish.spec, text: spec.value },
    config: config.value,
    agent,
    tier,
    out: wish.out === undefined ? null : shown(resolve(wish.cwd, wish.out), project.root),
    at: wish.now,
    signal: wish.signal,
    force: wish.force,
    onTry: (number, ofMax) => wish.onTry(agent, number, ofMax),
  });
  return granted({ ...checkedProposal(project, readProposal(place), wish.cwd), end: record.end.type });
}

function readSpec({ cwd, spec: file }: PlanWish): Reply<string> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(cwd, file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return refused({ what: "spec_unreadable", file, code: code ?? message });
  }
  const decoded = decodeUtf8(bytes, file);
  if (!decoded.ok) return refused({ what: "spec_garbled", mistake: decoded.mistake });
  return decoded.text.trim() === "" ? refused({ what: "spec_empty", file }) : granted(decoded.text);
}

function choosePlanner(
  config: Config,
  wish: PlanWish,
): Reply<{ readonly agent: string; readonly tier: string | null }> {
  const configured = config.advisors.planner;
  const agent = wish.agent ?? configured?.agent ?? fallbackAgent(config);
  const agents = Object.keys(config.agents);
  if (agent === undefined) return refused({ what: "no_planner", agents });
  if (!Object.hasOwn(config.agents, agent)) return refused({ what: "unknown_agent", agent, agents });
  const tier = wish.tier ?? (agent === configured?.agent ? configured.tier : undefined) ?? null;
  const tiers = config.agents[agent]?.tiers.map(({ name }) => name) ?? [];
  if (tier === null || tiers.includes(tier)) return granted({ agent, tier });
  return refused({ what: "unknown_tier", agent, tier, tiers });
}
