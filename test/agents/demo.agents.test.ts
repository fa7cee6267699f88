/** `reeve demo --agents`: the same stories as with scripted agents, by the real ones, and nothing is left behind. */
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { STORIES } from "../e2e/demo-stories.ts";
import { TestProject } from "../e2e/project.ts";
import { untilPasses } from "../wait.ts";
import { installedAgent, whyNotInstalled } from "./harness/installed.ts";
import { processesNaming } from "./harness/marked-processes.ts";

/** Those that start quickly. */
const CAST = ["claude", "codex", "gemini", "copilot"] as const;

test("every story happens with the real agents, those that were killed resume, and no login of a person is in reach", async () => {
  for (const agent of CAST) expect(whyNotInstalled(agent)).toBeNull();
  const { project, left } = aStage();
  project.with({
    ANTHROPIC_AUTH_TOKEN: "somebody's",
    CLAUDE_CODE_USE_BEDROCK: "1",
    HTTPS_PROXY: "http://127.0.0.1:9",
  });
  const { code, out, err } = await project.start("demo", "--agents").ended;
  expect(err).toBe("");
  for (const [story, lines] of Object.entries(STORIES)) expect(lines.test(out), `${story}:\n${out}`).toBe(true);
  for (const agent of CAST) {
    expect(out).toContain(` ${installedAgent(agent).pinned}: `);
    expect(out).toContain(`attempt 1 starts (${agent})`);
  }
  expect(out).toContain("Codex, killed in the middle of api, resumed its own session");
  expect(out).toContain("Claude Code, killed in the middle of schema, resumed its own session");
  expect(code).toBe(0);
  expect(readdirSync(project.dir)).toEqual([]);
  await left();
});

test("Ctrl-C in the middle ends all of them", async () => {
  const { project, left } = aStage();
  const demo = project.start("demo", "--agents");
  await demo.line(/report: attempt 1 starts/);
  demo.signal("SIGINT");
  const { code, out } = await demo.ended;
  expect(out).toContain("Stopped: its agents are ended, and the repository is removed.");
  expect(code).toBe(4);
  expect(readdirSync(project.dir)).toEqual([]);
  await left();
});

/** All that the demo starts has a home or a folder for temporary files in here: what outlives it is seen by that. */
function aStage() {
  const project = new TestProject();
  project.with({ TMPDIR: project.dir });
  onTestFinished(() => {
    for (const pid of processesNaming(project.dir)) process.kill(pid, "SIGKILL");
    project.remove();
  });
  const left = () =>
    untilPasses("every process of the demo to end", () => expect(processesNaming(project.dir)).toEqual([]));
  return { project, left };
}
