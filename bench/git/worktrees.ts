/**
 * Measured alone in its own process: the time to a worktree that is ready, by Reeve and by `git worktree add`, one at a
 * time and in turn; then many at once, within Reeve's bound. Arguments: folder, files, single ones, many, at once.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openRepository } from "../../src/effects/git/repository.ts";
import { openWorkspaces, worktreesUse } from "../../src/effects/workspace/open-workspaces.ts";
import { median } from "../figures.ts";
import { makeLargeRepository, QUIET } from "./large-repository.ts";

const [root = "", files = "20000", single = "7", many = "200", parallel = "4"] = process.argv.slice(2);
const dir = join(root, "repository");
makeLargeRepository(dir, Number(files), 0);
const stateDir = join(dir, ".reeve");
const choice = await openRepository(dir);
if (!choice.ok) throw new Error(choice.message);
const { repository } = choice;
const { prepare } = openWorkspaces({
  repository,
  stateDir,
  run: "r1",
  base: { commit: repository.head, branch: "main" },
  setup: [],
  parallel: Number(parallel),
  runSetup: async () => null,
  marker: `bench-${process.pid}`,
});

const taken = { reeve: [] as number[], plain: [] as number[] };
for (let at = 0; at < Number(single); at += 1) {
  taken.plain.push(await timeMs(async () => plainly(`plain-${at}`)));
  taken.reeve.push(await timeMs(() => byReeve(`single-${at}`)));
}
const ratio = median(taken.reeve.map((each, at) => each / (taken.plain[at] ?? Number.NaN)));
const before = (await worktreesUse(stateDir, "r1", Number.POSITIVE_INFINITY)).bytes;
const tasks = Array.from({ length: Number(many) }, (_, at) => `many-${at}`);
const manyMs = await timeMs(async () => void (await Promise.all(tasks.map(byReeve))));
const bytes = (await worktreesUse(stateDir, "r1", Number.POSITIVE_INFINITY)).bytes - before;
console.log(JSON.stringify({ reeveMs: median(taken.reeve), plainMs: median(taken.plain), ratio, manyMs, bytes }));

async function timeMs(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function plainly(name: string): void {
  const place = join(root, name);
  const add = ["worktree", "add", "--quiet", "-b", name, place, "main"];
  execFileSync("git", [...QUIET, ...add], { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
}

async function byReeve(task: string): Promise<void> {
  const order = { attempt: `${task}.1`, task, title: task, number: 1, changeset: "keep" } as const;
  const prepared = await prepare(order);
  if (prepared.type === "failed") throw new Error(prepared.failure.message);
}
