/** What the walls add to a start: a shell that does nothing, as it is and enclosed, in turn. Prints one line of JSON. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_SANDBOX } from "../../src/domain/spec/sandbox.ts";
import { openSandbox } from "../../src/effects/sandbox/open-sandbox.ts";
import { findWalls } from "../../src/effects/sandbox/walls.ts";
import { median } from "../figures.ts";

const rounds = Number(process.argv[2] ?? 50);
const root = realpathSync(mkdtempSync(join(tmpdir(), "reeve-bench-")));
try {
  console.log(JSON.stringify(await measure()));
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measure(): Promise<{ readonly plainMs: number; readonly enclosedMs: number; readonly kind: string }> {
  const found = await findWalls();
  if (!found.ok) throw new Error(`no walls here: ${found.why}`);
  execFileSync("git", ["init", "--quiet", root]);
  const stateDir = join(root, ".reeve");
  const [workspace, dir] = [join(stateDir, "worktrees", "a"), join(stateDir, "attempt")];
  for (const each of [workspace, dir]) mkdirSync(each, { recursive: true });
  const { walls } = found;
  const sandbox = openSandbox({ walls, config: NO_SANDBOX, stateDir, root, repository: null, doors: null });
  const command = ["/bin/sh", "-c", ":"];
  const start = ([program = "", ...args]: readonly string[]) => spawnSync(program, args, { cwd: workspace });
  const plain: number[] = [];
  const enclosed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let began = performance.now();
    start(command);
    plain.push(performance.now() - began);
    const box = join(root, `box-${round}`);
    began = performance.now();
    start((await sandbox.enclose({ workspace, dir, box, command, env: {} })).command);
    enclosed.push(performance.now() - began);
    await sandbox.clear(box);
  }
  return { plainMs: median(plain), enclosedMs: median(enclosed), kind: walls.kind };
}
