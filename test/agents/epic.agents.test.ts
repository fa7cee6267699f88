/** An epic whose Pauli, Marsha and worker are the real Claude Code, with a model that follows a script. */
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandOf } from "../../src/systems/epic/dispatch/workers.ts";
import { anEpic, bodyOf, EPIC, queuedRow, workersEnded } from "../e2e/epic-project.ts";
import { BIN } from "../e2e/project.ts";
import type { Conversation } from "../model-server/conversation.ts";
import { startModelServer } from "../model-server/model-server.ts";
import { answer, type Reply } from "../model-server/reply.ts";
import { shellCall } from "../model-server/tool-calls.ts";
import { gitIn } from "../repository.ts";
import { configurationOf } from "./harness/configure.ts";
import { AGENTS_DIR, whyNotInstalled } from "./harness/installed.ts";
import { runToEnd } from "./harness/run-to-end.ts";

test("Claude Code dispatches an item, works it and verifies it, one decision per tick", async () => {
  expect(whyNotInstalled("claude")).toBeNull();
  const settings =
    "epic: { pauli: { agent: claude }, marsha: { agent: claude }, workers: { coder: { agent: claude } } }\n";
  const project = anEpic({ items: [queuedRow("a", "accept=it works")], settings });
  project.write(
    "reeve.yaml",
    project.read("reeve.yaml").replace("agents: {", "agents: { claude: { adapter: claude },"),
  );
  const asked: string[] = [];
  const server = await startModelServer({ play: (conversation) => replyTo(conversation, asked) });
  onTestFinished(() => server.close());
  const { env: own, files } = configurationOf("claude", server.url);
  const home = join(project.dir, ".reeve", "home");
  for (const [path, text] of Object.entries({
    ".gitconfig": "[user]\n\tname = A\n\temail = a@localhost\n",
    ...files,
  })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const path = [dirname(process.execPath), join(AGENTS_DIR, "node_modules/.bin"), process.env["PATH"] ?? ""].join(
    delimiter,
  );
  const env = {
    ...own,
    HOME: home,
    PATH: path,
    LANG: "C.UTF-8",
    TERM: "dumb",
    REEVE_IGNORE_LOAD: "1",
    REEVE_TEST_ID: project.id,
  };
  const tick = () =>
    runToEnd([process.execPath, BIN, "tick", EPIC], { cwd: project.dir, env, outputDir: join(project.dir, ".reeve") });
  writeFileSync(join(project.dir, ".reeve", ".gitignore"), "*\n");
  const first = await tick();
  expect(first.stdout + first.stderr).toContain("a is dispatched to coder.");
  await workersEnded(project);
  const second = await tick();
  expect(second.stdout + second.stderr).toContain("a is ready for your review");
  expect((await tick()).code).toBe(0);
  expect(bodyOf(project).status).toBe("ready_for_user_review");
  const { branch, exit } = bodyOf(project).items[0]?.fields ?? {};
  expect(exit).toBe("0");
  expect(gitIn(project.dir, "show", `${branch}:made-by-claude.txt`)).toBe("hello");
  expect(asked).toEqual(["pauli", "worker", "marsha"]);
});

/** Once for each question; what the agent asks beside it gets no script. */
function replyTo(conversation: Conversation, asked: string[]): Reply | null {
  const said = conversation.messages.map(({ text }) => text).join("\n");
  const role = said.includes('"role":"preflight"')
    ? "pauli"
    : said.includes('"item":"a"')
      ? "marsha"
      : said.includes("It is the item a of the epic")
        ? "worker"
        : null;
  if (role === null) return null;
  if (asked.at(-1) !== role) asked.push(role);
  if (role === "worker") return workReply(conversation);
  const dispatch = {
    action: "dispatch",
    task_id: "a",
    worker: "coder",
    project: ".",
    command: commandOf("shop", "a", "coder", "."),
  };
  return answer(JSON.stringify(role === "pauli" ? dispatch : { verdict: "PASS" }));
}

/** One command of its shell, then its result. */
function workReply(conversation: Conversation): Reply {
  const hasWorked = conversation.messages.some(({ toolResults }) => toolResults.length > 0);
  if (!hasWorked) return answer("One moment.", shellCall(conversation, "printf hello > made-by-claude.txt"));
  return answer('{ "status": "done", "summary": "made it", "files_created": ["made-by-claude.txt"] }');
}
