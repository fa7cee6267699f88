/** `reeve run` in a terminal: a real one, made by script(1), read back through the terminal of these tests. */
import { spawn, spawnSync } from "node:child_process";
import { describe, expect, it, type TestContext } from "vitest";
import { Terminal } from "../terminal.ts";
import { until } from "../wait.ts";
import { ASKS, aShellProject, atWork, DONE, planOf, UNTIL_GO } from "./kit.ts";
import { BIN, RunningReeve, type TestProject } from "./project.ts";

const COLUMNS = 90;

/** Everything the terminal was sent so far. */
function inTerminal(
  project: TestProject,
  context: TestContext,
): { readonly reeve: RunningReeve; readonly sent: () => string } {
  if (spawnSync("script", ["--version"]).status !== 0) context.skip("there is no script(1) of util-linux here");
  const command = `stty cols ${COLUMNS} rows 20 -echo; exec '${process.execPath}' '${BIN}' run plan.yaml`;
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: project.dir,
    env: project.env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let sent = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (sent += text));
  return { reeve: new RunningReeve(child), sent: () => sent };
}

function screenOf(sent: string): string {
  const terminal = new Terminal(COLUMNS);
  terminal.write(sent.replaceAll("\r\n", "\n").replaceAll("^C", ""));
  return terminal.text;
}

describe("in a terminal", () => {
  it("shows a bar, who works for how long, what waits for its restart and what is asked; then only what counts", async (context) => {
    const backoff = "policies: { worker: { backoff: 600 } }\n";
    const agent = { asks: ASKS, falls: "echo fell over >&2; exit 9", done: DONE, works: UNTIL_GO };
    const project = aShellProject(
      planOf("asks", "falls", "done", "works", "id: later, depends_on: [works]"),
      agent,
      backoff,
    );
    const { reeve, sent } = inTerminal(project, context);
    await atWork(project, "works");
    const frame = [
      /\n\nr1 █+░+ 1\/5 done, 1 waiting\n/,
      /\nworking · \d+ m?s · 1 question for you: `reeve questions` · nothing reported/,
      /\n\? q1 \(asks\) {2}Which colour\?\n/,
      /\n▸ works {2}sh for \d+ m?s/,
      /\n↻ falls ↻1 {2}restarts in \d+ min \d+ s, after: The agent ended with exit status 9/,
    ];
    const shown = () => screenOf(sent());
    await until("a screen with all of it", () => frame.every((line) => line.test(shown())), shown);
    const live = screenOf(sent());
    expect(live.match(/█/g)?.length).toBeLessThanOrEqual(40);
    reeve.child.stdin?.write("\u0003");
    const { code } = await reeve.ended;
    expect(code).toBe(4);
    const after = screenOf(sent());
    expect(after).not.toMatch(/[█░▸]/);
    expect(after).toContain("Stopping: agents are asked to end");
    expect(after).toMatch(/\nr1 {2}A plan\n1 of 5 tasks done · stopped/);
  });
});
