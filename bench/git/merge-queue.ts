/**
 * Measured alone in its own process: the same branches merged by Reeve's merge queue without gates, and by `git merge` in
 * a shell loop, each in a clone of its own. Arguments: folder, files, branches, rounds.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openGateFinder } from "../../src/effects/gates/commands/base-files.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { openRepository } from "../../src/effects/git/repository.ts";
import { openIntegration } from "../../src/effects/integration/integration.ts";
import { median } from "../figures.ts";
import { git, makeLargeRepository, QUIET } from "./large-repository.ts";

const [root = "", files = "20000", branches = "200", rounds = "3"] = process.argv.slice(2);
const origin = join(root, "origin");
const commits = makeLargeRepository(origin, Number(files), Number(branches));

const taken = { reeve: [] as number[], plain: [] as number[] };
for (let round = 0; round < Number(rounds); round += 1) {
  const plain = plainMs(clone(`plain-${round}`));
  const reeve = await reeveMs(clone(`reeve-${round}`));
  if (plain.tree !== reeve.tree) throw new Error("the two did not come to the same files");
  taken.plain.push(plain.ms);
  taken.reeve.push(reeve.ms);
}
const ratio = median(taken.reeve.map((each, at) => each / (taken.plain[at] ?? Number.NaN)));
console.log(
  JSON.stringify({
    reeveMs: median(taken.reeve) / commits.length,
    plainMs: median(taken.plain) / commits.length,
    ratio,
  }),
);

function clone(name: string): string {
  const dir = join(root, name);
  git(root, "clone", "--quiet", "--local", origin, dir);
  git(dir, "config", "user.name", "Bench");
  git(dir, "config", "user.email", "bench@localhost");
  return dir;
}

interface Taken {
  readonly ms: number;
  readonly tree: string;
}

function plainMs(dir: string): Taken {
  const loop = `for each; do git ${QUIET.join(" ")} merge --quiet --no-ff --no-edit "$each" || exit 1; done`;
  const before = performance.now();
  execFileSync("sh", ["-c", loop, "sh", ...commits], { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
  return { ms: performance.now() - before, tree: git(dir, "rev-parse", "HEAD^{tree}") };
}

async function reeveMs(dir: string): Promise<Taken> {
  const choice = await openRepository(dir);
  if (!choice.ok) throw new Error(choice.message);
  const { repository } = choice;
  const calls = openGit(dir);
  const { integrate } = openIntegration({
    git: calls,
    repository,
    run: "r1",
    base: { commit: repository.head, branch: "main" },
    stateDir: join(dir, ".reeve"),
    runGates: async () => [],
    findGates: openGateFinder(calls, dir),
    setup: null,
    secrets: [],
  });
  const before = performance.now();
  for (const [at, commit] of commits.entries()) {
    const order = { attempt: `t${at}.1`, task: `t${at}`, title: `Work ${at}`, commit, gates: [] };
    const answer = await integrate(order, new AbortController().signal);
    if (answer.type === "failed") throw new Error(answer.failure.message);
    if (answer.integration.type !== "merged") throw new Error(`work-${at} came to ${answer.integration.type}`);
  }
  return { ms: performance.now() - before, tree: git(dir, "rev-parse", "refs/reeve/r1^{tree}") };
}
