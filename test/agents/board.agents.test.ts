/** Example 12 with the real Claude Code: a board worked to its end, with a model that follows a script. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandsOf, EXAMPLES } from "../e2e/example-page.ts";
import { aProject } from "../e2e/kit.ts";
import { BIN, type TestProject } from "../e2e/project.ts";
import type { Conversation } from "../model-server/conversation.ts";
import { startModelServer } from "../model-server/model-server.ts";
import { answer, type Reply } from "../model-server/reply.ts";
import { shellCall } from "../model-server/tool-calls.ts";
import { configurationOf } from "./harness/configure.ts";
import { AGENTS_DIR, whyNotInstalled } from "./harness/installed.ts";
import { runToEnd } from "./harness/run-to-end.ts";

const NAME = "12-agent-board";

test("Claude Code works a board: the design's work item becomes a task, and an answer in the wrong form is asked for again", async () => {
  expect(whyNotInstalled("claude")).toBeNull();
  const project = aProject();
  const env = await itsWorld(project);
  const dir = join(project.dir, "greeting");
  cpSync(join(EXAMPLES, NAME), dir, { recursive: true });
  const said: string[] = [];
  for (const [, ...args] of [...commandsOf(NAME), ...commandsOf(NAME, 1)]) {
    const ran = await runToEnd([process.execPath, BIN, ...args], { cwd: dir, env, outputDir: project.dir });
    expect(ran.code, `reeve ${args.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(0);
    said.push(ran.stdout);
  }
  const [, run = "", why = ""] = said;
  expect(run).toMatch(
    /1-design-greeting\.md: the Architect starts\.[\s\S]*2-greeting-text\.md: the Implementor starts\./,
  );
  expect(run).toContain("tasks/2-greeting-text.md: the Implementor starts again with the same input.");
  expect(run).toContain("The board is complete.");
  expect(why).toMatch(/\| input SHA-256 [0-9a-f]{64}/);
  expect(readFileSync(join(dir, "greeting.txt"), "utf8")).toBe("Welcome\n");
  expect(readFileSync(join(dir, "tasks/2-greeting-text.md"), "utf8")).toContain("## Supervisor Log");
});

const ITEM = "work_items:\\n  - { description: Greeting text, files: [greeting.txt] }";
const LOG = "printf '\\n### [today] Worked\\n\\nStatus: ok\\n' >>";
const OK = '{ "status": "ok", "message": "worked" }';

/** What the model does is told by the task file its prompt names: one command, then its answer; the form is forgotten once. */
function play(): (conversation: Conversation) => Reply | null {
  let forgotten = false;
  return (conversation) => {
    const at = conversation.messages.findLastIndex(({ role, text }) => role === "user" && TASK.test(text));
    const file = TASK.exec(conversation.messages[at]?.text ?? "")?.[1];
    if (file === undefined) return null;
    const isDesign = file.includes("design");
    if (conversation.messages.slice(at + 1).some(({ toolResults }) => toolResults.length > 0)) {
      const forgets = !isDesign && !forgotten;
      forgotten ||= forgets;
      return answer(forgets ? "All done!" : OK);
    }
    const work = isDesign ? `sed -i 's/^work_items: \\[\\]$/${ITEM}/' ${file}` : "echo Welcome > greeting.txt";
    return answer("One moment.", shellCall(conversation, `${work}; ${LOG} ${file}`));
  };
}

/** Some agents escape the quotes of a prompt. */
const TASK = /\\?"task_file\\?":\s?\\?"([^"\\]+)/;

async function itsWorld(project: TestProject): Promise<Record<string, string>> {
  const server = await startModelServer({ play: play() });
  onTestFinished(() => server.close());
  const home = join(project.dir, "home");
  const { files, env } = configurationOf("claude", server.url);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const path = [dirname(process.execPath), join(AGENTS_DIR, "node_modules/.bin"), process.env["PATH"] ?? ""];
  return {
    ...env,
    HOME: home,
    PATH: path.join(delimiter),
    LANG: "C.UTF-8",
    TERM: "dumb",
    REEVE_IGNORE_LOAD: "1",
    REEVE_TEST_ID: project.id,
  };
}
