/**
 * Asks a planning agent for a plan and writes down what it proposes: the specification, its answer, the plan as a file,
 * and what is to be known about it. The proposal is checked like any plan, and what is wrong with it is told to the agent
 * first. Nothing of it is worked here; that needs a person's approval.
 */
import { realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quote } from "../../config/mistakes/mistake.ts";
import type { Config } from "../../domain/spec/config.ts";
import { PROPOSAL_FILES, type ProposalRecord, type ProposalWish } from "../../domain/spec/proposal.ts";
import type { PlannerAnswer } from "../../domain/work/role-answers.ts";
import { parsePlan } from "../../plan/parse-plan.ts";
import type { AgentAdapter } from "../agents/adapters/agent-adapter.ts";
import type { Sandbox } from "../sandbox/open-sandbox.ts";
import { askRole, type RoleReply } from "./ask-role.ts";
import { endLeftBehind } from "./left-behind.ts";
import { planText } from "./plan-text.ts";
import { plannerPrompt } from "./planner-prompt.ts";
import { begunRecord, modelOf, notAsked, recordOf, writeRecord } from "./proposal-record.ts";
import { openReadingPlace, type ReadingPlace } from "./reading-place.ts";
import { openRoleHost } from "./role-host.ts";

export interface ProposeOptions {
  /** The project's. */
  readonly root: string;
  readonly stateDir: string;
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  readonly template: string;
  readonly sandbox?: Sandbox | null;
}

/** Once, and again with what was wrong at most three times. */
const TRIES_MAX = 4;
const MINUTE_MS = 60_000;

export async function proposePlan(wish: ProposalWish, options: ProposeOptions): Promise<ProposalRecord> {
  const dir = await realpath(wish.dir);
  const begun = begunRecord(wish);
  await writeFile(join(dir, PROPOSAL_FILES.spec), wish.spec.text);
  await writeRecord(dir, begun);
  const { root, stateDir } = options;
  const { id, signal } = wish;
  const opened = await openReadingPlace({ root, stateDir, dir: readingDir(dir, id), name: id, signal });
  if (!opened.ok) return writeRecord(dir, { ...begun, ...recordOf(notAsked(opened.sentence)) });
  const { place } = opened;
  try {
    const { reply, cut } = await askIn(place, wish, options, dir);
    const notes = [...place.notes, ...cut];
    return await writeRecord(dir, { ...begun, ...recordOf(reply), notes, written: await place.written() });
  } finally {
    await place.remove();
  }
}

/** After a kill: its agents, and the place they stood in. */
export async function endProposing(root: string, { id, dir }: Pick<ProposalWish, "id" | "dir">): Promise<void> {
  const real = await realpath(dir);
  const names = Array.from({ length: TRIES_MAX }, (_, at) => `${id}.${at + 1}`);
  await endLeftBehind({ root, dir: real, names, reading: readingDir(real, id) });
}

interface Asked {
  readonly reply: RoleReply<"planner">;
  /** What of the input was left out, one sentence each. */
  readonly cut: readonly string[];
}

async function askIn(place: ReadingPlace, wish: ProposalWish, options: ProposeOptions, dir: string): Promise<Asked> {
  const { config, spec, id } = wish;
  const agent = config.agents[wish.agent];
  if (!agent) return { reply: notAsked(`reeve.yaml has no agent called ${wish.agent}.`), cut: [] };
  const prompt = plannerPrompt(options.template, { spec: spec.text, config, files: place.files });
  if (!prompt.ok)
    return { reply: notAsked(`The planner's template cannot be used: ${prompt.problems.join("; ")}.`), cut: [] };
  const model = modelOf(wish);
  const { adapters, sandbox = null } = options;
  const host = openRoleHost({ dir, adapters, orphanMinutes: config.policies.orphanMinutes, sandbox });
  const question = {
    role: "planner" as const,
    name: id,
    prompt: prompt.text,
    agent,
    failureRules: config.failures,
    ...(model !== null && { model }),
    workspace: place.cwd,
    project: options.root,
    triesMax: TRIES_MAX,
    check: (answer: PlannerAnswer) => problemsOf(answer, spec.name, config),
    onTry: (number: number) => wish.onTry(number, TRIES_MAX),
  };
  const limits = {
    timeMs: agent.limits.minutes * MINUTE_MS,
    graceMs: config.policies.roles.drone.graceS * 1_000,
    signal: wish.signal,
    force: wish.force,
  };
  try {
    const reply = await askRole(question, host, limits);
    if ("answer" in reply && reply.answer !== null) await keep(dir, reply.answer, spec.name);
    const cut = prompt.cut.map(({ gap, leftOut }) => `The planner was not shown ${leftOut} characters of {{${gap}}}.`);
    return { reply, cut };
  } finally {
    await host.close();
  }
}

async function keep(dir: string, answer: PlannerAnswer, title: string): Promise<void> {
  await writeFile(join(dir, PROPOSAL_FILES.answer), `${JSON.stringify(answer, null, 2)}\n`);
  await writeFile(join(dir, PROPOSAL_FILES.plan), planText(answer, title));
}

/** Told without positions: the agent has not seen the file that is made of its answer. */
function problemsOf(answer: PlannerAnswer, title: string, config: Config): readonly string[] {
  const text = planText(answer, title);
  const checked = parsePlan(text, PROPOSAL_FILES.plan, config);
  if (checked.ok) return [];
  const lines = text.split("\n");
  return checked.mistakes.map(({ line, what, hint }) => `${taskAt(lines, line)}${what} — ${hint}`);
}

function taskAt(lines: readonly string[], line: number): string {
  const begun = lines.slice(0, line).findLast((each) => TASK_BEGINS.test(each)) ?? "";
  const [, id] = TASK_BEGINS.exec(begun) ?? [];
  return id === undefined ? "" : `task ${quote(id)}: `;
}

const TASK_BEGINS = /^ {2}- id: (.*)$/;

function readingDir(dir: string, id: string): string {
  return join(dir, `reading-${id}`);
}
