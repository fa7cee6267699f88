/**
 * Measured alone in its own process: one `reeve run` of very many small tasks in a real repository, looked at while it works.
 * Says what it takes early (the most until a tenth is done) and late (the most in the last tenth). Arguments: folder, tasks.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { diskUse } from "../../src/effects/hygiene/disk-use.ts";
import { worktreesUse } from "../../src/effects/workspace/open-workspaces.ts";

const [root = "", given = "2000"] = process.argv.slice(2);
const tasks = Number(given);
const dir = join(root, "project");
mkdirSync(dir, { recursive: true });
const agent = `#!/bin/sh\necho "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"\necho '{"status":"done"}'\n`;
writeFileSync(join(dir, "agent.sh"), agent, { mode: 0o755 });
writeFileSync(join(dir, "reeve.yaml"), "agents: { a: { adapter: command, command: [./agent.sh] } }\nmax_parallel: 4\n");
const lines = Array.from({ length: tasks }, (_, at) => `  - { id: t${at}, prompt: Write your file. }\n`);
writeFileSync(join(dir, "plan.yaml"), `title: Many\ntasks:\n${lines.join("")}`);
for (const args of [
  ["init", "--quiet", "--initial-branch=main"],
  ["add", "--all"],
  ["-c", "user.name=Bench", "-c", "user.email=bench@localhost", "commit", "--quiet", "--message", "Begin"],
])
  execFileSync("git", args, { cwd: dir });

const began = performance.now();
const bin = fileURLToPath(new URL("../../bin/reeve.js", import.meta.url));
const child = spawn(process.execPath, [bin, "run", "plan.yaml"], { cwd: dir, stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
const nothing = { done: 0, rssBytes: 0, descriptors: 0, worktrees: 0, checkouts: 0 };
let [early, late, done] = [nothing, nothing, 0];
for await (const line of createInterface({ input: child.stdout })) {
  if (!/: is done$/.test(line)) continue;
  done += 1;
  if (done % 20 !== 0) continue;
  if (done <= tasks / 10) early = most(early, await look());
  if (done > (tasks * 9) / 10) late = most(late, await look());
}
if ((await ended) !== 0) throw new Error(`the run of ${tasks} tasks did not end well`);
console.log(JSON.stringify({ early, late, tookS: (performance.now() - began) / 1000 }));

async function look(): Promise<typeof nothing> {
  const place = join(dir, ".reeve/worktrees/r1");
  return {
    done,
    rssBytes: 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0),
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    worktrees: readdirSync(place).length,
    // The project itself grows by a file per task, and with it every checkout.
    checkouts: (await worktreesUse(join(dir, ".reeve"), "r1", 100_000)).bytes / (await largest(place)),
  };
}

/** Bytes of one whole checkout as the project is by now. */
async function largest(place: string): Promise<number> {
  const each = await Promise.all(readdirSync(place).map(async (name) => (await diskUse(join(place, name))).bytes));
  return Math.max(1, ...each);
}

function most(a: typeof nothing, b: typeof nothing): typeof nothing {
  const keys = Object.keys(a) as (keyof typeof nothing)[];
  return Object.fromEntries(keys.map((key) => [key, Math.max(a[key], b[key])])) as typeof nothing;
}
