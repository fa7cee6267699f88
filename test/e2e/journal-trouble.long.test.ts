/** A journal that cannot be written or read: said in one sentence, exit 6, nothing lost, and the run goes on afterwards. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { ASKS, aShellProject, atWork, DONE, planOf, UNTIL_GO } from "./kit.ts";
import { BIN, type TestProject } from "./project.ts";
import { type SmallDisk, smallDisk } from "./small-disk.ts";

const ASKS_ONCE = `if [ -e asked ]; then ${DONE}; else touch asked; ${ASKS}; fi`;
const JOURNAL = ".reeve/runs/r1/journal.db";

/** One task is done, one asks; nobody works on it. */
function aRestingRun(project: TestProject): TestProject {
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  return project;
}

/** A disk of less than a megabyte would pull the brake at once. */
const TINY = "policies: { brake: { disk_mb: 0 }, host: { disk_mb: 0 } }\n";
const aPlan = () => aShellProject(planOf("a", "b"), { a: ASKS_ONCE, "*": DONE }, TINY);

function aDisk(project: TestProject, context: TestContext): SmallDisk {
  return smallDisk(project, 600) ?? context.skip("mounting a small disk is not permitted here");
}

describe("a full disk", () => {
  it("ends the work with a sentence, and the run goes on when there is space", async (context) => {
    const project = aShellProject(planOf("a", "b"), { a: UNTIL_GO, "*": DONE }, TINY);
    const disk = aDisk(project, context);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    await reeve.line(/b: is done/);
    disk.fill();
    project.write("go", "");
    const { code, err } = await reeve.ended;
    expect(code).toBe(6);
    expect(err).toMatch(/^reeve: .*Nothing of this step was recorded or done\./m);
    expect(err).not.toContain("bug");
    expect(project.reeve("status").out).toContain("1 of 2 tasks done");
    for (const args of [["run"], ["run", "plan.yaml", "--new"], ["stop"], ["pause"]]) {
      expect(project.reeve(...args)).toMatchObject({ code: 6, err: expect.not.stringContaining("bug") });
    }
    disk.free();
    expect(project.reeve("run").code).toBe(0);
    expect(project.json("status")).toMatchObject([{ counts: { done: 2 }, restarts: 0 }]);
  });

  it("in the form of a limit on files is told the same way", () => {
    const project = aRestingRun(aPlan());
    project.reeve("answer", "q1", "red");
    const limited = spawnSync("sh", ["-c", 'ulimit -f 4; exec "$0" "$1" run', process.execPath, BIN], {
      cwd: project.dir,
      env: { ...project.env, XDG_CACHE_HOME: project.dir },
      encoding: "utf8",
    });
    expect(limited.status).toBe(6);
    expect(limited.stderr).toContain("Nothing of this step was recorded");
    expect(project.reeve("run").code).toBe(0);
  });
});

describe("a read-only disk", () => {
  it("lets everybody look and nobody write", (context) => {
    const project = aPlan();
    const disk = aDisk(project, context);
    aRestingRun(project);
    disk.setReadOnly(true);
    for (const command of [["status"], ["why", "a"], ["events"], ["logs", "b"], ["questions"]])
      expect(project.reeve(...command)).toMatchObject({ code: 0, err: "" });
    for (const command of [["run"], ["run", "plan.yaml", "--new"], ["answer", "q1", "red"], ["pause"], ["stop"]])
      expect(project.reeve(...command)).toMatchObject({ code: 6, err: expect.stringMatching(/^reeve: (?!.*bug)/) });
    disk.setReadOnly(false);
    project.reeve("answer", "q1", "red");
    expect(project.reeve("run").code).toBe(0);
  });
});

describe("a damaged journal", () => {
  it("with bytes overwritten is refused whole and shown as far as it can be read", () => {
    const project = aRestingRun(aPlan());
    const bytes = readFileSync(join(project.dir, JOURNAL));
    // In the content of a late record, not in SQLite's own pages.
    const at = bytes.lastIndexOf("attempt_ended");
    bytes.fill(0x58, at, at + 13);
    project.write(JOURNAL, bytes);
    for (const command of [["status"], ["run"], ["answer", "q1", "red"], ["why", "a"]]) {
      const { code, err } = project.reeve(...command);
      expect(code).toBe(6);
      expect(err).toMatch(
        /is damaged at record \d+: .* Records 1 to \d+ can be read: `reeve events` shows them\. Nothing was changed/,
      );
    }
    const { code, out, err } = project.reeve("events");
    expect(code).toBe(6);
    expect(out).toMatch(/Run r1 starts: A plan/);
    expect(err).toContain("is damaged at record");
    const doctor = project.reeve("doctor");
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/✗ The journal of r1: .*damaged/);
    expect(readFileSync(join(project.dir, JOURNAL)).equals(bytes)).toBe(true);
  });

  it("that was cut short is refused, and stays as it is", () => {
    const project = aRestingRun(aPlan());
    const bytes = readFileSync(join(project.dir, JOURNAL));
    project.write(JOURNAL, bytes.subarray(0, Math.floor(bytes.length / 2)));
    for (const command of ["status", "events", "run"]) {
      const { code, err } = project.reeve(command);
      expect(code).toBe(6);
      expect(err).toMatch(/^reeve: .*Nothing was changed/m);
    }
    expect(statSync(join(project.dir, JOURNAL)).size).toBe(Math.floor(bytes.length / 2));
  });

  it("whose newest records were lost with a deleted -wal file is not taken for a younger run", async () => {
    const project = aShellProject(planOf("a", "b"), { a: UNTIL_GO, "*": DONE }, TINY);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    await reeve.line(/b: is done/);
    reeve.signal("SIGKILL");
    await reeve.ended;
    const wal = readFileSync(join(project.dir, `${JOURNAL}-wal`));
    for (const end of ["-wal", "-shm"]) project.removeFile(`${JOURNAL}${end}`);
    for (const command of ["status", "run", "stop"]) {
      const { code, err } = project.reeve(command);
      expect(code).toBe(6);
      expect(err).toMatch(/records up to \d+ were acknowledged but are gone|None of its records can be read/);
    }
    project.write(`${JOURNAL}-wal`, wal);
    project.write("go", "");
    expect(project.reeve("run").code).toBe(0);
  });
});
