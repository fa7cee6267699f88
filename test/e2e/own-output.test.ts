/** Reeve's own output, sent to a file in the very folder it watches. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aGitProject, writes } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";
import { BIN } from "./project.ts";

test("a log of the run that lies in the project is not taken for something an agent wrote there", () => {
  const { project } = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
  const log = openSync(join(project.dir, "run.log"), "w");
  const { status } = spawnSync(process.execPath, [BIN, "run", "plan.yaml"], {
    cwd: project.dir,
    env: project.env,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  expect(status).toBe(0);
  expect(project.read("run.log")).toContain("a: is done");
  expect(ofType(eventsOf(project), "violation_seen")).toEqual([]);
});
