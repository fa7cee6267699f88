/** A journal that somebody has put back from an older copy: noticed, told, and nothing is worked twice. */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aShellProject, DONE, planOf } from "./kit.ts";

test.each([
  ["before the run began", "queue"],
  ["between two tasks", "half"],
])("a copy made %s is refused", (_, when) => {
  const work = `echo x >> worked; ${DONE}`;
  const asks = `[ -e answered ] && { ${work}; exit; }; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"?"}'`;
  const project = aShellProject(planOf("a", "id: b, depends_on: [a]"), { a: work, b: when === "half" ? asks : work });
  const runDir = join(project.dir, ".reeve/runs/r1");
  project.reeve("run", ...(when === "half" ? [] : ["--queue"]), "plan.yaml");
  cpSync(runDir, join(project.dir, "copy"), { recursive: true, filter: (path) => !path.includes("attempts/") });
  project.write("answered", "");
  if (when === "half") project.reeve("answer", "q1", "yes");
  expect(project.reeve("run").code).toBe(0);
  const before = readFileSync(join(project.dir, "worked"), "utf8");
  for (const name of ["journal.db", "journal.db-wal", "journal.db-shm", "journal.mark"]) {
    rmSync(join(runDir, name), { force: true });
    const copied = join(project.dir, "copy", name);
    if (existsSync(copied)) cpSync(copied, join(runDir, name));
  }
  const { code, err } = project.reeve("run");
  expect(code).toBe(8);
  expect(err).toContain("The journal of r1 is older than its work: attempt ");
  expect(err).toContain("reeve run plan.yaml --new");
  expect(readFileSync(join(project.dir, "worked"), "utf8")).toBe(before);
});
