/**
 * Measured alone in its own process: `reeve clean` on a run that has ended with so many merged branches, first the look that
 * changes nothing, then for real, and then the look again. Arguments: folder, branches, rounds.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { integrationBranch, taskBranch } from "../../src/domain/spec/workspace.ts";
import { type CleanPorts, clean } from "../../src/effects/hygiene/clean.ts";
import { processTable } from "../../src/effects/processes/table/process-table.ts";
import { median } from "../figures.ts";
import { QUIET } from "./large-repository.ts";

const [root = "", branches = "600", rounds = "5"] = process.argv.slice(2);
const dir = join(root, "repository");
const stateDir = join(dir, ".reeve");
mkdirSync(join(stateDir, "runs/r1"), { recursive: true });
const git = (args: readonly string[], input = "") =>
  execFileSync("git", [...QUIET, ...args], { cwd: dir, input, encoding: "utf8" });
const tasks = Array.from({ length: Number(branches) }, (_, at) => ({ id: `t${at}`, title: `Task ${at}`, attempts: 1 }));
makeBranches();
const base = { commit: git(["rev-parse", "main"]).trim(), branch: "main" };
const choice = processTable();
if (!choice.ok) throw new Error(choice.sentence);
const ports: CleanPorts = {
  root: dir,
  stateDir,
  table: choice.table,
  runs: ["r1"],
  read: async (id) => ({ id, standing: "ended", heardAt: 0, orphanMs: 1, base, tasks, live: new Set() }),
  isAtWork: async () => false,
  take: async () => async () => {},
  staleLock: () => null,
};

const looks: number[] = [];
for (let at = 0; at < Number(rounds); at += 1) looks.push(await cleanMs(true, tasks.length));
const realMs = await cleanMs(false, tasks.length);
await cleanMs(true, 0);
console.log(JSON.stringify({ lookMs: median(looks), realMs }));

async function cleanMs(dryRun: boolean, expected: number): Promise<number> {
  const start = performance.now();
  const { items } = await clean(ports, { dryRun, olderThanMs: 0, now: Date.now() });
  const took = performance.now() - start;
  const gone = items.filter(({ outcome }) => outcome === "removed" || outcome === "would_remove").length;
  if (gone !== expected) throw new Error(`${gone} things would go, not ${expected}`);
  return took;
}

/** Each task's commit on top of the one before, as if all had been merged in turn. */
function makeBranches(): void {
  git(["init", "--quiet", "--initial-branch=main"]);
  const stamp = "committer Bench <bench@localhost> 1700000000 +0000";
  const commit = (ref: string, name: string) =>
    `commit ${ref}\n${stamp}\ndata ${name.length}\n${name}\nM 644 inline ${name}.txt\ndata ${name.length}\n${name}\n`;
  const into = `refs/heads/${integrationBranch("r1")}`;
  const steps = [commit("refs/heads/main", "base"), `reset ${into}\nfrom refs/heads/main\n\n`];
  for (const { id, title } of tasks)
    steps.push(commit(into, id), `reset refs/heads/${taskBranch("r1", id, title)}\nfrom ${into}\n\n`);
  git(["fast-import", "--quiet"], steps.join(""));
}
