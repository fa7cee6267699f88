/**
 * Proposed plans on disk: numbered folders below the state folder. Lists and reads them, checks them like any plan, and
 * puts an approved one where plans are. It asks nobody for a plan, and it never writes over a file that says something
 * else.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Checked } from "../../config/mistakes/mistake.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import { type Approval, PROPOSAL_FILES, type ProposalPlace, type ProposalRecord } from "../../domain/spec/proposal.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { loadPlan } from "../project/load.ts";
import { ignoreByGit, PLAN_FILE, type Project, shown } from "../project/project.ts";

export interface Proposal extends ProposalPlace {
  /** Null: somebody was killed before it was written, or wrote over it. */
  readonly record: ProposalRecord | null;
  /** Null: there is no plan to look at. */
  readonly planFile: string | null;
  readonly approval: Approval | null;
}

/** Oldest first. */
export function listProposals(project: Project): Proposal[] {
  const dir = join(project.stateDir, "plans");
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => PROPOSAL_ID.test(name))
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
    .map((id) => readProposal({ id, dir: join(dir, id) }));
}

export function readProposal({ id, dir }: ProposalPlace): Proposal {
  const planFile = join(dir, PROPOSAL_FILES.plan);
  return {
    id,
    dir,
    record: readJson<ProposalRecord>(join(dir, PROPOSAL_FILES.about), "end"),
    planFile: existsSync(planFile) ? planFile : null,
    approval: readJson<Approval>(join(dir, PROPOSAL_FILES.approved), "out"),
  };
}

/** Takes the next free number; two that try at once get two different ones. */
export function makeProposal(project: Project): ProposalPlace {
  const dir = join(project.stateDir, "plans");
  makeFolderSync(dir);
  ignoreByGit(project.stateDir);
  const taken = readdirSync(dir).filter((name) => PROPOSAL_ID.test(name));
  for (let number = Math.max(0, ...taken.map((id) => Number(id.slice(1)))) + 1; ; number += 1) {
    const place = { id: `p${number}`, dir: join(dir, `p${number}`) };
    if (mkdirSync(place.dir, { recursive: true }) !== undefined) return place;
  }
}

/** As it lies there: a person may have edited it. */
export function checkProposal(project: Project, planFile: string, cwd: string): Checked<Plan> {
  const loaded = loadPlan(project, shown(planFile, cwd), cwd);
  return loaded.ok ? { ...loaded, value: loaded.value.plan } : loaded;
}

export type Approved =
  | { readonly ok: true; readonly out: string; readonly isNew: boolean }
  /** There is a file that says something else. */
  | { readonly ok: false; readonly inTheWay: string };

/** `out` as the person named it, seen from `cwd`; undefined: as the proposal says, or the usual place. */
export function approveProposal(
  project: Project,
  proposal: Proposal & { readonly planFile: string },
  out: { readonly named: string | undefined; readonly cwd: string; readonly at: number },
): Approved {
  const usual = resolve(project.root, proposal.record?.out ?? PLAN_FILE);
  const path = out.named === undefined ? usual : resolve(out.cwd, out.named);
  const text = readFileSync(proposal.planFile);
  const there = existsSync(path) ? readFileSync(path) : null;
  if (there !== null && !there.equals(text)) return { ok: false, inTheWay: path };
  if (there === null) {
    makeFolderSync(dirname(path));
    writeFileSync(path, text, { flag: "wx" });
  }
  const approval: Approval = { at: out.at, out: shown(path, project.root) };
  writeFileSync(join(proposal.dir, PROPOSAL_FILES.approved), `${JSON.stringify(approval)}\n`);
  return { ok: true, out: path, isNew: there === null };
}

const PROPOSAL_ID = /^p[1-9][0-9]*$/;

/** Ours, but whoever shares our user may have written over it: what lacks the key is not believed. */
function readJson<T>(path: string, key: Extract<keyof T, string>): T | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null && key in value ? (value as T) : null;
  } catch {
    return null;
  }
}
