/** The demo: exit 0, each of its eight stories really happens, and nothing is left behind. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { STORIES } from "./demo-stories.ts";
import { cleanUp } from "./kit.ts";
import { TestProject } from "./project.ts";

describe.concurrent("reeve demo", () => {
  it("shows what it promises, and leaves nothing behind", async ({ expect }) => {
    const { project, done } = aStage();
    const { code, out, err } = await project.start("demo").ended;
    expect(err).toBe("");
    expect(out).toMatch(/Next: `reeve init`/);
    for (const [story, lines] of Object.entries(STORIES)) expect(lines.test(out), `${story}:\n${out}`).toBe(true);
    expect(code).toBe(0);
    expect(readdirSync(project.dir)).toEqual([]);
    await done();
  });

  it("--keep leaves the repository and says where", async ({ expect }) => {
    const { project, done } = aStage();
    const { code, out } = await project.start("demo", "--keep").ended;
    expect(code).toBe(0);
    const [kept = ""] = readdirSync(project.dir);
    expect(out).toContain(`The repository is yours to look at: ${join(project.dir, kept)}`);
    expect(readdirSync(join(project.dir, kept))).toContain("plan.yaml");
    await done();
  });

  it("ends early with Ctrl-C, and leaves nothing behind", async ({ expect }) => {
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

  it("ends early when nobody reads it any more, and leaves nothing behind", async ({ expect }) => {
    const { project, done } = aStage();
    const demo = project.start("demo");
    await demo.line(/api: attempt 1 starts/);
    demo.child.stdout?.destroy();
    expect(await new Promise((resolve) => demo.child.once("exit", resolve))).toBe(4);
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
