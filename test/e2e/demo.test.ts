/** The demo: under a minute, exit 0, each of its eight stories really happens, and nothing is left behind. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cleanUp } from "./kit.ts";
import { TestProject } from "./project.ts";

const STORIES = {
  "tasks run side by side":
    /api: attempt 1 starts[\s\S]*page: attempt 1 starts[\s\S]*docs: attempt 1 starts[\s\S]*attempt 1 says/,
  "a crash is restarted, and the agent told why":
    /api: attempt 1 failed: .*SIGKILL[\s\S]*api: attempt 2 starts \(scripted\), and is told why/,
  "a wrong answer is asked for again":
    /docs: attempt 1 failed: .*\(malformed_output\)[\s\S]*docs: gets the same input again \(1 of 3\)/,
  "a gang restarts from the one that fell":
    /schema: attempt 1 failed[\s\S]*report: is restarted with its gang database[\s\S]*seed: is restarted with its gang database/,
  "what is not done is found by a gate and sent back with its output":
    /page: is not done: `sh check\.sh`[\s\S]*page: attempt 2 starts[\s\S]*page: is merged[\s\S]*You were restarted: [\s\S]*leads to page\.js/,
  "a merge conflict is resolved by the task that came second":
    /api: goes back: it conflicts with page in 1 file[\s\S]*api: attempt 3 starts[\s\S]*api: is merged[\s\S]*reeve review[\s\S]*Merge api/,
  "a question is asked and answered":
    /prices: asks you \(q1\): Are prices[\s\S]*q1 is answered: with tax[\s\S]*prices: attempt 2 says it is done/,
  "Reeve itself is killed and goes on":
    /killed with -9[\s\S]*\$ reeve run\n[\s\S]*agents? of before (is|are) still at work[\s\S]*All 9 tasks are done/,
};

describe.concurrent("reeve demo", { timeout: 60_000 }, () => {
  it("shows what it promises, and leaves nothing behind", async () => {
    const { project, done } = aStage();
    const began = performance.now();
    const { code, out, err } = await project.start("demo").ended;
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(err).toBe("");
    expect(out).toMatch(/Next: `reeve init`/);
    for (const [story, lines] of Object.entries(STORIES)) expect(lines.test(out), `${story}:\n${out}`).toBe(true);
    expect(code).toBe(0);
    expect(readdirSync(project.dir)).toEqual([]);
    await done();
  });

  it("--keep leaves the repository and says where", async () => {
    const { project, done } = aStage();
    const { code, out } = await project.start("demo", "--keep").ended;
    expect(code).toBe(0);
    const [kept = ""] = readdirSync(project.dir);
    expect(out).toContain(`The repository is yours to look at: ${join(project.dir, kept)}`);
    expect(readdirSync(join(project.dir, kept))).toContain("plan.yaml");
    await done();
  });

  it("ends early with Ctrl-C, and leaves nothing behind", async () => {
    const { project, done } = aStage();
    const demo = project.start("demo");
    await demo.line(/api: attempt 1 starts/);
    demo.signal("SIGINT");
    const { code, out } = await demo.ended;
    expect(code).toBe(4);
    expect(out).toContain("Stopped: its agents are ended, and the repository is removed.");
    expect(readdirSync(project.dir)).toEqual([]);
    await done();
  });
});

/** Temporary folders of the demo are made inside the project, so that what is left of them is seen. */
function aStage() {
  const project = new TestProject();
  project.with({ TMPDIR: project.dir });
  return { project, done: () => cleanUp(project) };
}
